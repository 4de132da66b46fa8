import { ghostOrderId } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { IdMap } from '../src/id-map.ts';

/** Ids of a run: most are new, some far apart, some a ghost's. */
function* ids(random: () => number): Generator<number> {
  let next = 1;
  for (;;) {
    next += random() < 0.001 ? 300_000 : 1;
    yield random() < 0.2 ? ghostOrderId(next) : next;
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

describe('id map', () => {
  it('agrees with a plain map over sets, deletes, replacements and moves', () => {
    const random = seeded(1);
    const source = ids(random);
    const model = new Map<number, number>();
    const given: number[] = [];
    let map = new IdMap();
    for (let step = 0; step < 60_000; step++) {
      const known = given[Math.floor(random() * given.length)];
      if (random() < 0.55 || known === undefined) {
        const id = source.next().value as number;
        given.push(id);
        map.set(id, step);
        model.set(id, step);
      } else if (random() < 0.2) {
        map.set(known, step);
        model.set(known, step);
      } else {
        map.delete(known);
        model.delete(known);
      }
      if (map.size !== model.size) throw new Error(`step ${step}: another size`);
      if (step % 5_000 === 0) {
        const moved = new IdMap();
        moved.adopt(structuredClone(map.image()));
        map = moved;
      }
    }
    expect(map.size).toBe(model.size);
    expect(given.map((id) => map.get(id))).toEqual(given.map((id) => model.get(id) ?? -1));
    for (const id of [0, 2 ** 40, ghostOrderId(2 ** 40), Number.MAX_SAFE_INTEGER]) {
      expect(map.get(id)).toBe(-1);
      map.delete(id);
    }
    expect(map.size).toBe(model.size);
  });

  it('has the size of what it holds, however many ids there were', () => {
    const map = new IdMap();
    const size = (): number => {
      const { ring, old } = map.image();
      const { keys, places, slots } = old;
      return ring.byteLength + keys.byteLength + places.byteLength + slots.byteLength;
    };
    for (let id = 1; id < 3_000_000; id++) {
      map.set(id, id);
      if (id > 1_000 && id !== 500_000) map.delete(id - 1_000);
    }
    expect(map.size).toBe(1_001);
    expect(size()).toBeLessThan(100_000);
  });

  it('keeps what its ring has passed, and has it in the ring again once that is longer', () => {
    const map = new IdMap();
    for (let id = 1; id <= 5; id++) map.set(id, id);
    for (let id = 20_001; id <= 32_000; id++) map.set(id, id);
    expect(map.image()).toMatchObject({ recent: 12_000, newest: 32_000 });
    map.delete(3);
    map.reserve(13_000);
    expect(map.image()).toMatchObject({ recent: 12_004, newest: 32_000 });
    expect([1, 2, 3, 4, 5, 6, 20_000, 20_001].map((id) => map.get(id))).toEqual([
      1, 2, -1, 4, 5, -1, -1, 20_001,
    ]);
    map.set(3, 7);
    map.set(100_000, 8);
    expect(map.image().recent).toBe(1);
    expect([3, 5, 20_001, 32_000, 100_000].map((id) => map.get(id))).toEqual([
      7, 5, 20_001, 32_000, 8,
    ]);
    expect(map.size).toBe(12_006);
  });
});
