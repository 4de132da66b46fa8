/** Price levels: 32-byte records (price, total, head, tail, count) in one buffer, reused by slot. */
import { NONE } from './order-pool.ts';

export const LEVEL_LANES = 4;
export const LEVEL_WORDS = 8;
export const LevelLane = { price: 0, total: 1 } as const;
export const LevelWord = { head: 4, tail: 5, count: 6, free: 7 } as const;

const CAPACITY_INITIAL = 256;

/** Storage of the levels of all books. */
export class LevelPool {
  f64 = new Float64Array(CAPACITY_INITIAL * LEVEL_LANES);
  i32 = new Int32Array(this.f64.buffer);
  private capacity = CAPACITY_INITIAL;
  private used = 0;
  private freeHead = NONE;

  /** A new empty level at `price`. */
  add(price: number): number {
    let slot = this.freeHead;
    if (slot !== NONE) this.freeHead = this.i32[slot * LEVEL_WORDS + LevelWord.free]!;
    else {
      if (this.used === this.capacity) this.grow();
      slot = this.used;
      this.used += 1;
    }
    this.f64[slot * LEVEL_LANES] = price;
    this.f64[slot * LEVEL_LANES + LevelLane.total] = 0;
    const w = slot * LEVEL_WORDS;
    this.i32[w + LevelWord.head] = NONE;
    this.i32[w + LevelWord.tail] = NONE;
    this.i32[w + LevelWord.count] = 0;
    return slot;
  }

  remove(slot: number): void {
    this.i32[slot * LEVEL_WORDS + LevelWord.free] = this.freeHead;
    this.freeHead = slot;
  }

  private grow(): void {
    this.capacity *= 2;
    const f64 = new Float64Array(this.capacity * LEVEL_LANES);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = new Int32Array(f64.buffer);
  }
}
