/**
 * One side of a book: level slots in an array sorted so that the best price is last. `key` is the
 * price for bids and its negative for asks, so both sides sort upwards. New levels appear near the
 * best price almost always, so the search gallops from the end and inserts move few entries.
 */
import { assert } from '@halcyon/domain';

const CAPACITY_INITIAL = 64;

export class BookSide {
  keys = new Float64Array(CAPACITY_INITIAL);
  levels = new Int32Array(CAPACITY_INITIAL);
  length = 0;

  /** Index of the first key ≥ `key` (= where it stands or belongs). */
  search(key: number): number {
    const { keys, length } = this;
    if (length === 0 || keys[length - 1]! < key) return length;
    let step = 1;
    let high = length - 1;
    let low = high - step;
    while (low >= 0 && keys[low]! >= key) {
      high = low;
      step *= 2;
      low -= step;
    }
    if (low < -1) low = -1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (keys[middle]! >= key) high = middle;
      else low = middle;
    }
    return high;
  }

  insertAt(index: number, key: number, level: number): void {
    if (this.length === this.keys.length) this.grow();
    const { keys, levels, length } = this;
    assert(index === 0 || keys[index - 1]! < key, 'a level is put behind a better one');
    assert(index === length || keys[index]! > key, 'a level is put before a worse one');
    if (length - index < 32) {
      for (let i = length; i > index; i--) {
        keys[i] = keys[i - 1]!;
        levels[i] = levels[i - 1]!;
      }
    } else {
      keys.copyWithin(index + 1, index, length);
      levels.copyWithin(index + 1, index, length);
    }
    keys[index] = key;
    levels[index] = level;
    this.length += 1;
  }

  removeAt(index: number): void {
    const { keys, levels } = this;
    const length = this.length - 1;
    assert(index >= 0 && index <= length, 'a level is removed that is not there');
    if (length - index < 32) {
      for (let i = index; i < length; i++) {
        keys[i] = keys[i + 1]!;
        levels[i] = levels[i + 1]!;
      }
    } else {
      keys.copyWithin(index, index + 1, length + 1);
      levels.copyWithin(index, index + 1, length + 1);
    }
    this.length = length;
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    keys.set(this.keys);
    this.keys = keys;
    const levels = new Int32Array(this.levels.length * 2);
    levels.set(this.levels);
    this.levels = levels;
  }
}
