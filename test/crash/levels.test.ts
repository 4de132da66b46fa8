/**
 * B2: kills while the fee levels of a day are journaled in batches. The day goes on where it was: no owner is
 * given a level twice on one day, and none is passed over.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateHash } from '@halcyon/core';
import { CommandKind, FIRST_USER_ID } from '@halcyon/domain';
import { verifyJournal } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { expect, test } from 'vitest';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { type Answers, expectAmong, noteAnswer, replayVenue, runProgram } from './engine-runs.ts';
import { levelOn, OWNERS } from './level-days.ts';
import { generator } from './random-orders.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 10);
const SEED = seedOf();
const PROGRAM = 'levels-under-load.ts';
/** Kills of one folder; then another begins, so that replaying it takes no longer and longer. */
const KILLS_PER_FOLDER = 25;
/** Kills that are tried until one cuts a day. */
const KILLS_MAX = 100;
/** Days follow one another without a pause: whenever it comes, a kill is likely to cut one, ms. */
const WITHIN_MS = 300;

/** Where the levels of a day stand. */
interface Day {
  readonly day: number;
  readonly upTo: number;
  readonly done: boolean;
}

/** What the journal says of days, and that no owner was looked at twice on any. */
function daysIn(folder: string) {
  const given = new Map<number, Map<number, number>>();
  let before: Day = { day: 0, upTo: 0, done: true };
  const { core, answers } = replayVenue(folder, 'live', undefined, (command, code) => {
    if (command.kind !== CommandKind.levelUsers) return;
    expect(code, `levels of day ${command.day} were refused`).toBe(0);
    const { day, upTo, done, users } = command;
    const levels = given.get(day) ?? new Map<number, number>();
    for (const { user, level } of users) {
      expect(levels.has(user), `owner ${user} twice on day ${day}`).toBe(false);
      expect(user, 'in their order').toBeGreaterThan(before.day === day ? before.upTo : 0);
      levels.set(user, level);
    }
    // The next day begins when this one is done.
    if (!before.done) expect(day).toBe(before.day);
    given.set(day, levels);
    before = { day, upTo, done };
  });
  return { core, answers, given };
}

/** Kills one run. @returns where it left its day */
async function kill(folder: string, seed: number, killAfterMs: number, acknowledged: Answers) {
  const run = { killAfterWord: 'trades', killAfterMs };
  const { signal, errors, lines } = await runProgram(PROGRAM, [folder, `${seed}`], run);
  expect(signal, `it ended by itself: ${errors}`).toBe('SIGKILL');
  for (const line of lines) if (line !== 'trades') noteAnswer(line, acknowledged);
  const { core, answers } = daysIn(folder);
  expectAmong(answers, acknowledged, `of run ${seed}`);
  return core.state.standings;
}

/** Goes on for one look, and is told what the cut day came to. */
async function finish(folder: string, seed: number, cut: Day): Promise<void> {
  const earlier = daysIn(folder).core.state.standings;
  const { errors, code } = await runProgram(PROGRAM, [folder, `${seed}`, '1'], {});
  expect(code, errors).toBe(0);
  const { core } = daysIn(folder);
  const { standings } = core.state;
  expect(standings.day).toMatchObject({ day: cut.day, done: true });
  for (let user = FIRST_USER_ID; user < FIRST_USER_ID + OWNERS; user += 1) {
    // Whoever had it keeps it; all others have what this run makes of them.
    const level = user <= cut.upTo ? earlier.of(user).earned : levelOn(user, cut.day, seed);
    expect(standings.of(user).earned, `owner ${user}, cut behind ${cut.upTo}`).toBe(level);
  }
  const verified = verifyJournal(new FileStorage(), layoutOf(folder).journal, 'live', [], null);
  expect(verified).toMatchObject({ toSeq: core.state.seq, stateHash: stateHash(core) });
}

/** How many days were cut by so many kills of one folder; at least one. */
async function killFolder(folder: string, seed: number, kills: number): Promise<number> {
  const random = generator(seed);
  const acknowledged: Answers = new Map();
  let cuts = 0;
  for (let n = 0; n < kills || cuts === 0; n += 1) {
    expect(n, 'none of them cut a day').toBeLessThan(KILLS_MAX);
    // Each run makes something else of an owner.
    const own = seed + 2 * n;
    const { day } = await kill(folder, own, random() * WITHIN_MS, acknowledged);
    if (day.done || day.upTo === 0) continue;
    cuts += 1;
    await finish(folder, own + 1, day);
  }
  return cuts;
}

test(
  `B2: ${KILLS} kills between the batches of a day of levels`,
  async () => {
    console.log(`seed ${SEED}`);
    let cuts = 0;
    for (let done = 0; done < KILLS; done += KILLS_PER_FOLDER) {
      const folder = mkdtempSync(join(tmpdir(), 'halcyon-levels-kill-'));
      try {
        const kills = Math.min(KILLS_PER_FOLDER, KILLS - done);
        cuts += await killFolder(folder, SEED + 2 * done, kills);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    console.log(`${cuts} of them cut a day`);
  },
  Math.max(4, KILLS) * 60_000,
);
