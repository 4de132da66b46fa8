/** The HTTP server: time and size limits, security headers on every answer, the web app's files. */
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { errorText, WireError } from '@halcyon/protocol';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { endWith } from '../base/end-with.ts';
import { fail } from '../config/config-values.ts';
import type { Config } from '../config.ts';
import { asWireError, type FaultListener } from '../http/faults.ts';
import { restServerOptions } from '../rest/rest.ts';
import { headersFor, type SecurityHeaders } from './security-headers.ts';
import { type Site, sendSite, wantsPage } from './site.ts';

/** Time for the headers of a request, for all of it, and of silence on a kept connection, ms. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
const KEEP_ALIVE_MS = 75_000;
const CHECK_MS = 2_000;
const HEADER_BYTES_MAX = 16_384;

const STOPPING = { detail: 'the exchange is stopping' };

/** What the server is built from. */
export interface ServerParts {
  readonly config: Config;
  readonly site: Site;
  readonly headers: SecurityHeaders;
  readonly onFault: FaultListener;
}

/** An HTTP(S) server with limits, security headers and the web app, still without routes. */
export function buildServer({ config, site, headers, onFault }: ServerParts): FastifyInstance {
  const limits = {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Ours says what is wrong, and counts them: see malformed-requests.ts.
    requireHostHeader: false,
    shouldUpgradeCallback: (request: IncomingMessage): boolean =>
      request.headers.upgrade?.toLowerCase() === 'websocket',
  };
  const { tls } = config;
  const rest = restServerOptions(Date.now);
  const options: FastifyServerOptions = {
    ...rest,
    // Addresses that no route can be looked for; hooks do not see them.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersFor(headers, request.url));
      if (!wantsPage(request)) return rest.frameworkErrors(error, request, reply);
      sendSite(site, request, reply).catch(() => rest.frameworkErrors(error, request, reply));
    },
    logger: false,
    forceCloseConnections: 'idle',
    // Ours answers in the envelope of the API.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    serverFactory: (handler) => {
      const server =
        tls === null
          ? http.createServer(limits)
          : https.createServer({ ...limits, ...readTls(tls) });
      server.on('request', handler);
      return server;
    },
  };
  const app = Fastify(options);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headersFor(headers, request.url));
    if (closing) answerError(reply, new WireError('engineUnavailable', STOPPING));
    else done();
  });
  // Nothing outside the API takes a body: it is not read, so that the answer is about the address.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.setErrorHandler((thrown, request, reply) => {
    return answerError(
      reply,
      asWireError(thrown, () => request.id, onFault),
    );
  });
  app.setNotFoundHandler((request, reply) => notFound(site, request, reply));
  return app;
}

/**
 * Certificate chain and key, checked against each other.
 * @throws ConfigError naming the setting whose file cannot be used
 */
export function readTls(tls: NonNullable<Config['tls']>): { cert: Buffer; key: Buffer } {
  const cert = readPem('HALCYON_TLS_CERT', tls.certFile);
  const key = readPem('HALCYON_TLS_KEY', tls.keyFile);
  usable('HALCYON_TLS_CERT', tls.certFile, 'a PEM certificate chain', { cert });
  usable('HALCYON_TLS_KEY', tls.keyFile, 'the PEM key of HALCYON_TLS_CERT', { cert, key });
  return { cert, key };
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return fail(setting, file, `a PEM file that can be read (${why})`);
  }
}

function usable(setting: string, file: string, allowed: string, parts: SecureContextOptions): void {
  try {
    createSecureContext(parts);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    fail(setting, file, `${allowed} (${why})`);
  }
}

async function notFound(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = await sendSite(site, request, reply);
  if (sent !== null) return sent;
  const path = request.url.split('?', 1)[0] ?? '/';
  if (request.method === 'OPTIONS' && (site.find(path) !== undefined || site.hasPage(path))) {
    return reply.code(204).header('allow', 'GET, HEAD, OPTIONS').send();
  }
  return answerError(reply, new WireError('unknownPath', { method: request.method, path }));
}

function answerError(reply: FastifyReply, error: WireError): FastifyReply {
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(errorText(error, Date.now()));
}

/** Requests that are not HTTP, too large or too slow: one answer, then the connection is closed. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          '400',
          `headers of more than ${HEADER_BYTES_MAX} bytes`,
        ]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', '40010', 'the request took too long to arrive']
        : ['400 Bad Request', '400', 'this is not a well-formed HTTP request'];
  const body = JSON.stringify({ code, msg: message, requestTime: Date.now(), data: null });
  endWith(
    socket,
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
