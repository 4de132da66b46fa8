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
/** Kills of one folder; then another begins, so that replaying it takes no longer and longer. */
const KILLS_PER_FOLDER = 25;
const SEED = Number(process.env['HALCYON_SEED'] ?? Date.now() % 1_000_000);
const PROGRAM = 'contracts-under-load.ts';
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

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

/** How many fundings were cut by so many kills of one folder; at least one. */
async function killFolder(seed: number, kills: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-contracts-kill-'));
  folders.push(folder);
  const random = generator(seed);
  const acknowledged: Answers = new Map();
  let cut = 0;
  for (let kill = 0; kill < kills || cut === 0; kill += 1) {
    const run = { killAfterWord: 'trades', killAfterMs: random() * 300 };
    const { signal, errors, lines } = await runProgram(PROGRAM, [folder, `${seed + kill}`], run);
    expect(signal, `it ended by itself: ${errors}`).toBe('SIGKILL');
    for (const line of lines) if (line !== 'trades') noteAnswer(line, acknowledged);
    const { core, answers } = replayVenue(folder, 'live');
    expectAmong(answers, acknowledged, `seed ${seed}, after kill ${kill + 1}`);
    expectSound(core);
    if (core.state.markets[0]!.contract!.sweep !== null) cut += 1;
  }
  const { errors, code } = await runProgram(PROGRAM, [folder, '1', '1'], {});
  expect(code, errors).toBe(0);
  const { core } = replayVenue(folder, 'live');
  expect(core.state.markets[0]!.contract!.sweep).toBe(null);
  expectSound(core);
  expect(stateHash(replayVenue(folder, 'live').core)).toBe(stateHash(core));
  rmSync(folder, { recursive: true });
  return cut;
}

test(
  `B2: ${KILLS} kills in the middle of fundings`,
  async () => {
    console.log(`seed ${SEED}`);
    let cut = 0;
    for (let done = 0; done < KILLS; done += KILLS_PER_FOLDER) {
      cut += await killFolder(SEED + done, Math.min(KILLS_PER_FOLDER, KILLS - done));
    }
    console.log(`${cut} of them cut a funding`);
  },
  KILLS * 60_000,
);
