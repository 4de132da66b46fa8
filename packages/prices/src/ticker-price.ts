/**
 * The price that a ticker tells, as the text that an index is made of. Client libraries keep prices as
 * numbers; their shortest text is what the exchange had told.
 */
import { formatFixed, parseDecimal, pow10, SCALE_MAX } from '@halcyon/domain';

/** Of a market; what is not told is absent or null. An empty side of the book may be told as 0. */
export interface TickerPrices {
  readonly bid?: number | null | undefined;
  readonly ask?: number | null | undefined;
  readonly last?: number | null | undefined;
}

/**
 * The last price, but within bid and ask: a trade that nobody follows moves it no further than the
 * book. Nonsense is given on as it is, so that it is refused and counted where prices are read.
 */
export function tickerPrice({ bid, ask, last }: TickerPrices): string {
  const told = [bid, ask, last].filter((one) => typeof one === 'number');
  const nonsense = told.find((one) => !(one >= 0));
  if (nonsense !== undefined) return numberText(nonsense);
  if (typeof last !== 'number') return '';
  if (!bid || !ask) return numberText(last);
  if (bid > ask) return 'crossed';
  return numberText(Math.min(Math.max(last, bid), ask));
}

/** A number as plain decimal text; what is none, or too large for one, stays what it is. */
export function numberText(value: number): string {
  const text = String(value);
  if (!text.includes('e-')) return text;
  return value.toFixed(SCALE_MAX).replace(/\.?0+$/, '');
}

/** How a price in another coin becomes one in the coin that is wanted. */
export type Conversion = 'multiply' | 'divide';

/**
 * A price times or through a rate, to the nearest of `SCALE_MAX / 2` digits. A price or a rate that is
 * none is given on, and so refused where prices are read.
 */
export function convertedPrice(price: string, rate: string, conversion: Conversion): string {
  const value = parseDecimal(price, SCALE_MAX);
  if (value === null) return price;
  const by = parseDecimal(rate, SCALE_MAX);
  if (by === null) return rate;
  if (by === 0n) return '0';
  const one = pow10(SCALE_MAX);
  const [above, below] = conversion === 'multiply' ? [by, one] : [one, by];
  const digits = SCALE_MAX / 2;
  const unit = pow10(SCALE_MAX - digits);
  const units = (value * above + (below * unit) / 2n) / (below * unit);
  return formatFixed(units, digits);
}
