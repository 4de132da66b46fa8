/** Register, login, step-up, logout, session, passwords, CSRF token, WebSocket token. */
import { addressGroup, isGuest, wireUserId } from '@halcyon/domain';
import { type ActingAs, languagePrefix, PAGES } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { HourLimiter } from '../http/hour-limiter.ts';
import { begin } from './begin.ts';
import type { WebContext, WebRequest } from './context.ts';
import { guestOf, keepGuest } from './guest-sessions.ts';
import { shownPasskey } from './passkey-routes.ts';
import { registerPerson } from './people.ts';
import { type ParsedRequest, type WebRoute, webRoute } from './route.ts';
import type { ActiveSession } from './sessions.ts';

const REGISTRATIONS_PER_HOUR = 20;

/** The codes of a registration as they are stored; what is not known is left out. */
function attributionText(
  given: ParsedRequest<'POST /register'>['fields']['attribution'] = {},
): string {
  const { currentLink, ...codes } = given;
  if (Object.keys(codes).length === 0) return '';
  return JSON.stringify(currentLink === undefined ? codes : { ...codes, currentLink });
}

function makeRegister(): WebRoute {
  const limiter = new HourLimiter(REGISTRATIONS_PER_HOUR, 'address');
  return webRoute('POST /register', async (context, request) => {
    const { email, password } = request.fields;
    const attribution = attributionText(request.fields.attribution);
    const from = addressGroup(request.address);
    if (!request.loopback) limiter.take(from, context.clock(), 'registrations');
    const { language } = request;
    await registerPerson(context, { email, password, attribution, language });
    // No session, which only a free address could have: who knows the password signs in with it.
    return null;
  });
}

const login = webRoute('POST /login', async (context, request) => {
  const { email, password, code } = request.fields;
  const guest = await guestOf(context, request);
  const result = await context.identity.verifyLogin({
    email,
    password,
    code,
    address: request.loopback ? null : request.address,
    deviceToken: context.sessions.deviceToken(request.raw.headers),
    userAgent: request.userAgent,
  });
  if (guest !== null) await keepGuest(context, guest, result.uid);
  return begin(context, request, result);
});

const logout = webRoute('POST /logout', async (context, request) => {
  const { sessions, identity } = context;
  const session = await sessions.active(request.raw.headers);
  if (session !== null) {
    sessions.checkForgery(request.raw.headers, session);
    const { address, language } = request;
    await identity.endSession({ token: session.token, origin: { address, language } });
    context.revocations.session(session.id);
  }
  void request.reply.header('set-cookie', sessions.endCookie());
  return null;
});

function sessionUser({ live }: WebContext, active: ActiveSession) {
  const { uid, email, secondFactor, passkeys } = active;
  const user = { uid: wireUserId(uid), email, secondFactor, passkeys };
  if (isGuest(uid)) return { ...user, guest: true };
  const subAccounts = live.views.subAccounts(uid).length;
  return subAccounts === 0 ? user : { ...user, subAccounts };
}

/** The sub-account that the page acts as; null where it may not act as the one it names. */
async function actingAs(
  { sessions }: WebContext,
  { raw }: WebRequest,
  active: ActiveSession,
): Promise<ActingAs | null> {
  const own = await sessions.subAccount(raw.headers, active).catch((thrown: unknown) => {
    if (thrown instanceof WireError) return null;
    throw thrown;
  });
  return own && { uid: wireUserId(own.uid), name: own.name };
}

const session = webRoute('GET /session', async (context, request) => {
  const active = await context.sessions.active(request.raw.headers);
  const user = active === null ? null : sessionUser(context, active);
  return {
    user,
    subAccount: active === null ? null : await actingAs(context, request, active),
    csrfToken: active?.csrfToken ?? null,
    market: { simulated: context.simulated },
    faucet: { enabled: context.faucetEnabled },
    images: { hosts: context.imageHosts },
    outbox: { open: context.outboxOpen },
    paper: context.paper,
    ...(context.copyTrading ? { copyTrading: true as const } : {}),
  };
});

const csrf = webRoute('GET /csrf', (_context, request) => ({
  csrfToken: request.session.csrfToken,
}));

const wsToken = webRoute('GET /ws-token', (context, { actor, session: { expiresAt } }) => {
  return { token: context.tokens.issue(actor.user, actor.id, expiresAt) };
});

const password = webRoute('POST /password', changePassword, checkNewPassword);

/** What the rules say of a password follows from it and from the own address. */
async function checkNewPassword(
  { identity }: WebContext,
  { session: { uid }, fields: { newPassword } }: ParsedRequest<'POST /password'>,
): Promise<void> {
  await identity.checkNewPassword({ uid, newPassword });
}

async function changePassword(context: WebContext, request: ParsedRequest<'POST /password'>) {
  const { uid, id: session } = request.session;
  const { currentPassword, newPassword } = request.fields;
  const origin = { address: request.address, language: request.language };
  await context.identity.changePassword({ uid, session, currentPassword, newPassword, origin });
  // Every session of the user has ended, this one too; its browser gets a new one.
  context.revocations.user(uid);
  const deviceToken = await context.identity.rememberDevice({
    uid,
    userAgent: request.userAgent,
  });
  const who = { uid, email: request.session.email, deviceToken };
  return begin(context, request, who);
}

/** A mail with a link for who has forgotten the password; the answer is the same for every address. */
const askReset = webRoute('POST /password-reset', async (context, request) => {
  const { loopback, address, language } = request;
  // Never from the Host header: who sends it could have the link lead to a page of his own.
  const base = context.origins.base(undefined);
  await context.identity.requestReset({
    email: request.fields.email,
    page: `${base}${languagePrefix(language)}${PAGES.resetPassword}`,
    loopback,
    deviceToken: context.sessions.deviceToken(request.raw.headers),
    origin: { address, language },
  });
  return null;
});

/** The link of that mail was followed: a new password, once. Nobody is signed in by it. */
const reset = webRoute('PUT /password-reset', async (context, request) => {
  const { address, language } = request;
  const { uid } = await context.identity.resetPassword({
    ...request.fields,
    origin: { address, language },
  });
  context.revocations.user(uid);
  return null;
});

/**
 * Who it is, again: the code or a passkey of who has a second factor, else the password. A session
 * begins in place of the present one.
 */
const stepUp = webRoute('POST /step-up', async (context, request) => {
  const { uid, email, id: session } = request.session;
  const { password, code, passkey: credential } = request.fields;
  const passkey = shownPasskey(context, request, credential);
  const securedAt = await context.identity.proveAgain({ uid, session, password, code, passkey });
  return begin(context, request, { uid, email, deviceToken: null, securedAt });
});

/** A person touched the page: pages that only watch prices stay ready to trade, and mails have its language. */
const activity = webRoute('POST /activity', async (context, request) => {
  const { session, language } = request;
  await context.sessions.noteActivity(session);
  await context.identity.noteLanguage({ uid: session.uid, language });
  return null;
});

/** The routes of this file, with counters of their own. */
export function identityRoutes(): readonly WebRoute[] {
  const passwords = [password, askReset, reset];
  return [makeRegister(), login, stepUp, activity, logout, session, csrf, wsToken, ...passwords];
}
