import { describe, expect, it } from 'vitest';
import { choicesIn, type FilteredKind, filterIn, searchWith } from './filter-address.ts';

const ORDERS: FilteredKind = {
  filter: 'symbol',
  narrows: ['account', 'side', 'kind', 'status'],
};
const LEDGER: FilteredKind = { filter: 'coin', narrows: ['account', 'group'] };

describe('filters in the address', () => {
  it('are what the kind of record can be narrowed by', () => {
    const search = '?pair=btcusdt&coin=ETH&account=crossed&side=sell&status=filled&group=loan';
    expect(filterIn(search, ORDERS)).toEqual({
      subject: 'BTCUSDT',
      narrowing: { account: 'crossed', side: 'sell', status: 'filled' },
      preset: 'all',
      range: [null, null],
    });
    expect(filterIn(search, LEDGER)).toMatchObject({
      subject: 'ETH',
      narrowing: { account: 'crossed', group: 'loan' },
    });
  });

  it('that mean nothing narrow nothing', () => {
    const search = '?account=spot&side=up&kind=<b>&period=decade&from=x&to=-1&tab=nothing';
    expect(filterIn(search, ORDERS)).toEqual({
      subject: '',
      narrowing: {},
      preset: 'all',
      range: [null, null],
    });
  });

  it('are no choice of another kind', () => {
    const own = {
      ...LEDGER,
      narrows: ['businessType'],
      choices: { businessType: ['buy'] },
    } as const;
    expect(filterIn('?businessType=buy', own).narrowing).toEqual({ businessType: 'buy' });
    expect(filterIn('?businessType=BUY', own).narrowing).toEqual({});
    expect(choicesIn(own, 'businessType')).toEqual(['buy']);
    expect(choicesIn(ORDERS, 'side')).toEqual(['buy', 'sell']);
  });

  it('begin with every coin', () => {
    expect(filterIn('', LEDGER).subject).toBe('');
    expect(filterIn('?coin=btc', LEDGER).subject).toBe('BTC');
  });

  it('have chosen days', () => {
    const { preset, range } = filterIn('?period=custom&from=1000&to=2000', ORDERS);
    expect([preset, range]).toEqual(['custom', [1000, 2000]]);
  });

  it('change one by one, and leave a bare address when there are none', () => {
    const chosen = searchWith('?tab=fills', { pair: 'BTCUSDT', side: 'buy' });
    expect(chosen).toBe('?tab=fills&pair=BTCUSDT&side=buy');
    expect(searchWith(chosen, { pair: '', side: undefined, tab: null })).toBe('');
    expect(searchWith(chosen, { from: 1000 })).toContain('from=1000');
  });
});
