/**
 * How many requests are answered at once, of one address and in all: a connection may send many behind one
 * another, and behind a proxy one connection has those of many people. And a connection whose answer is not
 * read ends after a while: what waits to be read is memory.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '@halcyon/domain';
import { type AddressFinder, clientAddress } from '../auth/client-address.ts';
import { isLoopback } from '../auth/ip-list.ts';

/** Of one address, or of one /64 network of IPv6; this machine's own count in all only. */
export const REQUESTS_PER_ADDRESS = 100;
export const REQUESTS_IN_ALL = 5_000;
/** A connection on which nothing moves for so long is destroyed, ms: longer than one is kept without a request. */
export const STALL_MS = 120_000;

/** What a server may have under way. */
export interface RequestLimits {
  readonly inAll: number;
  readonly perAddress: number;
  readonly stallMs: number;
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
type Done = () => void;

/** Puts the limits before the listeners that the server has for requests. */
export function limitRequests(
  server: Server,
  addressOf: AddressFinder,
  { inAll, perAddress, stallMs }: RequestLimits = {
    inAll: REQUESTS_IN_ALL,
    perAddress: REQUESTS_PER_ADDRESS,
    stallMs: STALL_MS,
  },
): void {
  const serving = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  // Nobody listens for it, so that the server destroys the socket.
  server.timeout = stallMs;
  const counts = new Map<string, number>();
  let all = 0;
  const bySocket = new WeakMap<Socket, Set<Done>>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const who = callerOf(request, addressOf);
    const own = who === null ? 0 : (counts.get(who) ?? 0);
    if (all >= inAll || own >= perAddress) {
      refuse(response);
      return;
    }
    all += 1;
    if (who !== null) counts.set(who, own + 1);
    const open = doneWith(bySocket, socket);
    const done = (): void => {
      if (!open.delete(done)) return;
      all -= 1;
      if (who === null) return;
      const left = (counts.get(who) ?? 1) - 1;
      if (left > 0) counts.set(who, left);
      else counts.delete(who);
    };
    open.add(done);
    response.once('close', done);
    for (const listener of serving) listener(request, response);
  });
}

/** Whose request it is; null = this machine's. */
function callerOf(request: IncomingMessage, addressOf: AddressFinder): string | null {
  const address = clientAddress(addressOf, request);
  return isLoopback(address) ? null : addressGroup(address);
}

/** What is under way on a socket: an answer that is behind others hears nothing of the socket's end. */
function doneWith(bySocket: WeakMap<Socket, Set<Done>>, socket: Socket): Set<Done> {
  const known = bySocket.get(socket);
  if (known !== undefined) return known;
  const open = new Set<Done>();
  bySocket.set(socket, open);
  socket.once('close', () => {
    for (const done of [...open]) done();
  });
  return open;
}

function refuse(response: ServerResponse): void {
  const said = { code: '429', msg: 'Too Many Requests', requestTime: Date.now(), data: null };
  const text = JSON.stringify(said);
  response
    .writeHead(429, {
      Connection: 'close',
      'Content-Type': 'application/json',
      'Retry-After': '1',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(text),
    })
    .end(text);
}
