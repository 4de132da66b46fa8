/** Codes of authenticator apps: RFC 6238 over RFC 4226, six digits of SHA-1, a new one every 30 s. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Hashes of the RFC; apps know the first one alone. */
export type TotpHash = 'sha1' | 'sha256' | 'sha512';

/** Number of the step that a time is in. @param ms Unix ms */
export function stepAt(ms: number): number {
  return Math.floor(ms / STEP_MS);
}

/** The code of a step. */
export function totpCode(
  secret: Uint8Array,
  step: number,
  digits: number = DIGITS,
  hash: TotpHash = 'sha1',
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(hash, secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Whether `code` is the one of a step; takes equally long for every wrong one. */
export function isCodeOf(secret: Uint8Array, step: number, code: string): boolean {
  const given = Buffer.from(code);
  const expected = Buffer.from(totpCode(secret, step));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Bytes as people type them into an app: RFC 4648, base 32, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
}

/** What the QR code of an app holds. */
export function totpUri(account: string, secret: Uint8Array): string {
  const label = `Halcyon:${encodeURIComponent(account)}`;
  const query = `secret=${base32(secret)}&issuer=Halcyon&algorithm=SHA1&digits=${DIGITS}&period=30`;
  return `otpauth://totp/${label}?${query}`;
}
