/**
 * Traders with leverage in one contract. Each has at most one position, with isolated margin: it
 * opens one, takes a profit before long, and mostly sits out a loss, which is how traders come to be
 * liquidated.
 */
import type { SeedContract } from '../contracts.ts';
import type { OrderSide, PortCommand, TraderKind } from '../port.ts';
import { TRADERS } from '../port.ts';
import type { Random } from '../random.ts';

/** Leverage by trader, as a part of the highest one of the contract. */
const BOLDNESS = [1, 0.6, 0.4, 0.2] as const;
/** How much of the largest position at their leverage they open at most. */
const SIZE_MAX = 0.6;
const SIZE_MEDIAN = 15_000;
const SIZE_SIGMA = 0.9;
const HOLD_MS = 2_400_000;
const PAUSE_MS = 1_500_000;
/** Who looks at a loss waits on with this chance. */
const STUBBORN = 0.8;

/** What traders see of their market. */
export interface TraderView {
  /** Best bid, ticks; the best ask is one tick above. */
  readonly bid: number;
  /** How far beyond the touch they trade, ticks. */
  readonly reach: number;
  /** Lots of a trader's position, below zero = short. */
  position(trader: TraderKind): number;
}

interface TraderPlan {
  readonly trader: TraderKind;
  /** Largest position, quote. */
  readonly valueMax: number;
  /** Bid when it opened its position, ticks; 0 = not known. */
  entry: number;
  dueMs: number;
}

/** Leverage of a trader in a contract. */
export function leverageOf(trader: TraderKind, { terms }: SeedContract): number {
  const highest = terms.tiers[0]?.leverageMax ?? 1;
  return Math.max(1, Math.round(highest * (BOLDNESS[TRADERS.indexOf(trader)] ?? 1)));
}

/** See the head of the file. Time is whatever the caller says it is; it must not go backwards. */
export class Traders {
  readonly #symbol: string;
  readonly #random: Random;
  readonly #plans: readonly TraderPlan[];
  /** Quote of one lot at one tick. */
  readonly #tickLot: number;
  readonly #minimumLots: number;
  /** Largest position of anyone, quote. */
  readonly #valueMax: number;

  constructor(contract: SeedContract, minimumLots: number, random: Random, startMs: number) {
    this.#symbol = contract.symbol;
    this.#random = random;
    this.#tickLot = 10 ** -(contract.pricePrecision + contract.quantityPrecision);
    this.#minimumLots = minimumLots;
    this.#valueMax = contract.terms.tiers.at(-1)?.upTo ?? 0;
    this.#plans = TRADERS.map((trader) => {
      const leverage = leverageOf(trader, contract);
      const allowed = contract.terms.tiers.filter(({ leverageMax }) => leverageMax >= leverage);
      const valueMax = SIZE_MAX * (allowed.at(-1)?.upTo ?? 0);
      return { trader, valueMax, entry: 0, dueMs: startMs + random.exponential(PAUSE_MS) };
    });
  }

  /** Largest position that the contract allows anyone, lots. @param ticks its price */
  lotsMax(ticks: number): number {
    return this.#valueMax / (ticks * this.#tickLot);
  }

  /** When one of them next decides, Unix ms. */
  get nextMs(): number {
    return Math.min(...this.#plans.map(({ dueMs }) => dueMs));
  }

  step(nowMs: number, view: TraderView, out: PortCommand[]): void {
    for (const plan of this.#plans) {
      if (plan.dueMs <= nowMs) this.#decide(plan, nowMs, view, out);
    }
  }

  #decide(plan: TraderPlan, nowMs: number, view: TraderView, out: PortCommand[]): void {
    const lots = view.position(plan.trader);
    plan.dueMs = nowMs + this.#random.exponential(HOLD_MS);
    if (lots === 0) {
      const side = this.#random.chance(0.5) ? 'buy' : 'sell';
      plan.entry = view.bid;
      this.#trade(plan.trader, side, this.#lots(plan, view.bid), false, view, out);
      return;
    }
    const loses = plan.entry > 0 && (view.bid - plan.entry) * lots < 0;
    if (loses && this.#random.chance(STUBBORN)) return;
    plan.dueMs = nowMs + this.#random.exponential(PAUSE_MS);
    this.#trade(plan.trader, lots > 0 ? 'sell' : 'buy', Math.abs(lots), true, view, out);
  }

  #lots({ valueMax }: TraderPlan, ticks: number): number {
    const value = Math.min(valueMax, this.#random.logNormal(SIZE_MEDIAN, SIZE_SIGMA));
    return Math.max(this.#minimumLots, Math.floor(value / (ticks * this.#tickLot)));
  }

  #trade(
    participant: TraderKind,
    side: OrderSide,
    quantity: number,
    reduceOnly: boolean,
    { bid, reach }: TraderView,
    out: PortCommand[],
  ): void {
    const price = side === 'buy' ? bid + 1 + reach : Math.max(1, bid - reach);
    const order = { op: 'limit', symbol: this.#symbol, clientId: '', force: 'ioc' } as const;
    out.push({
      ...order,
      participant,
      side,
      price,
      quantity,
      ...(reduceOnly ? { reduceOnly } : {}),
    });
  }
}
