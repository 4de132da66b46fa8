import { expect, it } from 'vitest';
import { indicatorLook, OVERLAY_INDICATORS } from './indicators.ts';

it('no two lines over the candles have one colour', () => {
  const colors = OVERLAY_INDICATORS.flatMap(
    (name) => indicatorLook(name, 2).styles?.lines.map(({ color }) => color) ?? [],
  );
  // As many lines as the library draws for them.
  expect(colors).toHaveLength(10);
  expect(new Set(colors).size).toBe(colors.length);
});

it('differences of prices have more digits than prices, and percentages two', () => {
  expect(indicatorLook('MACD', 7).precision).toBe(9);
  expect(['RSI', 'KDJ'].map((name) => indicatorLook(name as 'RSI', 7).precision)).toEqual([2, 2]);
});
