/**
 * The plans waiting in one instrument, sorted so that the ones nearest to firing stand last. A plan
 * with an equal trigger fires in the order in which it was placed.
 */
import { isTrailing, ppmFloor, type TriggerBy } from '@halcyon/domain';
import { type Plan, reached } from './plan.ts';

type ByPrice = [Plan[], Plan[], Plan[]];

export class PlanBook {
  /** By watched price (last, mark, index): plans that fire upwards, highest trigger first. */
  private readonly up: ByPrice = [[], [], []];
  /** … and downwards, lowest trigger first. */
  private readonly down: ByPrice = [[], [], []];
  /** Trailing stops, in the order of placement. */
  private readonly trailing: ByPrice = [[], [], []];
  /** Plans whose price was reached, in the order in which they fire. */
  private readonly calls = new Set<Plan>();
  /** All of them. */
  count = 0;

  /** Whether any plan watches this kind of price. */
  watches(by: TriggerBy): boolean {
    return this.up[by].length + this.down[by].length + this.trailing[by].length > 0;
  }

  add(plan: Plan): void {
    this.count += 1;
    const list = this.listOf(plan);
    // By id also when an amended plan comes back: a snapshot restores them in this order.
    const at = isTrailing(plan.planType) ? placeOf(list, plan) : position(list, plan);
    list.splice(at, 0, plan);
  }

  remove(plan: Plan): void {
    if (this.calls.delete(plan)) {
      this.count -= 1;
      return;
    }
    const list = this.listOf(plan);
    const index = list.indexOf(plan);
    if (index >= 0) {
      list.splice(index, 1);
      this.count -= 1;
    }
  }

  /** Before `Rules.everyPrint`: the next plan that fires at this price, or null. Trailing stops follow first. */
  due(by: TriggerBy, price: number): Plan | null {
    if (price === 0) return null;
    const up = this.up[by].at(-1);
    if (up !== undefined && price >= up.triggerPrice) return up;
    const down = this.down[by].at(-1);
    if (down !== undefined && price <= down.triggerPrice) return down;
    for (const plan of this.trailing[by]) if (follow(plan, price, [])) return plan;
    return null;
  }

  /**
   * Calls all plans that fire at this price: whatever it does then, they are due. In one walk, because
   * there may be a hundred thousand.
   * @param way prices that traded until this one, in order
   */
  callDue(by: TriggerBy, price: number, way: readonly number[] = []): void {
    if (price === 0) return;
    const up = this.up[by];
    while (up.length > 0 && price >= up.at(-1)!.triggerPrice) this.calls.add(up.pop()!);
    const down = this.down[by];
    while (down.length > 0 && price <= down.at(-1)!.triggerPrice) this.calls.add(down.pop()!);
    if (this.trailing[by].length === 0) return;
    this.trailing[by] = this.trailing[by].filter((plan) => {
      const fires = follow(plan, price, way);
      if (fires) this.calls.add(plan);
      return !fires;
    });
  }

  /** Calls one that waits. */
  call(plan: Plan): void {
    this.remove(plan);
    this.calls.add(plan);
    this.count += 1;
  }

  /** Plans that were called, in the order in which they fire. */
  called(): IterableIterator<Plan> {
    return this.calls.values();
  }

  private listOf(plan: Plan): Plan[] {
    if (isTrailing(plan.planType)) return this.trailing[plan.triggerBy];
    return plan.upward ? this.up[plan.triggerBy] : this.down[plan.triggerBy];
  }
}

function placeOf(list: readonly Plan[], plan: Plan): number {
  const at = list.findIndex((other) => other.id > plan.id);
  return at === -1 ? list.length : at;
}

function position(list: readonly Plan[], plan: Plan): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle]!;
    const after = plan.upward
      ? other.triggerPrice > plan.triggerPrice
      : other.triggerPrice < plan.triggerPrice;
    if (after || (other.triggerPrice === plan.triggerPrice && other.id > plan.id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Moves a trailing stop along; true when the price has come back from its extreme by the callback
 * rate. A sell follows the highest price and fires below it; a buy the lowest and fires above.
 */
function follow(plan: Plan, price: number, way: readonly number[]): boolean {
  const selling = plan.side === 1;
  if (!plan.active) {
    const { upward, triggerPrice } = plan;
    if (triggerPrice !== 0 && !reached(upward, price, triggerPrice)) return false;
    plan.active = true;
    plan.extreme = way.find((each) => reached(upward, each, triggerPrice)) ?? price;
  }
  if (selling ? price > plan.extreme : price < plan.extreme) plan.extreme = price;
  const callback = ppmFloor(plan.extreme, plan.callbackPpm);
  return selling ? price <= plan.extreme - callback : price >= plan.extreme + callback;
}
