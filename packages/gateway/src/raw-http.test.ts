/** F3: bytes that are no proper HTTP. They are refused and the connection is closed after one answer. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestRandom } from '../../testkit/src/core/random.ts';
import { seedOf } from '../../testkit/src/core/test-seed.ts';
import { startTestGateway, type TestGateway } from './web/testing/gateway.ts';

let server: TestGateway;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(() => server.close());

/** Sends bytes and gives what came back until the connection ended. */
function exchange(bytes: string, waitMs = 5_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.gateway.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.write(bytes, 'latin1');
  });
}

const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

describe('F3 raw HTTP', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    [
      'both lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n' +
        SMUGGLED,
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    ],
    [
      'a bad chunk',
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${SMUGGLED}`,
    ],
    [
      'an obscured encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\nabc',
    ],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['headers of 64 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(65_536)}\r\n\r\n`],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    [
      'a fragment behind the address of a route',
      `GET /api/v2/spot/account/assets#${'y'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ],
    ['a dot segment', 'GET /api/%2e%2e/healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two Hosts', `GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n${SMUGGLED}`],
    [
      'two Hosts on the short way of orders',
      'POST /api/v2/spot/trade/place-order HTTP/1.1\r\nHost: x\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    ],
    [
      'two Hosts before a WebSocket',
      'GET /v2/ws/public HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: Upgrade\r\n' +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
  ];
  it.each(cases)('%s: refused, closed, and nothing served after it', async (_name, bytes) => {
    const text = await exchange(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 4[0-9]{2} /);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text).not.toContain('200 OK');
  });

  it.each([
    ['a broken request', 'hello\r\n\r\n'],
    [
      'a broken WebSocket',
      'GET /v2/ws/none HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
        'Upgrade: websocket\r\n\r\n',
    ],
  ])(
    '%s costs no connection once it is answered, however long its sender stays',
    async (_name, bytes) => {
      const count = () =>
        new Promise<number>((resolve) =>
          server.gateway.app.server.getConnections((_error, open) => resolve(open)),
        );
      // It never closes its side.
      const slow = Array.from({ length: 20 }, () => {
        const socket = connect({
          port: server.gateway.port,
          host: '127.0.0.1',
          allowHalfOpen: true,
        });
        socket.on('error', () => {});
        socket.resume();
        socket.write(bytes);
        return socket;
      });
      await Promise.all(
        slow.map((socket) => new Promise((resolve) => socket.once('end', resolve))),
      );
      await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 10_000 });
      for (const socket of slow) socket.destroy();
    },
  );

  it('says that a request needs one Host; HTTP/1.0 may have none', async () => {
    for (const hosts of ['', 'Host: x\r\nHost: y\r\n']) {
      const text = await exchange(`GET /healthz HTTP/1.1\r\n${hosts}\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('exactly one Host header');
    }
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('an upgrade to something else is an ordinary request', async () => {
    const text = await exchange(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a broken WebSocket handshake is refused', async () => {
    const text = await exchange(
      'GET /v2/ws/public HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 4[0-9]{2} /);
  });

  /** Headers that no request may have, each with what it does to the framing. */
  const BROKEN: readonly ((random: TestRandom) => string)[] = [
    (random) => `Content-Length: ${random.pick(['-1', '+5', '0x5', '5 5', '5,6', '1e1', 'x', ''])}`,
    (random) => `Content-Length: 5\r\nContent-Length: ${random.int(6, 99)}`,
    () => 'Content-Length: 5\r\nTransfer-Encoding: chunked',
    (random) => `X${random.pick([' ', '\t', '\0', '\x7f', '(', '"', '\u00ff'])}: 1`,
    (random) => `: ${random.int(0, 9)}`,
    (random) => `X: a${random.pick(['\0', '\x01', '\x7f'])}b`,
    (random) => `X: ${'y'.repeat(random.int(17_000, 40_000))}`,
    () => `${'X: 1\r\n'.repeat(3_000)}X: 1`,
    (random) => ` folded: ${random.int(0, 9)}`,
    (random) => `X: 1${random.pick(['\r', '\rX: 2', '\r\rX: 2'])}`,
  ];
  /** Request lines that no server may take for one. */
  const LINES: readonly ((random: TestRandom) => string)[] = [
    (random) => `${random.pick(['get', 'GE T', 'G\0T', '', 'ÄÖÜ'])} / HTTP/1.1`,
    (random) => `GET /${random.pick(['\0', '\x01', '\x7f'])} HTTP/1.1`,
    (random) => `GET / HTTP/${random.pick(['1.10', '3', '', 'x', '11', '-1.1'])}`,
    (random) => `GET / HTCPCP/1.${random.int(0, 1)}`,
    (random) => `GET /${'a'.repeat(random.int(17_000, 40_000))} HTTP/1.1`,
    (random) => String.fromCharCode(...Array.from({ length: 40 }, () => random.int(0, 255))),
  ];

  it('2,000 of every kind: one refusal at most, and nothing served after it', async () => {
    const seed = seedOf();
    const random = new TestRandom(seed);
    for (let n = 0; n < 100; n++) {
      const texts = Array.from({ length: 20 }, () => {
        const path = random.pick(['/', '/api/v2/public/time', '/api/v2/spot/trade/place-order']);
        const line = `${random.pick(['GET', 'POST'])} ${path} HTTP/1.1`;
        const broken = random.chance(0.3)
          ? `${random.pick(LINES)(random)}\r\nHost: x`
          : `${line}\r\nHost: x\r\n${random.pick(BROKEN)(random)}`;
        return `${broken}\r\n\r\nabcde\r\n${SMUGGLED}`;
      });
      const answers = await Promise.all(texts.map((text) => exchange(text, 500)));
      for (const [i, answer] of answers.entries()) {
        const served = answer.match(/HTTP\/1\.1 [0-9]{3}/g) ?? [];
        const fine = served.length <= 1 && served.every((one) => one.startsWith('HTTP/1.1 4'));
        if (!fine)
          throw new Error(`seed ${seed}: ${JSON.stringify([texts[i]?.slice(0, 200), answer])}`);
      }
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }, 60_000);
});
