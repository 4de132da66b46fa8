import { coinDivisor } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import type { MarginCoin, MarginPlace } from '../../data/state/margin.ts';
import { byName, marginCoins, sumOf } from './use-worth.ts';

const COIN = 10 ** 8;

/** A coin of a place, of which only the amounts and the price matter here. */
function own(coin: string, held: number, debt: number, price: number): MarginCoin {
  const scale = { price: price * 100, divisor: coinDivisor(8, 2) };
  return { coin, held: held * COIN, debt: debt * COIN, scale } as MarginCoin;
}

function place(...coins: MarginCoin[]): MarginPlace {
  return { coins, settle: { coin: 'USDT', scale: 4 } } as unknown as MarginPlace;
}

describe('what accounts are worth', () => {
  it('debts are taken off, coin by coin, and what is neither had nor owed is no part', () => {
    const places = [
      place(own('BTC', 1, 0.25, 60_000), own('USDT', 100, 15_000, 1), own('ETH', 0, 0, 3_000)),
      place(own('BTC', 0, 0.5, 60_000)),
    ];
    const parts = byName(marginCoins(places));
    expect(parts.map(({ key }) => key)).toEqual(['BTC', 'USDT']);
    const [btc, usdt] = parts.map(({ value }) => value);
    expect(Number(btc) / Number(usdt)).toBeCloseTo(15_000 / -14_900, 9);
    expect(sumOf(parts)).toBe((btc ?? 0n) + (usdt ?? 0n));
  });

  it('parts of one name are one, the largest first, and the order does not change by chance', () => {
    const parts = [
      { key: 'B', value: 2n },
      { key: 'A', value: 2n },
      { key: 'C', value: 1n },
      { key: 'C', value: 4n },
    ];
    const told = byName(parts).map(({ key, value }) => [key, value]);
    expect(told).toEqual([
      ['C', 5n],
      ['A', 2n],
      ['B', 2n],
    ]);
    expect(byName([...parts].reverse())).toEqual(byName(parts));
  });
});
