/** An index price that the exchange's surroundings agreed on, and how old it is. */
import { INDEX_LATE_MS, INDEX_STALE_MS } from '@halcyon/domain';

/** How old an index is, as the core has taken note of it. */
export const Lateness = { sound: 0, late: 1, stale: 2 } as const;
export type Lateness = (typeof Lateness)[keyof typeof Lateness];

export class IndexPrice {
  /** Ticks; 0 before the first index. */
  index = 0;
  /** When the index came last, Unix ms. */
  indexTime = 0;
  late: Lateness = Lateness.sound;

  /** Whether the index is so old that nothing is opened, borrowed, liquidated or triggered. */
  get closed(): boolean {
    return this.index === 0 || this.late === Lateness.stale;
  }

  /** Takes a new index. */
  setIndex(index: number, time: number): void {
    this.index = index;
    this.indexTime = time;
    this.late = Lateness.sound;
  }

  /** When it becomes older than it is known to be, Unix ms; Infinity = never. */
  get ages(): number {
    if (this.index === 0 || this.late === Lateness.stale) return Number.POSITIVE_INFINITY;
    return this.indexTime + (this.late === Lateness.sound ? INDEX_LATE_MS : INDEX_STALE_MS);
  }

  /** Takes note of the time; whether the index has become older by it. */
  age(time: number): boolean {
    if (this.index === 0) return false;
    const late = latenessOf(time - this.indexTime);
    if (late <= this.late) return false;
    this.late = late;
    return true;
  }
}

function latenessOf(age: number): Lateness {
  if (age >= INDEX_STALE_MS) return Lateness.stale;
  return age >= INDEX_LATE_MS ? Lateness.late : Lateness.sound;
}
