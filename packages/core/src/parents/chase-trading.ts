/** Chase orders: which of them want another price, and moving them there. */
import { assert, CHASE_MS, ownerOf, PARENTS_PER_COMMAND, ParentState } from '@halcyon/domain';
import { NONE } from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { checkMoved } from '../spot/moved-order.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Join } from './chase-book.ts';
import { lookAt, lookForJoins, wantedPrice } from './join-price.ts';
import { type ChaseOrder, isChase, type ParentOrder } from './parent.ts';
import type { Place } from './parent-kinds.ts';

export class ChaseTrading {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading) {
    this.state = state;
    this.out = out;
    this.trading = trading;
  }

  /** Touches, oldest first, the parents whose time has come and the chase orders that want another price. */
  wake(): void {
    const { parents, time } = this.state;
    lookForJoins(this.state);
    if (parents.touched.size >= PARENTS_PER_COMMAND) return;
    const called: number[] = [];
    for (const parent of parents.takeDue(time, PARENTS_PER_COMMAND)) {
      if (!isChase(parent) || this.wantsNow(parent)) called.push(parent.id);
    }
    for (const chaser of parents.chases.turns(PARENTS_PER_COMMAND)) {
      if (this.wantsNow(chaser)) called.push(chaser.id);
    }
    for (const id of called.sort((a, b) => a - b)) parents.touch(id);
  }

  /** Whether a chase order wants another price and may have it now; if only later, it waits for that time. */
  wantsNow(parent: ChaseOrder): boolean {
    if (parent.state !== ParentState.working) return false;
    const price = this.wanted(parent, this.found(parent));
    if (price === 0 || price === parent.chase.at) return false;
    const from = parent.chase.movedAt + CHASE_MS;
    if (this.state.time >= from) return true;
    this.state.parents.setDue(parent, from);
    return false;
  }

  /** Where a parent's next child is placed, as its book was found before it was worked. */
  placeOf(parent: ParentOrder, market: Market): Place {
    const wanted = isChase(parent) ? this.wanted(parent, this.found(parent)) : 0;
    return { market, time: this.state.time, wanted };
  }

  /** The same for one that is placed, changed or resumed: its book is looked at now. */
  placeNow(parent: ParentOrder, market: Market): Place {
    const { state } = this;
    const { instrument, side } = parent;
    if (!isChase(parent)) return { market, time: state.time, wanted: 0 };
    const resting = state.parents.chases.restingAt(instrument, side);
    const wanted = this.wanted(parent, lookAt(state, market, side, resting));
    return { market, time: state.time, wanted };
  }

  /** Takes its child to the price that it wants; whether it was not refused. */
  move(parent: ChaseOrder): boolean {
    const { state, trading } = this;
    const [child] = parent.children;
    assert(child !== undefined, 'INV-40: a chase order has lost its child');
    const slot = state.orders.find(child.order);
    assert(slot !== NONE, 'INV-40: a chase order has lost its child');
    const price = this.wanted(parent, this.found(parent));
    if (!checkMoved(state, trading, this.out, slot, price, child.lots)) return false;
    trading.reenter(slot, price, child.lots);
    this.standAt(parent, price);
    return true;
  }

  /** Its child rests at this price since now. */
  standAt(parent: ChaseOrder, price: number): void {
    assert(parent.children.length === 1, 'INV-40: a chase order has no child, or several');
    this.state.parents.chases.setAt(parent, price);
    parent.chase.movedAt = this.state.time;
  }

  /** Nothing more is done for it now: it waits for its time, or for what it may join. */
  rest(parent: ChaseOrder): void {
    if (parent.state !== ParentState.working) return;
    if (parent.children.length === 0) this.wantsNow(parent);
    // What it would join was traded in this very command: the book is looked at again with the next.
    const price = wantedPrice(parent, this.found(parent), this.rootOf(parent));
    if (price !== 0 && this.crosses(parent, price)) this.state.parents.chases.recall(parent);
  }

  /** The price that it wants, 0 = none now. */
  private wanted(parent: ChaseOrder, join: Join): number {
    const price = wantedPrice(parent, join, this.rootOf(parent));
    return price !== 0 && this.crosses(parent, price) ? 0 : price;
  }

  private crosses({ instrument, side }: ChaseOrder, price: number): boolean {
    return this.state.markets[instrument]!.book.crosses(side, price);
  }

  private found(parent: ChaseOrder): Join {
    return this.state.parents.chases.joinOf(parent);
  }

  private rootOf({ account }: ChaseOrder): number {
    return this.state.users.rootOf(ownerOf(account));
  }
}
