/** Return addresses after signing in: a crafted link must not send a person elsewhere. */

import { isSafeTarget, refuse } from './guard.ts';

const OWN = 'https://own.invalid/';

/**
 * The return address as a path of our own origin; null for anything else, after a warning. It starts with `/`, not
 * followed by `/` or `\`, has no control characters, and is still such a path once normalised.
 */
export function safeReturnTo(value: string | null): string | null {
  if (value === null) return null;
  if (!/^\/(?![/\\])/.test(value) || value.includes('\\')) return refuse(value);
  if (!isSafeTarget(value, OWN)) return refuse(value);
  const url = new URL(value, OWN);
  return url.pathname + url.search + url.hash;
}
