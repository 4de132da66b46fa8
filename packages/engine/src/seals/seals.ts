/** The seals of a venue: their chain, and the proofs of receipts that lead to it. */
import {
  bytesOfHex,
  FIRST_LINK,
  hexOfBytes,
  leafHash,
  type ProofStep,
  provenSeal,
  type Receipt,
  type ReceiptProof,
  type ReceiptStanding,
  receiptText,
  type SealAnswer,
  sealLink,
} from '@halcyon/domain';
import type { Storage } from '@halcyon/journal';
import { isTreeSound, SealReader } from './seal-file.ts';
import {
  damage,
  hasFund,
  isUnreadable,
  nameOf,
  readRecord,
  readsAlike,
  type SealPlace,
  type SealRecord,
  sealPlaces,
  sha256,
} from './seal-record.ts';
import { type SealEnd, saltOf } from './sealer.ts';

/**
 * Reads what has been sealed; new files are found as they come. What cannot be read is remembered as a
 * fault and costs the proofs of its own receipts alone.
 */
export class Seals {
  readonly #storage: Storage;
  readonly #places: () => readonly SealPlace[];
  readonly #known = new Map<number, SealRecord>();
  /** By the last command of the seal. */
  readonly #faults = new Map<number, string>();

  /**
   * @param journal folder of the journal
   * @param places of the seals that there are, the oldest first
   */
  constructor(
    storage: Storage,
    journal: string,
    places: () => readonly SealPlace[] = () => sealPlaces(storage, journal),
  ) {
    this.#storage = storage;
    this.#places = places;
  }

  /** All that can be read, the oldest first. */
  list(): SealAnswer[] {
    const places = this.#places();
    const seals: SealAnswer[] = [];
    for (const [at, place] of places.entries()) {
      const record = this.#record(place);
      if (record === null) continue;
      this.#followsOn(places, at, record);
      const { seed: _seed, contents: _contents, form: _form, ...seal } = record;
      seals.push(seal);
    }
    return seals;
  }

  /** Where the next seal follows on. @throws JournalDamageError where the newest cannot be read */
  end(): SealEnd {
    const place = this.#places().at(-1);
    if (place === undefined) return { to: 0, link: FIRST_LINK };
    const record = this.#record(place);
    if (record !== null) return record;
    throw damage(
      place.tree,
      0,
      `what the seal up to ${place.to} says, or ${place.link}`,
      'neither',
    );
  }

  /** What the newest seal says; null = none was made, or it cannot be read. */
  newest(): SealRecord | null {
    const place = this.#places().at(-1);
    return place === undefined ? null : this.#record(place);
  }

  /**
   * The way from a receipt to its seal, or why there is none; null = what was sealed of it says something
   * else, or its command was carried out before there were seals.
   */
  proof(receipt: Receipt): ReceiptProof | ReceiptStanding | null {
    const { seq } = receipt;
    const places = this.#places();
    const at = places.findIndex(({ to }) => to >= seq);
    const place = places[at];
    if (place === undefined) return 'waiting';
    const record = this.#record(place);
    if (record === null) return 'damaged';
    if (seq < record.from) return this.#followsOn(places, at, record) ? null : 'damaged';
    try {
      const proof = this.#proofAt(place, receipt);
      if (proof !== null) return proof;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return this.#damaged(place);
    }
    if (!isTreeSound(this.#storage, place, record.contents)) return this.#damaged(place);
    const has = readsAlike(record) && (receipt.account !== 'fund' || hasFund(record));
    return has ? null : 'older';
  }

  /** Whether receipts of a command were sealed by a version whose receipts read otherwise. */
  isOfOtherForm(seq: number): boolean {
    const place = this.#places().find(({ to }) => to >= seq);
    const record = place === undefined ? null : this.#record(place);
    return record !== null && seq >= record.from && !readsAlike(record);
  }

  /** What could not be read when it was last looked at, as sentences without paths. */
  faults(): string[] {
    return [...this.#faults.values()];
  }

  /** Looks again at what could not be read: somebody may have put it back. */
  lookAgain(): void {
    const places = this.#places();
    for (const to of [...this.#faults.keys()]) {
      this.#faults.delete(to);
      this.#known.delete(to);
      const at = places.findIndex((place) => place.to === to);
      const place = places[at];
      const record = place === undefined ? null : this.#record(place);
      if (place === undefined || record === null || !this.#followsOn(places, at, record)) continue;
      if (!isTreeSound(this.#storage, place, record.contents)) this.#damaged(place);
    }
  }

  #damaged({ to, hasTree }: SealPlace): 'damaged' {
    this.#faults.set(to, `${nameOf(to, 'tree')} is ${hasTree ? 'damaged' : 'missing'}`);
    return 'damaged';
  }

  /** Whether nothing is missing between a seal and the one before. */
  #followsOn(places: readonly SealPlace[], at: number, { to, previous }: SealRecord): boolean {
    const before = places[at - 1];
    const known = before === undefined ? { link: FIRST_LINK } : this.#record(before);
    // What cannot be read has a fault of its own.
    if (known === null || known.link === previous) return known !== null;
    this.#faults.set(to, `a seal before ${nameOf(to, 'tree')} is missing`);
    return false;
  }

  /** From the tree's file, else from the other; null = from neither, or they are of two seals. */
  #record(place: SealPlace): SealRecord | null {
    const { to } = place;
    const known = this.#known.get(to);
    if (known !== undefined) return known;
    const inTree = this.#read(place.tree, to);
    const inLink = place.hasLink ? this.#read(place.link, to) : inTree;
    const areTwo = inTree !== null && inLink !== null && inTree.link !== inLink.link;
    if (inTree === null) this.#damaged(place);
    else if (inLink === null) this.#faults.set(to, `${nameOf(to, 'link')} is damaged`);
    if (areTwo) this.#faults.set(to, `${nameOf(to, 'tree')} and its link are of two seals`);
    const record = areTwo ? null : (inTree ?? inLink);
    if (record !== null) this.#known.set(to, record);
    return record;
  }

  #read(path: string, to: number): SealRecord | null {
    try {
      return readRecord(this.#storage, path, to);
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  #proofAt({ tree }: SealPlace, receipt: Receipt): ReceiptProof | null {
    const reader = new SealReader(this.#storage, tree);
    try {
      return proofIn(reader, receipt, tree);
    } finally {
      reader.close();
    }
  }
}

function proofIn(reader: SealReader, receipt: Receipt, path: string): ReceiptProof | null {
  const { record } = reader;
  const text = receiptText(receipt);
  const seed = bytesOfHex(record.seed);
  const [from, end] = reader.leavesOf(receipt.seq);
  for (let leaf = from; leaf < end; leaf++) {
    const salt = saltOf(seed, leaf);
    if (hexOfBytes(leafHash(sha256, salt, text)) !== hexOfBytes(reader.leaf(leaf))) continue;
    const { from: first, to, receipts, previous, journal } = record;
    const seal = { from: first, to, receipts, previous, journal };
    const proof: ReceiptProof = { salt, path: [...stepsOf(reader, leaf)], seal };
    const proven = provenSeal(sha256, receipt, proof);
    const link = proven === null ? 'none' : sealLink(sha256, proven);
    if (link === record.link) return proof;
    throw damage(path, 0, record.link, link);
  }
  return null;
}

function* stepsOf(reader: SealReader, leaf: number): Generator<ProofStep> {
  for (const neighbour of reader.neighbours(leaf)) {
    if (neighbour === null) continue;
    const [index, hash] = neighbour;
    yield [index % 2 === 0 ? 'left' : 'right', hexOfBytes(hash)];
  }
}
