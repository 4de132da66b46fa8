/** Routes: trigger orders, take profit and stop loss of contracts. */
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
import { planRow } from './mix-rows.ts';
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
  filledOfPlan,
  named,
  names,
  planSubOrders,
  stpMode,
} from './trade-fields.ts';
import { contractPlansOf, ORDER_TYPES, TRIGGER_TYPES } from './words.ts';

const plans = areaSpecs('Futures plan orders', '/api/v2/mix/order');

const KINDS = contractPlansOf('place-plan-order');
const TPSL_KINDS = contractPlansOf('place-tpsl-order');

const triggerType = optional(
  choice('price that is watched; absent: fill_price, the last', TRIGGER_TYPES),
);
const price = (description: string) => optional(decimal(description));

/** What is attached to the order that a plan becomes. @param clears how a trigger of 0 is read */
function attached(clears: string) {
  return {
    profitTrigger: price(`take profit of that order: trigger price${clears}`),
    profitExecute: price('take profit of that order: limit price; absent or 0: market'),
    lossTrigger: price(`stop loss of that order: trigger price${clears}`),
    lossExecute: price('stop loss of that order: limit price; absent or 0: market'),
  };
}
const placed = attached('');
const changed = attached('; 0 removes it');

export const placePlanOrder = plans.post('trade', {
  name: 'mix.plan.placePlanOrder',
  path: '/place-plan-order',
  perSecond: 10,
  summary: 'An order that waits for a price; planType track_plan is a trailing stop',
  request: object({
    ...contract,
    marginMode,
    planType: optional(choice('trigger order, or trailing stop', KINDS)),
    ...direction,
    size: decimal('amount, base coin'),
    triggerPrice: price('price that sets it off; of a trailing stop: from when it follows'),
    triggerType,
    orderType: optional(choice('order it becomes; absent: market', ORDER_TYPES)),
    price: price('limit price of the order it becomes'),
    executePrice: price('the same, as some clients name it; counts before price'),
    callbackRatio: price('trailing stop: percent it may come back'),
    stopSurplusTriggerPrice: placed.profitTrigger,
    stopSurplusExecutePrice: placed.profitExecute,
    stopSurplusTriggerType: triggerType,
    stopLossTriggerPrice: placed.lossTrigger,
    stopLossExecutePrice: placed.lossExecute,
    stopLossTriggerType: triggerType,
    clientOid: optional(clientOid()),
    stpMode,
  }),
  data: named,
  idempotent: byClientOid,
});

export const placeTpslOrder = plans.post('trade', {
  name: 'mix.plan.placeTpslOrder',
  path: '/place-tpsl-order',
  perSecond: 10,
  summary:
    'Take profit or stop loss of a position, which ends with it; moving_plan trails the price',
  request: object({
    ...contract,
    planType: choice('profit or loss; pos_… may be for the whole position', TPSL_KINDS),
    holdSide,
    triggerPrice: price('price that sets it off; of moving_plan: from when it follows'),
    triggerType,
    executePrice: price('limit price of the order it becomes; absent or 0: market'),
    size: price('amount, base coin; absent with pos_profit and pos_loss: all of the position'),
    rangeRate: price('moving_plan: percent it may come back'),
    clientOid: optional(clientOid()),
    stpMode,
  }),
  data: named,
  idempotent: byClientOid,
});

export const placePositionTpsl = plans.post('trade', {
  name: 'mix.plan.placePositionTpsl',
  path: '/place-pos-tpsl',
  perSecond: 10,
  summary: 'Take profit and stop loss of a position; when one is refused, neither is placed',
  request: object({
    ...contract,
    holdSide,
    stopSurplusTriggerPrice: price('take profit: trigger price'),
    stopSurplusSize: price('take profit: base amount; absent: all of the position'),
    stopSurplusTriggerType: triggerType,
    stopSurplusExecutePrice: price('take profit: limit price; absent or 0: market'),
    stopSurplusClientOid: optional(clientOid('your own id of the take profit')),
    stopLossTriggerPrice: price('stop loss: trigger price'),
    stopLossSize: price('stop loss: base amount; absent: all of the position'),
    stopLossTriggerType: triggerType,
    stopLossExecutePrice: price('stop loss: limit price; absent or 0: market'),
    stopLossClientOid: optional(clientOid('your own id of the stop loss')),
    stpMode,
  }),
  data: list(
    object({
      orderId: out.text(),
      stopSurplusClientOid: out.text(),
      stopLossClientOid: out.text(),
    }),
  ),
});

export const modifyPlanOrder = plans.post('trade', {
  name: 'mix.plan.modifyPlanOrder',
  path: '/modify-plan-order',
  perSecond: 10,
  summary: 'Changes a plan order that waits; what is left out stays',
  request: object({
    ...contracts,
    ...names,
    newSize: price('amount, base coin'),
    newPrice: price('limit price of the order it becomes; 0: market'),
    newTriggerPrice: price('price that sets it off'),
    newTriggerType: optional(choice('price that is watched', TRIGGER_TYPES)),
    newCallbackRatio: price('trailing stop: percent it may come back'),
    newStopSurplusTriggerPrice: changed.profitTrigger,
    newStopSurplusExecutePrice: changed.profitExecute,
    newStopSurplusTriggerType: optional(choice('price that is watched', TRIGGER_TYPES)),
    newStopLossTriggerPrice: changed.lossTrigger,
    newStopLossExecutePrice: changed.lossExecute,
    newStopLossTriggerType: optional(choice('price that is watched', TRIGGER_TYPES)),
  }),
  data: named,
});

export const modifyTpslOrder = plans.post('trade', {
  name: 'mix.plan.modifyTpslOrder',
  path: '/modify-tpsl-order',
  perSecond: 10,
  summary: 'Changes a take profit or stop loss that waits; what is left out stays',
  request: object({
    ...contract,
    ...names,
    triggerPrice: price('price that sets it off'),
    triggerType: optional(choice('price that is watched', TRIGGER_TYPES)),
    executePrice: price('limit price of the order it becomes; 0: market'),
    size: price('amount, base coin'),
    rangeRate: price('moving_plan: percent it may come back'),
  }),
  data: named,
});

export const cancelPlanOrder = plans.post('trade', {
  name: 'mix.plan.cancelPlanOrder',
  path: '/cancel-plan-order',
  perSecond: 10,
  summary: 'Cancels the named plan orders, one result an item; without a list all of a kind',
  request: object({
    ...contracts,
    orderIdList: optional(batch(object(names), BATCH_ORDERS_MAX)),
    planType: optional(
      choice('without a list: only those of a kind', [...KINDS, 'profit_loss', ...TPSL_KINDS]),
    ),
  }),
  data: batchAnswer,
});

export const planSubOrder = plans.get({
  name: 'mix.plan.planSubOrder',
  path: '/plan-sub-order',
  perSecond: 10,
  summary: 'The order that a plan order became',
  request: object({
    productType: contract.productType,
    planType: optional(choice('not read: the id says it', [...KINDS, 'profit_loss'])),
    planOrderId: id('the plan order'),
  }),
  data: planSubOrders,
});

const planFields = {
  ...listFields,
  planType: choice('trigger orders, trailing stops, or take profits and stop losses', [
    ...KINDS,
    'profit_loss',
    ...TPSL_KINDS,
  ]),
};

export const plansPending = plans.get({
  name: 'mix.plan.plansPending',
  path: '/orders-plan-pending',
  perSecond: 10,
  summary: 'Plan orders that wait, newest first',
  request: object(planFields),
  data: object({ entrustedList: list(object(planRow)), endId }),
});

export const plansHistory = plans.get({
  name: 'mix.plan.plansHistory',
  path: '/orders-plan-history',
  perSecond: 10,
  summary: 'Plan orders that ended, newest first',
  request: object({
    ...planFields,
    planStatus: optional(
      choice('only those that ended so', ['executed', 'fail_execute', 'fail_trigger', 'cancelled']),
    ),
  }),
  data: object({
    entrustedList: list(
      object({
        ...planRow,
        ...filledOfPlan,
        reason: optional(out.text('of fail_execute: name of the error that refused the order')),
        errorCode: optional(out.text('of fail_execute: code of that error')),
      }),
    ),
    endId,
  }),
});
