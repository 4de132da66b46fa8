/** What the signed-in person sees and sets of the account's security. */
import type { LoginRow, SecurityState, SessionEntryRow } from '@halcyon/domain/web';
import { ANTI_PHISHING_MAX, RecordsError } from '@halcyon/records';
import { withdrawalsFrozenUntil } from '../translate/security.ts';
import type { WebRoute } from './context.ts';
import { optionalText } from './fields.ts';

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

/** The routes of this file. */
export const SECURITY_ROUTES: readonly WebRoute[] = [
  state,
  antiPhishing,
  sessions,
  endOne,
  endOthers,
  logins,
];
