import { MarginMode, PositionLeg } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { accountOf, accountRead, CONTRACT } from '../../features/futures/testing/account.ts';
import { contractAccount } from './contract-account.ts';
import type { Ticker } from './tickers.ts';

const { net, long } = PositionLeg;
const instruments = new Map([['BTCUSDT', CONTRACT]]);

describe('a futures account', () => {
  it('has its positions at the mark price of the stream, else at that of the read', () => {
    const read = accountRead({ lots: { [net]: 10 } });
    const ticker = { mark: '51000.5' } as Ticker;
    const live = contractAccount(read, 'BTCUSDT', instruments, new Map([['BTCUSDT', ticker]]));
    expect(live?.position(net)).toMatchObject({ lots: 10, mark: 510_005 });
    expect(live?.margin.positions[0]?.mark).toBe(510_005);
    expect(accountOf({ lots: { [net]: 10 } }).position(net).mark).toBe(500_000);
  });

  it('has a closed position with the settings of its leg where none is open', () => {
    const closed = accountOf({ isolated: true, leverage: 7, hedge: true }).position(long);
    const settings = { leg: long, leverage: 7, marginMode: MarginMode.isolated };
    expect(closed).toMatchObject({ lots: 0, cost: 0, buys: 0, sells: 0, ...settings });
  });

  it('knows when its index is too old to open positions', () => {
    expect([60_000, 60_001].map((indexAge) => accountOf({ indexAge }).stale)).toEqual([
      false,
      true,
    ]);
  });

  it('is none for a contract that was not read', () => {
    expect(contractAccount(accountRead(), 'ETHUSDT', instruments, new Map())).toBeNull();
  });
});
