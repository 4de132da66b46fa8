/**
 * B2: kills while a trader's orders are asked about, traded and handed over to a thousand followers and stops of
 * followers are carried out. What a kill cuts goes on where it was.
 */
import type { Core } from '@halcyon/core';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../packages/testkit/src/core/invariants.ts';
import { checkMargins } from '../../packages/testkit/src/core/position-invariants.ts';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { FOLLOWERS, TRADER } from './copy-orders.ts';
import { killHours } from './hour-kills.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 10);
const SEED = seedOf();

function isCut({ state: { copies } }: Core): boolean {
  return copies.pending || copies.gathered.length > 0 || copies.settling !== null;
}

/**
 * INV-28, INV-36, INV-37, INV-38: owners have what their batches traded and rest with, hold margin for it, and no
 * exit is missed. The replay before asserts INV-29 to INV-35 and INV-39 with each command.
 */
function expectSound({ state, trading }: Core): void {
  checkInvariants(state);
  checkMargins(state, new Set(trading.contracts.risk.waiting.keys()));
  const { copies } = state;
  const followers = [...copies.portfolios.values()].filter(({ trader }) => trader === TRADER);
  expect(followers.length).toBeGreaterThan(FOLLOWERS / 2);
}

test(
  `B2: ${KILLS} kills in the middle of copied orders`,
  async () => {
    console.log(`seed ${SEED}`);
    const cut = await killHours({ name: 'copying', expectSound, isCut }, SEED, KILLS);
    console.log(`${cut} of them cut a batch`);
  },
  Math.max(2, KILLS) * 60_000,
);
