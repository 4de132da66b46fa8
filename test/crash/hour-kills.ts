/** Kills of `hours-under-load.ts`, and what its folder has to hold after each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, stateHash } from '@halcyon/core';
import { takeSnapshot, verifyJournal } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { expect } from 'vitest';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { ViewsReader } from '../../apps/halcyon/src/exchange/views-reader.ts';
import { type Answers, expectAmong, noteAnswer, replayVenue, runProgram } from './engine-runs.ts';
import { generator } from './random-orders.ts';

/** Kills of one folder; then another begins, so that replaying it takes no longer and longer. */
const KILLS_PER_FOLDER = 25;
const PROGRAM = 'hours-under-load.ts';

/** A market whose hours are cut. */
export interface HourMarket {
  /** Its name in the program. */
  readonly name: 'contracts' | 'copying' | 'loans';
  /** What must hold whenever it ends. */
  readonly expectSound: (core: Core) => void;
  /** Whether an hour is not settled to its end. */
  readonly isCut: (core: Core) => boolean;
}

/** How many hours were cut by so many kills. */
export async function killHours(market: HourMarket, seed: number, kills: number): Promise<number> {
  let cut = 0;
  for (let done = 0; done < kills; done += KILLS_PER_FOLDER) {
    const folder = mkdtempSync(join(tmpdir(), `halcyon-${market.name}-kill-`));
    try {
      cut += await killFolder(
        folder,
        market,
        seed + done,
        Math.min(KILLS_PER_FOLDER, kills - done),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return cut;
}

/** How many hours were cut by so many kills of one folder; at least one. */
async function killFolder(
  folder: string,
  { name, expectSound, isCut }: HourMarket,
  seed: number,
  kills: number,
): Promise<number> {
  const random = generator(seed);
  const acknowledged: Answers = new Map();
  let cut = 0;
  for (let kill = 0; kill < kills || cut === 0; kill += 1) {
    const run = { killAfterWord: 'trades', killAfterMs: random() * 300 };
    const { signal, errors, lines } = await runProgram(
      PROGRAM,
      [folder, name, `${seed + kill}`],
      run,
    );
    expect(signal, `it ended by itself: ${errors}`).toBe('SIGKILL');
    for (const line of lines) if (line !== 'trades') noteAnswer(line, acknowledged);
    const { core, answers } = replayVenue(folder, 'live');
    expectAmong(answers, acknowledged, `seed ${seed}, after kill ${kill + 1}`);
    expectSound(core);
    if (!isCut(core)) continue;
    cut += 1;
    // The next start goes on from what a backup would have.
    if (cut === 1) keepSnapshot(folder, core);
  }
  const { errors, code } = await runProgram(PROGRAM, [folder, name, '1', '1'], {});
  expect(code, errors).toBe(0);
  const { core } = replayVenue(folder, 'live');
  expect(isCut(core)).toBe(false);
  expectSound(core);
  const verified = verifyJournal(new FileStorage(), layoutOf(folder).journal, 'live', [], null);
  expect(verified).toMatchObject({ toSeq: core.state.seq, stateHash: stateHash(core) });
  return cut;
}

function keepSnapshot(folder: string, { state }: Core): void {
  const { journal, history } = layoutOf(folder);
  const job = { directory: journal, venue: 'live', toSeq: state.seq, chain: state.log.chain };
  takeSnapshot(new FileStorage(), job, [new ViewsReader(history, 0)]);
}
