/**
 * What a fee level is worked out from, in texts, so that anyone can work it out again: what was traded
 * by day, what there is, the prices of both, and what each level asks for.
 */
import type { FeeTier } from './instruments.ts';

/** Days of trading that count. */
export const LEVEL_DAYS = 30;
/** Digits after the point of values in USDT; what is beyond them is cut. */
const VALUE_SCALE = 8;

/** What was traded on a day in pairs, margin ones too, or with contracts, in what it is priced in. */
export type ReceiptTrades = readonly [
  day: number,
  product: 'spot' | 'futures',
  coin: string,
  amount: string,
];

/** What one level asks for, whole USDT: one of the three is enough; null = it is none of them. */
export type LevelTerms = readonly [
  spotVolume: number | null,
  futuresVolume: number | null,
  assets: number | null,
];

/** See the head of the file. */
export interface LevelReceipt {
  /** Last of the days whose trades count, days since 1970, UTC. */
  readonly day: number;
  readonly trades: readonly ReceiptTrades[];
  /** Coins of all accounts less what is owed, and the equity of futures accounts. */
  readonly assets: readonly (readonly [coin: string, amount: string])[];
  /** What one of each coin was worth in USDT; a coin without a price counts nothing. */
  readonly prices: Readonly<Record<string, string>>;
  /** By level, from 0. */
  readonly terms: readonly LevelTerms[];
}

/** What a receipt comes to; values in units of 10^-8 USDT. */
export interface LevelSums {
  readonly spotVolume: bigint;
  readonly futuresVolume: bigint;
  readonly assets: bigint;
  readonly level: number;
}

/** Works a receipt out. */
export function levelSums(receipt: LevelReceipt): LevelSums {
  const { trades, assets, prices, terms } = receipt;
  const value = (coin: string, amount: string) => worthOf(amount, prices[coin] ?? '0');
  const volume = (product: string) =>
    sum(trades.filter(([, of]) => of === product).map(([, , coin, amount]) => value(coin, amount)));
  const sums = {
    spotVolume: volume('spot'),
    futuresVolume: volume('futures'),
    assets: sum(assets.map(([coin, amount]) => value(coin, amount))),
  };
  const has = [sums.spotVolume, sums.futuresVolume, sums.assets];
  const reached = (asked: LevelTerms) =>
    asked.some((from, i) => from !== null && has[i]! >= wholeUsdt(from));
  return { ...sums, level: Math.max(0, terms.findLastIndex(reached)) };
}

/** What levels ask for, up to the last that anyone can come to. */
export function levelTerms(tiers: readonly FeeTier[]): LevelTerms[] {
  const last = tiers.findLastIndex(({ volumeFrom }) => volumeFrom !== undefined);
  return tiers
    .slice(0, Math.max(1, last + 1))
    .map(({ volumeFrom = null, contractVolumeFrom = null, assetsFrom = null }) => [
      volumeFrom,
      contractVolumeFrom,
      assetsFrom,
    ]);
}

/** Whole USDT in the units of values. */
export function wholeUsdt(usdt: number): bigint {
  return BigInt(usdt) * 10n ** BigInt(VALUE_SCALE);
}

/** A value as text, without zeros at its end. */
export function valueText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(VALUE_SCALE + 1, '0');
  const at = digits.length - VALUE_SCALE;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, each) => total + each, 0n);
}

/** Amount times price, cut towards zero. */
function worthOf(amount: string, price: string): bigint {
  const [amountUnits, amountScale] = integerOf(amount);
  const [priceUnits, priceScale] = integerOf(price);
  const scale = amountScale + priceScale;
  return (amountUnits * priceUnits * 10n ** BigInt(VALUE_SCALE)) / 10n ** BigInt(scale);
}

/** A decimal as digits and how many of them are behind the point. */
function integerOf(text: string): [units: bigint, scale: number] {
  const [whole = '0', fraction = ''] = text.split('.');
  return [BigInt(`${whole}${fraction}`), fraction.length];
}
