/** Trading routes: orders, plan orders, fills. */
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
  time,
  whole,
} from '../schema/fields.ts';
import { RefusedItem } from '../schema/refused-item.ts';
import { areaSpecs } from './spec.ts';

const spot = areaSpecs('Spot trading', '/api/v2/spot/trade');
const plans = areaSpecs('Spot plan orders', '/api/v2/spot/trade');

const SIDES = ['buy', 'sell'] as const;
const ORDER_TYPES = ['limit', 'market'] as const;
const FORCES = ['gtc', 'post_only', 'fok', 'ioc'] as const;
const STP_MODES = ['none', 'cancel_taker', 'cancel_maker', 'cancel_both'] as const;
const TPSL_TYPES = ['normal', 'tpsl'] as const;
const TRIGGER_TYPES = ['fill_price', 'mark_price'] as const;

const stpMode = optional(choice('self-trade prevention; absent: none', STP_MODES));
const timing = {
  requestTime: optional(time('when the request was made, ms')),
  receiveWindow: optional(whole('ms that requestTime may lie back', 1, 60_000, 'ms')),
};
const presets = {
  presetTakeProfitPrice: optional(decimal('take profit: trigger price', { numberToo: true })),
  executeTakeProfitPrice: optional(
    decimal('take profit: limit price; absent: market', { numberToo: true }),
  ),
  presetStopLossPrice: optional(decimal('stop loss: trigger price', { numberToo: true })),
  executeStopLossPrice: optional(
    decimal('stop loss: limit price; absent: market', { numberToo: true }),
  ),
};
const names = { orderId: optional(id('the order')), clientOid: optional(clientOid()) };
const page = {
  startTime: optional(time('from, ms')),
  endTime: optional(time('until, ms')),
  idLessThan: optional(id('only rows before this one')),
};

const orderFields = {
  side: choice('side', SIDES),
  orderType: choice('order type', ORDER_TYPES),
  force: optional(choice('time in force of a limit order; absent: gtc', FORCES)),
  price: optional(decimal('limit price', { numberToo: true })),
  size: decimal('base amount; of a market buy the quote amount', { numberToo: true }),
  clientOid: optional(clientOid()),
  triggerPrice: optional(decimal('with tpslType tpsl: trigger price', { numberToo: true })),
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

const named = object({ orderId: out.text(), clientOid: out.text() });
const failure = object({
  orderId: out.text(),
  clientOid: out.text(),
  errorMsg: out.text(),
  errorCode: out.text(),
  reason: out.text('name of the error'),
});
const batchAnswer = object({ successList: list(named), failureList: list(failure) });
const replaced = object({
  orderId: out.textOrNull(),
  clientOid: out.textOrNull(),
  success: out.text('success or failure'),
  msg: out.textOrNull(),
});

export const placeOrder = spot.post('trade', {
  name: 'spot.trade.placeOrder',
  path: '/place-order',
  perSecond: 10,
  summary: 'Places an order',
  request: object({ symbol: symbol(), ...orderFields, ...timing }),
  data: named,
  harmless: (request) => request.clientOid !== undefined,
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
  harmless: ({ orderList }) =>
    orderList.every((item) => item instanceof RefusedItem || item.clientOid !== undefined),
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
  price: decimal('new limit price', { numberToo: true }),
  size: decimal('new base amount', { numberToo: true }),
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
  newPrice: optional(decimal('new limit price', { numberToo: true })),
  newSize: optional(decimal('new base amount, filled part included', { numberToo: true })),
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
    size: decimal('base amount', { numberToo: true }),
    price: decimal('price of the limit order', { numberToo: true }),
    triggerPrice: decimal('trigger price of the stop', { numberToo: true }),
    executePrice: optional(decimal('limit price of the stop; absent: market', { numberToo: true })),
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
  harmless: (request) => request.clientOid !== undefined,
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
  orderType: out.text(),
  side: out.text(),
  status: out.text(),
};
const filled = {
  baseVolume: out.amount(),
  quoteVolume: out.amount(),
  enterPointSource: out.text(),
};
const orderRow = {
  ...rowHead,
  price: out.amount(),
  ...rowMiddle,
  priceAvg: out.amount('average fill price'),
  ...filled,
  feeDetail: out.text('JSON text'),
  orderSource: out.text(),
  cancelReason: out.text(),
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
  tpslType: optional(choice('normal orders, or waiting TP/SL', TPSL_TYPES)),
  ...page,
  limit: optional(whole('rows', 1, 100)),
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
      orderSource: out.text(),
      cTime: out.millis(),
      uTime: out.millis(),
      tpslType: out.text(),
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
  data: list(object({ ...orderRow, tpslType: out.text(), triggerPrice: out.textOrNull() })),
});

export const tradeFills = spot.get({
  name: 'spot.trade.fills',
  path: '/fills',
  perSecond: 10,
  summary: 'Own trades, newest first',
  request: object({
    symbol: optional(symbol()),
    orderId: optional(id('trades of one order')),
    ...page,
    limit: optional(whole('rows', 1, 100)),
  }),
  data: list(
    object({
      userId: out.text(),
      symbol: out.text(),
      orderId: out.text(),
      tradeId: out.text(),
      orderType: out.text(),
      side: out.text(),
      priceAvg: out.amount(),
      size: out.amount(),
      amount: out.amount(),
      feeDetail: object({
        deduction: out.text(),
        feeCoin: out.text(),
        totalDeductionFee: out.text(),
        totalFee: out.amount('negative when paid'),
      }),
      tradeScope: out.text(),
      cTime: out.millis(),
      uTime: out.millis(),
    }),
  ),
});

export const preventedMatches = spot.get({
  name: 'spot.trade.preventedMatches',
  path: '/prevented-matches',
  perSecond: 10,
  summary: 'Trades with yourself that stpMode kept from happening, newest first',
  request: object({
    symbol: optional(symbol()),
    ...page,
    limit: optional(whole('rows', 1, 100)),
  }),
  data: list(
    object({
      preventedMatchId: out.text('for idLessThan'),
      symbol: out.text(),
      takerOrderId: out.text('the order that came in: its stpMode decided'),
      makerOrderId: out.text('the order that was in the book'),
      price: out.amount('price of the maker'),
      size: out.amount('base amount that would have traded'),
      stpMode: out.text(),
      cTime: out.millis(),
    }),
  ),
});

const planFields = {
  triggerPrice: decimal('price that sets it off; of a trailing stop: from when it follows', {
    numberToo: true,
  }),
  orderType: choice('order it becomes', ORDER_TYPES),
  executePrice: optional(decimal('limit price of the order it becomes', { numberToo: true })),
  size: decimal('amount: planType total: quote, else base', { numberToo: true }),
};

export const placePlanOrder = plans.post('trade', {
  name: 'spot.trade.placePlanOrder',
  path: '/place-plan-order',
  perSecond: 20,
  summary: 'An order that waits for a price; planType track_plan is a trailing stop',
  request: object({
    symbol: symbol(),
    side: choice('side', SIDES),
    ...planFields,
    triggerPrice: optional(planFields.triggerPrice),
    orderType: optional(planFields.orderType),
    planType: optional(
      choice('what size counts, or a trailing stop', ['amount', 'total', 'track_plan']),
    ),
    triggerType: optional(choice('price that is watched', TRIGGER_TYPES)),
    callbackRatio: optional(
      decimal('trailing stop: percent it may come back', { numberToo: true }),
    ),
    clientOid: optional(clientOid()),
    stpMode,
  }),
  data: named,
  harmless: (request) => request.clientOid !== undefined,
});

export const modifyPlanOrder = plans.post('trade', {
  name: 'spot.trade.modifyPlanOrder',
  path: '/modify-plan-order',
  perSecond: 20,
  summary: 'Changes a plan order that still waits',
  request: object({ ...names, ...planFields }),
  data: named,
});

export const cancelPlanOrder = plans.post('trade', {
  name: 'spot.trade.cancelPlanOrder',
  path: '/cancel-plan-order',
  perSecond: 20,
  summary: 'Cancels a plan order by orderId or clientOid',
  request: object(names),
  data: object({ result: out.text() }),
});

export const batchCancelPlanOrder = plans.post('trade', {
  name: 'spot.trade.batchCancelPlanOrder',
  path: '/batch-cancel-plan-order',
  perSecond: 5,
  summary: 'Cancels the waiting plan orders of the named instruments, or of all',
  request: object({ symbolList: optional(list(symbol(), { maxItems: BATCH_ORDERS_MAX })) }),
  data: batchAnswer,
});

const planRow = object({
  orderId: out.text(),
  clientOid: out.text(),
  symbol: out.text(),
  size: out.amount(),
  executePrice: out.text(),
  triggerPrice: out.amount(),
  status: out.text(),
  orderType: out.text(),
  side: out.text(),
  planType: out.text('amount, total, profit_plan, loss_plan, oco_stop or track_plan'),
  sizeUnit: out.text('base or quote: what size counts'),
  triggerType: out.text(),
  enterPointSource: out.text(),
  callbackRatio: optional(out.text('of a trailing stop: percent')),
  reason: optional(out.text('of status fail_execute: name of the error that refused the order')),
  errorCode: optional(out.text('of status fail_execute: code of that error')),
  uTime: out.millis(),
  cTime: out.millis(),
});
const planPage = object({ nextFlag: out.flag(), idLessThan: out.text(), orderList: list(planRow) });
const planList = {
  symbol: optional(symbol()),
  ...page,
  limit: optional(whole('rows', 1, 100)),
};

export const currentPlanOrder = plans.get({
  name: 'spot.trade.currentPlanOrder',
  path: '/current-plan-order',
  perSecond: 20,
  summary: 'Plan orders that wait, newest first',
  request: object(planList),
  data: planPage,
});

export const historyPlanOrder = plans.get({
  name: 'spot.trade.historyPlanOrder',
  path: '/history-plan-order',
  perSecond: 20,
  summary: 'Plan orders that ended, newest first',
  request: object(planList),
  data: planPage,
});

export const planSubOrder = plans.get({
  name: 'spot.trade.planSubOrder',
  path: '/plan-sub-order',
  perSecond: 20,
  summary: 'The order that a plan order became',
  request: object({ planOrderId: id('the plan order') }),
  data: list(
    object({
      orderId: out.text(),
      price: out.amount(),
      type: out.text(),
      status: out.text(),
    }),
  ),
});
