/**
 * The way of one request: address limit, who is asking, permission, endpoint limit, parameters,
 * replay guard, handler, envelope. Everything that depends on the route alone is decided once.
 */
import { randomUUID } from 'node:crypto';
import {
  compile,
  errorText,
  isObject,
  type JsonObject,
  JsonSyntaxError,
  parseJson,
  parseQuery,
  REMAINING_HEADER,
  type RouteSpec,
  successText,
  WireError,
} from '@halcyon/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Authenticator,
  type Caller,
  type Credentials,
  isPaperMarked,
  isSigned,
} from '../auth/authenticate.ts';
import { isLoopback } from '../auth/ip-list.ts';
import type { ReplayGuard } from '../auth/replay-guard.ts';
import type { RestContext, Route } from './context.ts';
import { asWireError, type FaultListener } from './faults.ts';
import { type AddressLimiter, EndpointLimiter } from './rate-limiter.ts';

/** What all routes share. */
export interface DispatchParts {
  readonly context: RestContext;
  readonly authenticator: Authenticator;
  readonly addresses: AddressLimiter;
  readonly replays: ReplayGuard;
  /** Unix ms at which this gateway started. */
  readonly startedAt: number;
  readonly onFault: FaultListener;
}

/** Handles requests of one route. */
export type Dispatch = (request: FastifyRequest, reply: FastifyReply) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Where the query begins in a request's address; the path before it is the route's own. */
function rawQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

function rawPath(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** The function that serves a route. */
export function makeDispatch(route: Route, parts: DispatchParts): Dispatch {
  const { spec } = route;
  const read = reader(spec);
  const limiter = new EndpointLimiter(spec.rate.perSecond);
  const { context, addresses, onFault } = parts;
  const isPost = spec.method === 'POST';

  async function serve(given: Credentials, reply: FastifyReply): Promise<string> {
    const now = context.clock();
    const loopback = isLoopback(given.address);
    if (!loopback) addresses.take(given.address, now);
    const caller = await admit(spec, parts, given);
    if (!loopback || spec.rate.by === 'uid') {
      const who = caller === null || spec.rate.by === 'ip' ? given.address : caller.user;
      const left = limiter.take(who, caller?.tier ?? 'normal', now);
      void reply.header(REMAINING_HEADER, left);
    }
    if (isPost && !isJson(given)) throw new WireError('contentType');
    const request = read(given);
    if (isPost) guardReplay(spec, parts, given, caller, request, now);
    return route.handle(context, request as never, caller);
  }

  return (request, reply) => {
    const { url } = request;
    const raw = request.raw;
    const body = request.body;
    const given: Credentials = {
      headers: raw.headers,
      method: spec.method,
      path: rawPath(url),
      query: rawQuery(url),
      body: typeof body === 'string' ? body : '',
      address: request.ip,
    };
    serve(given, reply).then(
      (data) => send(reply, 200, successText(data, context.clock())),
      (thrown: unknown) => sendError(reply, asWireError(thrown, randomUUID, onFault), context),
    );
  };
}

/** Writes an error answer. */
export function sendError(
  reply: FastifyReply,
  error: WireError,
  context: Pick<RestContext, 'clock'>,
): void {
  if (error.status === 429) void reply.header(REMAINING_HEADER, 0);
  send(reply, error.status, errorText(error, context.clock()));
}

function send(reply: FastifyReply, status: number, text: string): void {
  reply.code(status).header('content-type', JSON_TYPE).send(text);
}

/** Who is asking, or null for anybody; refuses those who may not. */
async function admit(
  spec: RouteSpec,
  parts: DispatchParts,
  given: Credentials,
): Promise<Caller | null> {
  const { access } = spec;
  // Clients sign public calls too when they have a key: nothing there depends on who asks.
  if (access.auth === 'public') {
    if (isPaperMarked(given)) throw new WireError('paperClosed');
    return null;
  }
  const { authenticator } = parts;
  const caller = isSigned(given.headers)
    ? (authenticator.byKeyAtOnce(given) ?? (await authenticator.byKey(given)))
    : await authenticator.bySession(given);
  if (caller === null) throw notAuthenticated(given);
  if (!caller.permissions.has(access.permission)) {
    throw new WireError('permission', { limit: access.permission });
  }
  return caller;
}

function notAuthenticated(given: Credentials): WireError {
  if (isPaperMarked(given)) return new WireError('paperClosed');
  return new WireError(given.headers.cookie === undefined ? 'keyMissing' : 'notLoggedIn');
}

/** Reads and checks the parameters of a route's requests. */
function reader(spec: RouteSpec): (given: Credentials) => unknown {
  const validate = compile(spec.request);
  return spec.method === 'GET'
    ? (given) => validate(parseQuery(given.query))
    : (given) => validate(jsonBody(given.body));
}

function jsonBody(body: string): JsonObject {
  if (body === '') return Object.create(null) as JsonObject;
  const value = parseBody(body);
  if (isObject(value)) return value;
  throw new WireError('badBody');
}

function parseBody(body: string) {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new WireError('badJson', { detail: error.message });
    throw error;
  }
}

function isJson(given: Credentials): boolean {
  const type = given.headers['content-type'];
  if (type === undefined) return given.body === '';
  return type === 'application/json' || type.toLowerCase().startsWith('application/json');
}

/** Refuses a POST that was received before, unless repeating it is harmless. */
function guardReplay(
  spec: RouteSpec,
  parts: DispatchParts,
  given: Credentials,
  caller: Caller | null,
  request: unknown,
  now: number,
): void {
  if (caller === null || caller.via !== 'key') return;
  if (spec.harmless?.(request as never) === true) return;
  const { headers } = given;
  // What was signed before this start may have been received before it: nothing remembers that.
  if (Number(headers['access-timestamp']) < parts.startedAt) {
    throw new WireError('signedBeforeStart');
  }
  const sign = headers['access-sign'];
  if (typeof sign === 'string' && parts.replays.take(sign, now)) return;
  throw new WireError('signatureReplayed');
}
