/** Copy trading: how a batch's lots and cost are shared among its owners. */
import { COPY_LOTS_MAX, copyCost, copyFills, copyLots, Side } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { NaiveAllocation } from './naive-allocation.ts';
import { fc } from './properties.ts';

declare const process: { readonly env: Record<string, string | undefined> };
const BATCHES = Number(process.env['HALCYON_COPY_BATCHES'] ?? 600);

const fillsOf = (lots: readonly number[], filled: number): number[] => [
  ...copyFills(copyLots(lots), filled),
];

/** Owners with few lots and owners with many, so that most batches have both. */
const LOTS = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })), {
  minLength: 1,
  maxLength: 25,
});
const LARGE = fc.array(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 1, maxLength: 300 });
const PART = fc.double({ min: 0, max: 1, noNaN: true });

const total = (lots: readonly number[]): number => lots.reduce((all, one) => all + one, 0);

describe('the lots of a batch', () => {
  test('worked examples', () => {
    expect(fillsOf([5], 3)).toEqual([3]);
    expect(fillsOf([1, 1], 1)).toEqual([1, 0]);
    expect([0, 1, 2, 3, 4, 5].map((filled) => fillsOf([3, 2], filled))).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 2],
    ]);
    // A trader with 1,000 lots and 100 followers with one each: of 110 lots the trader has 100.
    const followers = Array.from({ length: 100 }, () => 1);
    const fills = fillsOf([1_000, ...followers], 110);
    expect([fills[0], total(fills.slice(1))]).toEqual([100, 10]);
  });

  test('INV-28 each owner has what lots handed out one by one give', () => {
    fc.assert(
      fc.property(LOTS, (lots) => {
        const naive = new NaiveAllocation(lots);
        const batch = copyLots(lots);
        for (let filled = 0; ; filled++) {
          const fills = [...copyFills(batch, filled)];
          expect(fills).toEqual(naive.fills.map(Number));
          if (filled === total(lots)) break;
          naive.next();
        }
      }),
      { numRuns: Math.ceil(BATCHES / 20) },
    );
  });

  test('INV-28 fills sum to what was traded, none is above its own, none is taken back', () => {
    fc.assert(
      fc.property(LARGE, PART, PART, (lots, one, other) => {
        const batch = copyLots(lots);
        const [less, more] = [one, other]
          .map((part) => Math.floor(part * total(lots)))
          .sort((a, b) => a - b) as [number, number];
        const before = copyFills(batch, less);
        const after = copyFills(batch, more);
        expect(total([...before])).toBe(less);
        expect(total([...after])).toBe(more);
        for (const [i, own] of lots.entries()) {
          expect(after[i]).toBeLessThanOrEqual(own);
          expect(after[i]).toBeGreaterThanOrEqual(before[i]!);
        }
        expect([...copyFills(batch, total(lots))]).toEqual(lots);
      }),
      { numRuns: BATCHES },
    );
  });

  test('nobody is two lots away from the exact share', () => {
    fc.assert(
      fc.property(fc.oneof(LOTS, LARGE), PART, (lots, part) => {
        const all = BigInt(total(lots));
        const filled = Math.floor(part * total(lots));
        for (const [i, got] of fillsOf(lots, filled).entries()) {
          const apart = BigInt(got) * all - BigInt(filled) * BigInt(lots[i]!);
          expect(apart < 2n * all && apart > -2n * all, `${lots} ${filled}`).toBe(true);
        }
      }),
      { numRuns: BATCHES },
    );
  });

  test('portions of owners have what all together have', () => {
    fc.assert(
      fc.property(LARGE, PART, fc.integer({ min: 1, max: 50 }), (lots, part, portion) => {
        const batch = copyLots(lots);
        const filled = Math.floor(part * total(lots));
        const portions: number[] = [];
        for (let from = 0; from < lots.length; from += portion) {
          const to = Math.min(lots.length, from + portion);
          portions.push(...copyFills(batch, filled, from, to));
        }
        expect(portions).toEqual([...copyFills(batch, filled)]);
      }),
      { numRuns: Math.ceil(BATCHES / 10) },
    );
  });

  test('the largest batch is exact', () => {
    const half = COPY_LOTS_MAX / 2;
    expect(fillsOf([half, half], COPY_LOTS_MAX - 1)).toEqual([half, half - 1]);
    expect(() => copyLots([COPY_LOTS_MAX, 1])).toThrow('too many lots');
  });

  test('what is no batch is refused', () => {
    expect(() => copyLots([])).toThrow('nobody');
    for (const lots of [0, -1, 1.5, Number.NaN]) expect(() => copyLots([1, lots])).toThrow();
    expect(() => copyFills(copyLots([2, 3]), 6)).toThrow('INV-28');
    for (const filled of [-1, 0.5]) expect(() => copyFills(copyLots([2]), filled)).toThrow();
    expect(() => copyFills(copyLots([2, 3]), 1, 1, 3)).toThrow('not in the batch');
  });
});

describe('the cost of a batch', () => {
  test('a worked example: 7 lots for 100 units, two owners', () => {
    expect([3, 4].map((lots) => copyCost(Side.buy, lots, 7, 100))).toEqual([43, 58]);
    expect([3, 4].map((lots) => copyCost(Side.sell, lots, 7, 100))).toEqual([42, 57]);
    expect(copyCost(Side.buy, 0, 0, 0)).toBe(0);
    expect(copyCost(Side.buy, 7, 7, 100)).toBe(100);
  });

  test('INV-29 all owners have one price, and the rounding account never pays', () => {
    const costs = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(
        LARGE,
        PART,
        costs,
        fc.constantFrom(Side.buy, Side.sell),
        (lots, part, cost, side) => {
          const filled = Math.max(1, Math.floor(part * total(lots)));
          let rest = side === Side.buy ? -BigInt(cost) : BigInt(cost);
          let owners = 0n;
          for (const got of fillsOf(lots, filled)) {
            const own = BigInt(copyCost(side, got, filled, cost));
            const apart = own * BigInt(filled) - BigInt(cost) * BigInt(got);
            expect(apart < BigInt(filled) && apart > -BigInt(filled)).toBe(true);
            rest += side === Side.buy ? own : -own;
            owners += 1n;
          }
          expect(rest >= 0n && rest < owners).toBe(true);
        },
      ),
      { numRuns: BATCHES },
    );
  });
});
