/**
 * How many connections the server holds: fewer in all than the process may have descriptors, so that the
 * journal, the databases and the commands always get theirs, and no more of one address than leaves the
 * others room. What is beyond is closed at once.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '@halcyon/domain';
import type { AddressFinder } from '../auth/client-address.ts';
import { isLoopback } from '../auth/ip-list.ts';

/** Descriptors that the rest of the process keeps for itself. */
const RESERVE = 512;
/** More are of no use to one process. */
export const CONNECTIONS_MAX = 50_000;
const CONNECTIONS_MIN = 32;
/** Of one address, or of one /64 network of IPv6; the limit of WebSockets is below it. */
export const SOCKETS_PER_ADDRESS = 256;
/** Where the system does not say how many descriptors there may be. */
const DESCRIPTORS_USUAL = 10_240;

/** Of TEST-NET-1 (RFC 5737): a socket that may forward it is a trusted proxy's. */
const FORWARDED = '192.0.2.1';

/** What a server may hold. */
export interface ConnectionLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** The limits of this process. */
export function connectionLimits(): ConnectionLimits {
  const inAll = Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, descriptors() - RESERVE));
  return { inAll, perAddress: Math.min(SOCKETS_PER_ADDRESS, Math.ceil(inAll / 4)) };
}

/** Soft limit of open files; Node raises it to the hard one as it begins. */
function descriptors(): number {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return found === null ? DESCRIPTORS_USUAL : Number(found[1]);
  } catch {
    return DESCRIPTORS_USUAL;
  }
}

/**
 * Holds a server to limits. Connections from this machine and from a trusted proxy count in all only: the
 * clients behind a proxy are told apart where their requests and WebSockets are counted.
 */
export function limitConnections(
  server: Server,
  addressOf: AddressFinder,
  { inAll, perAddress }: ConnectionLimits,
): void {
  server.maxConnections = inAll;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? '';
    if (isLoopback(remote) || addressOf(remote, FORWARDED) === FORWARDED) return;
    if (!countUp(counts, addressGroup(remote), perAddress)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => countDown(counts, addressGroup(remote)));
  });
}

/** Counts one more; false, and not counted, where that is one too many. */
function countUp(counts: Map<string, number>, who: string, most: number): boolean {
  const open = counts.get(who) ?? 0;
  if (open >= most) return false;
  counts.set(who, open + 1);
  return true;
}

function countDown(counts: Map<string, number>, who: string): void {
  const open = (counts.get(who) ?? 1) - 1;
  if (open > 0) counts.set(who, open);
  else counts.delete(who);
}
