/** What an e-mail address is, for the page, the API and the command line. */

/** Longest address, characters (RFC 5321, 4.5.3.1.3). */
export const EMAIL_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;

/** Dot-separated atoms of RFC 5322, letters of any script included (RFC 6531); no quoted forms. */
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Labels of letters, digits and inner hyphens. */
const HOST =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*$/u;

/** Whether a text is one address and nothing else: no list, no name beside it, nothing a mail header could read otherwise. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > LOCAL_LENGTH_MAX || text.length > EMAIL_LENGTH_MAX) return false;
  return LOCAL.test(text.slice(0, at)) && HOST.test(text.slice(at + 1));
}
