/** Routes: orders of contracts. */
import { BATCH_ORDERS_MAX } from '@halcyon/domain';
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
} from '../schema/fields.ts';
import { fillRow, orderRow } from './mix-rows.ts';
import {
  contract,
  contracts,
  direction,
  endId,
  holdSide,
  listFields,
  marginMode,
} from './mix-trade-fields.ts';
import { areaSpecs } from './spec.ts';
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
import { ORDER_STATES, SIDES } from './words.ts';

const mix = areaSpecs('Futures trading', '/api/v2/mix/order');

const presets = {
  presetStopSurplusPrice: optional(decimal('take profit: trigger price')),
  presetStopSurplusExecutePrice: optional(decimal('take profit: limit price; absent or 0: market')),
  presetStopLossPrice: optional(decimal('stop loss: trigger price')),
  presetStopLossExecutePrice: optional(decimal('stop loss: limit price; absent or 0: market')),
};
const orderFields = {
  ...direction,
  ...orderTerms('amount, base coin'),
  stpMode,
  ...presets,
};

export const placeOrder = mix.post('trade', {
  name: 'mix.trade.placeOrder',
  path: '/place-order',
  perSecond: 10,
  summary: 'Places an order of a contract',
  request: object({ ...contract, marginMode, ...orderFields, ...timing }),
  data: named,
  idempotent: byClientOid,
});

export const batchPlaceOrder = mix.post('trade', {
  name: 'mix.trade.batchPlaceOrder',
  path: '/batch-place-order',
  perSecond: 5,
  summary: `Places up to ${BATCH_ORDERS_MAX} orders of a contract, one result an item`,
  request: object({
    ...contract,
    marginMode,
    orderList: batch(
      object({ symbol: optional(contract.symbol), marginMode, ...orderFields }),
      BATCH_ORDERS_MAX,
    ),
  }),
  data: batchAnswer,
  idempotent: eachByClientOid,
});

export const reverse = mix.post('trade', {
  name: 'mix.trade.reverse',
  path: '/click-backhand',
  perSecond: 10,
  summary: 'Closes a position at the market and opens as much the other way; one-way mode',
  request: object({
    ...contract,
    side: optional(choice('not read: one-way mode has one position', SIDES)),
    size: optional(decimal('size of the position, base coin')),
    clientOid: optional(clientOid()),
  }),
  data: named,
  idempotent: byClientOid,
});

export const modifyOrder = mix.post('trade', {
  name: 'mix.trade.modifyOrder',
  path: '/modify-order',
  perSecond: 10,
  summary: 'Cancels an order and places another in one step; when the new one is refused, neither',
  request: object({
    ...contract,
    ...names,
    newClientOid: optional(clientOid('your own id of the new order')),
    newSize: optional(decimal('amount of the new order; absent: what remains')),
    newPrice: optional(decimal('limit price of the new order')),
    newPresetStopSurplusPrice: optional(decimal('take profit: trigger price; 0 removes it')),
    newPresetStopLossPrice: optional(decimal('stop loss: trigger price; 0 removes it')),
  }),
  data: named,
  idempotent: (request) => request.newClientOid !== undefined,
});

export const cancelOrder = mix.post('trade', {
  name: 'mix.trade.cancelOrder',
  path: '/cancel-order',
  perSecond: 10,
  summary: 'Cancels an order by orderId or clientOid',
  request: object({ ...contract, ...names }),
  data: named,
});

export const batchCancelOrders = mix.post('trade', {
  name: 'mix.trade.batchCancelOrders',
  path: '/batch-cancel-orders',
  perSecond: 10,
  summary: 'Cancels the named orders, one result an item; without a list all of the contract',
  request: object({
    ...contracts,
    orderIdList: optional(batch(object(names), BATCH_ORDERS_MAX)),
  }),
  data: batchAnswer,
});

export const cancelAllOrders = mix.post('trade', {
  name: 'mix.trade.cancelAllOrders',
  path: '/cancel-all-orders',
  perSecond: 10,
  summary: 'Cancels every open order, of a contract or of all',
  request: object({ ...contracts, ...timing }),
  data: batchAnswer,
});

const closed = {
  orderId: out.text(),
  clientOid: out.text(),
  symbol: out.text(),
};

export const closePositions = mix.post('trade', {
  name: 'mix.trade.closePositions',
  path: '/close-positions',
  perSecond: 1,
  summary: 'Closes positions at the market: one, those of a contract, or all',
  request: object({
    ...contracts,
    holdSide: optional(holdSide),
  }),
  data: object({
    successList: list(object(closed)),
    failureList: list(
      object({ ...closed, errorMsg: out.text(), errorCode: out.text(), reason: out.text() }),
    ),
  }),
});

export const orderDetail = mix.get({
  name: 'mix.trade.orderDetail',
  path: '/detail',
  perSecond: 10,
  summary: 'One order by orderId or clientOid',
  request: object({ ...contract, ...names }),
  data: object({ ...orderRow, state: out.word(ORDER_STATES, 'same as status') }),
});

export const ordersPending = mix.get({
  name: 'mix.trade.ordersPending',
  path: '/orders-pending',
  perSecond: 10,
  summary: 'Open orders, newest first',
  request: object({
    ...listFields,
    status: optional(choice('status', ['live', 'partially_filled'])),
  }),
  data: object({ entrustedList: list(object({ ...orderRow, endId })), endId }),
});

/** What made an order; those of copy trading and delivery are made by nothing here. */
const ORDER_SOURCES = [
  'profit_market',
  'profit_limit',
  'loss_market',
  'loss_limit',
  'pos_profit_market',
  'pos_profit_limit',
  'pos_loss_market',
  'pos_loss_limit',
  'liquidation',
  'trader_delegate',
  'trader_profit',
  'trader_loss',
  'trader_reverse',
  'reverse',
  'delivery_close_long',
  'delivery_close_short',
] as const;

export const ordersHistory = mix.get({
  name: 'mix.trade.ordersHistory',
  path: '/orders-history',
  perSecond: 10,
  summary: 'Orders that ended, newest first',
  request: object({
    ...listFields,
    orderSource: optional(choice('only orders that a plan or a liquidation made', ORDER_SOURCES)),
  }),
  data: object({
    entrustedList: list(
      object({
        ...orderRow,
        posAvg: out.text('average entry price of what a closing order closed'),
        endId,
      }),
    ),
    endId,
  }),
});

const fillList = {
  request: object({
    ...contracts,
    orderId: optional(id('trades of one order')),
    ...page,
  }),
  data: object({ fillList: list(object(fillRow)), endId }),
};

export const orderFills = mix.get({
  name: 'mix.trade.fills',
  path: '/fills',
  perSecond: 10,
  summary: 'Own trades of contracts, newest first',
  ...fillList,
});

export const orderFillHistory = mix.get({
  name: 'mix.trade.fillHistory',
  path: '/fill-history',
  perSecond: 10,
  summary: 'The same as fills',
  ...fillList,
});
