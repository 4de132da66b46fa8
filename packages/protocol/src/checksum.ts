/** The order book checksum: CRC-32 (IEEE) of the best 25 levels, as a signed 32-bit number. */

/** Levels of each side that the checksum covers. */
export const CHECKSUM_LEVELS = 25;

/** A book level on the wire: price and size exactly as they were sent. */
export type WireLevel = readonly [price: string, size: string];

const TABLE = makeTable();

function makeTable(): Int32Array {
  const table = new Int32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    table[n] = c;
  }
  return table;
}

/** CRC-32 (IEEE 802.3) of ASCII text, signed. */
export function crc32(text: string): number {
  let crc = -1;
  for (let i = 0; i < text.length; i++) {
    crc = (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return ~crc;
}

/** The text that is summed: `bidP:bidS:askP:askS:…`, a missing side skipped. Best levels first. */
export function checksumText(bids: readonly WireLevel[], asks: readonly WireLevel[]): string {
  let text = '';
  for (let i = 0; i < CHECKSUM_LEVELS; i++) {
    const bid = bids[i];
    const ask = asks[i];
    if (bid !== undefined) text += `:${bid[0]}:${bid[1]}`;
    if (ask !== undefined) text += `:${ask[0]}:${ask[1]}`;
  }
  return text.slice(1);
}

/** The checksum of a book. Best levels first on both sides. */
export function bookChecksum(bids: readonly WireLevel[], asks: readonly WireLevel[]): number {
  return crc32(checksumText(bids, asks));
}
