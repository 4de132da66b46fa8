/**
 * How a receipt proves to a stranger that it is in the journal, and tells nothing else. Receipts are the
 * leaves of a hash tree (RFC 6962), each with a salt, so that nobody can guess at its neighbours. The
 * tree's root is sealed: a seal's link is the hash of the root, of the journal up to there and of the link
 * before. So who knows one link of an exchange knows whether anything before it was changed.
 */
import type { Sha256 } from '../sha256.ts';
import type { Receipt } from './receipt.ts';

/** Bytes of a hash. */
export const HASH_BYTES = 32;
/** Bytes of a leaf's salt. */
export const SALT_BYTES = 16;
/** The link before the first seal. */
export const FIRST_LINK = '0'.repeat(2 * HASH_BYTES);
/** Most neighbours on the way to a root: a tree of 4 billion receipts. */
export const PROOF_PATH_MAX = 32;

/** A stretch of a venue's journal whose receipts are sealed. Hashes are hexadecimal digits. */
export interface Seal {
  /** Id of the exchange. */
  readonly exchange: string;
  readonly venue: 'live' | 'paper';
  /** The commands that its receipts are of. */
  readonly from: number;
  readonly to: number;
  /** How many receipts; 0 = `root` is `FIRST_LINK`. */
  readonly receipts: number;
  /** The link of the seal before; `FIRST_LINK` = there is none. */
  readonly previous: string;
  /** SHA-256 of the journal up to `to`, each segment with the hash of the one before. */
  readonly journal: string;
  readonly root: string;
}

/** On which side a neighbour stands, and its hash. */
export type ProofStep = readonly [side: 'left' | 'right', hash: string];

/** Leads from a receipt to the link of its seal. */
export interface ReceiptProof {
  readonly salt: string;
  /** From the leaf up. */
  readonly path: readonly ProofStep[];
  /** What the seal says besides what follows from receipt and path. */
  readonly seal: Pick<Seal, 'from' | 'to' | 'receipts' | 'previous' | 'journal'>;
}

/**
 * Why a receipt has no proof now. 'waiting' = its command is not sealed yet; 'damaged' = its seal cannot be
 * read; 'older' = it was sealed by a version whose receipts read otherwise.
 */
export type ReceiptStanding = 'waiting' | 'damaged' | 'older';

/** What is told of a seal to everyone. */
export interface SealAnswer extends Seal {
  readonly link: string;
}

const BEYOND_ASCII = /[\u007f-\uffff]/;

/** The one text of a receipt: names in order, nothing but ASCII. */
export function receiptText(receipt: Receipt): string {
  return textOf(ordered(receipt));
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return BEYOND_ASCII.test(text) ? text.replace(/[\u007f-\uffff]/g, escaped) : text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.some(isNested) ? value.map(ordered) : value;
  const given = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(given).sort()) result[name] = ordered(given[name]);
  return result;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object';
}

/** @param salt hexadecimal digits @param text of `receiptText` */
export function leafHash(hash: Sha256, salt: string, text: string): Uint8Array {
  return hash(`halcyon receipt 1\n${salt}\n${text}`);
}

/** Of two nodes; begins with a byte that no text begins with. */
export function nodeHash(hash: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return hash(bytes);
}

/** The link of a seal, hexadecimal digits. */
export function sealLink(hash: Sha256, seal: Seal): string {
  const { exchange, venue, from, to, receipts, previous, journal, root } = seal;
  const lines = ['halcyon seal 1', textOf(exchange), venue, from, to, receipts];
  return hexOfBytes(hash([...lines, previous, journal, root].join('\n')));
}

/** The seal that a receipt comes to by its proof; null = the proof is of another place. */
export function provenSeal(hash: Sha256, receipt: Receipt, proof: ReceiptProof): Seal | null {
  const { salt, path, seal } = proof;
  if (receipt.seq < seal.from || receipt.seq > seal.to) return null;
  let node = leafHash(hash, salt, receiptText(receipt));
  for (const [side, digits] of path) {
    const neighbour = bytesOfHex(digits);
    node = side === 'left' ? nodeHash(hash, neighbour, node) : nodeHash(hash, node, neighbour);
  }
  const { exchange, venue } = receipt;
  return { exchange, venue, ...seal, root: hexOfBytes(node) };
}

/** Where a list of seals, the oldest first, does not hold together; null = it does. */
export function brokenSeal(hash: Sha256, seals: readonly SealAnswer[]): SealAnswer | null {
  let before: SealAnswer | undefined;
  for (const seal of seals) {
    const follows =
      before === undefined || (seal.previous === before.link && seal.from > before.to);
    if (!follows || sealLink(hash, seal) !== seal.link) return seal;
    before = seal;
  }
  return null;
}

/** Two hexadecimal digits a byte. */
export function hexOfBytes(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0');
  return digits;
}

/** @param digits two a byte, nothing else */
export function bytesOfHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2);
  for (let n = 0; n < bytes.length; n++)
    bytes[n] = Number.parseInt(digits.slice(2 * n, 2 * n + 2), 16);
  return bytes;
}
