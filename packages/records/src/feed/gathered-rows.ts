/**
 * Rows of many batches on their way to the worker: one block of lanes, which is handed over and not copied, and
 * beside it what few rows have. Nothing here is stored: both sides are always the same version.
 */
import { type Event, type EventMemory, type EventRows, readRows } from '@halcyon/domain';

/** Rows that were gathered. */
export interface GatheredRows {
  /** Events in them. */
  readonly count: number;
  /** The lanes of all batches, one after another. */
  readonly lanes: Float64Array<ArrayBuffer>;
  readonly batches: readonly GatheredBatch[];
}

/** One batch of them; the rows of each name places in its own lists. */
interface GatheredBatch extends Pick<EventMemory, 'rares' | 'objects'> {
  readonly count: number;
  /** Lanes that it takes. */
  readonly length: number;
}

const LANES_START = 4_096;

/** Gathers rows and gives them away as one block. */
export class RowGatherer {
  #lanes = new Float64Array(LANES_START);
  #length = 0;
  #count = 0;
  #batches: GatheredBatch[] = [];

  /** Events gathered. */
  get count(): number {
    return this.#count;
  }

  /** Copies the rows of a batch. */
  add({ count, memory: { f64, end: length, rares, objects } }: EventRows): void {
    if (count === 0) return;
    this.#makeRoom(length);
    this.#lanes.set(f64.subarray(0, length), this.#length);
    this.#length += length;
    this.#count += count;
    this.#batches.push({ count, length, rares, objects });
  }

  /** Gives away what was gathered and starts anew. */
  take(): GatheredRows {
    const lanes = this.#lanes.slice(0, this.#length);
    const taken = { count: this.#count, lanes, batches: this.#batches };
    this.#length = 0;
    this.#count = 0;
    this.#batches = [];
    return taken;
  }

  #makeRoom(more: number): void {
    let size = this.#lanes.length;
    while (size < this.#length + more) size *= 2;
    if (size === this.#lanes.length) return;
    const lanes = new Float64Array(size);
    lanes.set(this.#lanes.subarray(0, this.#length));
    this.#lanes = lanes;
  }
}

/** The events of gathered rows, in order. */
export function* eventsOfRows({ lanes, batches }: GatheredRows): Generator<Event> {
  let from = 0;
  for (const { count, length, rares, objects } of batches) {
    const f64 = lanes.subarray(from, from + length);
    const i32 = new Int32Array(lanes.buffer, f64.byteOffset, length * 2);
    yield* readRows({ f64, i32, end: length, rares, objects }, count);
    from += length;
  }
}
