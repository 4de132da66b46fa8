/**
 * From a price to its level in one book: open addressing over level slots, the price itself read from
 * the level's record. Neighbouring prices share a cache line of the table.
 */
import { assert } from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';
import type { LEVEL_LANE_SHIFT, LevelPool } from './level-pool.ts';

const ENTRIES_INITIAL = 64;
const HASH = 0x9e3779b1;

// Own constants, because the compiler cannot fold imported ones.
const LANE_SHIFT: typeof LEVEL_LANE_SHIFT = 2;
const NIL: number = -1;

/** Which prices of a book have a level, and where it is. */
export class LevelIndex {
  declare private readonly levels: LevelPool;
  private table = wordsOf(lineLanes(ENTRIES_INITIAL / 2));
  private mask = ENTRIES_INITIAL - 1;
  /** Bits to drop from a hash of a block of 16 prices to get the block's place. */
  private shift = 32 - Math.log2(ENTRIES_INITIAL / 16);
  private count = 0;

  constructor(levels: LevelPool) {
    this.levels = levels;
  }

  /** The level at `price`, or NONE. */
  find(price: number): number {
    const { table } = this;
    const { f64 } = this.levels;
    const { mask } = this;
    for (let i = home(price, this.shift); ; i = (i + 1) & mask) {
      const level = table[i]! - 1;
      if (level < 0) return NIL;
      if (f64[level << LANE_SHIFT] === price) return level;
    }
  }

  /** Adds a level whose price is not there yet. */
  add(level: number): void {
    this.count += 1;
    if (this.count * 2 > this.mask) this.rehash();
    this.insert(level);
  }

  /** Removes a level, closing the gap so that no look-up ever passes over it. */
  remove(level: number): void {
    const { table, shift } = this;
    const { f64 } = this.levels;
    const { mask } = this;
    let hole = home(f64[level << LANE_SHIFT]!, shift);
    while (table[hole] !== level + 1) {
      assert(table[hole] !== 0, 'a level is missing from its index');
      hole = (hole + 1) & mask;
    }
    for (let i = (hole + 1) & mask; table[i] !== 0; i = (i + 1) & mask) {
      const from = home(f64[(table[i]! - 1) << LANE_SHIFT]!, shift);
      if (((i - from) & mask) < ((i - hole) & mask)) continue;
      table[hole] = table[i]!;
      hole = i;
    }
    table[hole] = 0;
    this.count -= 1;
  }

  private insert(level: number): void {
    const { table } = this;
    const { mask } = this;
    let i = home(this.levels.f64[level << LANE_SHIFT]!, this.shift);
    while (table[i] !== 0) i = (i + 1) & mask;
    table[i] = level + 1;
  }

  private rehash(): void {
    const old = this.table;
    this.table = wordsOf(lineLanes(old.length));
    this.mask = this.table.length - 1;
    this.shift -= 1;
    for (const entry of old) if (entry !== 0) this.insert(entry - 1);
  }
}

function home(price: number, shift: number): number {
  const low = price | 0;
  return ((Math.imul(low >>> 4, HASH) >>> shift) << 4) | (low & 15);
}
