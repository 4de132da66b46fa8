/** What an order of a pair would be: its value and fee, and the largest that the balance allows. */

import {
  parseTruncated,
  pow10,
  rescaleFloor,
  WIDE_SCALE,
  wide,
  wideProduct,
} from '../../../data/decimal.ts';
import type { Instrument } from '../../../data/state/instruments.ts';
import { type Draft, hasPrice } from '../../desk/order-form/draft.ts';
import type { Market, OrderSums, SizeIn } from '../../desk/order-form/order-product.ts';

/** A pair, with the free balances: null until they are known, and then nothing is checked against them. */
export interface SpotMarket extends Market {
  readonly availableBase: string | null;
  readonly availableQuote: string | null;
}

/** An order as it would be. */
export interface SpotSums extends OrderSums {
  /** Quote value, wide; null while it cannot be known. */
  readonly value: bigint | null;
  /** Estimated fee (taker rate, an upper bound) in the coin that is received, wide. */
  readonly fee: bigint | null;
  readonly feeCoin: string;
}

/** True when the size field counts quote coins: buys whose price is not known beforehand. */
export function countsQuote({ side, kind, execution }: Draft): boolean {
  if (side === 'sell') return false;
  return kind === 'market' || (kind === 'trigger' && execution === 'market');
}

/** Base coins by the lot, or quote coins. */
export function sizeIn(draft: Draft, instrument: Instrument): SizeIn {
  return countsQuote(draft)
    ? { label: 'order.total', coin: instrument.quote, scale: instrument.quoteScale }
    : { label: 'order.size', coin: instrument.base, scale: instrument.sizeDigits };
}

/** The price that the order would hold money at; the last price where it has none. Wide units. */
function referencePrice(draft: Draft, market: Market): bigint {
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
 * of it is always accepted. Fees are taken from what is received and need no room. Null while balance
 * or price are not known.
 */
export function largestOf(draft: Draft, market: SpotMarket, price: bigint): bigint | null {
  const { instrument, availableBase, availableQuote } = market;
  const { scale } = sizeIn(draft, instrument);
  const sells = draft.side === 'sell';
  const funds = sells ? availableBase : availableQuote;
  if (funds === null) return null;
  const units = rescaleFloor(wide(funds), WIDE_SCALE, scale);
  if (countsQuote(draft)) return units;
  if (!sells && price <= 0n) return null;
  const most = sells ? units : (wide(funds) * pow10(scale)) / price;
  const cap = parseTruncated(instrument.maxSize, scale) ?? 0n;
  return cap > 0n && most > cap ? cap : most;
}

/** The order. @param largest units of the largest one that the account allows at a price */
export function spotSums(
  draft: Draft,
  market: Market,
  largest: (price: bigint) => bigint | null,
): SpotSums {
  const { takerFee, quote, base } = market.instrument;
  const { scale } = sizeIn(draft, market.instrument);
  const [price, size] = [referencePrice(draft, market), wide(draft.size)];
  const inQuote = countsQuote(draft);
  const buys = draft.side === 'buy';
  const priced = price > 0n;
  const coins = inQuote ? (priced ? (size * pow10(WIDE_SCALE)) / price : null) : size;
  const value = inQuote ? size : priced ? wideProduct(size, price) : null;
  const received = size > 0n && priced ? (buys ? coins : value) : null;
  return {
    units: parseTruncated(draft.size, scale) ?? 0n,
    max: largest(price),
    scale,
    coins: inQuote ? null : coins,
    value: size > 0n ? value : null,
    entry: wide(draft.price),
    fee: received === null ? null : wideProduct(received, wide(takerFee)),
    feeCoin: buys ? base : quote,
  };
}
