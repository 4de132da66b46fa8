/**
 * The sending side of the push bench, a process of its own. It pushes the same message to all
 * connections in two ways: `send` of a shared buffer on every socket, and the gateway's topic. Both
 * keep the same number of messages under way to each reader, so neither buys speed with delay.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { addressFinder } from '../src/auth/client-address.ts';
import { Connection } from '../src/ws/connection.ts';
import { FeedRouter } from '../src/ws/feed-router.ts';
import { systemClock } from '../src/ws/feeds/throttle.ts';
import { textFrame } from '../src/ws/frames.ts';
import { Intake } from '../src/ws/intake.ts';
import { newWsStats } from '../src/ws/stats.ts';
import { FakeEngine } from '../src/ws/testing/market.ts';
import { Topic } from '../src/ws/topic.ts';
import { WsGateway } from '../src/ws/ws-gateway.ts';

const MESSAGE_BYTES = 400;
/** Messages to one reader that may be under way. */
const WINDOW = 24;

const NO_RECORDS = {
  positionByTrade: async () => null,
  copyOwners: async () => [],
  copiedOrders: async () => [],
};

interface Readers {
  /** Bytes that all of them got so far. */
  readonly received: () => number;
  readonly stop: () => void;
}

/** Starts readers in another process; resolves once all are connected. */
function startReaders(port: number, connections: number, first: string | null): Promise<Readers> {
  const child = fork(new URL('./push-readers.ts', import.meta.url));
  let received = 0;
  return new Promise((resolve, reject) => {
    child.on('message', (message: { open?: number; received?: number }) => {
      if (message.received !== undefined) received = message.received;
      if (message.open !== undefined) {
        resolve({ received: () => received, stop: () => child.kill() });
      }
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`readers ended with ${code}`)));
    child.send({ port, connections, first });
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Rate {
  readonly messagesPerSecond: number;
  readonly cpuMsPerMillion: number;
}

/** Pushes for `ms` with WINDOW messages under way to each reader. */
async function measure(
  readers: Readers,
  connections: number,
  frameBytes: number,
  ms: number,
  push: () => void,
): Promise<Rate> {
  const perMessage = connections * frameBytes;
  const base = readers.received();
  let pushed = 0;
  const started = performance.now();
  const cpu = process.cpuUsage();
  while (performance.now() - started < ms) {
    const arrived = Math.floor((readers.received() - base) / perMessage);
    for (let free = WINDOW - (pushed - arrived); free > 0; free--) {
      push();
      pushed++;
    }
    await turn();
  }
  const target = base + pushed * perMessage;
  while (readers.received() < target) await turn();
  const seconds = (performance.now() - started) / 1_000;
  const used = process.cpuUsage(cpu);
  const messages = pushed * connections;
  const cpuMs = (used.user + used.system) / 1_000;
  return {
    messagesPerSecond: Math.round(messages / seconds),
    cpuMsPerMillion: Math.round((cpuMs / messages) * 1e6),
  };
}

async function throughput(connections: number, ms: number): Promise<Record<string, unknown>> {
  const engine = new FakeEngine();
  const stats = newWsStats();
  const feedRouter = new FeedRouter({
    views: engine.views,
    clock: systemClock,
    stats,
    records: NO_RECORDS,
    booksIntervalMs: 200,
  });
  const topic = new Topic(feedRouter, '{}', false, () => {});
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const all: Connection[] = [];
  const http = createServer();
  http.on('upgrade', (request, stream, head) => {
    server.handleUpgrade(request, stream, head, (socket) => {
      const now = Date.now();
      const intake = new Intake(systemClock, () => {});
      const address = '127.0.0.1';
      const own = { address, ownOrigin: true, venue: 'live' } as const;
      const parts = { socket, stream, ...own, stats, intake, now };
      const connection = new Connection(parts);
      all.push(connection);
      topic.add(connection);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 4_096, resolve));
  const { port } = http.address() as AddressInfo;
  const readers = await startReaders(port, connections, null);
  const message = `{"data":"${'x'.repeat(MESSAGE_BYTES - 11)}"}`;
  const payload = Buffer.from(message);
  const options = { binary: false };
  const frameBytes = textFrame(message).length;
  const byWs = (): void => {
    for (const { socket } of all) socket.send(payload, options);
  };
  const byTopic = (): void => topic.publish(textFrame(message));
  const run = (push: () => void): Promise<Rate> =>
    measure(readers, connections, frameBytes, ms, push);
  await run(byWs);
  await run(byTopic);
  const ws: Rate[] = [];
  const own: Rate[] = [];
  // In turns, so that other work on the machine meets both alike.
  for (let round = 0; round < 3; round++) {
    ws.push(await run(byWs));
    own.push(await run(byTopic));
  }
  readers.stop();
  return { ws, own };
}

async function memory(connections: number): Promise<Record<string, unknown>> {
  const engine = new FakeEngine();
  const gateway = new WsGateway({
    views: engine.views,
    logins: { byKey: () => Promise.reject(), byToken: () => Promise.reject() },
    revocations: { onRevoked: () => () => {} },
    orderEntry: { trade: () => Promise.reject() },
    records: NO_RECORDS,
    stats: newWsStats(),
    addressOf: addressFinder(false),
    isOwnOrigin: () => false,
    booksIntervalMs: 200,
  });
  const http = createServer();
  http.on('upgrade', (request, stream, head) => gateway.upgrade(request, stream, head));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 4_096, resolve));
  const { port } = http.address() as AddressInfo;
  const before = process.memoryUsage().rss;
  const args = [{ instType: 'SPOT', channel: 'ticker', instId: 'BTCUSDT' }];
  const first = JSON.stringify({ op: 'subscribe', args });
  const readers = await startReaders(port, connections, first);
  let peak = 0;
  for (let second = 0; second < 6; second++) {
    engine.commit([{ kind: 39, instrument: 0, price: 6_000_000 + second }]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  const rss = process.memoryUsage().rss;
  readers.stop();
  return { rss, peak, before, open: gateway.size, usage: process.memoryUsage() };
}

interface Task {
  readonly kind: 'throughput' | 'memory';
  readonly connections: number;
  readonly ms: number;
}

process.on('message', (task: Task) => {
  const work =
    task.kind === 'memory' ? memory(task.connections) : throughput(task.connections, task.ms);
  work.then(
    (result) => process.send?.(result, () => process.exit(0)),
    (fault: unknown) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
