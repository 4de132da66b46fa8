/** SHA-256 (FIPS 180-4) without a platform: for pages on addresses where browsers offer none, and for files. */

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

/** What makes 32 bytes of bytes, or of a text of ASCII. */
export type Sha256 = (content: Uint8Array | string) => Uint8Array;

/** The first 32 bits behind the point of the n-th root of each of the first primes. */
function rootsOfPrimes(count: number, power: number): Int32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++)
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  return Int32Array.from(found, (prime) => {
    const root = prime ** power;
    return (root - Math.floor(root)) * 2 ** 32;
  });
}

const START = rootsOfPrimes(8, 1 / 2);
const ADDED = rootsOfPrimes(ROUNDS, 1 / 3);

/** 32 bytes. @param content bytes, or a text of ASCII */
export function sha256(content: Uint8Array | string): Uint8Array {
  const padded = pad(typeof content === 'string' ? asciiOf(content) : content);
  const hash = Int32Array.from(START);
  const words = new Int32Array(ROUNDS);
  for (let at = 0; at < padded.byteLength; at += BLOCK_BYTES) mixBlock(hash, words, padded, at);
  const result = new DataView(new ArrayBuffer(32));
  for (const [n, word] of hash.entries()) result.setInt32(n * 4, word);
  return new Uint8Array(result.buffer);
}

function asciiOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  return bytes;
}

/** A one bit, zeros, and the length in bits fill the last block. */
function pad(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - LENGTH_BYTES, BigInt(bytes.length) * 8n);
  return view;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function mixBlock(hash: Int32Array, words: Int32Array, block: DataView, at: number): void {
  for (let n = 0; n < 16; n++) words[n] = block.getInt32(at + n * 4);
  for (let n = 16; n < ROUNDS; n++) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[n] = words[n - 16]! + low + words[n - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  for (let n = 0; n < ROUNDS; n++) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    const step = (first + ADDED[n]! + words[n]!) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + step) | 0, c, b, a, (step + second) | 0];
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) hash[n] = hash[n]! + word;
}
