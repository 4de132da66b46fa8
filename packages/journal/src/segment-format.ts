/**
 * The layout of a segment file. All numbers are little-endian; sequences are doubles holding safe
 * integers.
 *
 *     header (256 bytes), then batches, then zeros up to the preallocated size
 *
 *     header  0 magic "HALCYONJ"   8 u32 format        12 u32 rules       16 f64 index
 *            24 f64 first seq     32 f64 created ms    40 32 B SHA-256 of the previous segment
 *            72 16 B salt         88 f64 segment bytes 96 u32 batch bytes 100 u32 venue length
 *           104 32 B venue       252 u32 CRC of bytes 0..252 (its place holds for all formats)
 *
 *     batch   0 u32 magic   4 u32 CRC of 8..32, seeded with salt and offset   8 u32 length
 *            12 u32 records 16 f64 first seq   24 u32 chain before   28 u32 flags (1 mark, 2 end)
 *            then the records
 *
 *     record  0 u32 CRC of 4..end, continued from the chain   4 u32 payload length   8 f64 seq
 *            16 payload, zeros up to a multiple of 8
 *
 * The chain is the CRC of the record before (of the batch header before the first record), so each
 * record's checksum covers everything before it in the segment. Closed segments are bound by the
 * SHA-256 of all their bytes up to the end mark, which the next header carries.
 *
 * One commit writes one batch, and returns when it is durable. So the presence of a batch proves
 * that everything before it had been synced: damage before a later batch is damage to
 * acknowledged data, while a broken last batch was never acknowledged and is cut. A batch header
 * can be recognised without reading what is before it (its CRC is seeded with the segment's random
 * salt and its own offset, which no payload can imitate and no stale block can match).
 */
import { endianness } from 'node:os';
import { crc32c, crc32cWords } from './crc32c.ts';
import { assert, JournalConfigError, JournalDamageError, JournalVersionError } from './errors.ts';
import {
  ALIGN_BYTES,
  BATCH_BYTES_MAX,
  BATCH_BYTES_MIN,
  BATCH_HEADER_BYTES,
  FORMAT_VERSION,
  RECORD_HEADER_BYTES,
  SEGMENT_BYTES_MAX,
  SEGMENT_HEADER_BYTES,
  SEQ_MAX,
  VENUE_BYTES_MAX,
} from './limits.ts';

assert(endianness() === 'LE', 'the journal is written on little-endian machines only');

/** First word of each batch: not text, so that it stands out in a dump. */
export const BATCH_MAGIC = 0xb47c_4a91 | 0;
/** The batch holds no records; it only proves what is before it. */
export const FLAG_MARK = 1;
/** The batch holds no records and closes its segment: a next one exists. */
export const FLAG_END = 2;

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32;
/** Bytes of the salt. */
export const SALT_BYTES = 16;

const MAGIC = new TextEncoder().encode('HALCYONJ');
const HEADER_CRC_AT = SEGMENT_HEADER_BYTES - 4;

/** What a segment says about itself. */
export interface SegmentHeader {
  /** The rules that the commands in it were written for. */
  readonly rulesVersion: number;
  /** 1 for the first segment, then one more each. */
  readonly index: number;
  /** The sequence of its first record (or of the first that would have been written). */
  readonly firstSeq: number;
  /** Milliseconds since 1970, from the caller's clock. */
  readonly createdMs: number;
  /** SHA-256 of the previous segment up to its end mark; zeros before the first. */
  readonly previousHash: Uint8Array;
  readonly salt: Uint8Array;
  /** Size to which the file was preallocated. */
  readonly segmentBytes: number;
  /** The largest batch that its writer makes. */
  readonly batchBytes: number;
  readonly venue: string;
}

/** Rounds up to the alignment of batches and records. */
export function aligned(bytes: number): number {
  return (bytes + ALIGN_BYTES - 1) & -ALIGN_BYTES;
}

/** Bytes that a payload takes in the journal. */
export function recordBytes(payloadBytes: number): number {
  return RECORD_HEADER_BYTES + aligned(payloadBytes);
}

/** The file name of a segment. */
export function segmentName(index: number): string {
  return `segment-${String(index).padStart(10, '0')}.journal`;
}

/** The index in a segment's file name, or undefined when the name is not one. */
export function segmentIndex(name: string): number | undefined {
  const match = /^segment-(\d{10})\.journal$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

/** Encodes a segment header. Throws `JournalConfigError` when a field is out of range. */
export function encodeHeader(header: SegmentHeader): Uint8Array {
  const problem = headerProblem(header);
  if (problem !== undefined) throw new JournalConfigError(problem);
  const venue = new TextEncoder().encode(header.venue);
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, header.rulesVersion, true);
  view.setFloat64(16, header.index, true);
  view.setFloat64(24, header.firstSeq, true);
  view.setFloat64(32, header.createdMs, true);
  bytes.set(header.previousHash, 40);
  bytes.set(header.salt, 72);
  view.setFloat64(88, header.segmentBytes, true);
  view.setUint32(96, header.batchBytes, true);
  view.setUint32(100, venue.length, true);
  bytes.set(venue, 104);
  view.setInt32(HEADER_CRC_AT, crc32c(bytes, 0, HEADER_CRC_AT), true);
  return bytes;
}

/**
 * Decodes and checks a segment header. Throws `JournalDamageError`, or `JournalVersionError` for a
 * sound header of a newer format.
 */
export function decodeHeader(bytes: Uint8Array, file: string): SegmentHeader {
  const damaged = (offset: number, expected: string, found: string): JournalDamageError =>
    new JournalDamageError({ file, offset, expected, found });
  if (bytes.length < SEGMENT_HEADER_BYTES) {
    throw damaged(0, `a header of ${SEGMENT_HEADER_BYTES} bytes`, `${bytes.length} bytes`);
  }
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) {
    throw damaged(0, 'the mark HALCYONJ of a journal segment', 'something else');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, SEGMENT_HEADER_BYTES);
  const crc = crc32c(bytes, 0, HEADER_CRC_AT);
  const stored = view.getInt32(HEADER_CRC_AT, true);
  if (crc !== stored) {
    throw damaged(HEADER_CRC_AT, `header checksum ${hex(crc)}`, hex(stored));
  }
  checkFormat(view.getUint32(8, true), file);
  const venueLength = view.getUint32(100, true);
  const header: SegmentHeader = {
    rulesVersion: view.getUint32(12, true),
    index: view.getFloat64(16, true),
    firstSeq: view.getFloat64(24, true),
    createdMs: view.getFloat64(32, true),
    previousHash: bytes.slice(40, 40 + HASH_BYTES),
    salt: bytes.slice(72, 72 + SALT_BYTES),
    segmentBytes: view.getFloat64(88, true),
    batchBytes: view.getUint32(96, true),
    venue: new TextDecoder().decode(bytes.subarray(104, 104 + venueLength)),
  };
  const problem = headerProblem(header);
  if (problem !== undefined) throw damaged(0, 'a header within its limits', problem);
  return header;
}

/** Throws when a file's format is newer than this build. `file` is named in the message. */
export function checkFormat(format: number, file: string): void {
  if (format <= FORMAT_VERSION && format >= 1) return;
  throw new JournalVersionError(
    `${file} was written by a newer version of Halcyon (journal format ${format}; this version ` +
      `reads up to ${FORMAT_VERSION}). Start the newer version, or restore a backup made before it`,
  );
}

function headerProblem(header: SegmentHeader): string | undefined {
  const whole = (value: number, from: number, to: number): boolean =>
    Number.isInteger(value) && value >= from && value <= to;
  if (!whole(header.rulesVersion, 0, 0xffff_ffff)) return `rules version ${header.rulesVersion}`;
  if (!whole(header.index, 1, 9_999_999_999)) return `segment index ${header.index}`;
  if (!whole(header.firstSeq, 1, SEQ_MAX)) return `first sequence ${header.firstSeq}`;
  if (!whole(header.createdMs, 0, SEQ_MAX)) return `created time ${header.createdMs}`;
  if (!whole(header.batchBytes, BATCH_BYTES_MIN, BATCH_BYTES_MAX)) {
    return `batch size ${header.batchBytes} (${BATCH_BYTES_MIN} to ${BATCH_BYTES_MAX})`;
  }
  const least = SEGMENT_HEADER_BYTES + header.batchBytes + BATCH_HEADER_BYTES;
  if (!whole(header.segmentBytes, least, SEGMENT_BYTES_MAX)) {
    return `segment size ${header.segmentBytes} (${least} to ${SEGMENT_BYTES_MAX})`;
  }
  if (header.segmentBytes % ALIGN_BYTES !== 0 || header.batchBytes % ALIGN_BYTES !== 0) {
    return `segment size ${header.segmentBytes} or batch size not a multiple of ${ALIGN_BYTES}`;
  }
  const venueBytes = new TextEncoder().encode(header.venue).length;
  if (!whole(venueBytes, 1, VENUE_BYTES_MAX)) {
    return `venue name of ${venueBytes} bytes (1 to ${VENUE_BYTES_MAX})`;
  }
  return undefined;
}

/** The value that seeds every batch header of a segment: from its salt. */
export function saltSeed(salt: Uint8Array): number {
  return crc32c(salt, 0, SALT_BYTES);
}

/** Checksum of the batch header at word `at`, for a batch at `offset` of its segment. */
export function batchCrc(words: Int32Array, at: number, seed: number, offset: number): number {
  return crc32cWords(words, at + 2, at + 8, seed ^ (offset / ALIGN_BYTES));
}

/**
 * True when a sound batch header stands at byte `at` of the buffer, for byte `offset` of the
 * segment. Says nothing about its records.
 */
export function isBatchHeader(
  words: Int32Array,
  at: number,
  seed: number,
  offset: number,
): boolean {
  const word = at / 4;
  if (words[word] !== BATCH_MAGIC) return false;
  return words[word + 1] === batchCrc(words, word, seed, offset);
}

/** A memory block seen as bytes, words and doubles; its size is a multiple of 8. */
export interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly words: Int32Array;
  readonly doubles: Float64Array;
}

/** A zeroed block of at least `size` bytes. */
export function makeBlock(size: number): Block {
  const buffer = new ArrayBuffer(aligned(size));
  return {
    bytes: new Uint8Array(buffer),
    words: new Int32Array(buffer),
    doubles: new Float64Array(buffer),
  };
}

/** What `sealBatch` needs to know besides the records, which are in the block already. */
export interface BatchFacts {
  /** Bytes with header, a multiple of 8. */
  readonly length: number;
  readonly records: number;
  readonly firstSeq: number;
  /** Offset of the batch in its segment. */
  readonly offset: number;
  readonly flags: number;
  /** Chain before the batch. */
  readonly chain: number;
  /** `saltSeed` of the segment. */
  readonly seed: number;
}

/**
 * Writes the batch header at the start of the block and every record's checksum; returns the chain
 * after the batch. The records' lengths, sequences, payloads and padding must be in place.
 */
export function sealBatch(block: Block, facts: BatchFacts): number {
  const { words, doubles } = block;
  words[0] = BATCH_MAGIC;
  words[2] = facts.length;
  words[3] = facts.records;
  doubles[2] = facts.firstSeq;
  words[6] = facts.chain;
  words[7] = facts.flags;
  const headerCrc = batchCrc(words, 0, facts.seed, facts.offset);
  words[1] = headerCrc;
  let chain = headerCrc;
  let at = BATCH_HEADER_BYTES / 4;
  const end = facts.length / 4;
  while (at < end) {
    const next = at + recordBytes(words[at + 1] as number) / 4;
    chain = crc32cWords(words, at + 1, next, chain);
    words[at] = chain;
    at = next;
  }
  assert(at === end, 'records fill their batch');
  return chain;
}

/** Eight hexadecimal digits of a 32-bit value. */
export function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Hexadecimal text of a hash. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** True when two byte strings are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => b[at] === byte);
}
