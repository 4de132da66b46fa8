/**
 * The checks that the engine makes, made before sending: tick, lot, least and greatest quantity,
 * least value, price band against the last price, balance. The engine still decides.
 */

import { checkAmount } from '../../../data/amount-check.ts';
import {
  mulDivFloor,
  parseExact,
  parseTruncated,
  pow10,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
  wideProduct,
} from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import type { Instrument } from '../../../data/state/instruments.ts';
import type { FieldIssue as Issue } from '../../../platform/locale/field-issue.ts';
import { type Draft, type DraftField, hasPrice, hasTrigger } from './draft.ts';
import { countsQuote, type Market } from './market.ts';
import { maxSize, referencePrice, sizeScale } from './order-limits.ts';

/** Errors by field; empty when the order may be sent. */
export type Issues = Partial<Record<DraftField, Issue>>;

/** Figures shown under the form, wide units. */
export interface Preview {
  /** Quote value of the order; null while it cannot be known. */
  readonly value: bigint | null;
  /** Estimated fee (taker rate, an upper bound) in the coin that is received. */
  readonly fee: bigint | null;
  readonly feeCoin: string;
}

/** The engine's range of trailing distances: 0.01 % to 50 %, in ten-thousandths of a percent. */
const CALLBACK_MIN = 100n;
const CALLBACK_MAX = 500_000n;

/** All errors of a draft. `complete` also reports empty fields (on submit). */
export function checkDraft(draft: Draft, market: Market, complete: boolean): Issues {
  const issues: Issues = {};
  const { instrument } = market;
  if (hasPrice(draft)) put(issues, 'price', checkPrice(draft.price, instrument, complete));
  if (hasTrigger(draft)) put(issues, 'trigger', checkPrice(draft.trigger, instrument, complete));
  if (draft.kind === 'oco' && draft.execution === 'limit') {
    put(issues, 'stopPrice', checkPrice(draft.stopPrice, instrument, complete));
  }
  if (draft.kind === 'trailing') put(issues, 'callback', checkCallback(draft.callback, complete));
  if (issues.price === undefined && (draft.kind === 'limit' || draft.kind === 'oco')) {
    put(issues, 'price', checkBand(draft, market));
  }
  if (draft.kind === 'oco') put(issues, 'trigger', issues.trigger ?? checkOco(draft, market));
  put(issues, 'size', checkSize(draft, market, complete));
  if (draft.attach && draft.kind === 'limit') {
    put(issues, 'takeProfit', checkAttached(draft, market, 'takeProfit'));
    put(issues, 'stopLoss', checkAttached(draft, market, 'stopLoss'));
  }
  return issues;
}

function put(issues: Issues, field: DraftField, issue: Issue | null): void {
  if (issue !== null) issues[field] = issue;
}

/** The error of an empty field, where that is one. */
export function required(text: string, complete: boolean): Issue | null {
  return text === '' && complete ? { id: 'form.required' } : null;
}

/** A price lies on the price step and above zero. */
export function checkPrice(
  text: string,
  { priceDigits }: Instrument,
  complete: boolean,
): Issue | null {
  if (text === '') return required(text, complete);
  const step = { step: stepText(priceDigits) };
  return checkAmount(text, priceDigits, { id: 'check.priceStep', values: step });
}

/** A size lies on the size step and above zero. */
export function checkSizeText(text: string, scale: number): Issue | null {
  return checkAmount(text, scale, { id: 'check.sizeStep', values: { step: stepText(scale) } });
}

/** One step of a number of decimals. */
export function stepText(scale: number): string {
  return trimZeros(toText(1n, scale));
}

function checkBand({ side, price }: Draft, { last, instrument }: Market): Issue | null {
  const limit = bandLimit(side, price, last, instrument);
  if (limit === null) return null;
  return { id: side === 'buy' ? 'check.bandHigh' : 'check.bandLow', values: { limit } };
}

/**
 * The limit that a price is beyond, as text; null where it is within, or nothing is known.
 * @param around the price that the band is around
 */
export function bandLimit(
  side: 'buy' | 'sell',
  price: string,
  around: string,
  { buyBand, sellBand, priceScale }: Instrument,
): string | null {
  const [middle, units] = [wide(around), wide(price)];
  const ratio = wide(side === 'buy' ? buyBand : sellBand);
  if (middle <= 0n || units <= 0n || ratio <= 0n) return null;
  const one = pow10(WIDE_SCALE);
  const limit = mulDivFloor(middle, side === 'buy' ? one + ratio : one - ratio, one);
  if (side === 'buy' ? units <= limit : units >= limit) return null;
  return grouped(toText(limit / pow10(WIDE_SCALE - priceScale), priceScale));
}

/** A trailing distance is in the engine's range. */
export function checkCallback(text: string, complete: boolean): Issue | null {
  if (text === '') return required(text, complete);
  const percent = parseTruncated(text, 4);
  if (percent === null) return { id: 'check.number' };
  const inRange = percent >= CALLBACK_MIN && percent <= CALLBACK_MAX;
  return inRange ? null : { id: 'check.callback', values: { min: '0.01', max: '50' } };
}

/** A sell takes profit above the last price and stops below it; a buy the other way round. */
function checkOco(draft: Draft, market: Market): Issue | null {
  const [price, trigger, last] = [wide(draft.price), wide(draft.trigger), wide(market.last)];
  if (price <= 0n || trigger <= 0n || last <= 0n) return null;
  const right =
    draft.side === 'sell' ? price > last && trigger < last : price < last && trigger > last;
  if (right) return null;
  return { id: draft.side === 'sell' ? 'check.ocoSell' : 'check.ocoBuy' };
}

function checkSize(draft: Draft, market: Market, complete: boolean): Issue | null {
  if (draft.size === '') return required(draft.size, complete);
  const scale = sizeScale(draft, market);
  const wrong = checkSizeText(draft.size, scale);
  if (wrong !== null) return wrong;
  const units = parseExact(draft.size, scale) ?? 0n;
  return checkQuantity(draft, market, units) ?? checkFunds(draft, market, units);
}

function checkQuantity(draft: Draft, market: Market, units: bigint): Issue | null {
  const { instrument } = market;
  const scale = instrument.sizeDigits;
  const { base, quote } = instrument;
  if (!countsQuote(draft)) {
    const min = parseTruncated(instrument.minSize, scale) ?? 0n;
    const max = parseTruncated(instrument.maxSize, scale) ?? 0n;
    const text = (limit: string) => grouped(trimZeros(limit));
    if (units < min) {
      return { id: 'check.minSize', values: { limit: text(instrument.minSize), coin: base } };
    }
    if (max > 0n && units > max) {
      return { id: 'check.maxSize', values: { limit: text(instrument.maxSize), coin: base } };
    }
  }
  const value = previewOf(draft, market).value;
  const least = wide(instrument.minNotional);
  if (value !== null && value < least) {
    const limit = grouped(trimZeros(instrument.minNotional));
    return { id: 'check.minValue', values: { limit, coin: quote } };
  }
  return null;
}

function checkFunds(draft: Draft, market: Market, units: bigint): Issue | null {
  // Plan orders take the money when they fire, so nothing is asked of the balance now.
  if (draft.kind === 'trigger' || draft.kind === 'trailing') return null;
  if (!countsQuote(draft) && draft.side === 'buy' && referencePrice(draft, market) <= 0n) {
    return null;
  }
  const max = maxSize(draft, market);
  if (max === null || units <= max) return null;
  if (market.maxOf !== undefined) return { id: 'margin.orderTooLarge' };
  const { base, quote } = market.instrument;
  return { id: 'check.funds', values: { coin: draft.side === 'buy' ? quote : base } };
}

function checkAttached(
  draft: Draft,
  market: Market,
  field: 'takeProfit' | 'stopLoss',
): Issue | null {
  const text = draft[field];
  if (text === '') return null;
  const wrong = checkPrice(text, market.instrument, false);
  if (wrong !== null) return wrong;
  const entry = wide(draft.price);
  if (entry <= 0n) return null;
  const above = (field === 'takeProfit') === (draft.side === 'buy');
  const right = above ? wide(text) > entry : wide(text) < entry;
  if (right) return null;
  return { id: above ? 'check.aboveEntry' : 'check.belowEntry' };
}

/** Value and fee of the order as it stands. */
export function previewOf(draft: Draft, market: Market): Preview {
  const { instrument } = market;
  const feeCoin = draft.side === 'buy' ? instrument.base : instrument.quote;
  const size = parseTruncated(draft.size, WIDE_SCALE);
  const price = referencePrice(draft, market);
  if (size === null || size <= 0n) return { value: null, fee: null, feeCoin };
  const rate = wide(instrument.takerFee);
  if (countsQuote(draft)) {
    const base = price > 0n ? (size * pow10(WIDE_SCALE)) / price : null;
    return { value: size, fee: base === null ? null : wideProduct(base, rate), feeCoin };
  }
  if (price <= 0n) return { value: null, fee: null, feeCoin };
  const value = wideProduct(size, price);
  const received = draft.side === 'buy' ? size : value;
  return { value, fee: wideProduct(received, rate), feeCoin };
}
