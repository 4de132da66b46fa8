/** In which language a person is written to: that of the page that they last used. */
import type { Kysely } from 'kysely';
import type { IdentityContext } from './context.ts';
import type { IdentityTables } from './schema.ts';

/** The code of a language, in characters. */
const LANGUAGE_MAX = 16;

/** A code as it is stored. */
export function storedLanguage(language: string): string {
  return language.slice(0, LANGUAGE_MAX);
}

/** Remembers the language of a person's page. @param language '' = the request did not say */
export function noteLanguage(
  { db }: Pick<IdentityContext, 'db'>,
  { uid, language }: { readonly uid: number; readonly language: string },
): Promise<void> {
  return keepLanguage(db, uid, language);
}

/** The same in a transaction. */
export async function keepLanguage(
  db: Kysely<IdentityTables>,
  uid: number,
  language: string,
): Promise<void> {
  if (language === '') return;
  const known = storedLanguage(language);
  await db
    .updateTable('users')
    .set({ language: known })
    .where('uid', '=', uid)
    .where('language', '<>', known)
    .execute();
}

/** The language of a mail: that of the request that it is about, else the one that is remembered. */
export async function mailLanguage(
  db: Kysely<IdentityTables>,
  { uid, language }: { readonly uid: number; readonly language: string },
): Promise<string> {
  if (language !== '') return storedLanguage(language);
  const user = await db
    .selectFrom('users')
    .select('language')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return user?.language ?? '';
}
