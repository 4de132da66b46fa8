/**
 * From ids to slots. Ids are positive safe integers that come nearly in sequence, so each of the latest
 * has a place of its own in a ring, four bytes beside its neighbours', and nothing is searched. What is
 * still there when the ring comes round to its place moves to pages that are looked up by hashing.
 */
import { IdPages, type IdPagesImage } from './id-pages.ts';

const RING_MIN = 1_024;

/** A map's memory. */
export interface IdMapImage {
  readonly ring: Int32Array<ArrayBuffer>;
  readonly newest: number;
  readonly recent: number;
  readonly old: IdPagesImage;
}

/** A map of positive safe integers to integers from 0 to 2^31 - 2. */
export class IdMap {
  /** Slot + 1 of the id that ends in these bits, 0 = it is not there. */
  #ring = new Int32Array(RING_MIN);
  #mask = RING_MIN - 1;
  /** The highest id there was: the ring is for those that are less than its length below. */
  #newest = 0;
  /** Ids in the ring. */
  #recent = 0;
  readonly #old = new IdPages();

  get size(): number {
    return this.#recent + this.#old.size;
  }

  /** The slot of an id, -1 = unknown. */
  get(id: number): number {
    if (id > this.#newest) return -1;
    if (id < this.#newest - this.#mask) return this.#old.get(id);
    return this.#ring[id & this.#mask]! - 1;
  }

  /** Adds or replaces. */
  set(id: number, slot: number): void {
    if (id > this.#newest) this.#advance(id);
    if (id < this.#newest - this.#mask) this.#old.set(id, slot);
    else {
      if (this.#ring[id & this.#mask] === 0) this.#recent += 1;
      this.#ring[id & this.#mask] = slot + 1;
    }
    this.reserve(this.size);
  }

  /** Removes; unknown ids are ignored. */
  delete(id: number): void {
    if (id > this.#newest) return;
    if (id < this.#newest - this.#mask) this.#old.delete(id);
    else if (this.#ring[id & this.#mask] !== 0) {
      this.#ring[id & this.#mask] = 0;
      this.#recent -= 1;
    }
  }

  /** Makes the ring long enough that most of so many ids are in it. */
  reserve(count: number): void {
    while (count * 4 > this.#ring.length * 3) this.#grow();
  }

  /** Makes `id` the newest; those whose places it and the ids before it take are old now. */
  #advance(id: number): void {
    const ring = this.#ring;
    const mask = this.#mask;
    const taken = Math.min(id - this.#newest, mask + 1);
    for (let i = 0; i < taken; i++) {
      const place = (id - i) & mask;
      const slot = ring[place]! - 1;
      if (slot < 0) continue;
      ring[place] = 0;
      this.#recent -= 1;
      this.#old.set(this.#idAt(place), slot);
    }
    this.#newest = id;
  }

  /** The only id that the ring is for and that has this place. */
  #idAt(place: number): number {
    return this.#newest - ((this.#newest - place) & this.#mask);
  }

  #grow(): void {
    const from = this.#ring;
    const ring = new Int32Array(from.length * 2);
    const mask = ring.length - 1;
    for (let place = 0; place < from.length; place++) {
      if (from[place] !== 0) ring[this.#idAt(place) & mask] = from[place]!;
    }
    this.#ring = ring;
    this.#mask = mask;
    for (const [id, slot] of this.#old.above(this.#newest - ring.length)) {
      this.#old.delete(id);
      ring[id & mask] = slot + 1;
      this.#recent += 1;
    }
  }

  /** The memory itself, not a copy. */
  image(): IdMapImage {
    return {
      ring: this.#ring,
      newest: this.#newest,
      recent: this.#recent,
      old: this.#old.image(),
    };
  }

  /** Becomes the map whose memory this is. */
  adopt({ ring, newest, recent, old }: IdMapImage): void {
    this.#ring = ring;
    this.#mask = ring.length - 1;
    this.#newest = newest;
    this.#recent = recent;
    this.#old.adopt(old);
  }
}
