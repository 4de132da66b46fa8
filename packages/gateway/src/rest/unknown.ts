/** Addresses and methods that no route takes: what is wrong, and what would be taken. */
import { WireError } from '@halcyon/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RestContext, Route } from '../http/context.ts';
import { READABLE_ANYWHERE, sendError } from './dispatch.ts';

/** What may be asked of an address. */
interface Resource {
  readonly allow: string;
  /** Whether pages of any origin may read it. */
  readonly open: boolean;
}

/** What may be asked, by its address. */
export type Resources = ReadonlyMap<string, Resource>;

/** @param routes those that are served */
export function resourcesOf(routes: readonly Route[]): Resources {
  return new Map(
    routes.map(({ spec: { path, method, access } }) => [
      path,
      {
        allow: method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`,
        open: access.auth === 'public',
      },
    ]),
  );
}

/** Areas that the contract has and this exchange does not have yet. */
const CLOSED_AREAS: readonly (readonly [prefix: string, area: string])[] = [
  ['/api/v2/mix/', 'this part of futures'],
  ['/api/v2/margin/', 'this part of margin'],
  ['/api/v2/copy/', 'this part of copy trading'],
  ['/api/v2/convert/bgb-convert', 'a platform coin'],
];

type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/** Answers requests that no route took. */
export function makeUnknown(context: Pick<RestContext, 'clock'>, resources: Resources): Handler {
  return (request, reply) => {
    const path = pathOf(request);
    const { method } = request;
    const allowed = resources.get(path)?.allow;
    if (allowed !== undefined) {
      void reply.header('allow', allowed);
      sendError(reply, new WireError('methodNotAllowed', { path, method, allowed }), context);
      return;
    }
    const closed = CLOSED_AREAS.find(([prefix]) => path.startsWith(prefix));
    const error =
      closed === undefined
        ? new WireError('unknownPath', { path, method })
        : new WireError('areaNotOpen', { area: closed[1], path });
    sendError(reply, error, context);
  };
}

/** How long a browser may remember the answer to OPTIONS, seconds. */
const PREFLIGHT_SECONDS = '600';

/**
 * Answers OPTIONS: what an address takes and, of public data, that pages of other origins may read it.
 * Nothing else is opened to them: signed and session requests are for our own pages and for programs.
 */
export function makeOptions(unknown: Handler, resources: Resources): Handler {
  return (request, reply) => {
    const resource = resources.get(pathOf(request));
    if (resource === undefined) {
      unknown(request, reply);
      return;
    }
    void reply.header('allow', resource.allow);
    if (resource.open) {
      void reply.headers({
        [READABLE_ANYWHERE[0]]: READABLE_ANYWHERE[1],
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'content-type, locale, x-channel-api-code',
        'access-control-max-age': PREFLIGHT_SECONDS,
      });
    }
    void reply.code(204).send();
  };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
