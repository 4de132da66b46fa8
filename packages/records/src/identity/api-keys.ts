import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { RecordsError } from '../errors.ts';
import { passphraseMac, passphraseMatches } from '../secrets/secret-box.ts';
import { boundsOf, checkBounds, checkForm, tooManyKeys } from './api-key-checks.ts';
import { endOf, holdMaker, keysMadeBy, type MadeKey } from './api-key-makers.ts';
import type {
  ApiKeySettings,
  ApiKeyType,
  CheckedSettings,
  NewApiKeyInput,
  Tier,
  VenueName,
} from './api-key-rules.ts';
import { checkKeySettings, permissionsOf } from './api-key-rules.ts';
import { note } from './audit.ts';
import { type IdentityContext, REST } from './context.ts';
import { API_KEYS_PER_USER, DELETED_KEYS_PER_USER } from './limits.ts';
import type { IdentityTables } from './schema.ts';
import { userNotFound } from './users.ts';

/** An API key as its owner sees it. */
export interface ApiKeyRecord extends CheckedSettings {
  readonly apiKey: string;
  readonly uid: number;
  readonly type: ApiKeyType;
  /** PEM, '' for hmac. */
  readonly publicKey: string;
  readonly venue: VenueName;
  readonly tier: Tier;
  readonly createdAt: number;
  /** See `ApiKeySettings`. */
  readonly windowMs: number;
  /** Unix ms, 0 = never. */
  readonly lastUsedAt: number;
  readonly lastUsedAddress: string;
  /** Whether its owner switched it off: it is as if it did not exist, until it is on again. */
  readonly disabled: boolean;
  /** The API key that made it and that it ends with; '' = a person did. */
  readonly madeBy: string;
  /** The copy portfolio that it acts for; absent: for its person. */
  readonly portfolio?: number;
}

/** A key with what the gateway needs to check requests; it must not leave the process. */
export interface ApiKeySecrets extends Omit<ApiKeyRecord, 'disabled' | 'madeBy'> {
  /** HMAC secret, '' for the other types. */
  readonly secret: string;
  /** See `passphraseMatches`. */
  readonly passphraseKey: Uint8Array;
  readonly passphraseMac: string;
}

/** A key that was just made; secret and passphrase are told this once. */
export interface NewApiKey {
  readonly record: ApiKeyRecord;
  /** HMAC secret, '' for the other types. */
  readonly secretKey: string;
  readonly passphrase: string;
}

/**
 * Makes a key; one of a sub-account may be allowed what the sub-account is and no more. Throws
 * `badRequest`, `notFound` (user), `limitReached`, `keyNotFound` (its maker).
 */
export async function createApiKey(
  context: IdentityContext,
  input: NewApiKeyInput,
): Promise<NewApiKey> {
  const now = context.now();
  const { settings, publicKey } = checkForm(input, now);
  const passphrase = input.passphrase ?? randomText(16);
  const apiKey = `hk_${randomText(28)}`;
  const secretKey = input.type === 'hmac' ? randomBytes(32).toString('hex') : '';
  const row = {
    api_key: apiKey,
    uid: input.uid,
    label: settings.label,
    type: input.type,
    secret: secretKey === '' ? '' : context.box.encrypt(secretKey, apiKey),
    public_key: publicKey,
    passphrase_mac: passphraseMac(context.box.passphraseKey(apiKey), passphrase),
    permissions: settings.permissions.join(','),
    ip_list: settings.ipList.join(','),
    venue: input.venue,
    tier: input.tier,
    expires_at: settings.expiresAt,
    created_at: now,
    last_used_at: 0,
    last_used_address: '',
    deleted_at: 0,
    window_ms: settings.windowMs ?? 0,
    disabled_at: 0,
    made_by: input.madeBy ?? '',
    portfolio: input.portfolio ?? 0,
  };
  await context.db.transaction().execute(async (db) => {
    if (row.made_by !== '') await holdMaker(db, row.made_by);
    checkBounds(await boundsOf(db, input), settings.permissions);
    // Counting on the user's row makes parallel requests queue there: the limit cannot be passed.
    const counted = await db
      .updateTable('users')
      .set({ key_count: sql<number>`key_count + 1` })
      .where('uid', '=', input.uid)
      .where('key_count', '<', API_KEYS_PER_USER)
      .executeTakeFirst();
    if (counted.numUpdatedRows !== 1n) {
      const known = await db
        .selectFrom('users')
        .select('uid')
        .where('uid', '=', input.uid)
        .executeTakeFirst();
      if (known === undefined) throw userNotFound(input.uid);
      throw tooManyKeys();
    }
    await db.insertInto('api_keys').values(row).execute();
    await note(context, db, 'createApiKey', { ...input, apiKey: row.api_key });
  });
  return { record: toRecord(row), secretKey, passphrase };
}

/** A user's keys, newest first, deleted ones left out. */
export async function listApiKeys(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<ApiKeyRecord[]> {
  const rows = await context.db
    .selectFrom('api_keys')
    .leftJoin('sub_accounts', 'sub_accounts.uid', 'api_keys.uid')
    .selectAll('api_keys')
    .select('sub_accounts.permissions as bounds')
    .where('api_keys.uid', '=', input.uid)
    .where('deleted_at', '=', 0)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_key')
    .execute();
  return rows.map(toRecord);
}

/** What becomes of a key. */
export interface ApiKeyChange extends Omit<ApiKeySettings, 'permissions'> {
  readonly uid: number;
  readonly apiKey: string;
  /** Absent: as they were. */
  readonly permissions?: ApiKeySettings['permissions'] | undefined;
  /** Absent: as it was. */
  readonly disabled?: boolean | undefined;
  /** Where it is given it must be the key's. */
  readonly passphrase?: string | undefined;
}

/** Replaces what the owner can change. Throws `badRequest`, `keyNotFound`, `badPassphrase`. */
export async function updateApiKey(
  context: IdentityContext,
  input: ApiKeyChange,
): Promise<ApiKeyRecord> {
  const { disabled } = input;
  return context.db.transaction().execute(async (db) => {
    const before = await ownKey(db, input);
    const permissions = input.permissions ?? permissionsOf(before.permissions.split(','));
    const settings = checkKeySettings({ ...input, permissions }, context.now());
    const { portfolio } = before;
    const bounds = await boundsOf(db, { uid: input.uid, portfolio });
    if (input.permissions !== undefined) checkBounds(bounds, settings.permissions);
    if (input.passphrase !== undefined) checkOwnPassphrase(context, before, input.passphrase);
    const row = await db
      .updateTable('api_keys')
      .set({
        label: settings.label,
        permissions: settings.permissions.join(','),
        ip_list: settings.ipList.join(','),
        expires_at: settings.expiresAt,
        ...(settings.windowMs === undefined ? {} : { window_ms: settings.windowMs }),
        ...(disabled === undefined ? {} : { disabled_at: disabled ? context.now() : 0 }),
      })
      .where('api_key', '=', input.apiKey)
      .where('uid', '=', input.uid)
      .where('deleted_at', '=', 0)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw keyNotFound();
    await note(context, db, 'updateApiKey', { ...input, ...(portfolio !== 0 && { portfolio }) });
    return toRecord({ ...row, bounds });
  });
}

/** Switches all keys of a user and its sub-accounts off; gives those that were on. */
export async function disableApiKeys(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<string[]> {
  return context.db.transaction().execute(async (db) => {
    const rows = await db
      .updateTable('api_keys')
      .set({ disabled_at: context.now() })
      .where((eb) =>
        eb.or([
          eb('uid', '=', input.uid),
          eb(
            'uid',
            'in',
            eb.selectFrom('sub_accounts').select('uid').where('root', '=', input.uid),
          ),
        ]),
      )
      .where('deleted_at', '=', 0)
      .where('disabled_at', '=', 0)
      .returning('api_key')
      .execute();
    await note(context, db, 'disableApiKeys', input);
    return rows.map((row) => row.api_key);
  });
}

/**
 * Deletes a key for good, and what it made; the latest rows stay without their secrets. Gives all of them.
 * Throws `keyNotFound`.
 */
export async function deleteApiKey(
  context: IdentityContext,
  { uid, apiKey }: { readonly uid: number; readonly apiKey: string },
): Promise<string[]> {
  return context.db.transaction().execute(async (db) => {
    const own = { uid, apiKey };
    if (!(await deleteRow(context, db, own))) throw keyNotFound();
    const ended = [own];
    for (const made of await keysMadeBy(db, apiKey)) {
      if (await deleteRow(context, db, made)) ended.push(made);
    }
    for (const one of ended) await note(context, db, 'deleteApiKey', one);
    return ended.map((one) => one.apiKey);
  });
}

/** Whether there was one to delete. */
async function deleteRow(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  { uid, apiKey }: MadeKey,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ deleted_at: context.now(), secret: '', passphrase_mac: '' })
    .where('api_key', '=', apiKey)
    .where('uid', '=', uid)
    .where('deleted_at', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await db
    .updateTable('users')
    .set({ key_count: sql<number>`key_count - 1` })
    .where('uid', '=', uid)
    .execute();
  await forgetOldest(db, uid);
  return true;
}

/** Removes the rows of the keys that a user deleted first, where there are too many. */
async function forgetOldest(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  await db
    .deleteFrom('api_keys')
    .where('api_key', 'in', (eb) =>
      eb
        .selectFrom('api_keys')
        .select('api_key')
        .where('uid', '=', uid)
        .where('deleted_at', '>', 0)
        .orderBy('deleted_at', 'desc')
        .orderBy('api_key')
        .limit(REST)
        .offset(DELETED_KEYS_PER_USER),
    )
    .execute();
}

/** A key and all that it made, and what those made: they end, and are on and off, together. */
export async function keysOf(
  { db }: IdentityContext,
  { apiKey }: { readonly apiKey: string },
): Promise<string[]> {
  return [apiKey, ...(await keysMadeBy(db, apiKey)).map((made) => made.apiKey)];
}

/**
 * A key with its secrets; null when there is none, it or a key that made it is off, or its user or that
 * one's root is frozen. It ends when the first of the keys that made it does.
 */
export async function apiKeyByKey(
  context: IdentityContext,
  input: { readonly apiKey: string },
): Promise<ApiKeySecrets | null> {
  const row = await context.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.uid', 'api_keys.uid')
    .leftJoin('sub_accounts', 'sub_accounts.uid', 'api_keys.uid')
    .leftJoin('users as roots', 'roots.uid', 'sub_accounts.root')
    .selectAll('api_keys')
    .select('sub_accounts.permissions as bounds')
    .where('api_key', '=', input.apiKey)
    .where('deleted_at', '=', 0)
    .where('disabled_at', '=', 0)
    .where('users.status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('sub_accounts.uid', 'is', null),
        eb.and([eb('sub_accounts.frozen_at', '=', 0), eb('roots.status', '=', 'active')]),
      ]),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  const expiresAt = await endOf(context.db, row);
  if (expiresAt === null) return null;
  const { disabled: _, madeBy: _maker, ...record } = toRecord(row);
  return {
    ...record,
    expiresAt,
    secret: row.secret === '' ? '' : context.box.decrypt(row.secret, row.api_key),
    passphraseKey: Uint8Array.from(context.box.passphraseKey(row.api_key)),
    passphraseMac: row.passphrase_mac,
  };
}

/** Notes when and from where keys were last used; meant to be called now and then for many. */
export async function touchApiKeys(
  context: IdentityContext,
  input: { readonly uses: readonly { apiKey: string; at: number; address: string }[] },
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    for (const use of input.uses) {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: use.at, last_used_address: use.address.slice(0, 64) })
        .where('api_key', '=', use.apiKey)
        .where('last_used_at', '<', use.at)
        .execute();
    }
  });
}

type KeyRow = Selectable<IdentityTables['api_keys']>;

/** A user's key that was not deleted. */
async function ownKey(
  db: Kysely<IdentityTables>,
  { uid, apiKey }: Pick<ApiKeyChange, 'uid' | 'apiKey'>,
): Promise<KeyRow> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('api_key', '=', apiKey)
    .where('uid', '=', uid)
    .where('deleted_at', '=', 0)
    .executeTakeFirst();
  if (row === undefined) throw keyNotFound();
  return row;
}

function checkOwnPassphrase({ box }: IdentityContext, key: KeyRow, passphrase: string): void {
  const { api_key: apiKey, passphrase_mac: passphraseMac } = key;
  if (passphraseMatches({ passphraseKey: box.passphraseKey(apiKey), passphraseMac }, passphrase)) {
    return;
  }
  const message = 'the API key and the passphrase do not belong together';
  throw new RecordsError('badPassphrase', message, { field: 'passphrase' });
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Five random bits a character; no letters that look alike. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

function keyNotFound(): RecordsError {
  return new RecordsError('keyNotFound', 'there is no such API key', { field: 'apiKey' });
}

/** @param row `bounds`: what the sub-account whose key it is may do, null for others */
function toRecord(row: KeyRow & { readonly bounds?: string | null }): ApiKeyRecord {
  const given = permissionsOf(row.permissions.split(','));
  const bounds = row.bounds?.split(',') ?? given;
  return {
    apiKey: row.api_key,
    uid: row.uid,
    label: row.label,
    type: row.type as ApiKeyType,
    publicKey: row.public_key,
    permissions: given.filter((one) => bounds.includes(one)),
    ipList: row.ip_list === '' ? [] : row.ip_list.split(','),
    venue: row.venue as VenueName,
    tier: row.tier as Tier,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    windowMs: row.window_ms,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    disabled: row.disabled_at !== 0,
    madeBy: row.made_by,
    ...(row.portfolio === 0 ? {} : { portfolio: row.portfolio }),
  };
}
