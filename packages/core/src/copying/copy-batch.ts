/** A batch that has traded: who has how much in it, and how far that is worked out. */
import type { CopyLeftOut, Side } from '@halcyon/domain';

/** An owner of a batch, or a follower who has nothing in it. */
export interface BatchOwner {
  readonly user: number;
  readonly lots: number;
  readonly leftOut: CopyLeftOut;
  /** Of a position that it opens. */
  readonly leverage: number;
  readonly isolated: boolean;
  /** Its part was worked out. */
  done: boolean;
}

export interface CopyBatch {
  /** The aggregate's order. */
  readonly id: number;
  /** The trader's portfolio. */
  readonly trader: number;
  readonly instrument: number;
  readonly side: Side;
  /** In the order of user numbers. */
  readonly owners: readonly BatchOwner[];
  /** Lots that the book gave, and their cost in tick-lots. */
  readonly filled: number;
  readonly cost: number;
  /** Owners before it are done. */
  next: number;
  /** Lots and units that those who are done have got and paid, or were paid. */
  given: number;
  units: number;
}

/** Owners whose part is not worked out. */
export function ownersLeft({ owners }: CopyBatch): number {
  return owners.filter(({ done }) => !done).length;
}

/** A copy that shares nothing with it. */
export function cloneBatch(batch: CopyBatch): CopyBatch {
  return { ...batch, owners: batch.owners.map((owner) => ({ ...owner })) };
}
