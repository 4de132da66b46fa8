/** Words for the kinds of orders, their time in force and why they ended. */

import type { OrderHistoryRow, OrderKindName } from '@halcyon/domain/web';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';

const KINDS: Readonly<Record<OrderKindName, MessageId>> = {
  limit: 'order.kind.limit',
  market: 'order.kind.market',
  trigger: 'order.kind.trigger',
  takeProfit: 'order.takeProfit',
  stopLoss: 'order.stopLoss',
  oco: 'order.kind.oco',
  trailing: 'order.kind.trailing',
};

/** The message for a kind. */
export function kindMessage(kind: OrderKindName): MessageId {
  return KINDS[kind];
}

/** A time in force as traders write it: "GTC"; a dash where there is none. */
export function forceText(t: Translate, force: OrderHistoryRow['force']): string {
  if (force === '') return '–';
  return force === 'post_only' ? t('order.force.post_only') : force.toUpperCase();
}

/** What pages say, with the names that the API has for it. */
const REASONS: readonly (readonly [message: MessageId, names: string])[] = [
  ['reason.cancelled', 'normal_cancel'],
  ['reason.rest', 'ioc_remainder fokNotFillable'],
  ['reason.empty', 'no_liquidity noLiquidity'],
  ['reason.self', 'stp_cancel'],
  ['reason.replaced', 'replaced'],
  ['reason.countdown', 'countdown'],
  ['reason.other', 'oco_other'],
  ['reason.band', 'price_band priceBandHigh priceBandLow'],
  ['reason.reduced', 'position_reduced planSizeBeyondPosition'],
  ['positions.by.liquidation', 'liquidation'],
  ['reason.funds', 'insufficientBalance insufficientMargin borrowBeyondMargin'],
  ['reason.price', 'priceRange priceStep triggerPriceRange ocoPrices'],
  ['reason.trigger', 'triggerWouldFireNow'],
  ['reason.taker', 'postOnlyWouldTake'],
  ['reason.noPosition', 'reduceOnlyNothing positionNotFound'],
  ['reason.risk', 'positionTier openInterest debtLimit poolLimit'],
  ['reason.taken', 'clientIdDuplicate'],
  [
    'reason.size',
    'quantityStep quantityTooSmall quantityTooLarge notionalTooSmall notionalTooLarge',
  ],
  [
    'reason.closed',
    'instrumentReduceOnly indexStale instrumentHalted instrumentCancelOnly instrumentPostOnly instrumentPaused feedStale',
  ],
  ['reason.many', 'openOrdersInstrument openOrdersAccount plansAccount'],
];

/** Why an order ended; a dash where it ended as it was meant to. */
export function reasonText(t: Translate, reason: string): string {
  if (reason === '') return '–';
  const known = REASONS.find(([, names]) => names.split(' ').includes(reason));
  return known === undefined ? t('reason.refused', { name: reason }) : t(known[0]);
}
