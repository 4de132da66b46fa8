/** The slow exchange's answer to which plans are due: all are asked, by every price that traded. */
import { InstrumentState, type PlacePlanCommand, PlanType, Side, TriggerBy } from '@halcyon/domain';
import type { NaiveOrders } from './naive-orders.ts';
import type { NaiveMarket } from './naive-rules.ts';

/** What a plan asks for. */
export type Wish = Readonly<Omit<PlacePlanCommand, 'kind' | 'seq' | 'time'>>;

/** A plan that waits. */
export interface NaivePlan {
  readonly id: number;
  wish: Wish;
  upward: boolean;
  active: boolean;
  extreme: number;
  readonly parent: number;
  sibling: number;
}

export class NaiveTriggers {
  /** Plans whose price has traded, in the order in which they fire. */
  readonly called = new Set<NaivePlan>();
  private readonly x: NaiveOrders;
  private readonly plans: ReadonlyMap<number, NaivePlan>;

  constructor(x: NaiveOrders, plans: ReadonlyMap<number, NaivePlan>) {
    this.x = x;
    this.plans = plans;
  }

  /** The next plan that fires. */
  due(market: NaiveMarket): NaivePlan | null {
    if (this.waits(market)) return null;
    const last = watched(market, TriggerBy.last);
    const mark = watched(market, TriggerBy.mark);
    if (this.x.rules >= 4) {
      this.see(market);
      this.call(market, TriggerBy.last, last);
      this.call(market, TriggerBy.mark, mark);
      const { id } = market.instrument;
      return [...this.called].find((plan) => plan.wish.instrument === id) ?? null;
    }
    const early = this.reached(market, TriggerBy.last, market.prints[0] ?? 0);
    if (early !== null) return early;
    market.prints = [];
    return this.reached(market, TriggerBy.last, last) ?? this.reached(market, TriggerBy.mark, mark);
  }

  private waits({ instrument }: NaiveMarket): boolean {
    return this.x.rules >= 2 && instrument.state !== InstrumentState.open;
  }

  /** Calls what has traded: in the order of the first and the last price, then of all between. */
  see(market: NaiveMarket): void {
    const { prints } = market;
    market.prints = [];
    if (this.x.rules < 4 || prints.length === 0 || this.waits(market)) return;
    this.call(market, TriggerBy.last, prints[0]!);
    this.call(market, TriggerBy.last, prints.at(-1)!);
    const stops = ({ wish }: NaivePlan): boolean => wish.planType !== PlanType.trailing;
    for (const price of prints) this.call(market, TriggerBy.last, price, stops);
  }

  private call(
    market: NaiveMarket,
    by: TriggerBy,
    price: number,
    among: (plan: NaivePlan) => boolean = () => true,
  ): void {
    for (;;) {
      const plan = this.reached(market, by, price, among);
      if (plan === null) return;
      this.called.add(plan);
    }
  }

  private reached(
    market: NaiveMarket,
    by: TriggerBy,
    price: number,
    among: (plan: NaivePlan) => boolean = () => true,
  ): NaivePlan | null {
    if (price === 0) return null;
    const { id } = market.instrument;
    const waiting = [...this.plans.values()].filter(
      (plan) => plan.wish.instrument === id && plan.wish.triggerBy === by,
    );
    const mine = waiting.filter((plan) => !this.called.has(plan) && among(plan));
    const still = mine.filter((plan) => plan.wish.planType !== PlanType.trailing);
    const up = still.filter((plan) => plan.upward && price >= plan.wish.triggerPrice);
    up.sort((a, b) => a.wish.triggerPrice - b.wish.triggerPrice || a.id - b.id);
    if (up[0] !== undefined) return up[0];
    const down = still.filter((plan) => !plan.upward && price <= plan.wish.triggerPrice);
    down.sort((a, b) => b.wish.triggerPrice - a.wish.triggerPrice || a.id - b.id);
    if (down[0] !== undefined) return down[0];
    const trailing = mine.filter((plan) => plan.wish.planType === PlanType.trailing);
    return trailing.find((plan) => trail(plan, price)) ?? null;
  }
}

/** Last price, or the median of last, best bid and best ask. */
export function watched(market: NaiveMarket, by: TriggerBy): number {
  const last = market.lastPrice;
  const bid = market.book.best(Side.buy);
  const ask = market.book.best(Side.sell);
  if (by === TriggerBy.last || bid === 0 || ask === 0) return last;
  if (last === 0) return Number((BigInt(bid) + BigInt(ask)) / 2n);
  return [bid, ask, last].sort((a, b) => a - b)[1]!;
}

/** Follows the price; true when it has come back from its best by the callback rate. */
function trail(plan: NaivePlan, price: number): boolean {
  const { wish } = plan;
  const sells = wish.side === Side.sell;
  if (!plan.active) {
    const reached = plan.upward ? price >= wish.triggerPrice : price <= wish.triggerPrice;
    if (wish.triggerPrice !== 0 && !reached) return false;
    plan.active = true;
    plan.extreme = price;
  }
  plan.extreme = sells ? Math.max(plan.extreme, price) : Math.min(plan.extreme, price);
  const back = Number((BigInt(plan.extreme) * BigInt(wish.callbackPpm)) / 1_000_000n);
  return sells ? price <= plan.extreme - back : price >= plan.extreme + back;
}
