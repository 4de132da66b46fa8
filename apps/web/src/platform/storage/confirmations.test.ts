import { describe, expect, it } from 'vitest';
import { confirmationsOf } from './confirmations.ts';

describe('confirmationsOf', () => {
  it('asks of slips and of cancelling all, until somebody chooses', () => {
    expect([...confirmationsOf(null)]).toEqual(['far', 'cancelAll']);
  });

  it('keeps a choice, also that of none, and drops what it does not know', () => {
    expect([...confirmationsOf('')]).toEqual([]);
    expect([...confirmationsOf('cancelAll,market,old')]).toEqual(['market', 'cancelAll']);
  });
});
