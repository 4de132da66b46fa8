/**
 * From the ids of orders to their slots: an open-addressing table of (low 32 bits of the id, slot + 1)
 * pairs, at most three quarters full. Probing and deleting never touch the records of other orders.
 */
import { assert } from '@halcyon/domain';

const NIL: number = -1;
const ENTRIES_INITIAL = 4_096;
const HASH = 0x9e3779b1;
/** Neighbouring ids that share a place: fewer cache misses, but longer runs where all of them rest. */
const BLOCK_BITS = 1;
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

export class IdTable {
  private table = new Int32Array(ENTRIES_INITIAL * 2);
  private entries = ENTRIES_INITIAL;
  private count = 0;
  /** Bits to drop from a hash of a block of ids to get the block's place. */
  private shift = 32 - Math.log2(ENTRIES_INITIAL >>> BLOCK_BITS);

  /** Bytes held. */
  get bytes(): number {
    return this.table.byteLength;
  }

  /** The slot of order `id`, or -1. @param records where a slot's id is read, every `lanes` doubles */
  find(id: number, records: Float64Array, lanes: number): number {
    const { table, entries } = this;
    const key = id | 0;
    const mask = entries * 2 - 1;
    let i = home(key, this.shift) * 2;
    for (;;) {
      const entry = table[i + 1]!;
      if (entry === 0) return NIL;
      if (table[i] === key && records[(entry - 1) * lanes] === id) return entry - 1;
      i = (i + 2) & mask;
    }
  }

  /** The slot that `find` will look at, -1 when there is none: reads no record. */
  candidate(key: number): number {
    const { table, entries } = this;
    const mask = entries * 2 - 1;
    for (let i = home(key, this.shift) * 2; ; i = (i + 2) & mask) {
      const entry = table[i + 1]!;
      if (entry === 0 || table[i] === key) return entry - 1;
    }
  }

  /** What stands where a search begins: for reading ahead. */
  first(key: number): number {
    return this.table[home(key, this.shift) * 2 + 1]!;
  }

  /** Adds an order that is not there. @param key low 32 bits of its id */
  add(key: number, slot: number): void {
    this.count += 1;
    this.reserve(this.count);
    this.insert(key, slot);
  }

  /** Backward-shift deletion: no tombstones, so look-ups stay short for ever. */
  remove(key: number, slot: number): void {
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
    this.count -= 1;
  }

  /** Forgets all. */
  clear(): void {
    this.table.fill(0);
    this.count = 0;
  }

  private reserve(count: number): void {
    while (count * 4 > this.entries * 3) this.grow();
  }

  private insert(key: number, slot: number): void {
    const { table, entries } = this;
    const mask = entries * 2 - 1;
    let i = home(key, this.shift) * 2;
    while (table[i + 1] !== 0) i = (i + 2) & mask;
    table[i] = key;
    table[i + 1] = slot + 1;
  }

  private grow(): void {
    const old = this.table;
    this.entries *= 2;
    this.shift -= 1;
    this.table = new Int32Array(this.entries * 2);
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] !== 0) this.insert(old[i]!, old[i + 1]! - 1);
    }
  }
}

/** Place of an id in a table whose blocks are numbered by `32 − shift` bits. */
function home(key: number, shift: number): number {
  return ((Math.imul(key >>> BLOCK_BITS, HASH) >>> shift) << BLOCK_BITS) | (key & BLOCK_MASK);
}
