/**
 * E3 in number: of many connections a tenth stops reading a heavy channel. Every other one goes on to
 * get each message in order; a stalled one is held back and then closed with a reason, and what waits
 * for it stays within its bound. HALCYON_READERS sets how many (1,000).
 */
import { wireId } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { BUFFERED_BYTES_MAX } from './limits.ts';
import { rowsOf, type TestClient } from './testing/client.ts';
import { trade } from './testing/market.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const READERS = Number(process.env['HALCYON_READERS'] ?? 1_000);
const STALLED = Math.floor(READERS / 10);
/** A frame of the channel that the stalled ones took, bytes. */
const HEAVY_BYTES = 100_000;
const TRADES = 150;

function subscribe(channel: string): string {
  const arg = { instType: 'SPOT', channel, instId: 'BTCUSDT' };
  return JSON.stringify({ op: 'subscribe', args: [arg] });
}

async function open(server: TestServer, channel: string): Promise<TestClient> {
  const client = await server.connect();
  client.send(subscribe(channel));
  await client.push(channel);
  return client;
}

/** Trades that a reader was told of, in the order of the messages. */
function tradesOf(reader: TestClient): string[] {
  return reader.told.flatMap((push) =>
    rowsOf<{ readonly tradeId: string }>(push).map(({ tradeId }) => tradeId),
  );
}

test(
  `E3: ${STALLED} of ${READERS} readers stall; the others miss nothing`,
  async () => {
    const server = await startTestServer();
    const connections = () => [...server.gateway.connections()];
    const readers: TestClient[] = [];
    while (readers.length < READERS - STALLED) readers.push(await open(server, 'trade'));
    const stalled: TestClient[] = [];
    while (stalled.length < STALLED) stalled.push(await open(server, 'books5'));
    for (const { socket } of stalled) socket.pause();
    const topics = connections().flatMap(({ topics: taken }) => [...taken.values()]);
    const heavy = topics.find(({ arg }) => arg.includes('books5'))!;

    let worst = 0;
    const filler = `"${'x'.repeat(HEAVY_BYTES)}"`;
    for (let id = 1; id <= TRADES; id++) {
      heavy.publish(heavy.frame('snapshot', filler, id));
      server.engine.commit(trade(id, 6_000_000, 1));
      await Promise.all(readers.map((reader) => reader.until(() => reader.told.length >= id)));
      for (const { buffered } of connections()) worst = Math.max(worst, buffered);
    }
    const all = Array.from({ length: TRADES }, (_, i) => wireId(i + 1));
    for (const reader of readers) expect(tradesOf(reader)).toEqual(all);
    expect(server.stats.conflated).toBeGreaterThan(0);
    expect(worst).toBeLessThanOrEqual(BUFFERED_BYTES_MAX);
    // What takes nothing for seconds is closed, and only that.
    const readersOnly = () => connections().length === readers.length;
    await readers[0]!.until(readersOnly);
    expect([...server.stats.closed.keys()][0]).toMatch(/^slow consumer/);
    for (const { socket } of [...stalled, ...readers]) socket.terminate();
    await server.close();
  },
  READERS * 200,
);
