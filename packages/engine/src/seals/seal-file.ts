/**
 * Files of sealed receipts: what a seal says, whose receipts it has and the whole hash tree, so that a
 * proof is a few short reads. Written once, beside their place, and renamed.
 *
 *     0 magic "HALCYONR"   8 u32 format   12 u32 text bytes   16 u32 CRC of the text
 *    24 text: JSON of the seal, its link and its seed; spaces up to a multiple of 8
 *       f64 a leaf: the sequence of its command, never falling
 *       the levels of the tree, 32 bytes a node: leaves, then half as many, up to the root
 */
import { createHash, hash as hashOf } from 'node:crypto';
import { HASH_BYTES, nodeHash, type SealAnswer, type Sha256 } from '@halcyon/domain';
import {
  crc32c,
  type FileHandle,
  JournalDamageError,
  JournalVersionError,
  joinPath,
  piecesOf,
  replaceFile,
  type Storage,
} from '@halcyon/journal';

const MAGIC = new TextEncoder().encode('HALCYONR');
const FORMAT = 1;
const HEAD_BYTES = 24;
const TEXT_BYTES_MAX = 4_096;
const SEQ_BYTES = 8;
const NAME = /^seal-(\d{16})\.tree$/;

/** The platform's SHA-256. */
export const sha256: Sha256 = (content) => hashOf('sha256', content, 'buffer');

/**
 * Which receipts commands have, and how they read. A change of either has another number: what was sealed
 * before is then not made again from the journal, because it would come out otherwise.
 */
export const SEAL_FORM = 1;

/** A seal with what is told to nobody; hexadecimal digits of 32 bytes each. */
export interface SealRecord extends SealAnswer {
  /** What the salts are made of. */
  readonly seed: string;
  /** SHA-256 of what follows in the file. */
  readonly contents: string;
  /** `SEAL_FORM` of the version that wrote it. */
  readonly form: number;
}

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

/** Folder of the seals in that of a journal. */
export function sealsFolder(journal: string): string {
  return joinPath(journal, 'seals');
}

/** A seal file in a folder. */
export interface SealFile {
  /** The last command whose receipts it has. */
  readonly to: number;
  readonly path: string;
}

/** Seal files of a journal, the oldest first. Their contents are not looked at. */
export function sealFiles(storage: Storage, journal: string): SealFile[] {
  const directory = sealsFolder(journal);
  const files: SealFile[] = [];
  for (const name of namesIn(storage, directory)) {
    const match = NAME.exec(name);
    if (match !== null) files.push({ to: Number(match[1]), path: joinPath(directory, name) });
  }
  return files.sort((a, b) => a.to - b.to);
}

/** None where nothing was sealed yet. */
function namesIn(storage: Storage, directory: string): string[] {
  try {
    return storage.list(directory);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Writes a seal of a journal durably and returns its path. */
export function writeSeal(
  storage: Storage,
  journal: string,
  record: SealRecord,
  tree: SealTree,
): string {
  const directory = sealsFolder(journal);
  storage.makeDirectory(directory);
  storage.syncDirectory(journal);
  const name = `seal-${String(record.to).padStart(16, '0')}.tree`;
  const pieces = [headOf(record), ...contentsOf(tree)].flatMap((bytes) => [...piecesOf(bytes)]);
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

function headOf(record: SealRecord): Uint8Array {
  const text = JSON.stringify(record);
  const padded = text.padEnd(Math.ceil(text.length / SEQ_BYTES) * SEQ_BYTES);
  const bytes = new Uint8Array(HEAD_BYTES + padded.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  bytes.set(new TextEncoder().encode(padded), HEAD_BYTES);
  view.setUint32(8, FORMAT, true);
  view.setUint32(12, padded.length, true);
  view.setInt32(16, crc32c(bytes, HEAD_BYTES, padded.length), true);
  return bytes;
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
      const head = this.#read(0, HEAD_BYTES);
      const view = new DataView(head.buffer);
      if (!MAGIC.every((byte, at) => head[at] === byte)) {
        throw this.#damage(0, 'the mark HALCYONR of sealed receipts', 'something else');
      }
      const format = view.getUint32(8, true);
      if (format !== FORMAT) throw newerFormat(path, format);
      const length = view.getUint32(12, true);
      if (length > TEXT_BYTES_MAX) throw this.#damage(12, `at most ${TEXT_BYTES_MAX}`, `${length}`);
      const text = this.#read(HEAD_BYTES, length);
      if (crc32c(text, 0, length) !== view.getInt32(16, true)) {
        throw this.#damage(HEAD_BYTES, 'the text that was written', 'another');
      }
      this.record = JSON.parse(new TextDecoder().decode(text)) as SealRecord;
      this.#seqsAt = HEAD_BYTES + length;
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
    const bytes = new Uint8Array(length);
    const got = this.#storage.read(this.#handle, bytes, 0, length, position);
    if (got !== length) throw this.#damage(position, `${length} bytes`, `${got} bytes`);
    return bytes;
  }

  #damage(offset: number, expected: string, found: string): JournalDamageError {
    return new JournalDamageError({ file: this.#path, offset, expected, found });
  }
}

function newerFormat(path: string, format: number): JournalVersionError {
  return new JournalVersionError(
    `${path} was written by a newer version of Halcyon (seals of format ${format}; this version reads ` +
      `${FORMAT}). Start the newer version`,
  );
}
