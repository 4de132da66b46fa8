/**
 * Where participants of this very process reach the gateway. They must not depend on DNS, on a proxy or on
 * a certificate: without them contracts have no index price. Over plain HTTP it is the port that all
 * others use; beside TLS it is one more on loopback, which serves the same and nothing else.
 */
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Connections beside TLS; they come out of what the server's limit leaves to the process. */
const CONNECTIONS_MAX = 256;

/** A port that listens. */
export interface ParticipantPort {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param server of the gateway, listening @param tls whether it speaks TLS */
export async function openParticipantPort(server: Server, tls: boolean): Promise<ParticipantPort> {
  if (!tls) return { url: urlOf(server), close: async () => {} };
  const inner = http.createServer({ requireHostHeader: false });
  inner.maxConnections = CONNECTIONS_MAX;
  inner.on('request', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  inner.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    server.emit('upgrade', request, stream, head);
  });
  await new Promise<void>((resolve, reject) => {
    inner.once('error', reject);
    inner.listen(0, '127.0.0.1', resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      inner.close(() => resolve());
      inner.closeAllConnections();
    });
  return { url: urlOf(inner), close };
}

/** The bound address as an address to connect to: of all addresses, loopback. */
export function urlOf(server: Server, scheme: 'http' | 'https' = 'http'): string {
  const { address, family, port } = server.address() as AddressInfo;
  const to = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `${scheme}://${family === 'IPv6' ? `[${to}]` : to}:${port}`;
}
