/** The largest order that the balance allows, and the size that a percentage of it means. */

import {
  floorToStep,
  parseTruncated,
  pow10,
  rescaleFloor,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
} from '../../../data/decimal.ts';
import { type Draft, hasPrice } from './draft.ts';
import { countsQuote, type Market } from './market.ts';

/** Decimals of the size field: the lot's, or the quote's where the size counts quote coins. */
export function sizeScale(draft: Draft, market: Market): number {
  const { instrument } = market;
  return countsQuote(draft) ? instrument.quoteScale : instrument.sizeDigits;
}

/** The price that the order would hold money at; the last price where it has none. Wide units. */
export function referencePrice(draft: Draft, market: Market): bigint {
  if (hasPrice(draft)) {
    const limit = wide(draft.price);
    // An OCO holds for the dearer of its two halves.
    const stop = draft.execution === 'limit' ? wide(draft.stopPrice) : wide(draft.trigger);
    return draft.kind === 'oco' && stop > limit ? stop : limit;
  }
  return wide(market.last);
}

/**
 * Units (at the size field's scale) that the balance allows, floored to the lot, so that the whole
 * of it is always accepted. Fees are taken from what is received and need no room. Null while the
 * balance is not known.
 */
export function maxSize(draft: Draft, market: Market): bigint | null {
  if (market.maxOf !== undefined) return market.maxOf(draft);
  const { instrument, availableBase, availableQuote } = market;
  const scale = sizeScale(draft, market);
  const cap = parseTruncated(instrument.maxSize, instrument.sizeDigits) ?? 0n;
  if (draft.side === 'sell') {
    if (availableBase === null) return null;
    const units = parseTruncated(availableBase, scale) ?? 0n;
    return cap > 0n && units > cap ? cap : units;
  }
  if (availableQuote === null) return null;
  const funds = wide(availableQuote);
  if (countsQuote(draft)) return rescaleFloor(funds, WIDE_SCALE, scale);
  const price = referencePrice(draft, market);
  if (price <= 0n) return 0n;
  const units = (funds * pow10(scale)) / price;
  return cap > 0n && units > cap ? cap : units;
}

/** The size text for `percent` (0..100, whole) of the largest order; empty for nothing. */
export function sizeOfPercent(draft: Draft, market: Market, percent: number): string {
  const units = ((maxSize(draft, market) ?? 0n) * BigInt(Math.round(percent))) / 100n;
  const floored = floorToStep(units, 1n);
  return floored <= 0n ? '' : trimZeros(toText(floored, sizeScale(draft, market)));
}

/** The percentage (0..100) of the largest order that the typed size is, to the nearest whole one. */
export function percentOfSize(draft: Draft, market: Market): number {
  const max = maxSize(draft, market) ?? 0n;
  const units = parseTruncated(draft.size, sizeScale(draft, market)) ?? 0n;
  if (max <= 0n || units <= 0n) return 0;
  const percent = Number((units * 200n + max) / (max * 2n));
  return Math.min(100, percent);
}
