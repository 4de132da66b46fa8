/**
 * Reads one segment from its start, batch by batch, with every checksum and the chain verified
 * before a record is handed out. It never modifies the file and never skips over trouble: it stops
 * and says what it saw; whether that is the end, a torn tail or damage is decided by its caller.
 * Nothing is allocated per record.
 */
import { createHash, type Hash } from 'node:crypto';
import { crc32cWords } from './crc32c.ts';
import { JournalDamageError } from './errors.ts';
import {
  BATCH_HEADER_BYTES,
  READ_WINDOW_BYTES,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
} from './limits.ts';
import {
  BATCH_MAGIC,
  type Block,
  batchCrc,
  decodeHeader,
  FLAG_END,
  FLAG_MARK,
  hex,
  makeBlock,
  recordBytes,
  type SegmentHeader,
  saltSeed,
} from './segment-format.ts';
import type { FileHandle, OpenMode, Storage } from './storage.ts';

/**
 * Receives one record. `bytes` is the reader's window: valid during the call only, copy what must
 * stay. Payload: `length` bytes from `offset`, which is a multiple of 8.
 */
export type RecordHandler = (
  seq: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
) => void;

/** Verified records, one after the other, in memory that is aligned to 8 bytes. */
export interface RecordRun {
  readonly bytes: Uint8Array;
  /** The same memory from the same start. */
  readonly words: Int32Array;
  /** Where the first begins, a multiple of 8. */
  readonly at: number;
  readonly firstSeq: number;
  readonly count: number;
}

/** Hands out those of the records whose sequence is in the range. */
export function deliverRecords(
  run: RecordRun,
  fromSeq: number,
  toSeq: number,
  onRecord: RecordHandler,
): void {
  const { bytes, words } = run;
  let { at, firstSeq: seq } = run;
  for (let left = run.count; left > 0; left -= 1) {
    const length = words[at / 4 + 1] as number;
    if (seq >= fromSeq && seq <= toSeq) onRecord(seq, bytes, at + RECORD_HEADER_BYTES, length);
    at += recordBytes(length);
    seq += 1;
  }
}

/**
 * Why a reader stopped. `clean`: no batch here; `end`: the end mark was read; `torn`: bytes that
 * are not a sound batch, as an interrupted write leaves them; `damage`: sound by its checksum, but
 * in contradiction to what was before it.
 */
export type StopKind = 'clean' | 'end' | 'torn' | 'damage';

/** What a reader saw where it stopped. */
export interface Stop {
  readonly kind: StopKind;
  /** Offset of the trouble, at or after the reader's own offset. */
  readonly offset: number;
  readonly seq: number;
  readonly expected: string;
  readonly found: string;
  /** Length that a sound batch header stated; undefined when there was none. */
  readonly batchLength: number | undefined;
}

/** Options of a `SegmentReader`. */
export interface SegmentReaderOptions {
  readonly mode?: OpenMode;
  /** Bytes read ahead; a batch larger than this is read whole all the same. */
  readonly windowBytes?: number;
}

/** See the module's header. */
export class SegmentReader {
  readonly header: SegmentHeader;
  readonly file: string;
  readonly handle: FileHandle;
  readonly #storage: Storage;
  readonly #seed: number;
  readonly #hash: Hash;
  #block: Block;
  #windowStart = 0;
  #windowLength = 0;
  #hashedTo = SEGMENT_HEADER_BYTES;
  #offset = SEGMENT_HEADER_BYTES;
  #chain: number;
  #nextSeq: number;
  #ended = false;
  #batchAt = 0;
  #batchLength = 0;
  #batchRecords = 0;
  #batchChain = 0;
  #batchFlags = 0;
  #stop: Stop | undefined;

  /** Opens the file and checks its header. Throws as `decodeHeader` does. */
  constructor(storage: Storage, file: string, options: SegmentReaderOptions = {}) {
    this.#storage = storage;
    this.file = file;
    this.handle = storage.open(file, options.mode ?? 'read');
    try {
      const head = new Uint8Array(SEGMENT_HEADER_BYTES);
      const got = storage.read(this.handle, head, 0, head.length, 0);
      this.header = decodeHeader(head.subarray(0, got), file);
      this.#checkSize();
      this.#hash = createHash('sha256').update(head);
      this.#seed = saltSeed(this.header.salt);
      this.#chain = this.#seed;
      this.#nextSeq = this.header.firstSeq;
      const window = options.windowBytes ?? READ_WINDOW_BYTES;
      this.#block = makeBlock(Math.min(window, this.header.segmentBytes));
    } catch (error) {
      storage.close(this.handle);
      throw error;
    }
  }

  /** Offset of the next batch. */
  get offset(): number {
    return this.#offset;
  }

  /** Chain before the next batch. */
  get chain(): number {
    return this.#chain;
  }

  /** The sequence that the next record must have. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** The last sequence of the batch that `next` found. */
  get batchLastSeq(): number {
    return this.#nextSeq + this.#batchRecords - 1;
  }

  /** Why `next` returned false. */
  get stop(): Stop {
    if (this.#stop === undefined) throw new Error('the reader has not stopped');
    return this.#stop;
  }

  close(): void {
    this.#storage.close(this.handle);
  }

  /** Forgets what was read ahead: another thread may have written since. */
  refresh(): void {
    this.#flushHash();
    this.#windowLength = 0;
  }

  /**
   * Finds and verifies the batch at `offset`. True: it can be delivered; call `advance` to go on.
   * False: see `stop`.
   */
  next(): boolean {
    this.#stop = undefined;
    if (this.#ended) return this.#halt('end', 0, 'the end', 'the end');
    if (this.#verify()) return true;
    // The window may be older than the batch: look at the file itself before saying so.
    if (this.#windowStart === this.#offset) return false;
    this.refresh();
    this.#stop = undefined;
    return this.#verify();
  }

  /** Hands out the records of the batch found by `next` whose sequence is in the range. */
  deliver(fromSeq: number, toSeq: number, onRecord: RecordHandler): void {
    const { bytes, words } = this.#block;
    const at = this.#batchAt + BATCH_HEADER_BYTES;
    const records = { bytes, words, at, firstSeq: this.#nextSeq, count: this.#batchRecords };
    deliverRecords(records, fromSeq, toSeq, onRecord);
  }

  /** The records of the batch found by `next`, where they are: valid until the next call. */
  batchBytes(): Uint8Array {
    const from = this.#batchAt + BATCH_HEADER_BYTES;
    return this.#block.bytes.subarray(from, this.#batchAt + this.#batchLength);
  }

  /** Goes past the batch found by `next`. */
  advance(): void {
    this.#offset += this.#batchLength;
    this.#chain = this.#batchChain;
    this.#nextSeq += this.#batchRecords;
    this.#ended = this.#batchFlags === FLAG_END;
    this.#batchRecords = 0;
  }

  /** A copy of the batch that `advance` went past last. */
  lastBatch(): Uint8Array {
    const bytes = new Uint8Array(this.#batchLength);
    const at = this.#offset - this.#batchLength;
    this.#storage.read(this.handle, bytes, 0, bytes.length, at);
    return bytes;
  }

  /** A copy of the SHA-256 state over everything up to `offset`. */
  hashState(): Hash {
    this.#flushHash();
    return this.#hash.copy();
  }

  #checkSize(): void {
    const size = this.#storage.size(this.handle);
    if (size === this.header.segmentBytes) return;
    throw new JournalDamageError({
      file: this.file,
      offset: Math.min(size, this.header.segmentBytes),
      expected: `a file of ${this.header.segmentBytes} bytes, as its header says`,
      found: `${size} bytes`,
    });
  }

  #flushHash(): void {
    if (this.#hashedTo === this.#offset) return;
    const from = this.#hashedTo - this.#windowStart;
    this.#hash.update(this.#block.bytes.subarray(from, this.#offset - this.#windowStart));
    this.#hashedTo = this.#offset;
  }

  /** Index in the window of the segment's bytes from the reader's offset, or -1 past the file. */
  #ensure(length: number): number {
    const at = this.#offset - this.#windowStart;
    if (at + length <= this.#windowLength) return at;
    this.#flushHash();
    if (length > this.#block.bytes.length) this.#block = makeBlock(length);
    const { bytes } = this.#block;
    this.#windowStart = this.#offset;
    const wanted = Math.min(bytes.length, this.header.segmentBytes - this.#offset);
    this.#windowLength = this.#storage.read(this.handle, bytes, 0, wanted, this.#offset);
    return length <= this.#windowLength ? 0 : -1;
  }

  #halt(kind: StopKind, ahead: number, expected: string, found: string, length?: number): false {
    this.#stop = {
      kind,
      offset: this.#offset + ahead,
      seq: this.#nextSeq,
      expected,
      found,
      batchLength: length,
    };
    return false;
  }

  #verify(): boolean {
    const at = this.#ensure(BATCH_HEADER_BYTES);
    if (at < 0) return this.#halt('clean', 0, 'a batch', 'the end of the file');
    const { words, doubles } = this.#block;
    const word = at / 4;
    const crc = batchCrc(words, word, this.#seed, this.#offset);
    if (words[word] !== BATCH_MAGIC || words[word + 1] !== crc) return this.#haltAtHeader(word);
    const length = (words[word + 2] as number) >>> 0;
    const records = (words[word + 3] as number) >>> 0;
    const flags = words[word + 7] as number;
    if (doubles[at / 8 + 2] !== this.#nextSeq) {
      const found = `sequence ${doubles[at / 8 + 2]}`;
      return this.#halt('damage', 16, `sequence ${this.#nextSeq}`, found, length);
    }
    if (words[word + 6] !== this.#chain) {
      const found = hex(words[word + 6] as number);
      return this.#halt('damage', 24, `chain ${hex(this.#chain)}`, found, length);
    }
    if (!this.#isPossible(length, records, flags)) {
      const found = `${length} bytes, ${records} records, flags ${flags}`;
      return this.#halt('damage', 8, 'a batch within its limits', found, length);
    }
    this.#batchRecords = records;
    this.#batchFlags = flags;
    this.#batchLength = length;
    return this.#verifyRecords(crc);
  }

  #haltAtHeader(word: number): false {
    const { words } = this.#block;
    let bits = 0;
    for (let i = 0; i < BATCH_HEADER_BYTES / 4; i += 1) bits |= words[word + i] as number;
    if (bits === 0) return this.#halt('clean', 0, 'a batch', 'zeros');
    return this.#halt('torn', 0, 'a sound batch header', `${hex(words[word] as number)}…`);
  }

  #isPossible(length: number, records: number, flags: number): boolean {
    const { batchBytes, segmentBytes } = this.header;
    if (flags === FLAG_MARK || flags === FLAG_END) {
      if (records !== 0 || length !== BATCH_HEADER_BYTES) return false;
    } else if (flags !== 0 || records === 0 || length <= BATCH_HEADER_BYTES) {
      return false;
    }
    const tail = flags === FLAG_END ? 0 : BATCH_HEADER_BYTES;
    return length % 8 === 0 && length <= batchBytes && this.#offset + length + tail <= segmentBytes;
  }

  #verifyRecords(headerCrc: number): boolean {
    const length = this.#batchLength;
    const start = this.#ensure(length);
    if (start < 0) return this.#halt('torn', 0, `${length} bytes`, 'the end of the file', length);
    const { words, doubles } = this.#block;
    const end = (start + length) / 4;
    let at = (start + BATCH_HEADER_BYTES) / 4;
    let seq = this.#nextSeq;
    let chain = headerCrc;
    for (let left = this.#batchRecords; left > 0; left -= 1) {
      const payload = at < end ? (words[at + 1] as number) : -1;
      const next = at + recordBytes(payload) / 4;
      if (payload < 0 || payload > length || next > end) {
        return this.#haltAtRecord(at, start, seq, 'a record inside its batch', `${payload} bytes`);
      }
      chain = crc32cWords(words, at + 1, next, chain);
      if (words[at] !== chain) {
        const found = hex(words[at] as number);
        return this.#haltAtRecord(at, start, seq, `record checksum ${hex(chain)}`, found);
      }
      if (doubles[at / 2 + 1] !== seq) {
        const found = `sequence ${doubles[at / 2 + 1]}`;
        return this.#halt('damage', at * 4 - start, `sequence ${seq}`, found, length);
      }
      at = next;
      seq += 1;
    }
    if (at !== end) {
      const found = `${end * 4 - at * 4} more bytes`;
      return this.#halt('damage', at * 4 - start, 'the end of the batch', found, length);
    }
    this.#batchAt = start;
    this.#batchChain = chain;
    return true;
  }

  #haltAtRecord(at: number, start: number, seq: number, expected: string, found: string): false {
    this.#halt('torn', at * 4 - start, expected, found, this.#batchLength);
    this.#stop = { ...this.stop, seq };
    return false;
  }
}
