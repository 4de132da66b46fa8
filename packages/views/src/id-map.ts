/**
 * From ids to slots: open addressing in typed arrays, so that a million orders cost no objects and
 * no garbage. Ids are positive safe integers.
 */

const CAPACITY_MIN = 1024;
/** Knuth's multiplier: spreads ids that are counted up over the whole table. */
const SPREAD = 0x9e37_79b1;

/** A map of positive safe integers to non-negative 31-bit integers. */
export class IdMap {
  /** 0 = free. */
  #keys = new Float64Array(CAPACITY_MIN);
  #slots = new Int32Array(CAPACITY_MIN);
  #size = 0;
  #shift = 22;

  get size(): number {
    return this.#size;
  }

  #home(id: number): number {
    // Both halves of the id count; the low one decides for ids below 2^32.
    const folded = (id | 0) ^ ((id / 0x1_0000_0000) | 0);
    return Math.imul(folded, SPREAD) >>> this.#shift;
  }

  /** The slot of an id, -1 = unknown. */
  get(id: number): number {
    const mask = this.#keys.length - 1;
    for (let at = this.#home(id); ; at = (at + 1) & mask) {
      const key = this.#keys[at]!;
      if (key === id) return this.#slots[at]!;
      if (key === 0) return -1;
    }
  }

  /** Adds or replaces. */
  set(id: number, slot: number): void {
    if ((this.#size + 1) * 8 > this.#keys.length * 5) this.#grow();
    const mask = this.#keys.length - 1;
    let at = this.#home(id);
    while (this.#keys[at] !== 0 && this.#keys[at] !== id) at = (at + 1) & mask;
    if (this.#keys[at] === 0) this.#size += 1;
    this.#keys[at] = id;
    this.#slots[at] = slot;
  }

  /** Removes; unknown ids are ignored. */
  delete(id: number): void {
    const mask = this.#keys.length - 1;
    let hole = this.#home(id);
    while (this.#keys[hole] !== id) {
      if (this.#keys[hole] === 0) return;
      hole = (hole + 1) & mask;
    }
    // Entries behind the hole move up, so that no search stops too early and no marks are needed.
    for (let at = (hole + 1) & mask; this.#keys[at] !== 0; at = (at + 1) & mask) {
      const home = this.#home(this.#keys[at]!);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        this.#keys[hole] = this.#keys[at]!;
        this.#slots[hole] = this.#slots[at]!;
        hole = at;
      }
    }
    this.#keys[hole] = 0;
    this.#size -= 1;
  }

  #grow(): void {
    const [keys, slots] = [this.#keys, this.#slots];
    this.#keys = new Float64Array(keys.length * 2);
    this.#slots = new Int32Array(keys.length * 2);
    this.#shift -= 1;
    this.#size = 0;
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] !== 0) this.set(keys[at]!, slots[at]!);
    }
  }
}
