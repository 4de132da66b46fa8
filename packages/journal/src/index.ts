/**
 * The durable journal: segments with checksums and a hash chain, group commit, recovery after a
 * crash, snapshots, and the lock of the data folder. Records are opaque bytes here.
 */
export { crc32c, crc32cWords } from './crc32c.ts';
export { type Expectations, segmentsAfter } from './directory.ts';
export {
  type DirectoryLock,
  LOCK_NAMES,
  lockDirectory,
} from './directory-lock.ts';
export {
  type DamagePlace,
  DirectoryLockedError,
  isSpaceError,
  JournalAssertError,
  JournalConfigError,
  JournalDamageError,
  JournalFailedError,
  JournalFullError,
  JournalVersionError,
} from './errors.ts';
export { FileStorage, ShortWriteError, transferFully } from './file-storage.ts';
export { JournalTail, type TailOptions } from './journal-tail.ts';
export { type JournalSpace, JournalWriter } from './journal-writer.ts';
export {
  BATCH_BYTES_DEFAULT,
  FORMAT_VERSION,
  RECORD_BYTES_MAX,
  SEGMENT_BYTES_DEFAULT,
} from './limits.ts';
export { makeFolder } from './make-folder.ts';
export { type OpenedJournal, type OpenOptions, openJournal, readJournal } from './open-journal.ts';
export { PRUNED_NAME, type PrunedSegment, readPruned } from './pruned-ledger.ts';
export { type ReadAheadOptions, readJournalAhead } from './read-ahead.ts';
export { piecesOf, replaceFile } from './replace-file.ts';
export { RESERVE_NAME } from './reserve.ts';
export { pruneSegments } from './retention.ts';
export { type SegmentHeader, segmentIndex, segmentName } from './segment-format.ts';
export type { RecordHandler } from './segment-reader.ts';
export {
  type LoadedSnapshot,
  listSnapshots,
  loadSnapshot,
  pruneSnapshots,
  readSnapshot,
  type Snapshot,
  type SnapshotFile,
  snapshotName,
  writeSnapshot,
} from './snapshot.ts';
export { type FileHandle, joinPath, type OpenMode, type Storage } from './storage.ts';
export type { Anchor, JournalReport, WalkOptions } from './walk.ts';
export { WorkerInbox } from './worker-inbox.ts';
