/** Routes of parent orders: one order of its owner, many in the book. */

import { SCALED_ORDERS_MIN, TWAP_MS_MAX, TWAP_MS_MIN, TWAP_SLICES_MAX } from '@halcyon/domain';
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
import { parentRow } from './spot-rows.ts';
import { byClientOid, named, names, page, stpMode } from './trade-fields.ts';
import { CHILD_FORCES, PARENT_TYPES, SIDES } from './words.ts';

const parents = areaSpecs('Spot parent orders', '/api/v2/spot/trade');

const price = optional(
  decimal('limit price; scaled: of its first order; twap: absent where the band is its bound'),
);
const slippage = optional(
  decimal('twap: percent that a slice may trade beyond the best price; absent: up to the limit'),
);
const ownTerms = {
  endPrice: optional(decimal('scaled: limit price of the last order')),
  count: optional(
    whole(
      'scaled: how many orders, twap: how many slices',
      SCALED_ORDERS_MIN,
      TWAP_SLICES_MAX,
      'orders',
    ),
  ),
  displaySize: optional(decimal('iceberg: base amount that is shown at a time')),
};

export const placeParentOrder = parents.post('trade', {
  name: 'spot.trade.placeParentOrder',
  path: '/place-parent-order',
  perSecond: 5,
  summary:
    'Limit orders at equal distances (scaled), one shown in parts (iceberg), equal parts at equal times (twap), or a post-only order that stays at the best price of others (chase)',
  request: object({
    symbol: symbol(),
    side: choice('side', SIDES),
    parentType: choice('kind', PARENT_TYPES),
    size: decimal('base amount of all of it'),
    price,
    ...ownTerms,
    duration: optional(
      whole('twap: how long it works', TWAP_MS_MIN / 1_000, TWAP_MS_MAX / 1_000, 's'),
    ),
    slippage,
    force: optional(
      choice(
        'time in force of its orders; absent: gtc, of twap ioc, of chase post_only',
        CHILD_FORCES,
      ),
    ),
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
    price,
    ...ownTerms,
    slippage,
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

const parentPage = object({
  nextFlag: out.flag(),
  idLessThan: out.text(),
  orderList: list(object(parentRow)),
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
