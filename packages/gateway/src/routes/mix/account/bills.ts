import { readPage, specs } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../../http/context.ts';
import { contractBillFilter, contractBillRow } from '../../../translate/contract-bill-rows.ts';
import { withEndId } from '../../../translate/contract-order-rows.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';

const LIMIT = 20;

/** The ledger of the futures account. */
export const bill = signedRoute(specs.mix.mixBill, async ({ views, history }, request, caller) => {
  const { before, ...page } = readPage(request, LIMIT);
  const chosen = contractFilter(views, request);
  const asset = request.coin === undefined ? undefined : assetOf(views, request.coin).id;
  const filter = contractBillFilter(request);
  if (chosen === null || filter === null) return { bills: [], endId: '' };
  const account = futuresAccount(caller);
  const bills = await history.bills(
    { account, asset, ...chosen, ...filter, ...page, idLessThan: before },
    { minSeq: views.lastAckSeq(account) },
  );
  const { rows, endId } = withEndId(
    bills.map((each) => contractBillRow(views, each)),
    ({ billId }) => billId,
  );
  return { bills: rows, endId };
});
