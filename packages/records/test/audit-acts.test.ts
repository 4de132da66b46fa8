/** S13: what is noted and its entry are there both or neither, whatever it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCode } from '../../testkit/src/authenticator/index.ts';
import { SoftPasskey } from '../../testkit/src/authenticator/passkey.ts';
import { checkAudit, listAudit, noteOperation } from '../src/identity/audit.ts';
import { RESET_TTL_MS } from '../src/identity/limits.ts';
import { listMails } from '../src/identity/mails.ts';
import { identityMethods } from '../src/identity/methods.ts';
import { NOTED_ACTS, type NotedAct } from '../src/identity/noted-acts.ts';
import { IDENTITY_TABLES } from '../src/identity/schema.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD } from './identity-setup.ts';

const SITE = 'https://exchange.example';
const PAGE = `${SITE}/account/security`;
const NEW_PASSWORD = 'seven green mice nap';
const ADDRESS = { coin: 'BTC', chain: 'BTC', address: 'bc1q-somewhere' };
const SUB = { root: 0, name: 'WestDesk' };

onBothDatabases('S13: an act and its entry', (databases) => {
  let identity: IdentityUnderTest;
  let users = 100;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  /** A call of the table of methods, with where it came from. */
  const call = (method: keyof typeof identityMethods, input: object): Promise<unknown> => {
    const run = identityMethods[method] as (context: unknown, input: unknown) => Promise<unknown>;
    return run(identity.context, { origin: ORIGIN, ...input });
  };
  const begin = (uid: number) => call('createSession', { uid, address: '', userAgent: '' });
  const shown = (credential: string) => ({ credential, origin: SITE });
  const tokenTo = async (uid: number): Promise<string> => {
    const mails = await listMails(identity.context, { limit: 100 });
    const mail = mails.find(({ link, recipient }) => link !== '' && recipient.includes(`${uid}@`));
    return /=([\w-]{43})$/.exec(mail?.link ?? '')?.[1] ?? '';
  };
  const makeKey = async (uid: number) => {
    const settings = { label: 'bot', permissions: ['read'], ipList: [], expiresAt: 0 };
    const kind = { type: 'hmac', venue: 'live', tier: 'normal' };
    const made = await call('createApiKey', { uid, ...kind, ...settings });
    return { uid, ...settings, apiKey: (made as { record: { apiKey: string } }).record.apiKey };
  };
  const passkey = async (uid: number) => {
    const options = await call('beginPasskey', { uid, origin: SITE });
    const made = new SoftPasskey(SITE).make(options as never, {});
    return { uid, name: 'Phone', shown: shown(made) };
  };
  const withApp = async (uid: number): Promise<void> => {
    const { secret } = (await call('beginAuthenticator', { uid })) as { secret: string };
    await call('confirmAuthenticator', { uid, code: appCode(secret, identity.context.now()) });
  };

  /** What each act is done with, after what has to be there for it. */
  const ACTS: Readonly<Record<NotedAct, (uid: number) => Promise<object> | object>> = {
    addAddress: (uid) => ({ uid, ...ADDRESS, label: '' }),
    addPasskey: passkey,
    changePassword: (uid) => ({ uid, currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    closeAccount: (uid) => ({ uid }),
    async confirmAuthenticator(uid) {
      const { secret } = (await call('beginAuthenticator', { uid })) as { secret: string };
      return { uid, code: appCode(secret, identity.context.now()) };
    },
    async confirmEmailChange(uid) {
      const email = `next${uid}@example.com`;
      await call('requestEmailChange', { uid, email, page: PAGE });
      return { token: await tokenTo(uid) };
    },
    async createApiKey(uid) {
      const { apiKey: _, ...key } = await makeKey(uid);
      return { ...key, type: 'hmac', venue: 'live', tier: 'normal' };
    },
    createSession: (uid) => ({ uid, address: '', userAgent: '' }),
    createSubAccount: (uid) => ({ ...SUB, root: uid, uid: uid + 1 }),
    createUser: (uid) => ({ uid: uid + 1, email: `u${uid + 1}@example.com`, password: PASSWORD }),
    deleteApiKey: makeKey,
    async disableApiKeys(uid) {
      await makeKey(uid);
      return { uid };
    },
    async endAllSessions(uid) {
      await begin(uid);
      return { uid };
    },
    endSession: async (uid) => ({ token: ((await begin(uid)) as { token: string }).token }),
    async endSessionById(uid) {
      await begin(uid);
      const [session] = (await call('listSessions', { uid })) as { id: string }[];
      return { uid, id: session?.id };
    },
    async forgetDevice(uid) {
      await call('rememberDevice', { uid });
      const [device] = (await call('listDevices', { uid })) as { id: string }[];
      return { uid, id: device?.id };
    },
    freezeSelf: (uid) => ({ uid }),
    mailWithdrawal: (uid) => ({ uid, id: 1, detail: [{ number: '1' }, ' BTC'] }),
    async removeAddress(uid) {
      await call('addAddress', { uid, ...ADDRESS, label: '' });
      return { uid, ...ADDRESS };
    },
    async removeAuthenticator(uid) {
      await withApp(uid);
      return { uid };
    },
    async removePasskey(uid) {
      await call('addPasskey', await passkey(uid));
      const [made] = (await call('listPasskeys', { uid })) as { id: string }[];
      return { uid, id: made?.id };
    },
    async renewBackupCodes(uid) {
      await withApp(uid);
      return { uid };
    },
    requestEmailChange: (uid) => ({ uid, email: `next${uid}@example.com`, page: PAGE }),
    async resetPassword(uid) {
      await call('requestReset', { email: `u${uid}@example.com`, page: PAGE, loopback: true });
      return { token: await tokenTo(uid), newPassword: NEW_PASSWORD };
    },
    async resetSecondFactor(uid) {
      await withApp(uid);
      return { uid };
    },
    setAntiPhishing: (uid) => ({ uid, code: 'Blue heron' }),
    setUserStatus: (uid) => ({ uid, status: 'frozen' }),
    async thawSelf(uid) {
      await call('freezeSelf', { uid });
      await call('requestThaw', { email: `u${uid}@example.com`, page: PAGE, loopback: true });
      return { token: await tokenTo(uid), password: PASSWORD };
    },
    updateApiKey: async (uid) => ({ ...(await makeKey(uid)), label: 'other' }),
    async updateSubAccount(uid) {
      await call('createSubAccount', { ...SUB, root: uid, uid: uid + 1 });
      return { root: uid, uid: uid + 1, frozen: true };
    },
  };

  /** All that is stored but guesses, which count before they are looked at. */
  async function stored(): Promise<string> {
    const names = Object.keys(IDENTITY_TABLES).filter((name) => name !== 'login_budgets');
    const { db } = identity.context;
    const tables = names.map((name) =>
      db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    );
    return JSON.stringify((await Promise.all(tables)).map((rows) => rows.map(textOf).sort()));
  }

  /** Does something while the list takes no entry. */
  async function withoutAudit(act: () => Promise<unknown>): Promise<unknown> {
    const { schema } = identity.context.db;
    await schema.alterTable('audit_end').renameTo('audit_away').execute();
    try {
      return await act().then(
        () => null,
        (error: unknown) => error,
      );
    } finally {
      await schema.alterTable('audit_away').renameTo('audit_end').execute();
    }
  }

  test.each(NOTED_ACTS)('%s', async (act) => {
    users += 10;
    const uid = users;
    identity.wait(RESET_TTL_MS);
    await identity.user(uid);
    const input = await ACTS[act](uid);
    const before = await stored();
    expect(await withoutAudit(() => call(act, input))).not.toBeNull();
    expect(await stored()).toBe(before);
    await call(act, input);
    const [entry] = await listAudit(identity.context, { limit: 1 });
    expect(entry).toMatchObject({ act, at: identity.context.now() });
    expect([uid, uid + 1]).toContain(entry?.uid);
    expect(await stored()).not.toBe(before);
  });

  test('what changes nothing leaves no entry', async () => {
    const { context } = identity;
    const { entries } = await checkAudit(context);
    const token = 'x'.repeat(43);
    expect(await call('endSession', { token })).toBe(false);
    expect(await call('endSessionById', { uid: 100, id: 'x' })).toBe(false);
    expect(await call('removeAuthenticator', { uid: 100 })).toBe(false);
    expect(await checkAudit(context)).toEqual({ entries, faultAt: 0 });
  });

  test('an act of the operator is told in its own words', async () => {
    const operation = { operation: 'user-status', detail: '{"status":"frozen"}' };
    await noteOperation(identity.context, operation);
    const [entry] = await listAudit(identity.context, { limit: 1 });
    const { detail } = operation;
    expect(entry).toMatchObject({ uid: 0, act: 'operator user-status', detail });
  });
});

function textOf(row: object): string {
  return JSON.stringify(row);
}
