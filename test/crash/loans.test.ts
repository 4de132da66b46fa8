/**
 * B2: kills while accounts borrow, pay back, trade on loans, are liquidated and charged interest. An hour
 * that a kill cuts goes on where it was: each loan is charged once.
 */
import type { Core } from '@halcyon/core';
import { expect, test } from 'vitest';
import { checkLoans } from '../../packages/testkit/src/core/loan-invariants.ts';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { killHours } from './hour-kills.ts';
import { BORROWERS } from './loan-orders.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 10);
const SEED = seedOf();

function isCut({ state }: Core): boolean {
  return state.loans.sweep !== null;
}

/** INV-25 and INV-26: what is lent is what is owed, and an hour is charged to all or is under way. */
function expectSound({ state }: Core): void {
  checkLoans(state);
  const { records } = state.loans;
  let owed = 0;
  for (let record = 0; record < records.count; record += 1) {
    if (records.debt(record) > 0) owed += 1;
  }
  expect(owed).toBeGreaterThan(BORROWERS / 2);
}

test(
  `B2 INV-25 INV-26: ${KILLS} kills in the middle of hours of interest`,
  async () => {
    console.log(`seed ${SEED}`);
    const cut = await killHours({ name: 'loans', expectSound, isCut }, SEED, KILLS);
    console.log(`${cut} of them cut an hour`);
  },
  Math.max(2, KILLS) * 60_000,
);
