/**
 * What follows the last sound batch of a segment: nothing, a torn tail, or damage.
 *
 * A segment is zeros before it is written, and a batch is written only after everything before it was
 * synced. So an interrupted commit leaves bytes in the place of one batch only, and no sound batch header
 * after its own start: the rollback at a start cuts them. Anything else is damage to data that was
 * acknowledged.
 */
import { JournalDamageError } from './errors.ts';
import { BATCH_HEADER_BYTES } from './limits.ts';
import {
  BATCH_MAGIC,
  isBatchHeader,
  makeBlock,
  type SegmentHeader,
  saltSeed,
} from './segment-format.ts';
import type { Stop } from './segment-reader.ts';
import type { FileHandle, Storage } from './storage.ts';

const CHUNK_BYTES = 1024 * 1024;

/** What is in a segment from some offset to its end. */
export interface TailFacts {
  /** First offset from which on all bytes are zero (a multiple of 8). */
  readonly zerosFrom: number;
  /** Offset of the first sound batch header after the start, or undefined. */
  readonly laterBatch: number | undefined;
}

/** Looks at every byte of the segment from `from` (a multiple of 8) to its end. */
export function surveyTail(
  storage: Storage,
  handle: FileHandle,
  header: SegmentHeader,
  from: number,
): TailFacts {
  const end = header.segmentBytes;
  const block = makeBlock(Math.min(CHUNK_BYTES, Math.max(end - from, BATCH_HEADER_BYTES)));
  const { bytes, words } = block;
  const seed = saltSeed(header.salt);
  let zerosFrom = from;
  let laterBatch: number | undefined;
  let start = from;
  while (start < end) {
    const got = storage.read(handle, bytes, 0, Math.min(bytes.length, end - start), start);
    bytes.fill(0, got);
    for (let word = 0; word * 4 < got; word += 1) {
      if (words[word] === 0) continue;
      const at = start + word * 4;
      zerosFrom = at - (at % 8) + 8;
      if (words[word] !== BATCH_MAGIC || at % 8 !== 0 || at === from) continue;
      if (laterBatch !== undefined || word * 4 + BATCH_HEADER_BYTES > got) continue;
      if (isBatchHeader(words, word * 4, seed, at)) laterBatch = at;
    }
    if (got < bytes.length || start + got >= end) break;
    // A header may stand across the border: read its room again.
    start += got - BATCH_HEADER_BYTES;
  }
  return { zerosFrom, laterBatch };
}

/**
 * Decides what a reader's stop in the last segment means. Returns where the zeros begin (nothing
 * to cut when that is at or before the last sound batch's end). Throws `JournalDamageError`.
 */
export function judgeTail(
  stop: Stop,
  place: { file: string; header: SegmentHeader; offset: number },
  facts: TailFacts,
): number {
  const { file, header, offset } = place;
  const refuse = (expected: string, found: string): JournalDamageError =>
    new JournalDamageError({ file, offset: stop.offset, seq: stop.seq, expected, found });
  if (stop.kind === 'damage' || stop.kind === 'end') throw refuse(stop.expected, stop.found);
  if (facts.laterBatch !== undefined) {
    const proof = `a batch at offset ${facts.laterBatch} proves that this part was durable`;
    throw refuse(stop.expected, `${stop.found}; ${proof}`);
  }
  const room = Math.min(offset + (stop.batchLength ?? header.batchBytes), header.segmentBytes);
  if (facts.zerosFrom > room) {
    const where = `other bytes up to offset ${facts.zerosFrom}`;
    throw refuse(`zeros from offset ${room}, which was never written`, where);
  }
  return facts.zerosFrom;
}
