/** `/api/web/v1`: what the web app needs and no trading API has. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isGuest } from '@halcyon/domain';
import { SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { successText, WireError } from '@halcyon/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionBearer } from '../auth/authenticate.ts';
import { isLoopback } from '../auth/ip-list.ts';
import { asWireError, type FaultListener } from '../http/faults.ts';
import { AddressLimiter } from '../http/rate-limiter.ts';
import { asWebError, notSignedIn, WebError } from '../http/web-error.ts';
import { retryAfterSeconds } from '../rest/dispatch.ts';
import type { WebContext, WebRequest, WebRoute } from './context.ts';
import { CONVERT_WEB_ROUTES } from './convert-routes.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import { FACTOR_ROUTES } from './factor-routes.ts';
import { FEE_ROUTES } from './fee-routes.ts';
import { bodyObject } from './fields.ts';
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
import { PASSKEY_ROUTES } from './passkey-routes.ts';
import { RECEIPT_ROUTES } from './receipt-routes.ts';
import { REFUSAL_ROUTES } from './refusal-routes.ts';
import { SECURITY_ROUTES } from './security-routes.ts';
import type { ActiveSession } from './sessions.ts';
import { SITE_ROUTES } from './site-routes.ts';
import { SUB_ACCOUNT_ROUTES } from './sub-account-routes.ts';
import { THAW_ROUTES } from './thaw-routes.ts';
import { VALUE_ROUTES } from './value-routes.ts';
import { WITHDRAWAL_ROUTES } from './withdrawal-routes.ts';

const PREFIX = '/api/web/v1';
const BODY_BYTES_MAX = 131_072;
const JSON_TYPE = 'application/json; charset=utf-8';

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
    ...REFUSAL_ROUTES,
    ...NOTICE_ROUTES,
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
    ...INDEX_PRICE_ROUTES,
    ...OUTBOX_ROUTES,
    ...paperRoutes(),
    ...VALUE_ROUTES,
    ...WITHDRAWAL_ROUTES,
    ...SITE_ROUTES,
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
        sendFault(reply, frameworkError(thrown) ?? thrown, context.clock(), onFault);
      });
      for (const route of webRoutes()) {
        web.route({
          method: route.method,
          url: route.path,
          handler: async (raw, reply) => {
            try {
              return await serve(route, context, addresses, raw, reply);
            } catch (thrown) {
              return sendFault(reply, thrown, context.clock(), onFault);
            }
          },
        });
      }
    },
    { prefix: PREFIX },
  );
}

async function serve(
  route: WebRoute,
  context: WebContext,
  addresses: AddressLimiter,
  raw: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = raw;
  const loopback = isLoopback(raw.ip);
  if (!loopback) addresses.take(raw.ip, context.clock());
  const mutating = route.method !== 'GET';
  const session = route.access === 'public' ? null : await context.sessions.active(headers);
  // Of who is signed in `checkForgery` looks at it.
  if (mutating && session === null) context.sessions.checkOrigin(headers);
  if (route.access !== 'public' && session === null) throw notSignedIn();
  if (session !== null && isGuest(session.uid) && route.guests !== true) throw notSignedIn();
  if (session !== null && mutating) context.sessions.checkForgery(headers, session);
  if (session !== null && route.access !== 'public') {
    await context.sessions.checkPerson(session, route.access);
  }
  const request: WebRequest = {
    raw,
    reply,
    body: bodyObject(raw.body),
    address: raw.ip,
    loopback,
    userAgent: headers['user-agent'] ?? '',
    language: languageOf(headers['accept-language']),
  };
  const data =
    route.access === 'public'
      ? await route.handle(context, request)
      : session !== null &&
        (await route.handle(context, {
          ...request,
          session,
          actor: await actorOf(route, context, headers, session),
        }));
  if (reply.sent) return reply;
  return reply.type(JSON_TYPE).send(successText(JSON.stringify(data), context.clock()));
}

/** For whom a request acts. @throws WireError subAccountCannot where that is for its person alone */
function actorOf(
  route: WebRoute,
  { sessions }: WebContext,
  headers: IncomingHttpHeaders,
  session: ActiveSession,
): Promise<SessionBearer> {
  if (route.subs === true) return sessions.actor(headers, session);
  if (headers[SUB_ACCOUNT_HEADER] !== undefined) throw new WireError('subAccountCannot');
  return Promise.resolve({ user: session.uid, id: session.id });
}

/** Errors that Fastify raises before a handler runs; null for others. */
function frameworkError(thrown: unknown): WebError | null {
  const { code } = thrown as { readonly code?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `the body has more than ${BODY_BYTES_MAX} bytes`;
    return new WebError('bodyTooLarge', 413, '400', message);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new WebError('contentType', 415, '40007', 'Content-Type must be application/json');
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new WebError('badJson', 400, '400', 'Content-Length does not match the body');
  }
  return null;
}

/** Answers a fault; what nobody expected goes to the log and leaks nothing. */
function sendFault(
  reply: FastifyReply,
  thrown: unknown,
  now: number,
  onFault: FaultListener,
): FastifyReply {
  const error = asWebError(thrown) ?? asWebError(asWireError(thrown, randomUUID, onFault));
  if (error === null) throw thrown;
  const { code, status, reason, field, retryAfterMs } = error;
  if (retryAfterMs > 0) void reply.header('retry-after', retryAfterSeconds(retryAfterMs));
  return reply
    .code(status)
    .type(JSON_TYPE)
    .send(
      JSON.stringify({
        code,
        msg: error.message,
        requestTime: now,
        data: null,
        reason,
        retryable: status === 429 || status === 503,
        ...(field === '' ? {} : { field }),
        ...(retryAfterMs > 0 ? { retryAfterMs } : {}),
      }),
    );
}
