import { readPage, specs } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../http/context.ts';
import { billFilter, billRow } from '../../translate/bill-rows.ts';

const LIMIT = 100;

/** The ledger of the spot account. */
export const bills = signedRoute(
  specs.account.bills,
  async ({ views, history }, request, { account }) => {
    const { before, ...page } = readPage(request, LIMIT);
    const asset = request.coin === undefined ? undefined : assetOf(views, request.coin).id;
    const filter = billFilter(request);
    if (filter === null) return [];
    const wanted = { account, asset, ...filter, ...page, idLessThan: before };
    const rows = await history.bills(
      { ...wanted, wholeWithdrawals: true },
      { minSeq: views.lastAckSeq(account) },
    );
    return rows.map((bill) => billRow(views, bill));
  },
);
