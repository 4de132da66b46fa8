import { crc32 } from '@halcyon/protocol/checksum';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../packages/testkit/src/core/properties.ts';
import { sweepTo } from '../../features/terminal/book/sweep.ts';
import { type BookPush, OrderBook } from './order-book.ts';

const SNAPSHOT: BookPush = {
  bids: [
    ['99.9', '1.5'],
    ['99.8', '2'],
  ],
  asks: [
    ['100.1', '0.5'],
    ['100.2', '3'],
  ],
  seq: 10,
};

function book(): OrderBook {
  const made = new OrderBook(1, 2);
  expect(made.snapshot(SNAPSHOT)).toBe('applied');
  return made;
}

function levels(made: OrderBook, side: 'bids' | 'asks'): string[] {
  return Array.from(
    { length: made[side].size },
    (_, index) => made[side].at(index)?.pushed[0] ?? '',
  );
}

describe('OrderBook', () => {
  it('keeps both sides best first', () => {
    const made = book();
    made.update({ bids: [['99.95', '1']], asks: [], pseq: 10, seq: 11 });
    expect(levels(made, 'bids')).toEqual(['99.9', '99.8']);
    expect(made.ready).toBe(false);
  });

  it('refuses a level with more decimals than the instrument has', () => {
    expect(book().update({ bids: [['99.95', '1']], asks: [], pseq: 10, seq: 11 })).toBe(
      'malformed',
    );
  });

  it('inserts, replaces and removes levels', () => {
    const made = book();
    const push = {
      bids: [
        ['100.0', '1'],
        ['99.9', '0'],
      ],
      asks: [['100.1', '7']],
      pseq: 10,
      seq: 11,
    };
    expect(made.update(push)).toBe('applied');
    expect(levels(made, 'bids')).toEqual(['100.0', '99.8']);
    expect(made.asks.at(0)?.units).toBe(700n);
  });

  it('ignores the removal of a level that it does not have', () => {
    const made = book();
    made.update({ bids: [['50.0', '0']], asks: [['500.0', '0']], pseq: 10, seq: 11 });
    expect(levels(made, 'bids')).toEqual(['99.9', '99.8']);
    expect(levels(made, 'asks')).toEqual(['100.1', '100.2']);
  });

  it('notices a gap in the sequence and stays untrusted until a snapshot', () => {
    const made = book();
    expect(made.update({ bids: [], asks: [], pseq: 11, seq: 12 })).toBe('gap');
    expect(made.ready).toBe(false);
    expect(made.update({ bids: [], asks: [], pseq: 12, seq: 13 })).toBe('gap');
    expect(made.snapshot({ ...SNAPSHOT, seq: 20 })).toBe('applied');
    expect(made.update({ bids: [], asks: [], pseq: 20, seq: 21 })).toBe('applied');
  });

  it('compares sequence numbers that came as text or as numbers', () => {
    expect(book().update({ bids: [], asks: [], pseq: '10', seq: '11' })).toBe('applied');
  });

  it('verifies the checksum over the strings that were pushed', () => {
    const right = crc32('99.9:1.5:100.1:0.5:99.8:2:100.2:3');
    const made = new OrderBook(1, 2);
    expect(made.snapshot({ ...SNAPSHOT, checksum: right })).toBe('applied');
    const next = crc32('99.9:1.5:100.1:0.50:99.8:2:100.2:3');
    const push = { bids: [], asks: [['100.1', '0.50']], pseq: 10, seq: 11 };
    expect(made.update({ ...push, checksum: next })).toBe('applied');
    expect(made.update({ ...push, pseq: 11, seq: 12, checksum: next + 1 })).toBe('checksum');
    expect(made.ready).toBe(false);
  });

  it('accepts pushes without a checksum and the zero that means none', () => {
    expect(book().update({ bids: [], asks: [], pseq: 10, seq: 11, checksum: 0 })).toBe('applied');
  });

  it('groups away from the spread and adds up totals', () => {
    const made = new OrderBook(1, 0);
    made.snapshot({
      bids: [
        ['99.9', '1'],
        ['99.1', '2'],
        ['98.9', '4'],
      ],
      asks: [
        ['100.1', '1'],
        ['101.0', '2'],
        ['101.1', '4'],
      ],
    });
    expect(made.bids.rows(5, 10)).toEqual([
      { tick: 990, units: 3n, total: 3n },
      { tick: 980, units: 4n, total: 7n },
    ]);
    expect(made.asks.rows(5, 10)).toEqual([
      { tick: 1010, units: 3n, total: 3n },
      { tick: 1020, units: 4n, total: 7n },
    ]);
    expect(made.asks.rows(1, 10)).toHaveLength(1);
    expect(made.asks.rows(0, 10)).toHaveLength(0);
  });

  it('equals a plain map after any run of updates', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(fc.array(fc.array(level, { maxLength: 8 }), { maxLength: 40 }), (pushes) => {
        const made = new OrderBook(0, 0);
        const naive = new Map<number, number>();
        made.snapshot({ bids: [], asks: [] });
        for (const push of pushes) {
          const rows = push.map(([tick, units]) => [String(tick), String(units)]);
          expect(made.update({ bids: rows, asks: rows })).toBe('applied');
          for (const [tick, units] of push) {
            if (units === 0) naive.delete(tick);
            else naive.set(tick, units);
          }
        }
        const rising = [...naive].sort((a, b) => a[0] - b[0]);
        const seen = (side: 'bids' | 'asks') =>
          made[side].rows(100, 1).map((row) => [row.tick, Number(row.units)]);
        expect(seen('asks')).toEqual(rising);
        expect(seen('bids')).toEqual(rising.toReversed());
      }),
    );
  });
});

describe('sweepTo', () => {
  it('sums both sides down to a level and averages what was taken', () => {
    const made = book();
    expect(sweepTo(made.asks, 1002, true)).toEqual({
      units: 350n,
      value: 350650n,
      averageTick: 1001n,
    });
    expect(sweepTo(made.bids, 999, false)).toEqual({
      units: 150n,
      value: 149850n,
      averageTick: 999n,
    });
    expect(sweepTo(made.asks, 1000, true)).toEqual({ units: 0n, value: 0n, averageTick: 0n });
  });
});
