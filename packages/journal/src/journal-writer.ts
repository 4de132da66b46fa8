/**
 * The one writer of a journal. Records are collected in a batch buffer; `commit` writes the batch
 * with one positional write and one `fdatasync` and returns when it is durable.
 *
 * Fault model: after any failed write or sync the writer is failed for good. It never retries the
 * file and never acknowledges again: the pages that the failed sync covered may be marked clean
 * without being on the disk. A new start reads what is there and rewrites the last batch.
 */
import { createHash, type Hash, randomBytes } from 'node:crypto';
import {
  assert,
  JournalAssertError,
  JournalFailedError,
  JournalFullError,
  messageOf,
} from './errors.ts';
import {
  BATCH_HEADER_BYTES,
  RECORD_BYTES_MAX,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
  SEQ_MAX,
} from './limits.ts';
import type { Reserve } from './reserve.ts';
import {
  aligned,
  type Block,
  encodeHeader,
  FLAG_END,
  FLAG_MARK,
  makeBlock,
  SALT_BYTES,
  type SegmentHeader,
  saltSeed,
  sealBatch,
  segmentName,
} from './segment-format.ts';
import { type FileHandle, joinPath, type Storage } from './storage.ts';

/**
 * Room on the disk. `ok`: the reserve segment is there or being made; `reserve`: the disk is full
 * and only the current segment is left, so accept cancels alone; `full`: not even a whole batch
 * fits, accept nothing.
 */
export type JournalSpace = 'ok' | 'reserve' | 'full';

/** Where a writer starts: the end of the last segment, as recovery found or made it. */
export interface WriterStart {
  readonly handle: FileHandle;
  readonly header: SegmentHeader;
  readonly offset: number;
  readonly chain: number;
  readonly nextSeq: number;
  /** SHA-256 state over the segment up to `offset`. */
  readonly hash: Hash;
  /** Hash at the end of the batch with the last record: what `chainHash` returns at first. */
  readonly chainHash: Uint8Array;
}

/** What stays the same over all segments of a writer. */
export interface WriterSettings {
  readonly venue: string;
  readonly rulesVersion: number;
  readonly segmentBytes: number;
  readonly batchBytes: number;
  /** Milliseconds since 1970, for the headers of new segments. */
  readonly nowMs: () => number;
}

/** See the module's header. Made by `openJournal`. */
export class JournalWriter {
  /** The batch buffer as bytes, for callers that encode in place (see `claim`). Never replaced. */
  readonly batchBytes: Uint8Array<ArrayBuffer>;
  /** The same memory as a `DataView`. */
  readonly batchView: DataView<ArrayBuffer>;
  readonly #storage: Storage;
  readonly #directory: string;
  readonly #settings: WriterSettings;
  readonly #reserve: Reserve;
  readonly #block: Block;
  readonly #mark: Block = makeBlock(BATCH_HEADER_BYTES);
  readonly #recordBytesMax: number;
  #handle: FileHandle;
  #index: number;
  #seed: number;
  #offset: number;
  #segmentEnd: number;
  #chain: number;
  #hash: Hash;
  #chainHash: Uint8Array | undefined;
  #nextSeq: number;
  #committedSeq: number;
  #length = BATCH_HEADER_BYTES;
  #records = 0;
  #claimed = -1;
  #failure: JournalFailedError | undefined;
  #closed = false;

  /** Takes over an open, recovered segment. Use `openJournal`. */
  constructor(
    storage: Storage,
    directory: string,
    settings: WriterSettings,
    reserve: Reserve,
    start: WriterStart,
  ) {
    this.#storage = storage;
    this.#directory = directory;
    this.#settings = settings;
    this.#reserve = reserve;
    this.#block = makeBlock(settings.batchBytes);
    this.batchBytes = this.#block.bytes;
    this.batchView = new DataView(this.batchBytes.buffer);
    const overhead = BATCH_HEADER_BYTES + RECORD_HEADER_BYTES;
    this.#recordBytesMax = Math.min(RECORD_BYTES_MAX, settings.batchBytes - overhead);
    this.#handle = start.handle;
    this.#index = start.header.index;
    this.#seed = saltSeed(start.header.salt);
    this.#offset = start.offset;
    this.#segmentEnd = start.header.segmentBytes;
    this.#chain = start.chain;
    this.#hash = start.hash;
    this.#chainHash = start.chainHash;
    this.#nextSeq = start.nextSeq;
    this.#committedSeq = start.nextSeq - 1;
  }

  /** The sequence that the next record must have. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** The last durable sequence. */
  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** Records in the batch that is not committed yet. */
  get pendingRecords(): number {
    return this.#records;
  }

  /** Largest payload of one record, in bytes. */
  get recordBytesMax(): number {
    return this.#recordBytesMax;
  }

  /** Index of the segment being written. */
  get segmentIndex(): number {
    return this.#index;
  }

  /** The error that failed this writer for good, or undefined while it works. */
  get failure(): JournalFailedError | undefined {
    return this.#failure;
  }

  /** Room on the disk; look at it before accepting commands. */
  get space(): JournalSpace {
    if (this.#reserve.state !== 'blocked') return 'ok';
    const room = this.#segmentEnd - this.#offset - BATCH_HEADER_BYTES;
    return room < this.#settings.batchBytes ? 'full' : 'reserve';
  }

  /**
   * Adds a record to the batch: `length` bytes of `bytes` from `offset`; `claim` and `finish` do without
   * the copy. When the batch buffer is full it is committed first. Throws `JournalAssertError` when `seq`
   * is not the next one or the payload is empty or too large, and what `commit` throws.
   */
  append(seq: number, bytes: Uint8Array, offset: number, length: number): void {
    const at = this.claim(length);
    this.batchBytes.set(bytes.subarray(offset, offset + length), at);
    this.finish(seq, length);
  }

  /**
   * Room for a payload of up to `lengthMax` bytes: returns where in `batchBytes` to write it (a
   * multiple of 8). End with `finish`; a claim that is not finished is void.
   */
  claim(lengthMax: number): number {
    this.#assertOpen();
    if (!(lengthMax >= 1 && lengthMax <= this.#recordBytesMax)) this.#refuseLength(lengthMax);
    if (this.#length + RECORD_HEADER_BYTES + aligned(lengthMax) > this.batchBytes.length) {
      this.commit();
    }
    this.#claimed = lengthMax;
    return this.#length + RECORD_HEADER_BYTES;
  }

  /** Ends a claim: the payload's first `length` bytes are record `seq`. */
  finish(seq: number, length: number): void {
    if (seq !== this.#nextSeq || seq > SEQ_MAX) this.#refuseSeq(seq);
    assert(length >= 1 && length <= this.#claimed, 'the record fits its claim');
    const at = this.#length;
    const end = at + RECORD_HEADER_BYTES + aligned(length);
    this.#block.words[at / 4 + 1] = length;
    this.#block.doubles[at / 8 + 1] = seq;
    for (let i = at + RECORD_HEADER_BYTES + length; i < end; i += 1) this.batchBytes[i] = 0;
    this.#length = end;
    this.#records += 1;
    this.#nextSeq = seq + 1;
    this.#claimed = -1;
  }

  /**
   * Writes the batch and returns the last durable sequence once it is durable; nothing happens for
   * an empty batch. Throws `JournalFailedError` after any write error (the writer is failed then),
   * and `JournalFullError` when there was no room (failed as well: check `space` beforehand).
   */
  commit(): number {
    this.#assertOpen();
    if (this.#records === 0) return this.#committedSeq;
    if (this.#offset + this.#length + BATCH_HEADER_BYTES > this.#segmentEnd) this.#roll();
    const length = this.#length;
    this.#write(this.#block, length, this.#records, this.#committedSeq + 1, 0);
    this.#chainHash = undefined;
    this.#committedSeq += this.#records;
    this.#records = 0;
    this.#length = BATCH_HEADER_BYTES;
    this.#pace();
    return this.#committedSeq;
  }

  /**
   * Writes a mark: a proof on the disk that everything before it was durable, so that damage to
   * the last batch is no longer taken for an interrupted write. `close` does it; an idle engine
   * may. Nothing may be pending.
   */
  mark(): void {
    this.#assertOpen();
    assert(this.#records === 0, 'nothing is pending before a mark');
    if (this.#offset + 2 * BATCH_HEADER_BYTES > this.#segmentEnd) return;
    const hash = this.chainHash();
    this.#write(this.#mark, BATCH_HEADER_BYTES, 0, this.#nextSeq, FLAG_MARK);
    this.#chainHash = hash;
  }

  /**
   * Housekeeping for idle moments: prepares the reserve segment a step at a time (well under a
   * millisecond on a local disk), and tries again after a full disk. Call it from a timer, every
   * 10 to 100 ms, with a monotonic clock in milliseconds.
   */
  maintain(nowMs: number): void {
    this.#assertOpen();
    this.#guard('preparing the reserve segment', () => this.#reserve.step(nowMs));
  }

  /**
   * SHA-256 over the whole journal up to the batch of the last committed record (each segment's
   * header carries the hash of the one before). Goes into snapshots; 32 bytes.
   */
  chainHash(): Uint8Array {
    this.#chainHash ??= this.#hash.copy().digest();
    return this.#chainHash;
  }

  /**
   * Goes on in a new segment: at a change of the rules, or so that an older one can be pruned.
   * Nothing may be pending. Throws as `commit` does.
   */
  roll(): void {
    this.#assertOpen();
    assert(this.#records === 0, 'nothing is pending before a new segment');
    const hash = this.chainHash();
    this.#roll();
    this.#chainHash = hash;
  }

  /** Marks the end and closes the files. Pending records must have been committed. */
  close(): void {
    if (this.#closed) return;
    if (this.#failure === undefined) this.mark();
    this.#closed = true;
    this.#reserve.close();
    this.#storage.close(this.#handle);
  }

  #assertOpen(): void {
    if (this.#failure !== undefined) throw this.#failure;
    assert(!this.#closed, 'the journal is open');
  }

  // The messages are made apart from the checks: text on every append would cost more than it.
  #refuseLength(length: number): never {
    throw new JournalAssertError(`record of ${length} bytes: 1 to ${this.#recordBytesMax}`);
  }

  #refuseSeq(seq: number): never {
    throw new JournalAssertError(`sequence ${seq}: the next one is ${this.#nextSeq}`);
  }

  /** Runs a step whose failure ends this writer. */
  #guard(doing: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      throw this.#fail(doing, error);
    }
  }

  #fail(doing: string, error: unknown): JournalFailedError {
    this.#failure = new JournalFailedError(
      `the journal stops: ${doing} failed in segment ${this.#index} ` +
        `after sequence ${this.#committedSeq}: ${messageOf(error)}`,
      { cause: error },
    );
    return this.#failure;
  }

  #write(block: Block, length: number, records: number, firstSeq: number, flags: number): void {
    const offset = this.#offset;
    const chain = sealBatch(block, {
      length,
      records,
      firstSeq,
      offset,
      flags,
      chain: this.#chain,
      seed: this.#seed,
    });
    try {
      this.#storage.write(this.#handle, block.bytes, 0, length, offset);
      this.#storage.syncData(this.#handle);
    } catch (error) {
      throw this.#fail('a commit', error);
    }
    this.#hash.update(block.bytes.subarray(0, length));
    this.#chain = chain;
    this.#offset = offset + length;
  }

  /**
   * Under load without idle moments, makes the reserve from a quarter to half of the segment: a
   * full disk is then known while half a segment is left, and no roll waits for zeros.
   */
  #pace(): void {
    if (this.#reserve.state !== 'filling') return;
    const due = 4 * this.#offset - this.#segmentEnd;
    if (this.#reserve.filled >= due) return;
    this.#guard('preparing the reserve segment', () => this.#reserve.step());
  }

  /**
   * Goes on in the next segment. Its header is durable before the current segment gets its end
   * mark, so an end mark proves that a next segment exists; no batch enters it before the mark is
   * durable.
   */
  #roll(): void {
    let ready = false;
    this.#guard('preparing the next segment', () => {
      ready = this.#reserve.complete();
    });
    if (!ready) {
      const full = new JournalFullError('the disk is full and no reserve segment is left');
      this.#fail('a commit', full);
      throw full;
    }
    const old = this.#handle;
    const nextSeq = this.#committedSeq + 1;
    const next = this.#endHash(nextSeq);
    this.#guard('opening the next segment', () => {
      const segment = startSegment(this.#storage, this.#directory, this.#reserve, {
        ...this.#settings,
        index: this.#index + 1,
        firstSeq: nextSeq,
        previousHash: next,
      });
      this.#storage.write(old, this.#mark.bytes, 0, BATCH_HEADER_BYTES, this.#offset);
      this.#storage.syncData(old);
      this.#storage.close(old);
      this.#enter(segment);
    });
  }

  /** Seals the end mark in its block, and returns the hash of the segment with it. */
  #endHash(nextSeq: number): Uint8Array {
    sealBatch(this.#mark, {
      length: BATCH_HEADER_BYTES,
      records: 0,
      firstSeq: nextSeq,
      offset: this.#offset,
      flags: FLAG_END,
      chain: this.#chain,
      seed: this.#seed,
    });
    return this.#hash.copy().update(this.#mark.bytes).digest();
  }

  #enter(segment: WriterStart): void {
    this.#handle = segment.handle;
    this.#index = segment.header.index;
    this.#seed = segment.chain;
    this.#offset = segment.offset;
    this.#segmentEnd = segment.header.segmentBytes;
    this.#chain = segment.chain;
    this.#hash = segment.hash;
  }
}

/** Facts of a segment that is about to be made. */
export interface NewSegment extends WriterSettings {
  readonly index: number;
  readonly firstSeq: number;
  readonly previousHash: Uint8Array;
}

/** Makes the reserve the next segment: durable header first, then its name. */
export function startSegment(
  storage: Storage,
  directory: string,
  reserve: Reserve,
  facts: NewSegment,
): WriterStart {
  assert(reserve.state === 'ready', 'the reserve is ready');
  const header: SegmentHeader = {
    rulesVersion: facts.rulesVersion,
    index: facts.index,
    firstSeq: facts.firstSeq,
    createdMs: facts.nowMs(),
    previousHash: facts.previousHash,
    salt: randomBytes(SALT_BYTES),
    segmentBytes: facts.segmentBytes,
    batchBytes: facts.batchBytes,
    venue: facts.venue,
  };
  const bytes = encodeHeader(header);
  const path = reserve.take();
  const handle = storage.open(path, 'write');
  storage.write(handle, bytes, 0, bytes.length, 0);
  storage.syncData(handle);
  storage.rename(path, joinPath(directory, segmentName(facts.index)));
  storage.syncDirectory(directory);
  return {
    handle,
    header,
    offset: SEGMENT_HEADER_BYTES,
    chain: saltSeed(header.salt),
    nextSeq: facts.firstSeq,
    hash: createHash('sha256').update(bytes),
    chainHash: createHash('sha256').update(bytes).digest(),
  };
}
