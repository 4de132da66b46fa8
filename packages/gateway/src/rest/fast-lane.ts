/**
 * A short way for orders: POSTs of a few exact addresses go from Node's HTTP server straight to their
 * route. What Fastify would add for them (routing, body parsers, hooks) costs more than the order
 * itself; everything that decides about a request is the same function on both ways.
 */
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  Server,
  ServerResponse,
} from 'node:http';
import { BODY_BYTES_MAX, errorText, REMAINING_HEADER, WireError } from '@halcyon/protocol';
import type { AddressFinder } from '../auth/client-address.ts';
import { credentials, JSON_TYPE, retryAfterSeconds, type Serve } from './dispatch.ts';

/** What the lane needs to know of the server around it. */
export interface LaneOptions {
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Is told of every request that takes the lane; sees what judges it. */
  readonly onRequest: (headers: IncomingHttpHeaders) => void;
}

/** Addresses that take the lane, with their routes. */
export type Lanes = ReadonlyMap<string, Serve>;

/** The listener that Fastify put on the server. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts the lane before the server's own handler.
 * @param isOpen false once the server is closing: then everything goes the long way, to be refused
 */
export function openLane(
  server: Server,
  lanes: Lanes,
  options: LaneOptions,
  addressOf: AddressFinder,
  clock: () => number,
  isOpen: () => boolean,
): void {
  const handlers = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  const base = { ...options.headers, 'content-type': JSON_TYPE };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const serve = request.method === 'POST' ? lanes.get(request.url ?? '') : undefined;
    if (serve === undefined || !isOpen()) {
      for (const handler of handlers) handler(request, response);
      return;
    }
    readBody(request, (body) => {
      if (body === null) {
        const error = new WireError('bodyTooLarge', { limit: BODY_BYTES_MAX });
        response.shouldKeepAlive = false;
        write(response, base, error.status, errorText(error, clock()), -1, 0);
        return;
      }
      const headers = signedHeaders(request.rawHeaders) ?? request.headers;
      options.onRequest(headers);
      const address = addressOf(
        request.socket.remoteAddress ?? '',
        oneHeader(headers['x-forwarded-for']),
      );
      const given = credentials(headers, 'POST', request.url ?? '', body, address, clock());
      serve(given, (status, text, left, wait) => write(response, base, status, text, left, wait));
    });
  });
}

/** Headers that a signed request is judged by. */
const JUDGED: ReadonlySet<string> = new Set([
  'access-key',
  'access-sign',
  'access-timestamp',
  'access-passphrase',
  'content-type',
  'host',
  'paptrading',
  'x-forwarded-for',
]);
const LONGEST = Math.max(...Array.from(JUDGED, ({ length }) => length));

/**
 * The headers that decide about a signed request, without making the whole object that Node builds on
 * first use. Null when Node's is needed: no key was given, or one of these headers came twice.
 */
function signedHeaders(raw: readonly string[]): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const given = raw[i] ?? '';
    if (given.length > LONGEST) continue;
    const name = given.toLowerCase();
    if (!JUDGED.has(name)) continue;
    if (headers[name] !== undefined) return null;
    headers[name] = raw[i + 1];
  }
  return headers['access-key'] === undefined ? null : headers;
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}

/** Calls back with the body as text, or null as soon as it is too large. */
function readBody(request: IncomingMessage, done: (body: string | null) => void): void {
  let first: Buffer | null = null;
  let more: Buffer[] | null = null;
  let bytes = 0;
  let over = false;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (over) return;
    if (bytes > BODY_BYTES_MAX) {
      over = true;
      first = null;
      more = null;
      done(null);
    } else if (first === null) first = chunk;
    else if (more === null) more = [first, chunk];
    else more.push(chunk);
  });
  request.on('end', () => {
    if (over) return;
    if (more !== null) done(Buffer.concat(more).toString());
    else done(first === null ? '' : first.toString());
  });
}

function write(
  response: ServerResponse,
  base: OutgoingHttpHeaders,
  status: number,
  text: string,
  left: number,
  retryAfterMs: number,
): void {
  if (response.destroyed) return;
  const headers: OutgoingHttpHeaders = { ...base, 'content-length': Buffer.byteLength(text) };
  if (left >= 0) headers[REMAINING_HEADER] = left;
  if (retryAfterMs > 0) headers['retry-after'] = String(retryAfterSeconds(retryAfterMs));
  response.writeHead(status, headers);
  response.end(text);
}
