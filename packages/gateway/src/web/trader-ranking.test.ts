/** The order of traders in the list. */

import type { CopyResult, CopyTrader } from '@halcyon/domain/web';
import { COPY_OWN_TRADED_MAX, COPY_SORTS } from '@halcyon/domain/web/copying';
import { expect, test } from 'vitest';
import { ranked } from './trader-ranking.ts';

function result(value: number): CopyResult {
  const statistics = {
    ...{ days: 40, trades: 40, tooShort: false, timeWeighted: value, winRate: null },
    ...{ worstMonth: null, leverage: { average: 0, highest: 0 }, timeInMarket: 0 },
    sharpe: { value, low: value, high: value },
    drawdown: { depth: 1 - value, from: 0, lowest: 0, recovered: null, longestMs: 0 },
  };
  return { statistics, moneyWeighted: value };
}

function trader(id: string, value: number, ownTraded = 0): CopyTrader {
  return {
    ...{ id, coin: 'USDT', openedAt: value * 10, endedAt: null, closing: false, share: '10' },
    ...{ simulated: false, simulatedFollowers: 0, followers: value * 10, followersMax: 100 },
    ...{ amountMin: '1', amountMax: '2', copied: String(value), equity: '1', shares: '0' },
    ...{ own: result(value), ofFollowers: result(value), ownTraded },
  };
}

const rows = [
  trader('middle', 0.2, COPY_OWN_TRADED_MAX),
  trader('own', 0.9, COPY_OWN_TRADED_MAX + 0.001),
  { ...trader('none', 0.5), own: { statistics: null, moneyWeighted: null } },
  trader('best', 0.8),
];
const ids = (sort: (typeof COPY_SORTS)[number], up = false) =>
  ranked(rows, sort, up).map(({ id }) => id);

test('who trades with own accounts is last by every result, in both directions', () => {
  for (const sort of COPY_SORTS.slice(0, 5)) {
    expect(ids(sort).slice(-2), sort).toContain('own');
    expect(ids(sort, true).slice(-2), sort).toContain('own');
  }
  expect(ids('traderReturn')).toEqual(['best', 'middle', 'own', 'none']);
  expect(ids('traderReturn', true)).toEqual(['middle', 'best', 'own', 'none']);
  expect(ids('followersSharpe')).toEqual(['best', 'none', 'middle', 'own']);
  expect(ids('drawdown', true)).toEqual(['best', 'middle', 'own', 'none']);
});

test('by what is no result everybody has a place', () => {
  for (const sort of COPY_SORTS.slice(5)) {
    expect(ids(sort), sort).toEqual(['own', 'best', 'none', 'middle']);
  }
});
