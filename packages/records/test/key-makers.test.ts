/** Keys that keys made, and freezes that keys said: what ends with a key, and what does not. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewApiKeyInput } from '../src/identity/api-key-rules.ts';
import {
  apiKeyByKey,
  createApiKey,
  deleteApiKey,
  disableApiKeys,
  keysOf,
  listApiKeys,
  updateApiKey,
} from '../src/identity/api-keys.ts';
import { listAudit } from '../src/identity/audit.ts';
import { API_KEYS_PER_USER } from '../src/identity/limits.ts';
import { openIdentity } from '../src/identity/open.ts';
import type { IdentityTables } from '../src/identity/schema.ts';
import { IDENTITY_MIGRATIONS } from '../src/identity/schema.ts';
import {
  createSubAccount,
  ownSubAccount,
  type SubPermission,
  updateSubAccount,
} from '../src/identity/sub-accounts.ts';
import { setUserStatus } from '../src/identity/users.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';
import { type IdentityUnderTest, openTestIdentity, refused } from './identity-setup.ts';

const HOUR = 3_600_000;
const MIGRATION = 'keys that keys made, and who froze a sub-account';

onBothDatabases('keys that keys made', (databases) => {
  let identity: IdentityUnderTest;
  /** A root and a sub-account of it, new ones for each test. */
  let root = 10;
  let sub = 0;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });
  beforeEach(async () => {
    root += 10;
    sub = root + 1;
    await identity.user(root);
    await createSubAccount(identity.context, { root, uid: sub, name: 'strategy' });
  });

  const make = async (uid: number, more: Partial<NewApiKeyInput> = {}): Promise<string> => {
    const { record } = await createApiKey(identity.context, {
      ...{ uid, label: 'bot', type: 'hmac', permissions: ['read'], ipList: [], expiresAt: 0 },
      ...{ venue: 'live', tier: 'normal', ...more },
    });
    return record.apiKey;
  };
  const works = async (apiKey: string) =>
    (await apiKeyByKey(identity.context, { apiKey })) !== null;
  /** A key of the root, one that it made, one that that made, and one of a person. */
  const family = async (): Promise<[string, string, string, string]> => {
    const maker = await make(root);
    const made = await make(sub, { madeBy: maker });
    return [maker, made, await make(sub, { madeBy: made }), await make(sub)];
  };
  const change = async (apiKey: string, uid: number, more: object) => {
    const kept = { label: 'bot', ipList: [], expiresAt: 0 };
    await updateApiKey(identity.context, { ...kept, uid, apiKey, ...more });
  };

  test('are told apart from those of a person', async () => {
    const [maker, made, , person] = await family();
    const of = async (uid: number) =>
      (await listApiKeys(identity.context, { uid })).map(({ apiKey, madeBy }) => [apiKey, madeBy]);
    expect(await of(root)).toEqual([[maker, '']]);
    expect(await of(sub)).toContainEqual([made, maker]);
    expect(await of(sub)).toContainEqual([person, '']);
  });

  test('S8 end with it, nested ones too, and what a person made stays', async () => {
    const { context, database } = identity;
    const [maker, made, nested, person] = await family();
    const other = await make(sub, { madeBy: await make(root) });
    expect(await keysOf(context, { apiKey: maker })).toEqual([maker, made, nested]);
    expect(await deleteApiKey(context, { uid: root, apiKey: maker })).toEqual([
      ...[maker, made, nested],
    ]);
    for (const one of [maker, made, nested]) expect(await works(one)).toBe(false);
    for (const one of [person, other]) expect(await works(one)).toBe(true);
    expect(await listApiKeys(context, { uid: sub })).toHaveLength(2);
    const rows = database.db.selectFrom('api_keys').select(['secret', 'passphrase_mac']);
    expect(await rows.where('api_key', 'in', [made, nested]).execute()).toEqual([
      { secret: '', passphrase_mac: '' },
      { secret: '', passphrase_mac: '' },
    ]);
    const audit = await listAudit(context, { uid: sub, limit: 10 });
    const ended = audit.filter(({ act }) => act === 'deleteApiKey').map(({ detail }) => detail);
    expect(ended.toSorted()).toEqual(
      [made, nested].map((apiKey) => JSON.stringify({ apiKey })).toSorted(),
    );
  });

  test('end from the middle downwards, and leave their room to others', async () => {
    const { context } = identity;
    const [maker, made, nested] = await family();
    for (let n = 3; n < API_KEYS_PER_USER; n++) await make(sub);
    await refused(make(sub), 'limitReached');
    await deleteApiKey(context, { uid: sub, apiKey: made });
    expect([await works(maker), await works(made), await works(nested)]).toEqual([
      ...[true, false, false],
    ]);
    await make(sub);
    await make(sub);
    await refused(make(sub), 'limitReached');
  });

  test('are off while it is off, and end when it ends by its time', async () => {
    const { context } = identity;
    const [maker, made, nested, person] = await family();
    await change(maker, root, { disabled: true });
    expect([await works(made), await works(nested), await works(person)]).toEqual([
      ...[false, false, true],
    ]);
    await refused(make(sub, { madeBy: maker }), 'keyNotFound');
    await change(maker, root, { disabled: false });
    expect(await works(nested)).toBe(true);
    const end = context.now() + HOUR;
    const endOf = async (apiKey: string) => (await apiKeyByKey(context, { apiKey }))?.expiresAt;
    await change(nested, sub, { expiresAt: end + HOUR });
    expect([await endOf(made), await endOf(nested)]).toEqual([0, end + HOUR]);
    await change(maker, root, { expiresAt: end });
    expect([await endOf(made), await endOf(nested), await endOf(person)]).toEqual([end, end, 0]);
    await change(nested, sub, { expiresAt: end - 1 });
    expect(await endOf(nested)).toBe(end - 1);
  });

  test('are off with the kill switch, as those of persons are', async () => {
    const { context } = identity;
    const all = await family();
    expect((await disableApiKeys(context, { uid: root })).toSorted()).toEqual(all.toSorted());
    for (const one of all) expect(await works(one)).toBe(false);
    await change(all[1], sub, { disabled: false });
    expect(await works(all[1])).toBe(false);
  });

  test('do not outlive a maker that is deleted at the same moment, nor one whose row is gone', async () => {
    const { context, database } = identity;
    const maker = await make(root);
    const [, ...asked] = await Promise.allSettled([
      deleteApiKey(context, { uid: root, apiKey: maker }),
      ...Array.from({ length: 10 }, () => make(sub, { madeBy: maker })),
    ]);
    const late = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const one of late) expect(await works(one)).toBe(false);
    expect(await listApiKeys(context, { uid: sub })).toEqual([]);
    await refused(make(sub, { madeBy: maker }), 'keyNotFound');
    const [gone, made] = await family();
    await database.db.deleteFrom('api_keys').where('api_key', '=', gone).execute();
    expect(await works(made)).toBe(false);
  });

  test('S8 a freeze is undone by who said it: its key or a person, a person’s by a person alone', async () => {
    const { context } = identity;
    const [one, two] = [await make(root), await make(root)];
    const freeze = (frozen: boolean, by?: string) =>
      updateSubAccount(context, { root, uid: sub, frozen, by });
    const frozen = async () => (await ownSubAccount(context, { root, uid: sub })).frozen;
    await freeze(true, one);
    await refused(freeze(false, two), 'selfFrozen');
    await freeze(true, two);
    await refused(freeze(false, two), 'selfFrozen');
    expect(await frozen()).toBe(true);
    await freeze(false, one);
    expect(await frozen()).toBe(false);
    await freeze(false, two);
    await freeze(true, one);
    await freeze(false);
    expect(await frozen()).toBe(false);
    for (const before of [undefined, one]) {
      if (before !== undefined) await freeze(true, before);
      await freeze(true);
      for (const by of [one, two]) await refused(freeze(false, by), 'selfFrozen');
      await freeze(true, one);
      await refused(freeze(false, one), 'selfFrozen');
      expect(await frozen()).toBe(true);
      await freeze(false);
    }
    await freeze(true, one);
    await setUserStatus(context, { uid: sub, status: 'frozen' });
    await refused(freeze(false, one), 'accountFrozen');
    await refused(freeze(false), 'accountFrozen');
    await setUserStatus(context, { uid: sub, status: 'active' });
    expect(await frozen()).toBe(true);
    await freeze(false, one);
  });

  test('a refused thaw changes nothing else of what it asked for', async () => {
    const { context } = identity;
    const by = await make(root);
    await updateSubAccount(context, { root, uid: sub, frozen: true });
    const ask = { root, uid: sub, frozen: false, by, permissions: ['read'], name: 'othernam' };
    await refused(updateSubAccount(context, ask as never), 'selfFrozen');
    const { name, permissions } = await ownSubAccount(context, { root, uid: sub });
    expect([name, permissions.length]).toEqual(['strategy', 5]);
  });

  test('S8 what a person took away no key gives back; what a key took away a key does', async () => {
    const { context } = identity;
    const by = await make(root);
    const set = (permissions: readonly SubPermission[], key?: string) =>
      updateSubAccount(context, { root, uid: sub, permissions, by: key });
    const now = async () => (await ownSubAccount(context, { root, uid: sub })).permissions;
    await set(['read'], by);
    await set(['read', 'spot_trade', 'transfer'], by);
    await set(['read', 'spot_trade']);
    await set(['read'], by);
    await refused(set(['read', 'transfer'], by), 'withheld');
    await refused(set(['read', 'margin_trade'], by), 'withheld');
    expect(await now()).toEqual(['read']);
    await set(['read', 'spot_trade'], by);
    await set(['read', 'spot_trade', 'transfer']);
    await set(['transfer'], by);
    expect(await now()).toEqual(['transfer']);
  });

  test('those of a database from before are of persons, and so are its freezes', async () => {
    const before = IDENTITY_MIGRATIONS.findIndex(({ name }) => name === MIGRATION);
    const old = await openDatabase<IdentityTables>(await databases.fresh());
    const now = identity.context.now();
    const apiKey = await make(sub);
    await updateSubAccount(identity.context, { root, uid: sub, frozen: true, by: apiKey });
    try {
      await migrate(old as never, IDENTITY_MIGRATIONS.slice(0, before), now);
      for (const table of ['users', 'api_keys', 'sub_accounts'] as const) {
        const rows = await identity.context.db.selectFrom(table).selectAll().execute();
        for (const all of rows as Record<string, unknown>[]) {
          const { made_by: _, frozen_by: __, withheld: ___, language: ____, ...later } = all;
          const { portfolio: _____, ...row } = later;
          await old.db
            .insertInto(table)
            .values(row as never)
            .execute();
        }
      }
      const { hasher } = identity;
      const context = await openIdentity(old, {
        ...{ box: new SecretBox(randomBytes(32)), hasher, now: () => now },
      });
      expect(await listApiKeys(context, { uid: sub })).toMatchObject([{ apiKey, madeBy: '' }]);
      const thaw = { root, uid: sub, frozen: false };
      await refused(updateSubAccount(context, { ...thaw, by: apiKey }), 'selfFrozen');
      expect((await updateSubAccount(context, thaw)).frozen).toBe(false);
    } finally {
      await old.close();
    }
  });
});
