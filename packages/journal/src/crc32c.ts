/**
 * CRC-32C (Castagnoli), slicing by 16 words of table. Two forms: over bytes, and over the aligned
 * 32-bit words in which batches are kept (no byte loads: about twice as fast).
 * Both continue: `crc(b, crc(a)) === crc(a then b)`.
 */

const POLYNOMIAL = 0x82f63b78;
const SLICES = 16;

/** Table `s` (256 entries from `256 s`) advances a byte by `s` further bytes of zeros. */
function makeTable(): Int32Array {
  const table = new Int32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    table[byte] = crc;
  }
  for (let at = 256; at < table.length; at += 1) {
    const before = table[at - 256] as number;
    table[at] = (table[before & 255] as number) ^ (before >>> 8);
  }
  return table;
}

const TABLE = makeTable();
const slice = (s: number): Int32Array => TABLE.slice(s * 256, s * 256 + 256);
const T0 = slice(0);
const T1 = slice(1);
const T2 = slice(2);
const T3 = slice(3);
const T4 = slice(4);
const T5 = slice(5);
const T6 = slice(6);
const T7 = slice(7);
const T8 = slice(8);
const T9 = slice(9);
const T10 = slice(10);
const T11 = slice(11);
const T12 = slice(12);
const T13 = slice(13);
const T14 = slice(14);
const T15 = slice(15);

/** One word through four tables. */
function step4(word: number): number {
  return (
    (T3[word & 255] as number) ^
    (T2[(word >>> 8) & 255] as number) ^
    (T1[(word >>> 16) & 255] as number) ^
    (T0[word >>> 24] as number)
  );
}

/** Two words through eight tables. */
function step8(a: number, b: number): number {
  return (
    (T7[a & 255] as number) ^
    (T6[(a >>> 8) & 255] as number) ^
    (T5[(a >>> 16) & 255] as number) ^
    (T4[a >>> 24] as number) ^
    step4(b)
  );
}

/**
 * CRC-32C of the little-endian words `from` (included) to `to` (excluded), continued from `seed`.
 * The result is a signed 32-bit integer.
 */
export function crc32cWords(words: Int32Array, from: number, to: number, seed: number): number {
  let crc = ~seed;
  let at = from;
  if ((to - from) & 1) {
    crc = step4(crc ^ (words[at] as number));
    at += 1;
  }
  if ((to - from) & 2) {
    crc = step8(crc ^ (words[at] as number), words[at + 1] as number);
    at += 2;
  }
  for (; at < to; at += 4) {
    const a = crc ^ (words[at] as number);
    const b = words[at + 1] as number;
    crc =
      (T15[a & 255] as number) ^
      (T14[(a >>> 8) & 255] as number) ^
      (T13[(a >>> 16) & 255] as number) ^
      (T12[a >>> 24] as number) ^
      (T11[b & 255] as number) ^
      (T10[(b >>> 8) & 255] as number) ^
      (T9[(b >>> 16) & 255] as number) ^
      (T8[b >>> 24] as number) ^
      step8(words[at + 2] as number, words[at + 3] as number);
  }
  return ~crc;
}

/**
 * CRC-32C of `length` bytes from `offset`, continued from `seed` (0 to start).
 * The result is a signed 32-bit integer; `>>> 0` gives the usual unsigned form.
 */
export function crc32c(bytes: Uint8Array, offset: number, length: number, seed = 0): number {
  let crc = ~seed;
  const end = offset + length;
  for (let at = offset; at < end; at += 1) {
    crc = (T0[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
  }
  return ~crc;
}
