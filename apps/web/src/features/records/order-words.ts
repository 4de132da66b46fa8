/** Words for the kinds of orders, their time in force and why they ended. */

import type { OrderHistoryRow, OrderKindName } from '@halcyon/domain/web';
import { ORDER_KIND_LABELS } from '../../data/order-kinds.ts';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';

/** The message for a kind. */
export function kindMessage(kind: OrderKindName): MessageId {
  return ORDER_KIND_LABELS[kind];
}

/** A time in force as traders write it: "GTC"; a dash where there is none. */
export function forceText(t: Translate, force: OrderHistoryRow['force']): string {
  if (force === '') return '–';
  return force === 'post_only' ? t('order.force.post_only') : force.toUpperCase();
}

const REASONS: Readonly<Record<string, MessageId>> = {
  normal_cancel: 'reason.cancelled',
  ioc_remainder: 'reason.rest',
  fokNotFillable: 'reason.rest',
  no_liquidity: 'reason.empty',
  noLiquidity: 'reason.empty',
  stp_cancel: 'reason.self',
  replaced: 'reason.replaced',
  countdown: 'reason.countdown',
  oco_other: 'reason.other',
  price_band: 'reason.band',
  priceBandHigh: 'reason.band',
  priceBandLow: 'reason.band',
  position_reduced: 'reason.reduced',
  planSizeBeyondPosition: 'reason.reduced',
  liquidation: 'positions.by.liquidation',
  insufficientBalance: 'reason.funds',
  insufficientMargin: 'reason.funds',
  insufficient_margin: 'reason.funds',
  borrowBeyondMargin: 'reason.funds',
  priceRange: 'reason.price',
  priceStep: 'reason.price',
  triggerPriceRange: 'reason.price',
  ocoPrices: 'reason.price',
  triggerWouldFireNow: 'reason.trigger',
  postOnlyWouldTake: 'reason.taker',
  reduceOnlyNothing: 'reason.noPosition',
  positionNotFound: 'reason.noPosition',
  positionTier: 'reason.risk',
  openInterest: 'reason.risk',
  debtLimit: 'reason.risk',
  poolLimit: 'reason.risk',
  clientIdDuplicate: 'reason.taken',
  quantityStep: 'reason.size',
  quantityTooSmall: 'reason.size',
  quantityTooLarge: 'reason.size',
  notionalTooSmall: 'reason.size',
  notionalTooLarge: 'reason.size',
  instrumentReduceOnly: 'reason.closed',
  indexStale: 'reason.closed',
  instrumentHalted: 'reason.closed',
  instrumentCancelOnly: 'reason.closed',
  instrumentPostOnly: 'reason.closed',
  instrumentPaused: 'reason.closed',
  feedStale: 'reason.closed',
  openOrdersInstrument: 'reason.many',
  openOrdersAccount: 'reason.many',
  plansAccount: 'reason.many',
};

/** Why an order ended; a dash where it ended as it was meant to. */
export function reasonText(t: Translate, reason: string): string {
  if (reason === '') return '–';
  const known = REASONS[reason];
  return known === undefined ? t('reason.refused', { name: reason }) : t(known);
}
