/** Price levels: 32-byte records (price, total, head, tail, count) in one buffer, reused by slot. */
import { assert } from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';

/** Shift from a slot to its first double. */
export const LEVEL_LANE_SHIFT = 2;
/** Shift from a slot to its first word. */
export const LEVEL_WORD_SHIFT = 3;
export const LevelLane = { price: 0, total: 1 } as const;
export const LevelWord = { head: 4, tail: 5, count: 6, free: 7 } as const;

// What the hot code reads: own constants, because the compiler cannot fold exported or imported ones.
const LANES = 4;
const LANE_SHIFT: typeof LEVEL_LANE_SHIFT = 2;
const WORD_SHIFT: typeof LEVEL_WORD_SHIFT = 3;
const TOTAL: typeof LevelLane.total = 1;
const HEAD: typeof LevelWord.head = 4;
const TAIL: typeof LevelWord.tail = 5;
const COUNT: typeof LevelWord.count = 6;
const FREE: typeof LevelWord.free = 7;
const NIL: number = -1;

const CAPACITY_INITIAL = 256;

/** Storage of the levels of all books. */
export class LevelPool {
  f64 = lineLanes(CAPACITY_INITIAL * LANES);
  i32 = wordsOf(this.f64);
  private capacity = CAPACITY_INITIAL;
  private used = 0;
  private freeHead = NIL;

  /** A new empty level at `price`. */
  add(price: number): number {
    assert(price > 0, 'a level has no price');
    let slot = this.freeHead;
    if (slot !== NIL) this.freeHead = this.i32[(slot << WORD_SHIFT) | FREE]!;
    else {
      if (this.used === this.capacity) this.grow();
      slot = this.used;
      this.used += 1;
    }
    this.f64[slot << LANE_SHIFT] = price;
    this.f64[(slot << LANE_SHIFT) | TOTAL] = 0;
    const w = slot << WORD_SHIFT;
    this.i32[w | HEAD] = NIL;
    this.i32[w | TAIL] = NIL;
    this.i32[w | COUNT] = 0;
    return slot;
  }

  remove(slot: number): void {
    assert(this.i32[(slot << WORD_SHIFT) | COUNT] === 0, 'a level with orders is removed');
    this.i32[(slot << WORD_SHIFT) | FREE] = this.freeHead;
    this.freeHead = slot;
  }

  private grow(): void {
    this.capacity *= 2;
    const f64 = lineLanes(this.capacity * LANES);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = wordsOf(f64);
  }
}
