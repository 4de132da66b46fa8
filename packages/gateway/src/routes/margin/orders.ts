/** Orders of margin accounts. */
import { Side, wireId } from '@halcyon/domain';
import { type MarginWord, type RequestOf, readPage, specs, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import { instrumentOf, orderRefusal, type Route, signedRoute, submit } from '../../http/context.ts';
import { type BatchItem, batchAnswer, submitBatch } from '../../translate/batch.ts';
import { inWindow, isAsked } from '../../translate/lists.ts';
import { marginAccount, tradedPair } from '../../translate/margin.ts';
import { LOAN_OPTIONS, marginOrderRow } from '../../translate/margin-rows.ts';
import { type CommonOrderFacts, factsOfHistory, factsOfView } from '../../translate/order-facts.ts';
import { cancelCommand, placeCommand, SPOT_PRESETS } from '../../translate/orders.ts';
import { sideOf } from '../../translate/words.ts';
import { clientIdOf, mustBeIn, orderNames } from '../trade/cancel-order.ts';
import { fillRow } from '../trade/fills.ts';
import { namedOrder } from '../trade/order-info.ts';

type PlaceRequest = RequestOf<typeof specs.crossed.placeOrder>;

const LIMIT = 100;

/** The command of a request for an order, and how its refusal is explained. */
function orderItem(
  views: Views,
  kind: MarginWord,
  symbol: string,
  request: Omit<PlaceRequest, 'symbol'>,
  caller: Caller,
): BatchItem {
  const instrument = tradedPair(views, kind, symbol);
  const account = marginAccount(kind, caller);
  const side = sideOf(request.side);
  const refused = {
    ...orderRefusal(views, instrument, side),
    fields: { quantity: 'baseSize', quoteAmount: 'quoteSize' },
  };
  const byQuote = request.orderType === 'market' && side === Side.buy;
  const field = byQuote ? 'quoteSize' : 'baseSize';
  const size = request[field];
  if (size === undefined) throw new WireError('fieldMissing', { field });
  const place = { account, instrument, quote: refused.quote, sizeField: field };
  const command = placeCommand({ ...request, size }, place, SPOT_PRESETS);
  return { command: { ...command, options: LOAN_OPTIONS[request.loanType] }, refused };
}

function orderPage(views: Views, orders: readonly CommonOrderFacts[]) {
  const idOf = (order: CommonOrderFacts | undefined) =>
    order === undefined ? '' : wireId(order.id);
  const orderList = orders.map((order) => marginOrderRow(views, order));
  return { orderList, minId: idOf(orders.at(-1)), maxId: idOf(orders[0]) };
}

/** Routes that change orders of one kind of account. */
function entryRoutes(kind: MarginWord): readonly Route[] {
  const own = specs[kind];
  return [
    signedRoute(own.placeOrder, async (context, request, caller) => {
      const item = orderItem(context.views, kind, request.symbol, request, caller);
      const { id } = await submit(context, item.command, item.refused);
      return { orderId: wireId(id), clientOid: request.clientOid ?? '' };
    }),
    signedRoute(own.batchPlaceOrder, async (context, { symbol, orderList }, caller) => {
      const results = await submitBatch(context, orderList, (item) =>
        orderItem(context.views, kind, symbol, item, caller),
      );
      return batchAnswer(orderList, results, (item, outcome) => ({
        orderId: outcome === null ? '' : wireId(outcome.id),
        clientOid: item.clientOid ?? '',
      }));
    }),
    signedRoute(own.cancelOrder, async (context, request, caller) => {
      const { views } = context;
      const account = marginAccount(kind, caller);
      instrumentOf(views, request.symbol);
      mustBeIn(views, request, account, request.symbol);
      const { id } = await submit(context, cancelCommand(request, account), {});
      return { orderId: wireId(id), clientOid: clientIdOf(views, request, id) };
    }),
    signedRoute(own.batchCancelOrder, async (context, { symbol, orderIdList }, caller) => {
      const { views } = context;
      const account = marginAccount(kind, caller);
      instrumentOf(views, symbol);
      const results = await submitBatch(context, orderIdList, (item) => {
        mustBeIn(views, item, account, symbol);
        return { command: cancelCommand(item, account), refused: {} };
      });
      return batchAnswer(orderIdList, results, orderNames(views));
    }),
  ];
}

/** Lists of orders and trades of one kind of account. */
function listRoutes(kind: MarginWord): readonly Route[] {
  const own = specs[kind];
  return [
    signedRoute(own.openOrders, ({ views }, request, caller) => {
      const page = readPage(request, LIMIT);
      const instrument = instrumentOf(views, request.symbol).id;
      const orders = views
        .openOrders(marginAccount(kind, caller), { instrument, before: page.before })
        .filter((order) => inWindow(order.createdTime, page))
        .filter((order) => isAsked(order.order, order.clientId, request))
        .slice(0, page.limit);
      return orderPage(views, orders.map(factsOfView));
    }),
    signedRoute(own.historyOrders, async (context, request, caller) => {
      const { views, history } = context;
      const { before, ...page } = readPage(request, LIMIT);
      const instrument = instrumentOf(views, request.symbol).id;
      const account = marginAccount(kind, caller);
      const named = await namedOrder(context, { account }, request);
      if (named !== undefined) {
        const shown = named !== null && named.doneReason !== null;
        return orderPage(views, shown && named.instrument === instrument ? [named] : []);
      }
      const query = { account, instrument, ...page, idLessThan: before };
      const orders = await history.orderHistory(query, { minSeq: views.lastAckSeq(account) });
      return orderPage(views, orders.map(factsOfHistory));
    }),
    signedRoute(own.fills, async (context, request, caller) => {
      const { views, history } = context;
      const { before, ...page } = readPage(request, LIMIT);
      const instrument = instrumentOf(views, request.symbol).id;
      const account = marginAccount(kind, caller);
      const named = await namedOrder(context, { account }, request);
      if (named === null) return { fills: [], minId: '', maxId: '' };
      const query = { account, instrument, order: named?.id, ...page, idLessThan: before };
      const found = await history.fills(query, { minSeq: views.lastAckSeq(account) });
      const rows = found.map((fill) => fillRow(views, caller.user, fill));
      const fills = rows.map(({ userId: _own, ...row }) => ({
        ...row,
        feecoinCode: row.feeDetail.feeCoin,
      }));
      return { fills, minId: rows.at(-1)?.tradeId ?? '', maxId: rows[0]?.tradeId ?? '' };
    }),
  ];
}

/** The routes of one kind of margin account. */
export function marginOrderRoutes(kind: MarginWord): readonly Route[] {
  return [...entryRoutes(kind), ...listRoutes(kind)];
}
