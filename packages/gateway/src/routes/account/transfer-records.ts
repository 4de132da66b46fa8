import { accountOf } from '@halcyon/domain';
import { ROWS_MAX, readPage, specs, WireError } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../http/context.ts';
import { openKind } from '../../translate/accounts.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { transferRow } from '../../translate/movement-rows.ts';

const LIMIT = 100;

/** Transfers between own accounts. */
export const transferRecords = signedRoute(
  specs.account.transferRecords,
  async ({ views, history }, request, { user }) => {
    const { before, limit, ...window } = readPage(request, LIMIT);
    const { coin, fromType, clientOid } = request;
    const pages = request.pageNum === undefined ? 1 : Number(request.pageNum);
    if (pages * limit > ROWS_MAX) {
      const expected = `at most ${Math.floor(ROWS_MAX / limit)}; use idLessThan beyond`;
      throw new WireError('fieldValue', { field: 'pageNum', expected, value: pages });
    }
    const from = fromType === undefined ? undefined : openKind(fromType);
    if (from === null) return [];
    const rows = await history.transfers(
      {
        user,
        across: false,
        asset: coin === undefined ? undefined : assetOf(views, coin).id,
        fromAccount: from === undefined ? undefined : accountOf(user, from),
        clientId: clientOid,
        idLessThan: before,
        ...window,
        limit: pages * limit,
      },
      { minSeq: userAckSeq(views, user) },
    );
    return rows.slice((pages - 1) * limit).map((row) => transferRow(views, row));
  },
);
