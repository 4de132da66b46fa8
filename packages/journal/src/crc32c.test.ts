import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { crc32c, crc32cWords } from './crc32c.ts';

const of = (bytes: Uint8Array): number => crc32c(bytes, 0, bytes.length) >>> 0;

/** The definition, bit by bit. */
function naive(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

describe('crc32c', () => {
  test.each([
    ['the digits 1 to 9', new TextEncoder().encode('123456789'), 0xe3069283],
    ['32 zeros', new Uint8Array(32), 0x8a9136aa],
    ['32 bytes of ff', new Uint8Array(32).fill(255), 0x62a8ab43],
    ['0 to 31', Uint8Array.from({ length: 32 }, (_, at) => at), 0x46dd794e],
    ['31 to 0', Uint8Array.from({ length: 32 }, (_, at) => 31 - at), 0x113fdb5c],
    ['nothing', new Uint8Array(0), 0],
  ])('has the published value for %s', (_name, bytes, expected) => {
    expect(of(bytes)).toBe(expected);
  });

  test('agrees with the definition, over bytes and over words, whole and continued', () => {
    const words = fc.array(fc.nat(0xffff_ffff), { maxLength: 70 });
    fc.assert(
      fc.property(words, fc.nat(70), (values, cut) => {
        const block = Int32Array.from(values, (value) => value | 0);
        const bytes = new Uint8Array(block.buffer);
        const expected = naive(bytes);
        const at = Math.min(cut, block.length);
        expect(of(bytes)).toBe(expected);
        expect(crc32cWords(block, 0, block.length, 0) >>> 0).toBe(expected);
        const head = crc32cWords(block, 0, at, 0);
        expect(crc32cWords(block, at, block.length, head) >>> 0).toBe(expected);
        expect(crc32c(bytes, at * 4, bytes.length - at * 4, head) >>> 0).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
