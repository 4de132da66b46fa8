/** What the signed-in person sees and sets of the account's security. */
import type { ClosingPart } from '@halcyon/domain';
import {
  type BrowserRow,
  type LoginRow,
  languagePrefix,
  PAGES,
  type SecurityState,
  type SessionEntryRow,
} from '@halcyon/domain/web';
import { ANTI_PHISHING_MAX, EMAIL_LENGTH_MAX, RecordsError } from '@halcyon/records';
import { withdrawalsFrozenUntil } from '../translate/security.ts';
import { closePerson, openParts } from './closing.ts';
import type { WebRoute } from './context.ts';
import { optionalText, TOKEN_TEXT_MAX, text } from './fields.ts';

const state: WebRoute = {
  method: 'GET',
  path: '/security',
  access: 'session',
  async handle({ identity, clock }, { session }): Promise<SecurityState> {
    const user = await identity.userByUid({ uid: session.uid });
    return {
      secondFactor: session.secondFactor,
      antiPhishing: user?.antiPhishing ?? '',
      withdrawalsFrozenUntil: withdrawalsFrozenUntil(user, clock()),
    };
  },
};

const antiPhishing: WebRoute = {
  method: 'PUT',
  path: '/anti-phishing',
  access: 'proved',
  async handle({ identity }, { session: { uid }, body }) {
    const code = optionalText(body, 'antiPhishing', ANTI_PHISHING_MAX * 2) ?? '';
    await identity.setAntiPhishing({ uid, code });
    return null;
  },
};

const sessions: WebRoute = {
  method: 'GET',
  path: '/sessions',
  access: 'session',
  async handle({ identity }, { session }): Promise<readonly SessionEntryRow[]> {
    const entries = await identity.listSessions({ uid: session.uid });
    return entries.map((entry) => ({ ...entry, current: entry.id === session.id }));
  },
};

/** Ending a session takes a right away: it needs no fresh proof. */
const endOne: WebRoute = {
  method: 'DELETE',
  path: '/sessions/:id',
  access: 'present',
  async handle({ identity, revocations }, { session: { uid }, raw }) {
    const { id = '' } = raw.params as { readonly id?: string };
    if (!(await identity.endSessionById({ uid, id }))) {
      throw new RecordsError('notFound', 'there is no such session', { field: 'id' });
    }
    revocations.session(id);
    return null;
  },
};

const endOthers: WebRoute = {
  method: 'DELETE',
  path: '/sessions',
  access: 'present',
  async handle({ identity, revocations }, { session }) {
    const { uid, token, id: own } = session;
    const entries = await identity.listSessions({ uid });
    await identity.endAllSessions({ uid, exceptToken: token });
    for (const { id } of entries) if (id !== own) revocations.session(id);
    return null;
  },
};

const logins: WebRoute = {
  method: 'GET',
  path: '/logins',
  access: 'session',
  handle: ({ identity }, { session: { uid } }): Promise<readonly LoginRow[]> =>
    identity.listLogins({ uid }),
};

/** Browsers whose log-in gives no notice. */
const browsers: WebRoute = {
  method: 'GET',
  path: '/browsers',
  access: 'session',
  handle(context, { session: { uid }, raw }): Promise<readonly BrowserRow[]> {
    const deviceToken = context.sessions.deviceToken(raw.headers);
    return context.identity.listDevices({ uid, deviceToken });
  },
};

const forgetBrowser: WebRoute = {
  method: 'DELETE',
  path: '/browsers/:id',
  access: 'present',
  async handle({ identity }, { session: { uid }, raw }) {
    const { id = '' } = raw.params as { readonly id?: string };
    await identity.forgetDevice({ uid, id });
    return null;
  },
};

/** A link to the new address; whether somebody has it already is not told. */
const askEmail: WebRoute = {
  method: 'POST',
  path: '/email',
  access: 'proved',
  async handle({ identity, origins }, { session: { uid }, body, address, language }) {
    const base = origins.base(undefined);
    await identity.requestEmailChange({
      uid,
      email: text(body, 'email', EMAIL_LENGTH_MAX),
      page: `${base}${languagePrefix(language)}${PAGES.security}`,
      origin: { address, language },
    });
    return null;
  },
};

/** The link was followed, by whoever reads mails to the new address. */
const confirmEmail: WebRoute = {
  method: 'PUT',
  path: '/email-change',
  access: 'public',
  async handle({ identity, revocations }, { body, address, language }) {
    const token = text(body, 'token', TOKEN_TEXT_MAX);
    const { uid } = await identity.confirmEmailChange({ token, origin: { address, language } });
    revocations.user(uid);
    return null;
  },
};

/** In an emergency: nobody signs in, no key works, until the account is thawed (thaw-routes.ts). */
const freeze: WebRoute = {
  method: 'POST',
  path: '/freeze',
  access: 'present',
  async handle({ identity, revocations, sessions: cookies }, request) {
    const { address, language, session } = request;
    await identity.freezeSelf({ uid: session.uid, origin: { address, language } });
    revocations.user(session.uid);
    void request.reply.header('set-cookie', cookies.endCookie());
    return null;
  },
};

/** What keeps the account from being closed. */
const closing: WebRoute = {
  method: 'GET',
  path: '/close-account',
  access: 'session',
  async handle({ live }, { session }): Promise<readonly ClosingPart[]> {
    return openParts(live, session.uid);
  },
};

/** For good; refused while there is money, an order or a position. */
const close: WebRoute = {
  method: 'POST',
  path: '/close-account',
  access: 'proved',
  async handle(context, { address, language, session, reply }) {
    const { identity, revocations, commands, live } = context;
    const by = { actor: `user ${session.uid}`, reason: 'closed by its owner' };
    const person = { uid: session.uid, origin: { address, language }, ...by };
    await closePerson({ ...live, identity, revocations, commands }, person);
    void reply.header('set-cookie', context.sessions.endCookie());
    return null;
  },
};

/** The routes of this file. */
export const SECURITY_ROUTES: readonly WebRoute[] = [
  state,
  antiPhishing,
  sessions,
  endOne,
  endOthers,
  logins,
  browsers,
  forgetBrowser,
  askEmail,
  confirmEmail,
  freeze,
  closing,
  close,
];
