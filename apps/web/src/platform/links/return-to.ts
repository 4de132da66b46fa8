/** Return addresses after signing in: a crafted link must not send a person elsewhere. */

import { isSafeTarget } from './guard.ts';

const OWN = 'https://own.invalid/';

/**
 * The return address as a path of our own origin; null for anything else. It starts with `/`, not
 * followed by `/` or `\`, has no control characters, and is still such a path once normalised.
 */
export function safeReturnTo(value: string | null): string | null {
  if (value === null || !/^\/(?![/\\])/.test(value) || value.includes('\\')) return null;
  if (!isSafeTarget(value, OWN)) return null;
  const url = new URL(value, OWN);
  return url.pathname + url.search + url.hash;
}
