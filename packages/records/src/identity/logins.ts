/** Who signed in when, from where. One from a new browser is told to the owner by mail. */
import type { Kysely } from 'kysely';
import type { IdentityContext } from './context.ts';
import { REST, storedAddress, storedUserAgent, timedId } from './context.ts';
import { keepLanguage } from './language.ts';
import { LOGINS_PER_USER } from './limits.ts';
import { writeMail } from './mails.ts';
import type { IdentityTables } from './schema.ts';

/** A sign-in that begins a session. */
export interface Login {
  /** Whether its browser had signed in to the account before. */
  readonly known: boolean;
  readonly language: string;
}

/** One sign-in in its owner's list. */
export interface LoginEntry {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
  readonly address: string;
  readonly userAgent: string;
  /** From a browser that had never signed in to this account, while others had. */
  readonly unusual: boolean;
}

/** Lists a sign-in, in the transaction of the session that it begins; whether it was unusual. */
export async function noteLogin(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  input: {
    readonly uid: number;
    readonly address: string;
    readonly userAgent: string;
    readonly login: Login;
  },
): Promise<boolean> {
  const { uid, login } = input;
  const now = context.now();
  const address = storedAddress(input.address);
  const unusual = !login.known && (await hasSignedIn(db, uid));
  const row = {
    uid,
    login_id: timedId(now),
    at: now,
    address,
    user_agent: storedUserAgent(input.userAgent),
    unusual: unusual ? 1 : 0,
  };
  await db.insertInto('logins').values(row).execute();
  await db
    .deleteFrom('logins')
    .where('uid', '=', uid)
    .where('login_id', 'in', (eb) =>
      eb
        .selectFrom('logins')
        .select('login_id')
        .where('uid', '=', uid)
        .orderBy('login_id', 'desc')
        .limit(REST)
        .offset(LOGINS_PER_USER),
    )
    .execute();
  await keepLanguage(db, uid, login.language);
  if (!unusual) return false;
  const user = await db
    .selectFrom('users')
    .select(['email as recipient', 'anti_phishing as antiPhishing'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  const { language } = login;
  await writeMail(context, db, { uid, ...user, address, language, kind: 'newLogin' });
  return true;
}

/** Nobody is warned of the first one. */
async function hasSignedIn(db: Kysely<IdentityTables>, uid: number): Promise<boolean> {
  const row = await db
    .selectFrom('logins')
    .select('uid')
    .where('uid', '=', uid)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The user's sign-ins, newest first. */
export async function listLogins(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<LoginEntry[]> {
  const rows = await context.db
    .selectFrom('logins')
    .selectAll()
    .where('uid', '=', input.uid)
    .orderBy('login_id', 'desc')
    .limit(LOGINS_PER_USER)
    .execute();
  return rows.map((row) => ({
    id: row.login_id,
    at: row.at,
    address: row.address,
    userAgent: row.user_agent,
    unusual: row.unusual === 1,
  }));
}
