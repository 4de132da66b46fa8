import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressFinder } from '../auth/client-address.ts';
import { limitRequests, type RequestLimits } from './requests-under-way.ts';

const LIMITS: RequestLimits = { inAll: 6, perAddress: 2, stallMs: 60_000 };
const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

let asked: ServerResponse[];

async function serverWith(limits: RequestLimits, serve = (_response: ServerResponse) => {}) {
  asked = [];
  const server: Server = createServer((_request, response) => {
    asked.push(response);
    serve(response);
  });
  limitRequests(server, addressFinder(['127.0.0.1']), limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

interface Client {
  readonly socket: Socket;
  text: string;
  closed: boolean;
}

function connectTo(server: Server): Client {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const state: Client = { socket, text: '', closed: false };
  socket.on('data', (data) => {
    state.text += data;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  open.push(() => socket.destroy());
  return state;
}

/** A request that a proxy hands on for somebody. */
function ask({ socket }: Client, address: string, times = 1): void {
  const text = `GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  socket.write(text.repeat(times));
}

function underWay(count: number): Promise<void> {
  return vi.waitFor(() => expect(asked).toHaveLength(count));
}

describe('requests under way', () => {
  it('are limited by the address that a proxy names, and others are answered', async () => {
    const server = await serverWith(LIMITS);
    const clients = Array.from({ length: 4 }, () => connectTo(server));
    const [first, second, third, other] = clients as [Client, Client, Client, Client];
    ask(first, '203.0.113.7');
    ask(second, '203.0.113.7');
    await underWay(2);
    ask(third, '203.0.113.7');
    await vi.waitFor(() => expect(third.text).toMatch(/^HTTP\/1\.1 429 /));
    expect(third.text).toContain('"code":"429","msg":"Too Many Requests"');
    await vi.waitFor(() => expect(third.closed).toBe(true));
    ask(other, '203.0.113.8');
    await underWay(3);
    asked[0]!.end('well');
    await vi.waitFor(() => expect(first.text).toMatch(/well$/));
    ask(first, '203.0.113.7');
    await underWay(4);
  });

  it('of a /64 network are of one address', async () => {
    const server = await serverWith(LIMITS);
    const clients = [1, 2, 3].map((n) => {
      const client = connectTo(server);
      ask(client, `2001:db8:1:2::${n}`);
      return client;
    });
    await vi.waitFor(() => {
      expect(clients.filter(({ text }) => text.includes(' 429 '))).toHaveLength(1);
    });
    expect(asked).toHaveLength(2);
  });

  it('that come behind one another on one connection count, and count no more when it ends', async () => {
    const server = await serverWith(LIMITS);
    const crowd = connectTo(server);
    ask(crowd, '203.0.113.7', 50);
    await underWay(2);
    crowd.socket.destroy();
    const again = connectTo(server);
    await vi.waitFor(() => {
      ask(again, '203.0.113.7');
      expect(asked.length).toBeGreaterThan(2);
    });
  });

  it('are limited in all, and those of this machine by nothing else', async () => {
    const server = await serverWith(LIMITS);
    const own = connectTo(server);
    own.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(6));
    await underWay(6);
    const other = connectTo(server);
    ask(other, '203.0.113.9');
    await vi.waitFor(() => expect(other.text).toContain(' 429 '));
  });
});

describe('an answer that nobody reads', () => {
  it('ends with its connection after a while; one that is read slowly goes on', async () => {
    const size = 64 * 1024 * 1024;
    const server = await serverWith({ ...LIMITS, stallMs: 3_000 }, (response) => {
      response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size));
    });
    const [stalled, slow] = [connectTo(server), connectTo(server)];
    stalled.socket.pause();
    ask(stalled, '203.0.113.7');
    ask(slow, '203.0.113.8');
    const step = setInterval(() => {
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), 100);
    }, 200);
    open.push(() => clearInterval(step));
    await vi.waitFor(() => expect(asked[0]?.destroyed).toBe(true), { timeout: 20_000 });
    expect(slow.closed).toBe(false);
    await vi.waitFor(() => expect(slow.text.length).toBeGreaterThan(size), { timeout: 60_000 });
  }, 120_000);
});
