/** Checks of the sign-in and sign-up forms; the server checks again. */

import type { MessageId, MessageValues } from '../../platform/locale/intl.tsx';

/** Fewest characters of a new password. */
export const PASSWORD_MIN = 12;
/** Most characters of a password. */
export const PASSWORD_MAX = 128;

/** A message about a field. */
export interface FieldIssue {
  readonly id: MessageId;
  readonly values?: MessageValues;
}

/** Null when the text looks like an e-mail address. */
export function checkEmail(text: string): FieldIssue | null {
  const email = text.trim();
  if (email === '') return { id: 'check.email.required' };
  const plausible = email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return plausible ? null : { id: 'check.email.format' };
}

/** Null when the password may be sent; a new one must be long enough. */
export function checkPassword(password: string, isNew: boolean): FieldIssue | null {
  if (password === '') return { id: 'check.password.required' };
  if (isNew && password.length < PASSWORD_MIN) {
    return { id: 'check.password.short', values: { min: PASSWORD_MIN } };
  }
  if (password.length > PASSWORD_MAX) {
    return { id: 'check.password.long', values: { max: PASSWORD_MAX } };
  }
  return null;
}
