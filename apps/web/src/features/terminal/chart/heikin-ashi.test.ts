import { expect, test } from 'vitest';
import type { Bar } from './candles.ts';
import { heikinAshi, heikinAshis } from './heikin-ashi.ts';

function bar(timestamp: number, open: number, high: number, low: number, close: number): Bar {
  return { timestamp, open, high, low, close, volume: 1, turnover: 1 };
}

const BARS = [bar(1, 10, 14, 8, 12), bar(2, 12, 13, 6, 7), bar(3, 7, 9, 7, 9)];

test('each candle opens in the middle of the one before and closes at its own mean', () => {
  const drawn = heikinAshis(BARS);
  expect(drawn.map(({ open, close }) => [open, close])).toEqual([
    [11, 11],
    [11, 9.5],
    [10.25, 8],
  ]);
  expect(drawn.map(({ high, low }) => [high, low])).toEqual([
    [14, 8],
    [13, 6],
    [10.25, 7],
  ]);
});

test('a live candle is drawn as it is in the list', () => {
  const drawn = heikinAshis(BARS);
  expect(heikinAshi(BARS[2]!, drawn[1])).toEqual(drawn[2]);
});
