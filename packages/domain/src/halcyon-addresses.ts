/**
 * Addresses of the exchange's own chain: `hal1` and 18 letters or digits, one for every user and coin. The
 * first 12 tell the version, the user and the asset; the last 6 are a checksum (the BCH code of
 * bech32m) that finds any four wrong characters, so a typo never sends money to somebody else.
 */
import type { ReadAddress } from './chains.ts';
import type { AssetId, UserId } from './ids.ts';
import { UNITS_MAX } from './limits.ts';

const PREFIX = 'hal1';
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const VERSION = 0;
const USER_LETTERS = 8;
const ASSET_LETTERS = 3;
const CHECK_LETTERS = 6;
const LENGTH = PREFIX.length + 1 + USER_LETTERS + ASSET_LETTERS + CHECK_LETTERS;
const USER_MAX = 32 ** USER_LETTERS;
const ASSET_MAX = 32 ** ASSET_LETTERS;

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32M = 0x2bc830a3;
/** `hal`, as the checksum takes it in. */
const PREFIX_WORDS = [3, 3, 3, 0, 8, 1, 12];

function checksumOf(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (let bit = 0; bit < 5; bit++) {
      if ((top >>> bit) & 1) sum ^= GENERATOR[bit] ?? 0;
    }
  }
  return sum >>> 0;
}

function digits(value: number, count: number): number[] {
  const words: number[] = [];
  for (let rest = value, i = 0; i < count; i++, rest = Math.floor(rest / 32)) {
    words.unshift(rest % 32);
  }
  return words;
}

function number(words: readonly number[]): number {
  return words.reduce((value, word) => value * 32 + word, 0);
}

/** The address of a user for an asset. */
export function halcyonAddress(user: UserId, asset: AssetId): string {
  if (user < 0 || user >= USER_MAX || asset < 0 || asset >= ASSET_MAX || user > UNITS_MAX) {
    throw new RangeError(`halcyonAddress: user ${user} or asset ${asset} has no address`);
  }
  const data = [VERSION, ...digits(user, USER_LETTERS), ...digits(asset, ASSET_LETTERS)];
  const sum = checksumOf([...PREFIX_WORDS, ...data, ...Array(CHECK_LETTERS).fill(0)]) ^ BECH32M;
  const check = Array.from({ length: CHECK_LETTERS }, (_, i) => (sum >>> (5 * (5 - i))) & 31);
  return PREFIX + [...data, ...check].map((word) => LETTERS.charAt(word)).join('');
}

/** Reads an address; letter case does not matter, mixing it does not either. */
export function readHalcyonAddress(text: string): ReadAddress {
  const lower = text.toLowerCase();
  if (!lower.startsWith(PREFIX)) {
    return { problem: `only addresses of chain HALCYON (${PREFIX}...) can be reached` };
  }
  if (lower.length !== LENGTH) return { problem: `it must have ${LENGTH} characters` };
  const words = Array.from(lower.slice(PREFIX.length), (letter) => LETTERS.indexOf(letter));
  if (words.includes(-1)) return { problem: 'it has a character that addresses never have' };
  if (checksumOf([...PREFIX_WORDS, ...words]) !== BECH32M) {
    return { problem: 'its checksum is wrong: look for a typing error' };
  }
  if (words[0] !== VERSION) return { problem: 'it is of a kind that is not known yet' };
  const user = number(words.slice(1, 1 + USER_LETTERS));
  const asset = number(words.slice(1 + USER_LETTERS, 1 + USER_LETTERS + ASSET_LETTERS));
  return { address: lower, owner: { user, asset } };
}
