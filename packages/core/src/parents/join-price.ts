/**
 * The price that chase orders join: the best of their side that somebody else has who does not chase
 * himself. So no chase order follows another one, and two do not run each other up.
 */
import { CHASE_LOOKS_MAX, ownerOf, ParentKind, Side } from '@halcyon/domain';
import { LEVEL_LANE_SHIFT, LEVEL_WORD_SHIFT, LevelWord } from '../matching/level-pool.ts';
import { NONE, ORDER_LANES, ORDER_WORDS, OrderFlag, OrderWord } from '../matching/order-record.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Chasing, Join } from './chase-book.ts';
import type { ParentOrder } from './parent.ts';

/** Looks at the books that have changed; where there is another price to join, everybody's turn comes. */
export function lookForJoins(state: State): void {
  state.parents.chases.look((instrument, side, chasing) =>
    lookAt(state, state.markets[instrument]!, side, chasing),
  );
}

/** Looks at a side of a book, from its best price. */
export function lookAt(state: State, market: Market, side: Side, chasing: Chasing): Join {
  const { orders, levels } = state;
  const of = side === Side.buy ? market.book.bids : market.book.asks;
  const step = market.instrument.priceStep;
  let best = 0;
  let owner = 0;
  let looks = CHASE_LOOKS_MAX;
  for (let i = of.length - 1; i >= 0 && looks > 0; i--) {
    looks -= 1;
    const level = of.levels[i]!;
    const price = levels.f64[level << LEVEL_LANE_SHIFT]!;
    const word = level << LEVEL_WORD_SHIFT;
    const chasers = chasing.get(price) ?? 0;
    // How many of its orders do not chase: behind the last of them is nothing to be found.
    let others = levels.i32[word | LevelWord.count]! - chasers;
    if (others === 0) continue;
    if (best === 0) best = price;
    let slot = levels.i32[word | LevelWord.head]!;
    for (; slot !== NONE && others > 0 && looks > 0; looks--) {
      const at = slot * ORDER_WORDS;
      slot = orders.i32[at + OrderWord.next]!;
      if (chasers > 0 && chases(state, at)) continue;
      others -= 1;
      const root = state.users.rootOf(ownerOf(orders.i32[at + OrderWord.account]!));
      if (owner === 0) owner = root;
      else if (root !== owner) return { best, owner, other: price, step };
    }
    // Somebody is there, but behind more orders that chase than are looked at.
    if (owner === 0) return { best, owner, other: best, step };
  }
  return { best, owner, other: 0, step };
}

/** Whether the order whose words begin at `at` is a chase order's. */
function chases({ orders, parents }: State, at: number): boolean {
  if ((orders.i32[at + OrderWord.flags]! & OrderFlag.clientId) === 0) return false;
  const order = orders.f64[(at / ORDER_WORDS) * ORDER_LANES]!;
  return parents.orders.get(parents.ofChild(order))?.parentKind === ParentKind.chase;
}

/** The price that a chase order of this root wants, within its limit, ticks; 0 = none now. */
export function wantedPrice(
  { side, price }: Pick<ParentOrder, 'side' | 'price'>,
  { best, owner, other, step }: Join,
  root: number,
): number {
  const joined = root === owner ? other : best;
  if (joined === 0) return 0;
  if (side === Side.buy) return Math.min(price, joined - (joined % step));
  return Math.max(price, Math.ceil(joined / step) * step);
}
