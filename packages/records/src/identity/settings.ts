import { checkText, RecordsError } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { SETTING_NAME_MAX, SETTING_VALUE_MAX, SETTINGS_PER_USER } from './limits.ts';
import { lockUser } from './users.ts';

/** A user's small JSON documents: favourites, layouts. All of them, by name. */
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

/** Stores a setting. Throws `badRequest` (not JSON, too long) and `limitReached`. */
export async function putSetting(
  context: IdentityContext,
  input: { readonly uid: number; readonly name: string; readonly value: string },
): Promise<void> {
  const { uid, name, value } = input;
  checkText('name', name, 1, SETTING_NAME_MAX);
  checkText('value', value, 1, SETTING_VALUE_MAX);
  try {
    JSON.parse(value);
  } catch {
    throw new RecordsError('badRequest', 'value must be JSON text', { field: 'value' });
  }
  const updated_at = context.now();
  await context.db.transaction().execute(async (db) => {
    const updated = await db
      .updateTable('settings')
      .set({ value, updated_at })
      .where('uid', '=', uid)
      .where('name', '=', name)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n) return;
    await lockUser(db, uid);
    const { count } = await db
      .selectFrom('settings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    if (count >= SETTINGS_PER_USER) {
      throw new RecordsError('limitReached', `at most ${SETTINGS_PER_USER} settings are kept`, {
        facts: { limit: SETTINGS_PER_USER },
      });
    }
    await db
      .insertInto('settings')
      .values({ uid, name, value, updated_at })
      .onConflict((conflict) =>
        conflict.columns(['uid', 'name']).doUpdateSet({ value, updated_at }),
      )
      .execute();
  });
}

/** Forgets a setting; whether there was one. */
export async function deleteSetting(
  context: IdentityContext,
  input: { readonly uid: number; readonly name: string },
): Promise<boolean> {
  const result = await context.db
    .deleteFrom('settings')
    .where('uid', '=', input.uid)
    .where('name', '=', input.name)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
