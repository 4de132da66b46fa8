/** Routes of plan orders: orders that wait for a price. */
import { BATCH_ORDERS_MAX } from '@halcyon/domain';
import {
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
import { areaSpecs } from './spec.ts';
import { planRow } from './spot-rows.ts';
import {
  batchAnswer,
  byClientOid,
  filledOfPlan,
  named,
  names,
  page,
  planSubOrders,
  stpMode,
} from './trade-fields.ts';
import { ORDER_TYPES, PLACED_SPOT_PLANS, SIDES, SUCCESS } from './words.ts';

const plans = areaSpecs('Spot plan orders', '/api/v2/spot/trade');

/** Of those that there are, what an order of a pair can watch. */
const WATCHED = ['fill_price', 'mark_price'] as const;

const planFields = {
  triggerPrice: decimal('price that sets it off; of a trailing stop: from when it follows'),
  orderType: choice('order it becomes', ORDER_TYPES),
  executePrice: optional(decimal('limit price of the order it becomes')),
  size: decimal('amount: planType total: quote, else base'),
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
    planType: optional(choice('what size counts, or a trailing stop', PLACED_SPOT_PLANS)),
    triggerType: optional(choice('price that is watched', WATCHED)),
    callbackRatio: optional(decimal('trailing stop: percent it may come back')),
    clientOid: optional(clientOid()),
    stpMode,
  }),
  data: named,
  idempotent: byClientOid,
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
  data: object({ result: out.word(SUCCESS) }),
});

export const batchCancelPlanOrder = plans.post('trade', {
  name: 'spot.trade.batchCancelPlanOrder',
  path: '/batch-cancel-plan-order',
  perSecond: 5,
  summary: 'Cancels the waiting plan orders of the named instruments, or of all',
  request: object({ symbolList: optional(list(symbol(), { maxItems: BATCH_ORDERS_MAX })) }),
  data: batchAnswer,
});

const pageEnd = { nextFlag: out.flag(), idLessThan: out.text() };
const planList = {
  symbol: optional(symbol()),
  ...page,
};

export const currentPlanOrder = plans.get({
  name: 'spot.trade.currentPlanOrder',
  path: '/current-plan-order',
  perSecond: 20,
  summary: 'Plan orders that wait, newest first',
  request: object(planList),
  data: object({ ...pageEnd, orderList: list(object(planRow)) }),
});

export const historyPlanOrder = plans.get({
  name: 'spot.trade.historyPlanOrder',
  path: '/history-plan-order',
  perSecond: 20,
  summary: 'Plan orders that ended, newest first, with what their orders filled',
  request: object(planList),
  data: object({ ...pageEnd, orderList: list(object({ ...planRow, ...filledOfPlan })) }),
});

export const planSubOrder = plans.get({
  name: 'spot.trade.planSubOrder',
  path: '/plan-sub-order',
  perSecond: 20,
  summary: 'The order that a plan order became',
  request: object({ planOrderId: id('the plan order') }),
  data: planSubOrders,
});
