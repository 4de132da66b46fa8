/** INV-40: what parent orders must satisfy between any two commands. */
import { ORDER_LANES, ORDER_WORDS, OrderLane, OrderWord, type State } from '@halcyon/core';
import { ParentKind, ParentState, Side } from '@halcyon/domain';
import { check } from './position-invariants.ts';

/** @throws BrokenInvariant where a parent's children are more than it, or outlive it */
export function checkParents(state: State): void {
  const { orders, parents, extras } = state;
  const named = new Set<number>();
  for (const parent of parents.orders.values()) {
    const { id, account, quantity, filled, waiting, children, price, farPrice } = parent;
    const paused = parent.state === ParentState.paused;
    check(!paused || children.length === 0, 'INV-40', `parent ${id} is paused with children`);
    let lots = filled + waiting.reduce((sum, part) => sum + part, 0);
    for (const child of children) {
      named.add(child.order);
      const slot = orders.find(child.order);
      check(slot >= 0, 'INV-40', `child ${child.order} is not in the book`);
      const lane = slot * ORDER_LANES;
      check(
        orders.i32[slot * ORDER_WORDS + OrderWord.account] === account &&
          orders.f64[lane + OrderLane.quantity] === child.lots,
        'INV-40',
        `child ${child.order} is another order`,
      );
      const at = orders.f64[lane + OrderLane.price]!;
      const ends = farPrice === 0 ? [price, price] : [price, farPrice];
      if (parent.parentKind === ParentKind.chase) ends[parent.side === Side.buy ? 0 : 1] = at;
      check(at >= Math.min(...ends) && at <= Math.max(...ends), 'INV-40', 'beyond the limit');
      check((parent.chase?.at ?? at) === at, 'INV-40', `chase order ${id} is not where it was`);
      lots += child.lots;
    }
    const { twap, slices, duration = 0, chase } = parent;
    check(chase === undefined || children.length <= 1, 'INV-40', `${id} chases with several`);
    check(children.length > 0 || !chase?.at, 'INV-40', `chase order ${id} is without its child`);
    if (twap !== undefined) {
      check(children.length === 0, 'INV-40', `a slice of ${id} rests`);
      check(state.time < twap.begun + duration, 'INV-40', `${id} outlives its time`);
      check(twap.slice < slices, 'INV-40', `${id} has no slice left`);
    }
    check(lots <= quantity, 'INV-40', `children of ${id} are ${lots} lots of ${quantity}`);
    // What the order of a plan did to it is worked with the next command.
    const ends = parents.touched.has(id) || (filled < quantity && lots > filled);
    check(ends, 'INV-40', `parent ${id} goes on with nothing left`);
  }
  for (const [order, { clientId }] of extras) {
    const child = parents.ofChild(order) !== 0;
    check(child === named.has(order), 'INV-40', `order ${order} (${clientId}) outlives its parent`);
  }
}
