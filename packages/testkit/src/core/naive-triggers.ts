/** The slow exchange's answer to which plans are due: all are asked, by every price that traded. */
import {
  type Instrument,
  isTrailing,
  type PlacePlanCommand,
  Side,
  TriggerBy,
} from '@halcyon/domain';
import type { NaiveMarket } from './naive-rules.ts';

/** What a plan asks for. */
export type RawPlan = Readonly<Omit<PlacePlanCommand, 'kind' | 'seq' | 'time'>>;

/** A plan that waits. */
export interface NaivePlan {
  readonly id: number;
  wish: RawPlan;
  upward: boolean;
  active: boolean;
  extreme: number;
  readonly parent: number;
  sibling: number;
}

/** A market as plans see it. */
interface TriggerMarket {
  readonly instrument: Instrument;
  /** Prices that have traded since plans were last looked at. */
  prints: number[];
}

/** What is asked about markets. */
interface TriggerRules<M> {
  /** Version of the rules. */
  rules(): number;
  /** The prices that plans watch, in the order in which they are looked at; 0 = there is none. */
  watched(market: M): readonly (readonly [TriggerBy, number])[];
  /** Whether no plan fires, whatever the price. */
  waits(market: M): boolean;
}

export class NaiveTriggers<M extends TriggerMarket> {
  /** Plans whose price has traded, in the order in which they fire. */
  readonly called = new Set<NaivePlan>();
  private readonly ask: TriggerRules<M>;
  private readonly plans: ReadonlyMap<number, NaivePlan>;

  constructor(ask: TriggerRules<M>, plans: ReadonlyMap<number, NaivePlan>) {
    this.ask = ask;
    this.plans = plans;
  }

  /** The next plan that fires. */
  due(market: M): NaivePlan | null {
    if (this.ask.waits(market)) return null;
    const prices = this.ask.watched(market);
    if (this.ask.rules() >= 4) {
      this.see(market);
      for (const [by, price] of prices) this.call(market, by, price);
      const { id } = market.instrument;
      return [...this.called].find((plan) => plan.wish.instrument === id) ?? null;
    }
    const early = this.reached(market, TriggerBy.last, market.prints[0] ?? 0);
    if (early !== null) return early;
    market.prints = [];
    for (const [by, price] of prices) {
      const plan = this.reached(market, by, price);
      if (plan !== null) return plan;
    }
    return null;
  }

  /** Calls what has traded: in the order of the first and the last price, then of all between. */
  see(market: M): void {
    const { prints } = market;
    market.prints = [];
    if (this.ask.rules() < 4 || prints.length === 0 || this.ask.waits(market)) return;
    this.call(market, TriggerBy.last, prints[0]!);
    if (this.ask.rules() >= 5) this.wake(market, prints);
    this.call(market, TriggerBy.last, prints.at(-1)!);
    const stops = ({ wish }: NaivePlan): boolean => !isTrailing(wish.planType);
    for (const price of prints) this.call(market, TriggerBy.last, price, stops);
  }

  /** Shows trailing stops each price; whether they fire the last one says. */
  private wake(market: M, prints: readonly number[]): void {
    for (const plan of this.waiting(market, TriggerBy.last)) {
      if (isTrailing(plan.wish.planType)) for (const price of prints) trail(plan, price);
    }
  }

  private waiting(market: M, watched: TriggerBy): NaivePlan[] {
    const { id } = market.instrument;
    return [...this.plans.values()].filter(
      (plan) =>
        plan.wish.instrument === id && plan.wish.triggerBy === watched && !this.called.has(plan),
    );
  }

  private call(
    market: M,
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
    market: M,
    by: TriggerBy,
    price: number,
    among: (plan: NaivePlan) => boolean = () => true,
  ): NaivePlan | null {
    if (price === 0) return null;
    const mine = this.waiting(market, by).filter(among);
    const still = mine.filter((plan) => !isTrailing(plan.wish.planType));
    const up = still.filter((plan) => plan.upward && price >= plan.wish.triggerPrice);
    up.sort((a, b) => a.wish.triggerPrice - b.wish.triggerPrice || a.id - b.id);
    if (up[0] !== undefined) return up[0];
    const down = still.filter((plan) => !plan.upward && price <= plan.wish.triggerPrice);
    down.sort((a, b) => b.wish.triggerPrice - a.wish.triggerPrice || a.id - b.id);
    if (down[0] !== undefined) return down[0];
    const trailing = mine.filter((plan) => isTrailing(plan.wish.planType));
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
