/**
 * B2: kills while positions are held, liquidated and settle fundings. A funding that a kill cuts goes
 * on where it was: each position pays or receives once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, PositionWord, stateHash } from '@halcyon/core';
import { afterAll, expect, test } from 'vitest';
import { HOLDERS } from './contract-orders.ts';
import { type Answers, expectAmong, noteAnswer, replayVenue, runProgram } from './engine-runs.ts';
import { generator } from './random-orders.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 40) / 10);
const SEED = Number(process.env['HALCYON_SEED'] ?? Date.now() % 1_000_000);
const PROGRAM = 'contracts-under-load.ts';
const folder = mkdtempSync(join(tmpdir(), 'halcyon-contracts-kill-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    const random = generator(SEED);
    const acknowledged: Answers = new Map();
    let cut = 0;
    for (let kill = 0; kill < KILLS || cut === 0; kill += 1) {
      const run = { killAfterWord: 'trades', killAfterMs: random() * 300 };
      const { signal, errors, lines } = await runProgram(PROGRAM, [folder, `${SEED + kill}`], run);
      expect(signal, `it ended by itself: ${errors}`).toBe('SIGKILL');
      for (const line of lines) if (line !== 'trades') noteAnswer(line, acknowledged);
      const { core, answers } = replayVenue(folder, 'live');
      expectAmong(answers, acknowledged, `after kill ${kill + 1}`);
      expectSound(core);
      if (core.state.markets[0]!.contract!.sweep !== null) cut += 1;
    }
    const { errors, code } = await runProgram(PROGRAM, [folder, '1', '1'], {});
    expect(code, errors).toBe(0);
    const { core } = replayVenue(folder, 'live');
    expect(core.state.markets[0]!.contract!.sweep).toBe(null);
    expectSound(core);
    expect(stateHash(replayVenue(folder, 'live').core)).toBe(stateHash(core));
    console.log(`${cut} of them cut a funding, ${core.state.markets[0]!.contract!.round} rounds`);
  },
  KILLS * 60_000,
);
