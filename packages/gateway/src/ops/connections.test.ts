import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressFinder } from '../auth/client-address.ts';
import { type ConnectionLimits, connectionLimits, limitConnections } from './connections.ts';

const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serverWith(limits: ConnectionLimits, trust: Parameters<typeof addressFinder>[0]) {
  const server: Server = createServer((_request, response) => response.end('well'));
  limitConnections(server, addressFinder(trust), limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** A connection, and whether the server has closed it. */
function connectTo(server: Server): { readonly socket: Socket; closed: boolean } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const state = { socket, closed: false };
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  open.push(() => socket.destroy());
  return state;
}

/** Pretends that a connection came from elsewhere. */
function arrive(server: Server, remoteAddress: string) {
  const listeners = new Map<string, () => void>();
  const socket = {
    remoteAddress,
    destroyed: false,
    destroy() {
      this.destroyed = true;
    },
    once: (name: string, listener: () => void) => listeners.set(name, listener),
    close: () => listeners.get('close')?.(),
  };
  server
    .listeners('connection')
    .at(-1)
    ?.call(server, socket as unknown as Socket);
  return socket;
}

describe('connections', () => {
  it('are limited in all, loopback too, below what the process may open', async () => {
    expect(connectionLimits().inAll).toBeGreaterThanOrEqual(32);
    const server = await serverWith({ inAll: 3, perAddress: 2 }, false);
    const sockets = Array.from({ length: 8 }, () => connectTo(server));
    const count = () => sockets.filter(({ closed }) => !closed).length;
    await vi.waitFor(() => expect(count()).toBe(3));
    for (const { socket } of sockets) socket.destroy();
    await vi.waitFor(async () => {
      const { port } = server.address() as AddressInfo;
      expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('well');
    });
  });

  it('of one address leave the others room; those that end count no longer', async () => {
    const server = await serverWith({ inAll: 100, perAddress: 2 }, false);
    const from = (address: string) => arrive(server, address);
    const [first, second, third] = [1, 2, 3].map(() => from('198.51.100.7'));
    expect([first, second, third].map((socket) => socket!.destroyed)).toEqual([false, false, true]);
    expect(from('198.51.100.8').destroyed).toBe(false);
    first!.close();
    expect(from('::ffff:198.51.100.7').destroyed).toBe(false);
    expect(from('198.51.100.7').destroyed).toBe(true);
  });

  it('of a trusted proxy are those of many people', async () => {
    const server = await serverWith({ inAll: 100, perAddress: 1 }, ['198.51.100.7']);
    const sockets = [1, 2, 3].map(() => arrive(server, '198.51.100.7'));
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  });
});
