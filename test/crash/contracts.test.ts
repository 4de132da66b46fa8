/**
 * B2: kills while positions are held, liquidated and settle fundings. A funding that a kill cuts goes
 * on where it was: each position pays or receives once.
 */
import { type Core, PositionWord } from '@halcyon/core';
import { expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { HOLDERS } from './contract-orders.ts';
import { killHours } from './hour-kills.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 10);
const SEED = seedOf();

function isCut({ state }: Core): boolean {
  return state.markets[0]!.contract!.sweep !== null;
}

/** INV-04, and whether each position has settled all rounds but one that is under way. */
function expectSound({ state }: Core): void {
  const contract = state.markets[0]!.contract!;
  const { positions } = state;
  let sum = 0;
  let open = 0;
  for (let at = 0; at < positions.count; at += 1) {
    sum += positions.lots(at);
    if (positions.lots(at) === 0) continue;
    open += 1;
    const behind = contract.round - positions.word(at, PositionWord.round);
    expect(behind, `rounds that position ${at} has not settled`).toBeLessThanOrEqual(1);
    if (contract.sweep === null) expect(behind, `position ${at}`).toBe(0);
  }
  expect(sum).toBe(0);
  expect(open).toBeGreaterThan(HOLDERS / 2);
  if (contract.sweep === null) expect(contract.fundingLeft).toBe(0);
}

test(
  `B2: ${KILLS} kills in the middle of fundings`,
  async () => {
    console.log(`seed ${SEED}`);
    const cut = await killHours({ name: 'contracts', expectSound, isCut }, SEED, KILLS);
    console.log(`${cut} of them cut a funding`);
  },
  KILLS * 120_000,
);
