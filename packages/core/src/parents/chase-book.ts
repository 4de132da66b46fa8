/**
 * The chase orders of each side of each book, and which of them have to be looked at because the price
 * that they join has changed. They are looked at in turns, so many a command, round and round: also where
 * the price changes faster than all of them can follow, each comes to its turn.
 */
import { assert, type Side } from '@halcyon/domain';
import type { ChaseOrder, ParentOrder } from './parent.ts';

/** What a side of a book offers to join. */
export interface Join {
  /** Best price of orders that do not chase, ticks; 0 = there are none. */
  readonly best: number;
  /** Root of the one who is first there, 0 = not looked for far enough: everybody may join. */
  readonly owner: number;
  /** Best price of others than that root, ticks; 0 = none was found. */
  readonly other: number;
  /** Price step. */
  readonly step: number;
}

/** How many orders of a price chase. */
export type Chasing = ReadonlyMap<number, number>;

/** One side of a book. */
interface ChaseSide {
  readonly instrument: number;
  readonly side: Side;
  /** Open chase orders, oldest first. */
  readonly chasers: Map<number, ChaseOrder>;
  /** How many of their children rest at a price. */
  readonly resting: Map<number, number>;
  /** What was found there last. */
  join: Join;
  /** How many have still to be looked at, and after whom. */
  left: number;
  cursor: number;
  walk: Iterator<ChaseOrder> | null;
}

/** What a snapshot keeps of a side. */
interface SideImage extends Join {
  readonly instrument: number;
  readonly side: Side;
  readonly left: number;
  readonly cursor: number;
}

/** What a snapshot keeps. */
export interface ChaseImage {
  readonly sides: readonly SideImage[];
  readonly moved: readonly number[];
}

const NOTHING: Join = { best: 0, owner: 0, other: 0, step: 0 };

export class ChaseBook {
  private readonly sides = new Map<number, ChaseSide>();
  /** Instruments whose book has changed since it was looked at. */
  readonly moved = new Set<number>();

  /** Whether there is anything to be looked at. */
  get busy(): boolean {
    if (this.moved.size > 0) return true;
    for (const { left } of this.sides.values()) if (left > 0) return true;
    return false;
  }

  add(parent: ChaseOrder): void {
    const { instrument, side, id, chase } = parent;
    const key = instrument * 2 + side;
    let of = this.sides.get(key);
    if (of === undefined) {
      of = {
        ...{ instrument, side, chasers: new Map(), resting: new Map(), join: NOTHING },
        ...{ left: 0, cursor: 0, walk: null },
      };
      this.sides.set(key, of);
    }
    of.chasers.set(id, parent);
    if (chase.at !== 0) change(of.resting, chase.at, 1);
    this.moved.add(instrument);
  }

  remove(parent: ChaseOrder): void {
    assert(parent.chase.at === 0, 'INV-40: a chase order ends before its child');
    const of = this.of(parent);
    of.chasers.delete(parent.id);
    if (of.chasers.size === 0) this.sides.delete(parent.instrument * 2 + parent.side);
  }

  /** Its child rests at this price now; 0 = it has none. */
  setAt(parent: ChaseOrder, price: number): void {
    const { resting } = this.of(parent);
    if (parent.chase.at !== 0) change(resting, parent.chase.at, -1);
    if (price !== 0) change(resting, price, 1);
    parent.chase.at = price;
  }

  /** What was found in the book of a chase order last. */
  joinOf(parent: ParentOrder): Join {
    return this.of(parent).join;
  }

  /** How many children of chase orders rest at each price of a side. */
  restingAt(instrument: number, side: Side): ReadonlyMap<number, number> {
    return this.sides.get(instrument * 2 + side)?.resting ?? new Map();
  }

  /** Sees what books that have changed offer now. @param find looks at a side of a book */
  look(find: (instrument: number, side: Side, chasing: Chasing) => Join): void {
    for (const instrument of this.moved) {
      for (const side of [0, 1] as const) {
        const of = this.sides.get(instrument * 2 + side);
        if (of === undefined) continue;
        const before = of.join;
        of.join = find(instrument, side, of.resting);
        if (!isSame(before, of.join)) of.left = of.chasers.size;
      }
    }
    this.moved.clear();
  }

  /** Everybody's turn comes on this side, whatever was found there. */
  recall(parent: ParentOrder): void {
    const of = this.of(parent);
    of.left = of.chasers.size;
  }

  /** Those whose turn it is, `most` at most, equally many of each side. */
  *turns(most: number): Generator<ChaseOrder> {
    const waiting = [...this.sides.values()].filter(({ left }) => left > 0);
    const each = Math.max(1, Math.floor(most / Math.max(1, waiting.length)));
    for (const of of waiting.slice(0, most)) {
      for (let i = Math.min(each, of.left); i > 0; i--) yield next(of);
      if (of.left === 0) Object.assign(of, { cursor: 0, walk: null });
    }
  }

  image(): ChaseImage {
    const sides = [...this.sides.values()].map(
      ({ instrument, side, join, left, cursor }): SideImage => ({
        ...{ instrument, side, left, cursor },
        ...join,
      }),
    );
    return { sides, moved: [...this.moved] };
  }

  /** To be done when the chase orders are there. */
  restore({ sides, moved }: ChaseImage): void {
    const known = new Map(this.sides);
    this.sides.clear();
    for (const { instrument, side, left, cursor, ...join } of sides) {
      const of = known.get(instrument * 2 + side);
      assert(of !== undefined, 'a snapshot looks at a book that nobody chases');
      Object.assign(of, { join, left, cursor });
      this.sides.set(instrument * 2 + side, of);
    }
    this.moved.clear();
    for (const instrument of moved) this.moved.add(instrument);
  }

  private of({ instrument, side }: ParentOrder): ChaseSide {
    const of = this.sides.get(instrument * 2 + side);
    assert(of !== undefined, 'a chase order is not known where it is');
    return of;
  }
}

/** The next in turn; after the last comes the first. */
function next(of: ChaseSide): ChaseOrder {
  of.walk ??= of.cursor === 0 ? of.chasers.values() : after(of.chasers, of.cursor);
  let step = of.walk.next();
  if (step.done === true) {
    of.walk = of.chasers.values();
    step = of.walk.next();
  }
  assert(step.done !== true, 'nobody is left whose turn it is');
  of.left -= 1;
  of.cursor = step.value.id;
  return step.value;
}

/** From a snapshot: those before the cursor had their turn. */
function* after(chasers: Map<number, ChaseOrder>, cursor: number): Generator<ChaseOrder> {
  for (const chaser of chasers.values()) if (chaser.id > cursor) yield chaser;
}

function change(counts: Map<number, number>, price: number, by: 1 | -1): void {
  const count = (counts.get(price) ?? 0) + by;
  if (count === 0) counts.delete(price);
  else counts.set(price, count);
}

function isSame(a: Join, b: Join): boolean {
  return a.best === b.best && a.owner === b.owner && a.other === b.other && a.step === b.step;
}
