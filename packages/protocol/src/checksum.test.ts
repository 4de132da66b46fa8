import { describe, expect, it } from 'vitest';
import { bookChecksum, checksumText, crc32, type WireLevel } from './checksum.ts';
import { CHECKSUMS } from './vectors.fixture.ts';

describe('book checksum', () => {
  it.each(CHECKSUMS)('real push %#', ({ text, crc }) => {
    expect(crc32(text)).toBe(crc);
  });

  it('interleaves the best 25 and skips a missing side', () => {
    const bids: WireLevel[] = [
      ['3366.1', '7'],
      ['3366', '6'],
    ];
    const asks: WireLevel[] = [
      ['3366.8', '9'],
      ['3368', '8'],
    ];
    expect(bookChecksum(bids, asks)).toBe(-1881014294);
    expect(checksumText(bids, asks.slice(0, 1))).toBe('3366.1:7:3366.8:9:3366:6');
    expect(checksumText([], [])).toBe('');
    const deep = Array.from({ length: 40 }, (_, i): WireLevel => [String(i), '1']);
    expect(checksumText(deep, deep).split(':')).toHaveLength(100);
  });
});
