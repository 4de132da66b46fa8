/** Trading routes: orders and fills. */
import { BATCH_ORDERS_MAX, COUNTDOWN_MS_MAX } from '@halcyon/domain';
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
  whole,
} from '../schema/fields.ts';
import { areaSpecs } from './spec.ts';
import { fillRow } from './spot-rows.ts';
import {
  batchAnswer,
  byClientOid,
  eachByClientOid,
  named,
  names,
  orderTerms,
  page,
  stpMode,
  timing,
} from './trade-fields.ts';
import {
  ENTER_POINTS,
  LISTED_STATES,
  ORDER_TYPES,
  OUTCOMES,
  SIDES,
  SPOT_ORDER_SOURCES,
  STP_MODES,
  TPSL_TYPES,
} from './words.ts';

const spot = areaSpecs('Spot trading', '/api/v2/spot/trade');

const presets = {
  presetTakeProfitPrice: optional(decimal('take profit: trigger price')),
  executeTakeProfitPrice: optional(decimal('take profit: limit price; absent: market')),
  presetStopLossPrice: optional(decimal('stop loss: trigger price')),
  executeStopLossPrice: optional(decimal('stop loss: limit price; absent: market')),
};
const orderFields = {
  side: choice('side', SIDES),
  ...orderTerms('base amount; of a market buy the quote amount'),
  triggerPrice: optional(decimal('with tpslType tpsl: trigger price')),
  tpslType: optional(choice('normal, or a TP/SL that waits for triggerPrice', TPSL_TYPES)),
  stpMode,
  ...presets,
};

const batchFields = {
  symbol: optional(symbol('instrument of items without one; required with batchMode single')),
  batchMode: optional(
    choice('single: all items are of symbol; multiple: each names its own', ['single', 'multiple']),
  ),
};

const replaced = object({
  orderId: out.textOrNull(),
  clientOid: out.textOrNull(),
  success: out.word(OUTCOMES),
  msg: out.textOrNull(),
});

export const placeOrder = spot.post('trade', {
  name: 'spot.trade.placeOrder',
  path: '/place-order',
  perSecond: 10,
  summary: 'Places an order',
  request: object({ symbol: symbol(), ...orderFields, ...timing }),
  data: named,
  idempotent: byClientOid,
});

export const batchOrders = spot.post('trade', {
  name: 'spot.trade.batchOrders',
  path: '/batch-orders',
  perSecond: 5,
  summary: `Places up to ${BATCH_ORDERS_MAX} orders, one result an item`,
  request: object({
    ...batchFields,
    orderList: batch(object({ symbol: optional(symbol()), ...orderFields }), BATCH_ORDERS_MAX),
  }),
  data: batchAnswer,
  idempotent: eachByClientOid,
});

export const cancelOrder = spot.post('trade', {
  name: 'spot.trade.cancelOrder',
  path: '/cancel-order',
  perSecond: 10,
  summary: 'Cancels an order by orderId or clientOid',
  request: object({
    symbol: optional(symbol()),
    tpslType: optional(choice('normal, or tpsl for a waiting TP/SL', TPSL_TYPES)),
    ...names,
  }),
  data: named,
});

export const batchCancelOrder = spot.post('trade', {
  name: 'spot.trade.batchCancelOrder',
  path: '/batch-cancel-order',
  perSecond: 10,
  summary: `Cancels up to ${BATCH_ORDERS_MAX} orders, one result an item`,
  request: object({
    ...batchFields,
    orderList: batch(object({ symbol: optional(symbol()), ...names }), BATCH_ORDERS_MAX),
  }),
  data: batchAnswer,
});

export const cancelSymbolOrder = spot.post('trade', {
  name: 'spot.trade.cancelSymbolOrder',
  path: '/cancel-symbol-order',
  perSecond: 5,
  summary: 'Cancels every open order of an instrument',
  request: object({ symbol: symbol() }),
  data: object({ symbol: out.text() }),
});

const replaceFields = {
  symbol: symbol(),
  price: decimal('new limit price'),
  size: decimal('new base amount'),
  ...names,
  newClientOid: optional(clientOid('your own id of the new order')),
  ...presets,
};

export const cancelReplaceOrder = spot.post('trade', {
  name: 'spot.trade.cancelReplaceOrder',
  path: '/cancel-replace-order',
  perSecond: 5,
  summary: 'Cancels an order and places another in one step; when the cancel fails, neither',
  request: object(replaceFields),
  data: replaced,
});

export const batchCancelReplaceOrder = spot.post('trade', {
  name: 'spot.trade.batchCancelReplaceOrder',
  path: '/batch-cancel-replace-order',
  perSecond: 5,
  summary: `Cancel and replace of up to ${BATCH_ORDERS_MAX} orders, one result an item`,
  request: object({
    orderList: batch(object(replaceFields), BATCH_ORDERS_MAX),
  }),
  data: list(replaced),
});

const modifyFields = {
  symbol: optional(symbol()),
  ...names,
  newPrice: optional(decimal('new limit price')),
  newSize: optional(decimal('new base amount, filled part included')),
};

export const modifyOrder = spot.post('trade', {
  name: 'spot.trade.modifyOrder',
  path: '/modify-order',
  perSecond: 10,
  summary: 'Amends an order in place; only a smaller size keeps its place in the queue',
  request: object(modifyFields),
  data: named,
});

export const batchModifyOrder = spot.post('trade', {
  name: 'spot.trade.batchModifyOrder',
  path: '/batch-modify-order',
  perSecond: 5,
  summary: `Amends up to ${BATCH_ORDERS_MAX} orders in place, one result an item`,
  request: object({
    orderList: batch(object(modifyFields), BATCH_ORDERS_MAX),
  }),
  data: batchAnswer,
});

export const placeOcoOrder = spot.post('trade', {
  name: 'spot.trade.placeOcoOrder',
  path: '/place-oco-order',
  perSecond: 10,
  summary: 'A limit order and a stop; what happens first cancels the other',
  request: object({
    symbol: symbol(),
    side: choice('side', SIDES),
    size: decimal('base amount'),
    price: decimal('price of the limit order'),
    triggerPrice: decimal('trigger price of the stop'),
    executePrice: optional(decimal('limit price of the stop; absent: market')),
    clientOid: optional(clientOid('your own id of the limit order')),
    stopClientOid: optional(clientOid('your own id of the stop')),
    stpMode,
  }),
  data: object({
    orderId: out.text(),
    clientOid: out.text(),
    stopOrderId: out.text(),
    stopClientOid: out.text(),
  }),
  idempotent: byClientOid,
});

export const countdownCancelAll = spot.post('trade', {
  name: 'spot.trade.countdownCancelAll',
  path: '/countdown-cancel-all',
  perSecond: 10,
  summary: "Dead man's switch: all orders are cancelled unless this is called again in time",
  request: object({
    countdown: whole(
      'seconds until all orders go; 0 switches it off',
      0,
      COUNTDOWN_MS_MAX / 1000,
      's',
    ),
  }),
  data: object({ countdown: out.text(), deadline: out.millis('Unix ms; 0 = off') }),
});

const rowHead = {
  userId: out.text(),
  symbol: out.text(),
  orderId: out.text(),
  clientOid: out.text(),
};
const rowMiddle = {
  size: out.amount(),
  orderType: out.word(ORDER_TYPES),
  side: out.word(SIDES),
  status: out.word(LISTED_STATES),
};
const filled = {
  baseVolume: out.amount(),
  quoteVolume: out.amount(),
  enterPointSource: out.word(ENTER_POINTS),
};
const orderRow = {
  ...rowHead,
  price: out.amount(),
  ...rowMiddle,
  priceAvg: out.amount('average fill price'),
  ...filled,
  feeDetail: out.text('JSON text'),
  orderSource: out.word(SPOT_ORDER_SOURCES),
  cancelReason: out.text('empty: not cancelled; of a plan that failed, the name of an error'),
  cTime: out.millis(),
  uTime: out.millis(),
};

export const orderInfo = spot.get({
  name: 'spot.trade.orderInfo',
  path: '/orderInfo',
  perSecond: 20,
  summary: 'One order by orderId or clientOid; an empty list when there is none',
  request: object({ ...names, ...timing }),
  data: list(object(orderRow)),
});

const listFields = {
  symbol: optional(symbol()),
  orderId: optional(id('one order')),
  clientOid: optional(clientOid('one order')),
  tpslType: optional(choice('normal orders, or waiting TP/SL', TPSL_TYPES)),
  ...page,
  ...timing,
};

export const unfilledOrders = spot.get({
  name: 'spot.trade.unfilledOrders',
  path: '/unfilled-orders',
  perSecond: 20,
  summary: 'Open orders, newest first; priceAvg is the limit price, basePrice the average fill',
  request: object(listFields),
  data: list(
    object({
      ...rowHead,
      priceAvg: out.amount('limit price'),
      ...rowMiddle,
      basePrice: out.amount('average fill price'),
      ...filled,
      presetTakeProfitPrice: out.text(),
      executeTakeProfitPrice: out.text(),
      presetStopLossPrice: out.text(),
      executeStopLossPrice: out.text(),
      orderSource: out.word(SPOT_ORDER_SOURCES),
      cTime: out.millis(),
      uTime: out.millis(),
      tpslType: out.word(TPSL_TYPES),
      triggerPrice: out.textOrNull(),
    }),
  ),
});

export const historyOrders = spot.get({
  name: 'spot.trade.historyOrders',
  path: '/history-orders',
  perSecond: 20,
  summary: 'Orders that ended, newest first',
  request: object(listFields),
  data: list(
    object({ ...orderRow, tpslType: out.word(TPSL_TYPES), triggerPrice: out.textOrNull() }),
  ),
});

export const tradeFills = spot.get({
  name: 'spot.trade.fills',
  path: '/fills',
  perSecond: 10,
  summary: 'Own trades, newest first',
  request: object({
    symbol: optional(symbol()),
    orderId: optional(id('trades of one order')),
    clientOid: optional(clientOid('trades of one order')),
    side: optional(choice('side', SIDES)),
    ...page,
  }),
  data: list(object(fillRow)),
});

export const preventedMatches = spot.get({
  name: 'spot.trade.preventedMatches',
  path: '/prevented-matches',
  perSecond: 10,
  summary: 'Trades with yourself that stpMode kept from happening, newest first',
  request: object({
    symbol: optional(symbol()),
    ...page,
  }),
  data: list(
    object({
      preventedMatchId: out.text('for idLessThan'),
      symbol: out.text(),
      takerOrderId: out.text('the order that came in: its stpMode decided'),
      makerOrderId: out.text('the order that was in the book'),
      price: out.amount('price of the maker'),
      size: out.amount('base amount that would have traded'),
      stpMode: out.word(STP_MODES),
      cTime: out.millis(),
    }),
  ),
});
