/**
 * A small seeded generator for the simulated disk and its workloads (xorshift128 seeded by
 * splitmix). Equal seeds give equal streams on every machine.
 */

/** See the module's header. */
export class SimRandom {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** `seed`: any integer; its low 32 bits count. */
  constructor(seed: number) {
    let state = seed | 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    this.#d = next() | 1;
  }

  /** An unsigned 32-bit integer. */
  word(): number {
    const mixed = this.#d ^ (this.#d << 11);
    this.#d = this.#c;
    this.#c = this.#b;
    this.#b = this.#a;
    this.#a = this.#a ^ (this.#a >>> 19) ^ mixed ^ (mixed >>> 8);
    return this.#a >>> 0;
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return this.word() % limit;
  }

  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** True `percent` times of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}
