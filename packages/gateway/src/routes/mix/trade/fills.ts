import { type RequestOf, readPage, specs } from '@halcyon/protocol';
import type { Caller } from '../../../auth/authenticate.ts';
import { type RestContext, signedRoute } from '../../../http/context.ts';
import { contractFillRow, withEndId } from '../../../translate/contract-order-rows.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';
import { fillsOfPortfolio } from '../../copy/own-orders.ts';
import { namedOrder } from '../../trade/order-info.ts';

const LIMIT = 100;

/** The caller's trades of contracts. */
export const orderFills = signedRoute(specs.mix.orderFills, fills);

/** The same by its other name. */
export const orderFillHistory = signedRoute(specs.mix.orderFillHistory, fills);

async function fills(
  context: RestContext,
  request: RequestOf<typeof specs.mix.orderFills>,
  caller: Caller,
) {
  const { portfolio } = caller;
  if (portfolio !== undefined) return fillsOfPortfolio(context, request, { ...caller, portfolio });
  const { views, history } = context;
  const account = futuresAccount(caller);
  const chosen = contractFilter(views, request);
  const { before, ...page } = readPage(request, LIMIT);
  const named = await namedOrder(context, { account }, request);
  if (chosen === null || named === null) return { fillList: [], endId: '' };
  const trades = await history.fills(
    { account, ...chosen, ...page, order: named?.id, idLessThan: before },
    { minSeq: views.lastAckSeq(account) },
  );
  const { rows, endId } = withEndId(
    trades.map((fill) => contractFillRow(views, fill)),
    ({ tradeId }) => tradeId,
  );
  return { fillList: rows, endId };
}
