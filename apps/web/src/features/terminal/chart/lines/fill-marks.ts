/** Own fills as marks on the chart: those of an order at one price within a candle's reach are one. */

import { compareText, toText, WIDE_SCALE, wide } from '../../../../data/decimal.ts';

/** A fill as it is marked. */
export interface MarkedFill {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly size: string;
  /** Unix ms. */
  readonly time: number;
}

/** Marks more than these hide the candles; the newest stay. */
const MARKS_MAX = 60;

/** The fills of each order at each price as one mark, newest first. */
export function markedFills(fills: readonly MarkedFill[]): readonly MarkedFill[] {
  const marks = new Map<string, MarkedFill>();
  for (const fill of fills) {
    const key = `${fill.id} ${fill.price}`;
    const before = marks.get(key);
    const size = wide(fill.size) + wide(before?.size);
    marks.set(key, { ...(before ?? fill), id: key, size: toText(size, WIDE_SCALE) });
  }
  return [...marks.values()]
    .filter((mark) => compareText(mark.price, '0') > 0)
    .sort((a, b) => b.time - a.time)
    .slice(0, MARKS_MAX);
}
