/**
 * Requests name exactly one host (RFC 9112, 3.2). With two of them a proxy in front and we could each
 * believe another one; Node takes the first, so the check is ours.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** Puts the check before the listeners that the server has for requests and upgrades. */
export function requireOneHost(server: Server): void {
  const serving = server.listeners('request') as RequestListener[];
  const upgrading = server.listeners('upgrade') as UpgradeListener[];
  server.removeAllListeners('request').removeAllListeners('upgrade');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (namesOneHost(request)) for (const listener of serving) listener(request, response);
    else refuse(response);
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (namesOneHost(request)) for (const listener of upgrading) listener(request, stream, head);
    else refuseUpgrade(stream);
  });
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

function body(): string {
  const msg = 'a request must have exactly one Host header';
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

function refuse(response: ServerResponse): void {
  const text = body();
  response.writeHead(400, headersOf(text)).end(text);
}

function refuseUpgrade(stream: Duplex): void {
  const text = body();
  const lines = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}\r\n`);
  stream.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${text}`);
}
