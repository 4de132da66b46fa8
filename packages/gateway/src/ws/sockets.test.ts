import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import { BUFFERED_BYTES_MAX, CONFLATE_BYTES } from './limits.ts';
import { type EventInput, trade } from './testing/market.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.close());

/** A client that speaks TCP, so that it can misbehave. */
class RawClient {
  readonly socket: Socket;
  readonly chunks: Buffer[] = [];
  ended = false;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.ended = true;
    });
  }

  async handshake(): Promise<this> {
    const key = randomBytes(16).toString('base64');
    this.socket.write(
      'GET /v2/ws/public HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    await this.until(() => Buffer.concat(this.chunks).includes('\r\n\r\n'));
    this.chunks.length = 0;
    return this;
  }

  /** Waits for it as long as the test may take. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  send(text: string): void {
    this.socket.write(clientFrame(0x81, Buffer.from(text)));
  }

  /** Code of the close frame that was received, 0 = none. */
  closeCode(): number {
    const bytes = Buffer.concat(this.chunks);
    for (let at = 0; at + 2 <= bytes.length; ) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : bytes.readUInt32BE(at + 6);
      if ((bytes[at] ?? 0) === 0x88) return bytes.readUInt16BE(at + header);
      at += header + length;
    }
    return 0;
  }
}

function clientFrame(
  first: number,
  payload: Buffer,
  masked = true,
  claimed = payload.length,
): Buffer {
  const mask = masked ? 0x80 : 0;
  const header =
    claimed < 126
      ? Buffer.from([first, mask | claimed])
      : Buffer.from([first, mask | 126, claimed >> 8, claimed & 0xff]);
  return Buffer.concat([header, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

async function stillServes(): Promise<void> {
  const client = await server.connect();
  client.send('ping');
  await client.until(() => client.texts.includes('pong'));
  client.end();
}

describe('F4 frames', () => {
  const text = Buffer.from('{"op":"x"}');
  const cases: readonly (readonly [string, Buffer, number])[] = [
    ['an unmasked frame', clientFrame(0x81, text, false), 1002],
    ['a reserved bit', clientFrame(0xc1, text), 1002],
    ['an unknown opcode', clientFrame(0x83, text), 1002],
    ['a continuation of nothing', clientFrame(0x80, text), 1002],
    [
      'a new message inside another',
      Buffer.concat([clientFrame(0x01, text), clientFrame(0x81, text)]),
      1002,
    ],
    ['a fragmented ping', clientFrame(0x09, text), 1002],
    ['a ping of 126 bytes', clientFrame(0x89, Buffer.alloc(126)), 1002],
    ['bytes that are no UTF-8', clientFrame(0x81, Buffer.from([0xff, 0xfe, 0xfd])), 1007],
    ['a close with a bad code', clientFrame(0x88, Buffer.from([0, 1])), 1002],
    ['more than 64 KiB', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]), 1009],
    [
      'a length beyond 2^53',
      Buffer.from([0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]),
      1009,
    ],
    [
      'fragments without end',
      Buffer.concat([
        clientFrame(0x01, Buffer.from('a')),
        ...Array.from({ length: 80 }, () => clientFrame(0x00, Buffer.from('a'))),
      ]),
      1008,
    ],
  ];
  it.each(cases)('%s closes the connection', async (_name, bytes, code) => {
    const client = await new RawClient(server.port).handshake();
    client.socket.write(bytes);
    await client.until(() => client.closeCode() !== 0 || client.ended);
    expect(client.closeCode()).toBe(code);
    await stillServes();
    client.socket.destroy();
  });

  it('garbage of every kind is survived', async () => {
    const opcode = fc.constantFrom(
      0x81,
      0x82,
      0x01,
      0x00,
      0x80,
      0x88,
      0x89,
      0x8a,
      0x83,
      0xc1,
      0xf1,
    );
    const word = fc.constantFrom(
      '{"op":"subscribe","args":[{"instType":"SPOT","channel":"books","instId":"BTCUSDT"}]}',
      '{"op":"login","args":[{"apiKey":"x","passphrase":"y","timestamp":"1","sign":"z"}]}',
      '{"op":"trade","args":[{"__proto__":1}]}',
      '{"op":"unsubscribe","args":[null]}',
      'ping',
    );
    const payload = fc.oneof(
      word.map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.json({ maxDepth: 3 }).map((value) => Buffer.from(value)),
    );
    const frame = fc
      .tuple(opcode, payload, fc.boolean(), fc.integer({ min: -2, max: 2 }))
      .map(([first, body, masked, off]) =>
        clientFrame(first, body, masked, Math.max(0, Math.min(65_000, body.length + off))),
      );
    const stream = fc.array(frame, { minLength: 5, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(stream, async (frames) => {
        const client = await new RawClient(server.port).handshake();
        for (const bytes of frames) client.socket.write(bytes);
        client.socket.end();
        await client.until(() => client.ended);
      }),
      { numRuns: 400 },
    );
    await stillServes();
    expect(server.stats.connections).toBeLessThanOrEqual(1);
  });

  it('half a frame and silence hold no more than the frame', async () => {
    const client = await new RawClient(server.port).handshake();
    client.socket.write(clientFrame(0x81, Buffer.alloc(10), true, 60_000));
    await stillServes();
    client.socket.destroy();
  });
});

describe('E3 slow consumers', () => {
  const subscribe = (channel: string): string =>
    JSON.stringify({
      op: 'subscribe',
      args: [{ instType: 'SPOT', channel, instId: 'BTCUSDT' }],
    });

  /** A client that subscribed and then reads no more. */
  async function stalled(channel: string): Promise<RawClient> {
    const client = await new RawClient(server.port).handshake();
    client.send(subscribe(channel));
    await client.until(() => client.chunks.length > 0);
    client.socket.pause();
    return client;
  }

  it('a stalled reader of trades is closed with a reason; others go on', async () => {
    const slow = await stalled('trade');
    const fast = await server.connect();
    fast.send(subscribe('trade'));
    await fast.push('trade');
    let id = 1;
    let worst = 0;
    while (server.stats.closed.size === 0) {
      const events: EventInput[] = [];
      for (let n = 0; n < 500; n++) events.push(...trade(id++, 6_000_000, 1));
      server.engine.commit(events);
      await fast.push('trade');
      for (const connection of openConnections()) worst = Math.max(worst, connection.buffered);
      fast.texts.length = 0;
    }
    expect([...server.stats.closed.keys()][0]).toMatch(/^slow consumer/);
    expect(worst).toBeLessThanOrEqual(BUFFERED_BYTES_MAX);
    slow.socket.destroy();
    fast.end();
  });

  function openConnections() {
    return [...server.gateway.connections()];
  }

  it('a stalled reader of tickers misses old ones and gets the newest', async () => {
    const slow = await stalled('books5');
    const waiting = (): number => Math.max(...openConnections().map(({ buffered }) => buffered));
    // The kernel takes some megabytes before anything waits here.
    while (server.stats.conflated < 20) {
      for (let n = 0; n < 50; n++) {
        for (const topic of topicsOf())
          topic.publish(topic.frame('snapshot', `"${'x'.repeat(20_000)}"`, 1));
        server.gateway.feedRouter.outbox.flush();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(waiting()).toBeLessThanOrEqual(CONFLATE_BYTES + 100_000);
    for (const topic of topicsOf()) topic.publish(topic.frame('snapshot', '"newest"', 2));
    server.gateway.feedRouter.outbox.flush();
    slow.chunks.length = 0;
    slow.socket.resume();
    await slow.until(() => Buffer.concat(slow.chunks.slice(-3)).includes('"newest"'));
    slow.socket.destroy();
  });

  function topicsOf() {
    return openConnections().flatMap((connection) => [...connection.topics.values()]);
  }

  it('a full socket that takes nothing for seconds is closed', async () => {
    const slow = await stalled('books5');
    while (server.stats.conflated === 0) {
      for (const topic of topicsOf())
        topic.publish(topic.frame('snapshot', `"${'x'.repeat(50_000)}"`, 1));
      server.gateway.feedRouter.outbox.flush();
    }
    await slow.until(() => server.stats.connections === 0);
    expect([...server.stats.closed.keys()]).toEqual(['slow consumer: nothing read for 4 s']);
    slow.socket.destroy();
  });
});

describe('the end of the process', () => {
  it('closes sockets with 1001 and takes no more', async () => {
    const client = await server.connect();
    await server.gateway.close();
    await client.closed();
    expect(client.closeCode).toBe(1001);
    await expect(server.connect()).rejects.toThrow('503');
  });
});
