/** Fields that trading routes share. */
import {
  choice,
  clientOid,
  id,
  list,
  object,
  optional,
  out,
  time,
  whole,
} from '../schema/fields.ts';

export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['limit', 'market'] as const;
export const FORCES = ['gtc', 'post_only', 'fok', 'ioc'] as const;
const STP_MODES = ['none', 'cancel_taker', 'cancel_maker', 'cancel_both'] as const;

export const stpMode = optional(choice('self-trade prevention; absent: none', STP_MODES));

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

/** The order that a plan became: one row, or none. */
export const planSubOrders = list(
  object({
    orderId: out.text(),
    price: out.amount(),
    type: out.text(),
    status: out.text(),
  }),
);
