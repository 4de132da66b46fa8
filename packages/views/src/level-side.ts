/**
 * One side of a book: levels sorted with the best at the end, where nearly all changes are. Memory
 * follows the number of levels.
 */
import type { LevelView } from './types.ts';

const CAPACITY_MIN = 64;
/** Shifts up to this many entries are done by hand: cheaper than a call into the runtime. */
const SHORT_SHIFT = 24;

/** Levels of one side; `sign` +1 for bids, −1 for asks: keys are sign × price, ascending. */
export class LevelSide {
  declare private readonly sign: number;
  #keys = new Float64Array(CAPACITY_MIN);
  #totals = new Float64Array(CAPACITY_MIN);
  #orders = new Float64Array(CAPACITY_MIN);
  #length = 0;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  get length(): number {
    return this.#length;
  }

  /** Best price in ticks, 0 = empty. */
  get bestPrice(): number {
    return this.#length === 0 ? 0 : this.sign * this.#keys[this.#length - 1]!;
  }

  /** Lots at the best price, 0 = empty. */
  get bestTotal(): number {
    return this.#length === 0 ? 0 : this.#totals[this.#length - 1]!;
  }

  /** Lots at a price, 0 = no level. */
  total(price: number): number {
    const key = this.sign * price;
    const at = this.#find(key);
    return at < this.#length && this.#keys[at] === key ? this.#totals[at]! : 0;
  }

  /** The level at `price` is now this; total 0 removes it. */
  set(price: number, total: number, orders: number): void {
    const key = this.sign * price;
    const at = this.#find(key);
    const known = at < this.#length && this.#keys[at] === key;
    if (total === 0) {
      if (known) this.#remove(at);
      return;
    }
    if (!known) this.#insert(at);
    this.#keys[at] = key;
    this.#totals[at] = total;
    this.#orders[at] = orders;
  }

  /** First index whose key is not below `key`: steps back from the best, then halves. */
  #find(key: number): number {
    const keys = this.#keys;
    let high = this.#length;
    let low = high - 1;
    let step = 1;
    while (low >= 0 && keys[low]! >= key) {
      high = low;
      low -= step;
      step *= 2;
    }
    low = low < 0 ? 0 : low + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(at: number): void {
    const length = this.#length;
    if (length === this.#keys.length) this.#resize(length * 2);
    const [keys, totals, orders] = [this.#keys, this.#totals, this.#orders];
    if (length - at <= SHORT_SHIFT) {
      for (let i = length; i > at; i--) {
        keys[i] = keys[i - 1]!;
        totals[i] = totals[i - 1]!;
        orders[i] = orders[i - 1]!;
      }
    } else {
      keys.copyWithin(at + 1, at, length);
      totals.copyWithin(at + 1, at, length);
      orders.copyWithin(at + 1, at, length);
    }
    this.#length = length + 1;
  }

  #remove(at: number): void {
    const last = this.#length - 1;
    const [keys, totals, orders] = [this.#keys, this.#totals, this.#orders];
    if (last - at <= SHORT_SHIFT) {
      for (let i = at; i < last; i++) {
        keys[i] = keys[i + 1]!;
        totals[i] = totals[i + 1]!;
        orders[i] = orders[i + 1]!;
      }
    } else {
      keys.copyWithin(at, at + 1, last + 1);
      totals.copyWithin(at, at + 1, last + 1);
      orders.copyWithin(at, at + 1, last + 1);
    }
    this.#length = last;
    // Gives memory back once three quarters are unused, so that a crowd which left costs nothing.
    if (keys.length > CAPACITY_MIN && last < keys.length / 4) this.#resize(keys.length / 2);
  }

  #resize(capacity: number): void {
    const grow = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(capacity);
      to.set(from.subarray(0, this.#length));
      return to;
    };
    this.#keys = grow(this.#keys);
    this.#totals = grow(this.#totals);
    this.#orders = grow(this.#orders);
  }

  /** The best `limit` levels, best first. */
  levels(limit: number): LevelView[] {
    const count = Math.min(limit, this.#length);
    const result: LevelView[] = new Array(count);
    for (let i = 0, at = this.#length - 1; i < count; i++, at--) {
      result[i] = {
        price: this.sign * this.#keys[at]!,
        total: this.#totals[at]!,
        orders: this.#orders[at]!,
      };
    }
    return result;
  }

  /** The best `limit` steps of `step` ticks: bids rounded down, asks up. */
  merged(step: number, limit: number): LevelView[] {
    const result: { price: number; total: number; orders: number }[] = [];
    let last = -1;
    for (let at = this.#length - 1; at >= 0; at--) {
      // Keys of asks are negative, so rounding the key down rounds their price up.
      const price = this.sign * Math.floor(this.#keys[at]! / step) * step;
      const into = result[last];
      if (into !== undefined && into.price === price) {
        into.total += this.#totals[at]!;
        into.orders += this.#orders[at]!;
        continue;
      }
      if (result.length >= limit) break;
      last = result.push({ price, total: this.#totals[at]!, orders: this.#orders[at]! }) - 1;
    }
    return result;
  }
}
