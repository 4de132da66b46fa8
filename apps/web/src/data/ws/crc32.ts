/** CRC-32 (IEEE), as the order book's checksum uses it. */

const table = new Int32Array(256);
for (let index = 0; index < 256; index += 1) {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  table[index] = value;
}

/** Signed 32-bit CRC of an ASCII text. */
export function crc32(text: string): number {
  let crc = -1;
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (table[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return ~crc;
}
