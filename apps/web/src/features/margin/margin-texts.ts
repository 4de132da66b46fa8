/** Figures of margin accounts as text. */

import { toText } from '../../data/decimal.ts';
import { amount, plainPercent, price } from '../../data/format.ts';
import type { Instruments } from '../../data/state/instruments.ts';
import { coinText, type MarginCoin, type MarginPlace } from '../../data/state/margin.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import { isValued } from './account/risk.ts';

/** Decimals of a value. */
const CENTS = 2;
/** Decimals of a rate of ppm. */
const PPM = 6;

/** An account, or a pair of it, by the pair's symbol; '' = cross margin. */
export function accountName(
  t: Translate,
  symbol: string,
  instruments: Instruments | undefined,
): string {
  if (symbol === '') return t('transfer.cross');
  const { base, quote } = instruments?.get(symbol) ?? {};
  return `${t('transfer.isolated')} · ${base === undefined ? symbol : `${base}/${quote}`}`;
}

/** Units of a coin with its name. */
export function ofCoin(own: MarginCoin, units: number): string {
  return `${amount(coinText(own, units))} ${own.coin}`;
}

/** What values are told by. */
type Valued = Pick<MarginPlace, 'settle' | 'coins'>;

function valueText(place: Valued, units: number, digits: number): string {
  const { coin, scale } = place.settle;
  return isValued(place) ? `${price(toText(BigInt(units), scale), digits)} ${coin}` : '–';
}

/** Margin units with the coin of all values, to the cent; a dash while a price is not known. */
export function ofValue(place: Valued, units: number): string {
  return valueText(place, units, CENTS);
}

/** The same to the last digit: small costs, and what must add up. */
export function ofValueWhole(place: Valued, units: number): string {
  return valueText(place, units, place.settle.scale);
}

/** A margin ratio; without end where nothing backs the debts. */
export function ratioText(ppm: number): string {
  return ppm >= Number.MAX_SAFE_INTEGER
    ? '∞'
    : plainPercent(toText(BigInt(Math.floor(ppm / 100)), 4));
}

/** A rate of ppm. */
export function rateText(ppm: number): string {
  return plainPercent(toText(BigInt(ppm), PPM));
}

/** An index price of a coin; a dash where there is none. */
export function indexText({ lent }: MarginCoin, ticks: number | null): string {
  return ticks === null ? '–' : price(toText(BigInt(ticks), lent.priceScale), lent.priceScale);
}
