/** Coalitions that attack a contract in whose book there is next to nothing: what they gain, and of whom. */
import { restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { AdversarialStorm } from './adversarial-storm.ts';
import { checkInvariants } from './invariants.ts';
import { checkMargins } from './position-invariants.ts';
import { seedOf } from './test-seed.ts';
import type { ThinMarket } from './thin-market.ts';

const PATHS = Number(process.env['HALCYON_ADVERSARIES'] ?? 10);
const FULL_EVERY = 16;

function checkAll({ core }: ThinMarket): void {
  checkInvariants(core.state);
  const { risk } = core.trading.contracts;
  if (!risk.pending) checkMargins(core.state, new Set(risk.waiting.keys()));
}

describe('INV-01 INV-04 INV-09 INV-11 INV-12 storms of adversaries', () => {
  const first = seedOf();
  // The one of them that once found a fault: a liquidation's fee by the mark took what closing the rest at the index needed.
  const seeds = [...Array.from({ length: PATHS }, (_, i) => first + i), 555_896];
  test.each(seeds)('seed %i', (seed) => {
    const storm = new AdversarialStorm(seed);
    let looked = 0;
    storm.run((market) => {
      if (looked % FULL_EVERY === 0) checkAll(market);
      looked += 1;
    });
    checkAll(storm.market);
    const { audit, core } = storm.market;
    const which = `seed ${seed}, ${storm.index} index, ${storm.attacks.join(' ')}`;
    expect(audit.faults, which).toEqual([]);
    expect(stateHash(restoreCore(snapshotCore(core))), which).toBe(stateHash(core));
  });
});
