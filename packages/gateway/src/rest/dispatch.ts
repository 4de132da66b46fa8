/**
 * The way of one request: address limit, who is asking, permission, endpoint limit, parameters,
 * replay guard, handler, envelope. Everything that depends on the route alone is decided once.
 */
import { randomUUID } from 'node:crypto';
import { addressGroup } from '@halcyon/domain';
import {
  compile,
  errorText,
  type Permission,
  pageErrorText,
  parseQuery,
  REMAINING_HEADER,
  type RouteSpec,
  specs,
  successText,
  WireError,
} from '@halcyon/protocol';
import type { VenueName } from '@halcyon/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Authenticator,
  type Caller,
  isSigned,
  type RequestCredentials,
} from '../auth/authenticate.ts';
import { type AddressFinder, clientAddress } from '../auth/client-address.ts';
import { isLoopback } from '../auth/ip-list.ts';
import type { ReplayGuard } from '../auth/replay-guard.ts';
import type { RequestLog } from '../auth/request-log.ts';
import { readBody } from '../http/body.ts';
import type { RestContext, Route } from '../http/context.ts';
import { asWireError, type FaultListener } from '../http/faults.ts';
import { type AddressLimiter, EndpointLimiter } from '../http/rate-limiter.ts';
import { requestFactor } from '../levels/request-limits.ts';
import { whatBecame } from '../translate/what-became.ts';

/** What all routes share. */
export interface DispatchParts {
  readonly venues: Venues;
  readonly authenticator: Authenticator;
  readonly addresses: AddressLimiter;
  readonly replays: ReplayGuard;
  readonly requests: RequestLog;
  /** Unix ms at which this gateway started. */
  readonly startedAt: number;
  readonly addressOf: AddressFinder;
  readonly onFault: FaultListener;
}

/** What handlers of either venue work with. */
export interface Venues {
  readonly live: RestContext;
  /** @throws WireError while paper trading is closed */
  paper(): RestContext;
}

/** Content type of every answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Where an answer goes: status, JSON text, requests left in the present second (-1 = not known), and ms
 * until the same request can succeed (0 = not known).
 */
export type SendAnswer = (status: number, text: string, left: number, retryAfterMs: number) => void;

/** Carries out one request of a route; `answer` is called exactly once. */
export type Serve = (given: RequestCredentials, answer: SendAnswer) => void;

/** A request under way. */
interface Asked {
  readonly given: RequestCredentials;
  readonly answer: SendAnswer;
  /** null = nobody, or not known yet. */
  readonly caller: Caller | null;
  /** See `Answer`. */
  left: number;
  /** See `requestFactor`. */
  factor: number;
}

/**
 * The function that serves a route. Nothing is awaited that is at hand: a request signed by a known
 * key runs straight to its handler, so that an order waits for its commit and for nothing else.
 */
export function makeServe(route: Route, parts: DispatchParts): Serve {
  const { spec, handle } = route;
  const { venues, onFault } = parts;
  const { clock } = venues.live;
  const read = reader(spec);
  const { perSecond } = spec.rate;
  const limiters = { live: new EndpointLimiter(perSecond), paper: new EndpointLimiter(perSecond) };
  const isPost = spec.method === 'POST';
  const isPrivate = spec.access.auth === 'signed';

  function carryOut(asked: Asked, asker: Asker): void {
    const { given } = asked;
    const caller = typeof asker === 'string' ? null : asker;
    const venue = typeof asker === 'string' ? asker : asker.venue;
    const admitted: Asked = { ...asked, caller };
    try {
      const context = venue === 'live' ? venues.live : venues.paper();
      if (caller !== null) admitted.factor = requestFactor(context, caller.user);
      admitted.left = takeFrom(limiters[venue], spec, admitted);
      if (isPost && !isJson(given)) throw new WireError('contentType');
      const request = read(given);
      if (isPost) guardReplay(spec, parts, given, caller, request);
      const data = handle(context, request as never, caller);
      if (typeof data === 'string') {
        succeed(admitted, data);
        return;
      }
      data.then(
        (text) => succeed(admitted, text),
        async (thrown: unknown) => fail(admitted, await whatBecame(context, thrown)),
      );
    } catch (thrown) {
      fail(admitted, thrown);
    }
  }

  function succeed(asked: Asked, data: string): void {
    asked.answer(200, successText(data, clock()), asked.left, 0);
    note(asked, null);
  }

  function fail(asked: Asked, thrown: unknown): void {
    const error = asWireError(thrown, randomUUID, onFault);
    const { status, retryAfterMs } = error;
    const left = status === 429 ? 0 : asked.left;
    // Programs get the wire as it is documented; a page writes the error in its language.
    const write = isPrivate && !isSigned(asked.given.headers) ? pageErrorText : errorText;
    asked.answer(status, write(error, clock()), left, retryAfterMs);
    note(asked, error);
  }

  /** What a key was answered is noted for its owner. */
  function note({ given, caller, factor }: Asked, error: WireError | null): void {
    if (!isPrivate) return;
    parts.requests.note({ given, caller, error, path: spec.path, perSecond: perSecond * factor });
  }

  return (given, answer) => {
    const asked: Asked = { given, answer, caller: null, left: -1, factor: 1 };
    try {
      if (!isLoopback(given.address)) parts.addresses.take(given.address, given.now);
      const asker = admit(spec, parts, given);
      if (!(asker instanceof Promise)) carryOut(asked, asker);
      else {
        asker
          .then((known) => carryOut(asked, known))
          .catch((thrown: unknown) => fail(asked, thrown));
      }
    } catch (thrown) {
      fail(asked, thrown);
    }
  };
}

/** Public data may be read by pages of any origin; it says nothing about who asks. */
export const READABLE_ANYWHERE = ['access-control-allow-origin', '*'] as const;

/** The header Retry-After: whole seconds, never too few. */
export function retryAfterSeconds(retryAfterMs: number): number {
  return Math.ceil(retryAfterMs / 1000);
}

/** A route served through Fastify. */
export function fastifyHandler(serve: Serve, { access }: RouteSpec, parts: DispatchParts) {
  const { venues, addressOf } = parts;
  const open = access.auth === 'public';
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (open) void reply.header(...READABLE_ANYWHERE);
    const { body, method } = request;
    const text = typeof body === 'string' ? body : '';
    const { raw, url } = request;
    const address = clientAddress(addressOf, raw);
    const given = credentials(raw.headers, method, url, text, address, venues.live.clock());
    serve(given, (status, answer, left, wait) => send(reply, status, answer, left, wait));
  };
}

/** The parts of a request that a route looks at. */
export function credentials(
  headers: RequestCredentials['headers'],
  method: string,
  url: string,
  body: string,
  address: string,
  now: number,
): RequestCredentials {
  const mark = url.indexOf('?');
  return {
    headers,
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    body,
    address,
    now,
  };
}

/** Counts the request where it is counted; returns how many more the present second takes. */
function takeFrom(
  limiter: EndpointLimiter,
  spec: RouteSpec,
  { given: { address, now }, caller, factor }: Asked,
): number {
  const { by, perSecond } = spec.rate;
  if (by === 'uid' && caller !== null) return limiter.take(caller.user, caller.tier, now, factor);
  return isLoopback(address) ? perSecond : limiter.take(addressGroup(address), 'normal', now);
}

/** Writes an error answer through Fastify. */
export function sendError(
  reply: FastifyReply,
  error: WireError,
  context: Pick<RestContext, 'clock'>,
): void {
  const left = error.status === 429 ? 0 : -1;
  send(reply, error.status, errorText(error, context.clock()), left, error.retryAfterMs);
}

function send(
  reply: FastifyReply,
  status: number,
  text: string,
  left: number,
  retryAfterMs: number,
): void {
  if (left >= 0) void reply.header(REMAINING_HEADER, left);
  if (retryAfterMs > 0) void reply.header('retry-after', retryAfterSeconds(retryAfterMs));
  reply.code(status).header('content-type', JSON_TYPE).send(text);
}

/** Who asks, on public routes only of which venue. */
type Asker = Caller | VenueName;

/** Finds out who is asking; refuses those who may not. */
function admit(
  spec: RouteSpec,
  parts: DispatchParts,
  given: RequestCredentials,
): Asker | Promise<Asker> {
  const { access } = spec;
  const { authenticator } = parts;
  if (access.auth === 'public') return authenticator.venueAsked(given);
  if (!isSigned(given.headers)) {
    return authenticator.bySession(given, access).then((caller) => {
      if (caller === null) throw notAuthenticated(given);
      return permitted(caller, spec, access.permission);
    });
  }
  const caller = authenticator.byKeyAtOnce(given);
  if (caller !== null) return permitted(caller, spec, access.permission);
  return authenticator.byKey(given).then((known) => permitted(known, spec, access.permission));
}

/** What keys of copy portfolios do of contracts: what is copied. They read all of them. */
const COPIED: ReadonlySet<string> = new Set(
  [
    specs.mix.placeOrder,
    specs.mix.cancelOrder,
    specs.mix.batchCancelOrders,
    specs.mix.cancelAllOrders,
    specs.mix.placePlanOrder,
    specs.mix.placeTpslOrder,
    specs.mix.cancelPlanOrder,
    specs.mix.modifyOrder,
    specs.mix.closePositions,
    specs.mix.reverse,
    specs.mix.setLeverage,
    specs.mix.setMarginMode,
    specs.mix.setPositionMode,
  ].map(({ path }) => path),
);
const OF_TRADERS = '/api/v2/copy/mix-trader/';
const OF_CONTRACTS = '/api/v2/mix/';

function isForPortfolios({ method, path }: RouteSpec): boolean {
  const reads = method === 'GET' && path.startsWith(OF_CONTRACTS);
  return reads || COPIED.has(path) || path.startsWith(OF_TRADERS);
}

function permitted(caller: Caller, spec: RouteSpec, needed: Permission): Caller {
  const { portfolio } = caller;
  if (portfolio !== undefined && !isForPortfolios(spec)) throw new WireError('copyKeyOnly');
  // What a portfolio trades is copied.
  const permission = portfolio !== undefined && needed === 'contract_trade' ? 'copy' : needed;
  if (caller.permissions.has(permission)) return caller;
  // Sessions may do everything, but for those that act as a sub-account.
  const lack = caller.via === 'session' ? 'subAccountLacks' : 'permission';
  throw new WireError(lack, { limit: permission });
}

function notAuthenticated(given: RequestCredentials): WireError {
  return new WireError(given.headers.cookie === undefined ? 'keyMissing' : 'notLoggedIn');
}

/** Reads and checks the parameters of a route's requests. */
function reader(spec: RouteSpec): (given: RequestCredentials) => unknown {
  const validate = compile(spec.request);
  return spec.method === 'GET'
    ? (given) => validate(parseQuery(given.query))
    : (given) => validate(readBody(given.body, spec.bareList));
}

function isJson(given: RequestCredentials): boolean {
  const type = given.headers['content-type'];
  if (type === undefined) return given.body === '';
  return type === 'application/json' || type.toLowerCase().startsWith('application/json');
}

/** Refuses a POST that was received before, unless it is idempotent. */
function guardReplay(
  spec: RouteSpec,
  parts: DispatchParts,
  given: RequestCredentials,
  caller: Caller | null,
  request: unknown,
): void {
  if (caller === null || caller.via !== 'key') return;
  if (spec.idempotent?.(request as never) === true) return;
  const { headers } = given;
  // What was signed before this start may have been received before it: nothing remembers that.
  if (Number(headers['access-timestamp']) < parts.startedAt) {
    throw new WireError('signedBeforeStart');
  }
  const sign = headers['access-sign'];
  if (typeof sign === 'string' && parts.replays.take(sign, given.now)) return;
  throw new WireError('signatureReplayed');
}
