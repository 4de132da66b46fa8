import { describe, expect, it } from 'vitest';
import { type Crossing, crossingOf } from './crossing.ts';

const BEST = { bid: '99.9', ask: '100' };

describe('crossingOf', () => {
  const cases: readonly (readonly ['buy' | 'sell', string, Crossing])[] = [
    ['buy', '99.99', 'waits'],
    ['buy', '100', 'trades'],
    ['buy', '101', 'trades'],
    ['buy', '101.01', 'far'],
    ['sell', '100', 'waits'],
    ['sell', '99.9', 'trades'],
    ['sell', '98.901', 'trades'],
    ['sell', '98.9', 'far'],
    ['buy', '', 'waits'],
    ['buy', '0', 'waits'],
    ['sell', 'abc', 'waits'],
  ];
  it.each(cases)('%s at %s %s', (side, price, expected) => {
    expect(crossingOf(side, price, BEST)).toBe(expected);
  });

  it('lets every order wait where the other side is empty', () => {
    expect(crossingOf('buy', '1000', { bid: '99', ask: '0' })).toBe('waits');
    expect(crossingOf('sell', '1', { bid: '', ask: '100' })).toBe('waits');
  });
});
