/** Sub-accounts: users without an e-mail address and a password, whose root acts for them. */
import type { Kysely, Selectable } from 'kysely';
import { checkInteger, checkText, RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { isDuplicate } from './context.ts';
import { SUB_ACCOUNT_LABEL_MAX, SUB_ACCOUNTS_LISTED_MAX, SUB_ACCOUNTS_PER_USER } from './limits.ts';
import type { IdentityTables } from './schema.ts';
import { lockUser, userNotFound } from './users.ts';

/** What keys of a sub-account may be allowed, in the words of the wire. */
export const SUB_PERMISSIONS = [
  'read',
  'spot_trade',
  'margin_trade',
  'contract_trade',
  'transfer',
] as const;
export type SubPermission = (typeof SUB_PERMISSIONS)[number];

/** A sub-account as its root sees it. */
export interface SubAccountRecord {
  readonly uid: number;
  readonly root: number;
  /** Eight letters, one of its kind under a root. */
  readonly name: string;
  readonly label: string;
  readonly permissions: readonly SubPermission[];
  /** Whether it is frozen, by its root or by the operator. */
  readonly frozen: boolean;
  /** Unix ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What its root can change; what is absent stays. */
export interface SubAccountChange {
  readonly root: number;
  readonly uid: number;
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly permissions?: readonly SubPermission[] | undefined;
  readonly frozen?: boolean | undefined;
  /** The API key that asks for it; absent: its owner does, on the page. */
  readonly by?: string | undefined;
}

/** Whether a name can be that of a sub-account. */
export function isSubAccountName(name: string): boolean {
  return /^[A-Za-z]{8}$/.test(name);
}

/**
 * Whether a sub-account could be made, before a core user is opened for it. Throws `badRequest`,
 * `nameTaken`, `limitReached`.
 */
export async function checkNewSubAccount(
  context: IdentityContext,
  { root, name }: { readonly root: number; readonly name: string },
): Promise<void> {
  checkName(name);
  const own = await context.db
    .selectFrom('sub_accounts')
    .select('name')
    .where('root', '=', root)
    .execute();
  if (own.some((row) => row.name === name)) throw nameTaken(name);
  if (own.length >= SUB_ACCOUNTS_PER_USER) throw tooMany();
}

/** Throws `badRequest` and `nameTaken` as `updateSubAccount` would, and changes nothing. */
export async function checkSubAccountChange(
  { db }: IdentityContext,
  change: SubAccountChange,
): Promise<void> {
  const { root, uid, name = '' } = change;
  checkForm(change);
  const other = await db
    .selectFrom('sub_accounts')
    .select('uid')
    .where('root', '=', root)
    .where('name', '=', name)
    .where('uid', '!=', uid)
    .executeTakeFirst();
  if (other !== undefined) throw nameTaken(name);
}

function checkForm({ name, label }: Pick<SubAccountChange, 'name' | 'label'>): void {
  if (name !== undefined) checkName(name);
  if (label !== undefined) checkText('label', label, 0, SUB_ACCOUNT_LABEL_MAX);
}

/** Registers one. Throws as `checkNewSubAccount`, and `notFound` without its root. */
export async function createSubAccount(
  context: IdentityContext,
  input: { readonly root: number; readonly uid: number; readonly name: string },
): Promise<SubAccountRecord> {
  const { root, uid, name } = input;
  checkName(name);
  checkInteger('uid', uid, 1, Number.MAX_SAFE_INTEGER);
  const now = context.now();
  try {
    await context.db.transaction().execute(async (db) => {
      await lockUser(db, root);
      await checkRoot(db, root);
      const { count } = await db
        .selectFrom('sub_accounts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('root', '=', root)
        .executeTakeFirstOrThrow();
      if (count >= SUB_ACCOUNTS_PER_USER) throw tooMany();
      await insert(db, { root, uid, name, now });
      await note(context, db, 'createSubAccount', input);
    });
  } catch (error) {
    throw isDuplicate(error) ? nameTaken(name) : error;
  }
  return ownSubAccount(context, { root, uid });
}

/** A root's own, newest first: at most `limit` (1..500) below `beforeUid`. */
export async function listSubAccounts(
  context: IdentityContext,
  input: { readonly root: number; readonly beforeUid?: number | undefined; readonly limit: number },
): Promise<SubAccountRecord[]> {
  checkInteger('limit', input.limit, 1, SUB_ACCOUNTS_LISTED_MAX);
  const rows = await select(context.db)
    .where('sub_accounts.root', '=', input.root)
    .where('sub_accounts.uid', '<', input.beforeUid ?? Number.MAX_SAFE_INTEGER)
    .orderBy('sub_accounts.uid', 'desc')
    .limit(input.limit)
    .execute();
  return rows.map(toRecord);
}

/** One of a root's own. Throws `notFound` for any other, whether or not it exists. */
export async function ownSubAccount(
  context: IdentityContext,
  { root, uid }: { readonly root: number; readonly uid: number },
): Promise<SubAccountRecord> {
  const row = await select(context.db)
    .where('sub_accounts.root', '=', root)
    .where('sub_accounts.uid', '=', uid)
    .executeTakeFirst();
  if (row === undefined) throw notOwn();
  return toRecord(row);
}

/**
 * Changes one of a root's own. Throws `badRequest`, `nameTaken`, `notFound`, `accountFrozen` where the
 * root would thaw what the operator froze, `selfFrozen` where a key would thaw what it did not freeze, and
 * `withheld` where a key would give back what a person took away.
 */
export async function updateSubAccount(
  context: IdentityContext,
  change: SubAccountChange,
): Promise<SubAccountRecord> {
  const { root, uid, name, label, frozen } = change;
  checkForm(change);
  const now = context.now();
  try {
    await context.db.transaction().execute(async (db) => {
      const before = await lockedRow(db, change);
      await db
        .updateTable('sub_accounts')
        .set({
          updated_at: now,
          ...(name === undefined ? {} : { name }),
          ...(label === undefined ? {} : { label }),
          ...permissionsOf(before, change),
          ...freezeOf(before, change, now),
        })
        .where('root', '=', root)
        .where('uid', '=', uid)
        .execute();
      if (frozen === false) await checkThawed(db, uid);
      await note(context, db, 'updateSubAccount', change);
    });
  } catch (error) {
    throw isDuplicate(error) ? nameTaken(name ?? '') : error;
  }
  return ownSubAccount(context, { root, uid });
}

type Freeze = Pick<Selectable<IdentityTables['sub_accounts']>, 'frozen_at' | 'frozen_by'>;
type Grants = Pick<Selectable<IdentityTables['sub_accounts']>, 'permissions' | 'withheld'>;

/** How one of a root's own stands; nobody else changes it until the transaction ends. */
async function lockedRow(
  db: Kysely<IdentityTables>,
  { root, uid }: SubAccountChange,
): Promise<Freeze & Pick<Grants, 'withheld'>> {
  const row = await db
    .updateTable('sub_accounts')
    .set({ uid })
    .where('root', '=', root)
    .where('uid', '=', uid)
    .returning(['frozen_at', 'frozen_by', 'withheld'])
    .executeTakeFirst();
  if (row === undefined) throw notOwn();
  return row;
}

/**
 * What a change makes of the freeze. Who froze it thaws it: a person everything, a key what it froze
 * itself; so a key's freeze never takes the place of a person's, and a person's always of a key's.
 */
function freezeOf(
  before: Freeze,
  { frozen, by = '' }: SubAccountChange,
  now: number,
): Partial<Freeze> {
  const stands = before.frozen_at !== 0;
  if (frozen === undefined) return {};
  if (frozen) return stands && by !== '' ? {} : { frozen_at: now, frozen_by: by };
  if (!stands) return {};
  if (by !== '' && by !== before.frozen_by) {
    throw new RecordsError('selfFrozen', 'Another than this key froze the sub-account.');
  }
  return { frozen_at: 0, frozen_by: '' };
}

/** What a change makes of the permissions: a key gives back no more than keys took away. */
function permissionsOf(
  { withheld }: Pick<Grants, 'withheld'>,
  { permissions, by = '' }: SubAccountChange,
): Partial<Grants> {
  if (permissions === undefined) return {};
  const text = permissionText(permissions);
  if (by === '') {
    const taken = SUB_PERMISSIONS.filter((one) => !permissions.includes(one));
    return { permissions: text, withheld: taken.join(',') };
  }
  const held = withheld.split(',');
  const refused = SUB_PERMISSIONS.filter((one) => held.includes(one) && permissions.includes(one));
  if (refused.length === 0) return { permissions: text };
  throw new RecordsError(
    'withheld',
    `The owner of the sub-account took away: ${refused.join(', ')}. A key cannot give it back.`,
    { field: 'permissions' },
  );
}

async function checkRoot(db: Kysely<IdentityTables>, root: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .leftJoin('sub_accounts', 'sub_accounts.uid', 'users.uid')
    .select('sub_accounts.root')
    .where('users.uid', '=', root)
    .executeTakeFirst();
  if (user === undefined || user.root !== null) throw userNotFound(root);
}

async function checkThawed(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  const { status } = await db
    .selectFrom('users')
    .select('status')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  if (status === 'active') return;
  throw new RecordsError('accountFrozen', 'The operator has frozen this sub-account.');
}

async function insert(
  db: Kysely<IdentityTables>,
  of: { readonly root: number; readonly uid: number; readonly name: string; readonly now: number },
): Promise<void> {
  const { root, uid, name, now } = of;
  const user = {
    uid,
    // No address looks like this, so nobody signs in as it; every user has another.
    email: `#${uid}`,
    password_hash: '',
    status: 'active',
    attribution: '',
    key_count: 0,
    anti_phishing: '',
    secured_at: 0,
    self_frozen: 0,
    language: '',
    created_at: now,
    password_changed_at: now,
  };
  await db.insertInto('users').values(user).execute();
  const permissions = permissionText(SUB_PERMISSIONS);
  const rest = { frozen_at: 0, frozen_by: '', withheld: '', created_at: now, updated_at: now };
  await db
    .insertInto('sub_accounts')
    .values({ uid, root, name, label: '', permissions, ...rest })
    .execute();
}

function select(db: Kysely<IdentityTables>) {
  return db
    .selectFrom('sub_accounts')
    .innerJoin('users', 'users.uid', 'sub_accounts.uid')
    .selectAll('sub_accounts')
    .select('users.status');
}

type Row = Selectable<IdentityTables['sub_accounts']> & { readonly status: string };

function toRecord(row: Row): SubAccountRecord {
  return {
    uid: row.uid,
    root: row.root,
    name: row.name,
    label: row.label,
    permissions: row.permissions.split(',') as SubPermission[],
    frozen: row.frozen_at !== 0 || row.status !== 'active',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** In one order. Throws `badRequest` for none, or for others than there are. */
function permissionText(given: readonly string[]): string {
  const found = SUB_PERMISSIONS.filter((one) => given.includes(one));
  if (found.length > 0 && found.length === new Set(given).size) return found.join(',');
  throw new RecordsError(
    'badRequest',
    `permissions must be one or more of ${SUB_PERMISSIONS.join(', ')}`,
    { field: 'permissions' },
  );
}

function checkName(name: string): void {
  if (isSubAccountName(name)) return;
  throw new RecordsError('badRequest', 'name must be exactly 8 letters', { field: 'name' });
}

function nameTaken(name: string): RecordsError {
  return new RecordsError('nameTaken', `a sub-account is called ${name} already`, {
    field: 'name',
  });
}

function tooMany(): RecordsError {
  const message = `a user may have at most ${SUB_ACCOUNTS_PER_USER} sub-accounts`;
  return new RecordsError('limitReached', message, { facts: { limit: SUB_ACCOUNTS_PER_USER } });
}

function notOwn(): RecordsError {
  return new RecordsError('notFound', 'there is no such sub-account', { field: 'uid' });
}
