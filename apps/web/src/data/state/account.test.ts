import { describe, expect, it } from 'vitest';
import { type FillNote, joinFills, unfilledIn } from './account.ts';

function fill(orderId: string, size: string, price: string): FillNote {
  return { orderId, symbol: 'BTCUSDT', side: 'buy', size, price };
}

describe('fills of one order', () => {
  it('are one: the sizes together, at their average price', () => {
    const [first, second, ...rest] = joinFills([
      fill('1', '0.1', '100'),
      fill('2', '5', '7.5'),
      fill('1', '0.3', '102'),
    ]);
    expect(rest).toEqual([]);
    expect([Number(first?.size), Number(first?.price)]).toEqual([0.4, 101.5]);
    expect(second).toEqual(fill('2', '5', '7.5'));
  });
});

describe('a market order without a fill', () => {
  const row = { instId: 'BTCUSDT', side: 'buy', orderType: 'market', accBaseVolume: '0' };

  it('is told when it has ended, and only then', () => {
    const rows = [
      { ...row, status: 'cancelled' },
      { ...row, status: 'live' },
      { ...row, status: 'cancelled', accBaseVolume: '0.1' },
      { ...row, status: 'cancelled', orderType: 'limit' },
      null,
    ];
    expect(unfilledIn(rows)).toEqual([{ symbol: 'BTCUSDT', side: 'buy' }]);
  });
});
