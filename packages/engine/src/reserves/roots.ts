/** The roots of reserves of a venue: their chain, and the proofs of owners that lead to them. */
import {
  checkReserves,
  FIRST_LINK,
  InvariantError,
  type LiabilityProof,
  LiabilityTree,
  liabilityProof,
  type ReservesHead,
  type ReservesProof,
  type ReservesRoot,
  type ReservesStanding,
} from '@halcyon/domain';
import type { Storage } from '@halcyon/journal';
import { isUnreadable } from '../seals/seal-record.ts';
import { hashText, type RootRecord, readRoot, rootName, rootSeqs } from './root-file.ts';
import { treeDraws } from './tree-draws.ts';
import { TreesFile } from './tree-file.ts';

/** Roots whose trees are kept: while a new one is made, the one before still gives proofs. */
export const TREES_KEPT = 2;

/**
 * Reads the roots; new files are found as they come. What cannot be read is remembered as a fault; the
 * chain shows a gap there.
 */
export class Roots {
  readonly #storage: Storage;
  readonly #journal: string;
  readonly #seqs: () => readonly number[];
  /** Of the assets of older roots nothing is kept. */
  readonly #heads = new Map<number, ReservesHead>();
  readonly #faults = new Map<number, string>();
  #newest: RootRecord | null = null;

  /**
   * @param journal folder of the journal
   * @param seqs of the roots that there are, the first one first
   */
  constructor(
    storage: Storage,
    journal: string,
    seqs: () => readonly number[] = () => rootSeqs(storage, journal),
  ) {
    this.#storage = storage;
    this.#journal = journal;
    this.#seqs = seqs;
  }

  /** Reads some more of the roots that are not known yet. @returns whether all are known now */
  learn(count: number): boolean {
    const unknown = this.#seqs().filter((seq) => !this.#heads.has(seq) && !this.#faults.has(seq));
    for (const seq of unknown.slice(0, count)) this.#head(seq);
    return unknown.length <= count;
  }

  /** Heads of all roots that can be read, the oldest first. */
  list(): ReservesHead[] {
    let previous = FIRST_LINK;
    const heads: ReservesHead[] = [];
    for (const seq of this.#seqs()) {
      const head = this.#head(seq);
      if (head === null) continue;
      if (head.previous !== previous) {
        this.#faults.set(seq, `a root of reserves before ${rootName(seq)} is missing`);
      }
      heads.push(head);
      previous = head.link;
    }
    return heads;
  }

  /** The newest root, with what is told to nobody; null = none was made, or it cannot be read. */
  newestRecord(): RootRecord | null {
    const seq = this.#seqs().at(-1);
    return seq === undefined ? null : this.#record(seq);
  }

  /** The newest root; null = none was made, or it cannot be read. */
  newest(): ReservesRoot | null {
    const record = this.newestRecord();
    return record === null ? null : publishedRoot(record);
  }

  /** A root with its assets; null = there is none at that command, or it cannot be read. */
  root(seq: number): ReservesRoot | null {
    const isThere = this.#seqs().includes(seq);
    const record = isThere ? this.#record(seq) : null;
    return record === null ? null : publishedRoot(record);
  }

  /** Where the next root follows on; null = the newest one is there and cannot be read. */
  end(): string | null {
    const isNone = this.#seqs().length === 0;
    return isNone ? FIRST_LINK : (this.newest()?.link ?? null);
  }

  /** The proof of an owner by the newest root; null = there is no root yet. @param owner on the wire */
  proof(owner: string): ReservesProof | ReservesStanding | null {
    const record = this.newestRecord();
    if (record === null) return null;
    try {
      const proofs = this.#proofsOf(record, owner);
      if (Object.keys(proofs).length === 0) return 'none';
      const made: ReservesProof = {
        halcyon: 'proof of reserves 1',
        root: publishedRoot(record),
        proofs,
      };
      if (checkReserves(hashText, made).name === 'proved') return made;
    } catch (error) {
      // Sums that leave their range are no fault of this program: the file says them.
      if (!isUnreadable(error) && !(error instanceof InvariantError)) throw error;
    }
    this.#faults.set(record.seq, `the trees of ${rootName(record.seq)} are damaged or missing`);
    return 'damaged';
  }

  /** What could not be read when it was last looked at, as sentences without paths. */
  faults(): string[] {
    return [...this.#faults.values()];
  }

  /** Looks again at what could not be read: somebody may have put it back. */
  lookAgain(): void {
    this.#faults.clear();
    this.list();
  }

  #proofsOf({ assets, exchange, seq, seed, form }: RootRecord, owner: string) {
    const file = new TreesFile(this.#storage, this.#journal, seq);
    try {
      const proofs: Record<string, LiabilityProof> = {};
      for (const [n, leaves] of [...file.trees(assets.length)].entries()) {
        const { asset } = assets[n]!;
        const draws = treeDraws(form, asset, seed);
        const source = { hash: hashText, place: { exchange, seq, asset }, draws };
        const proof = liabilityProof(new LiabilityTree(source, leaves, leaves), owner);
        if (proof !== null) proofs[asset] = proof;
      }
      return proofs;
    } finally {
      file.close();
    }
  }

  #head(seq: number): ReservesHead | null {
    const known = this.#heads.get(seq);
    if (known !== undefined) return known;
    const record = this.#record(seq);
    if (record === null) return null;
    const { assets: _assets, ...head } = publishedRoot(record);
    this.#heads.set(seq, head);
    return head;
  }

  #record(seq: number): RootRecord | null {
    if (this.#newest?.seq === seq) return this.#newest;
    try {
      const record = readRoot(this.#storage, this.#journal, seq);
      if (seq >= (this.#newest?.seq ?? 0)) this.#newest = record;
      return record;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#faults.set(seq, `${rootName(seq)} is damaged or missing`);
      return null;
    }
  }
}

function publishedRoot({ seed: _seed, form: _form, ...root }: RootRecord): ReservesRoot {
  return root;
}
