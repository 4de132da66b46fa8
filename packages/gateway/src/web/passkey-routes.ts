/** Passkeys: signing in with one, showing one again, and those of the signed-in person. */
import type { PasskeyRow } from '@halcyon/domain/web';
import { PASSKEY_NAME_MAX, type ShownPasskey } from '@halcyon/records';
import { begin, beginAnew } from './begin.ts';
import type { WebContext, WebRequest, WebRoute } from './context.ts';
import { text } from './fields.ts';
import { guestOf, keepGuest } from './guest-sessions.ts';

/** Far above what a browser says of a passkey. */
const CREDENTIAL_TEXT_MAX = 16_000;

/** The page that a passkey is shown on: one of ours, whatever the request says. */
function pageOf(context: WebContext, request: WebRequest): string {
  const { origin, host } = request.raw.headers;
  const own = origin !== undefined && context.origins.isOwn(origin);
  return own ? origin : context.origins.base(host);
}

/** What the browser says of a passkey, in the field of that name. */
export function shownPasskey(context: WebContext, request: WebRequest): ShownPasskey {
  const credential = text(request.body, 'passkey', CREDENTIAL_TEXT_MAX);
  return { credential, origin: pageOf(context, request) };
}

const askLogin: WebRoute = {
  method: 'POST',
  path: '/passkeys/login-challenge',
  access: 'public',
  handle: (context, request) =>
    context.identity.askPasskey({ uid: 0, origin: pageOf(context, request) }),
};

const login: WebRoute = {
  method: 'POST',
  path: '/passkeys/login',
  access: 'public',
  async handle(context, request) {
    const shown = shownPasskey(context, request);
    const guest = await guestOf(context, request);
    const result = await context.identity.verifyPasskeyLogin({
      shown,
      address: request.loopback ? null : request.address,
      deviceToken: context.sessions.deviceToken(request.raw.headers),
      userAgent: request.userAgent,
    });
    if (guest !== null) await keepGuest(context, guest, result.uid);
    return begin(context, request, result);
  },
};

const askProof: WebRoute = {
  method: 'POST',
  path: '/passkeys/proof-challenge',
  subs: true,
  access: 'session',
  handle: (context, request) =>
    context.identity.askPasskey({ uid: request.session.uid, origin: pageOf(context, request) }),
};

const list: WebRoute = {
  method: 'GET',
  path: '/passkeys',
  access: 'session',
  async handle({ identity }, { session: { uid } }): Promise<readonly PasskeyRow[]> {
    const passkeys = await identity.listPasskeys({ uid });
    return passkeys.map((row) => ({ ...row, usedAt: row.usedAt === 0 ? null : row.usedAt }));
  },
};

/** What the browser makes a passkey with; nothing changes until it was shown. */
const setUp: WebRoute = {
  method: 'POST',
  path: '/passkeys/setup',
  access: 'proved',
  handle: (context, request) =>
    context.identity.beginPasskey({ uid: request.session.uid, origin: pageOf(context, request) }),
};

const add: WebRoute = {
  method: 'POST',
  path: '/passkeys',
  access: 'proved',
  async handle(context, request) {
    const { address, language, session } = request;
    const { codes } = await context.identity.addPasskey({
      uid: session.uid,
      name: text(request.body, 'name', PASSKEY_NAME_MAX * 2),
      shown: shownPasskey(context, request),
      origin: { address, language },
    });
    return { ...(await beginAnew(context, request)), codes };
  },
};

const rename: WebRoute = {
  method: 'PATCH',
  path: '/passkeys/:id',
  access: 'proved',
  async handle({ identity }, { session: { uid }, raw, body }) {
    const { id = '' } = raw.params as { readonly id?: string };
    await identity.renamePasskey({ uid, id, name: text(body, 'name', PASSKEY_NAME_MAX * 2) });
    return null;
  },
};

const remove: WebRoute = {
  method: 'DELETE',
  path: '/passkeys/:id',
  access: 'proved',
  async handle(context, request) {
    const { address, language, session, raw } = request;
    const { id = '' } = raw.params as { readonly id?: string };
    const origin = { address, language };
    await context.identity.removePasskey({ uid: session.uid, id, origin });
    return beginAnew(context, request);
  },
};

/** The routes of this file. */
export const PASSKEY_ROUTES: readonly WebRoute[] = [
  askLogin,
  login,
  askProof,
  list,
  setUp,
  add,
  rename,
  remove,
];
