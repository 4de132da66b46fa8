import {
  type Command,
  type Event,
  type EventBatch,
  EventKind,
  FIRST_USER_ID,
  ownerOf,
  rowsIn,
  rowsOf,
} from '@halcyon/domain';
import { describe, expect, test, vi } from 'vitest';
import { Core } from '../../core/src/index.ts';
import { FuturesGenerator } from '../../testkit/src/core/futures-generator.ts';
import { fc } from '../../testkit/src/core/properties.ts';
import { ChunkReader } from '../src/feed/chunk-reader.ts';
import { EventFilter } from '../src/feed/event-filter.ts';
import type { Chunk, FeedOptions } from '../src/feed/feed.ts';
import { RecordsFeed } from '../src/feed/feed.ts';
import { eventsOfRows, RowGatherer } from '../src/feed/gathered-rows.ts';
import { pack, unpack } from '../src/feed/pack.ts';
import { RecordsEventStream } from './event-stream.ts';

const eventsOf = (batches: readonly EventBatch[]) => batches.flatMap((batch) => batch.events);

/** What records need, said a second time in the simplest way: of trades of others the first price of an hour. */
function concerning(events: readonly Event[]): Event[] {
  const priced = new Set<string>();
  const person = (account: number) => {
    const user = ownerOf(account);
    return user >= FIRST_USER_ID && (user - FIRST_USER_ID) % 2 === 0;
  };
  return events.filter((event) => {
    if (event.kind === EventKind.level || event.kind === EventKind.orderRested) return false;
    if (event.kind === EventKind.trade) {
      const hour = `${event.instrument} ${Math.floor(event.time / 3_600_000)}`;
      const first = !event.own && !priced.has(hour);
      if (first) priced.add(hour);
      if (first) return true;
      return person(event.makerAccount) || person(event.takerAccount);
    }
    if (event.kind === EventKind.moved) return person(event.from) || person(event.to);
    if (event.kind === EventKind.posting) {
      return event.availableDelta !== -event.heldDelta && person(event.account);
    }
    return !('account' in event) || person(event.account);
  });
}

describe('gathered rows', () => {
  test('are the events that the core wrote, after they were sent to another thread', () => {
    const core = new Core();
    const generator = new FuturesGenerator(11);
    const gatherer = new RowGatherer();
    const written: Event[] = [];
    const say = (commands: readonly Command[]) => {
      const from = core.state.seq + 1;
      for (const command of commands) core.apply(command);
      const { seq, time, log } = core.state;
      gatherer.add(rowsIn({ firstSeq: from, lastSeq: seq, time, log }));
      const events = log.decode();
      generator.learn(events);
      written.push(...events);
      log.reset();
    };
    say(generator.opening());
    for (let n = 0; n < 300; n++) say([generator.next()]);
    expect(gatherer.count).toBe(written.length);
    const taken = gatherer.take();
    expect([...eventsOfRows(structuredClone(taken))]).toEqual(written);
    expect(gatherer.count).toBe(0);
    expect([...eventsOfRows(gatherer.take())]).toEqual([]);
  });
});

describe('event filter', () => {
  test('keeps exactly what concerns people', () => {
    const events = eventsOf(new RecordsEventStream(2).take(500));
    const filter = new EventFilter();
    const kept = events.filter((event) => filter.wants(event));
    expect(kept).toEqual(concerning(events));
    expect(kept.length).toBeLessThan(events.length * 0.8);
  });

  test('stops on an event that it does not know', () => {
    const unknown = { kind: 99, seq: 1, time: 1 } as unknown as Event;
    expect(() => new EventFilter().wants(unknown)).toThrow('unexpected value');
  });
});

describe('packed rows', () => {
  test('are the same rows after unpacking, whatever their columns hold', () => {
    const cell = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.bigInt());
    const row = fc.record({ a: fc.double(), b: cell, c: fc.string(), d: fc.integer() });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        expect(unpack(structuredClone(pack(rows)))).toEqual(rows);
      }),
    );
  });

  test('may have any name; those that an object literal cannot give travel as they are', () => {
    for (const name of ['a b', '"', '\\', '\u2028', 'constructor', '__proto__']) {
      const rows = Array.from({ length: 9 }, (_one, n) => Object.fromEntries([[name, n]]));
      const back = unpack(structuredClone(pack(rows))) as Record<string, unknown>[];
      expect(back.map((row) => Object.entries(row))).toEqual(
        rows.map((row) => Object.entries(row)),
      );
    }
  });

  test.each([null, 5, 'x', [1, 2, 3, 4, 5, 6, 7, 8, 9], [[1]], { rows: [] }])(
    '%j stays',
    (value) => {
      expect(unpack(pack(value))).toEqual(value);
    },
  );
});

/** A feed with a worker that answers when told to. */
function harness(options: Partial<FeedOptions> = {}) {
  const posted: Chunk[] = [];
  const problems: string[] = [];
  let answered = 0;
  const feed = new RecordsFeed({
    post: (chunk) => posted.push(chunk),
    refill: undefined,
    onProblem: (message) => problems.push(message),
    bufferEventsMax: 1_000,
    chunkEventsMax: 50,
    flushMs: 5,
    ...options,
  });
  const answer = () => {
    const chunk = posted[answered];
    if (chunk === undefined) return false;
    answered += 1;
    feed.applied(chunk);
    return true;
  };
  const received = () => new ChunkReader().read(posted.map((chunk) => structuredClone(chunk)));
  return { feed, posted, problems, answer, received };
}

/** A busy machine is slow; a fault never ends. */
const WAIT = { timeout: 60_000, interval: 5 };

const settled = () => new Promise((resolve) => setTimeout(resolve, 15));

describe('feed', () => {
  test('sends all events in order, in chunks that follow on one another', async () => {
    const { feed, posted, answer, received } = harness();
    const batches = new RecordsEventStream(3).take(300);
    feed.start(0);
    for (const batch of batches) {
      feed.push(rowsOf(batch));
      while (answer());
    }
    await settled();
    expect(received()).toEqual(concerning(eventsOf(batches)));
    let last = 0;
    for (const chunk of posted) {
      expect(chunk.firstSeq).toBe(last + 1);
      last = chunk.lastSeq;
    }
    expect(last).toBe(batches.at(-1)?.lastSeq);
    while (answer());
    expect(feed.waitingEvents).toBe(0);
    expect(feed.lagMs).toBe(0);
  });

  test('duplicates are dropped and a wanted sequence is sent at once', () => {
    const { feed, posted } = harness({ flushMs: 60_000 });
    const [first, second] = new RecordsEventStream(4).take(2);
    feed.start(0);
    feed.push(rowsOf(first as EventBatch));
    feed.push(rowsOf(first as EventBatch));
    expect(posted.length).toBeLessThanOrEqual(1);
    feed.want(first?.lastSeq ?? 0);
    expect(posted.at(-1)?.lastSeq).toBe(first?.lastSeq);
    // Asked for before it exists: it goes out as soon as it comes.
    feed.want(second?.lastSeq ?? 0);
    feed.push(rowsOf(second as EventBatch));
    expect(posted.at(-1)?.lastSeq).toBe(second?.lastSeq);
    feed.close();
  });

  test('what waits is bounded; the rest is read again once the worker is done', async () => {
    const batches = new RecordsEventStream(5).take(600);
    const asked: number[] = [];
    const refill = (fromSeq: number) => {
      asked.push(fromSeq);
      return batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    };
    const { feed, answer, received } = harness({ refill, bufferEventsMax: 300 });
    feed.start(0);
    let most = 0;
    for (const batch of batches) {
      feed.push(rowsOf(batch));
      most = Math.max(most, feed.waitingEvents);
    }
    expect(feed.mode).toBe('behind');
    expect(most).toBeLessThan(300 + 200);
    expect(feed.lagMs).toBeGreaterThan(0);
    for (let i = 0; i < 2_000 && feed.mode !== 'live'; i++) {
      if (!answer()) await settled();
      most = Math.max(most, feed.waitingEvents);
      await Promise.resolve();
    }
    await settled();
    expect(most).toBeLessThan(300 + 200);
    expect(asked.length).toBeGreaterThan(0);
    expect(received()).toEqual(concerning(eventsOf(batches)));
  });

  test('a batch that does not follow on starts a refill from the missing sequence', async () => {
    const batches = new RecordsEventStream(6).take(40);
    const asked: number[] = [];
    const refill = async function* (fromSeq: number) {
      asked.push(fromSeq);
      yield* batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    };
    const { feed, answer, received } = harness({ refill });
    feed.start(0);
    for (const [i, batch] of batches.entries()) if (i !== 20) feed.push(rowsOf(batch));
    // The last ones are sent by a timer.
    await vi.waitFor(() => {
      while (answer());
      expect(received()).toEqual(concerning(eventsOf(batches)));
    }, WAIT);
    expect(asked[0]).toBe(batches[20]?.firstSeq);
  });

  test.each([1, 2, 20])(
    'rows that end %i batches before the journal are completed',
    async (lost) => {
      const batches = new RecordsEventStream(9).take(40);
      const kept = batches.slice(0, -lost);
      const refill = (fromSeq: number) =>
        batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
      const { feed, posted, answer, received } = harness({ refill });
      feed.start(kept.at(-1)?.lastSeq ?? 0);
      feed.journalReaches(batches.at(-1)?.lastSeq ?? 0);
      const missing = concerning(eventsOf(batches.slice(-lost)));
      expect(missing.length).toBeGreaterThan(0);
      await vi.waitFor(() => {
        while (answer());
        // A reader that did not see who traded before takes everybody for a person.
        expect(received()).toEqual(expect.arrayContaining(missing));
        expect(feed.mode).toBe('live');
      }, WAIT);
      expect(posted[0]?.firstSeq).toBe(batches.at(-lost)?.firstSeq);
      feed.close();
    },
  );

  test('a gap that the worker reports sends the feed back there; old answers are void', async () => {
    const batches = new RecordsEventStream(18).take(40);
    const refill = (fromSeq: number) =>
      batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    const { feed, posted, problems } = harness({ refill });
    feed.start(0);
    for (const batch of batches) feed.push(rowsOf(batch));
    const reader = new ChunkReader();
    reader.read(posted);
    const old = posted[0] as Chunk;
    const from = batches[10]?.firstSeq ?? 0;
    const before = posted.length;
    feed.gap(old.epoch, from);
    feed.gap(old.epoch, from);
    feed.applied(old);
    await settled();
    expect(problems).toHaveLength(1);
    expect(posted[before]?.firstSeq).toBe(from);
    // The first prices of an hour may be among what was lost: they come again.
    const again = reader.read(posted.slice(before));
    const rest = eventsOf(batches).filter(({ seq }) => seq >= from);
    expect(again).toEqual(concerning(rest).slice(0, again.length));
    expect(again).not.toEqual(
      concerning(eventsOf(batches))
        .filter(({ seq }) => seq >= from)
        .slice(0, again.length),
    );
  });

  test('without a way to read again it says so and stays where it is', () => {
    const { feed, problems } = harness();
    const batches = new RecordsEventStream(8).take(3);
    feed.start(0);
    feed.push(rowsOf(batches[2] as EventBatch));
    expect(problems[0]).toMatch('stay at sequence 0');
    expect(feed.mode).toBe('behind');
  });

  test('a refill that fails is tried again', async () => {
    const batches = new RecordsEventStream(9).take(5);
    let calls = 0;
    const refill = (fromSeq: number) => {
      calls += 1;
      if (calls === 1) throw new Error('not now');
      return batches.filter((batch) => batch.lastSeq >= fromSeq).map(rowsOf);
    };
    const { feed, problems, answer } = harness({ refill });
    feed.start(0);
    feed.push(rowsOf(batches[4] as EventBatch));
    await vi.waitFor(() => {
      while (answer());
      expect(feed.mode).toBe('live');
    }, WAIT);
    expect(problems[0]).toMatch('not now');
  });
});
