/** What the web app asks of the paper venue beside trading; the shapes are in domain/web/paper.ts. */

import { addressGroup, wireUserId } from '@halcyon/domain';
import type { PaperFundsChange } from '@halcyon/domain/web';
import { WebError } from '../http/web-error.ts';
import type { PaperDesk } from '../paper/paper-desk.ts';
import type { SignedIn, WebContext, WebRequest, WebRoute } from './context.ts';
import { text, word } from './fields.ts';
import { HourLimiter } from './hour-limiter.ts';

const AMOUNT_LENGTH_MAX = 40;
/** Guest accounts of one address, and of all addresses together, in an hour. */
const GUESTS_PER_HOUR = 10;
const GUESTS_PER_HOUR_ALL = 1_000;

function deskOf({ paperDesk }: WebContext): PaperDesk {
  if (paperDesk !== null) return paperDesk;
  throw new WebError('paperClosed', 400, '40919', 'This exchange has no paper venue.');
}

async function personOf(context: WebContext, request: WebRequest): Promise<number | null> {
  const { sessions } = context;
  const { headers } = request.raw;
  const session = await sessions.active(headers);
  return session === null ? null : (await sessions.actor(headers, session)).user;
}

const funds: WebRoute = {
  method: 'GET',
  path: '/paper/funds',
  access: 'public',
  handle: async (context, request) => deskOf(context).funds(await personOf(context, request)),
};

const change: WebRoute = {
  method: 'POST',
  path: '/paper/funds',
  access: 'session',
  guests: true,
  handle: (context, request) => deskOf(context).change(request.session.uid, changeOf(request)),
};

function changeOf({ body }: SignedIn): PaperFundsChange {
  return {
    direction: word(body, 'direction', ['add', 'reduce']),
    coin: text(body, 'coin', 20),
    amount: text(body, 'amount', AMOUNT_LENGTH_MAX),
  };
}

const reset: WebRoute = {
  method: 'POST',
  path: '/paper/reset',
  access: 'session',
  guests: true,
  handle: (context, request) => deskOf(context).reset(request.session.uid),
};

const pauses: WebRoute = {
  method: 'GET',
  path: '/paper/pauses',
  access: 'public',
  handle: (context) => deskOf(context).pauses(),
};

const flow: WebRoute = {
  method: 'GET',
  path: '/paper/flow',
  access: 'public',
  handle: (context) => deskOf(context).flow(),
};

const fidelity: WebRoute = {
  method: 'GET',
  path: '/paper/fidelity',
  subs: true,
  access: 'session',
  guests: true,
  handle: (context, request) => deskOf(context).fidelity(request.actor.user),
};

function makeGuest(): WebRoute {
  const byAddress = new HourLimiter(GUESTS_PER_HOUR);
  const all = new HourLimiter(GUESTS_PER_HOUR_ALL);
  return {
    method: 'POST',
    path: '/paper/guest',
    access: 'public',
    async handle(context, request) {
      const { identity, sessions } = context;
      deskOf(context).mustBeOpen();
      const active = await sessions.active(request.raw.headers);
      if (active !== null) {
        throw new WebError('signedIn', 400, '40020', 'This browser is signed in already.');
      }
      const now = context.clock();
      if (!request.loopback) byAddress.take(addressGroup(request.address), now, 'guest accounts');
      all.take('', now, 'guest accounts');
      const { uid, token, csrfToken } = await identity.createGuest(undefined);
      void request.reply.header('set-cookie', sessions.guestCookie(token));
      return { user: { uid: wireUserId(uid), email: '', guest: true }, csrfToken };
    },
  };
}

/** The routes of this file, with counters of their own. */
export function paperRoutes(): readonly WebRoute[] {
  return [funds, change, reset, pauses, flow, fidelity, makeGuest()];
}
