/**
 * From the id of a resting order to its slot. Ids come in sequence, so each of the latest has a place of
 * its own in a ring, four bytes beside those of its neighbours: a new order is noted where the one
 * before was, and nothing is searched. What still rests when the ring comes round to its place moves to
 * a table of old orders.
 */
import { assert } from '@halcyon/domain';
import { IdTable } from './id-table.ts';
import type { ORDER_LANE_SHIFT, ORDER_LANES } from './order-record.ts';

// Own constants, because the compiler cannot fold imported ones.
const LANES: typeof ORDER_LANES = 8;
const LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const RING_INITIAL = 16_384;

export class OrderIndex {
  /** Slot + 1 of the order whose id ends in these bits, 0 = it does not rest. */
  private ring = new Int32Array(RING_INITIAL);
  private mask = RING_INITIAL - 1;
  /** Orders there is room for before the ring grows. */
  private room = (RING_INITIAL / 4) * 3;
  /** The highest id there was: the ring is for those that are less than its length below. */
  private newest = 0;
  private readonly old = new IdTable();

  /** Bytes held. */
  get bytes(): number {
    return this.ring.byteLength + this.old.bytes;
  }

  /** Notes order `id`, which does not rest yet. @param records those of the pool */
  add(id: number, slot: number, records: Float64Array): void {
    if (id > this.newest) this.advance(id, records);
    if (id >= this.newest - this.mask) this.ring[id & this.mask] = slot + 1;
    else this.old.add(id | 0, slot);
  }

  /** The slot of order `id`, or -1. `id` may be any number. */
  find(id: number, records: Float64Array): number {
    if (!(id >= this.newest - this.mask)) return this.old.find(id, records, LANES);
    const slot = this.ring[id & this.mask]! - 1;
    return slot >= 0 && records[slot << LANE_SHIFT] === id ? slot : -1;
  }

  /** Forgets order `id`, which rests in `slot`. */
  remove(id: number, slot: number): void {
    if (id >= this.newest - this.mask) {
      assert(this.ring[id & this.mask] === slot + 1, 'an order is missing from the index');
      this.ring[id & this.mask] = 0;
    } else this.old.remove(id | 0, slot);
  }

  /** What stands where a search for an id begins: for reading ahead. @param key its low 32 bits */
  first(key: number): number {
    return this.isRecent(key) ? this.ring[key & this.mask]! : this.old.first(key);
  }

  /** The slot that a search for an id will look at, -1 when there is none: reads no record. */
  candidate(key: number): number {
    return this.isRecent(key) ? this.ring[key & this.mask]! - 1 : this.old.candidate(key);
  }

  /** Room for so many orders. @param used slots that records were ever written to */
  reserve(count: number, records: Float64Array, used: number): void {
    if (count <= this.room) return;
    let { length } = this.ring;
    while (count * 4 > length * 3) length *= 2;
    this.room = (length / 4) * 3;
    this.ring = new Int32Array(length);
    this.mask = length - 1;
    this.old.clear();
    for (let slot = 0; slot < used; slot++) {
      const id = records[slot << LANE_SHIFT]!;
      if (id > 0) this.add(id, slot, records);
    }
  }

  /** Makes `id` the newest; those whose places it and the ids before it take are old now. */
  private advance(id: number, records: Float64Array): void {
    const { ring, mask } = this;
    const taken = Math.min(id - this.newest, mask + 1);
    for (let i = 0; i < taken; i++) {
      const slot = ring[(id - i) & mask]! - 1;
      if (slot < 0) continue;
      ring[(id - i) & mask] = 0;
      this.old.add(records[slot << LANE_SHIFT]! | 0, slot);
    }
    this.newest = id;
  }

  private isRecent(key: number): boolean {
    return ((this.newest | 0) - key) >>> 0 <= this.mask;
  }
}
