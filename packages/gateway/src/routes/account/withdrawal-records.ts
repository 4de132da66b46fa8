import { parseWireId } from '@halcyon/domain';
import { readPage, specs } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../http/context.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { withdrawalRow } from '../../translate/movement-rows.ts';

const LIMIT = 20;

/** What the caller sent to addresses. */
export const withdrawalRecords = signedRoute(
  specs.account.withdrawalRecords,
  async (context, request, { user }) => {
    const { views, history } = context;
    const { before, ...page } = readPage(request, LIMIT);
    const { coin, orderId, clientOid } = request;
    const id = orderId === undefined ? undefined : parseWireId(orderId);
    if (id === null) return [];
    const asset = coin === undefined ? undefined : assetOf(views, coin).id;
    const rows = await history.withdrawals(
      { user, id, asset, clientId: clientOid, ...page, idLessThan: before },
      { minSeq: userAckSeq(views, user) },
    );
    return rows.map((row) => withdrawalRow(context, row));
  },
);
