/** The REST API as a Fastify plugin: `registerRest(app, dependencies)`. */
import { BODY_BYTES_MAX, specs, WireError } from '@halcyon/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { Authenticator, type PaperPeople, type SessionVerifier } from '../auth/authenticate.ts';
import type { AddressFinder } from '../auth/client-address.ts';
import type { KeySource } from '../auth/credential.ts';
import { KeyCache } from '../auth/key-cache.ts';
import { REPLAY_PERIOD_MS, ReplayGuard } from '../auth/replay-guard.ts';
import { RequestLog } from '../auth/request-log.ts';
import type { RestContext, Route } from '../http/context.ts';
import { asWireError, type FaultListener, frameworkError } from '../http/faults.ts';
import { AddressLimiter } from '../http/rate-limiter.ts';
import { servedRoutes } from '../routes/index.ts';
import {
  type DispatchParts,
  fastifyHandler,
  makeServe,
  type Serve,
  sendError,
  type Venues,
} from './dispatch.ts';
import { type LaneOptions, openLane } from './fast-lane.ts';
import { makeOptions, makeUnknown, resourcesOf } from './unknown.ts';

/** What the REST side is made with. */
export interface RestDependencies {
  readonly context: RestContext;
  /** null = there is no paper venue. */
  readonly paper?: PaperAccess | null | undefined;
  readonly keys: KeySource;
  /** Web sessions; null = signed requests only. */
  readonly sessions: SessionVerifier | null;
  /** Faults that nobody expected, for the log. */
  readonly onFault: FaultListener;
  readonly addressOf: AddressFinder;
  /** Opens the short way for orders; without it all requests go through Fastify. */
  readonly lane?: LaneOptions | undefined;
  /** Whether copy trading is offered. */
  readonly copyTrading: boolean;
}

/** The way into the paper venue. */
export interface PaperAccess extends PaperPeople {
  /** @throws WireError while it starts */
  context(): RestContext;
}

function contextOf(paper: PaperAccess | null): RestContext {
  if (paper === null) throw new WireError('paperClosed');
  return paper.context();
}

/** What others may use of the REST side. */
export interface Rest {
  /** Logins of the WebSocket side; its `keys` must be told when a key changes. */
  readonly authenticator: Authenticator;
  /** The last requests of each key. */
  readonly requests: RequestLog;
  readonly venues: Venues;
}

/**
 * Fastify options that the API counts on: the body limit, addresses compared exactly, and errors that
 * come before any route in the envelope of the API.
 */
export function restServerOptions(clock: () => number) {
  return {
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: true,
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      sendError(reply, new WireError('badUrl'), { clock });
    },
  } satisfies FastifyServerOptions;
}

/** Registers every route under `/api` except `/api/web`, and the errors of unknown paths there. */
export async function registerRest(
  app: FastifyInstance,
  dependencies: RestDependencies,
): Promise<Rest> {
  const { context, keys, sessions, addressOf, onFault, paper = null } = dependencies;
  const now = context.clock();
  const authenticator = new Authenticator(
    new KeyCache(keys, context.clock),
    sessions,
    context.clock,
    paper,
    dependencies.copyTrading,
  );
  const parts: DispatchParts = {
    venues: { live: context, paper: () => contextOf(paper) },
    authenticator,
    addresses: new AddressLimiter(),
    replays: new ReplayGuard(REPLAY_PERIOD_MS, now),
    requests: new RequestLog(authenticator.keys, context.clock),
    startedAt: now,
    addressOf,
    onFault,
  };
  const serves = new Map<string, Serve>();
  const routes = servedRoutes(dependencies.copyTrading);
  await app.register(async (api) => addRoutes(api, routes, parts, serves));
  noteKeyUses(app, keys, authenticator, onFault);
  const { lane } = dependencies;
  if (lane !== undefined) {
    const lanes = new Map([...serves].filter(([path]) => LANE_PATHS.has(path)));
    let open = true;
    app.addHook('preClose', async () => {
      open = false;
    });
    app.addHook('onReady', async () => {
      openLane(app.server, lanes, lane, addressOf, context.clock, () => open);
    });
  }
  return { authenticator, requests: parts.requests, venues: parts.venues };
}

/** How often the identity store is told when and from where keys were used, ms. */
const KEY_USES_MS = 30_000;

function noteKeyUses(
  app: FastifyInstance,
  keys: KeySource,
  authenticator: Authenticator,
  onFault: FaultListener,
): void {
  const timer = setInterval(() => {
    const uses = authenticator.keys.takeUses();
    if (uses.length === 0) return;
    keys.touchApiKeys?.({ uses }).catch((fault: unknown) => onFault(fault, 'key uses'));
  }, KEY_USES_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** The requests that come by the thousand. */
const LANE_PATHS: ReadonlySet<string> = new Set(
  [
    specs.trade.placeOrder,
    specs.trade.cancelOrder,
    specs.trade.modifyOrder,
    specs.trade.cancelReplaceOrder,
    specs.trade.batchOrders,
    specs.trade.batchCancelOrder,
    specs.trade.batchModifyOrder,
    specs.mix.placeOrder,
    specs.mix.cancelOrder,
    specs.mix.modifyOrder,
    specs.mix.batchPlaceOrder,
    specs.mix.batchCancelOrders,
  ].map(({ path }) => path),
);

function addRoutes(
  api: FastifyInstance,
  routes: readonly Route[],
  parts: DispatchParts,
  serves: Map<string, Serve>,
): void {
  keepBodyText(api);
  api.setErrorHandler((thrown, request, reply) => {
    const error =
      frameworkError(thrown, BODY_BYTES_MAX) ??
      asWireError(thrown, () => request.id, parts.onFault);
    sendError(reply, error, parts.venues.live);
  });
  for (const route of routes) {
    const { method, path } = route.spec;
    const serve = makeServe(route, parts);
    serves.set(path, serve);
    api.route({ method, url: path, handler: fastifyHandler(serve, route.spec, parts) });
  }
  const resources = resourcesOf(routes);
  const unknown = makeUnknown(parts.venues.live, resources);
  for (const url of ['/api', '/api/*']) {
    api.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler: unknown });
    api.route({ method: 'OPTIONS', url, handler: makeOptions(unknown, resources) });
  }
}

/** Bodies stay text: the signature covers the exact bytes, and the reader is our own. */
function keepBodyText(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
