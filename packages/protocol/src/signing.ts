/**
 * What a signed request signs. Pure text rules; who computes HMAC, RSA or Ed25519 over the result is
 * the caller's business.
 */

/** How far a request's timestamp may be from the server's clock on either side, ms. */
export const RECEIVE_WINDOW_MS = 30_000;

/** Path and method that a WebSocket login signs. */
export const WS_LOGIN_METHOD = 'GET';
export const WS_LOGIN_PATH = '/user/verify';

/**
 * The text that is signed: timestamp, method in upper case, path, `?` and query when there is one, body.
 * `query` is without its question mark and exactly as the signer wrote it: never re-sorted.
 */
export function preHash(
  timestamp: string,
  method: string,
  path: string,
  query: string,
  body: string,
): string {
  return query === ''
    ? timestamp + method + path + body
    : `${timestamp + method + path}?${query}${body}`;
}

/**
 * The decoded form of a query, the second one that clients sign: percent escapes resolved, `+` as a
 * space. Null when it has a malformed escape or decodes to itself, so that there is no second form.
 */
export function decodedQuery(query: string): string | null {
  if (!query.includes('%') && !query.includes('+')) return null;
  try {
    const decoded = decodeURIComponent(query.replaceAll('+', ' '));
    return decoded === query ? null : decoded;
  } catch {
    return null;
  }
}

/**
 * A login's timestamp in ms: clients send seconds or milliseconds. Null when it is not a whole number
 * of at most 16 digits.
 */
export function loginTimestampMs(text: string): number | null {
  if (!/^[0-9]{1,16}$/.test(text)) return null;
  const value = Number(text);
  return value < 100_000_000_000 ? value * 1000 : value;
}
