/** A new password for who has forgotten the old one, by a link in a mail to the address of the account. */
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { storePassword } from './login.ts';
import {
  type LinkKind,
  type LinkRequest,
  linkOver,
  linkOwner,
  requestLink,
  useLink,
} from './mailed-links.ts';
import type { MailOrigin } from './mails.ts';
import { checkPassword } from './password-rules.ts';

/** Somebody whose password is new. */
export interface ResetResult {
  readonly uid: number;
}

const RESET: LinkKind = {
  table: 'password_resets',
  mail: 'passwordReset',
  mark: 'token',
  subject: 'reset',
  helps: ({ status }) => status === 'active',
};

/** Has a link mailed to an address, if somebody may use it. Throws as `requestLink`. */
export async function requestReset(context: IdentityContext, input: LinkRequest): Promise<void> {
  await requestLink(context, RESET, input);
}

/**
 * Sets the password of a token's account, once, and ends all its sessions. Throws `resetOver` for a
 * token that is unknown, used or too old, `passwordRefused`, which leaves the token good, and `busy`.
 */
export async function resetPassword(
  context: IdentityContext,
  input: { readonly token: string; readonly newPassword: string; readonly origin: MailOrigin },
): Promise<ResetResult> {
  const { token, newPassword, origin } = input;
  const owner = await linkOwner(context, RESET, token);
  if (owner === undefined) throw linkOver();
  const { uid, email } = owner;
  checkPassword(newPassword, email);
  const passwordHash = await context.hasher.hash(newPassword);
  await context.db.transaction().execute(async (transaction) => {
    await useLink(transaction, RESET, token);
    await storePassword(context, transaction, { uid, passwordHash, origin });
    await note(context, transaction, 'resetPassword', { uid, origin });
  });
  return { uid };
}
