/** What a person has put into the form of algo orders, and the orders that it would be. */

import type { ParentField, ParentWord } from '@halcyon/domain';
import { equalParts, gridPrice } from '@halcyon/domain/parent-layout';
import {
  parseExact,
  rescaleFloor,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
  wideProduct,
} from '../../../data/decimal.ts';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import { ALGO_FIELDS } from './algo-kinds.ts';

/** Fields that can carry an error. */
export type AlgoField = ParentField | 'size';

/** Seconds in the units of a duration. */
export const SECONDS = { s: 1, m: 60, h: 3_600 } as const;

/** The form's fields; `duration` counts `time`. */
export interface AlgoDraft extends Readonly<Record<AlgoField, string>> {
  readonly kind: ParentWord;
  readonly side: 'buy' | 'sell';
  /** What the size is counted in: coins, or their value. */
  readonly unit: 'coin' | 'value';
  readonly time: keyof typeof SECONDS;
  /** Whether its orders only ever rest. */
  readonly rests: boolean;
}

/** An untouched form. */
export const EMPTY_ALGO: AlgoDraft = {
  ...{ kind: 'scaled', side: 'buy', unit: 'coin', time: 'm', rests: false },
  ...{ price: '', endPrice: '', displaySize: '', slippage: '', size: '' },
  ...{ count: '5', duration: '30' },
};

/** One order of it. */
export interface AlgoPart {
  readonly price: string;
  readonly size: string;
}

/** A whole number that was typed; NaN for another text. */
export function wholeOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** How long it works, seconds; NaN while that is no number. */
export function secondsOf({ duration, time }: Pick<AlgoDraft, 'duration' | 'time'>): number {
  const units = parseExact(duration, 4);
  return units === null ? Number.NaN : (Number(units) * SECONDS[time]) / 10_000;
}

/** The price that its value is counted at, wide: the middle of a grid, its limit, or the last one; 0 while it is not known. */
export function priceOf(draft: AlgoDraft, { last }: SpotMarket): bigint {
  const first = wide(draft.price);
  if (draft.kind === 'scaled') return (first + wide(draft.endPrice)) / 2n;
  return first > 0n ? first : wide(last);
}

/** Its size in base coins, to the lot; '' while it is not known. */
export function sizeOf(draft: AlgoDraft, market: SpotMarket): string {
  if (draft.unit === 'coin') return draft.size;
  const price = priceOf(draft, market);
  if (price <= 0n || wide(draft.size) <= 0n) return '';
  return fitting(
    draft,
    market,
    (wide(draft.size) * 10n ** BigInt(WIDE_SCALE)) / price,
    wide(draft.size),
  );
}

/** The largest size that the account has the money for; null while that is not known. */
export function largestOf(draft: AlgoDraft, market: SpotMarket): string | null {
  const { availableBase, availableQuote, instrument } = market;
  if (draft.side === 'sell') {
    if (availableBase === null) return null;
    return toText(
      rescaleFloor(wide(availableBase), WIDE_SCALE, instrument.sizeDigits),
      instrument.sizeDigits,
    );
  }
  const price = priceOf(draft, market);
  if (availableQuote === null || price <= 0n) return null;
  const quote = wide(availableQuote);
  return fitting(draft, market, (quote * 10n ** BigInt(WIDE_SCALE)) / price, quote);
}

/** So many coins or somewhat less, as their orders cost no more than `quote`. */
function fitting(draft: AlgoDraft, market: SpotMarket, coins: bigint, quote: bigint): string {
  const { sizeDigits } = market.instrument;
  const text = (units: bigint) => trimZeros(toText(units, sizeDigits));
  const lots = rescaleFloor(coins, WIDE_SCALE, sizeDigits);
  const cost = worthOf(partsOf({ ...draft, unit: 'coin', size: text(lots) }, market));
  // Orders at the higher prices may have one lot more than the others.
  if (cost <= quote) return text(lots);
  const less = lots - BigInt(wholeOf(draft.count) || 1);
  return less > 0n ? text(less) : '0';
}

/** What orders are worth, wide. */
export function worthOf(parts: readonly AlgoPart[]): bigint {
  return parts.reduce((sum, part) => sum + wideProduct(wide(part.price), wide(part.size)), 0n);
}

/** Average price of a grid, at the digits of prices; '' while there is none. */
export function averageOf(parts: readonly AlgoPart[], digits: number): string {
  const coins = parts.reduce((sum, { size }) => sum + wide(size), 0n);
  if (coins <= 0n) return '';
  const average = (worthOf(parts) * 10n ** BigInt(WIDE_SCALE)) / coins;
  return toText(rescaleFloor(average, WIDE_SCALE, digits), digits);
}

/** The orders that it would be, by turns; none while a field is no number. Chase: one. */
export function partsOf(draft: AlgoDraft, market: SpotMarket): readonly AlgoPart[] {
  const { priceDigits, sizeDigits } = market.instrument;
  const lots = Number(parseExact(sizeOf(draft, market), sizeDigits) ?? 0n);
  const size = (units: number) => trimZeros(toText(BigInt(units), sizeDigits));
  if (!(lots > 0)) return [];
  const has = (field: ParentField) => ALGO_FIELDS[draft.kind].includes(field);
  const price = trimZeros(toText(priceOf(draft, market), WIDE_SCALE));
  if (has('displaySize')) {
    const shown = Number(parseExact(draft.displaySize, sizeDigits) ?? 0n);
    return shown > 0 ? [{ price, size: size(Math.min(shown, lots)) }] : [];
  }
  const slices = has('count') ? wholeOf(draft.count) : 1;
  if (!(slices >= 1 && slices <= lots && slices <= 1_000)) return [];
  const sizes = equalParts(lots, slices, 1);
  if (!has('endPrice')) return sizes.map((units) => ({ price, size: size(units) }));
  const first = Number(parseExact(draft.price, priceDigits) ?? 0n);
  const farPrice = Number(parseExact(draft.endPrice, priceDigits) ?? 0n);
  if (first === 0 || farPrice === 0 || slices < 2) return [];
  const grid = { price: first, farPrice, slices };
  return sizes.map((units, part) => ({
    price: trimZeros(toText(BigInt(gridPrice(grid, part, 1)), priceDigits)),
    size: size(units),
  }));
}

/** How many pieces an iceberg is shown in; 0 while that is not known. */
export function piecesOf(draft: AlgoDraft, market: SpotMarket): number {
  const { sizeDigits } = market.instrument;
  const all = parseExact(sizeOf(draft, market), sizeDigits) ?? 0n;
  const shown = parseExact(draft.displaySize, sizeDigits) ?? 0n;
  return shown > 0n ? Number((all + shown - 1n) / shown) : 0;
}
