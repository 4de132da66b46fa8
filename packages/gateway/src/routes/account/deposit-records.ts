import { parseWireId } from '@halcyon/domain';
import { readPage, specs } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../http/context.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { depositRow } from '../../translate/movement-rows.ts';

const LIMIT = 20;

/** What the caller received: deposits, and withdrawals of others to the caller's address. */
export const depositRecords = signedRoute(
  specs.account.depositRecords,
  async ({ views, history }, request, { user }) => {
    const { before, ...page } = readPage(request, LIMIT);
    const { coin, orderId } = request;
    const id = orderId === undefined ? undefined : parseWireId(orderId);
    if (id === null) return [];
    const asset = coin === undefined ? undefined : assetOf(views, coin).id;
    const rows = await history.deposits(
      { user, id, asset, ...page, idLessThan: before },
      { minSeq: userAckSeq(views, user) },
    );
    return rows.map((row) => depositRow(views, row));
  },
);
