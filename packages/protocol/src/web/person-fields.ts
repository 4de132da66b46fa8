/** Fields by which people name and prove themselves. Limits are far above what the rules take, so that those answer. */
import { EMAIL_LENGTH_MAX } from '@halcyon/domain';
import { optional } from '../schema/fields.ts';
import { verbatim } from '../schema/web-fields.ts';

const PASSWORD_TEXT_MAX = 1_000;
const CODE_TEXT_MAX = 100;
const TOKEN_TEXT_MAX = 100;
/** What a browser says of a passkey. */
const CREDENTIAL_TEXT_MAX = 16_000;

export const email = () => verbatim('e-mail address', EMAIL_LENGTH_MAX);
export const password = () => verbatim('the password', PASSWORD_TEXT_MAX);
export const newPassword = () => verbatim('the new password', PASSWORD_TEXT_MAX);
export const linkToken = () => verbatim('of the link', TOKEN_TEXT_MAX);
export const appCode = () => verbatim('of the authenticator app', CODE_TEXT_MAX);
export const shownPasskey = () =>
  verbatim('what the browser says of a passkey, JSON', CREDENTIAL_TEXT_MAX);

/** One of them proves who somebody is. */
export const proofs = () => ({
  password: optional(password()),
  code: optional(appCode()),
  passkey: optional(shownPasskey()),
});
