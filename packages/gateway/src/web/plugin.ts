/** `/api/web/v1`: what the web app needs and no trading API has. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isGuest } from '@halcyon/domain';
import { SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import {
  type JsonObject,
  pageErrorText,
  parseQuery,
  successText,
  WireError,
} from '@halcyon/protocol';
import { COPY_AREA, WEB_PREFIX, type WebSpec } from '@halcyon/protocol/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionBearer } from '../auth/authenticate.ts';
import { clientAddress } from '../auth/client-address.ts';
import { isLoopback } from '../auth/ip-list.ts';
import { readBody } from '../http/body.ts';
import { type FaultListener, frameworkError } from '../http/faults.ts';
import { AddressLimiter } from '../http/rate-limiter.ts';
import { asWebError } from '../http/web-error.ts';
import { JSON_TYPE, retryAfterSeconds } from '../rest/dispatch.ts';
import { ALERT_ROUTES } from './alert-routes.ts';
import type { WebContext, WebRequest } from './context.ts';
import { CONVERT_WEB_ROUTES } from './convert-routes.ts';
import { COPY_ACTIVITY_ROUTES } from './copy-activity-routes.ts';
import { COPY_DRY_RUN_ROUTES } from './copy-dry-run-routes.ts';
import { COPY_PORTFOLIO_ROUTES } from './copy-portfolio-routes.ts';
import { COPY_TRADER_ROUTES } from './copy-trader-routes.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import { FACTOR_ROUTES } from './factor-routes.ts';
import { FEE_ROUTES } from './fee-routes.ts';
import { FUND_ROUTES } from './fund-routes.ts';
import { FUTURES_LOG_ROUTES } from './futures-log-routes.ts';
import { FUTURES_ROUTES } from './futures-routes.ts';
import { identityRoutes } from './identity-routes.ts';
import { INDEX_PRICE_ROUTES } from './index-price-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { KILL_ROUTES } from './kill-switch.ts';
import { languageOf } from './language.ts';
import { LEDGER_ROUTES } from './ledger-routes.ts';
import { LIQUIDATION_ROUTES } from './liquidation-routes.ts';
import { MARGIN_LOG_ROUTES } from './margin-log-routes.ts';
import { MARGIN_ROUTES } from './margin-routes.ts';
import { MOVEMENT_ROUTES } from './movement-routes.ts';
import { NOTICE_ROUTES } from './notice-routes.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { OUTBOX_ROUTES } from './outbox-routes.ts';
import { paperRoutes } from './paper-routes.ts';
import { PARENT_WEB_ROUTES } from './parent-routes.ts';
import { PASSKEY_ROUTES } from './passkey-routes.ts';
import { RECEIPT_ROUTES } from './receipt-routes.ts';
import { REFUSAL_ROUTES } from './refusal-routes.ts';
import { RESERVES_ROUTES } from './reserves-routes.ts';
import { fieldReader, type GivenFields, type WebRoute } from './route.ts';
import { SECURITY_ROUTES } from './security-routes.ts';
import type { ActiveSession } from './sessions.ts';
import { SITE_ROUTES } from './site-routes.ts';
import { SUB_ACCOUNT_ROUTES } from './sub-account-routes.ts';
import { THAW_ROUTES } from './thaw-routes.ts';
import { VALUE_ROUTES } from './value-routes.ts';
import { WITHDRAWAL_ROUTES } from './withdrawal-routes.ts';

const BODY_BYTES_MAX = 131_072;

/** Every route of the web app's own API. */
export function webRoutes(): readonly WebRoute[] {
  return [
    ...identityRoutes(),
    ...FACTOR_ROUTES,
    ...PASSKEY_ROUTES,
    ...SECURITY_ROUTES,
    ...THAW_ROUTES,
    ...keyRoutes(),
    ...SUB_ACCOUNT_ROUTES,
    ...CONVERT_WEB_ROUTES,
    ...KILL_ROUTES,
    ...ORDER_ROUTES,
    ...PARENT_WEB_ROUTES,
    ...REFUSAL_ROUTES,
    ...NOTICE_ROUTES,
    ...ALERT_ROUTES,
    ...FUTURES_ROUTES,
    ...MARGIN_ROUTES,
    ...FUTURES_LOG_ROUTES,
    ...LIQUIDATION_ROUTES,
    ...MARGIN_LOG_ROUTES,
    ...LEDGER_ROUTES,
    ...MOVEMENT_ROUTES,
    ...EXPORT_ROUTES,
    ...RECEIPT_ROUTES,
    ...FEE_ROUTES,
    ...FUND_ROUTES,
    ...RESERVES_ROUTES,
    ...INDEX_PRICE_ROUTES,
    ...OUTBOX_ROUTES,
    ...paperRoutes(),
    ...VALUE_ROUTES,
    ...WITHDRAWAL_ROUTES,
    ...SITE_ROUTES,
    ...COPY_TRADER_ROUTES,
    ...COPY_PORTFOLIO_ROUTES,
    ...COPY_DRY_RUN_ROUTES,
    ...COPY_ACTIVITY_ROUTES,
  ];
}

/** Registers the routes. */
export async function registerWeb(
  app: FastifyInstance,
  context: WebContext,
  onFault: FaultListener,
): Promise<void> {
  const addresses = new AddressLimiter();
  await app.register(
    async (web) => {
      web.removeAllContentTypeParsers();
      const limit = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const;
      web.addContentTypeParser('application/json', limit, (_request, body, done) => {
        done(null, body);
      });
      web.setErrorHandler((thrown, _request, reply) => {
        const fault = frameworkError(thrown, BODY_BYTES_MAX) ?? thrown;
        sendFault(reply, fault, context.clock(), onFault);
      });
      const isServed = ({ spec }: WebRoute) => context.copyTrading || spec.area !== COPY_AREA;
      for (const route of webRoutes().filter(isServed)) {
        const { method, path: url } = route.spec;
        const served = { ...route, read: fieldReader(route.spec) };
        web.route({
          method,
          url,
          handler: async (raw, reply) => {
            try {
              return await serve(served, context, addresses, raw, reply);
            } catch (thrown) {
              return sendFault(reply, thrown, context.clock(), onFault);
            }
          },
        });
      }
    },
    { prefix: WEB_PREFIX },
  );
}

/** A route with the reader of its fields. */
interface Served extends WebRoute {
  readonly read: (given: GivenFields) => object;
}

async function serve(
  { spec, read, check, handle }: Served,
  context: WebContext,
  addresses: AddressLimiter,
  raw: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = raw;
  const address = clientAddress(context.addressOf, raw.raw);
  const loopback = isLoopback(address);
  if (!loopback) addresses.take(address, context.clock());
  const { need } = spec;
  const session = await admitted(spec, context, headers);
  const actor = session && (await actorOf(spec, context, headers, session));
  const request: WebRequest = {
    raw,
    reply,
    address,
    loopback,
    userAgent: headers['user-agent'] ?? '',
    language: languageOf(headers['accept-language']),
  };
  const asked = { ...request, fields: read(givenIn(raw)), session, actor } as never;
  // Who is to prove again who it is does so for a request that nothing else stands against.
  if (check !== undefined) await check(context, asked);
  if (need !== 'public' && session !== null) await context.sessions.checkPerson(session, need);
  const data = await handle(context, asked);
  if (reply.sent) return reply;
  return reply.type(JSON_TYPE).send(successText(JSON.stringify(data), context.clock()));
}

/** Who asks; null where a route is for anybody. @throws WireError, RecordsError for who may not ask */
async function admitted(
  { method, need, guests }: WebSpec,
  { sessions }: WebContext,
  headers: IncomingHttpHeaders,
): Promise<ActiveSession | null> {
  const mutating = method !== 'GET';
  const session = need === 'public' ? null : await sessions.active(headers);
  // Of who is signed in `checkForgery` looks at it.
  if (mutating && session === null) sessions.checkOrigin(headers);
  if (need === 'public') return null;
  if (session === null || (isGuest(session.uid) && !guests)) throw new WireError('notLoggedIn');
  if (mutating) sessions.checkForgery(headers, session);
  return session;
}

/** For whom a request acts. @throws WireError subAccountCannot where that is for its person alone */
function actorOf(
  { subs }: WebSpec,
  { sessions }: WebContext,
  headers: IncomingHttpHeaders,
  session: ActiveSession,
): Promise<SessionBearer> {
  if (subs) return sessions.actor(headers, session);
  if (headers[SUB_ACCOUNT_HEADER] !== undefined) throw new WireError('subAccountCannot');
  return Promise.resolve({ user: session.uid, id: session.id });
}

/** What a request says, before any of it is checked. */
function givenIn({ params, url, body }: FastifyRequest): GivenFields {
  const mark = url.indexOf('?');
  return {
    params: params as JsonObject,
    query: parseQuery(mark === -1 ? '' : url.slice(mark + 1)),
    body: readBody(typeof body === 'string' ? body : ''),
  };
}

/** Answers a fault; what nobody expected goes to the log and leaks nothing. */
function sendFault(
  reply: FastifyReply,
  thrown: unknown,
  now: number,
  onFault: FaultListener,
): FastifyReply {
  const error = asWebError(thrown, randomUUID, onFault);
  const { status, retryAfterMs } = error;
  if (retryAfterMs > 0) void reply.header('retry-after', retryAfterSeconds(retryAfterMs));
  return reply.code(status).type(JSON_TYPE).send(pageErrorText(error, now));
}
