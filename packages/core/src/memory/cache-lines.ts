/**
 * Buffers of records that are a cache line or a part of one. The allocator under Node puts 16 bytes of
 * its own before a large block, so records that began where the block begins would lie across two
 * lines; these begin with the next line. Elsewhere that does no harm.
 */
const LINE_BYTES = 64;
const BEFORE_BLOCK_BYTES = 16;

/** Doubles, all 0, that begin with a line. */
export function lineLanes(count: number): Float64Array<ArrayBuffer> {
  return new Float64Array(
    new ArrayBuffer(count * 8 + LINE_BYTES),
    LINE_BYTES - BEFORE_BLOCK_BYTES,
    count,
  );
}

/** The same memory as int32 words. */
export function wordsOf(lanes: Float64Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return new Int32Array(lanes.buffer, lanes.byteOffset, lanes.length * 2);
}
