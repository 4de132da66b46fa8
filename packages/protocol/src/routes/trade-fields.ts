/** Fields that routes of trading and of accounts share. */
import {
  choice,
  clientOid,
  decimal,
  id,
  list,
  object,
  optional,
  out,
  rows,
  time,
  whole,
} from '../schema/fields.ts';
import { RefusedItem } from '../schema/refused-item.ts';
import { FORCES, ORDER_STATES, ORDER_TYPES, STP_MODES } from './words.ts';

export const orderType = choice('order type', ORDER_TYPES);
export const stpMode = optional(choice('self-trade prevention; absent: none', STP_MODES));

/** The terms of an order, whatever it trades. @param size what is said of its size */
export function orderTerms(size: string) {
  return {
    orderType,
    force: optional(choice('time in force of a limit order; absent: gtc', FORCES)),
    price: optional(decimal('limit price')),
    size: decimal(size),
    clientOid: optional(clientOid()),
  };
}

interface OwnName {
  readonly clientOid?: string;
}

/** Whether the exchange would know the request again by the caller's own id. */
export function byClientOid({ clientOid: own }: OwnName): boolean {
  return own !== undefined;
}

/** Whether it would know each item of a list again. */
export function eachByClientOid(request: {
  readonly orderList: readonly (OwnName | RefusedItem)[];
}): boolean {
  return request.orderList.every((item) => item instanceof RefusedItem || byClientOid(item));
}

/** How old a request may be. */
export const timing = {
  requestTime: optional(time('when the request was made, ms')),
  receiveWindow: optional(
    whole('ms that requestTime may lie back, below 60000', 1, 9_999_999_999_999, 'ms'),
  ),
};

/** An order by either of its ids. */
export const names = { orderId: optional(id('the order')), clientOid: optional(clientOid()) };

/** The part of a list that is wanted. */
export const page = {
  startTime: optional(time('from, ms')),
  endTime: optional(time('until, ms')),
  idLessThan: optional(id('only rows before this one')),
  limit: optional(rows()),
};

export const named = object({ orderId: out.text(), clientOid: out.text() });
const failure = object({
  orderId: out.text(),
  clientOid: out.text(),
  errorMsg: out.text(),
  errorCode: out.text(),
  reason: out.text('name of the error'),
  index: out.text('place of the item in the request, from 0'),
});
export const batchAnswer = object({ successList: list(named), failureList: list(failure) });

/** What a fill cost. */
export const feeDetail = object({
  deduction: out.word(['no']),
  feeCoin: out.text(),
  totalDeductionFee: out.text(),
  totalFee: out.amount('negative when paid'),
});

/** What the order filled that a plan became; that order's clientOid is the plan's orderId. */
export const filledOfPlan = {
  executeOrderId: out.text('order it became, whose clientOid is orderId of the plan; empty: none'),
  priceAvg: out.amount('average fill price of that order; 0: nothing filled'),
  baseVolume: out.amount('what that order filled'),
};

/** The order that a plan became: one row, or none. */
export const planSubOrders = list(
  object({
    orderId: out.text(),
    price: out.amount(),
    type: out.word(ORDER_TYPES),
    status: out.word(ORDER_STATES),
  }),
);
