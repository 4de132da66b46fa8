/**
 * Passkeys: keys that a device keeps and uses for its person only, by a finger, a face or a PIN. One is
 * two factors by itself, so it signs in without the password, stands in for the code of an app, and
 * whoever has one has a second factor.
 */
import type { Kysely, Selectable } from 'kysely';
import { checkText, RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { isDuplicate, timedId } from './context.ts';
import { PASSKEY_CHALLENGE_MS, PASSKEY_NAME_MAX, PASSKEYS_PER_USER } from './limits.ts';
import type { MailOrigin } from './mails.ts';
import { type ChallengePurpose, makeChallenge, useChallenge } from './passkey-challenge.ts';
import {
  badPasskey,
  checkMade,
  checkShown,
  PASSKEY_ALGORITHMS,
  relyingParty,
  type ShownPasskey,
  shownId,
} from './passkey-check.ts';
import type { IdentityTables } from './schema.ts';
import { dropIdleCodes, factorChanged, hasSecondFactor, makeBackupCodes } from './second-factor.ts';
import { lockUser, userNotFound } from './users.ts';

/** A passkey as its owner sees it. */
export interface PasskeyRecord {
  readonly id: string;
  readonly name: string;
  /** Unix ms. */
  readonly madeAt: number;
  /** Unix ms, 0 = never. */
  readonly usedAt: number;
}

/** What `navigator.credentials` is asked with; JSON as browsers parse it. */
export type WebAuthnOptions = Readonly<Record<string, unknown>>;

const PUBLIC_KEY = 'public-key';

/** The user's passkeys, oldest first. */
export async function listPasskeys(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<PasskeyRecord[]> {
  const rows = await rowsOf(context.db, input.uid);
  return rows.map((row) => ({
    id: row.passkey_id,
    name: row.name,
    madeAt: row.made_at,
    usedAt: row.used_at,
  }));
}

/** What a new passkey is made with. Throws `notFound`, and `badRequest` for an origin without a name. */
export async function beginPasskey(
  context: IdentityContext,
  input: { readonly uid: number; readonly origin: string },
): Promise<WebAuthnOptions> {
  const { uid, origin } = input;
  const rpId = relyingParty(origin);
  const user = await context.db
    .selectFrom('users')
    .select('email')
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user === undefined) throw userNotFound(uid);
  const known = await rowsOf(context.db, uid);
  return {
    rp: { id: rpId, name: 'Halcyon' },
    user: { id: context.box.userHandle(uid), name: user.email, displayName: user.email },
    challenge: makeChallenge(context, { act: 'add', uid, origin }),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: PUBLIC_KEY, alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: known.map((row) => ({ type: PUBLIC_KEY, id: row.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  };
}

/**
 * Takes a new passkey and ends all sessions. With the first second factor of the user come backup
 * codes, told this once. Throws `badPasskey`, `badRequest`, `limitReached`.
 */
export async function addPasskey(
  context: IdentityContext,
  input: {
    readonly uid: number;
    readonly name: string;
    readonly shown: ShownPasskey;
    readonly origin: MailOrigin;
  },
): Promise<{ readonly codes: readonly string[] }> {
  const { uid, shown, origin } = input;
  const name = rightName(input.name);
  const made = await checkMade(context, { act: 'add', uid, origin: shown.origin }, shown);
  const now = context.now();
  const { credentialId: credential_id, publicKey: public_key, counter } = made;
  const row = { uid, credential_id, public_key, counter, name, made_at: now, used_at: 0 };
  try {
    return await context.db.transaction().execute(async (db) => {
      await lockUser(db, uid);
      if (!(await useChallenge(db, made.challenge))) throw badPasskey();
      if ((await rowsOf(db, uid)).length >= PASSKEYS_PER_USER) {
        const message = `a user may have at most ${PASSKEYS_PER_USER} passkeys: remove one first`;
        throw new RecordsError('limitReached', message, { facts: { limit: PASSKEYS_PER_USER } });
      }
      const first = !(await hasSecondFactor(db, uid));
      await db
        .insertInto('passkeys')
        .values({ passkey_id: timedId(now), ...row })
        .execute();
      const codes = first ? await makeBackupCodes(context, db, uid) : [];
      await factorChanged(context, db, { uid, kind: 'passkeyOn', origin });
      await note(context, db, 'addPasskey', input);
      return { codes };
    });
  } catch (error) {
    if (isDuplicate(error)) throw badPasskey(error);
    throw error;
  }
}

/** Gives a passkey another name. Throws `badRequest`, `notFound`. */
export async function renamePasskey(
  context: IdentityContext,
  input: { readonly uid: number; readonly id: string; readonly name: string },
): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable('passkeys')
    .set({ name: rightName(input.name) })
    .where('uid', '=', input.uid)
    .where('passkey_id', '=', input.id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw passkeyNotFound();
}

/** Removes a passkey and ends all sessions. Throws `notFound`. */
export async function removePasskey(
  context: IdentityContext,
  input: { readonly uid: number; readonly id: string; readonly origin: MailOrigin },
): Promise<void> {
  const { uid, id, origin } = input;
  await context.db.transaction().execute(async (db) => {
    await lockUser(db, uid);
    const { numDeletedRows } = await db
      .deleteFrom('passkeys')
      .where('uid', '=', uid)
      .where('passkey_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw passkeyNotFound();
    await dropIdleCodes(db, uid);
    await factorChanged(context, db, { uid, kind: 'passkeyOff', origin });
    await note(context, db, 'removePasskey', input);
  });
}

/**
 * What a passkey is asked for with: any of this exchange to sign in (`uid` 0), those of the user to
 * prove who is here. Throws `badRequest` for an origin without a name.
 */
export async function askPasskey(
  context: IdentityContext,
  input: { readonly uid: number; readonly origin: string },
): Promise<WebAuthnOptions> {
  const { uid, origin } = input;
  const rpId = relyingParty(origin);
  const own = uid === 0 ? [] : await rowsOf(context.db, uid);
  return {
    rpId,
    challenge: makeChallenge(context, purposeOf(uid, origin)),
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: own.map((row) => ({ type: PUBLIC_KEY, id: row.credential_id })),
  };
}

/**
 * Whose passkey this is; what it signed is used up. `uid` 0 = whoever signs in, else it has to be the
 * user's own. Throws `badPasskey`.
 */
export async function takePasskey(
  context: IdentityContext,
  input: { readonly uid: number; readonly shown: ShownPasskey },
): Promise<number> {
  const { uid, shown } = input;
  const stored = await context.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', shownId(shown))
    .executeTakeFirst();
  if (stored === undefined || (uid !== 0 && stored.uid !== uid)) throw badPasskey();
  const { counter, challenge } = await checkShown(
    context,
    purposeOf(uid, shown.origin),
    shown,
    stored,
  );
  await context.db.transaction().execute(async (db) => {
    if (!(await useChallenge(db, challenge))) throw badPasskey();
    // A key that counts moves on only: of two copies of it one is refused. 0 = it does not count.
    const { numUpdatedRows } = await db
      .updateTable('passkeys')
      .set({ counter, used_at: context.now() })
      .where('passkey_id', '=', stored.passkey_id)
      .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw badPasskey();
  });
  return stored.uid;
}

/** The row of the user who has a passkey; undefined = nobody. */
export function passkeyOwner(db: Kysely<IdentityTables>, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.uid', 'passkeys.uid')
    .select(['users.uid', 'users.email', 'users.status', 'users.self_frozen', 'users.secured_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

function purposeOf(uid: number, origin: string): ChallengePurpose {
  return { act: uid === 0 ? 'login' : 'prove', uid, origin };
}

function rowsOf(
  db: Kysely<IdentityTables>,
  uid: number,
): Promise<Selectable<IdentityTables['passkeys']>[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('passkey_id')
    .execute();
}

function rightName(text: string): string {
  const name = text.trim().normalize('NFC');
  checkText('name', name, 1, PASSKEY_NAME_MAX);
  return name;
}

function passkeyNotFound(): RecordsError {
  return new RecordsError('notFound', 'there is no such passkey', { field: 'id' });
}
