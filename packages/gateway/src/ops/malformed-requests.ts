/**
 * What a request must be before anything looks at it. It names exactly one host (RFC 9112, 3.2): with two
 * of them a proxy in front and we could each believe another one; Node takes the first, so the check is
 * ours. And its target's path is plain: what a proxy, a router and a log could each read differently
 * (a fragment, a backslash, a dot segment, an encoded slash) is refused, not normalised. A browser that
 * asks for a page there is told as of every address that has none: nothing of the target is read for it.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { endWith } from '../base/end-with.ts';
import { noPageLike, wantsPage } from './site.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

const HOSTS = 'a request must have exactly one Host header';
const TARGET =
  'the request target must not hold a fragment, a backslash, a control character, a dot segment or an encoded slash';

/** Puts the checks before the listeners that the server has for requests and upgrades. */
export function refuseMalformedRequests(server: Server): void {
  const serving = server.listeners('request') as RequestListener[];
  const upgrading = server.listeners('upgrade') as UpgradeListener[];
  server.removeAllListeners('request').removeAllListeners('upgrade');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const fault = faultOf(request);
    const asksForPage = fault === TARGET && wantsPage(request);
    if (asksForPage) request.url = noPageLike(request.url ?? '/');
    if (fault !== null && !asksForPage) refuse(response, fault);
    else for (const listener of serving) listener(request, response);
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const fault = faultOf(request);
    if (fault === null) for (const listener of upgrading) listener(request, stream, head);
    else refuseUpgrade(stream, fault);
  });
}

/** What is wrong with a request; null = nothing. */
function faultOf(request: IncomingMessage): string | null {
  if (!namesOneHost(request)) return HOSTS;
  return isPlainTarget(request.url ?? '') ? null : TARGET;
}

/** HTTP/1.0 knows requests without a host. */
function namesOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

const SPACE = 0x20;
const HASH = 0x23;
const DELETE = 0x7f;
const BACKSLASH = 0x5c;
/** Encoded control characters, slashes and backslashes. */
const ENCODED = /%(?:[01][0-9a-f]|7f|2f|5c)/i;
/** `.` and `..` between slashes, also encoded. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whether a target has one reading. Of its query only a fragment and control characters count. */
export function isPlainTarget(target: string): boolean {
  let mark = -1;
  let rare = false;
  for (let i = 0; i < target.length; i++) {
    const code = target.charCodeAt(i);
    if (code <= SPACE || code === DELETE || code === HASH) return false;
    if (mark !== -1) continue;
    if (code === 0x3f) mark = i;
    else if (code === BACKSLASH) return false;
    // A percent sign or a dot: looked at closely.
    else if (code === 0x25 || code === 0x2e) rare = true;
  }
  if (!rare) return true;
  const path = mark === -1 ? target : target.slice(0, mark);
  return !ENCODED.test(path) && !DOT_SEGMENT.test(path);
}

function body(msg: string): string {
  return JSON.stringify({ code: '400', msg, requestTime: Date.now(), data: null });
}

function headersOf(text: string): Record<string, string | number> {
  return {
    Connection: 'close',
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(text),
  };
}

function refuse(response: ServerResponse, fault: string): void {
  const text = body(fault);
  response.writeHead(400, headersOf(text)).end(text);
}

function refuseUpgrade(stream: Duplex, fault: string): void {
  const text = body(fault);
  const lines = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}\r\n`);
  endWith(stream, `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${text}`);
}
