/** Checks of the sign-in and sign-up forms; the server checks again. */

import { isEmail } from '@halcyon/domain/email';
import { checkField } from '../../platform/forms/rules.ts';
import type { FieldIssue } from '../../platform/locale/field-issue.ts';

/** Fewest characters of a new password. */
export const PASSWORD_MIN = 12;
/** Most characters of a password. */
export const PASSWORD_MAX = 128;

/** Null when the text looks like an e-mail address. */
export function checkEmail(text: string): FieldIssue | null {
  const email = text.trim();
  const missing = checkField(email, { required: true });
  if (missing !== null) return missing;
  // A host of one word is most likely a typo; an operator may still make such a user.
  const plausible = isEmail(email) && email.includes('.', email.lastIndexOf('@'));
  return plausible ? null : { id: 'check.email.format' };
}

/** Null when the password may be sent; a new one must be long enough. */
export function checkPassword(password: string, isNew: boolean): FieldIssue | null {
  const least = isNew ? { min: PASSWORD_MIN } : {};
  const issue = checkField(password, { required: true, ...least });
  return issue ?? checkField(password, { max: PASSWORD_MAX });
}
