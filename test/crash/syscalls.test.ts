/**
 * B2 and B3 at exact system calls, by strace on Linux: the real engine killed as it enters its N-th
 * write, sync, rename or unlink, and the real engine whose N-th sync or write fails. Whatever was
 * acknowledged is there with the same answer; after an error it says so, exits, and has not touched
 * the file again. HALCYON_KILLS sets the kills (10), HALCYON_DISK_ERRORS the failing syncs (5).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { type Answers, expectKept, type RunEnd, runEngine } from './engine-runs.ts';
import { generator } from './random-orders.ts';

const STRACE = '/usr/bin/strace';
const KILLS = Number(process.env['HALCYON_KILLS'] ?? 10);
const ERRORS = Number(process.env['HALCYON_DISK_ERRORS'] ?? 5);
const SEED = seedOf();
/** Runs on one folder: its first start lays the segments, the other recovers. */
const RUNS_PER_FOLDER = 2;
/** A run that goes on after its call, or never reaches it, ends this late, ms. */
const END_MS = 2_000;
/** One that always reaches it, and ends there, has time for that on the busiest machine. */
const SURE_END_MS = 60_000;

/** Calls, and how many of them a start makes at the least before and while it trades. */
type Point = readonly [calls: string, most: number];
const FIRST_START: readonly Point[] = [
  ['pwrite64', 500],
  ['fdatasync', 40],
  ['fsync', 3],
  ['rename', 1],
];
const LATER_START: readonly Point[] = [
  ['fdatasync', 40],
  ['pwrite64', 40],
];

let folder = '';
let trace = '';

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'halcyon-syscall-'));
  folder = join(root, 'data');
  trace = join(root, 'trace');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function runWith(
  inject: string,
  calls: string,
  seed: number,
  kept: Answers,
  endAfterMs = END_MS,
): Promise<RunEnd> {
  const injected = calls.split(',').flatMap((call) => ['-e', `inject=${call}:${inject}`]);
  const under = [STRACE, '-f', '-qq', '-o', trace, '-e', `trace=${calls}`, ...injected];
  return runEngine({ folder, seed, under, endAfterMs }, kept);
}

if (!existsSync(STRACE)) console.log('no strace (Linux has it): exact system calls are not tested');

describe.runIf(existsSync(STRACE))('at exact system calls', () => {
  test(
    `B2: ${KILLS} kills as a write, sync, rename or unlink begins lose nothing acknowledged`,
    async () => {
      console.log(`seed ${SEED}`);
      const random = generator(SEED);
      let acknowledged: Answers = new Map();
      let killed = 0;
      for (let point = 0; point < KILLS; point++) {
        if (point % RUNS_PER_FOLDER === 0) {
          rmSync(folder, { recursive: true, force: true });
          acknowledged = new Map();
        }
        const points = point % RUNS_PER_FOLDER === 0 ? FIRST_START : LATER_START;
        // One after the other: ten kills are at each of them.
        const [calls, most] = points[Math.floor(point / RUNS_PER_FOLDER) % points.length]!;
        const when = 1 + Math.floor(random() * most);
        const inject = `signal=KILL:when=${when}`;
        await runWith(inject, calls, SEED + point, acknowledged, SURE_END_MS);
        if (readFileSync(trace, 'utf8').includes('killed by SIGKILL')) killed += 1;
        expectKept(folder, acknowledged, `after the kill at ${calls} ${when}`);
      }
      expect(killed).toBeGreaterThan(KILLS * 0.8);
    },
    KILLS * 20_000,
  );

  test(
    `B3: an error of each of the first ${ERRORS} syncs ends the engine; a start loses nothing`,
    async () => {
      const acknowledged: Answers = new Map();
      for (let at = 1; at <= ERRORS; at++) {
        const inject = `error=EIO:when=${at}`;
        const end = await runWith(inject, 'fdatasync', SEED + at, acknowledged, SURE_END_MS);
        expectStopped(end, `sync ${at}`);
        expectKept(folder, acknowledged, `after the error of sync ${at}`);
      }
    },
    ERRORS * 20_000,
  );

  test.each(['EIO', 'ENOSPC'])(
    'B3, B4: %s at a write ends the engine or is survived; a start loses nothing',
    async (code) => {
      const random = generator(SEED);
      const acknowledged: Answers = new Map();
      for (let n = 0; n < ERRORS / 5; n++) {
        const at = 1 + Math.floor(random() * 40);
        const end = await runWith(`error=${code}:when=${at}`, 'pwrite64', SEED + n, acknowledged);
        // A write of the segment kept in reserve may fail: trading goes on without it.
        if (end.signal === null) expectStopped(end, `write ${at}`);
        expectKept(folder, acknowledged, `after ${code} at write ${at}`);
      }
    },
    ERRORS * 20_000,
  );
});

/** It ended by itself, said why, and never called again on the file that had failed. */
function expectStopped({ code, errors }: RunEnd, what: string): void {
  expect(code, `${what}: it must exit with an error`).not.toBe(0);
  // The last two: how SQLite, which keeps the lock, says the same.
  expect(errors, what).toMatch(/EIO|ENOSPC|no room|disk is full|disk I\/O/);
  const lines = readFileSync(trace, 'utf8').split('\n');
  const failed = lines.findIndex((line) => line.includes('INJECTED'));
  const file = /\((\d+)[,)]/.exec(lines[failed] ?? '')?.[1];
  const after = lines.slice(failed + 1).filter((line) => line.includes(`(${file}`));
  expect(after, `${what}: calls after the error`).toEqual([]);
}
