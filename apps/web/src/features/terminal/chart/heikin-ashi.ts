/** Heikin-Ashi: candles of averages, each opening in the middle of the one before. */

import type { Bar } from './candles.ts';

type Body = Pick<Bar, 'open' | 'close'>;

/** A candle behind another. @param before as it is drawn; undefined for the first */
export function heikinAshi(bar: Bar, before: Body | undefined): Bar {
  const close = (bar.open + bar.high + bar.low + bar.close) / 4;
  const open = before === undefined ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2;
  return {
    ...bar,
    ...{ open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) },
  };
}

/** Candles one behind the other. */
export function heikinAshis(bars: readonly Bar[]): Bar[] {
  const drawn: Bar[] = [];
  for (const bar of bars) drawn.push(heikinAshi(bar, drawn.at(-1)));
  return drawn;
}
