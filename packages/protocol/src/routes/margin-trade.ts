/** Orders of margin accounts. The two kinds differ by the account alone. */
import { BATCH_ORDERS_MAX } from '@halcyon/domain';
import { LOAN_TYPES } from '@halcyon/domain/web';
import {
  batch,
  choice,
  clientOid,
  decimal,
  id,
  list,
  object,
  optional,
  out,
  symbol,
} from '../schema/fields.ts';
import { ends, type MarginWord, marginPage } from './margin-account.ts';
import { orderRow } from './margin-rows.ts';
import { areaSpecs } from './spec.ts';
import {
  batchAnswer,
  byClientOid,
  eachByClientOid,
  feeDetail,
  named,
  names,
  orderType,
  stpMode,
} from './trade-fields.ts';
import { FORCES, ORDER_TYPES, SIDES, TRADE_SCOPES } from './words.ts';

/** What an order borrows as it enters, and pays back with what it gets. */

const orderFields = {
  side: choice('side', SIDES),
  orderType,
  price: optional(decimal('limit price')),
  loanType: choice('what it borrows, and whether it pays back', LOAN_TYPES),
  force: optional(choice('time in force of a limit order; absent: gtc', FORCES)),
  baseSize: optional(decimal('base amount; not of a market buy')),
  quoteSize: optional(decimal('quote amount of a market buy')),
  clientOid: optional(clientOid()),
  stpMode,
};

const orderList = object({ orderList: list(object(orderRow)), ...ends });

/** The routes of one kind. */
export function marginTradeSpecs<const K extends MarginWord>(kind: K) {
  const name = kind === 'crossed' ? 'Cross margin trading' : 'Isolated margin trading';
  const area = areaSpecs(name, `/api/v2/margin/${kind}` as const);
  const pair = { symbol: symbol('pair, `BTCUSDT`') };
  const window = { ...pair, orderId: optional(id('one order')), ...marginPage };
  return {
    placeOrder: area.post('trade', {
      name: `margin.${kind}.placeOrder`,
      path: '/place-order',
      perSecond: 10,
      summary: 'Places an order',
      request: object({ ...pair, ...orderFields }),
      data: named,
      idempotent: byClientOid,
    }),
    batchPlaceOrder: area.post('trade', {
      name: `margin.${kind}.batchPlaceOrder`,
      path: '/batch-place-order',
      perSecond: 10,
      summary: `Places up to ${BATCH_ORDERS_MAX} orders, one result an item`,
      request: object({ ...pair, orderList: batch(object(orderFields), BATCH_ORDERS_MAX) }),
      data: batchAnswer,
      idempotent: eachByClientOid,
    }),
    cancelOrder: area.post('trade', {
      name: `margin.${kind}.cancelOrder`,
      path: '/cancel-order',
      perSecond: 10,
      summary: 'Cancels an order by orderId or clientOid',
      request: object({ ...pair, ...names }),
      data: named,
    }),
    batchCancelOrder: area.post('trade', {
      name: `margin.${kind}.batchCancelOrder`,
      path: '/batch-cancel-order',
      perSecond: 10,
      summary: `Cancels up to ${BATCH_ORDERS_MAX} orders, one result an item`,
      request: object({ ...pair, orderIdList: batch(object(names), BATCH_ORDERS_MAX) }),
      data: batchAnswer,
    }),
    openOrders: area.get({
      name: `margin.${kind}.openOrders`,
      path: '/open-orders',
      perSecond: 10,
      summary: 'Open orders, newest first',
      request: object({ ...window, clientOid: optional(clientOid('one order')) }),
      data: orderList,
    }),
    historyOrders: area.get({
      name: `margin.${kind}.historyOrders`,
      path: '/history-orders',
      perSecond: 10,
      summary: 'Orders that ended, newest first',
      request: object({ ...window, clientOid: optional(clientOid('one order')) }),
      data: orderList,
    }),
    fills: area.get({
      name: `margin.${kind}.fills`,
      path: '/fills',
      perSecond: 10,
      summary: 'Own trades, newest first',
      request: object(window),
      data: object({
        fills: list(
          object({
            symbol: out.text(),
            orderId: out.text(),
            tradeId: out.text(),
            orderType: out.word(ORDER_TYPES),
            side: out.word(SIDES),
            priceAvg: out.amount(),
            size: out.amount(),
            amount: out.amount(),
            tradeScope: out.word(TRADE_SCOPES),
            feecoinCode: out.text('as in feeDetail'),
            feeDetail,
            cTime: out.millis(),
            uTime: out.millis(),
          }),
        ),
        ...ends,
      }),
    }),
  };
}
