/** The open parent orders, and which of them have to be worked. */
import { assert, ownerOf } from '@halcyon/domain';
import type { ParentOrder } from './parent.ts';
import { oneEndsAll } from './parent-kinds.ts';

/** What a snapshot keeps. */
export interface ParentsImage {
  readonly orders: readonly ParentOrder[];
  /** Those that are worked with the next command, in this order. */
  readonly touched: readonly number[];
}

export class ParentBook {
  /** Oldest first. */
  readonly orders = new Map<number, ParentOrder>();
  /** Parents that have to be worked, in the order in which they were touched. */
  readonly touched = new Set<number>();
  /** Whether there are any of those. */
  pending = false;
  /** Part of the child that is being placed. */
  part = 0;
  /** Whether children are taken out by their parent. */
  withdrawing = false;
  private readonly parentOf = new Map<number, number>();
  /** By user, oldest first. */
  private readonly byUser = new Map<number, Set<ParentOrder>>();

  add(parent: ParentOrder): void {
    this.orders.set(parent.id, parent);
    const user = ownerOf(parent.account);
    const own = this.byUser.get(user);
    if (own === undefined) this.byUser.set(user, new Set([parent]));
    else own.add(parent);
    for (const { order } of parent.children) this.parentOf.set(order, parent.id);
  }

  remove(parent: ParentOrder): void {
    assert(parent.children.length === 0, 'INV-40: a parent order ends before its children');
    this.orders.delete(parent.id);
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
    if (this.withdrawing) parent.waiting[child.part]! += child.lots - filled;
    else if (filled < child.lots && oneEndsAll(parent.parentKind)) parent.waiting.fill(0);
    this.touch(parent.id);
  }

  image(): ParentsImage {
    return { orders: [...this.orders.values()], touched: [...this.touched] };
  }

  restore({ orders, touched }: ParentsImage): void {
    for (const parent of orders) this.add(parent);
    for (const id of touched) this.touch(id);
  }
}
