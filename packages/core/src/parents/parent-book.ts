/** The open parent orders, and which of them have to be worked. */
import { assert, ownerOf } from '@halcyon/domain';
import { NearestQueue, type Waiting } from '../memory/nearest-queue.ts';
import type { Market } from '../state/market.ts';
import { ChaseBook, type ChaseImage } from './chase-book.ts';
import { isChase, type ParentOrder } from './parent.ts';
import { oneEndsAll } from './parent-kinds.ts';

/** What a snapshot keeps. */
export interface ParentsImage {
  readonly orders: readonly ParentOrder[];
  /** Those that are worked with the next command, in this order. */
  readonly touched: readonly number[];
  /** Absent where nobody chases. */
  readonly chases?: ChaseImage;
}

export class ParentBook {
  /** Oldest first. */
  readonly orders = new Map<number, ParentOrder>();
  /** Parents that have to be worked, in the order in which they were touched. */
  readonly touched = new Set<number>();
  /** Whether there are any of those, or books to be looked at. */
  pending = false;
  /** Unix ms at which the next one has to be worked because of the time, Infinity = none. */
  due = Number.POSITIVE_INFINITY;
  readonly chases = new ChaseBook();
  /** Part of the child that is being placed. */
  part = 0;
  /** Whether children are taken out by their parent. */
  withdrawing = false;
  private readonly parentOf = new Map<number, number>();
  /** By user, oldest first. */
  private readonly byUser = new Map<number, Set<ParentOrder>>();
  /** Those that wait for a time. */
  private readonly times = new NearestQueue(-1);
  private readonly waiting = new Map<number, Waiting>();

  add(parent: ParentOrder, market: Market): void {
    this.orders.set(parent.id, parent);
    if (isChase(parent)) {
      this.chases.add(parent);
      market.chasers += 1;
      this.pending = true;
    }
    this.setDue(parent, parent.due);
    const user = ownerOf(parent.account);
    const own = this.byUser.get(user);
    if (own === undefined) this.byUser.set(user, new Set([parent]));
    else own.add(parent);
    for (const { order } of parent.children) this.parentOf.set(order, parent.id);
  }

  remove(parent: ParentOrder, market: Market): void {
    assert(parent.children.length === 0, 'INV-40: a parent order ends before its children');
    this.orders.delete(parent.id);
    this.setDue(parent, undefined);
    if (isChase(parent)) {
      this.chases.remove(parent);
      market.chasers -= 1;
    }
    const user = ownerOf(parent.account);
    const own = this.byUser.get(user);
    own?.delete(parent);
    if (own?.size === 0) this.byUser.delete(user);
  }

  /** How many a user has open. */
  countOf(user: number): number {
    return this.byUser.get(user)?.size ?? 0;
  }

  /** Those that a user has open, oldest first; they may be ended while they are read. */
  of(user: number): readonly ParentOrder[] {
    return [...(this.byUser.get(user) ?? [])];
  }

  /** The parent of an order, 0 = it has none. */
  ofChild(order: number): number {
    return this.parentOf.get(order) ?? 0;
  }

  /** A parent has to be worked. */
  touch(id: number): void {
    this.touched.add(id);
    this.pending = true;
  }

  /** A parent has to be worked at this time; undefined = not because of the time. */
  setDue(parent: ParentOrder, due: number | undefined): void {
    const known = this.waiting.get(parent.id);
    if (known?.at === due) return;
    if (known !== undefined) {
      this.times.remove(known);
      this.waiting.delete(parent.id);
      delete parent.due;
    }
    if (due !== undefined) {
      const waiting = { id: parent.id, at: due, place: -1 };
      this.waiting.set(parent.id, waiting);
      this.times.add(waiting);
      parent.due = due;
    }
    this.due = this.times.nearest ?? Number.POSITIVE_INFINITY;
  }

  /** Those whose time has come, `most` at most; they wait no more. */
  *takeDue(time: number, most: number): Generator<ParentOrder> {
    for (let i = 0; i < most && this.times.isReached(time); i++) {
      const { id } = this.times.take();
      const parent = this.orders.get(id);
      assert(parent !== undefined, 'a parent order that has ended waits for a time');
      this.waiting.delete(id);
      delete parent.due;
      this.due = this.times.nearest ?? Number.POSITIVE_INFINITY;
      yield parent;
    }
  }

  /** The book of a market that somebody chases has changed. */
  bookMoved({ instrument }: Market): void {
    this.chases.moved.add(instrument.id);
    this.pending = true;
  }

  /** An order was entered for `id`, which may be a plan's or a parent's. */
  adopt(id: number, order: number, lots: number): void {
    const parent = this.orders.get(id);
    if (parent === undefined) return;
    this.parentOf.set(order, id);
    parent.placed += 1;
    parent.children.push({ order, part: this.part, lots });
  }

  /** An order with a name has ended with `filled` lots traded. */
  childEnded(order: number, filled: number): void {
    const parent = this.parentOf.size === 0 ? undefined : this.orders.get(this.ofChild(order));
    if (parent === undefined) return;
    this.parentOf.delete(order);
    const child = parent.children.find((one) => one.order === order);
    assert(child !== undefined, 'a parent order does not know its child');
    assert(filled <= child.lots, 'INV-40: a child has traded more than it had');
    parent.children = parent.children.filter((one) => one !== child);
    parent.filled += filled;
    if (filled > 0) parent.changed = true;
    if (isChase(parent)) this.chases.setAt(parent, 0);
    if (this.withdrawing) parent.waiting[child.part]! += child.lots - filled;
    else if (filled < child.lots && oneEndsAll(parent.parentKind)) parent.waiting.fill(0);
    this.touch(parent.id);
  }

  image(): ParentsImage {
    const chases = this.chases.image();
    return {
      orders: [...this.orders.values()],
      touched: [...this.touched],
      ...(chases.sides.length === 0 ? {} : { chases }),
    };
  }

  restore({ orders, touched, chases }: ParentsImage, markets: readonly Market[]): void {
    for (const parent of orders) this.add(parent, markets[parent.instrument]!);
    for (const id of touched) this.touch(id);
    if (chases === undefined) return;
    this.chases.restore(chases);
    this.pending = this.touched.size > 0 || this.chases.busy;
  }
}
