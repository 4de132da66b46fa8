import type { Kysely } from 'kysely';
import { checkText, RecordsError } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { SETTING_NAME_MAX, SETTING_VALUE_MAX, SETTINGS_PER_USER } from './limits.ts';
import type { IdentityTables } from './schema.ts';
import { lockUser } from './users.ts';

/**
 * A user's small JSON documents: favourites, layouts. All of them, by name. The version of one is the time
 * of its last change, Unix ms, and grows with each.
 */
export async function listSettings(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<{ readonly name: string; readonly value: string }[]> {
  return context.db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('uid', '=', input.uid)
    .orderBy('name')
    .execute();
}

/** The JSON text of one setting, or null. */
export async function getSetting(
  context: IdentityContext,
  input: { readonly uid: number; readonly name: string },
): Promise<string | null> {
  const row = await context.db
    .selectFrom('settings')
    .select('value')
    .where('uid', '=', input.uid)
    .where('name', '=', input.name)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** The version of each setting, by name: what somebody else has changed since is found without its value. */
export async function settingVersions(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<{ readonly name: string; readonly version: number }[]> {
  return context.db
    .selectFrom('settings')
    .select(['name', 'updated_at as version'])
    .where('uid', '=', input.uid)
    .orderBy('name')
    .execute();
}

/**
 * Stores a setting. Throws `badRequest` (not JSON, too long), `limitReached`, and `settingChanged` where it has
 * another version than the one that is replaced.
 * @param input.replaces that version, 0 = there is none; absent = whatever is there
 * @returns its version
 */
export async function putSetting(
  context: IdentityContext,
  input: {
    readonly uid: number;
    readonly name: string;
    readonly value: string;
    readonly replaces?: number | undefined;
  },
): Promise<number> {
  const { uid, name, value, replaces } = input;
  checkText('name', name, 1, SETTING_NAME_MAX);
  checkText('value', value, 1, SETTING_VALUE_MAX);
  try {
    JSON.parse(value);
  } catch {
    throw new RecordsError('badRequest', 'value must be JSON text', { field: 'value' });
  }
  return context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    const before = await versionOf(db, uid, name);
    if (replaces !== undefined && replaces !== before) throw settingChanged();
    if (before === 0) await checkRoom(db, uid);
    const updated_at = Math.max(context.now(), before + 1);
    await db
      .insertInto('settings')
      .values({ uid, name, value, updated_at })
      .onConflict((conflict) =>
        conflict.columns(['uid', 'name']).doUpdateSet({ value, updated_at }),
      )
      .execute();
    return updated_at;
  });
}

async function checkRoom(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  const { count } = await db
    .selectFrom('settings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  if (count < SETTINGS_PER_USER) return;
  throw new RecordsError('limitReached', `at most ${SETTINGS_PER_USER} settings are kept`, {
    facts: { limit: SETTINGS_PER_USER },
  });
}

/**
 * Forgets a setting; whether there was one. Throws `settingChanged` where it has another version.
 * @param input.version absent = whatever is there
 */
export async function deleteSetting(
  context: IdentityContext,
  input: { readonly uid: number; readonly name: string; readonly version?: number | undefined },
): Promise<boolean> {
  const { uid, name, version } = input;
  return context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    const before = await versionOf(db, uid, name);
    if (version !== undefined && version !== before) throw settingChanged();
    const gone = db.deleteFrom('settings').where('uid', '=', uid).where('name', '=', name);
    return (await gone.executeTakeFirst()).numDeletedRows === 1n;
  });
}

/** The version of a setting, 0 = there is none. */
async function versionOf(db: Kysely<IdentityTables>, uid: number, name: string): Promise<number> {
  const known = await db
    .selectFrom('settings')
    .select('updated_at')
    .where('uid', '=', uid)
    .where('name', '=', name)
    .executeTakeFirst();
  return known?.updated_at ?? 0;
}

function settingChanged(): RecordsError {
  return new RecordsError('settingChanged', 'the setting was changed meanwhile', { field: 'name' });
}
