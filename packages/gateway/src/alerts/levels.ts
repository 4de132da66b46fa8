/** Levels that a price has to come to, nearest first, so that a price which reaches none costs two comparisons. */

/** Something that waits at a level. */
export interface AtLevel {
  readonly id: number;
  /** Ticks. */
  readonly level: number;
  readonly rises: boolean;
}

/** One direction; the nearest level is the last. */
class Side<T extends AtLevel> {
  /** 1: the price has to rise; −1: to fall. */
  readonly #sign: 1 | -1;
  readonly #waiting: T[] = [];

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  get nearest(): number {
    return this.#waiting.at(-1)?.level ?? this.#sign * Number.POSITIVE_INFINITY;
  }

  add(one: T): void {
    this.#waiting.splice(this.#placeOf(one.level), 0, one);
  }

  remove({ id, level }: AtLevel): void {
    for (let at = this.#placeOf(level); this.#waiting[at]?.level === level; at++) {
      if (this.#waiting[at]?.id !== id) continue;
      this.#waiting.splice(at, 1);
      return;
    }
  }

  /** Takes those away that a price is at or beyond. */
  take(price: number, into: T[]): void {
    for (let next = this.#waiting.at(-1); next !== undefined; next = this.#waiting.at(-1)) {
      if ((price - next.level) * this.#sign < 0) return;
      this.#waiting.pop();
      into.push(next);
    }
  }

  /** Before the first of this level: farther ones stand before it. */
  #placeOf(level: number): number {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isFarther = (this.#waiting[middle]!.level - level) * this.#sign > 0;
      if (isFarther) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** See the head of the file. */
export class Levels<T extends AtLevel> {
  readonly #rising = new Side<T>(1);
  readonly #falling = new Side<T>(-1);
  #above = Number.POSITIVE_INFINITY;
  #below = Number.NEGATIVE_INFINITY;

  add(one: T): void {
    this.#sideOf(one).add(one);
    this.#look();
  }

  /** Forgets one; whether it is still there does not matter. */
  remove(one: AtLevel): void {
    this.#sideOf(one).remove(one);
    this.#look();
  }

  /** Whether a price is at a level or beyond. */
  reaches(price: number): boolean {
    return price >= this.#above || price <= this.#below;
  }

  /** Takes those away that a price is at or beyond. */
  take(price: number): T[] {
    const taken: T[] = [];
    this.#rising.take(price, taken);
    this.#falling.take(price, taken);
    this.#look();
    return taken;
  }

  #sideOf({ rises }: AtLevel): Side<T> {
    return rises ? this.#rising : this.#falling;
  }

  #look(): void {
    this.#above = this.#rising.nearest;
    this.#below = this.#falling.nearest;
  }
}
