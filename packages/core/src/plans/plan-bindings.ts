/** Which plans end with which position: plans of a position, and what protects a contract's entry. */
import { assert, legOf } from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Plan } from './plan.ts';
import { bindsToPosition } from './plan-orders.ts';

export class PlanBindings {
  declare private readonly state: State;
  /** Positions that were closed when a plan came to belong to them. */
  private readonly orphaned = new Set<number>();

  constructor(state: State) {
    this.state = state;
  }

  /** Binds a plan to its position, where it ends with one. */
  add(market: Market, plan: Plan): void {
    if (!bindsToPosition(market, plan)) return;
    const position = this.positionOf(market, plan);
    const { positionPlans, positions } = this.state;
    const plans = positionPlans.get(position) ?? new Set();
    positionPlans.set(position, plans.add(plan.id));
    if (positions.lots(position) === 0) this.orphaned.add(position);
    assert(
      positions.account(position) === plan.account,
      'a plan is bound to the position of another',
    );
  }

  remove(market: Market, plan: Plan): void {
    if (!bindsToPosition(market, plan)) return;
    const { positionPlans } = this.state;
    const position = this.positionOf(market, plan);
    const plans = positionPlans.get(position);
    if (plans?.delete(plan.id) && plans.size === 0) positionPlans.delete(position);
  }

  /** The positions that plans came to when they were closed, and are closed still; each is told once. */
  takeOrphaned(): readonly number[] {
    if (this.orphaned.size === 0) return NOBODY;
    const { positions } = this.state;
    const closed = [...this.orphaned].filter((position) => positions.lots(position) === 0);
    this.orphaned.clear();
    return closed;
  }

  private positionOf(market: Market, { account, options = 0 }: Plan): number {
    const { seats, positions } = this.state;
    const net = seats.position(this.state.seat(account, market.instrument));
    for (const leg of positions.legs(net)) if (positions.leg(leg) === legOf(options)) return leg;
    return net;
  }
}

const NOBODY: readonly number[] = [];
