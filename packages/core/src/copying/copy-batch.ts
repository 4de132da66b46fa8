/**
 * A batch: a trader's order and those of all who follow, which is one order in the book, and how far what it
 * has traded is worked out for its owners.
 *
 * The lots of a span of a batch go to owners as a function of the span's total (domain/copying/allocation.ts). A
 * span ends where what owners have in the batch changes: each owner keeps what is its own, given or not, and what is
 * left is shared anew.
 */
import type { CopyLeftOut, PositionLeg, Side } from '@halcyon/domain';

/** An owner of a batch, or a follower who has nothing in it. */
export interface BatchOwner {
  readonly user: number;
  /** All lots that it has in the batch, and how many of them close its position. */
  lots: number;
  closes: number;
  leftOut: CopyLeftOut;
  /** Of a position that it opens. */
  readonly leverage: number;
  readonly isolated: boolean;
  /** Lots that were its own when the span began, and those that were left then. */
  base: number;
  open: number;
  /** Of the former what it has yet to get, with the units of what took from the book and of the rest. */
  due: number;
  dueTaken: number;
  dueMade: number;
  /** Lots that it has got, the units that they cost, and its fees. */
  filled: number;
  cost: number;
  fee: number;
  /** What it holds beyond its part since the order was to be amended: given back when it is looked at next. */
  extra: number;
  /** State of the batch up to which that is worked out; see `version`. */
  at: number;
  /** It has left: nothing of the batch concerns it any more. */
  out: boolean;
}

export interface CopyBatch {
  /** The aggregate's order. */
  readonly id: number;
  /** The trader's portfolio. */
  readonly trader: number;
  readonly instrument: number;
  /** Of which position of each owner it is. */
  readonly leg: PositionLeg;
  readonly side: Side;
  /** Ticks at which it rests; 0 = it never does. */
  price: number;
  /** Ticks at which parts need margin; 0 = they need none. */
  held: number;
  /** Parts of it only make positions smaller, and are made smaller with them. */
  readonly reduceOnly: boolean;
  /** In the order of user numbers. */
  readonly owners: readonly BatchOwner[];
  /** Lots and tick-lots that it has traded in all. */
  traded: number;
  value: number;
  /** Lots and units of those who are in it: they share them at one price. */
  filled: number;
  units: number;
  /** `filled` when the span began. */
  from: number;
  /** The first lots of the span, which took from the book, and their units. */
  taken: number;
  takenUnits: number;
  /** Nothing of it is in the book any more. */
  ended: boolean;
  /** Counts up with whatever changes what owners have. */
  version: number;
  /** Where the pass over the owners stands, how many of them it has yet to see, and has seen since all was given. */
  next: number;
  behind: number;
  seen: number;
  /** It has changed since the last command: orders that only close have yet to be made smaller beside it. */
  fresh: boolean;
  /** Its owners are being asked about an amendment. */
  amending: boolean;
  /** Owners were asked whether they bear what it trades, and may have little left until all is given. */
  strained: boolean;
}

/** Something changes what owners of a batch have: a pass over all of them is due. */
export function markChanged(batch: CopyBatch): void {
  batch.version += 1;
  batch.fresh = true;
  batch.behind = batch.owners.length;
}

/** Owners whose part is not worked out. */
export function ownersLeft({ owners, version }: CopyBatch): number {
  return owners.filter(({ at, out }) => at !== version && !out).length;
}

/** Lots of an owner that a batch has not given: they rest, or are yet to be worked out. */
export function leftOf({ base, open, filled }: BatchOwner): number {
  return base + open - filled;
}

/** Lots of an owner that need margin: not those that can trade no more. */
export function loadedOf({ ended, version }: CopyBatch, owner: BatchOwner): number {
  return ended && owner.at === version ? 0 : leftOf(owner);
}

/** The place of a user among the owners, -1 = none. */
export function ownerAt({ owners }: Pick<CopyBatch, 'owners'>, user: number): number {
  let low = 0;
  let high = owners.length - 1;
  while (low <= high) {
    const at = (low + high) >>> 1;
    const found = owners[at]!.user;
    if (found === user) return at;
    if (found < user) low = at + 1;
    else high = at - 1;
  }
  return -1;
}

/** A copy that shares nothing with it. */
export function cloneBatch(batch: CopyBatch): CopyBatch {
  return { ...batch, owners: batch.owners.map((owner) => ({ ...owner })) };
}
