/** Routes of parent orders: one order of its owner, many in the book. */
import { SCALED_ORDERS_MAX, SCALED_ORDERS_MIN } from '@halcyon/domain';
import {
  choice,
  clientOid,
  decimal,
  list,
  object,
  optional,
  out,
  symbol,
  whole,
} from '../schema/fields.ts';
import { areaSpecs } from './spec.ts';
import { byClientOid, named, names, page, stpMode } from './trade-fields.ts';
import { PARENT_STATES, PARENT_TYPES, SIDES, STP_MODES } from './words.ts';

const parents = areaSpecs('Spot parent orders', '/api/v2/spot/trade');

const CHILD_FORCES = ['gtc', 'post_only'] as const;

const ownTerms = {
  endPrice: optional(decimal('scaled: limit price of the last order')),
  count: optional(whole('scaled: how many orders', SCALED_ORDERS_MIN, SCALED_ORDERS_MAX, 'orders')),
  displaySize: optional(decimal('iceberg: base amount that is shown at a time')),
};

export const placeParentOrder = parents.post('trade', {
  name: 'spot.trade.placeParentOrder',
  path: '/place-parent-order',
  perSecond: 5,
  summary:
    'Limit orders of equal size at equal distances (scaled), or one shown in parts (iceberg)',
  request: object({
    symbol: symbol(),
    side: choice('side', SIDES),
    parentType: choice('kind', PARENT_TYPES),
    size: decimal('base amount of all of it'),
    price: decimal('limit price; of a scaled order: of its first order'),
    ...ownTerms,
    force: optional(choice('time in force of its orders; absent: gtc', CHILD_FORCES)),
    clientOid: optional(clientOid()),
    stpMode,
  }),
  data: named,
  idempotent: byClientOid,
});

export const modifyParentOrder = parents.post('trade', {
  name: 'spot.trade.modifyParentOrder',
  path: '/modify-parent-order',
  perSecond: 5,
  summary: 'Changes a parent order: its orders end, and what is left of it is placed anew',
  request: object({
    ...names,
    size: optional(decimal('base amount of all of it, with what has traded')),
    price: optional(decimal('limit price; of a scaled order: of its first order')),
    ...ownTerms,
  }),
  data: named,
});

export const pauseParentOrder = parents.post('trade', {
  name: 'spot.trade.pauseParentOrder',
  path: '/pause-parent-order',
  perSecond: 20,
  summary: 'Takes the orders of a parent order out of the book until it is resumed',
  request: object(names),
  data: named,
});

export const resumeParentOrder = parents.post('trade', {
  name: 'spot.trade.resumeParentOrder',
  path: '/resume-parent-order',
  perSecond: 20,
  summary: 'Places what is left of a paused parent order',
  request: object(names),
  data: named,
});

export const cancelParentOrder = parents.post('trade', {
  name: 'spot.trade.cancelParentOrder',
  path: '/cancel-parent-order',
  perSecond: 20,
  summary: 'Ends a parent order and cancels its orders',
  request: object(names),
  data: named,
});

const parentRow = object({
  orderId: out.text(),
  clientOid: out.text('orders of it: clientOid is this orderId, # and a number'),
  symbol: out.text(),
  side: out.word(SIDES),
  parentType: out.word(PARENT_TYPES),
  size: out.amount(),
  price: out.amount(),
  endPrice: out.text('scaled; else empty'),
  count: out.text('scaled; else empty'),
  displaySize: out.text('iceberg; else empty'),
  force: out.word(CHILD_FORCES),
  stpMode: out.word(STP_MODES),
  status: out.word(PARENT_STATES),
  reason: optional(out.text('of status paused: name of the error that paused it; absent: you did')),
  errorCode: optional(out.text('code of that error')),
  baseVolume: out.amount('what its orders traded'),
  cTime: out.millis(),
  uTime: out.millis(),
});
const parentPage = object({
  nextFlag: out.flag(),
  idLessThan: out.text(),
  orderList: list(parentRow),
});
const parentList = object({ symbol: optional(symbol()), ...page });

export const currentParentOrder = parents.get({
  name: 'spot.trade.currentParentOrder',
  path: '/current-parent-order',
  perSecond: 20,
  summary: 'Parent orders that work or are paused, newest first',
  request: parentList,
  data: parentPage,
});

export const historyParentOrder = parents.get({
  name: 'spot.trade.historyParentOrder',
  path: '/history-parent-order',
  perSecond: 20,
  summary: 'Parent orders that ended, newest first',
  request: parentList,
  data: parentPage,
});
