/** What the signed-in person sees and sets of the account's security. */
import { languagePrefix, PAGES } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { RecordsError } from '@halcyon/records';
import { endLockedTrader } from '../copying/locked-out.ts';
import { withdrawalsFrozenUntil } from '../translate/security.ts';
import { checkEmpty, closePerson, openParts } from './closing.ts';
import { type WebRoute, webRoute } from './route.ts';

const state = webRoute('GET /security', async ({ identity, clock }, { session }) => {
  const user = await identity.userByUid({ uid: session.uid });
  return {
    secondFactor: session.secondFactor,
    antiPhishing: user?.antiPhishing ?? '',
    withdrawalsFrozenUntil: withdrawalsFrozenUntil(user, clock()),
  };
});

const antiPhishing = webRoute(
  'PUT /anti-phishing',
  async ({ identity }, { session: { uid }, fields }) => {
    await identity.setAntiPhishing({ uid, code: fields.antiPhishing ?? '' });
    return null;
  },
);

const sessions = webRoute('GET /sessions', async ({ identity }, { session }) => {
  const entries = await identity.listSessions({ uid: session.uid });
  return entries.map((entry) => ({ ...entry, current: entry.id === session.id }));
});

/** Ending a session takes a right away: it needs no fresh proof. */
const endOne = webRoute(
  'DELETE /sessions/:id',
  async ({ identity, revocations }, { session: { uid }, fields: { id } }) => {
    if (!(await identity.endSessionById({ uid, id }))) {
      throw new RecordsError('notFound', 'there is no such session', { field: 'id' });
    }
    revocations.session(id);
    return null;
  },
);

const endOthers = webRoute('DELETE /sessions', async ({ identity, revocations }, { session }) => {
  const { uid, token } = session;
  const ended = await identity.endAllSessions({ uid, exceptToken: token });
  for (const id of ended) revocations.session(id);
  return null;
});

const logins = webRoute('GET /logins', ({ identity }, { session: { uid } }) =>
  identity.listLogins({ uid }),
);

/** Browsers whose log-in gives no notice. */
const browsers = webRoute('GET /browsers', (context, { session: { uid }, raw }) => {
  const deviceToken = context.sessions.deviceToken(raw.headers);
  return context.identity.listDevices({ uid, deviceToken });
});

const forgetBrowser = webRoute(
  'DELETE /browsers/:id',
  async ({ identity }, { session: { uid }, fields: { id } }) => {
    await identity.forgetDevice({ uid, id });
    return null;
  },
);

/** A link to the new address; whether somebody has it already is not told. */
const askEmail = webRoute(
  'POST /email',
  async ({ identity, origins }, { session: { uid }, fields, address, language }) => {
    const base = origins.base(undefined);
    await identity.requestEmailChange({
      uid,
      email: fields.email,
      page: `${base}${languagePrefix(language)}${PAGES.security}`,
      origin: { address, language },
    });
    return null;
  },
  async (_context, { session, fields: { email } }) => {
    if (email.trim().toLowerCase() !== session.email) return;
    throw new WireError('settingUnchanged', { field: 'email' });
  },
);

/** The link was followed, by whoever reads mails to the new address. */
const confirmEmail = webRoute(
  'PUT /email-change',
  async ({ identity, revocations }, { fields, address, language }) => {
    const origin = { address, language };
    const { uid } = await identity.confirmEmailChange({ ...fields, origin });
    revocations.user(uid);
    return null;
  },
);

/** In an emergency: nobody signs in, no key works, until the account is thawed (thaw-routes.ts). */
const freeze = webRoute(
  'POST /freeze',
  async ({ identity, revocations, commands, live, sessions: cookies }, request) => {
    const { address, language, session } = request;
    await identity.freezeSelf({ uid: session.uid, origin: { address, language } });
    revocations.user(session.uid);
    void request.reply.header('set-cookie', cookies.endCookie());
    await endLockedTrader({ history: live.history, commands }, session.uid);
    return null;
  },
);

/** What keeps the account from being closed. */
const closing = webRoute('GET /close-account', async ({ live }, { session }) => {
  return openParts(live, session.uid);
});

/** For good; refused while there is money, an order or a position. */
const close = webRoute(
  'POST /close-account',
  async (context, { address, language, session, reply }) => {
    const { identity, revocations, commands, live } = context;
    const by = { actor: `user ${session.uid}`, reason: 'closed by its owner' };
    const person = { uid: session.uid, origin: { address, language }, ...by };
    await closePerson({ ...live, identity, revocations, commands }, person);
    void reply.header('set-cookie', context.sessions.endCookie());
    return null;
  },
  ({ live }, { session: { uid } }) => checkEmpty(live, uid),
);

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
