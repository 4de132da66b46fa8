/** Slots of ended orders in the order of their ends: a ring that grows with the largest batch. */

const CAPACITY_MIN = 1024;

/** First in, first out. */
export class EndedSlots {
  #slots = new Int32Array(CAPACITY_MIN);
  #first = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(slot: number): void {
    if (this.#size === this.#slots.length) this.#grow();
    this.#slots[(this.#first + this.#size) & (this.#slots.length - 1)] = slot;
    this.#size += 1;
  }

  /** Takes the oldest out; there has to be one. */
  shift(): number {
    const slot = this.#slots[this.#first]!;
    this.#first = (this.#first + 1) & (this.#slots.length - 1);
    this.#size -= 1;
    return slot;
  }

  #grow(): void {
    const slots = new Int32Array(this.#size * 2);
    slots.set(this.#slots.subarray(this.#first));
    slots.set(this.#slots.subarray(0, this.#first), this.#size - this.#first);
    this.#slots = slots;
    this.#first = 0;
  }
}
