import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyByKey, createApiKey, updateApiKey } from '../src/identity/api-keys.ts';
import { SUB_ACCOUNTS_PER_USER } from '../src/identity/limits.ts';
import { verifyLogin } from '../src/identity/login.ts';
import { openIdentity } from '../src/identity/open.ts';
import type { IdentityTables } from '../src/identity/schema.ts';
import { IDENTITY_MIGRATIONS } from '../src/identity/schema.ts';
import {
  checkNewSubAccount,
  createSubAccount,
  listSubAccounts,
  ownSubAccount,
  updateSubAccount,
} from '../src/identity/sub-accounts.ts';
import { setUserStatus, userByUid } from '../src/identity/users.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';
import { type IdentityUnderTest, openTestIdentity, refused } from './identity-setup.ts';

const ANN = 16;
const BOB = 17;

onBothDatabases('sub-accounts', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
    for (const uid of [ANN, BOB]) await identity.user(uid);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const make = (uid: number, name: string, root = ANN) =>
    createSubAccount(identity.context, { root, uid, name });

  /** A key of a user; whether it is one at present. */
  const keyOf = async (uid: number) => {
    const settings = { label: 'k', permissions: ['read'], ipList: [], expiresAt: 0 } as const;
    const kind = { type: 'hmac', venue: 'live', tier: 'normal' } as const;
    const { record } = await createApiKey(identity.context, { uid, ...settings, ...kind });
    const { apiKey } = record;
    return async () => (await apiKeyByKey(identity.context, { apiKey })) !== null;
  };

  test('are made, found by their root alone, and nobody signs in as one', async () => {
    const { context } = identity;
    const made = await make(100, 'strategy');
    expect(made).toMatchObject({ uid: 100, root: ANN, name: 'strategy', frozen: false });
    expect(made.permissions).toHaveLength(5);
    expect(await ownSubAccount(context, { root: ANN, uid: 100 })).toEqual(made);
    for (const [root, uid] of [
      [BOB, 100],
      [100, 100],
      [ANN, ANN],
      [ANN, 999],
    ] as const) {
      await refused(ownSubAccount(context, { root, uid }), 'notFound');
      await refused(updateSubAccount(context, { root, uid, frozen: true }), 'notFound');
    }
    expect(await userByUid(context, { uid: 100 })).toMatchObject({ email: '' });
    for (const email of ['#100', '#100@example.com']) {
      const login = verifyLogin(context, { email, password: '', address: null });
      await expect(login).rejects.toThrow();
    }
  });

  test('names are eight letters, one of their kind under a root', async () => {
    const { context } = identity;
    for (const name of ['', 'seven77', 'nineletters', 'with nu1', 'eightéoo']) {
      await refused(make(101, name), 'badRequest');
      await refused(checkNewSubAccount(context, { root: ANN, name }), 'badRequest');
    }
    await refused(make(101, 'strategy'), 'nameTaken');
    await refused(checkNewSubAccount(context, { root: ANN, name: 'strategy' }), 'nameTaken');
    await make(101, 'strategy', BOB);
    await make(102, 'momentum');
    await refused(
      updateSubAccount(context, { root: ANN, uid: 102, name: 'strategy' }),
      'nameTaken',
    );
    const renamed = await updateSubAccount(context, { root: ANN, uid: 102, name: 'reversal' });
    expect(renamed).toMatchObject({ name: 'reversal', frozen: false });
    expect((await listSubAccounts(context, { root: ANN, limit: 10 })).map((s) => s.uid)).toEqual([
      102, 100,
    ]);
    expect(await listSubAccounts(context, { root: ANN, limit: 1, beforeUid: 102 })).toMatchObject([
      { uid: 100 },
    ]);
  });

  test('a sub-account has none, and a root no more than the limit, asked 50 at once', async () => {
    const { context } = identity;
    await refused(make(103, 'nestling', 100), 'notFound');
    const root = 18;
    await identity.user(root);
    const one = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => make(200 + i, 'samename', root)),
    );
    expect(one.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const many = await Promise.allSettled(
      Array.from({ length: SUB_ACCOUNTS_PER_USER + 5 }, (_, i) => {
        const name = `member${letters[Math.floor(i / 26)]}${letters[i % 26]}`;
        return make(300 + i, name, root);
      }),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      SUB_ACCOUNTS_PER_USER - 1,
    );
    await refused(checkNewSubAccount(context, { root, name: 'onemorex' }), 'limitReached');
  });

  test('keys stop with a freeze by the root, by the operator, and with the root itself', async () => {
    const { context } = identity;
    const [works, ofAnn] = [await keyOf(100), await keyOf(ANN)];
    const freeze = (frozen: boolean) => updateSubAccount(context, { root: ANN, uid: 100, frozen });
    expect([await works(), await ofAnn()]).toEqual([true, true]);
    expect((await freeze(true)).frozen).toBe(true);
    expect([await works(), await ofAnn()]).toEqual([false, true]);
    expect((await freeze(false)).frozen).toBe(false);
    expect(await works()).toBe(true);
    await setUserStatus(context, { uid: 100, status: 'frozen' });
    expect(await works()).toBe(false);
    await refused(freeze(false), 'accountFrozen');
    expect((await ownSubAccount(context, { root: ANN, uid: 100 })).frozen).toBe(true);
    await setUserStatus(context, { uid: 100, status: 'active' });
    await setUserStatus(context, { uid: ANN, status: 'frozen' });
    expect([await works(), await ofAnn()]).toEqual([false, false]);
    await setUserStatus(context, { uid: ANN, status: 'active' });
    expect([await works(), await ofAnn()]).toEqual([true, true]);
  });

  test('permissions are kept in one order; none, or unknown ones, are refused', async () => {
    const { context } = identity;
    const set = (permissions: readonly string[]) =>
      updateSubAccount(context, { root: ANN, uid: 100, permissions: permissions as never });
    expect((await set(['transfer', 'read'])).permissions).toEqual(['read', 'transfer']);
    for (const bad of [[], ['withdraw'], ['read', 'everything']]) {
      await refused(set(bad), 'badRequest');
    }
    expect((await ownSubAccount(context, { root: ANN, uid: 100 })).permissions).toHaveLength(2);
  });

  test('keys are made and changed to nothing that their sub-account may not', async () => {
    const { context } = identity;
    const more = { label: 'bot', ipList: [], expiresAt: 0 } as const;
    const terms = { ...more, uid: 100, type: 'hmac', venue: 'live', tier: 'normal' } as const;
    const bounded = { root: ANN, uid: 100, permissions: ['read', 'transfer'] } as const;
    await updateSubAccount(context, bounded);
    await refused(createApiKey(context, { ...terms, permissions: ['spot_trade'] }), 'badRequest');
    const { record } = await createApiKey(context, { ...terms, permissions: ['transfer'] });
    const change = { ...more, uid: 100, apiKey: record.apiKey };
    for (const permissions of [['spot_trade'], ['read', 'withdraw'], ['trade']] as const) {
      await refused(updateApiKey(context, { ...change, permissions }), 'badRequest');
    }
    const changed = await updateApiKey(context, { ...change, permissions: ['read'] });
    expect(changed.permissions).toEqual(['read']);
  });

  test('a database from before there were any goes on with its people and keys', async () => {
    const before = IDENTITY_MIGRATIONS.findIndex(({ name }) => name === 'sub-accounts');
    const old = await openDatabase<IdentityTables>(await databases.fresh());
    try {
      const now = identity.context.now();
      await migrate(old as never, IDENTITY_MIGRATIONS.slice(0, before), now);
      const { hasher } = identity;
      const tools = { box: new SecretBox(randomBytes(32)), hasher, now: () => now };
      const {
        self_frozen: _,
        language: __,
        ...row
      } = await identity.context.db
        .selectFrom('users')
        .selectAll()
        .where('uid', '=', ANN)
        .executeTakeFirstOrThrow();
      await old.db
        .insertInto('users')
        .values(row as never)
        .execute();
      const context = await openIdentity(old, tools);
      expect(await listSubAccounts(context, { root: ANN, limit: 5 })).toEqual([]);
      await createSubAccount(context, { root: ANN, uid: 100, name: 'strategy' });
      expect(await listSubAccounts(context, { root: ANN, limit: 5 })).toHaveLength(1);
    } finally {
      await old.close();
    }
  });
});
