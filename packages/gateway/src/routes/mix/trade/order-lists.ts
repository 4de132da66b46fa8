import { parseWireId } from '@halcyon/domain';
import { type PageBounds, type RequestOf, readPage, specs, WireError } from '@halcyon/protocol';
import type { Caller } from '../../../auth/authenticate.ts';
import { type RestContext, signedRoute } from '../../../http/context.ts';
import type { NamedOrder } from '../../../refusals/order-name.ts';
import {
  closedEntryText,
  contractOrderRow,
  isOf,
  plansOf,
  withEndId,
} from '../../../translate/contract-order-rows.ts';
import {
  contractFilter,
  futuresAccount,
  requestedContract,
} from '../../../translate/contract-requests.ts';
import { sourceFilter } from '../../../translate/contract-sources.ts';
import { inWindow, isAsked } from '../../../translate/lists.ts';
import {
  type CommonOrderFacts,
  factsOfHistory,
  factsOfView,
} from '../../../translate/order-facts.ts';
import { pendingCopied } from '../../copy/orders.ts';
import { copiedOrderNamed, endedOfPortfolio } from '../../copy/own-orders.ts';
import { namedOrder } from '../../trade/order-info.ts';

const LIMIT = 100;

/** One order. */
export const orderDetail = signedRoute(specs.mix.orderDetail, async (context, request, caller) => {
  const { views } = context;
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  const order = await ownOrder(context, caller, request);
  if (order === undefined) throw new WireError('needOneOf', { fields: 'orderId, clientOid' });
  if (order === null || order.instrument !== contract.id) {
    throw new WireError('orderDetailNotFound');
  }
  const plans = await plansOf(context, account, [order]);
  const row = contractOrderRow(views, order, plans.get(order.plan));
  return { ...row, state: row.status };
});

/** The order that a request names, of a portfolio the own part of one that is copied. */
async function ownOrder(
  context: RestContext,
  caller: Caller,
  request: NamedOrder,
): ReturnType<typeof namedOrder> {
  const own = await namedOrder(context, { account: futuresAccount(caller) }, request);
  const { portfolio } = caller;
  if (own !== null || portfolio === undefined || request.orderId === undefined) return own;
  return copiedOrderNamed(context, portfolio, parseWireId(request.orderId) ?? 0);
}

/** Open orders. */
export const ordersPending = signedRoute(
  specs.mix.ordersPending,
  async (context, request, caller) => {
    const { views } = context;
    if (caller.portfolio !== undefined) return pendingCopied(context, request, caller);
    const account = futuresAccount(caller);
    const chosen = contractFilter(views, request);
    const page = readPage(request, LIMIT);
    const { status } = request;
    const open =
      chosen === null ? [] : views.openOrders(account, { ...chosen, before: page.before });
    const orders = open
      .filter((order) => status === undefined || order.status === status)
      .filter((order) => inWindow(order.createdTime, page))
      .filter((order) => isAsked(order.order, order.clientId, request))
      .slice(0, page.limit)
      .map(factsOfView);
    const plans = await plansOf(context, account, orders);
    const { rows, endId } = withEndId(
      orders.map((order) => contractOrderRow(views, order, plans.get(order.plan))),
      ({ orderId }) => orderId,
    );
    return { entrustedList: rows, endId };
  },
);

/** Orders that ended. */
export const ordersHistory = signedRoute(
  specs.mix.ordersHistory,
  async (context, request, caller) => {
    const { views } = context;
    const account = futuresAccount(caller);
    const orders = await endedOrders(context, request, { ...caller, account });
    const plans = await plansOf(context, account, orders);
    const { rows, endId } = withEndId(
      orders.map((order) => ({
        ...contractOrderRow(views, order, plans.get(order.plan)),
        // Of a part of a copied order its position alone knows what it closed.
        posAvg: caller.portfolio === undefined ? closedEntryText(views, order) : '',
      })),
      ({ orderId }) => orderId,
    );
    return { entrustedList: rows, endId };
  },
);

async function endedOrders(
  context: RestContext,
  request: RequestOf<typeof specs.mix.ordersHistory>,
  caller: Caller,
): Promise<CommonOrderFacts[]> {
  const { views, history } = context;
  const chosen = contractFilter(views, request);
  const { before, ...page }: PageBounds = readPage(request, LIMIT);
  const source = request.orderSource === undefined ? {} : sourceFilter(request.orderSource);
  if (chosen === null || source === null) return [];
  const { account, portfolio } = caller;
  const found = await ownOrder(context, caller, request);
  if (found !== undefined) {
    const wanted =
      found !== null && found.doneReason !== null && isOf(found.instrument, chosen.instrument);
    if (!wanted) return [];
    if (portfolio !== undefined) return [found];
    // The read models do not know at which entry it closed.
    const wait = { minSeq: views.lastAckSeq(account) };
    const record = await history.orderById({ account, order: found.id }, wait);
    return [record === null ? found : factsOfHistory(record)];
  }
  // What set off a copied order is not kept: with a source only orders of the account itself are meant.
  if (portfolio !== undefined && request.orderSource === undefined) {
    const of = { ...caller, portfolio };
    return endedOfPortfolio(context, of, { ...chosen, ...page, before });
  }
  const orders = await history.orderHistory(
    { account, ...chosen, ...source, ...page, idLessThan: before },
    { minSeq: views.lastAckSeq(account) },
  );
  return orders.map(factsOfHistory);
}
