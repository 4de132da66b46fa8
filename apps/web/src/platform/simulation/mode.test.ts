import { describe, expect, it } from 'vitest';
import { type TabAction, tabAction } from './mode.ts';
import { marked, venueKey } from './venue.ts';

const FLAG = 'simulation-trading';

/** key, new value, path, whether this tab is in simulation, what it does */
const CASES: readonly (readonly [string | null, string | null, string, boolean, TabAction])[] = [
  [FLAG, '1', '/spot/ETHUSDT', false, 'reload'],
  [FLAG, '1', '/ja/asset/spot', false, 'reload'],
  [FLAG, '', '/fee', false, 'reload'],
  [FLAG, '1', '/markets', false, 'redirect'],
  [FLAG, '1', '/spot', false, 'redirect'],
  [FLAG, '1', '/ja/login', false, 'redirect'],
  [FLAG, null, '/spot/ETHUSDT', true, 'reload'],
  [FLAG, null, '/markets', true, 'reload'],
  [FLAG, null, '/markets', false, 'reload'],
  [FLAG, '2', '/markets', true, 'redirect'],
  ['sub-account', '8', '/markets', false, 'reload'],
  ['sub-account', null, '/spot/ETHUSDT', true, 'reload'],
  ['theme', 'dark', '/markets', true, null],
  ['theme', null, '/markets', true, null],
  [null, null, '/spot/ETHUSDT', true, 'reload'],
  [null, null, '/spot/ETHUSDT', false, null],
];

describe('a change in another tab', () => {
  it.each(CASES)('%s = %s on %s (simulating: %s) makes this tab %s', (...row) => {
    const [key, newValue, pathname, simulating, action] = row;
    expect(tabAction({ key, newValue }, pathname, simulating)).toBe(action);
  });
});

describe('requests', () => {
  it.each([
    ['/api/v2/spot/public/symbols', '/api/v2/spot/public/symbols?paptrading=1'],
    ['/api/v2/x?a=1', '/api/v2/x?a=1&paptrading=1'],
    ['/v2/ws/public', '/v2/ws/public?paptrading=1'],
    ['/x?a=1#part', '/x?a=1&paptrading=1'],
  ])('%s becomes %s in simulation and stays in live trading', (address, paper) => {
    expect(marked(address, 'paper')).toBe(paper);
    expect(marked(address, 'live')).toBe(address);
  });

  it('cache keys carry the venue', () => {
    expect(venueKey('account', 'open')).toEqual(['live', 'account', 'open']);
  });
});
