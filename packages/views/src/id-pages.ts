/**
 * Slots of ids that are far apart: neighbours share a page, and only pages are looked up by hashing, so
 * that what came together lies together. Typed arrays alone: a million orders cost no objects and no
 * garbage.
 */

const PAGE_BITS = 5;
const PAGE_SLOTS = 1 << PAGE_BITS;
const CAPACITY_MIN = 1024;
const PAGES_MIN = 256;
/** Knuth's multiplier: spreads numbers that are counted up over the whole table. */
const SPREAD = 0x9e37_79b1;

/** The memory of pages. */
export interface IdPagesImage {
  readonly keys: Float64Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
  readonly slots: Int32Array<ArrayBuffer>;
  readonly counts: Uint8Array<ArrayBuffer>;
  readonly shift: number;
  readonly pageCount: number;
  readonly usedPages: number;
  readonly freePage: number;
  readonly size: number;
}

/** A map of positive safe integers to integers from 0 to 2^31 - 2. */
export class IdPages {
  /** Open addressing: number of a page's ids + 1 (0 = free), and where the page is. */
  #keys = new Float64Array(CAPACITY_MIN);
  #places = new Int32Array(CAPACITY_MIN);
  #shift = 22;
  #pageCount = 0;
  /** Slot + 1, 0 = no such id. The first number of a free page is the next free one's place. */
  #slots = new Int32Array(PAGES_MIN * PAGE_SLOTS);
  /** Ids in each page. */
  #counts = new Uint8Array(PAGES_MIN);
  #usedPages = 0;
  #freePage = -1;
  #size = 0;
  /** The page that was found last: most calls are for the same. */
  #lastNumber = -1;
  #lastPlace = -1;

  get size(): number {
    return this.#size;
  }

  #home(number: number): number {
    // Both halves count; the low one decides for numbers below 2^32.
    const folded = (number | 0) ^ ((number / 0x1_0000_0000) | 0);
    return Math.imul(folded, SPREAD) >>> this.#shift;
  }

  /** Place of the page with that number, -1 = there is none. */
  #find(number: number): number {
    if (number === this.#lastNumber) return this.#lastPlace;
    const mask = this.#keys.length - 1;
    for (let at = this.#home(number); ; at = (at + 1) & mask) {
      const key = this.#keys[at]!;
      if (key === number + 1) {
        this.#lastNumber = number;
        this.#lastPlace = this.#places[at]!;
        return this.#lastPlace;
      }
      if (key === 0) return -1;
    }
  }

  /** The slot of an id, -1 = unknown. */
  get(id: number): number {
    const number = Math.floor(id / PAGE_SLOTS);
    const place = this.#find(number);
    return place === -1 ? -1 : this.#slots[place * PAGE_SLOTS + (id - number * PAGE_SLOTS)]! - 1;
  }

  /** Adds or replaces. */
  set(id: number, slot: number): void {
    const number = Math.floor(id / PAGE_SLOTS);
    let place = this.#find(number);
    if (place === -1) place = this.#addPage(number);
    const at = place * PAGE_SLOTS + (id - number * PAGE_SLOTS);
    if (this.#slots[at] === 0) {
      this.#counts[place] = this.#counts[place]! + 1;
      this.#size += 1;
    }
    this.#slots[at] = slot + 1;
  }

  /** Removes; unknown ids are ignored. */
  delete(id: number): void {
    const number = Math.floor(id / PAGE_SLOTS);
    const place = this.#find(number);
    if (place === -1) return;
    const at = place * PAGE_SLOTS + (id - number * PAGE_SLOTS);
    if (this.#slots[at] === 0) return;
    this.#slots[at] = 0;
    this.#size -= 1;
    this.#counts[place] = this.#counts[place]! - 1;
    if (this.#counts[place] === 0) this.#removePage(number, place);
  }

  #addPage(number: number): number {
    if ((this.#pageCount + 1) * 2 > this.#keys.length) this.#growTable();
    let place = this.#freePage;
    if (place !== -1) {
      this.#freePage = this.#slots[place * PAGE_SLOTS]!;
      this.#slots[place * PAGE_SLOTS] = 0;
    } else {
      place = this.#usedPages;
      if (place === this.#counts.length) this.#growPages();
      this.#usedPages = place + 1;
    }
    this.#pageCount += 1;
    this.#enter(number + 1, place);
    this.#lastNumber = number;
    this.#lastPlace = place;
    return place;
  }

  #enter(key: number, place: number): void {
    const mask = this.#keys.length - 1;
    let at = this.#home(key - 1);
    while (this.#keys[at] !== 0) at = (at + 1) & mask;
    this.#keys[at] = key;
    this.#places[at] = place;
  }

  #removePage(number: number, place: number): void {
    const mask = this.#keys.length - 1;
    let hole = this.#home(number);
    while (this.#keys[hole] !== number + 1) hole = (hole + 1) & mask;
    // Entries behind the hole move up, so that no search stops too early and no marks are needed.
    for (let at = (hole + 1) & mask; this.#keys[at] !== 0; at = (at + 1) & mask) {
      const home = this.#home(this.#keys[at]! - 1);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        this.#keys[hole] = this.#keys[at]!;
        this.#places[hole] = this.#places[at]!;
        hole = at;
      }
    }
    this.#keys[hole] = 0;
    this.#pageCount -= 1;
    this.#slots[place * PAGE_SLOTS] = this.#freePage;
    this.#freePage = place;
    this.#lastNumber = -1;
  }

  /** Ids above `limit` with their slots, in no order. */
  above(limit: number): [id: number, slot: number][] {
    const found: [number, number][] = [];
    for (let at = 0; at < this.#keys.length; at++) {
      const first = (this.#keys[at]! - 1) * PAGE_SLOTS;
      if (first < 0 || first + PAGE_SLOTS <= limit) continue;
      const page = this.#places[at]! * PAGE_SLOTS;
      for (let i = 0; i < PAGE_SLOTS; i++) {
        const slot = this.#slots[page + i]! - 1;
        if (slot >= 0 && first + i > limit) found.push([first + i, slot]);
      }
    }
    return found;
  }

  /** The memory itself, not a copy. */
  image(): IdPagesImage {
    return {
      keys: this.#keys,
      places: this.#places,
      slots: this.#slots,
      counts: this.#counts,
      shift: this.#shift,
      pageCount: this.#pageCount,
      usedPages: this.#usedPages,
      freePage: this.#freePage,
      size: this.#size,
    };
  }

  /** Becomes the pages whose memory this is. */
  adopt(image: IdPagesImage): void {
    this.#keys = image.keys;
    this.#places = image.places;
    this.#slots = image.slots;
    this.#counts = image.counts;
    this.#shift = image.shift;
    this.#pageCount = image.pageCount;
    this.#usedPages = image.usedPages;
    this.#freePage = image.freePage;
    this.#size = image.size;
    this.#lastNumber = -1;
  }

  #growTable(): void {
    const [keys, places] = [this.#keys, this.#places];
    this.#keys = new Float64Array(keys.length * 2);
    this.#places = new Int32Array(keys.length * 2);
    this.#shift -= 1;
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] !== 0) this.#enter(keys[at]!, places[at]!);
    }
  }

  #growPages(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    slots.set(this.#slots);
    this.#slots = slots;
    const counts = new Uint8Array(this.#counts.length * 2);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
