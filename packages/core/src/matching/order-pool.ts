/**
 * Resting orders: one 64-byte record (one cache line) each in a single buffer, addressed by slot.
 * Lanes 0-3 are doubles (id, price, remaining, quantity), words 8-15 are int32 (account, instrument,
 * flags, level, queue links, links of the user's own list). Slots are reused, ids never.
 *
 * `find` is an open-addressing table from id to slot: 4 bytes an entry at most half full, so a
 * resting order costs 72 to 80 bytes in all.
 */
import { assert } from '@halcyon/domain';

/** Doubles a record takes. */
export const ORDER_LANES = 8;
/** Int32 words a record takes. */
export const ORDER_WORDS = 16;

/** Lane numbers of the doubles. */
export const OrderLane = { id: 0, price: 1, remaining: 2, quantity: 3 } as const;
/** Word numbers of the int32 fields. */
export const OrderWord = {
  account: 8,
  instrument: 9,
  flags: 10,
  level: 11,
  next: 12,
  previous: 13,
  userNext: 14,
  userPrevious: 15,
} as const;

/** Bits of the flags word. */
export const OrderFlag = {
  /** Bit 0: side; bits 1-2: time in force; bits 3-4: self-trade mode. */
  side: 1,
  timeInForceShift: 1,
  selfTradeShift: 3,
  /** It has a client id, an attached TP/SL or an OCO stop: rare work when it ends. */
  clientId: 1 << 5,
  attached: 1 << 6,
  oco: 1 << 7,
} as const;

/** Nothing: the end of a list, a missing slot. */
export const NONE = -1;

const CAPACITY_INITIAL = 1_024;
const HASH = 0x9e3779b1;

/** Storage of resting orders. */
export class OrderPool {
  f64 = new Float64Array(CAPACITY_INITIAL * ORDER_LANES);
  i32 = new Int32Array(this.f64.buffer);
  /** Orders stored. */
  count = 0;
  private capacity = CAPACITY_INITIAL;
  private used = 0;
  private freeHead = NONE;
  private table = new Int32Array(CAPACITY_INITIAL * 4);
  private mask = this.table.length - 1;

  /** A slot for order `id`; its fields are the caller's to fill. */
  add(id: number): number {
    let slot = this.freeHead;
    if (slot !== NONE) this.freeHead = this.i32[slot * ORDER_WORDS + OrderWord.next]!;
    else {
      if (this.used === this.capacity) this.grow();
      slot = this.used;
      this.used += 1;
    }
    this.count += 1;
    if (this.count * 2 > this.table.length) this.rehash(this.table.length * 2);
    this.f64[slot * ORDER_LANES] = id;
    this.insert(id, slot);
    return slot;
  }

  /** The slot of order `id`, or NONE. */
  find(id: number): number {
    const { table, mask, f64 } = this;
    let i = Math.imul(id | 0, HASH) >>> 7;
    for (;;) {
      i &= mask;
      const entry = table[i]!;
      if (entry === 0) return NONE;
      if (f64[(entry - 1) * ORDER_LANES] === id) return entry - 1;
      i += 1;
    }
  }

  /** Frees a slot and forgets its id. */
  remove(slot: number): void {
    const id = this.f64[slot * ORDER_LANES]!;
    this.erase(id, slot);
    this.f64[slot * ORDER_LANES] = 0;
    this.i32[slot * ORDER_WORDS + OrderWord.next] = this.freeHead;
    this.freeHead = slot;
    this.count -= 1;
  }

  /** Bytes held for records and index. */
  get bytes(): number {
    return this.f64.byteLength + this.table.byteLength;
  }

  private insert(id: number, slot: number): void {
    const { table, mask } = this;
    let i = (Math.imul(id | 0, HASH) >>> 7) & mask;
    while (table[i] !== 0) i = (i + 1) & mask;
    table[i] = slot + 1;
  }

  /** Backward-shift deletion: no tombstones, so look-ups stay short for ever. */
  private erase(id: number, slot: number): void {
    const { table, mask, f64 } = this;
    let hole = (Math.imul(id | 0, HASH) >>> 7) & mask;
    while (table[hole] !== slot + 1) {
      assert(table[hole] !== 0, `order ${id} is missing from the index`);
      hole = (hole + 1) & mask;
    }
    let i = hole;
    for (;;) {
      i = (i + 1) & mask;
      const entry = table[i]!;
      if (entry === 0) break;
      const home = (Math.imul(f64[(entry - 1) * ORDER_LANES]! | 0, HASH) >>> 7) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        table[hole] = entry;
        hole = i;
      }
    }
    table[hole] = 0;
  }

  private rehash(size: number): void {
    const old = this.table;
    this.table = new Int32Array(size);
    this.mask = size - 1;
    for (let i = 0; i < old.length; i++) {
      const entry = old[i]!;
      if (entry !== 0) this.insert(this.f64[(entry - 1) * ORDER_LANES]!, entry - 1);
    }
  }

  private grow(): void {
    this.capacity = Math.ceil(this.capacity * 1.5);
    const f64 = new Float64Array(this.capacity * ORDER_LANES);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = new Int32Array(f64.buffer);
  }
}
