import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewApiKeyInput } from '../src/identity/api-key-rules.ts';
import {
  apiKeyByKey,
  createApiKey,
  deleteApiKey,
  disableApiKeys,
  listApiKeys,
  touchApiKeys,
  updateApiKey,
} from '../src/identity/api-keys.ts';
import { API_KEYS_PER_USER } from '../src/identity/limits.ts';
import { setUserStatus } from '../src/identity/users.ts';
import { passphraseMatches } from '../src/secrets/secret-box.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity, refused, tally } from './identity-setup.ts';

const pem = (type: 'rsa' | 'ed25519', bits = 2048): string => {
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits, publicKeyEncoding, privateKeyEncoding })
      : generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding });
  return pair.publicKey;
};

onBothDatabases('API keys', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
    for (const uid of [16, 17, 18, 19]) await identity.user(uid);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const input = (more: Partial<NewApiKeyInput> = {}): NewApiKeyInput => ({
    uid: 16,
    label: 'my bot',
    type: 'hmac',
    permissions: ['read', 'trade'],
    ipList: [],
    expiresAt: 0,
    venue: 'live',
    tier: 'normal',
    ...more,
  });
  const make = (more: Partial<NewApiKeyInput> = {}) => createApiKey(identity.context, input(more));

  test('all keys of a user are switched off at once, and on again one by one', async () => {
    const { context } = identity;
    await identity.user(20);
    const keys = [await make({ uid: 20 }), await make({ uid: 20 })];
    const other = await make({ uid: 19 });
    const names = keys.map(({ record }) => record.apiKey).toSorted();
    const found = async () => {
      const all = [...names, other.record.apiKey].map((apiKey) => apiKeyByKey(context, { apiKey }));
      return (await Promise.all(all)).map((key) => key !== null);
    };
    expect((await disableApiKeys(context, { uid: 20 })).toSorted()).toEqual(names);
    expect(await found()).toEqual([false, false, true]);
    expect(await disableApiKeys(context, { uid: 20 })).toEqual([]);
    const [apiKey = ''] = names;
    const change = { ...input({ uid: 20 }), apiKey };
    expect(await updateApiKey(context, { ...change, disabled: false })).toMatchObject({
      apiKey,
      disabled: false,
    });
    expect(await found()).toEqual([true, false, true]);
    // What names nothing of it leaves it as it is.
    expect(await updateApiKey(context, change)).toMatchObject({ disabled: false });
    expect(await updateApiKey(context, { ...change, disabled: true })).toMatchObject({
      disabled: true,
    });
    expect(await found()).toEqual([false, false, true]);
    const listed = await listApiKeys(context, { uid: 20 });
    expect(listed.map(({ disabled }) => disabled)).toEqual([true, true]);
  });

  test('trade stands for spot, margin and futures, of keys from before there were three too', async () => {
    const { context, database } = identity;
    const { record } = await make({ uid: 18, permissions: ['withdraw', 'trade'], ipList: ['::1'] });
    const trades = ['spot_trade', 'margin_trade', 'contract_trade'];
    expect(record.permissions).toEqual([...trades, 'withdraw']);
    const { apiKey } = record;
    await database.db
      .updateTable('api_keys')
      .set({ permissions: 'read,trade' })
      .where('api_key', '=', apiKey)
      .execute();
    const found = await apiKeyByKey(context, { apiKey });
    expect(found?.permissions).toEqual(['read', ...trades]);
    const one = { ...input({ uid: 18, permissions: ['contract_trade'] }), apiKey };
    expect((await updateApiKey(context, one)).permissions).toEqual(['contract_trade']);
    // Copying is named for itself alone: nothing that a key had before stands for it.
    const copying = { ...one, permissions: ['copy', 'trade', 'read'] as const };
    expect((await updateApiKey(context, copying)).permissions).toEqual(['read', ...trades, 'copy']);
    await deleteApiKey(context, { uid: 18, apiKey });
  });

  test('an HMAC key: the secret is told once, found by key, and encrypted at rest', async () => {
    const { context, database } = identity;
    const made = await make({ passphrase: 'correcthorse1', venue: 'paper', tier: 'maker' });
    expect(made.record.apiKey).toMatch(/^hk_[a-z2-9]{28}$/);
    expect(made.secretKey).toMatch(/^[0-9a-f]{64}$/);
    const { apiKey } = made.record;
    const found = await apiKeyByKey(context, { apiKey });
    const { disabled, madeBy, ...record } = made.record;
    expect([disabled, madeBy]).toEqual([false, '']);
    expect(found).toMatchObject({ ...record, secret: made.secretKey });
    expect(found && passphraseMatches(found, 'correcthorse1')).toBe(true);
    for (const wrong of ['', 'correcthorse2', 'correcthorse1 ', 'Correcthorse1']) {
      expect(found && passphraseMatches(found, wrong)).toBe(false);
    }
    const rows = JSON.stringify(await database.db.selectFrom('api_keys').selectAll().execute());
    expect(rows).not.toContain(made.secretKey);
    expect(rows).not.toContain('correcthorse1');
    const listed = JSON.stringify(await listApiKeys(context, { uid: 16 }));
    expect(listed).not.toContain(made.secretKey);
  });

  test('a secret moved to another row, or changed, is noticed', async () => {
    const { context, database } = identity;
    const [a, b] = [await make(), await make()];
    const row = (apiKey: string) =>
      database.db
        .selectFrom('api_keys')
        .select('secret')
        .where('api_key', '=', apiKey)
        .executeTakeFirstOrThrow();
    const set = (apiKey: string, secret: string) =>
      database.db.updateTable('api_keys').set({ secret }).where('api_key', '=', apiKey).execute();
    const { secret } = await row(a.record.apiKey);
    await set(b.record.apiKey, secret);
    await expect(apiKeyByKey(context, b.record)).rejects.toThrow();
    await set(a.record.apiKey, `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`);
    await expect(apiKeyByKey(context, a.record)).rejects.toThrow();
    await deleteApiKey(context, a.record);
    await deleteApiKey(context, b.record);
  });

  test('RSA and Ed25519 keys keep the public key and have no secret', async () => {
    for (const type of ['rsa', 'ed25519'] as const) {
      const publicKey = pem(type);
      const made = await make({ type, publicKey });
      expect(made.secretKey).toBe('');
      expect(made.passphrase).toMatch(/^[a-z2-9]{16}$/);
      const found = await apiKeyByKey(identity.context, made.record);
      expect(found).toMatchObject({ type, publicKey, secret: '' });
      expect(found && passphraseMatches(found, made.passphrase)).toBe(true);
    }
  });

  test.each<[string, string, Partial<NewApiKeyInput>]>([
    ['an empty label', 'label', { label: '' }],
    ['a long label', 'label', { label: 'x'.repeat(41) }],
    ['a label with a NUL', 'label', { label: 'a\u0000b' }],
    ['a label of two lines', 'label', { label: 'a\nb' }],
    ['a label that turns its direction', 'label', { label: 'my \u202Etob' }],
    ['no permission', 'permissions', { permissions: [] }],
    ['an unknown permission', 'permissions', { permissions: ['read', 'admin' as never] }],
    ['withdraw without an IP list', 'ipList', { permissions: ['withdraw'] }],
    ['an IP list with garbage', 'ipList', { ipList: ['300.1.1.1'] }],
    ['a network with a wrong prefix', 'ipList', { ipList: ['10.0.0.0/33'] }],
    ['a network with a padded prefix', 'ipList', { ipList: ['10.0.0.0/08'] }],
    ['an address with a zone', 'ipList', { ipList: ['fe80::1%eth0'] }],
    ['too many networks', 'ipList', { ipList: Array(31).fill('10.0.0.1') }],
    ['an expiry in the past', 'expiresAt', { expiresAt: 1_000 }],
    ['a broken expiry', 'expiresAt', { expiresAt: Number.NaN }],
    ['a window that is too narrow', 'windowMs', { windowMs: 999 }],
    ['a window beyond that of the wire', 'windowMs', { windowMs: 30_001 }],
    ['a short passphrase', 'passphrase', { passphrase: 'seven77' }],
    ['a passphrase with spaces', 'passphrase', { passphrase: 'with a space' }],
    ['no public key', 'publicKey', { type: 'rsa' }],
    ['garbage for a public key', 'publicKey', { type: 'rsa', publicKey: 'garbage' }],
    ['the wrong type of public key', 'publicKey', { type: 'rsa', publicKey: pem('ed25519') }],
    ['a weak RSA key', 'publicKey', { type: 'rsa', publicKey: pem('rsa', 1024) }],
  ])('%s is refused by name', async (_name, field, more) => {
    const error = await refused(make(more), 'badRequest');
    expect(error.field).toBe(field);
  });

  test.each([
    '0.0.0.0/0',
    '128.0.0.0/1',
    '10.0.0.0/7',
    '::/0',
    '2000::/3',
    '2001:d00::/31',
    '::/32',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/103',
  ])('S9: %s is too wide for a key that may withdraw, and for no other', async (network) => {
    const ipList = ['203.0.113.7', network];
    const error = await refused(make({ permissions: ['read', 'withdraw'], ipList }), 'badRequest');
    expect(error.message).toBe(
      `ipList: ${network} is too wide for a key that may withdraw, ` +
        'at most /8 of IPv4 and /32 of IPv6',
    );
    const { record } = await make({ permissions: ['read'], ipList });
    const more = { ...record, permissions: ['withdraw'] as const };
    await refused(updateApiKey(identity.context, more), 'badRequest');
    await deleteApiKey(identity.context, record);
  });

  test('S9: networks of the widest kind are taken, also for a key that may withdraw', async () => {
    const ipList = ['10.0.0.0/8', '2001:db8::/32', '::ffff:10.0.0.0/104', '::1'];
    const { record } = await make({ permissions: ['withdraw'], ipList });
    expect(record.ipList).toEqual(ipList);
    await deleteApiKey(identity.context, record);
  });

  test('S10: the window of a key stays until it is changed', async () => {
    const { context } = identity;
    const { record } = await make({ windowMs: 5_000 });
    expect(await apiKeyByKey(context, record)).toMatchObject({ windowMs: 5_000 });
    const { windowMs: _, ...kept } = record;
    expect(await updateApiKey(context, kept)).toMatchObject({ windowMs: 5_000 });
    expect(await updateApiKey(context, { ...kept, windowMs: 0 })).toMatchObject({ windowMs: 0 });
    await deleteApiKey(context, record);
  });

  test('S9: withdraw needs an IP list, at creation and at every change', async () => {
    const { context } = identity;
    const made = await make({ permissions: ['read', 'withdraw'], ipList: ['10.0.0.0/8', '::1'] });
    const change = { ...made.record, label: 'renamed', ipList: [] };
    await refused(updateApiKey(context, change), 'badRequest');
    const changed = await updateApiKey(context, { ...change, permissions: ['read'] });
    expect(changed).toMatchObject({ label: 'renamed', permissions: ['read'], ipList: [] });
    expect(await apiKeyByKey(context, made.record)).toMatchObject({ permissions: ['read'] });
  });

  test('S8: another user can neither change nor delete a key, nor see it', async () => {
    const { context } = identity;
    const made = await make();
    const foreign = { ...made.record, uid: 17 };
    await refused(updateApiKey(context, foreign), 'keyNotFound');
    await refused(deleteApiKey(context, foreign), 'keyNotFound');
    expect(await listApiKeys(context, { uid: 17 })).toEqual([]);
    expect(await apiKeyByKey(context, made.record)).not.toBeNull();
  });

  test('a deleted key is gone, its secret too; twice is an error', async () => {
    const { context, database } = identity;
    const made = await make();
    await deleteApiKey(context, made.record);
    expect(await apiKeyByKey(context, made.record)).toBeNull();
    await refused(deleteApiKey(context, made.record), 'keyNotFound');
    await refused(updateApiKey(context, made.record), 'keyNotFound');
    const row = await database.db
      .selectFrom('api_keys')
      .select(['secret', 'passphrase_mac'])
      .where('api_key', '=', made.record.apiKey)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ secret: '', passphrase_mac: '' });
  });

  test('the keys of a frozen user do not work', async () => {
    const { context } = identity;
    const made = await make({ uid: 19 });
    await setUserStatus(context, { uid: 19, status: 'frozen' });
    expect(await apiKeyByKey(context, made.record)).toBeNull();
    await setUserStatus(context, { uid: 19, status: 'active' });
    expect(await apiKeyByKey(context, made.record)).not.toBeNull();
  });

  test('S17: the limit holds under parallel requests, and deleting makes room', async () => {
    const { context } = identity;
    const more = Array.from({ length: API_KEYS_PER_USER + 10 }, () => make({ uid: 18 }));
    expect(await tally(more)).toEqual({ fulfilled: API_KEYS_PER_USER, codes: ['limitReached'] });
    const keys = await listApiKeys(context, { uid: 18 });
    expect(keys).toHaveLength(API_KEYS_PER_USER);
    await deleteApiKey(context, { uid: 18, apiKey: keys[0]?.apiKey ?? '' });
    await make({ uid: 18 });
    await refused(make({ uid: 18 }), 'limitReached');
    await refused(make({ uid: 99_999 }), 'notFound');
  });

  test('last use is noted, never backwards', async () => {
    const { context } = identity;
    const made = await make({ uid: 17 });
    const { apiKey } = made.record;
    const use = (at: number, address: string) =>
      touchApiKeys(context, { uses: [{ apiKey, at, address }] });
    await use(2_000, '198.51.100.2');
    await use(1_000, '198.51.100.1');
    const [found] = await listApiKeys(context, { uid: 17 });
    expect(found).toMatchObject({ lastUsedAt: 2_000, lastUsedAddress: '198.51.100.2' });
  });
});
