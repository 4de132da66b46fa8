/**
 * B4: an old venue that would go over to the newest rules while the disk is full, or becomes full at
 * any of the calls that the start makes, on the simulated disk. Nothing acknowledged is lost, the
 * change is in the journal whole and once or not at all, and a start with room makes it.
 */
import { Core, NEWEST_RULES, RULES_VERSION, Rules, stateHash } from '@halcyon/core';
import { CommandDecoder, CommandKind } from '@halcyon/domain';
import { Engine, Replayer } from '@halcyon/engine';
import { openJournal, readJournal } from '@halcyon/journal';
import { beforeAll, describe, expect, test } from 'vitest';
import { takeNewestRules } from '../../apps/halcyon/src/exchange/newest-rules.ts';
import { SimRandom, SimStorage } from '../../packages/testkit/src/storage/index.ts';
import { randomMarket, randomOrders } from '../crash/random-orders.ts';

const DIRECTORY = '/live';
const EXPECTED = { venue: 'live', rulesVersion: RULES_VERSION } as const;
const SEGMENT_BYTES = 256 * 1024;
const BATCH_BYTES = 32 * 1024;
/** More than a start makes. */
const CALLS = 40;

let old: SimStorage;
let oldSeq = 0;
let oldHash = '';

interface Started {
  readonly core: Core;
  readonly engine: Engine;
  /** Why it waits, or what ended it. */
  readonly says: string[];
  close(): void;
}

/** A start, as the exchange makes it. */
function start(storage: SimStorage): Started {
  const says: string[] = [];
  const core = new Core();
  const replayer = new Replayer(core, () => {});
  const { writer } = openJournal(storage, DIRECTORY, {
    ...EXPECTED,
    nowMs: () => 1_700_000_000_000,
    segmentBytes: SEGMENT_BYTES,
    batchBytes: BATCH_BYTES,
    onRecord: replayer.record,
  });
  replayer.flush();
  const onFailure = (error: Error): void => void says.push(error.message);
  const engine = new Engine({ core, writer, now: () => 1_700_000_000_000, onFailure });
  const close = (): void => {
    engine.stop();
    if (engine.status !== 'failed') writer.close();
  };
  return { core, engine, says, close };
}

/** The start, and the change of rules; `says` stays empty when it is made. */
async function startUp(storage: SimStorage): Promise<Started> {
  const started = start(storage);
  const say = (what: unknown): void => void started.says.push(String(what));
  await takeNewestRules({ ...started, layout: EXPECTED }, say).catch(say);
  return started;
}

/** Sequences of the journal at which its rules change. */
function changes(storage: SimStorage): number[] {
  const found: number[] = [];
  const decoder = new CommandDecoder();
  readJournal(storage, DIRECTORY, {
    ...EXPECTED,
    onRecord: (seq, bytes, offset, length) => {
      if (decoder.decode(bytes, offset, length).kind === CommandKind.setRules) found.push(seq);
    },
  });
  return found;
}

/** A disk of its own with the old journal on it. */
function copy(seed: number): SimStorage {
  return old.crashImage(new SimRandom(seed));
}

/** With room again: everything is there and the rules are the newest, by one command. */
async function expectWhole(storage: SimStorage): Promise<void> {
  storage.restartProcess();
  storage.setCapacity(Number.POSITIVE_INFINITY);
  const before = start(storage);
  if (before.core.state.rules === Rules.first) {
    expect([before.core.state.seq, stateHash(before.core)]).toEqual([oldSeq, oldHash]);
  }
  before.close();
  const { core, says, close } = await startUp(storage);
  expect([core.state.rules, core.state.seq, says]).toEqual([NEWEST_RULES, oldSeq + 1, []]);
  close();
  expect(changes(storage)).toEqual([oldSeq + 1]);
}

beforeAll(async () => {
  old = new SimStorage(new SimRandom(1));
  old.makeDirectory(DIRECTORY);
  const { engine, core, close } = start(old);
  for (const batch of randomMarket()) await engine.submitAll(batch);
  let batches = 0;
  for (const batch of randomOrders(5, 1)) {
    await engine.submitAll(batch);
    if (++batches === 60) break;
  }
  expect(core.state.rules).toBe(Rules.first);
  oldSeq = engine.seq;
  oldHash = stateHash(core);
  close();
});

describe('B4, B11 going over to the newest rules', () => {
  test('a full disk at any call: made, put off or the start ends; never half', async () => {
    const ends = new Set<string>();
    for (let at = 1; at <= CALLS; at += 1) {
      const storage = copy(at);
      storage.setFault({ at, code: 'ENOSPC' });
      const started = await startUp(storage).catch((error: unknown) => error as Error);
      if (started instanceof Error) {
        expect(started.message, `call ${at}`).toMatch(/ENOSPC|full|room/);
        ends.add('no start');
      } else if (started.says.length > 0) {
        expect(started.says.join(), `call ${at}`).toMatch(/ENOSPC|the disk is almost full/);
        ends.add(started.engine.status === 'failed' ? 'failed' : 'put off');
      } else ends.add('made');
      await expectWhole(storage);
      for (let image = 0; image < 2; image += 1) {
        await expectWhole(storage.crashImage(new SimRandom(image)));
      }
    }
    expect([...ends].sort()).toContain('made');
    expect([...ends].sort()).toContain('failed');
  });

  test('a disk with no room for another segment: put off, and it says so; cancels go on', async () => {
    const storage = copy(7);
    // What the last run kept in reserve is gone, and what is left is less than a segment.
    for (const name of storage.list(DIRECTORY)) {
      if (name.startsWith('reserve')) storage.unlink(`${DIRECTORY}/${name}`);
    }
    storage.setCapacity(storage.usedBytes() + 100);
    const { core, engine, says, close } = await startUp(storage);
    expect(core.state.rules).toBe(Rules.first);
    expect(says).toEqual([
      `the disk is almost full: live stays at rules 1 until a start with more room on the disk takes it to rules ${NEWEST_RULES}`,
    ]);
    expect(engine.status).toBe('cancels-only');
    expect(engine.seq).toBe(oldSeq);
    close();
    await expectWhole(storage);
  });
});
