/**
 * Thawing an account that its owner froze: by the link of a mail and a proof, as every session begins.
 * Neither suffices: who froze it may fear for the password, or for the mails. What the operator froze
 * has no such way.
 */
import type { Kysely } from 'kysely';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { proveAgain } from './login.ts';
import {
  type LinkKind,
  type LinkRequest,
  linkOver,
  linkOwner,
  requestLink,
  useLink,
} from './mailed-links.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import { badPasskey, type ShownPasskey } from './passkey-check.ts';
import { takePasskey } from './passkeys.ts';
import type { IdentityTables } from './schema.ts';
import { hasSecondFactor } from './second-factor.ts';
import { mailedRow, noteSecured } from './users.ts';

/** How the owner of a link proves to be who froze the account. */
export interface ThawRequirements {
  /** By the code of an app or a passkey; else by the password. */
  readonly secondFactor: boolean;
}

/** What somebody shows who follows the link. */
export interface ThawProof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  /** Shown as at a sign-in. */
  readonly passkey?: ShownPasskey | undefined;
}

const THAW: LinkKind = {
  table: 'thaws',
  mail: 'accountThaw',
  mark: 'thaw',
  subject: 'thaw',
  helps: ({ status, self_frozen }) => status === 'frozen' && self_frozen === 1,
};

/** Has a link mailed to an address, if its owner froze the account. Throws as `requestLink`. */
export async function requestThaw(context: IdentityContext, input: LinkRequest): Promise<void> {
  await requestLink(context, THAW, input);
}

/** What the page of a link asks for. Throws `resetOver`. */
export async function thawNeeds(
  context: IdentityContext,
  input: { readonly token: string },
): Promise<ThawRequirements> {
  const owner = await linkOwner(context, THAW, input.token);
  if (owner === undefined) throw linkOver();
  return { secondFactor: await hasSecondFactor(context.db, owner.uid) };
}

/**
 * Thaws the account of a link, once, and freezes its withdrawals for a day. A wrong proof leaves the
 * link good. Throws `resetOver`, and as `proveAgain`.
 */
export async function thawSelf(
  context: IdentityContext,
  input: ThawProof & { readonly token: string; readonly origin: MailOrigin },
): Promise<{ readonly uid: number }> {
  const { token, origin } = input;
  const owner = await linkOwner(context, THAW, token);
  if (owner === undefined) throw linkOver();
  const { uid } = owner;
  const securedAt = await prove(context, uid, input);
  const mail = await mailedRow(context.db, uid);
  await context.db.transaction().execute(async (db) => {
    await useLink(db, THAW, token);
    await thaw(db, uid, securedAt);
    await noteSecured(db, uid, context.now());
    await db.deleteFrom('thaws').where('uid', '=', uid).execute();
    await writeMail(context, db, { ...origin, uid, ...mail, kind: 'accountThawed' });
    await note(context, db, 'thawSelf', { uid, origin });
  });
  return { uid };
}

async function prove(context: IdentityContext, uid: number, shown: ThawProof): Promise<number> {
  const { password, code, passkey } = shown;
  if (passkey === undefined) return proveAgain(context, { uid, password, code });
  const { secured_at } = await context.db
    .selectFrom('users')
    .select('secured_at')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  // Whoever follows the link is not signed in: the passkey is asked for as at a sign-in.
  if ((await takePasskey(context, { uid: 0, shown: passkey })) !== uid) throw badPasskey();
  return secured_at;
}

/** Unless the operator has frozen it meanwhile, or what was shown has changed. */
async function thaw(db: Kysely<IdentityTables>, uid: number, securedAt: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ status: 'active', self_frozen: 0 })
    .where('uid', '=', uid)
    .where('status', '=', 'frozen')
    .where('self_frozen', '=', 1)
    .where('secured_at', '=', securedAt)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw linkOver();
}
