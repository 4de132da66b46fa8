import { PositionLeg, profitOfAll } from '@halcyon/domain';
import type { FuturesAccount } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { accountRead, CONTRACT } from '../../features/futures/testing/account.ts';
import { contractsOf, marginOf } from './contract-account.ts';
import { livePositions } from './positions-live.ts';
import type { Ticker } from './tickers.ts';

const { net, long, short } = PositionLeg;
const instruments = new Map([['BTCUSDT', CONTRACT]]);

function at(mark: string): ReadonlyMap<string, Ticker> {
  return new Map([['BTCUSDT', { mark } as Ticker]]);
}

function of(read: FuturesAccount, mark = '50000') {
  return livePositions(read, instruments, at(mark));
}

it('mark and profit of a position are those of its account at the mark of the stream', () => {
  const read = accountRead({ lots: { [net]: 1_000 } });
  const [position] = of(read, '50123.4');
  expect(position).toMatchObject({ id: 'BTCUSDT long', mark: '50123.4', size: '0.1000' });
  const profit = profitOfAll(marginOf(read, contractsOf(read, instruments, at('50123.4'))));
  expect(Number(position?.unrealised) * 10_000).toBe(profit);
  expect(position?.unrealised).toBe('12.3400');
  // A twentieth of 5,000 USDT: 12.34 of 250.
  expect(position?.roe).toBe('0.049360');
});

it('both legs are positions of their own, and one without lots is none', () => {
  const read = accountRead({ hedge: true, lots: { [long]: 3, [short]: -2 } });
  expect(of(read).map(({ id, hedge, size }) => [id, hedge, size])).toEqual([
    ['BTCUSDT long', true, '0.0003'],
    ['BTCUSDT short', true, '0.0002'],
  ]);
  expect(of(accountRead({ lots: { [net]: 0 } }))).toEqual([]);
});

it('says what a position has brought, what can be closed, and its average price', () => {
  const read = accountRead({ isolated: true, lots: { [net]: 3 } });
  const sums = { closing: 2, profit: 150_000_000, fees: 0, funding: -1, cost: 1_500_001 };
  const [row] = read.positions;
  if (row === undefined) throw new Error('no position');
  const [position] = of({ ...read, positions: [{ ...row, ...sums }] });
  expect(position).toMatchObject({
    available: '0.0001',
    entry: '50000.033',
    realised: '1.50000000',
    funding: '-0.00000001',
    mode: 'isolated',
    margin: '0.75000000',
  });
});

it('a margin ratio without anything behind it is shown as a large one', () => {
  const [position] = of(accountRead({ wallet: 0, lots: { [net]: 1_000 } }), '40000');
  expect(Number(position?.marginRatio)).toBe(9_999);
});
