import { readFileSync, writeFileSync } from 'node:fs';
import { RULES_VERSION, stateHash } from '@halcyon/core';
import {
  ACTOR_LENGTH_MAX,
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  CommandKind,
  EngineUnavailable,
  type EventBatch,
  encodeCommand,
  FLOW_DETAIL_LENGTH_MAX,
  OutcomeUnknown,
  REASON_LENGTH_MAX,
  Reject,
  readRows,
} from '@halcyon/domain';
import { FileStorage, listSnapshots } from '@halcyon/journal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  BATCH_MAX,
  type Engine,
  EventTail,
  type JournalPlace,
  loadStartPoint,
  takeSnapshot,
  verifyJournal,
} from '../src/index.ts';
import { Collector, limit, listMarket, openEngine, temporaryFolder, VENUE } from './market.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function numbers(seed: number): (n: number) => number {
  let a = seed;
  return (n) => {
    a = (Math.imul(a, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((a / 4_294_967_296) * n);
  };
}

async function trade(engine: Engine, accounts: readonly number[], count: number): Promise<void> {
  const below = numbers(count + 7);
  for (let i = 0; i < count; i += 50) {
    await engine.submitAll(
      Array.from({ length: 50 }, (_, k) =>
        limit(
          accounts[below(accounts.length)]!,
          below(2) as 0 | 1,
          9_900_000 + below(200_000),
          1 + below(1_000),
          below(4) === 0 ? `c-${i}-${k}` : '',
        ),
      ),
    );
  }
}

function eventsFrom(place: JournalPlace, fromSeq: number, head: number): EventBatch[] {
  const tail = new EventTail(place, fromSeq);
  const batches: EventBatch[] = [];
  for (let rows = tail.next(head); rows !== null; rows = tail.next(head)) {
    const { firstSeq, lastSeq, time, count, memory } = rows;
    batches.push({ firstSeq, lastSeq, time, events: readRows(memory, count) });
  }
  tail.close();
  return batches;
}

describe('the engine', () => {
  test('answers in order, each with its own sequence, and events come before the answer', async () => {
    const seen = new Collector();
    const { engine, close } = openEngine(folder.path, [seen]);
    const [account = 0] = await listMarket(engine, 1);
    const before = seen.batches.length;
    const outcomes = await engine.submitAll([
      limit(account, 0, 100_000, 10, 'a'),
      limit(account, 0, 100_001, 10, 'a'),
      limit(account, 0, 100_002, 10, 'b'),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, Reject.clientIdDuplicate, 0]);
    expect(outcomes[1]?.value).toBe(outcomes[0]?.id);
    expect(outcomes[2]!.seq - outcomes[0]!.seq).toBe(2);
    expect(seen.batches.length).toBe(before + 1);
    expect(engine.seq).toBe(outcomes[2]?.seq);
    close();
  });

  test('what comes turn after turn is one commit, but a batch does not wait for ever', async () => {
    const { engine, close } = openEngine(folder.path);
    const [account = 0] = await listMarket(engine, 1);
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const { commits } = engine.metrics;
    const first = engine.submit(limit(account, 0, 100_000, 10));
    await turn();
    await Promise.all([first, engine.submit(limit(account, 0, 100_001, 10))]);
    expect(engine.metrics.commits).toBe(commits + 1);
    const ceaseless: Promise<unknown>[] = [];
    while (engine.metrics.commits === commits + 1) {
      ceaseless.push(engine.submit(limit(account, 0, 100_002, 10)));
      await turn();
    }
    await Promise.all(ceaseless);
    expect(ceaseless.length).toBeGreaterThan(1);
    // A full batch is committed anyhow: this one was not.
    expect(ceaseless.length).toBeLessThan(BATCH_MAX);
    expect(engine.queued).toBe(0);
    close();
  });

  test('a command that cannot be stored is refused alone', async () => {
    const { engine, close } = openEngine(folder.path);
    const [account = 0] = await listMarket(engine, 1);
    const bad = engine.submit(limit(account, 0, 100, 1, 'ключ'));
    const good = engine.submit(limit(account, 0, 100, 1, 'key'));
    await expect(bad).rejects.toBeInstanceOf(EngineUnavailable);
    expect((await good).code).toBe(0);
    close();
  });

  test('who and why of an operator have a length limit, and fit at their longest', async () => {
    const { engine, close } = openEngine(folder.path);
    await listMarket(engine, 1);
    const tiers = [{ makerPpm: 1, takerPpm: 2 }];
    const told = (actor: string, reason: string) =>
      engine.submit({ kind: CommandKind.setFeeSchedule, tiers, actor, reason });
    const [actor, reason] = ['é'.repeat(ACTOR_LENGTH_MAX), '語'.repeat(REASON_LENGTH_MAX)];
    expect((await told(actor, reason)).code).toBe(0);
    const why = async (late: Promise<unknown>): Promise<unknown> =>
      ((await late.catch((error: Error) => error.cause)) as Error).message;
    expect(await why(told(`${actor}x`, ''))).toBe('actor of a command is over 64 characters');
    expect(await why(told('', `${reason}x`))).toBe('reason of a command is over 200 characters');
    const longest = { kind: CommandKind.follow, source: 'live', actor, reason } as const;
    const detail = 'x'.repeat(FLOW_DETAIL_LENGTH_MAX);
    expect((await engine.submit({ ...longest, detail })).code).toBe(0);
    close();
  });

  test('a journal from before that limit is still read', () => {
    const bytes = new Uint8Array(COMMAND_BYTES_MAX);
    const reas0n = 'x'.repeat(REASON_LENGTH_MAX + 100);
    const command = {
      kind: CommandKind.setFeeTier,
      seq: 1,
      time: 1,
      user: 16,
      tier: 0,
      actor: 'a',
    };
    const length = encodeCommand({ ...command, reas0n } as unknown as Command, bytes, 0);
    bytes[Buffer.from(bytes).indexOf('reas0n') + 4] = 'o'.charCodeAt(0);
    const read = new CommandDecoder().decode(bytes, 0, length);
    expect(read).toEqual({ ...command, reason: reas0n });
  });

  test('INV-15: a restart replays to the same state, twice', async () => {
    const first = openEngine(folder.path);
    await trade(first.engine, await listMarket(first.engine, 5), 3_000);
    const { chain } = first.engine;
    first.close();
    const hashes = [0, 1].map(() => {
      const again = openEngine(folder.path);
      expect(again.engine.chain).toBe(chain);
      again.close();
      return verifyJournal(new FileStorage(), folder.path, VENUE, [], null).stateHash;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  test('a failed sync stops it at once: in flight is unknown, later is refused', async () => {
    const storage = new FileStorage();
    let broken = false;
    const sync = storage.syncData.bind(storage);
    storage.syncData = (handle) => {
      if (broken) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
      sync(handle);
    };
    const { engine, failures } = openEngine(folder.path, [], storage);
    const [account = 0] = await listMarket(engine, 1);
    broken = true;
    const inFlight = engine.submit(limit(account, 0, 100, 1));
    await expect(inFlight).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(engine.submit(limit(account, 0, 100, 1))).rejects.toBeInstanceOf(
      EngineUnavailable,
    );
    expect(engine.status).toBe('failed');
    expect(failures).toHaveLength(1);
  });

  test('countdowns fire by themselves when their time has come', async () => {
    const { engine, close } = openEngine(folder.path);
    const [account = 0] = await listMarket(engine, 1);
    await engine.submit(limit(account, 0, 100_000, 10));
    await engine.submit({ kind: CommandKind.countdown, account, timeoutMs: 3 });
    const done = new Promise<void>((resolve) => {
      engine.onCommit(({ events }) => {
        if (events.some(({ kind }) => kind === 3)) resolve();
      });
    });
    engine.start();
    await done;
    close();
  });
});

describe('snapshots', () => {
  test('B10: taken beside the live engine, they meet its hash and a start goes on from them', async () => {
    const live = openEngine(folder.path);
    const accounts = await listMarket(live.engine, 5);
    const storage = new FileStorage();
    for (let round = 0; round < 5; round++) {
      await trade(live.engine, accounts, 2_000 + round);
      const { seq: toSeq, chain } = live.engine;
      const job = { directory: folder.path, venue: VENUE, toSeq, chain };
      const standBack = () => expect.unreachable('there is no root of reserves to stand back for');
      expect(takeSnapshot(storage, job, [], standBack).seq).toBe(toSeq);
    }
    await trade(live.engine, accounts, 500);
    const { chain } = live.engine;
    live.close();
    expect(listSnapshots(storage, folder.path)).toHaveLength(2);
    const again = openEngine(folder.path);
    expect(again.engine.chain).toBe(chain);
    expect(again.replayed).toBeGreaterThanOrEqual(500);
    expect(again.replayed).toBeLessThan(2_000);
    again.close();
  });

  test('INV-15: one that does not meet the live hash is not written', async () => {
    const live = openEngine(folder.path);
    await trade(live.engine, await listMarket(live.engine, 3), 500);
    const job = { directory: folder.path, venue: VENUE, toSeq: live.engine.seq, chain: 12345 };
    expect(() => takeSnapshot(new FileStorage(), job, [])).toThrow(/INV-15/);
    expect(listSnapshots(new FileStorage(), folder.path)).toEqual([]);
    live.close();
  });

  test('a restored core has the hash of the one it was taken from', async () => {
    const live = openEngine(folder.path);
    await trade(live.engine, await listMarket(live.engine, 5), 2_000);
    const job = {
      directory: folder.path,
      venue: VENUE,
      toSeq: live.engine.seq,
      chain: live.engine.chain,
    };
    takeSnapshot(new FileStorage(), job, []);
    live.close();
    const { core } = loadStartPoint(new FileStorage(), folder.path, []);
    const audit = verifyJournal(new FileStorage(), folder.path, VENUE, [], null);
    expect(stateHash(core)).toBe(audit.stateHash);
    expect(RULES_VERSION).toBeGreaterThan(0);
  });
});

test('events read again from the journal are the events that were published', async () => {
  const seen = new Collector();
  const live = openEngine(folder.path, [seen]);
  await trade(live.engine, await listMarket(live.engine, 3), 2_500);
  const place = { storage: new FileStorage(), directory: folder.path, venue: VENUE };
  const again = new Collector();
  for (const batch of eventsFrom(place, 1, live.engine.seq)) again.apply(batch);
  expect(again.text()).toBe(seen.text());
  const late = eventsFrom(place, 1_234, live.engine.seq);
  expect(late[0]?.firstSeq).toBe(1_234);
  live.close();
});

test('B5: a damaged snapshot is passed over, by a start and by a reader that catches up', async () => {
  const seen = new Collector();
  const live = openEngine(folder.path, [seen]);
  const accounts = await listMarket(live.engine, 3);
  const storage = new FileStorage();
  for (const count of [600, 700]) {
    await trade(live.engine, accounts, count);
    const { seq: toSeq, chain } = live.engine;
    takeSnapshot(storage, { directory: folder.path, venue: VENUE, toSeq, chain }, []);
  }
  await trade(live.engine, accounts, 100);
  const newest = listSnapshots(storage, folder.path)[0]!.path;
  const bytes = readFileSync(newest);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(newest, bytes);
  const place = { storage, directory: folder.path, venue: VENUE };
  const again = new Collector();
  for (const batch of eventsFrom(place, live.engine.seq - 10, live.engine.seq)) {
    again.apply(batch);
  }
  expect(again.batches[0]?.firstSeq).toBe(live.engine.seq - 10);
  expect(seen.text()).toContain(again.text().slice(1, -1));
  live.close();
  const start = loadStartPoint(storage, folder.path, []);
  expect(start.skipped.map(({ path }) => path)).toEqual([newest]);
});
