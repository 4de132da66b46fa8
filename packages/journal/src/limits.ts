/**
 * Every limit of the journal, in one place, with the relations between them asserted at load.
 * Sizes are bytes unless the name says otherwise.
 */
import { assert } from './errors.ts';

/** Version of the segment and snapshot layout that this build writes, and the newest it reads. */
export const FORMAT_VERSION = 1;

/** A segment starts with a header of this size; size and checksum place hold for every format. */
export const SEGMENT_HEADER_BYTES = 256;
/** Each commit writes one batch: this header, then its records. */
export const BATCH_HEADER_BYTES = 32;
/** Each record starts with checksum, length and sequence. */
export const RECORD_HEADER_BYTES = 16;
/** Batches and records start at multiples of this, so that they are read as words. */
export const ALIGN_BYTES = 8;

/** Size of a preallocated segment when the caller names none. */
export const SEGMENT_BYTES_DEFAULT = 64 * 1024 * 1024;
/** Largest segment that can be asked for. */
export const SEGMENT_BYTES_MAX = 1024 * 1024 * 1024;

/** Size of one batch buffer when the caller names none: the most that one commit can carry. */
export const BATCH_BYTES_DEFAULT = 4 * 1024 * 1024;
/** Largest batch buffer that can be asked for, and the largest batch a reader accepts. */
export const BATCH_BYTES_MAX = 16 * 1024 * 1024;
/** Smallest batch buffer: a batch header and one small record. */
export const BATCH_BYTES_MIN = 256;

/** Largest payload of one record (the batch size can lower it further). */
export const RECORD_BYTES_MAX = 1024 * 1024;

/** Largest sequence: safe integers only, because readers hold them in doubles. */
export const SEQ_MAX = Number.MAX_SAFE_INTEGER - 1;

/** Longest venue name, in UTF-8 bytes. */
export const VENUE_BYTES_MAX = 32;

/** The reserve segment is zeroed in writes of this size. */
export const RESERVE_STEP_BYTES = 256 * 1024;
/** In idle moments the zeros are made durable this often: a millisecond each time. */
export const RESERVE_SYNC_IDLE_BYTES = 1024 * 1024;
/** Under load this often: fewer syncs cost less in all, though each takes longer. */
export const RESERVE_SYNC_BUSY_BYTES = 16 * 1024 * 1024;
/** After a full disk, the reserve is tried again at most this often. */
export const RESERVE_RETRY_MS = 1000;

/** Window of the sequential reader (at least one batch; larger segments are read in pieces). */
export const READ_WINDOW_BYTES = 4 * 1024 * 1024;
/** Bytes that a reading thread hands over at once, and how many such blocks may wait. */
export const READ_AHEAD_BLOCK_BYTES = 1024 * 1024;
export const READ_AHEAD_BLOCKS = 8;

/** Most named parts in one snapshot. */
export const SNAPSHOT_PARTS_MAX = 4096;
/** Longest name of a snapshot part, in UTF-8 bytes. */
export const SNAPSHOT_NAME_BYTES_MAX = 128;
/** Largest snapshot file. */
export const SNAPSHOT_BYTES_MAX = 16 * 1024 * 1024 * 1024;
/** Largest single read or write handed to the operating system. */
export const IO_BYTES_MAX = 64 * 1024 * 1024;

assert(SEGMENT_HEADER_BYTES % ALIGN_BYTES === 0, 'segment header is aligned');
assert(BATCH_HEADER_BYTES % ALIGN_BYTES === 0, 'batch header is aligned');
assert(RECORD_HEADER_BYTES % ALIGN_BYTES === 0, 'record header is aligned');
assert(BATCH_BYTES_DEFAULT <= BATCH_BYTES_MAX, 'default batch is allowed');
assert(
  RECORD_BYTES_MAX + RECORD_HEADER_BYTES + BATCH_HEADER_BYTES <= BATCH_BYTES_DEFAULT,
  'the largest record fits a default batch',
);
assert(
  SEGMENT_HEADER_BYTES + BATCH_BYTES_MAX + BATCH_HEADER_BYTES <= SEGMENT_BYTES_DEFAULT,
  'the largest batch fits a default segment',
);
