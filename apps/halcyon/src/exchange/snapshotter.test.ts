/** When snapshots are due, and which of them have a root of reserves: those are kept for ever. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VenueEngine } from './open-exchange.ts';
import { Snapshotter } from './snapshotter.ts';

const MINUTE = 60_000;
const journal = mkdtempSync(join(tmpdir(), 'halcyon-snapshotter-'));
let taken: boolean[];
let snapshotter: Snapshotter;

beforeEach(() => {
  vi.useFakeTimers();
  taken = [];
  const engine = { status: 'running', seq: 0 };
  const venue = {
    ...{ engine, layout: { journal }, writer: { segmentIndex: 1 } },
    recovered: { snapshotSeq: 0 },
    snapshots: {
      take: async (hasRoot: boolean) => {
        taken.push(hasRoot);
        return { seq: engine.seq };
      },
      stop: async () => {},
    },
  };
  // Something happens all the time.
  setInterval(() => {
    engine.seq += 1;
  }, 1_000);
  const log = { done: () => {}, failed: () => {}, overBound: () => {} };
  snapshotter = new Snapshotter(venue as unknown as VenueEngine, log, { bytesMax: 1e9 });
  snapshotter.start();
});

afterEach(async () => {
  await snapshotter.stop();
  vi.useRealTimers();
});

afterAll(() => rmSync(journal, { recursive: true, force: true }));

async function pass(minutes: number, eachMinute: () => void = () => {}): Promise<void> {
  for (let n = 0; n < minutes; n++) {
    eachMinute();
    await vi.advanceTimersByTimeAsync(MINUTE);
  }
}

test('however often it is asked for, a root is made once in ten minutes', async () => {
  await pass(60, () => snapshotter.wantRoot());
  expect(taken.length).toBeGreaterThanOrEqual(5);
  expect(taken.length).toBeLessThanOrEqual(6);
  expect(taken).not.toContain(false);
});

test('seals that are asked for bring no more roots, and a root that waits still comes', async () => {
  await pass(30, () => snapshotter.want());
  expect(taken.length).toBeGreaterThan(5);
  expect(taken.filter((hasRoot) => hasRoot).length).toBeLessThanOrEqual(3);
  const before = taken.filter((hasRoot) => hasRoot).length;
  snapshotter.wantRoot();
  await pass(13);
  expect(taken.filter((hasRoot) => hasRoot)).toHaveLength(before + 1);
});

test('however often seals are asked for, they are no more than one in ten minutes and a few', async () => {
  await pass(120, () => snapshotter.want());
  expect(taken.length).toBeLessThanOrEqual(5 + 12);
  const before = taken.length;
  // Who asks after a while without anybody is soon served.
  await pass(55);
  const quiet = taken.length;
  snapshotter.want();
  await pass(3);
  expect(quiet - before).toBeLessThanOrEqual(1);
  expect(taken.length).toBe(quiet + 1);
});
