/** Passkeys: signing in with one, showing one again, and those of the signed-in person. */
import type { ShownPasskey } from '@halcyon/records';
import { begin, beginAnew } from './begin.ts';
import type { WebContext, WebRequest } from './context.ts';
import { guestOf, keepGuest } from './guest-sessions.ts';
import { type WebRoute, webRoute } from './route.ts';

/** The page that a passkey is shown on: one of ours, whatever the request says. */
function pageOf(context: WebContext, request: WebRequest): string {
  const { origin, host } = request.raw.headers;
  const own = origin !== undefined && context.origins.isOwn(origin);
  return own ? origin : context.origins.base(host);
}

/** What the browser says of a passkey, with the page that it was shown on. */
export function shownPasskey(
  context: WebContext,
  request: WebRequest,
  credential: string,
): ShownPasskey;
export function shownPasskey(
  context: WebContext,
  request: WebRequest,
  credential: string | undefined,
): ShownPasskey | undefined;
export function shownPasskey(
  context: WebContext,
  request: WebRequest,
  credential: string | undefined,
): ShownPasskey | undefined {
  if (credential === undefined) return undefined;
  return { credential, origin: pageOf(context, request) };
}

const askLogin = webRoute('POST /passkeys/login-challenge', (context, request) =>
  context.identity.askPasskey({ uid: 0, origin: pageOf(context, request) }),
);

const login = webRoute('POST /passkeys/login', async (context, request) => {
  const shown = shownPasskey(context, request, request.fields.passkey);
  const guest = await guestOf(context, request);
  const result = await context.identity.verifyPasskeyLogin({
    shown,
    address: request.loopback ? null : request.address,
    deviceToken: context.sessions.deviceToken(request.raw.headers),
    userAgent: request.userAgent,
  });
  if (guest !== null) await keepGuest(context, guest, result.uid);
  return begin(context, request, result);
});

const askProof = webRoute('POST /passkeys/proof-challenge', (context, request) =>
  context.identity.askPasskey({ uid: request.session.uid, origin: pageOf(context, request) }),
);

const list = webRoute('GET /passkeys', async ({ identity }, { session: { uid } }) => {
  const passkeys = await identity.listPasskeys({ uid });
  return passkeys.map((row) => ({ ...row, usedAt: row.usedAt === 0 ? null : row.usedAt }));
});

/** What the browser makes a passkey with; nothing changes until it was shown. */
const setUp = webRoute('POST /passkeys/setup', (context, request) =>
  context.identity.beginPasskey({ uid: request.session.uid, origin: pageOf(context, request) }),
);

const add = webRoute('POST /passkeys', async (context, request) => {
  const { address, language, session } = request;
  const { codes } = await context.identity.addPasskey({
    uid: session.uid,
    name: request.fields.name,
    shown: shownPasskey(context, request, request.fields.passkey),
    origin: { address, language },
  });
  return { ...(await beginAnew(context, request)), codes };
});

const rename = webRoute(
  'PATCH /passkeys/:id',
  async ({ identity }, { session: { uid }, fields }) => {
    await identity.renamePasskey({ uid, ...fields });
    return null;
  },
);

const remove = webRoute('DELETE /passkeys/:id', async (context, request) => {
  const { address, language, session, fields } = request;
  const origin = { address, language };
  await context.identity.removePasskey({ uid: session.uid, ...fields, origin });
  return beginAnew(context, request);
});

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
