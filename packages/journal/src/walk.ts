/**
 * Reads a journal at rest from some sequence to its end, checks everything that it passes, and
 * tells what its end looks like. Read-only: `openJournal` mends what `walkJournal` describes.
 */
import {
  type DirectoryFacts,
  type Expectations,
  inspectDirectory,
  type SegmentFile,
} from './directory.ts';
import { JournalDamageError } from './errors.ts';
import { BATCH_HEADER_BYTES, SEQ_MAX } from './limits.ts';
import {
  FLAG_END,
  hexOf,
  makeBlock,
  type SegmentHeader,
  saltSeed,
  sameBytes,
  sealBatch,
} from './segment-format.ts';
import { type RecordHandler, SegmentReader } from './segment-reader.ts';
import { judgeTail, surveyTail } from './segment-tail.ts';
import type { OpenMode, Storage } from './storage.ts';

/** A point that the journal must pass through, as a snapshot remembers it. */
export interface Anchor {
  /** Sequence of the last record of a batch. */
  readonly seq: number;
  /** `JournalWriter.chainHash` at that point. */
  readonly chainHash: Uint8Array;
}

/** What to read and what to expect. */
export interface WalkOptions extends Expectations {
  /** First sequence to deliver (1). Segments that end before it are not read. */
  readonly fromSeq?: number;
  /** A snapshot's point; the journal must contain it. */
  readonly anchor?: Anchor;
  /** Last sequence known to have been acknowledged: a journal that ends before it is refused. */
  readonly mustReachSeq?: number;
  /** Told before the records of each segment that is read. */
  readonly onSegment?: (header: SegmentHeader) => void;
  readonly onRecord?: RecordHandler;
  /** Instead of single records: those of each batch, valid during the call only. */
  readonly onBatch?: (firstSeq: number, count: number, bytes: Uint8Array) => void;
}

/** What a walk found. */
export interface JournalReport {
  /** Sequence of the first record that is kept; one more than `lastSeq` when there is none. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Records read and verified (delivered or not). */
  readonly records: number;
  /** Segments kept, and how many of them were read. */
  readonly segments: number;
  readonly segmentsRead: number;
  /** Segments pruned earlier; their last sequence (0 when none). */
  readonly segmentsPruned: number;
  readonly prunedToSeq: number;
  /** Bytes of an interrupted commit after the last record: cut when the journal is opened. */
  readonly tornBytes: number;
  /** `JournalWriter.chainHash` at `lastSeq`; empty when the journal is empty. */
  readonly chainHash: Uint8Array;
}

/** The end mark of the last but one segment while nothing is in the last one. */
export interface EndToWrite {
  readonly path: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A walk's result for `openJournal`; the reader is open and stands at the end. */
export interface Walk {
  readonly report: JournalReport;
  readonly facts: DirectoryFacts;
  readonly last: SegmentReader | undefined;
  /** Offset of the last batch of the last segment, or of its end when it has none. */
  readonly lastBatchAt: number;
  /** Set while its own durability is unproved: the next segment is still unused. */
  readonly endToWrite: EndToWrite | undefined;
}

/** See the module's header. `mode` is how the last segment is opened. */
export function walkJournal(
  storage: Storage,
  directory: string,
  options: WalkOptions,
  mode: OpenMode,
): Walk {
  const facts = inspectDirectory(storage, directory, options);
  return new Walker(storage, facts, options).run(mode);
}

class Walker {
  readonly #storage: Storage;
  readonly #facts: DirectoryFacts;
  readonly #options: WalkOptions;
  readonly #fromSeq: number;
  #chainHash: Uint8Array = new Uint8Array(0);
  #records = 0;
  #lastBatchAt = 0;
  #endToWrite: EndToWrite | undefined;
  #anchorSeen = false;

  constructor(storage: Storage, facts: DirectoryFacts, options: WalkOptions) {
    this.#storage = storage;
    this.#facts = facts;
    this.#options = options;
    this.#fromSeq = options.fromSeq ?? 1;
  }

  run(mode: OpenMode): Walk {
    const { segments } = this.#facts;
    const first = this.#firstToRead();
    let last: SegmentReader | undefined;
    let zerosFrom = 0;
    for (let at = first; at < segments.length; at += 1) {
      const segment = segments[at] as SegmentFile;
      const next = segments[at + 1];
      const opened = next === undefined ? mode : 'read';
      const reader = new SegmentReader(this.#storage, segment.path, { mode: opened });
      try {
        this.#read(reader);
        if (next === undefined) zerosFrom = this.#judgeLast(reader);
        else this.#judgeClosed(reader, next, at + 2 === segments.length);
        if (next === undefined) this.#checkReached(reader.nextSeq - 1);
      } catch (error) {
        reader.close();
        throw error;
      }
      if (next === undefined) last = reader;
      else reader.close();
    }
    if (last === undefined) this.#checkReached(0);
    return {
      report: this.#report(last, zerosFrom, segments.length - first),
      facts: this.#facts,
      last,
      lastBatchAt: this.#lastBatchAt,
      endToWrite: this.#endToWrite,
    };
  }

  /** The last segment that begins at or before the record before `fromSeq`. */
  #firstToRead(): number {
    const { segments, pruned } = this.#facts;
    const oldest = segments[0];
    if (oldest === undefined) return 0;
    const wanted = this.#fromSeq - 1;
    if (oldest.header.firstSeq > this.#fromSeq && pruned.length > 0) {
      throw new JournalDamageError({
        file: oldest.path,
        offset: 0,
        seq: this.#fromSeq,
        expected: `records from sequence ${this.#fromSeq} on`,
        found: `a journal pruned up to ${oldest.header.firstSeq - 1}: start from a snapshot`,
      });
    }
    let at = 0;
    while ((segments[at + 1]?.header.firstSeq ?? Number.POSITIVE_INFINITY) <= wanted) at += 1;
    return at;
  }

  #read(reader: SegmentReader): void {
    const { onSegment, onRecord, onBatch, anchor } = this.#options;
    onSegment?.(reader.header);
    const anchorSeq = anchor?.seq ?? -1;
    this.#lastBatchAt = reader.offset;
    let atRecords = false;
    while (reader.next()) {
      const lastSeq = reader.batchLastSeq;
      const records = lastSeq - reader.nextSeq + 1;
      if (records === 0 && atRecords) this.#chainHash = reader.hashState().digest();
      if (records > 0 && lastSeq >= this.#fromSeq) {
        if (onRecord !== undefined) reader.deliver(this.#fromSeq, SEQ_MAX, onRecord);
        if (onBatch !== undefined) onBatch(reader.nextSeq, records, reader.batchBytes());
      }
      this.#lastBatchAt = reader.offset;
      reader.advance();
      this.#records += records;
      atRecords = records > 0;
      if (atRecords && lastSeq === anchorSeq) this.#checkAnchor(reader);
    }
    const none = this.#chainHash.length === 0;
    if (atRecords || none) this.#chainHash = reader.hashState().digest();
  }

  #checkAnchor(reader: SegmentReader): void {
    this.#anchorSeen = true;
    const expected = this.#options.anchor?.chainHash ?? new Uint8Array(0);
    const found = reader.hashState().digest();
    if (sameBytes(expected, found)) return;
    throw new JournalDamageError({
      file: reader.file,
      offset: reader.offset,
      seq: reader.nextSeq - 1,
      expected: `chain hash ${hexOf(expected)} of the snapshot`,
      found: `${hexOf(found)}: the journal and the snapshot are of different histories`,
    });
  }

  #judgeLast(reader: SegmentReader): number {
    const { stop, file, header, offset } = reader;
    if (stop.kind === 'end') {
      throw new JournalDamageError({
        file,
        offset: stop.offset,
        seq: stop.seq,
        expected: `segment ${header.index + 1}, which the end mark here says exists`,
        found: 'no such file',
      });
    }
    const facts = surveyTail(this.#storage, reader.handle, header, offset);
    return judgeTail(stop, { file, header, offset }, facts);
  }

  #judgeClosed(reader: SegmentReader, next: SegmentFile, nextIsLast: boolean): void {
    const { stop, file, header } = reader;
    const damaged = (offset: number, expected: string, found: string): JournalDamageError =>
      new JournalDamageError({ file, offset, seq: reader.nextSeq, expected, found });
    if (next.header.firstSeq !== reader.nextSeq) {
      const expected = `records up to sequence ${next.header.firstSeq - 1}`;
      const found = stop.kind === 'end' ? `${reader.nextSeq - 1}` : stop.found;
      const wanted = stop.kind === 'end' ? expected : `${stop.expected}, and ${expected}`;
      throw damaged(stop.offset, wanted, found);
    }
    const facts = surveyTail(this.#storage, reader.handle, header, reader.offset);
    const unused = nextIsLast && isUnused(this.#storage, next);
    let hash = reader.hashState();
    let dataEnd = reader.offset;
    if (stop.kind !== 'end') {
      if (!unused) throw damaged(stop.offset, 'the end mark of a closed segment', stop.found);
      const bytes = endMark(reader);
      this.#endToWrite = { path: file, offset: dataEnd, bytes };
      hash = hash.update(bytes);
      dataEnd += bytes.length;
    } else if (unused) {
      this.#endToWrite = { path: file, offset: this.#lastBatchAt, bytes: reader.lastBatch() };
    }
    if (facts.zerosFrom > dataEnd) {
      throw damaged(dataEnd, 'zeros after the end', `bytes up to offset ${facts.zerosFrom}`);
    }
    const digest = hash.digest();
    if (!sameBytes(digest, next.header.previousHash)) {
      const expected = `segment hash ${hexOf(next.header.previousHash)}`;
      throw damaged(0, `${expected}, as the next segment says`, hexOf(digest));
    }
  }

  #checkReached(lastSeq: number): void {
    const { anchor, mustReachSeq } = this.#options;
    const directory = this.#facts.segments.at(-1)?.path ?? 'the journal';
    const refuse = (expected: string): JournalDamageError =>
      new JournalDamageError({
        file: directory,
        offset: 0,
        seq: lastSeq,
        expected,
        found: lastSeq === 0 ? 'an empty journal' : `its end at sequence ${lastSeq}`,
      });
    if (mustReachSeq !== undefined && lastSeq < mustReachSeq) {
      throw refuse(`records up to sequence ${mustReachSeq}, which was acknowledged`);
    }
    if (lastSeq < this.#fromSeq - 1) {
      throw refuse(`records up to sequence ${this.#fromSeq - 1}, where the snapshot is`);
    }
    if (anchor !== undefined && anchor.seq > 0 && !this.#anchorSeen) {
      throw refuse(`a batch that ends at sequence ${anchor.seq}, where the snapshot is`);
    }
  }

  #report(last: SegmentReader | undefined, zerosFrom: number, read: number): JournalReport {
    const { segments, pruned } = this.#facts;
    const prunedToSeq = pruned.at(-1)?.lastSeq ?? 0;
    return {
      firstSeq: segments[0]?.header.firstSeq ?? 1,
      lastSeq: last === undefined ? 0 : last.nextSeq - 1,
      records: this.#records,
      segments: segments.length,
      segmentsRead: read,
      segmentsPruned: pruned.length,
      prunedToSeq,
      tornBytes: last === undefined ? 0 : Math.max(0, zerosFrom - last.offset),
      chainHash: this.#chainHash,
    };
  }
}

/** The end mark that belongs at a reader's place. */
function endMark(reader: SegmentReader): Uint8Array {
  const block = makeBlock(BATCH_HEADER_BYTES);
  sealBatch(block, {
    length: BATCH_HEADER_BYTES,
    records: 0,
    firstSeq: reader.nextSeq,
    offset: reader.offset,
    flags: FLAG_END,
    chain: reader.chain,
    seed: saltSeed(reader.header.salt),
  });
  return block.bytes;
}

/** True when nothing but the header was ever written to the segment. */
function isUnused(storage: Storage, segment: SegmentFile): boolean {
  const reader = new SegmentReader(storage, segment.path, { windowBytes: BATCH_HEADER_BYTES });
  try {
    // The usual case, a segment in use, is seen at its first batch.
    if (reader.next() || reader.stop.kind !== 'clean') return false;
    const survey = surveyTail(storage, reader.handle, reader.header, reader.offset);
    return survey.zerosFrom === reader.offset;
  } finally {
    reader.close();
  }
}
