/**
 * Balances as numbers in growing typed arrays: a replay changes them millions of times and would
 * make two bigints each time.
 */

/** A balance: its amounts and the time of its last change. */
export interface Balance {
  readonly available: bigint;
  readonly held: bigint;
  readonly updatedTime: number;
}

const CAPACITY_MIN = 256;
/** Two 64-bit integers. */
const WORDS = 4;

/** All balances by cell number. */
export class BalanceStore {
  #words = new Int32Array(CAPACITY_MIN * WORDS);
  #units = new BigInt64Array(this.#words.buffer);
  #times = new Float64Array(CAPACITY_MIN);
  #count = 0;

  /** A new cell with zeros. */
  allocate(): number {
    const cell = this.#count;
    if (cell === this.#times.length) this.#grow();
    this.#count = cell + 1;
    return cell;
  }

  at(cell: number): Balance {
    return {
      available: this.#units[cell * 2]!,
      held: this.#units[cell * 2 + 1]!,
      updatedTime: this.#times[cell]!,
    };
  }

  set(cell: number, available: bigint, held: bigint, time: number): void {
    this.#units[cell * 2] = available;
    this.#units[cell * 2 + 1] = held;
    this.#times[cell] = time;
  }

  /** From `words[from…from+3]`: available and held, the low word of each first. */
  copy(cell: number, words: Int32Array, from: number, time: number): void {
    const own = this.#words;
    const at = cell * WORDS;
    own[at] = words[from]!;
    own[at + 1] = words[from + 1]!;
    own[at + 2] = words[from + 2]!;
    own[at + 3] = words[from + 3]!;
    this.#times[cell] = time;
  }

  #grow(): void {
    const words = new Int32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    this.#units = new BigInt64Array(words.buffer);
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    this.#times = times;
  }
}
