import { expect, it } from 'vitest';
import { type MarkedFill, markedFills } from './fill-marks.ts';

function fill(id: string, price: string, size: string, time: number): MarkedFill {
  return { id, side: 'buy', price, size, time };
}

it('fills of an order at a price are one mark with their sizes together', () => {
  const marks = markedFills([
    fill('1', '100', '0.2', 5),
    fill('1', '100', '0.3', 4),
    fill('1', '101', '1', 6),
    fill('2', '100', '1', 7),
  ]);
  expect(marks.map(({ price, size, time }) => [price, Number(size), time])).toEqual([
    ['100', 1, 7],
    ['101', 1, 6],
    ['100', 0.5, 5],
  ]);
});

it('the newest sixty are marked, and none without a price', () => {
  const many = Array.from({ length: 80 }, (_, index) => fill(String(index), '1', '1', index));
  const marks = markedFills([...many, fill('x', '0', '1', 100)]);
  expect(marks.map((mark) => mark.time)).toEqual(Array.from({ length: 60 }, (_, i) => 79 - i));
});
