/** What an order of a pair would be: its value and fee, and the largest that the balance allows. */

import {
  parseTruncated,
  pow10,
  rescaleFloor,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
  wideProduct,
} from '../../../data/decimal.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { hasPrice, type OrderDraft, type SizeUnit } from '../../desk/order-form/draft.ts';
import type { FormMarket, OrderSums, SizeIn } from '../../desk/order-form/order-product.ts';

/** A pair, with the free balances: null until they are known, and then nothing is checked against them. */
export interface SpotMarket extends FormMarket {
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
export function countsQuote({ side, kind, execution }: OrderDraft): boolean {
  if (side === 'sell') return false;
  return kind === 'market' || (kind === 'trigger' && execution === 'market');
}

/** True when the size field counts what the order is worth at its own price. */
function isValued(draft: OrderDraft): boolean {
  return draft.unit === 'value' && hasPrice(draft);
}

/** What the size may be counted in. */
export function unitsOf(draft: OrderDraft): readonly SizeUnit[] {
  return hasPrice(draft) ? ['coin', 'value'] : [];
}

/** Base coins by the lot, or quote coins. */
export function sizeIn(draft: OrderDraft, instrument: InstrumentInfo): SizeIn {
  return countsQuote(draft) || isValued(draft)
    ? { label: 'order.total', coin: instrument.quote, scale: instrument.quoteScale }
    : { label: 'order.size', coin: instrument.base, scale: instrument.sizeDigits };
}

/** The price that the order would hold money at; the last price where it has none. Wide units. */
function referencePrice(draft: OrderDraft, market: FormMarket): bigint {
  if (hasPrice(draft)) {
    const limit = wide(draft.price);
    // An OCO holds for the dearer of its two halves.
    const stop = draft.execution === 'limit' ? wide(draft.stopPrice) : wide(draft.trigger);
    return draft.kind === 'oco' && stop > limit ? stop : limit;
  }
  return wide(market.last);
}

/** The draft as it is sent: a size that was typed as a value is one of base coins, down to the lot. */
export function inCoins(draft: OrderDraft, market: FormMarket): OrderDraft {
  if (!isValued(draft)) return draft;
  const { sizeDigits } = market.instrument;
  const price = referencePrice(draft, market);
  const lots = price > 0n ? (wide(draft.size) * pow10(sizeDigits)) / price : 0n;
  return { ...draft, unit: 'coin', size: lots > 0n ? trimZeros(toText(lots, sizeDigits)) : '' };
}

/**
 * Units (at the size field's scale) that the balance allows, floored to the lot, so that the whole
 * of it is always accepted. Fees are taken from what is received and need no room. Null while balance
 * or price are not known.
 */
export function largestOf(draft: OrderDraft, market: SpotMarket, price: bigint): bigint | null {
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

/** The quote coins that so many coins are worth at a price, up: its coins are as many again. */
function valueUp(coins: bigint, sizeDigits: number, price: bigint, scale: number): bigint {
  const unit = pow10(WIDE_SCALE + sizeDigits - scale);
  return (coins * price + unit - 1n) / unit;
}

/** The order. @param largest units of the largest one that the account allows, of a draft that counts no value */
export function spotSums(
  typed: OrderDraft,
  market: FormMarket,
  largest: (draft: OrderDraft, price: bigint) => bigint | null,
): SpotSums {
  const { takerFee, quote, base, sizeDigits } = market.instrument;
  const { scale } = sizeIn(typed, market.instrument);
  const draft = inCoins(typed, market);
  const [price, size] = [referencePrice(draft, market), wide(draft.size)];
  const most = largest(draft, price);
  const inQuote = countsQuote(draft);
  const buys = draft.side === 'buy';
  const priced = price > 0n;
  const coins = inQuote ? (priced ? (size * pow10(WIDE_SCALE)) / price : null) : size;
  const value = inQuote ? size : priced ? wideProduct(size, price) : null;
  const received = size > 0n && priced ? (buys ? coins : value) : null;
  return {
    units: parseTruncated(typed.size, scale) ?? 0n,
    max: most !== null && isValued(typed) ? valueUp(most, sizeDigits, price, scale) : most,
    scale,
    counts: typed.unit,
    coins: inQuote || (isValued(typed) && !priced) ? null : coins,
    value: size > 0n ? value : null,
    entry: wide(draft.price),
    fee: received === null ? null : wideProduct(received, wide(takerFee)),
    feeCoin: buys ? base : quote,
  };
}
