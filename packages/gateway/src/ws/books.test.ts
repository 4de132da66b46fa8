import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Side } from '@halcyon/domain';
import { bookChecksum } from '@halcyon/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import type { ServerMessage, TestClient } from './testing/client.ts';
import { rowsOf } from './testing/client.ts';
import { type EventInput, level } from './testing/market.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const ARG = { instType: 'SPOT', channel: 'books', instId: 'BTCUSDT' };

interface BookRow {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
  readonly checksum: number;
  readonly seq: number;
  readonly pseq: number;
}

/** A client's book, kept the way client libraries do; throws at whatever does not fit. */
class ClientBook {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  seq = -1;
  updates = 0;

  apply(push: ServerMessage): void {
    const [row] = rowsOf<BookRow>(push);
    if (row === undefined) throw new Error('a push without a row');
    if (push.action === 'snapshot') {
      expect(row.pseq).toBe(0);
      this.bids.clear();
      this.asks.clear();
    } else {
      this.updates++;
      expect(row.pseq).toBe(this.seq);
      expect(row.seq).toBeGreaterThan(this.seq);
    }
    this.seq = row.seq;
    for (const [price, size] of row.bids) change(this.bids, price, size);
    for (const [price, size] of row.asks) change(this.asks, price, size);
    expect(row.checksum).toBe(this.checksum());
  }

  side(side: 'bids' | 'asks'): [string, string][] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this[side]].sort(([a], [b]) => sign * (Number(a) - Number(b)));
  }

  /** By Node's CRC-32, another implementation than the one under test. */
  checksum(): number {
    const parts: string[] = [];
    const bids = this.side('bids');
    const asks = this.side('asks');
    for (let i = 0; i < 25; i++) {
      for (const row of [bids[i], asks[i]]) if (row !== undefined) parts.push(row.join(':'));
    }
    return crc32(parts.join(':')) | 0;
  }
}

function change(side: Map<string, string>, price: string, size: string): void {
  if (size !== '0') side.set(price, size);
  // Clients raise on a delete of a level that they were never told.
  else if (!side.delete(price)) throw new Error(`delete of the unknown level ${price}`);
}

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ booksIntervalMs: 2 });
});

afterAll(() => server.close());

/** Everything the views show now, in the wire's texts. */
function shown(side: 'bids' | 'asks'): [string, string][] {
  return server.engine.views
    .book(0)
    [side]()
    .map(({ price, total }) => [(price / 100).toFixed(2), (total / 10_000).toFixed(4)]);
}

function takeAll(client: TestClient, book: ClientBook): void {
  for (const push of client.told.splice(0)) {
    if (push.arg?.['channel'] === 'books' && push.data !== undefined) book.apply(push);
  }
}

/** Random levels: bids below 1000 ticks, asks from 1000 up. */
const change$ = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 3 }))
  .map(([bid, distance, total]): EventInput => {
    return bid ? level(Side.buy, 1_000 - distance, total) : level(Side.sell, 999 + distance, total);
  });
const commits$ = fc.array(fc.array(change$, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 40,
});

describe('books', () => {
  it('INV-17 snapshot and deltas make the book, with an unbroken chain and checksum', async () => {
    await fc.assert(
      fc.asyncProperty(commits$, fc.integer({ min: 0, max: 39 }), async (commits, joinAt) => {
        const first = await server.connect();
        first.subscribe(ARG);
        await first.until(() => first.told.length >= 2);
        const early = new ClientBook();
        const late = new ClientBook();
        let second: TestClient | null = null;
        for (const [index, events] of commits.entries()) {
          server.engine.commit(events);
          if (index === joinAt) {
            second = await server.connect();
            second.subscribe(ARG);
          }
          // Sometimes several commits fall into one interval, sometimes not.
          if (index % 3 === 0) await new Promise((resolve) => setTimeout(resolve, index % 5));
        }
        const { seq } = server.engine.views.book(0);
        const caughtUp = (client: TestClient, book: ClientBook) => () => {
          takeAll(client, book);
          return (
            JSON.stringify(book.side('bids')) === JSON.stringify(shown('bids')) &&
            JSON.stringify(book.side('asks')) === JSON.stringify(shown('asks'))
          );
        };
        await first.until(caughtUp(first, early));
        if (second !== null) await second.until(caughtUp(second, late));
        expect(early.seq).toBeLessThanOrEqual(seq);
        first.end();
        second?.end();
      }),
      { numRuns: 25 },
    );
  });

  it('tells nothing about a level that came and went between two pushes', async () => {
    const client = await server.connect();
    client.subscribe(ARG);
    await client.push('books');
    server.engine.commit([level(Side.buy, 500, 7)]);
    server.engine.commit([level(Side.buy, 500, 0), level(Side.sell, 5_000, 1)]);
    await client.until(() => client.texts.some((text) => text.includes('"50.00"')));
    const book = new ClientBook();
    for (const text of client.texts) {
      const push = JSON.parse(text) as ServerMessage;
      if (push.data !== undefined) book.apply(push);
    }
    client.end();
  });

  it('starts a new chain with a whole snapshot after a second subscribe', async () => {
    const client = await server.connect();
    const book = new ClientBook();
    client.subscribe(ARG);
    await client.until(() => client.told.some((told) => told.data !== undefined));
    takeAll(client, book);
    client.send({ op: 'unsubscribe', args: [ARG] });
    await client.answer('unsubscribe');
    server.engine.commit([level(Side.sell, 2_000, 3)]);
    client.subscribe(ARG);
    await client.until(() => client.told.some((told) => told.action === 'snapshot'));
    takeAll(client, book);
    expect(book.side('asks')).toEqual(shown('asks'));
    client.end();
  });

  it('computes the checksum as the recorded feeds have it', () => {
    const examples = JSON.parse(
      readFileSync(new URL('./testing/checksums.json', import.meta.url), 'utf8'),
    ) as {
      text: string;
      signed: number;
    }[];
    expect(examples.length).toBeGreaterThan(2);
    for (const { text, signed } of examples) {
      const parts = text.split(':');
      const bids: [string, string][] = [];
      const asks: [string, string][] = [];
      for (let i = 0; i < parts.length; i += 4) {
        bids.push([parts[i] ?? '', parts[i + 1] ?? '']);
        asks.push([parts[i + 2] ?? '', parts[i + 3] ?? '']);
      }
      expect(bookChecksum(bids, asks)).toBe(signed);
    }
  });
});
