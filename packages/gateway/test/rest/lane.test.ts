/** The short way for orders, over real sockets: it answers what the long way answers. */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRest } from './harness.ts';

const PATH = '/api/v2/spot/trade/place-order';
const KEY = 'alice-key-1';
const ORDER = { symbol: 'BTCUSDT', orderType: 'limit', side: 'buy', size: '0.01', price: '59000' };

let rest: TestRest;
let port = 0;

beforeEach(async () => {
  rest = await TestRest.open((before) => {
    before.addressOf = (remote, forwarded) => forwarded ?? remote;
    before.lane = {
      headers: { 'x-frame-options': 'DENY' },
      onRequest: () => undefined,
    };
  });
  await rest.app.listen({ port: 0, host: '127.0.0.1' });
  port = (rest.app.server.address() as AddressInfo).port;
});

afterEach(async () => {
  await rest.app.close();
});

async function post(path: string, body: string, headers: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { code: string; msg: string; requestTime: number },
  };
}

function signed(path: string, body: string): Record<string, string> {
  rest.now += 1;
  return rest.sign(KEY, 'POST', path, '', body, rest.now);
}

/** What comes back when raw bytes are sent, in the given pieces, one a turn. */
async function raw(pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  // Who is refused in the middle of a body may find the connection gone.
  socket.on('error', () => undefined);
  let told = '';
  socket.on('data', (data) => {
    told += String(data);
  });
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (/\r\n\r\n.*}/s.test(told) || socket.closed) resolve();
      else setTimeout(look, 5);
    };
    look();
  });
  socket.destroy();
  return told;
}

describe('orders on the short way', () => {
  it('are placed, with the headers of the site and the rest of the limit', async () => {
    const body = JSON.stringify(ORDER);
    const answer = await post(PATH, body, signed(PATH, body));
    expect(answer).toMatchObject({ status: 200, body: { code: '00000', msg: 'success' } });
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('x-mbx-used-remain-limit')).toMatch(/^[0-9]+$/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('are refused in the same words as on the long way', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      '{"symbol":"NOPE"}',
      JSON.stringify({ ...ORDER, price: '1.001' }),
    ];
    for (const body of bodies) {
      const short = await post(PATH, body, signed(PATH, body));
      const long = await rest.raw('POST', PATH, body, { headers: signed(PATH, body) });
      expect(short.status).toBe(long.status);
      expect({ ...short.body, requestTime: 0 }).toEqual({ ...long.body, requestTime: 0 });
    }
  });

  it('a header that comes twice is judged as on the long way', async () => {
    const body = JSON.stringify(ORDER);
    const lines = Object.entries(signed(PATH, body)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const send = (extra: string) =>
      raw([
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          `${lines.join('')}${extra}Content-Length: ${body.length}\r\n\r\n${body}`,
      ]);
    expect(await send('Access-Key: bob-key-001\r\n')).toContain('"code":"40006"');
    expect(await send('PAPTRADING: 1\r\n')).toContain('"reason":"liveKeyPaper"');
    expect(await send('')).toContain('"code":"00000"');
  });

  it('unsigned, misdirected and unknown requests find their errors', async () => {
    expect((await post(PATH, '{}', {})).body.code).toBe('40001');
    const get = await fetch(`http://127.0.0.1:${port}${PATH}`);
    expect(get.status).toBe(405);
    expect((await post(`${PATH}/`, '{}', {})).status).toBe(404);
    const query = await post(`${PATH}?a=1`, '{}', {});
    expect(query.body.code).toBe('40001');
  });

  it('the address is the one that the server believes', async () => {
    rest.addKey('listed-key', 16, { ipList: ['10.0.0.0/8'] });
    const body = JSON.stringify(ORDER);
    const from = (address: string) => {
      rest.now += 1;
      const headers = rest.sign('listed-key', 'POST', PATH, '', body, rest.now);
      return post(PATH, body, { ...headers, 'x-forwarded-for': address });
    };
    expect((await from('10.9.9.9')).body.code).toBe('00000');
    expect((await from('11.0.0.1')).body.code).toBe('40018');
  });

  it('a body in many pieces is one body; an oversized one ends the connection', async () => {
    const body = JSON.stringify(ORDER);
    const lines = Object.entries(signed(PATH, body)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const head =
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `${lines.join('')}Content-Length: ${body.length}\r\n\r\n`;
    const told = await raw([head, body.slice(0, 1), body.slice(1, 40), body.slice(40)]);
    expect(told).toContain('HTTP/1.1 200');
    expect(told).toContain('"code":"00000"');
    const size = 1_048_577;
    const large = await raw([
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`,
      'x'.repeat(size),
    ]);
    expect(large).toContain('HTTP/1.1 413');
    expect(large.toLowerCase()).toContain('connection: close');
    expect((await post(PATH, '{}', {})).status).toBe(400);
  });

  it('a client that goes away in the middle harms nobody', async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      socket.destroy();
    }
    const body = JSON.stringify(ORDER);
    expect((await post(PATH, body, signed(PATH, body))).status).toBe(200);
    expect(rest.faults).toEqual([]);
  });
});
