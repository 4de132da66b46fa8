import { expect, test } from 'vitest';
import { chosenIn, STUDIES_MAX } from './chosen-studies.ts';
import { lineColors } from './study-colors.ts';

test('no two lines over the candles have one colour; a chosen one stays', () => {
  const colors = lineColors(chosenIn(['MA', 'BOLL', 'EMA', 'RSI(14)#123456']));
  const over = colors.slice(0, 3).flat();
  expect(over).toHaveLength(8);
  expect(new Set(over).size).toBe(8);
  expect(colors[3]).toEqual(['#123456']);
});

test('what means nothing is left out, and no more is shown than fits', () => {
  expect(
    chosenIn(['NONE', 'KDJ', 'RSI(x)', '__proto__']).map(({ indicator }) => indicator.id),
  ).toEqual(['KDJ']);
  expect(chosenIn(Array(40).fill('RSI'))).toHaveLength(STUDIES_MAX);
});
