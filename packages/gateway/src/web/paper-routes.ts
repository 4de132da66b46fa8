/** What the web app asks of the paper venue beside trading; the shapes are in domain/web/paper.ts. */

import { addressGroup, wireUserId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import { HourLimiter } from '../http/hour-limiter.ts';
import type { PaperAccounts } from '../paper/paper-accounts.ts';
import type { WebContext, WebRequest } from './context.ts';
import { type WebRoute, webRoute } from './route.ts';

/** Guest accounts of one address, and of all addresses together, in an hour. */
const GUESTS_PER_HOUR = 10;
const GUESTS_PER_HOUR_ALL = 1_000;

function deskOf({ paperAccounts }: WebContext): PaperAccounts {
  if (paperAccounts !== null) return paperAccounts;
  throw new WireError('paperClosed', { sentence: 'This exchange has no paper venue.' });
}

async function personOf(context: WebContext, request: WebRequest): Promise<number | null> {
  const { sessions } = context;
  const { headers } = request.raw;
  const session = await sessions.active(headers);
  return session === null ? null : (await sessions.actor(headers, session)).user;
}

const funds = webRoute('GET /paper/funds', async (context, request) =>
  deskOf(context).funds(await personOf(context, request)),
);

const change = webRoute('POST /paper/funds', (context, request) =>
  deskOf(context).change(request.session.uid, request.fields),
);

const reset = webRoute('POST /paper/reset', (context, request) =>
  deskOf(context).reset(request.session.uid),
);

const pauses = webRoute('GET /paper/pauses', (context) => deskOf(context).pauses());

const flow = webRoute('GET /paper/flow', (context) => deskOf(context).flow());

const fidelity = webRoute('GET /paper/fidelity', (context, request) =>
  deskOf(context).fidelity(request.actor.user),
);

function makeGuest(): WebRoute {
  const byAddress = new HourLimiter(GUESTS_PER_HOUR, 'address');
  const all = new HourLimiter(GUESTS_PER_HOUR_ALL, 'everybody');
  return webRoute('POST /paper/guest', async (context, request) => {
    const { identity, sessions } = context;
    deskOf(context).mustBeOpen();
    const active = await sessions.active(request.raw.headers);
    if (active !== null) {
      throw new WireError('signedIn');
    }
    const now = context.clock();
    if (!request.loopback) byAddress.take(addressGroup(request.address), now, 'guest accounts');
    all.take('', now, 'guest accounts');
    const { uid, token, csrfToken } = await identity.createGuest(undefined);
    void request.reply.header('set-cookie', sessions.guestCookie(token));
    return { user: { uid: wireUserId(uid), email: '', guest: true }, csrfToken };
  });
}

/** The routes of this file, with counters of their own. */
export function paperRoutes(): readonly WebRoute[] {
  return [funds, change, reset, pauses, flow, fidelity, makeGuest()];
}
