import { wireId } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { tierLimit } from './limits.ts';
import { readPage } from './pagination.ts';

describe('pages', () => {
  it('read ids, windows and limits', () => {
    const page = readPage({ idLessThan: wireId(7), startTime: '1', endTime: '2', limit: '5' }, 100);
    expect(page).toEqual({ before: 7, startTime: 1, endTime: 2, limit: 5 });
    expect(readPage({}, 20)).toEqual({
      before: undefined,
      startTime: undefined,
      endTime: undefined,
      limit: 20,
    });
  });

  it('more rows than a list has on a page come as one full page', () => {
    expect(readPage({ limit: '1000' }, 20).limit).toBe(1_000);
    expect(readPage({}, 20).limit).toBe(20);
  });

  it('ids that are not ours select everything above ours or nothing below', () => {
    expect(readPage({ idLessThan: '1' }, 1).before).toBe(0);
    expect(readPage({ idLessThan: '9'.repeat(19) }, 1).before).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('refuse windows that are upside down or longer than 90 days', () => {
    expect(() => readPage({ startTime: '2', endTime: '1' }, 1)).toThrow('startTime');
    const tooLong = String(91 * 24 * 60 * 60 * 1000);
    expect(() => readPage({ startTime: '0', endTime: tooLong }, 1)).toThrow('90 days');
    // As ccxt asks for deposits: a ms may pass between its two readings of the clock.
    const endTime = String(90 * 24 * 60 * 60 * 1000 + 1);
    expect(readPage({ startTime: '0', endTime }, 1)).toMatchObject({ endTime: Number(endTime) });
  });
});

describe('names and tiers', () => {
  it('the maker tier is far above the contract', () => {
    expect(tierLimit(10, 'normal')).toBe(10);
    expect(tierLimit(10, 'maker')).toBeGreaterThanOrEqual(100_000);
  });
});
