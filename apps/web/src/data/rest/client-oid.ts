/** Ids that the page gives to what it sends. */

/** A client order id that nobody else makes: the same order is never placed twice by a retry. */
export function newClientOid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `web-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
