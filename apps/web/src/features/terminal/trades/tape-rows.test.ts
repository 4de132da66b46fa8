import { expect, test } from 'vitest';
import type { TradeRow } from '../../../data/state/trades-feed.ts';
import { PLAIN_TAPE, tapeRows } from './tape-rows.ts';

function trade(tradeId: string, ts: string, side: 'buy' | 'sell', price: string, size: string) {
  return { tradeId, ts, side, price, size } satisfies TradeRow;
}

/** Newest first: an order that took two prices, one of the other side in the same moment, an older one. */
const TRADES = [
  trade('4', '20', 'buy', '101', '2'),
  trade('3', '20', 'buy', '100', '1'),
  trade('2', '20', 'sell', '99', '1'),
  trade('1', '10', 'buy', '100', '0.5'),
];

test('shows every trade with its value', () => {
  const rows = tapeRows(TRADES, PLAIN_TAPE);
  expect(rows.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  expect(rows.map(({ value }) => Number(value))).toEqual([202, 100, 99, 50]);
  expect(rows.every(({ count, isLarge }) => count === 1 && !isLarge)).toBe(true);
});

test('trades of one side at one moment are one row, with the price that was reached last', () => {
  const rows = tapeRows(TRADES, { ...PLAIN_TAPE, joined: true });
  expect(rows.map(({ id, count }) => [id, count])).toEqual([
    ['4', 2],
    ['2', 1],
    ['1', 1],
  ]);
  expect(rows[0]).toMatchObject({ price: '101', side: 'buy' });
  expect([rows[0]!.size, rows[0]!.value].map(Number)).toEqual([3, 302]);
});

test('what is too small for one trade may be enough for all of an order', () => {
  const bounds = { smallest: '120', large: '302' };
  expect(tapeRows(TRADES, { joined: false, ...bounds }).map(({ id }) => id)).toEqual(['4']);
  expect(tapeRows(TRADES, { joined: true, ...bounds })).toMatchObject([{ id: '4', isLarge: true }]);
});
