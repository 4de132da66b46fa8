/**
 * A limit order book with price-time priority over the shared order and level pools. It moves
 * quantities and queues; what a fill means in money is the sink's business.
 */
import { assert, ratioCeil, ratioFloor, type SelfTrade, type Side } from '@halcyon/domain';
import { BookSide } from './book-side.ts';
import { LevelIndex } from './level-index.ts';
import type {
  LEVEL_LANE_SHIFT,
  LEVEL_WORD_SHIFT,
  LevelLane,
  LevelPool,
  LevelWord,
} from './level-pool.ts';
import type { OrderPool } from './order-pool.ts';
import type {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderFlag,
  OrderLane,
  OrderWord,
} from './order-record.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const PRICE: typeof OrderLane.price = 1;
const REMAINING: typeof OrderLane.remaining = 2;
const WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const ACCOUNT: typeof OrderWord.account = 8;
const FLAGS: typeof OrderWord.flags = 10;
const LEVEL: typeof OrderWord.level = 11;
const NEXT: typeof OrderWord.next = 12;
const PREVIOUS: typeof OrderWord.previous = 13;
const SIDE: typeof OrderFlag.side = 1;
const OF_MARGIN: typeof OrderFlag.margin = 2048;
/** Of makers that are always asked how much they may trade: reduce-only ones, and those of margin accounts. */
const ASKED = 256 | 2048;
const NIL: number = -1;
const L_LANE_SHIFT: typeof LEVEL_LANE_SHIFT = 2;
const TOTAL: typeof LevelLane.total = 1;
const L_WORD_SHIFT: typeof LEVEL_WORD_SHIFT = 3;
const HEAD: typeof LevelWord.head = 4;
const TAIL: typeof LevelWord.tail = 5;
const COUNT: typeof LevelWord.count = 6;
const BUY: typeof Side.buy = 0;
const SELL: typeof Side.sell = 1;
const ALLOW: typeof SelfTrade.none = 0;
const CANCEL_TAKER: typeof SelfTrade.cancelTaker = 1;
const CANCEL_MAKER: typeof SelfTrade.cancelMaker = 2;

/** Price levels of a side that an impact price looks at, at most: a side that needs more is a thin one. */
const IMPACT_LEVELS_MAX = 1_000;

/** The incoming order while it is being matched. */
export interface Taker {
  order: number;
  account: number;
  /** Owner of the account, for self-trade prevention. */
  user: number;
  /** Who counts as the same: its root's accounts, null where it stands alone. */
  family: ReadonlySet<number> | null;
  side: Side;
  selfTrade: SelfTrade;
  /** Worst price it may trade at, ticks. */
  limit: number;
  /** Lots still wanted. */
  remaining: number;
  /** Quote units still to spend; -1 = not bounded by money. */
  budget: number;
  /** Lots: where money ends first, a fill is a multiple of this. */
  quantityStep: number;
  /** Quote units per tick and lot. */
  quoteFactor: number;
  /** Whether each maker is asked how much it may trade, not those alone whose flags say so. */
  asksMakers: boolean;
  /** Set when self-trade prevention ended the taker. */
  prevented: boolean;
  /** Set when the budget could not pay for one more lot, or step. */
  spent: boolean;
}

/** What a match reports, in the order in which it happens. */
export interface MatchSink {
  /** `quantity` lots of the maker in `slot` traded at `price`; its record is updated already. */
  onFill(slot: number, price: number, quantity: number): void;
  /** The maker is filled and out of the queue; its record is freed after the call. */
  onMakerFilled(slot: number): void;
  /** A maker of the same user was or was not taken out (`removed`); freed after the call. */
  onSelfTrade(slot: number, price: number, quantity: number, removed: boolean): void;
  /** Lots that a maker may still trade; with none it is taken out. */
  tradable(slot: number): number;
  /** A maker that may trade nothing was taken out; freed after the call. */
  onNotTradable(slot: number): void;
  /** A level's total is now this. */
  onLevel(side: Side, price: number, total: number, orders: number): void;
}

/** A taker for orders to be matched with, one after the other. */
export function newTaker(): Taker {
  return {
    order: 0,
    account: 0,
    user: 0,
    family: null,
    side: BUY,
    selfTrade: ALLOW,
    limit: 0,
    remaining: 0,
    budget: -1,
    quantityStep: 1,
    quoteFactor: 1,
    asksMakers: false,
    prevented: false,
    spent: false,
  };
}

/** Whose orders a taker does not trade with under self-trade prevention. */
export type Own = Pick<Taker, 'user' | 'family'>;

/** Whether a maker's user counts as the taker's own. */
export const isOwn = ({ user, family }: Own, maker: number): boolean =>
  maker === user || family?.has(maker) === true;

export class Book {
  readonly bids = new BookSide();
  readonly asks = new BookSide();
  /** How many orders of margin accounts rest in it. */
  marginOrders = 0;
  declare private readonly orders: OrderPool;
  declare private readonly levels: LevelPool;
  /** An uncrossed book never has one price on both sides, so one index serves both. */
  declare private readonly byPrice: LevelIndex;

  constructor(orders: OrderPool, levels: LevelPool) {
    this.orders = orders;
    this.levels = levels;
    this.byPrice = new LevelIndex(levels);
  }

  /** Best price of a side in ticks, 0 when the side is empty. */
  best(side: Side): number {
    if (side === BUY) return this.bids.length === 0 ? 0 : this.bids.keys[this.bids.length - 1]!;
    return this.asks.length === 0 ? 0 : -this.asks.keys[this.asks.length - 1]!;
  }

  /** Whether an order at `price` would meet the other side. */
  crosses(side: Side, price: number): boolean {
    const other = this.best(side === BUY ? SELL : BUY);
    if (other === 0) return false;
    return side === BUY ? price >= other : price <= other;
  }

  /**
   * Lots (capped at `want`) available to a taker of `side` down to `limit`, and their cost in quote
   * units; stops at whichever of `want` and `limit` comes first.
   */
  reach(side: Side, limit: number, want: number, quoteFactor: number): Reach {
    const opposite = side === BUY ? this.asks : this.bids;
    const reached = { lots: 0, quote: 0 };
    for (let i = opposite.length - 1; i >= 0 && reached.lots < want; i--) {
      const price = Math.abs(opposite.keys[i]!);
      if (side === BUY ? price > limit : price < limit) break;
      const total = this.levels.f64[(opposite.levels[i]! << L_LANE_SHIFT) | TOTAL]!;
      addReach(reached, price, Math.min(total, want - reached.lots), quoteFactor);
    }
    return reached;
  }

  /**
   * The worst price at which a taker of `side` would trade `want` lots, or as many as there are down to
   * `limit`, ticks; 0 = none.
   */
  sweepPrice(side: Side, limit: number, want: number): number {
    const opposite = side === BUY ? this.asks : this.bids;
    let left = want;
    let worst = 0;
    for (let i = opposite.length - 1; i >= 0 && left > 0; i--) {
      const price = Math.abs(opposite.keys[i]!);
      if (side === BUY ? price > limit : price < limit) break;
      left -= this.levels.f64[(opposite.levels[i]! << L_LANE_SHIFT) | TOTAL]!;
      worst = price;
    }
    return worst;
  }

  /**
   * Mean price at which orders of a side worth `value` tick-lots (1 to 2^52) would trade, in ticks, rounded away
   * from the other side; 0 when they are worth less. Every order counts as it rests: reduce-only ones are cut
   * with their position.
   */
  impactPrice(side: Side, value: number): number {
    const { keys, levels, length } = side === BUY ? this.bids : this.asks;
    const end = Math.max(0, length - IMPACT_LEVELS_MAX);
    let left = value;
    let lots = 0;
    for (let i = length - 1; i >= end; i--) {
      const price = Math.abs(keys[i]!);
      const total = this.levels.f64[(levels[i]! << L_LANE_SHIFT) | TOTAL]!;
      const taken = Math.min(total, Math.ceil(left / price));
      lots += taken;
      left -= taken * price;
      if (left > 0) continue;
      const worth = value - left;
      return side === BUY ? ratioFloor(worth, 1, lots) : ratioCeil(worth, 1, lots);
    }
    return 0;
  }

  /** Matches the taker against the other side until it is done, out of limit or out of money. */
  match(taker: Taker, sink: MatchSink): void {
    const buying = taker.side === BUY;
    const opposite = buying ? this.asks : this.bids;
    const { orders, levels } = this;
    while (taker.remaining > 0 && opposite.length > 0) {
      const key = opposite.keys[opposite.length - 1]!;
      const price = buying ? -key : key;
      if (buying ? price > taker.limit : price < taker.limit) return;
      const level = opposite.levels[opposite.length - 1]!;
      const stopped = this.sweepLevel(taker, sink, level, price);
      const count = levels.i32[(level << L_WORD_SHIFT) | COUNT]!;
      const total = levels.f64[(level << L_LANE_SHIFT) | TOTAL]!;
      sink.onLevel(buying ? SELL : BUY, price, total, count);
      if (count === 0) {
        assert(total === 0, 'an empty level has a total');
        opposite.length -= 1;
        this.byPrice.remove(level);
        levels.remove(level);
      }
      if (stopped) return;
    }
    assert(orders.count >= 0, 'order count is negative');
  }

  /** Takes from one level; true when the taker cannot go on. */
  private sweepLevel(taker: Taker, sink: MatchSink, level: number, price: number): boolean {
    const { orders, levels } = this;
    const levelWord = level << L_WORD_SHIFT;
    const totalLane = (level << L_LANE_SHIFT) | TOTAL;
    while (taker.remaining > 0) {
      const slot = levels.i32[levelWord | HEAD]!;
      if (slot === NIL) return false;
      const lane = slot << LANE_SHIFT;
      if (
        taker.selfTrade !== ALLOW &&
        isOwn(taker, orders.i32[(slot << WORD_SHIFT) | ACCOUNT]! >>> 3)
      ) {
        if (this.preventSelfTrade(taker, sink, slot, price)) return true;
        continue;
      }
      let makerRemaining = orders.f64[lane | REMAINING]!;
      let quantity = Math.min(taker.remaining, makerRemaining);
      const flags = orders.i32[(slot << WORD_SHIFT) | FLAGS]!;
      if (taker.asksMakers || (flags & ASKED) !== 0) {
        const most = sink.tradable(slot);
        if (most === 0) {
          this.dropMaker(slot);
          sink.onNotTradable(slot);
          orders.remove(slot);
          continue;
        }
        if (most < quantity) quantity = most;
        // Of an order of many a part may have left it.
        makerRemaining = orders.f64[lane | REMAINING]!;
      }
      if (taker.budget >= 0) {
        const lotCost = price * taker.quoteFactor;
        let affordable = Math.floor(taker.budget / lotCost);
        if (affordable * lotCost > taker.budget) affordable -= 1;
        if (affordable < quantity) affordable -= affordable % taker.quantityStep;
        if (affordable === 0) {
          taker.spent = true;
          return true;
        }
        if (affordable < quantity) quantity = affordable;
        taker.budget -= quantity * lotCost;
      }
      taker.remaining -= quantity;
      orders.f64[lane | REMAINING] = makerRemaining - quantity;
      levels.f64[totalLane] = levels.f64[totalLane]! - quantity;
      sink.onFill(slot, price, quantity);
      if (makerRemaining === quantity) {
        this.unlink(slot);
        sink.onMakerFilled(slot);
        orders.remove(slot);
      }
    }
    return false;
  }

  /** Applies the taker's mode to a maker of the same user; true when the taker ends. */
  private preventSelfTrade(taker: Taker, sink: MatchSink, slot: number, price: number): boolean {
    const remaining = this.orders.f64[(slot << LANE_SHIFT) | REMAINING]!;
    const overlap = Math.min(remaining, taker.remaining);
    const removeMaker = taker.selfTrade !== CANCEL_TAKER;
    if (removeMaker) this.dropMaker(slot);
    sink.onSelfTrade(slot, price, overlap, removeMaker);
    if (removeMaker) this.orders.remove(slot);
    taker.prevented = taker.selfTrade !== CANCEL_MAKER;
    return taker.prevented;
  }

  /** Takes a maker out of the level that is being swept, which stays. */
  private dropMaker(slot: number): void {
    const level = this.orders.i32[(slot << WORD_SHIFT) | LEVEL]!;
    const totalLane = (level << L_LANE_SHIFT) | TOTAL;
    const remaining = this.orders.f64[(slot << LANE_SHIFT) | REMAINING]!;
    this.levels.f64[totalLane] = this.levels.f64[totalLane]! - remaining;
    this.unlink(slot);
  }

  /** Puts the order in `slot` at the end of its price's queue; returns the level's slot. */
  rest(slot: number): number {
    const { orders, levels } = this;
    const lane = slot << LANE_SHIFT;
    const word = slot << WORD_SHIFT;
    const price = orders.f64[lane | PRICE]!;
    if ((orders.i32[word | FLAGS]! & OF_MARGIN) !== 0) this.marginOrders += 1;
    let level = this.byPrice.find(price);
    if (level === NIL) {
      const buying = (orders.i32[word | FLAGS]! & SIDE) === BUY;
      level = this.addLevel(buying, price);
    }
    const levelWord = level << L_WORD_SHIFT;
    const tail = levels.i32[levelWord | TAIL]!;
    orders.i32[word | LEVEL] = level;
    orders.i32[word | PREVIOUS] = tail;
    orders.i32[word | NEXT] = NIL;
    if (tail === NIL) levels.i32[levelWord | HEAD] = slot;
    else orders.i32[(tail << WORD_SHIFT) | NEXT] = slot;
    levels.i32[levelWord | TAIL] = slot;
    levels.i32[levelWord | COUNT] = levels.i32[levelWord | COUNT]! + 1;
    const totalLane = (level << L_LANE_SHIFT) | TOTAL;
    levels.f64[totalLane] = levels.f64[totalLane]! + orders.f64[lane | REMAINING]!;
    return level;
  }

  /**
   * Takes the order in `slot` out of the book (the record stays); returns the level's slot. An empty
   * level is gone, but its record can be read until another is made.
   */
  take(slot: number): number {
    const { orders, levels } = this;
    const level = orders.i32[(slot << WORD_SHIFT) | LEVEL]!;
    const totalLane = (level << L_LANE_SHIFT) | TOTAL;
    const remaining = orders.f64[(slot << LANE_SHIFT) | REMAINING]!;
    levels.f64[totalLane] = levels.f64[totalLane]! - remaining;
    this.unlink(slot);
    if (levels.i32[(level << L_WORD_SHIFT) | COUNT] === 0) this.dropLevel(slot, level);
    return level;
  }

  /** Lowers the remaining quantity in place: the queue place is kept. */
  reduce(slot: number, remaining: number, sink: MatchSink): void {
    const lane = (slot << LANE_SHIFT) | REMAINING;
    const level = this.orders.i32[(slot << WORD_SHIFT) | LEVEL]!;
    const totalLane = (level << L_LANE_SHIFT) | TOTAL;
    assert(remaining > 0 && remaining < this.orders.f64[lane]!, 'reduce does not reduce');
    this.levels.f64[totalLane] = this.levels.f64[totalLane]! - this.orders.f64[lane]! + remaining;
    this.orders.f64[lane] = remaining;
    this.reportLevel(slot, level, sink);
  }

  /** Reports the total of the level that the order in `slot` is or was on. */
  reportLevel(slot: number, level: number, sink: MatchSink): void {
    const flags = this.orders.i32[(slot << WORD_SHIFT) | FLAGS]!;
    sink.onLevel(
      (flags & SIDE) as Side,
      this.levels.f64[level << L_LANE_SHIFT]!,
      this.levels.f64[(level << L_LANE_SHIFT) | TOTAL]!,
      this.levels.i32[(level << L_WORD_SHIFT) | COUNT]!,
    );
  }

  /** Orders of a side in priority order. */
  *queue(side: Side): Generator<number> {
    const of = side === BUY ? this.bids : this.asks;
    for (let i = of.length - 1; i >= 0; i--) {
      let slot = this.levels.i32[(of.levels[i]! << L_WORD_SHIFT) | HEAD]!;
      while (slot !== NIL) {
        yield slot;
        slot = this.orders.i32[(slot << WORD_SHIFT) | NEXT]!;
      }
    }
  }

  private unlink(slot: number): void {
    const { orders, levels } = this;
    const word = slot << WORD_SHIFT;
    const next = orders.i32[word | NEXT]!;
    const previous = orders.i32[word | PREVIOUS]!;
    if ((orders.i32[word | FLAGS]! & OF_MARGIN) !== 0) this.marginOrders -= 1;
    const levelWord = orders.i32[word | LEVEL]! << L_WORD_SHIFT;
    if (previous === NIL) levels.i32[levelWord | HEAD] = next;
    else orders.i32[(previous << WORD_SHIFT) | NEXT] = next;
    if (next === NIL) levels.i32[levelWord | TAIL] = previous;
    else orders.i32[(next << WORD_SHIFT) | PREVIOUS] = previous;
    levels.i32[levelWord | COUNT] = levels.i32[levelWord | COUNT]! - 1;
  }

  private addLevel(buying: boolean, price: number): number {
    const side = buying ? this.bids : this.asks;
    const key = buying ? price : -price;
    const level = this.levels.add(price);
    side.insertAt(side.search(key), key, level);
    this.byPrice.add(level);
    return level;
  }

  private dropLevel(slot: number, level: number): void {
    const price = this.levels.f64[level << L_LANE_SHIFT]!;
    const flags = this.orders.i32[(slot << WORD_SHIFT) | FLAGS]!;
    const buying = (flags & SIDE) === BUY;
    const side = buying ? this.bids : this.asks;
    const index = side.search(buying ? price : -price);
    assert(side.levels[index] === level, 'a level is not where it belongs');
    side.removeAt(index);
    this.byPrice.remove(level);
    this.levels.remove(level);
  }
}

/** What a walk through the other side of the book found. */
export interface Reach {
  lots: number;
  quote: number;
}

function addReach(reached: Reach, price: number, lots: number, quoteFactor: number): void {
  reached.lots += lots;
  reached.quote += lots * price * quoteFactor;
}
