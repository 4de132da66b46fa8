/** A6 with both products: 2,000 owners who are long with borrowed money, and a price that falls by 60 %. */
import { type Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { MAIN_POCKET, SystemAccount } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { checkLoans } from './loan-invariants.ts';
import { MarginStorm } from './margin-storm.ts';
import { check, checkMargins } from './position-invariants.ts';

const PATHS = Number(process.env['HALCYON_STORMS'] ?? 4);
const OWNERS = 2_000;
const MINUTES = 60_000;
const FULL_EVERY = 16;
/** Coins in the protection fund: in every other path it does not last. */
const FUNDS = [2_000_000, 100];

function seedOf(): number {
  const given = process.env['HALCYON_TEST_SEED'];
  return given === undefined ? (Date.now() ^ (process.pid << 8)) >>> 0 : Number(given);
}

function checkAll(core: Core): void {
  const { state } = core;
  checkInvariants(state);
  checkLoans(state);
  const { risk } = core.trading.contracts;
  if (!risk.pending) checkMargins(state, new Set(risk.waiting.keys()));
  const waits = new Set(core.loans.risk.liquidated.map(({ user }) => user));
  for (let user = 0; user < state.users.count; user++) {
    const { equity, keeps } = core.loans.accounts.sums(user, MAIN_POCKET);
    check(equity < keeps === waits.has(user), 'INV-11', `user ${user} is kept, or is not`);
    const owed = state.loans.records.first(user) !== -1 && equity < 0;
    check(!owed || waits.has(user), 'INV-25', `user ${user} has less than nothing`);
  }
  const fund = state.ledger.slot(SystemAccount.insurance, 0);
  check(state.ledger.available(fund) >= 0n, 'INV-12', 'the protection fund is below zero');
}

describe('A6 INV-01 INV-11 INV-12 INV-25 INV-26 storms over both products', () => {
  const first = seedOf();
  test.each(Array.from({ length: PATHS }, (_, i) => i))(
    'path %i',
    (i) => {
      const seed = first + i;
      console.log(`margin storm: seed ${seed}`);
      const storm = new MarginStorm(seed, OWNERS, FUNDS[i % FUNDS.length]!);
      let looked = 0;
      const told = storm.run((core) => {
        if (looked % FULL_EVERY === 0) checkAll(core);
        looked += 1;
      });
      checkAll(storm.core);
      expect(told.calls).toBeGreaterThan(OWNERS / 4);
      expect(told.liquidations).toBeGreaterThan(OWNERS / 2);
      expect(told.steps).toBeGreaterThan(OWNERS / 2);
      expect(told.missing, 'the fund or a pool pays').toBeGreaterThan(0);
      expect(stateHash(restoreCore(snapshotCore(storm.core)))).toBe(stateHash(storm.core));
    },
    20 * MINUTES,
  );
});
