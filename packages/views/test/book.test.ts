import { EventKind, type LevelEvent, Side } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { PublicBook } from '../src/book.ts';
import { IdMap } from '../src/id-map.ts';
import type { LevelView } from '../src/index.ts';

const change = fc.record({
  side: fc.constantFrom(Side.buy, Side.sell),
  price: fc.integer({ min: 1, max: 90 }),
  total: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 })),
});
type Change = { side: Side; price: number; total: number };

function eventOf(changed: Change, time: number): LevelEvent {
  const orders = changed.total === 0 ? 0 : 1 + (changed.total % 5);
  return { kind: EventKind.level, seq: time, time, instrument: 3, orders, ...changed };
}

function modelOf(changes: readonly Change[], side: Side): LevelView[] {
  const levels = new Map<number, LevelView>();
  for (const changed of changes) {
    if (changed.side !== side) continue;
    if (changed.total === 0) levels.delete(changed.price);
    else {
      const { price, total } = changed;
      levels.set(price, { price, total, orders: 1 + (total % 5) });
    }
  }
  return [...levels.values()].sort((a, b) => (side === Side.buy ? -1 : 1) * (a.price - b.price));
}

function mergedModel(levels: readonly LevelView[], step: number, side: Side): LevelView[] {
  const merged = new Map<number, LevelView>();
  for (const level of levels) {
    const round = side === Side.buy ? Math.floor : Math.ceil;
    const price = round(level.price / step) * step;
    const seen = merged.get(price) ?? { price, total: 0, orders: 0 };
    const orders = seen.orders + level.orders;
    merged.set(price, { price, total: seen.total + level.total, orders });
  }
  return [...merged.values()];
}

describe('Book', () => {
  it('INV-17 a snapshot and the changes since are the book, for every start', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), fc.nat(), (changes, cut) => {
        const book = new PublicBook(3);
        const at = cut % (changes.length + 1);
        let copy = new Map<string, number>();
        changes.forEach((changed, i) => {
          if (i === at) {
            copy = new Map([
              ...book.bids().map((level) => [`0:${level.price}`, level.total] as const),
              ...book.asks().map((level) => [`1:${level.price}`, level.total] as const),
            ]);
          }
          const seq = book.seq;
          book.apply(eventOf(changed, i + 1));
          expect(book.seq).toBe(seq + 1);
          expect(book.total(changed.side, changed.price)).toBe(changed.total);
          if (i < at) return;
          if (changed.total === 0) copy.delete(`${changed.side}:${changed.price}`);
          else copy.set(`${changed.side}:${changed.price}`, changed.total);
        });
        const bids = modelOf(changes, Side.buy);
        const asks = modelOf(changes, Side.sell);
        expect(book.bids()).toEqual(bids);
        expect(book.asks()).toEqual(asks);
        expect(book.bids(3)).toEqual(bids.slice(0, 3));
        expect([book.bestBid, book.bestAsk]).toEqual([bids[0]?.price ?? 0, asks[0]?.price ?? 0]);
        if (at < changes.length) expect(copy.size).toBe(bids.length + asks.length);
        if (at < changes.length) {
          for (const level of bids) expect(copy.get(`0:${level.price}`)).toBe(level.total);
        }
      }),
    );
  });

  it('merges depth so that no step looks better than its orders', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 120 }),
        fc.integer({ min: 1, max: 40 }),
        (changes, step) => {
          const book = new PublicBook(3);
          changes.forEach((changed, i) => {
            book.apply(eventOf(changed, i + 1));
          });
          const bids = mergedModel(modelOf(changes, Side.buy), step, Side.buy);
          const asks = mergedModel(modelOf(changes, Side.sell), step, Side.sell);
          expect(book.merged(step)).toEqual({ bids, asks });
          expect(book.merged(step, 2)).toEqual({ bids: bids.slice(0, 2), asks: asks.slice(0, 2) });
        },
      ),
    );
    expect(() => new PublicBook(1).merged(0)).toThrow(RangeError);
  });

  it('keeps thousands of levels in order, coming and going anywhere', () => {
    const book = new PublicBook(3);
    const changes: Change[] = [];
    for (let i = 0; i < 20_000; i++) {
      const price = 1 + ((i * 7919) % 3001);
      changes.push({ side: (i % 2) as Side, price, total: (i * 31) % 4 === 0 ? 0 : 1 + i });
    }
    for (let i = 0; i < 3001; i++) changes.push({ side: Side.buy, price: i + 1, total: 0 });
    changes.forEach((changed, i) => {
      book.apply(eventOf(changed, i + 1));
    });
    expect(book.bids()).toEqual([]);
    expect(book.asks()).toEqual(modelOf(changes, Side.sell));
    expect(book.askLevels).toBeGreaterThan(1000);
  });
});

describe('IdMap', () => {
  it('behaves as a Map on random ids', () => {
    const id = fc.oneof(
      fc.integer({ min: 1, max: 50 }),
      fc.maxSafeNat().map((n) => n + 1),
    );
    const step = fc.record({ id: id.filter(Number.isSafeInteger), drop: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const map = new IdMap();
        const model = new Map<number, number>();
        steps.forEach(({ id, drop }, slot) => {
          if (drop) {
            map.delete(id);
            model.delete(id);
          } else {
            map.set(id, slot);
            model.set(id, slot);
          }
        });
        for (const { id } of steps) expect(map.get(id)).toBe(model.get(id) ?? -1);
        expect(map.size).toBe(model.size);
      }),
    );
  });

  it('grows, and finds everything when ids that are counted up leave in another order', () => {
    const map = new IdMap();
    const count = 50_000;
    for (let id = 1; id <= count; id++) map.set(id, id - 1);
    for (let id = 3; id <= count; id += 3) map.delete(id);
    for (let id = 1; id <= count; id++) expect(map.get(id)).toBe(id % 3 === 0 ? -1 : id - 1);
  });
});
