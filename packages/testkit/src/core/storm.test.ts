/** A6: 10,000 accounts at 50 to 125 times, and a price that falls by 60 % within a minute. */
import type { Core } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { checkMargins } from './position-invariants.ts';
import { Storm } from './storm.ts';
import { seedOf } from './test-seed.ts';

const PATHS = Number(process.env['HALCYON_STORMS'] ?? 2);
const ACCOUNTS = 10_000;
const MINUTES = 60_000;
/** Of the prices of a path, one in so many is followed by the full check. */
const FULL_EVERY = 8;
/** Coins in the protection fund: in every other path it does not last. */
const FUNDS = [80_000_000n, 20_000n] as const;

function checkAll(core: Core): void {
  checkInvariants(core.state);
  const { risk } = core.trading.contracts;
  if (!risk.pending) checkMargins(core.state, new Set(risk.waiting.keys()));
}

describe('A6 INV-01 INV-04 INV-09 INV-11 INV-12 storms', () => {
  /** @param rich whether the fund lasts */
  function runPath(seed: number, rich: boolean): void {
    console.log(`storm: seed ${seed}`);
    const storm = new Storm(seed, ACCOUNTS, FUNDS[rich ? 0 : 1] * 100_000_000n);
    let looked = 0;
    const told = storm.run((core) => {
      if (looked % FULL_EVERY === 0) checkAll(core);
      looked += 1;
    });
    checkAll(storm.core);
    expect(told.liquidations).toBeGreaterThan(ACCOUNTS / 2);
    if (!rich) expect(told.deleveraged, 'the fund is emptied').toBeGreaterThan(0);
  }

  const first = seedOf();
  test.each(Array.from({ length: PATHS }, (_, i) => i))(
    'path %i',
    (i) => runPath(first + i, i % 2 === 0),
    20 * MINUTES,
  );

  // A fund that has most between two steps of one command.
  test('a seed that once found a difference: 75', () => runPath(75, false), 20 * MINUTES);
});
