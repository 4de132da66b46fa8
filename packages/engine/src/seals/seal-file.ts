/**
 * Files of sealed receipts: what a seal says (seal-record.ts), whose receipts it has and the whole hash
 * tree, so that a proof is a few short reads. Written once, beside their place, and renamed.
 *
 *       the head
 *       f64 a leaf: the sequence of its command, never falling
 *       the levels of the tree, 32 bytes a node: leaves, then half as many, up to the root
 */
import { createHash } from 'node:crypto';
import { HASH_BYTES, nodeHash } from '@halcyon/domain';
import { type FileHandle, piecesOf, replaceFile, type Storage } from '@halcyon/journal';
import {
  headOf,
  isUnreadable,
  nameOf,
  readBytes,
  readHead,
  type SealPlace,
  type SealRecord,
  sealsFolder,
  sha256,
} from './seal-record.ts';

const SEQ_BYTES = 8;

/** The receipts of a seal. */
export interface SealTree {
  /** Of the command of each leaf. */
  readonly seqs: Float64Array;
  /** Leaves first, the root last; none where nothing is sealed. */
  readonly levels: readonly Uint8Array[];
}

/** The levels above leaves, 32 bytes each; a node without a neighbour goes up as it is. */
export function levelsOf(leaves: Uint8Array): Uint8Array[] {
  if (leaves.length === 0) return [];
  const levels = [leaves];
  for (let below = leaves; below.length > HASH_BYTES; ) {
    const nodes = below.length / HASH_BYTES;
    const level = new Uint8Array(Math.ceil(nodes / 2) * HASH_BYTES);
    for (let n = 0; n < nodes; n += 2) {
      const left = nodeAt(below, n);
      const node = n + 1 < nodes ? nodeHash(sha256, left, nodeAt(below, n + 1)) : left;
      level.set(node, (n / 2) * HASH_BYTES);
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

/** One node of a level. */
function nodeAt(level: Uint8Array, index: number): Uint8Array {
  return level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/** Writes a seal's tree durably and returns its path. */
export function writeTree(
  storage: Storage,
  journal: string,
  record: SealRecord,
  tree: SealTree,
): string {
  const directory = sealsFolder(journal);
  storage.makeDirectory(directory);
  storage.syncDirectory(journal);
  const pieces = [headOf(record), ...contentsOf(tree)].flatMap((bytes) => [...piecesOf(bytes)]);
  const name = nameOf(record.to, 'tree');
  return replaceFile(storage, directory, name, pieces, (entry) => entry.endsWith('.part'));
}

function contentsOf({ seqs, levels }: SealTree): Uint8Array[] {
  return [new Uint8Array(seqs.buffer, seqs.byteOffset, seqs.byteLength), ...levels];
}

/** See `SealRecord.contents`. */
export function contentsDigest(tree: SealTree): string {
  const hash = createHash('sha256');
  for (const bytes of contentsOf(tree)) for (const piece of piecesOf(bytes)) hash.update(piece);
  return hash.digest('hex');
}

/** Whether a seal's tree is there as it was written. */
export function isTreeSound(
  storage: Storage,
  { tree: path }: SealPlace,
  contents: string,
): boolean {
  try {
    const reader = new SealReader(storage, path);
    try {
      return contentsDigest(reader.tree()) === contents;
    } finally {
      reader.close();
    }
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

/** An open seal file. Close it. */
export class SealReader {
  readonly record: SealRecord;
  readonly #storage: Storage;
  readonly #handle: FileHandle;
  readonly #path: string;
  /** Where the sequences begin. */
  readonly #seqsAt: number;

  /** @throws JournalDamageError, JournalVersionError */
  constructor(storage: Storage, path: string) {
    this.#storage = storage;
    this.#path = path;
    this.#handle = storage.open(path, 'read');
    try {
      const file = { handle: this.#handle, path };
      [this.record, this.#seqsAt] = readHead(storage, file);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The leaves of a command: from the first to behind the last. */
  leavesOf(seq: number): readonly [from: number, end: number] {
    return [this.#firstFrom(seq), this.#firstFrom(seq + 1)];
  }

  leaf(index: number): Uint8Array {
    return this.#node(0, index);
  }

  /** The neighbours of a leaf on its way up; null where a node has none. */
  *neighbours(leaf: number): Generator<readonly [index: number, hash: Uint8Array] | null> {
    let index = leaf;
    let level = 0;
    for (let nodes = this.record.receipts; nodes > 1; nodes = Math.ceil(nodes / 2)) {
      const other = index % 2 === 0 ? index + 1 : index - 1;
      yield other < nodes ? [other, this.#node(level, other)] : null;
      index = Math.floor(index / 2);
      level += 1;
    }
  }

  /** All of it, as it was written. */
  tree(): SealTree {
    const { receipts } = this.record;
    const seqs = new Float64Array(this.#read(this.#seqsAt, receipts * SEQ_BYTES).buffer);
    const levels: Uint8Array[] = [];
    let at = this.#seqsAt + receipts * SEQ_BYTES;
    for (let nodes = receipts; nodes > 0; nodes = nodes === 1 ? 0 : Math.ceil(nodes / 2)) {
      levels.push(this.#read(at, nodes * HASH_BYTES));
      at += nodes * HASH_BYTES;
    }
    return { seqs, levels };
  }

  close(): void {
    this.#storage.close(this.#handle);
  }

  /** The first leaf of a command from `seq` on. */
  #firstFrom(seq: number): number {
    let [low, high] = [0, this.record.receipts];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const bytes = this.#read(this.#seqsAt + middle * SEQ_BYTES, SEQ_BYTES);
      if (new DataView(bytes.buffer).getFloat64(0, true) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #node(level: number, index: number): Uint8Array {
    let at = this.#seqsAt + this.record.receipts * SEQ_BYTES;
    let nodes = this.record.receipts;
    for (let below = 0; below < level; below++) {
      at += nodes * HASH_BYTES;
      nodes = Math.ceil(nodes / 2);
    }
    return this.#read(at + index * HASH_BYTES, HASH_BYTES);
  }

  #read(position: number, length: number): Uint8Array<ArrayBuffer> {
    const file = { handle: this.#handle, path: this.#path };
    return readBytes(this.#storage, file, position, length);
  }
}
