/**
 * Resting orders: one 64-byte record (one cache line) each in a single buffer, addressed by slot.
 * Lanes 0-3 are doubles (id, price, remaining, quantity), words 8-15 are int32 (account, seat, flags,
 * level, queue links, the cell its seat keeps it in, the balance that pays for it). Slots are reused, ids never.
 *
 * `find` is an open-addressing table of (low 32 bits of the id, slot + 1) pairs, at most two thirds
 * full. Ids come in sequence, so neighbours share a place in the table; probing and deleting never
 * touch the records of other orders. With the spare room of growth a resting
 * order costs 76 to 96 bytes in all.
 */
import { assert } from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/lines.ts';

/** Doubles a record takes. */
export const ORDER_LANES = 8;
/** Int32 words a record takes. */
export const ORDER_WORDS = 16;

/** Lane numbers of the doubles. */
export const OrderLane = { id: 0, price: 1, remaining: 2, quantity: 3 } as const;
/** Word numbers of the int32 fields. */
export const OrderWord = {
  account: 8,
  seat: 9,
  flags: 10,
  level: 11,
  next: 12,
  previous: 13,
  cell: 14,
  balance: 15,
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
  /** What a new order brings: all of the above. */
  terms: 0xff,
  /** From here: the instrument, which the pool's owner adds. */
  instrumentShift: 8,
} as const;

/** Nothing: the end of a list, a missing slot. */
export const NONE = -1;

// What the hot code reads: own constants, because the compiler cannot fold exported or imported ones.
const LANES: typeof ORDER_LANES = 8;
const WORDS: typeof ORDER_WORDS = 16;
const NEXT: typeof OrderWord.next = 12;
const NIL: number = -1;

const CAPACITY_INITIAL = 8_192;
const TABLE_INITIAL = 16_384;
const HASH = 0x9e3779b1;
/** Neighbouring ids that share a place: fewer cache misses, but longer runs where all of them rest. */
const BLOCK_BITS = 1;
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/** Storage of resting orders. */
export class OrderPool {
  f64 = lineLanes(CAPACITY_INITIAL * LANES);
  i32 = wordsOf(this.f64);
  /** Orders stored. */
  count = 0;
  private capacity = CAPACITY_INITIAL;
  private used = 0;
  private freeHead = NIL;
  private table = new Int32Array(TABLE_INITIAL * 2);
  private entries = TABLE_INITIAL;
  /** Bits to drop from a hash of a block of ids to get the block's place. */
  private shift = 32 - Math.log2(TABLE_INITIAL >>> BLOCK_BITS);

  /** A slot for order `id` (1 … 2^53 − 1, not in the pool); its fields are the caller's to fill. */
  add(id: number): number {
    let slot = this.freeHead;
    if (slot !== NIL) this.freeHead = this.i32[slot * WORDS + NEXT]!;
    else {
      if (this.used === this.capacity) this.grow();
      slot = this.used;
      this.used += 1;
    }
    this.count += 1;
    if (this.count * 3 > this.entries * 2) this.rehash();
    this.f64[slot * LANES] = id;
    this.insert(id | 0, slot);
    return slot;
  }

  /** The slot of order `id`, or NIL. */
  find(id: number): number {
    const { table, entries } = this;
    const key = id | 0;
    const mask = entries * 2 - 1;
    let i = home(key, this.shift) * 2;
    for (;;) {
      const entry = table[i + 1]!;
      if (entry === 0) return NIL;
      if (table[i] === key && this.f64[(entry - 1) * LANES] === id) return entry - 1;
      i = (i + 2) & mask;
    }
  }

  /** The slot that `find` will look at, NIL when there is none: reads no record. @param key low 32 bits of the id */
  candidate(key: number): number {
    const { table, entries } = this;
    const mask = entries * 2 - 1;
    for (let i = home(key, this.shift) * 2; ; i = (i + 2) & mask) {
      const entry = table[i + 1]!;
      if (entry === 0 || table[i] === key) return entry - 1;
    }
  }

  /** The index's entry for an id, of which these are the low 32 bits: for reading ahead. */
  entry(key: number): number {
    return this.table[home(key, this.shift) * 2 + 1]!;
  }

  /** Frees a slot and forgets its id. */
  remove(slot: number): void {
    const id = this.f64[slot * LANES]!;
    assert(id > 0, 'a free slot is freed again');
    this.erase(id | 0, slot);
    this.f64[slot * LANES] = 0;
    this.i32[slot * WORDS + NEXT] = this.freeHead;
    this.freeHead = slot;
    this.count -= 1;
  }

  /** Bytes held for records and index. */
  get bytes(): number {
    return this.f64.byteLength + this.table.byteLength;
  }

  private insert(key: number, slot: number): void {
    const { table, entries } = this;
    const mask = entries * 2 - 1;
    let i = home(key, this.shift) * 2;
    while (table[i + 1] !== 0) i = (i + 2) & mask;
    table[i] = key;
    table[i + 1] = slot + 1;
  }

  /** Backward-shift deletion: no tombstones, so look-ups stay short for ever. */
  private erase(key: number, slot: number): void {
    const { table, entries, shift } = this;
    const mask = entries * 2 - 1;
    let hole = home(key, shift) * 2;
    while (table[hole + 1] !== slot + 1) {
      assert(table[hole + 1] !== 0, 'an order is missing from the index');
      hole = (hole + 2) & mask;
    }
    for (let i = (hole + 2) & mask; table[i + 1] !== 0; i = (i + 2) & mask) {
      const from = home(table[i]!, shift) * 2;
      if (((i - from) & mask) < ((i - hole) & mask)) continue;
      table[hole] = table[i]!;
      table[hole + 1] = table[i + 1]!;
      hole = i;
    }
    table[hole + 1] = 0;
  }

  private rehash(): void {
    const old = this.table;
    this.entries *= 2;
    this.shift -= 1;
    this.table = new Int32Array(this.entries * 2);
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] !== 0) this.insert(old[i]!, old[i + 1]! - 1);
    }
  }

  /** Makes room for so many orders at once; before the first of them. */
  reserve(count: number): void {
    assert(this.used === 0, 'room for orders is made when some are there');
    while (count * 3 > this.entries * 2) this.rehash();
    if (count > this.capacity) this.resize(count);
  }

  /** By an eighth: spare room counts against the bytes of a resting order. */
  private grow(): void {
    this.resize(this.capacity + Math.max(CAPACITY_INITIAL, this.capacity >>> 3));
  }

  private resize(capacity: number): void {
    this.capacity = capacity;
    const f64 = lineLanes(capacity * LANES);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = wordsOf(f64);
  }
}

/** Place of an id in a table whose blocks are numbered by `32 − shift` bits. */
function home(key: number, shift: number): number {
  return ((Math.imul(key >>> BLOCK_BITS, HASH) >>> shift) << BLOCK_BITS) | (key & BLOCK_MASK);
}
