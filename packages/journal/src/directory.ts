/**
 * What a journal's directory holds, checked without reading any record: segments in order, the
 * ledger of pruned ones, names, versions, venue.
 */
import { JournalConfigError, JournalDamageError, JournalVersionError } from './errors.ts';
import { SEGMENT_HEADER_BYTES } from './limits.ts';
import { type PrunedSegment, readPruned } from './pruned-ledger.ts';
import { decodeHeader, type SegmentHeader, segmentIndex } from './segment-format.ts';
import { joinPath, type Storage } from './storage.ts';

/** A segment on the disk. */
export interface SegmentFile {
  readonly path: string;
  readonly header: SegmentHeader;
}

/** See `inspectDirectory`. */
export interface DirectoryFacts {
  /** Segments from the oldest kept to the newest, without gaps. */
  readonly segments: readonly SegmentFile[];
  /** Segments that were removed on purpose, oldest first. */
  readonly pruned: readonly PrunedSegment[];
  /** Files of pruned segments that a crash left behind. */
  readonly leftovers: readonly string[];
}

/** What the caller knows about the journal. */
export interface Expectations {
  readonly venue: string;
  /** The newest rules that this build can apply. */
  readonly rulesVersion: number;
}

/** Reads and checks one segment's header. */
function readHeader(storage: Storage, path: string): SegmentHeader {
  const handle = storage.open(path, 'read');
  try {
    const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
    const got = storage.read(handle, bytes, 0, bytes.length, 0);
    return decodeHeader(bytes.subarray(0, got), path);
  } finally {
    storage.close(handle);
  }
}

/**
 * Lists and checks the directory. Throws `JournalDamageError` for a gap or contradiction,
 * `JournalVersionError` for newer files, `JournalConfigError` for another venue's journal.
 */
export function inspectDirectory(
  storage: Storage,
  directory: string,
  expected: Expectations,
): DirectoryFacts {
  const pruned = readPruned(storage, directory);
  const lastPruned = pruned.at(-1);
  const segments: SegmentFile[] = [];
  const leftovers: string[] = [];
  const found: { index: number; path: string }[] = [];
  for (const name of storage.list(directory)) {
    const index = segmentIndex(name);
    if (index !== undefined) found.push({ index, path: joinPath(directory, name) });
  }
  found.sort((a, b) => a.index - b.index);
  for (const { index, path } of found) {
    if (index <= (lastPruned?.index ?? 0)) {
      leftovers.push(path);
      continue;
    }
    const header = readHeader(storage, path);
    checkPlace(path, index, header, segments.at(-1), lastPruned);
    checkExpected(path, header, expected);
    segments.push({ path, header });
  }
  if (segments.length === 0 && lastPruned !== undefined) {
    throw missing(directory, lastPruned.index + 1, 'no segment at all');
  }
  return { segments, pruned, leftovers };
}

function missing(directory: string, index: number, found: string): JournalDamageError {
  return new JournalDamageError({
    file: directory,
    offset: 0,
    expected: `segment ${index}`,
    found,
  });
}

function checkPlace(
  path: string,
  index: number,
  header: SegmentHeader,
  before: SegmentFile | undefined,
  lastPruned: PrunedSegment | undefined,
): void {
  const damaged = (offset: number, expected: string, found: string): JournalDamageError =>
    new JournalDamageError({ file: path, offset, seq: header.firstSeq, expected, found });
  if (header.index !== index) {
    throw damaged(16, `segment ${index}, as the file is named`, `segment ${header.index}`);
  }
  const wantedIndex = (before?.header.index ?? lastPruned?.index ?? 0) + 1;
  if (index !== wantedIndex) throw damaged(16, `segment ${wantedIndex}`, `segment ${index}`);
  if (before !== undefined && header.firstSeq < before.header.firstSeq) {
    const expected = `a first sequence from ${before.header.firstSeq} on`;
    throw damaged(24, expected, `${header.firstSeq}`);
  }
  if (before !== undefined || lastPruned === undefined) return;
  if (header.firstSeq !== lastPruned.lastSeq + 1) {
    throw damaged(24, `first sequence ${lastPruned.lastSeq + 1}`, `${header.firstSeq}`);
  }
  if (Buffer.from(header.previousHash).toString('hex') !== lastPruned.hash) {
    throw damaged(40, `hash ${lastPruned.hash} of the pruned segment before`, 'another hash');
  }
}

function checkExpected(path: string, header: SegmentHeader, expected: Expectations): void {
  if (header.venue !== expected.venue) {
    throw new JournalConfigError(
      `${path} belongs to venue "${header.venue}", not to "${expected.venue}"`,
    );
  }
  if (header.rulesVersion > expected.rulesVersion) {
    throw new JournalVersionError(
      `${path} was written by a newer version of Halcyon (rules ${header.rulesVersion}; this ` +
        `version knows rules up to ${expected.rulesVersion}). Start the newer version, or restore ` +
        'a backup made before it',
    );
  }
}

/** How many segments hold nothing up to `seq`: how far a journal goes on behind a snapshot. */
export function segmentsAfter(
  storage: Storage,
  directory: string,
  seq: number,
  expectations: Expectations,
): number {
  const { segments } = inspectDirectory(storage, directory, expectations);
  return segments.filter(({ header }) => header.firstSeq > seq).length;
}
