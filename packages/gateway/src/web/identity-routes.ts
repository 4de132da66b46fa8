/** Register, login, step-up, logout, session, passwords, CSRF token, WebSocket token. */
import { addressGroup, isGuest, wireUserId } from '@halcyon/domain';
import {
  type ActingAs,
  ATTRIBUTION_CODE_LENGTH_MAX,
  ATTRIBUTION_CODES,
  ATTRIBUTION_LINK_LENGTH_MAX,
  languagePrefix,
  PAGES,
} from '@halcyon/domain/web';
import { isObject, WireError } from '@halcyon/protocol';
import { EMAIL_LENGTH_MAX } from '@halcyon/records';
import { badField } from '../http/web-error.ts';
import { begin } from './begin.ts';
import type { WebContext, WebRequest, WebRoute } from './context.ts';
import {
  CODE_TEXT_MAX,
  optionalKept,
  optionalText,
  PASSWORD_TEXT_MAX,
  TOKEN_TEXT_MAX,
  text,
} from './fields.ts';
import { guestOf, keepGuest } from './guest-sessions.ts';
import { HourLimiter } from './hour-limiter.ts';
import { shownPasskey } from './passkey-routes.ts';
import { registerPerson } from './people.ts';
import type { ActiveSession } from './sessions.ts';

const REGISTRATIONS_PER_HOUR = 20;

/** The codes of a registration as they are stored; what is not known is left out. */
function attributionText(request: WebRequest): string {
  const given = request.body['attribution'];
  if (given === undefined || given === null) return '';
  if (!isObject(given)) throw badField('attribution', 'attribution must be an object');
  const codes = ATTRIBUTION_CODES.map((name) => [
    name,
    optionalKept(given, name, ATTRIBUTION_CODE_LENGTH_MAX),
  ]);
  const kept = codes.filter(([, code]) => code !== undefined);
  if (kept.length === 0) return '';
  const link = optionalKept(given, 'currentLink', ATTRIBUTION_LINK_LENGTH_MAX);
  if (link !== undefined) kept.push(['currentLink', link]);
  return JSON.stringify(Object.fromEntries(kept));
}

function makeRegister(): WebRoute {
  const limiter = new HourLimiter(REGISTRATIONS_PER_HOUR);
  return {
    method: 'POST',
    path: '/register',
    access: 'public',
    async handle(context, request) {
      const email = text(request.body, 'email', EMAIL_LENGTH_MAX);
      const password = text(request.body, 'password', PASSWORD_TEXT_MAX);
      const attribution = attributionText(request);
      const from = addressGroup(request.address);
      if (!request.loopback) limiter.take(from, context.clock(), 'registrations');
      await registerPerson(context, { email, password, attribution });
      // No session, which only a free address could have: who knows the password signs in with it.
      return null;
    },
  };
}

const login: WebRoute = {
  method: 'POST',
  path: '/login',
  access: 'public',
  async handle(context, request) {
    const email = text(request.body, 'email', EMAIL_LENGTH_MAX);
    const password = text(request.body, 'password', PASSWORD_TEXT_MAX);
    const guest = await guestOf(context, request);
    const result = await context.identity.verifyLogin({
      email,
      password,
      code: optionalText(request.body, 'code', CODE_TEXT_MAX),
      address: request.loopback ? null : request.address,
      deviceToken: context.sessions.deviceToken(request.raw.headers),
      userAgent: request.userAgent,
    });
    if (guest !== null) await keepGuest(context, guest, result.uid);
    return begin(context, request, result);
  },
};

const logout: WebRoute = {
  method: 'POST',
  path: '/logout',
  access: 'public',
  async handle(context, request) {
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
  },
};

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

const session: WebRoute = {
  method: 'GET',
  path: '/session',
  access: 'public',
  async handle(context, request) {
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
    };
  },
};

const csrf: WebRoute = {
  method: 'GET',
  path: '/csrf',
  subs: true,
  guests: true,
  access: 'session',
  handle: (_context, request) => ({ csrfToken: request.session.csrfToken }),
};

const wsToken: WebRoute = {
  method: 'GET',
  path: '/ws-token',
  subs: true,
  guests: true,
  access: 'session',
  handle(context, { actor, session: { expiresAt } }) {
    return { token: context.tokens.issue(actor.user, actor.id, expiresAt) };
  },
};

const password: WebRoute = {
  method: 'POST',
  path: '/password',
  access: 'proved',
  async handle(context, request) {
    const { uid, id: session } = request.session;
    const currentPassword = text(request.body, 'currentPassword', PASSWORD_TEXT_MAX);
    const newPassword = text(request.body, 'newPassword', PASSWORD_TEXT_MAX);
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
  },
};

/** A mail with a link for who has forgotten the password; the answer is the same for every address. */
const askReset: WebRoute = {
  method: 'POST',
  path: '/password-reset',
  access: 'public',
  async handle(context, request) {
    const { loopback, address, language } = request;
    // Never from the Host header: who sends it could have the link lead to a page of his own.
    const base = context.origins.base(undefined);
    await context.identity.requestReset({
      email: text(request.body, 'email', EMAIL_LENGTH_MAX),
      page: `${base}${languagePrefix(language)}${PAGES.resetPassword}`,
      loopback,
      deviceToken: context.sessions.deviceToken(request.raw.headers),
      origin: { address, language },
    });
    return null;
  },
};

/** The link of that mail was followed: a new password, once. Nobody is signed in by it. */
const reset: WebRoute = {
  method: 'PUT',
  path: '/password-reset',
  access: 'public',
  async handle(context, request) {
    const { address, language } = request;
    const { uid } = await context.identity.resetPassword({
      token: text(request.body, 'token', TOKEN_TEXT_MAX),
      newPassword: text(request.body, 'newPassword', PASSWORD_TEXT_MAX),
      origin: { address, language },
    });
    context.revocations.user(uid);
    return null;
  },
};

/**
 * Who it is, again: the code or a passkey of who has a second factor, else the password. A session
 * begins in place of the present one.
 */
const stepUp: WebRoute = {
  method: 'POST',
  path: '/step-up',
  subs: true,
  access: 'session',
  async handle(context, request) {
    const { uid, email, id: session } = request.session;
    const password = optionalText(request.body, 'password', PASSWORD_TEXT_MAX);
    const code = optionalText(request.body, 'code', CODE_TEXT_MAX);
    const given = request.body['passkey'] !== undefined;
    const passkey = given ? shownPasskey(context, request) : undefined;
    const securedAt = await context.identity.proveAgain({ uid, session, password, code, passkey });
    return begin(context, request, { uid, email, deviceToken: null, securedAt });
  },
};

/** A person touched the page: pages that only watch prices stay ready to trade. */
const activity: WebRoute = {
  method: 'POST',
  path: '/activity',
  subs: true,
  guests: true,
  access: 'session',
  async handle(context, request) {
    await context.sessions.noteActivity(request.session);
    return null;
  },
};

/** The routes of this file, with counters of their own. */
export function identityRoutes(): readonly WebRoute[] {
  const passwords = [password, askReset, reset];
  return [makeRegister(), login, stepUp, activity, logout, session, csrf, wsToken, ...passwords];
}
