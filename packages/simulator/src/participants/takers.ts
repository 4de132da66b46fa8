/**
 * The takers of one instrument: orders that excite further orders (a branching process with
 * children within milliseconds, a second and several seconds), large parents worked in children of
 * one side, sizes from a heavy-tailed mixture with mass on the smallest and on round sizes.
 */
import type { OrderSide } from '../port.ts';
import type { Random } from '../random.ts';
import type { MarketParameters } from './parameters.ts';

/** One aggressive order that is due. */
export interface TakerOrder {
  readonly timeMs: number;
  readonly side: OrderSide;
  readonly lots: number;
}

interface ParentOrder {
  side: OrderSide;
  children: number;
}

interface Arrival {
  readonly timeMs: number;
  /** The side of the order that excited it; null for one that came by itself. */
  readonly side: OrderSide | null;
}

/** A fast child mostly continues its parent. */
const FAST_SAME_SIDE = 0.86;
/** How far the reference's lean and the makers' inventory tilt the sides of new parents. */
const LEAN_TILT = 0.22;
const INVENTORY_TILT = 0.3;
/** Parents of this many children at most. */
const PARENT_CHILDREN_MAX = 250;
/** Share of orders that no parent owns: their side is a coin toss. */
const LONE_SHARE = 0.12;
const BURST_EVERY_MS = 1_500_000;
const BURST_LENGTH_MS = 6_000;
const BURST_FACTOR = 5;
const ROUND_MULTIPLES = [1, 1, 1, 2, 2, 5, 5, 10] as const;
const SIZE_SCALE_MAX = 5;
const ARRIVALS_MAX = 2_000;

/** Decides when takers come, on which side and for how much. */
export class TakerCrowd {
  readonly #parameters: MarketParameters;
  readonly #random: Random;
  readonly #arrivals: Arrival[] = [];
  readonly #parents: ParentOrder[] = [];
  #clockMs = Number.NaN;
  #sizeScale = 1;
  #burstMs = Number.POSITIVE_INFINITY;
  #burstSide: OrderSide = 'buy';

  constructor(parameters: MarketParameters, random: Random) {
    this.#parameters = parameters;
    this.#random = random;
  }

  /** When the next order is due, Infinity = none before the next call of `generate`. */
  get nextMs(): number {
    return this.#arrivals[0]?.timeMs ?? Number.POSITIVE_INFINITY;
  }

  /** Forgets what was due before `nowMs`: after a silence nobody makes up for it. */
  skipTo(nowMs: number): void {
    this.#arrivals.length = 0;
    if (!Number.isNaN(this.#clockMs)) this.#clockMs = nowMs;
  }

  /** Draws the spontaneous arrivals up to `untilMs` at the given activity (1 = average). */
  generate(untilMs: number, activity: number): void {
    if (Number.isNaN(this.#clockMs)) {
      this.#clockMs = untilMs;
      this.#burstMs = untilMs + this.#random.exponential(BURST_EVERY_MS);
      return;
    }
    const { ordersPerSecond, branching, sizeActivity, arrivalActivity } = this.#parameters.takers;
    this.#sizeScale = Math.min(SIZE_SCALE_MAX, activity ** sizeActivity);
    const alone = 1 - branching[0] - branching[1] - branching[2];
    const spontaneous = ordersPerSecond * activity ** arrivalActivity * alone;
    const bursting = untilMs > this.#burstMs;
    const span = untilMs - this.#clockMs;
    const count = this.#random.poisson((spontaneous * (bursting ? BURST_FACTOR : 1) * span) / 1000);
    for (let index = 0; index < count; index += 1) {
      const timeMs = this.#clockMs + span * this.#random.uniform();
      this.#add({ timeMs, side: bursting && this.#random.chance(0.7) ? this.#burstSide : null });
    }
    this.#clockMs = untilMs;
    if (untilMs > this.#burstMs + BURST_LENGTH_MS) {
      this.#burstMs = untilMs + this.#random.exponential(BURST_EVERY_MS);
      this.#burstSide = this.#random.chance(0.5) ? 'buy' : 'sell';
    }
  }

  /**
   * The next order due at or before `untilMs`, or null.
   * @param lean where the reference stands from the quotes, in follow distances
   * @param inventory the makers' inventory, −1 … 1
   * @param ticks the price in ticks, to turn values into lots
   */
  next(untilMs: number, lean: number, inventory: number, ticks: number): TakerOrder | null {
    const arrival = this.#arrivals[0];
    if (arrival === undefined || arrival.timeMs > untilMs) return null;
    this.#arrivals.shift();
    const side = this.#side(arrival, lean, inventory);
    this.#excite(arrival.timeMs, side);
    return { timeMs: arrival.timeMs, side, lots: this.#lots(ticks) };
  }

  #excite(timeMs: number, side: OrderSide): void {
    const { branching, fastMs, middleMs, slowMs } = this.#parameters.takers;
    const [fast, middle, slow] = branching;
    const random = this.#random;
    for (let child = random.poisson(fast); child > 0; child -= 1) {
      this.#add({ timeMs: timeMs + 1 + random.exponential(fastMs), side });
    }
    for (let child = random.poisson(middle); child > 0; child -= 1) {
      this.#add({ timeMs: timeMs + 1 + random.exponential(middleMs), side: null });
    }
    for (let child = random.poisson(slow); child > 0; child -= 1) {
      this.#add({ timeMs: timeMs + 1 + random.exponential(slowMs), side: null });
    }
  }

  /** Keeps arrivals in time order; the list is short, so insertion is cheap. */
  #add(arrival: Arrival): void {
    if (this.#arrivals.length >= ARRIVALS_MAX) return;
    let at = this.#arrivals.length;
    while (at > 0 && this.#arrivals[at - 1]!.timeMs > arrival.timeMs) at -= 1;
    this.#arrivals.splice(at, 0, arrival);
  }

  #side(arrival: Arrival, lean: number, inventory: number): OrderSide {
    if (arrival.side !== null && this.#random.chance(FAST_SAME_SIDE)) return arrival.side;
    const tilt = LEAN_TILT * lean + INVENTORY_TILT * inventory;
    const buy = Math.min(0.95, Math.max(0.05, 0.5 + tilt));
    if (this.#random.chance(LONE_SHARE)) return this.#random.chance(buy) ? 'buy' : 'sell';
    const { parents, parentExponent } = this.#parameters.takers;
    const at = this.#random.below(parents);
    const parent = this.#parents[at] ?? { side: 'buy', children: 0 };
    if (parent.children <= 0) {
      const children = Math.floor(this.#random.pareto(1, parentExponent));
      parent.children = Math.min(PARENT_CHILDREN_MAX, children);
      parent.side = this.#random.chance(buy) ? 'buy' : 'sell';
      this.#parents[at] = parent;
    }
    parent.children -= 1;
    return parent.side;
  }

  #lots(ticks: number): number {
    const { takers, tickLotUsdt, minimumLots } = this.#parameters;
    const lotUsdt = tickLotUsdt * ticks;
    const pick = this.#random.uniform();
    if (pick < takers.smallestShare) {
      return this.#random.chance(0.7) ? minimumLots : minimumLots * 2;
    }
    if (pick < takers.smallestShare + takers.roundShare) {
      const decade = 10 ** Math.round(Math.log10(takers.bodyValue / lotUsdt));
      const multiple = ROUND_MULTIPLES[this.#random.below(ROUND_MULTIPLES.length)]!;
      return Math.max(minimumLots, Math.round(decade * multiple));
    }
    const tail = pick > 1 - takers.tailShare;
    const drawn = tail
      ? this.#random.pareto(takers.tailValue, takers.tailExponent)
      : this.#random.logNormal(takers.bodyValue, takers.bodySigma);
    const value = drawn * this.#sizeScale;
    return Math.max(minimumLots, Math.round(Math.min(value, takers.largestValue) / lotUsdt));
  }
}
