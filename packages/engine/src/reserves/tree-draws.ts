/**
 * What the trees of a root are drawn from. A root keeps its form, so that proofs and audits of an older one
 * come out as they were.
 */
import { createCipheriv } from 'node:crypto';
import { assert, hashDraws, SALT_DIGITS, type TreeDraws } from '@halcyon/domain';
import { hashText, RESERVES_FORM } from './root-file.ts';

/** Empty nodes that are drawn at once; most trees need a third of them. */
const NODES_AT_ONCE = 256;
/** Salts that are drawn at once: they are asked for in the order of places, which is any. */
const SALTS_AT_ONCE = 65_536;
const NUMBERS_AT_ONCE = 4_096;
const NODE_BYTES = 32;
const SALT_BYTES = SALT_DIGITS / 2;
/** Of the counter of the cipher, which counts blocks of 16 bytes. */
const COUNTER_BYTES = 16;
/** Levels that nodes have; the other streams stand behind them. */
const SALTS = 254;
const NUMBERS = 255;

/** The draws of the tree of an asset. @param form `RESERVES_FORM` of the version that made the root */
export function treeDraws(form: number, asset: string, seed: string): TreeDraws {
  if (form === 1) return hashDraws(hashText, asset, seed);
  assert(form === RESERVES_FORM, `a root of reserves has the unknown form ${form}`);
  return new CipherDraws(hashText(`halcyon draws 2\n${asset}\n${seed}`));
}

/**
 * Draws from the key stream of AES-256 in counter mode (NIST SP 800-38A, 6.5), which costs a quarter to a
 * third of a hash for each: the key is of one asset of one root, and each level and purpose has counters of its own.
 */
class CipherDraws implements TreeDraws {
  readonly #key: Buffer;
  /** The last piece of each level. */
  readonly #nodes: { at: number; bytes: Buffer }[] = [];
  readonly #salts: Buffer[] = [];

  /** @param key digits of 32 bytes */
  constructor(key: string) {
    this.#key = Buffer.from(key, 'hex');
  }

  *numbers(): Generator<number> {
    for (let piece = 0; ; piece++) {
      const bytes = this.#drawn(NUMBERS, piece, NUMBERS_AT_ONCE * 4);
      for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32LE(at);
    }
  }

  salt(n: number): string {
    const piece = Math.floor(n / SALTS_AT_ONCE);
    this.#salts[piece] ??= this.#drawn(SALTS, piece, SALTS_AT_ONCE * SALT_BYTES);
    const at = (n % SALTS_AT_ONCE) * SALT_BYTES;
    return this.#salts[piece].toString('hex', at, at + SALT_BYTES);
  }

  empty(level: number, index: number): string {
    const piece = Math.floor(index / NODES_AT_ONCE);
    let known = this.#nodes[level];
    if (known?.at !== piece) {
      known = { at: piece, bytes: this.#drawn(level, piece, NODES_AT_ONCE * NODE_BYTES) };
      this.#nodes[level] = known;
    }
    const at = (index % NODES_AT_ONCE) * NODE_BYTES;
    return known.bytes.toString('hex', at, at + NODE_BYTES);
  }

  /** A piece of a stream, all of `length` bytes. */
  #drawn(stream: number, piece: number, length: number): Buffer {
    const counter = Buffer.alloc(COUNTER_BYTES);
    counter[0] = stream;
    counter.writeBigUInt64BE(BigInt(piece) * BigInt(length / COUNTER_BYTES), 8);
    return createCipheriv('aes-256-ctr', this.#key, counter).update(Buffer.alloc(length));
  }
}
