import { describe, expect, it } from 'vitest';
import { sparkPath } from '../../components/sparkline.tsx';
import { groupSizes } from '../terminal/book/group-sizes.ts';
import { type MarketRow, matchesSearch, sameRow, sortMarkets } from './market-list.ts';

function row(base: string, last: string, change: string, volume: string): MarketRow {
  return {
    instrument: { symbol: `${base}USDT`, base, quote: 'USDT' } as never,
    ticker: { last, change } as never,
    turnover: volume,
  };
}

const ROWS = [
  row('BTC', '50000', '0.01', '900'),
  row('ADA', '0.5', '-0.2', '1000'),
  row('ETH', '3000', '0.1', '1000'),
];
const names = (rows: readonly MarketRow[]) => rows.map((item) => item.instrument.base);

describe('sameRow', () => {
  const before = row('BTC', '50000', '0.01', '900');

  it('holds for a row that is made anew of the same', () => {
    expect(sameRow(before, { ...before })).toBe(true);
  });

  it.each(['instrument', 'ticker', 'turnover'] as const)('ends with another %s', (part) => {
    expect(sameRow(before, { ...before, [part]: row('ETH', '1', '0', '1')[part] })).toBe(false);
  });
});

describe('sortMarkets', () => {
  it('sorts by value, and equal rows by name', () => {
    expect(names(sortMarkets(ROWS, { key: 'volume', falling: true }))).toEqual([
      'ADA',
      'ETH',
      'BTC',
    ]);
    expect(names(sortMarkets(ROWS, { key: 'change', falling: false }))).toEqual([
      'ADA',
      'BTC',
      'ETH',
    ]);
    expect(names(sortMarkets(ROWS, { key: 'last', falling: true }))).toEqual(['BTC', 'ETH', 'ADA']);
    expect(names(sortMarkets(ROWS, { key: 'name', falling: false }))).toEqual([
      'ADA',
      'BTC',
      'ETH',
    ]);
  });
});

describe('matchesSearch', () => {
  it('finds by coin, pair or symbol', () => {
    const btc = ROWS[0]?.instrument;
    if (btc === undefined) throw new Error('no row');
    for (const search of ['', 'b', 'btc', 'BTC/usdt', 'btc-usdt', 'btcusdt', 'usdt btc']) {
      expect([search, matchesSearch(btc, search)]).toEqual([search, true]);
    }
    expect(matchesSearch(btc, 'eth')).toBe(false);
  });
});

describe('groupSizes', () => {
  it('offers powers of ten from one tick up', () => {
    expect(groupSizes(2, 2).map((size) => size.label)).toEqual(['0.01', '0.1', '1', '10', '100']);
    expect(groupSizes(0, 0).map((size) => size.label)).toEqual(['1', '10', '100', '1000', '10000']);
    expect(groupSizes(2, 1)[0]).toEqual({ ticks: 10, decimals: 1, label: '0.1' });
    expect(groupSizes(2, 0)[1]).toEqual({ ticks: 1_000, decimals: 0, label: '10' });
    expect(groupSizes(8, 8)[0]).toEqual({ ticks: 1, decimals: 8, label: '0.00000001' });
  });
});

describe('sparkPath', () => {
  it('spans the box and survives flat lines', () => {
    expect(sparkPath([1], 10, 10)).toBe('');
    expect(sparkPath([1, 2], 10, 10)).toBe('M0.0 8.0L10.0 2.0');
    expect(sparkPath([5, 5], 10, 10)).not.toContain('NaN');
  });
});
