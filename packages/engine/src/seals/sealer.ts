/** Makes the hash tree of all receipts while commands are carried out again. */
import { randomBytes } from 'node:crypto';
import type { State } from '@halcyon/core';
import {
  type Event,
  FIRST_LINK,
  HASH_BYTES,
  hexOfBytes,
  leafHash,
  receiptText,
  SALT_BYTES,
  type Seal,
  sealLink,
} from '@halcyon/domain';
import type { Storage } from '@halcyon/journal';
import { CommandReceipts, type ReceiptSource } from '../follow/command-receipts.ts';
import { contentsDigest, levelsOf, type SealTree, writeTree } from './seal-file.ts';
import { hasFund, SEAL_FORM, type SealRecord, sha256, writeLink } from './seal-record.ts';

/** Where a new seal follows on. */
export interface SealEnd {
  /** The last command that is sealed; 0 = none. */
  readonly to: number;
  readonly link: string;
}

const LEAVES_AT_FIRST = 4_096;

/** The salt of a leaf: who does not know the seed learns nothing of another's from it. */
export function saltOf(seed: Uint8Array, index: number): string {
  const bytes = new Uint8Array(HASH_BYTES + 8);
  bytes.set(seed);
  new DataView(bytes.buffer).setFloat64(HASH_BYTES, index, true);
  return hexOfBytes(sha256(bytes).subarray(0, SALT_BYTES));
}

/** Collects the receipts of commands; told of every one, it leaves out what was sealed before. */
export class Sealer {
  readonly #state: State;
  readonly #source: ReceiptSource;
  readonly #after: SealEnd;
  readonly #receipts: CommandReceipts;
  readonly #seed: Uint8Array;
  readonly #form: number;
  /** The first command that is sealed. */
  readonly #from: number;
  #count = 0;
  #seqs = new Float64Array(LEAVES_AT_FIRST);
  #leaves = new Uint8Array(LEAVES_AT_FIRST * HASH_BYTES);

  /**
   * @param state before the first command
   * @param seed of salts; another one for each seal
   * @param form of a seal that is made again
   */
  constructor(
    state: State,
    source: ReceiptSource,
    after: SealEnd,
    seed: Uint8Array = randomBytes(HASH_BYTES),
    form: number = SEAL_FORM,
  ) {
    this.#state = state;
    this.#source = source;
    this.#after = after;
    this.#seed = seed;
    this.#form = form;
    this.#from = Math.max(after.to, state.seq) + 1;
    this.#receipts = new CommandReceipts(state, source);
  }

  /** @param events of the command that was just carried out */
  learn(events: readonly Event[]): void {
    this.#receipts.learn(events);
    if (this.#state.seq < this.#from) return;
    const isFundSealed = hasFund({ form: this.#form });
    for (const receipt of this.#receipts.all(isFundSealed)) this.#add(receiptText(receipt));
  }

  /** What has come together. @param hash of the journal where it stands now, 32 bytes */
  made(hash: Uint8Array): { readonly seal: Seal; readonly tree: SealTree } {
    const receipts = this.#count;
    const levels = levelsOf(this.#leaves.subarray(0, receipts * HASH_BYTES));
    const root = levels.at(-1);
    const { exchange, venue } = this.#source;
    const seal: Seal = {
      ...{ exchange, venue, receipts },
      from: this.#from,
      to: this.#state.seq,
      previous: this.#after.link,
      journal: hexOfBytes(hash),
      root: root === undefined ? FIRST_LINK : hexOfBytes(root),
    };
    return { seal, tree: { seqs: this.#seqs.subarray(0, receipts), levels } };
  }

  /** Writes a seal of all that has come together. @param journal its folder @param hash see `made` */
  write(storage: Storage, journal: string, hash: Uint8Array): SealRecord {
    const { seal, tree } = this.made(hash);
    const [link, seed] = [sealLink(sha256, seal), hexOfBytes(this.#seed)];
    const record = { ...seal, link, seed, contents: contentsDigest(tree), form: this.#form };
    // The tree first: what has a link alone would count as one whose tree was lost.
    writeTree(storage, journal, record, tree);
    writeLink(storage, journal, record);
    return record;
  }

  #add(text: string): void {
    if (this.#count === this.#seqs.length) this.#grow();
    this.#seqs[this.#count] = this.#state.seq;
    const leaf = leafHash(sha256, saltOf(this.#seed, this.#count), text);
    this.#leaves.set(leaf, this.#count * HASH_BYTES);
    this.#count += 1;
  }

  #grow(): void {
    const [seqs, leaves] = [this.#seqs, this.#leaves];
    this.#seqs = new Float64Array(seqs.length * 2);
    this.#seqs.set(seqs);
    this.#leaves = new Uint8Array(leaves.length * 2);
    this.#leaves.set(leaves);
  }
}
