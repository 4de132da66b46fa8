/** Coalitions that attack margin accounts where the book is thin: what they gain, and what fund and pools lose. */
import { type Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { AdversarialLoans } from './adversarial-loans.ts';
import { checkInvariants } from './invariants.ts';
import { checkLoans } from './loan-invariants.ts';
import { seedOf } from './test-seed.ts';

const PATHS = Number(process.env['HALCYON_ADVERSARIES'] ?? 10);
const FULL_EVERY = 16;

function checkAll({ state }: Core): void {
  checkInvariants(state);
  checkLoans(state);
}

describe('INV-01 INV-12 INV-25 storms of adversaries on margin accounts', () => {
  const first = seedOf();
  test.each(Array.from({ length: PATHS }, (_, i) => i))('path %i', (i) => {
    const seed = first + i;
    const storm = new AdversarialLoans(seed);
    let looked = 0;
    storm.run(({ core }) => {
      if (looked % FULL_EVERY === 0) checkAll(core);
      looked += 1;
    });
    const { core, audit } = storm.market;
    checkAll(core);
    const which = `seed ${seed}, ${storm.index} index, ${storm.attacks.join(' ')}`;
    expect(audit.faults, which).toEqual([]);
    expect(stateHash(restoreCore(snapshotCore(core))), which).toBe(stateHash(core));
  });
});
