/**
 * The market makers of one instrument. They hold a one-tick spread around the hidden reference,
 * follow it when it has left the quotes far enough, refill what is taken, and keep a ladder whose
 * depth grows about in proportion to distance. Sizes at the touch lean against the way the
 * reference is about to go, and against the makers' inventory.
 */
import type { OrderSide, PortCommand, TopOfBook } from '../port.ts';
import { PARTICIPANTS } from '../port.ts';
import type { Random } from '../random.ts';
import { type OrderSlot, OrderSlots, type SlotKind } from './order-slots.ts';
import type { MarketParameters } from './parameters.ts';

/** How strongly touch sizes lean with the reference, and how far noise moves them. */
const LEAN = 1.35;
const LEAN_MAX = 1.1;
const LEAN_NOISE = 0.3;
/** The side that is about to be passed is thinned out once the reference is this far gone. */
const FADE_FROM = 0.6;
const FADE_CHANCE = 0.6;
const FADE_SIZE = 0.25;
const SIDE_MEMORY_MS = 2_500;
const DEPTH_MEMORY_MS = 45_000;
const DEPTH_SPREAD = 0.2;
const NEAR_SIGMA = 1;
const FAR_SIGMA = 0.7;
/** Largest touch order, in mean touch orders. */
const TOUCH_LARGEST = 12;
/** Largest ladder order, in mean ladder orders. */
const LADDER_LARGEST = 6;
/** Inventory in units of touch value at which the quotes lean by a fifth of the follow distance. */
const INVENTORY_TOUCHES = 400;
const INVENTORY_LEAN = 0.2;
/** Memory of the volatility that the follow distance is measured in. */
const VOLATILITY_MEMORY_MS = 20_000;
const VOLATILITY_FLOOR = 0.3;

/** Mean-reverting noise stepped at irregular times. */
class Mood {
  readonly #memoryMs: number;
  readonly #spread: number;
  #timeMs = 0;
  value = 0;

  constructor(memoryMs: number, spread: number) {
    this.#memoryMs = memoryMs;
    this.#spread = spread;
  }

  step(nowMs: number, random: Random): void {
    const keep = Math.exp(-Math.max(0, nowMs - this.#timeMs) / this.#memoryMs);
    this.#timeMs = nowMs;
    this.value = keep * this.value + this.#spread * Math.sqrt(1 - keep * keep) * random.normal();
  }
}

function slotsOf(parameters: MarketParameters): OrderSlot[] {
  const slots: OrderSlot[] = [];
  // What may stand in the way of the quotes belongs to one account: its commands keep their order,
  // those of two accounts may overtake one another on their way.
  const add = (kind: SlotKind, count: number): void => {
    const participant = PARTICIPANTS[kind === 'far' ? parameters.makers - 1 : 0]!;
    for (let at = 0; at < count; at += 1) {
      for (const side of ['buy', 'sell'] as const) {
        const slot = { index: slots.length, side, kind, participant };
        slots.push({ ...slot, clientId: '', price: 0, remaining: 0, filled: 0, dueMs: 0 });
      }
    }
  };
  add('touch', parameters.touchOrders);
  add('near', parameters.nearOrders);
  add('far', parameters.farOrders);
  return slots;
}

/** Decides what the makers of one instrument do. Pure: time and prices come in, commands go out. */
export class Maker {
  readonly orders: OrderSlots;
  readonly #parameters: MarketParameters;
  readonly #random: Random;
  readonly #depth = new Mood(DEPTH_MEMORY_MS, DEPTH_SPREAD);
  readonly #buyMood = new Mood(SIDE_MEMORY_MS, LEAN_NOISE);
  readonly #sellMood = new Mood(SIDE_MEMORY_MS, LEAN_NOISE);
  /** Best bid in ticks; the best ask is one tick above. 0 before the first quote. */
  #bid = 0;
  #ticks = 0;
  #lean = 0;
  #fadedMs = 0;
  #observedMs = 0;
  #observedTicks = 0;
  /** Variance of the reference a second, ticks squared. */
  #variance: number;

  constructor(symbol: string, parameters: MarketParameters, random: Random, epochMs: number) {
    this.#parameters = parameters;
    this.#random = random;
    this.#variance = parameters.secondTicks ** 2;
    this.orders = new OrderSlots(symbol, slotsOf(parameters), epochMs);
  }

  /** Best bid quoted, ticks. */
  get bid(): number {
    return this.#bid;
  }

  /** Distance of the reference from the quotes in units of the follow distance, signed. */
  get lean(): number {
    return this.#lean;
  }

  /** Lots of the makers' own orders at the touch of that side. */
  touchQuantity(side: OrderSide): number {
    return this.orders.quantityAt(side, side === 'buy' ? this.#bid : this.#bid + 1);
  }

  /** How far the reference may go before the quotes follow, ticks. */
  get followTicks(): number {
    return Math.max(0.75, this.#parameters.followSpread * Math.sqrt(this.#variance));
  }

  /** Takes the reference price (in ticks, fractions allowed) of this moment. */
  observe(ticks: number, nowMs: number): void {
    this.#watch(ticks, nowMs);
    const { touchValue, touchOrders, tickLotUsdt } = this.#parameters;
    const { followTicks } = this;
    const touchLots = (touchValue * touchOrders) / (tickLotUsdt * ticks);
    const held = this.orders.inventory / (touchLots * INVENTORY_TOUCHES);
    const skew = INVENTORY_LEAN * followTicks * Math.max(-1, Math.min(1, held));
    this.#ticks = Math.max(2, ticks - skew);
    if (this.#bid === 0) this.#bid = Math.max(1, Math.round(this.#ticks - 0.5));
    this.#lean = (this.#ticks - 0.5 - this.#bid) / followTicks;
  }

  /** Keeps the reference's variance a second, with a floor well under its long-run level. */
  #watch(ticks: number, nowMs: number): void {
    const elapsed = nowMs - this.#observedMs;
    if (this.#observedTicks > 0 && elapsed > 0) {
      const square = ((ticks - this.#observedTicks) ** 2 * 1000) / elapsed;
      const weight = Math.min(1, elapsed / VOLATILITY_MEMORY_MS);
      const floor = (VOLATILITY_FLOOR * this.#parameters.secondTicks) ** 2;
      // One jump must not widen the quotes' patience for long.
      const bounded = Math.min(square, this.#variance * 30);
      this.#variance = Math.max(floor, this.#variance + weight * (bounded - this.#variance));
    }
    this.#observedMs = nowMs;
    this.#observedTicks = ticks;
  }

  /** Whether the reference has left the quotes far enough to follow it. */
  get mustFollow(): boolean {
    return Math.abs(this.#lean) > 1;
  }

  /** Where the best bid goes when the quotes follow now. */
  get target(): number {
    return Math.max(1, Math.round(this.#ticks - 0.5));
  }

  /**
   * Moves the quotes to the reference: first the orders in the way, then strangers in the way are
   * taken out, then the other side closes up. A stranger is whatever rests beyond our own quantity.
   */
  follow(nowMs: number, top: TopOfBook, take: TakeStranger, out: PortCommand[]): void {
    const target = this.target;
    const up = target > this.#bid;
    const ahead: OrderSide = up ? 'sell' : 'buy';
    const price = up ? top.askPrice : top.bidPrice;
    const quantity = up ? top.askQuantity : top.bidQuantity;
    const inWay = price > 0 && (up ? price <= target : price >= target + 1);
    const strangers = inWay ? quantity - this.orders.quantityAt(ahead, price) : 0;
    this.#bid = target;
    for (const slot of this.orders.slots) {
      if (slot.side === ahead && slot.clientId !== '') this.#moveAway(slot, nowMs, out);
    }
    if (strangers > 0) take(up ? 'buy' : 'sell', up ? target : target + 1, strangers, out);
    for (const slot of this.orders.slots) {
      if (slot.side !== ahead && slot.kind === 'touch' && slot.clientId !== '') {
        this.orders.amend(slot, this.#touchPrice(slot.side), this.#touchSize(slot), out);
      }
    }
    this.#lean = (this.#ticks - 0.5 - this.#bid) / this.followTicks;
  }

  /** After orders were taken over: clears the way for the quotes and keeps the rest as it rests. */
  settle(nowMs: number, out: PortCommand[]): void {
    for (const slot of this.orders.slots) {
      if (slot.clientId === '') continue;
      if (slot.kind !== 'touch') {
        slot.dueMs = nowMs + this.#random.exponential(this.#lifeMs(slot.kind));
      }
      const ahead = slot.side === 'sell' ? slot.price <= this.#bid : slot.price > this.#bid;
      if (ahead) this.#moveAway(slot, nowMs, out);
    }
  }

  /** Refills empty slots and redraws those whose time has come. */
  tend(nowMs: number, out: PortCommand[]): void {
    this.#depth.step(nowMs, this.#random);
    this.#buyMood.step(nowMs, this.#random);
    this.#sellMood.step(nowMs, this.#random);
    if (Math.abs(this.#lean) > FADE_FROM && nowMs - this.#fadedMs > 100) this.#fade(nowMs, out);
    for (const slot of this.orders.slots) {
      if (slot.dueMs > nowMs) continue;
      const touch = slot.kind === 'touch';
      const price = touch ? this.#touchPrice(slot.side) : this.#ladderPrice(slot);
      const quantity = touch ? this.#touchSize(slot) : this.#ladderSize(slot);
      slot.dueMs = nowMs + this.#random.exponential(this.#lifeMs(slot.kind));
      if (slot.clientId === '') this.orders.place(slot, price, quantity, out);
      else this.orders.amend(slot, price, quantity, out);
    }
  }

  /** When the slot of an order that was filled is refilled. */
  refillAt(clientId: string, nowMs: number): number {
    const slot = this.orders.find(clientId);
    const { refillMs, nearLifeMs } = this.#parameters;
    if (slot === null || refillMs === 0) return nowMs;
    // One order a side is back at once, so that the spread closes at a tick.
    if (slot.kind === 'touch' && slot.index < 2) return nowMs;
    const mean = slot.kind === 'touch' ? refillMs : nearLifeMs / 4;
    return nowMs + this.#random.exponential(mean);
  }

  /** Thins the touch that the reference is about to pass. */
  #fade(nowMs: number, out: PortCommand[]): void {
    this.#fadedMs = nowMs;
    const side = this.#lean > 0 ? 'sell' : 'buy';
    for (const slot of this.orders.slots) {
      if (slot.side !== side || slot.kind !== 'touch' || slot.clientId === '') continue;
      if (!this.#random.chance(FADE_CHANCE)) continue;
      const lots = Math.min(slot.remaining, this.#touchSize(slot));
      if (lots < slot.remaining) this.orders.amend(slot, slot.price, lots, out);
    }
  }

  /** Moves an order out of the way of the quotes, to a new place on its own side. */
  #moveAway(slot: OrderSlot, nowMs: number, out: PortCommand[]): void {
    if (slot.kind === 'touch') {
      this.orders.amend(slot, this.#touchPrice(slot.side), this.#touchSize(slot), out);
      return;
    }
    const passed = slot.side === 'sell' ? slot.price <= this.#bid + 1 : slot.price >= this.#bid;
    if (!passed) return;
    slot.dueMs = nowMs + this.#random.exponential(this.#lifeMs(slot.kind));
    this.orders.amend(slot, this.#ladderPrice(slot), this.#ladderSize(slot), out);
  }

  #touchPrice(side: OrderSide): number {
    return side === 'buy' ? this.#bid : this.#bid + 1;
  }

  #ladderPrice(slot: OrderSlot): number {
    const { nearTicks, farTicks } = this.#parameters;
    const [from, to] = slot.kind === 'near' ? [1, nearTicks] : [nearTicks, farTicks];
    const distance = Math.max(1, Math.round(from + (to - from) * this.#random.uniform()));
    const touch = this.#touchPrice(slot.side);
    return slot.side === 'buy' ? Math.max(1, touch - distance) : touch + distance;
  }

  #touchSize(slot: OrderSlot): number {
    const { touchValue, touchSigma } = this.#parameters;
    const lean = Math.max(-LEAN_MAX, Math.min(LEAN_MAX, this.#lean));
    const towards = slot.side === 'buy' ? lean : -lean;
    const mood = slot.side === 'buy' ? this.#buyMood.value : this.#sellMood.value;
    const faded = towards < -FADE_FROM ? FADE_SIZE : 1;
    const median = touchValue * faded * Math.exp(LEAN * towards + mood - touchSigma ** 2 / 2);
    const largest = touchValue * TOUCH_LARGEST;
    return this.#lots(Math.min(largest, this.#random.logNormal(median, touchSigma)));
  }

  #ladderSize(slot: OrderSlot): number {
    const { nearValue, farValue } = this.#parameters;
    const [value, sigma] = slot.kind === 'near' ? [nearValue, NEAR_SIGMA] : [farValue, FAR_SIGMA];
    const median = value * Math.exp(this.#depth.value - sigma ** 2 / 2);
    return this.#lots(Math.min(value * LADDER_LARGEST, this.#random.logNormal(median, sigma)));
  }

  #lifeMs(kind: SlotKind): number {
    const { touchLifeMs, nearLifeMs, farLifeMs } = this.#parameters;
    return kind === 'touch' ? touchLifeMs : kind === 'near' ? nearLifeMs : farLifeMs;
  }

  #lots(value: number): number {
    const { tickLotUsdt, minimumLots } = this.#parameters;
    return Math.max(minimumLots, Math.round(value / (tickLotUsdt * this.#ticks)));
  }
}

/** Takes out orders of strangers that stand in the way of the quotes. */
export type TakeStranger = (
  side: OrderSide,
  price: number,
  quantity: number,
  out: PortCommand[],
) => void;
