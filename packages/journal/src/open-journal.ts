/**
 * Opens a journal for writing: reads and checks it, delivers its records, mends the end as a crash
 * left it, and returns the writer.
 *
 * What is mended, and nothing else:
 * - an interrupted last commit (never acknowledged) is overwritten with zeros;
 * - the last batch is written again and synced before it is trusted: after a failed sync the pages
 *   in memory can look right, and clean, without being on the disk;
 * - so is the end mark before a segment in which nothing is yet;
 * - files of pruned segments, and half-made reserves, are removed.
 */
import { JournalConfigError, JournalFullError } from './errors.ts';
import {
  JournalWriter,
  startSegment,
  type WriterSettings,
  type WriterStart,
} from './journal-writer.ts';
import {
  BATCH_BYTES_DEFAULT,
  BATCH_BYTES_MAX,
  BATCH_BYTES_MIN,
  BATCH_HEADER_BYTES,
  SEGMENT_BYTES_DEFAULT,
  SEGMENT_BYTES_MAX,
  SEGMENT_HEADER_BYTES,
  VENUE_BYTES_MAX,
} from './limits.ts';
import { Reserve } from './reserve.ts';
import { HASH_BYTES } from './segment-format.ts';
import type { SegmentReader } from './segment-reader.ts';
import type { FileHandle, Storage } from './storage.ts';
import { type JournalReport, type Walk, type WalkOptions, walkJournal } from './walk.ts';

/** Options of `openJournal`. */
export interface OpenOptions extends WalkOptions {
  /** Milliseconds since 1970, for the headers of new segments only. */
  readonly nowMs: () => number;
  /** Size of new segments in bytes (64 MiB). */
  readonly segmentBytes?: number;
  /** Most bytes that one commit can carry (4 MiB). */
  readonly batchBytes?: number;
  /** First sequence of a new journal (1). */
  readonly firstSeq?: number;
}

/** An open journal and what was found when it was opened. */
export interface OpenedJournal {
  readonly writer: JournalWriter;
  readonly report: JournalReport;
}

/**
 * See the module's header. Records from `fromSeq` on are delivered to `onRecord` before it
 * returns. Throws `JournalDamageError`, `JournalVersionError`, `JournalConfigError`, and
 * `JournalFullError` when there is no room for the first segment.
 */
export function openJournal(
  storage: Storage,
  directory: string,
  options: OpenOptions,
): OpenedJournal {
  const settings = checkSettings(options);
  storage.makeDirectory(directory);
  const walk = walkJournal(storage, directory, options, 'write');
  const { writer, start } = makeWriter(storage, directory, settings, walk, options.firstSeq ?? 1);
  if (mustRoll(start, settings)) writer.roll();
  return { writer, report: walk.report };
}

/** Reads and checks a journal at rest without changing anything; see `WalkOptions`. */
export function readJournal(
  storage: Storage,
  directory: string,
  options: WalkOptions,
): JournalReport {
  const walk = walkJournal(storage, directory, options, 'read');
  walk.last?.close();
  return walk.report;
}

function makeWriter(
  storage: Storage,
  directory: string,
  settings: WriterSettings,
  walk: Walk,
  firstSeq: number,
): { writer: JournalWriter; start: WriterStart } {
  const { last } = walk;
  try {
    for (const path of walk.facts.leftovers) storage.unlink(path);
    // What the directory shows may not be durable yet: names first, then what relies on them.
    storage.syncDirectory(directory);
    if (last !== undefined) mendEnd(storage, walk, last);
    const reserve = new Reserve(storage, directory, settings.segmentBytes);
    reserve.complete();
    const start =
      last === undefined
        ? firstSegment(storage, directory, reserve, settings, firstSeq)
        : startAt(last, walk.report);
    return { writer: new JournalWriter(storage, directory, settings, reserve, start), start };
  } catch (error) {
    last?.close();
    throw error;
  }
}

function checkSettings(options: OpenOptions): WriterSettings {
  const segmentBytes = options.segmentBytes ?? SEGMENT_BYTES_DEFAULT;
  const batchBytes = options.batchBytes ?? BATCH_BYTES_DEFAULT;
  const check = (name: string, value: number, least: number, most: number): void => {
    const fits = Number.isInteger(value) && value >= least && value <= most && value % 8 === 0;
    if (fits) return;
    throw new JournalConfigError(`${name} is ${value}: a multiple of 8, ${least} to ${most}`);
  };
  check('batchBytes', batchBytes, BATCH_BYTES_MIN, BATCH_BYTES_MAX);
  const least = SEGMENT_HEADER_BYTES + batchBytes + BATCH_HEADER_BYTES;
  check('segmentBytes', segmentBytes, least, SEGMENT_BYTES_MAX);
  const venueBytes = Buffer.byteLength(options.venue);
  if (venueBytes < 1 || venueBytes > VENUE_BYTES_MAX) {
    throw new JournalConfigError(`venue name of ${venueBytes} bytes: 1 to ${VENUE_BYTES_MAX}`);
  }
  const { venue, rulesVersion, nowMs } = options;
  return { venue, rulesVersion, nowMs, segmentBytes, batchBytes };
}

function firstSegment(
  storage: Storage,
  directory: string,
  reserve: Reserve,
  settings: WriterSettings,
  firstSeq: number,
): WriterStart {
  if (reserve.state !== 'ready') {
    throw new JournalFullError(
      `no room for a journal segment of ${settings.segmentBytes} bytes in ${directory}`,
    );
  }
  const previousHash = new Uint8Array(HASH_BYTES);
  const facts = { ...settings, index: 1, firstSeq, previousHash };
  const start = startSegment(storage, directory, reserve, facts);
  reserve.complete();
  return start;
}

function startAt(last: SegmentReader, report: JournalReport): WriterStart {
  return {
    handle: last.handle,
    header: last.header,
    offset: last.offset,
    chain: last.chain,
    nextSeq: last.nextSeq,
    hash: last.hashState(),
    chainHash: report.chainHash,
  };
}

/** A segment is of one version of the rules, and its header bounds its batches. */
function mustRoll(start: WriterStart, settings: WriterSettings): boolean {
  const { rulesVersion, batchBytes } = start.header;
  return rulesVersion !== settings.rulesVersion || batchBytes < settings.batchBytes;
}

/**
 * Everything here is written even when the file shows it already: a sync that failed before this
 * start leaves it visible, and clean, without being on the disk.
 */
function mendEnd(storage: Storage, walk: Walk, last: SegmentReader): void {
  const { endToWrite } = walk;
  if (endToWrite !== undefined) {
    const handle = storage.open(endToWrite.path, 'write');
    try {
      storage.write(handle, endToWrite.bytes, 0, endToWrite.bytes.length, endToWrite.offset);
      storage.syncData(handle);
    } finally {
      storage.close(handle);
    }
  }
  rewrite(storage, last.handle, walk.lastBatchAt, last.offset);
  // An interrupted commit reaches no further than one batch.
  const room = Math.min(last.header.batchBytes, last.header.segmentBytes - last.offset);
  storage.write(last.handle, new Uint8Array(room), 0, room, last.offset);
  storage.syncData(last.handle);
}

function rewrite(storage: Storage, handle: FileHandle, from: number, to: number): void {
  if (from === to) return;
  const bytes = new Uint8Array(to - from);
  const got = storage.read(handle, bytes, 0, bytes.length, from);
  storage.write(handle, bytes, 0, got, from);
}
