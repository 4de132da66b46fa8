/**
 * A6 with both products: 2,000 owners who are long and short with borrowed money and borrowed coins, with cross
 * margin and in a pair's pocket, and a price that rises by 80 % and falls to 40 % of where it began.
 */
import { type Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { ownerOf, pocketOfNumber, SystemAccount } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { checkLoans } from './loan-invariants.ts';
import { MarginStorm } from './margin-storm.ts';
import { check, checkMargins } from './position-invariants.ts';
import { seedOf } from './test-seed.ts';

const PATHS = Number(process.env['HALCYON_STORMS'] ?? 2);
const OWNERS = 2_000;
/** An owner borrows less, in coins of cash. */
const LOAN_MOST = 7_000;
const MINUTES = 60_000;
const FULL_EVERY = 16;
/** Coins in the protection fund: in every other path it begins with less than it might pay in an hour. */
const FUNDS = [50_000_000, 50];
/** It pays a thousandth of the loans in an hour, and so many coins in any case. */
const [PART, LEAST] = [0.001, 100];
const COIN = 10_000;

/** Everything that is liquidated as one: cross accounts, and pockets of pairs. */
function pocketsOf({ state }: Core): { readonly user: number; readonly pocket: number }[] {
  const { records } = state.loans;
  const seen = new Map<string, { readonly user: number; readonly pocket: number }>();
  for (let record = 0; record < records.count; record++) {
    const user = ownerOf(records.account(record));
    const pocket = pocketOfNumber(records.number(record));
    seen.set(`${user} ${pocket}`, { user, pocket });
  }
  return [...seen.values()];
}

function checkAll(core: Core): void {
  const { state } = core;
  checkInvariants(state);
  checkLoans(state);
  const { risk } = core.trading.contracts;
  if (!risk.pending) checkMargins(state, new Set(risk.waiting.keys()));
  const waits = new Set(core.loans.risk.liquidated.map(({ user, pocket }) => `${user} ${pocket}`));
  for (const target of pocketsOf(core)) {
    const { user, pocket } = target;
    const { equity, keeps } = core.loans.accounts.sums(user, pocket);
    const who = `user ${user}, pocket ${pocket}`;
    const lost = waits.has(`${user} ${pocket}`);
    check(equity < keeps === lost, 'INV-11', `${who} is kept, or is not`);
    check(equity >= 0 || lost, 'INV-25', `${who} has less than nothing`);
  }
  const fund = state.ledger.slot(SystemAccount.insurance, 0);
  check(state.ledger.available(fund) >= 0n, 'INV-12', 'the protection fund is below zero');
}

describe('A6 INV-01 INV-11 INV-12 INV-25 INV-26 INV-27 storms over both products', () => {
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
      expect(told.pockets, 'steps of pockets').toBeGreaterThan(OWNERS / 4);
      expect(told.shorts, 'coins bought back').toBeGreaterThan(OWNERS / 8);
      expect(told.missing, 'the fund or a pool pays').toBeGreaterThan(0);
      expect(told.writtenOff, 'debts that a pool writes off').toBeGreaterThan(0);
      expect(told.takenOver, 'debts that a pool took coins for').toBeGreaterThan(0);
      expect(told.lost, 'a pool loses above what the fund pays in an hour').toBeGreaterThan(0);
      const most = Math.max(LEAST, OWNERS * LOAN_MOST * PART);
      expect(told.paidInHour, 'the fund pays more in an hour').toBeLessThanOrEqual(most * COIN);
      expect(stateHash(restoreCore(snapshotCore(storm.core)))).toBe(stateHash(storm.core));
    },
    20 * MINUTES,
  );
});
