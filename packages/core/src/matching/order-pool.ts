/**
 * Resting orders: their records in a single buffer, addressed by slot. Slots are reused, ids never.
 *
 * Room for more is made in large steps: what was never written to is address space, not memory. A
 * resting order costs 70 to 96 bytes in all.
 */
import { assert } from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';
import { OrderIndex } from './order-index.ts';
import type { ORDER_LANE_SHIFT, ORDER_LANES, ORDER_WORD_SHIFT, OrderWord } from './order-record.ts';

// What the hot code reads: own constants, because the compiler cannot fold exported or imported ones.
const LANES: typeof ORDER_LANES = 8;
const LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const NEXT: typeof OrderWord.next = 12;
const NIL: number = -1;

const CAPACITY_INITIAL = 8_192;

/** Storage of resting orders. */
export class OrderPool {
  f64 = lineLanes(CAPACITY_INITIAL * LANES);
  i32 = wordsOf(this.f64);
  /** Orders stored. */
  count = 0;
  private capacity = CAPACITY_INITIAL;
  private used = 0;
  private freeHead = NIL;
  private readonly index = new OrderIndex();

  /** A slot for order `id` (1 … 2^53 − 1, not in the pool); its fields are the caller's to fill. */
  add(id: number): number {
    let slot = this.freeHead;
    if (slot !== NIL) this.freeHead = this.i32[(slot << WORD_SHIFT) | NEXT]!;
    else {
      if (this.used === this.capacity) this.grow();
      slot = this.used;
      this.used += 1;
    }
    this.count += 1;
    this.index.reserve(this.count, this.f64, this.used);
    this.f64[slot << LANE_SHIFT] = id;
    this.index.add(id, slot, this.f64);
    return slot;
  }

  /** The slot of order `id`, or NIL. `id` may be any number. */
  find(id: number): number {
    return this.index.find(id, this.f64);
  }

  /** The slot that `find` will look at, NIL when there is none: reads no record. @param key low 32 bits of the id */
  candidate(key: number): number {
    return this.index.candidate(key);
  }

  /** The index's entry for an id, of which these are the low 32 bits: for reading ahead. */
  entry(key: number): number {
    return this.index.first(key);
  }

  /** Frees a slot and forgets its id. */
  remove(slot: number): void {
    const id = this.f64[slot << LANE_SHIFT]!;
    assert(id > 0, 'a free slot is freed again');
    this.index.remove(id, slot);
    this.f64[slot << LANE_SHIFT] = 0;
    this.i32[(slot << WORD_SHIFT) | NEXT] = this.freeHead;
    this.freeHead = slot;
    this.count -= 1;
  }

  /** Bytes written to for records and index. */
  get bytes(): number {
    return this.used * LANES * 8 + this.index.bytes;
  }

  /** Makes room for so many orders at once; before the first of them. */
  reserve(count: number): void {
    assert(this.used === 0, 'room for orders is made when some are there');
    this.index.reserve(count, this.f64, 0);
    if (count > this.capacity) this.resize(count);
  }

  /** By half: fewer copies, and room that is not used costs nothing. */
  private grow(): void {
    this.resize(this.capacity + Math.max(CAPACITY_INITIAL, this.capacity >>> 1));
  }

  private resize(capacity: number): void {
    this.capacity = capacity;
    const f64 = lineLanes(capacity * LANES);
    f64.set(this.f64.subarray(0, this.used * LANES));
    this.f64 = f64;
    this.i32 = wordsOf(f64);
  }
}
