/**
 * A limit order book with price-time priority over the shared order and level pools. It moves
 * quantities and queues; what a fill means in money is the sink's business.
 */
import { assert, SelfTrade, Side } from '@halcyon/domain';
import { BookSide } from './book-side.ts';
import { LEVEL_LANES, LEVEL_WORDS, LevelLane, type LevelPool, LevelWord } from './level-pool.ts';
import {
  NONE,
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  type OrderPool,
  OrderWord,
} from './order-pool.ts';

/** The incoming order while it is being matched. */
export interface Taker {
  order: number;
  account: number;
  /** Owner of the account, for self-trade prevention. */
  user: number;
  side: Side;
  selfTrade: SelfTrade;
  /** Worst price it may trade at, ticks. */
  limit: number;
  /** Lots still wanted. */
  remaining: number;
  /** Quote units still to spend; -1 = not bounded by money. */
  budget: number;
  /** Quote units per tick and lot. */
  quoteFactor: number;
  /** Set when self-trade prevention ended the taker. */
  prevented: boolean;
  /** Set when the budget could not pay for one more lot. */
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
  /** A level's total is now this. */
  onLevel(side: Side, price: number, total: number, orders: number): void;
}

export class Book {
  readonly bids = new BookSide();
  readonly asks = new BookSide();
  private readonly orders: OrderPool;
  private readonly levels: LevelPool;

  constructor(orders: OrderPool, levels: LevelPool) {
    this.orders = orders;
    this.levels = levels;
  }

  /** Best price of a side in ticks, 0 when the side is empty. */
  best(side: Side): number {
    if (side === Side.buy)
      return this.bids.length === 0 ? 0 : this.bids.keys[this.bids.length - 1]!;
    return this.asks.length === 0 ? 0 : -this.asks.keys[this.asks.length - 1]!;
  }

  /** Whether an order at `price` would meet the other side. */
  crosses(side: Side, price: number): boolean {
    const other = this.best(side === Side.buy ? Side.sell : Side.buy);
    if (other === 0) return false;
    return side === Side.buy ? price >= other : price <= other;
  }

  /**
   * Lots (capped at `want`) available to a taker of `side` down to `limit`, and their cost in quote
   * units; stops at whichever of `want` and `limit` comes first.
   */
  reach(side: Side, limit: number, want: number, quoteFactor: number): Reach {
    const opposite = side === Side.buy ? this.asks : this.bids;
    const reached = { lots: 0, quote: 0 };
    for (let i = opposite.length - 1; i >= 0 && reached.lots < want; i--) {
      const price = Math.abs(opposite.keys[i]!);
      if (side === Side.buy ? price > limit : price < limit) break;
      const total = this.levels.f64[opposite.levels[i]! * LEVEL_LANES + LevelLane.total]!;
      addReach(reached, price, Math.min(total, want - reached.lots), quoteFactor);
    }
    return reached;
  }

  /** As `reach`, for a taker with self-trade prevention: own orders are passed over or end it. */
  reachPastOwn(side: Side, limit: number, want: number, user: number, mode: SelfTrade): number {
    const { orders } = this;
    let lots = 0;
    for (const slot of this.queue(side === Side.buy ? Side.sell : Side.buy)) {
      const price = orders.f64[slot * ORDER_LANES + OrderLane.price]!;
      if (lots >= want || (side === Side.buy ? price > limit : price < limit)) break;
      if (orders.i32[slot * ORDER_WORDS + OrderWord.account]! >>> 3 === user) {
        if (mode === SelfTrade.cancelMaker) continue;
        break;
      }
      lots += orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
    }
    return Math.min(lots, want);
  }

  /** Matches the taker against the other side until it is done, out of limit or out of money. */
  match(taker: Taker, sink: MatchSink): void {
    const buying = taker.side === Side.buy;
    const opposite = buying ? this.asks : this.bids;
    const { orders, levels } = this;
    while (taker.remaining > 0 && opposite.length > 0) {
      const key = opposite.keys[opposite.length - 1]!;
      const price = buying ? -key : key;
      if (buying ? price > taker.limit : price < taker.limit) return;
      const level = opposite.levels[opposite.length - 1]!;
      const stopped = this.sweepLevel(taker, sink, level, price);
      const count = levels.i32[level * LEVEL_WORDS + LevelWord.count]!;
      const total = levels.f64[level * LEVEL_LANES + LevelLane.total]!;
      sink.onLevel(buying ? Side.sell : Side.buy, price, total, count);
      if (count === 0) {
        assert(total === 0, 'an empty level has a total');
        opposite.length -= 1;
        levels.remove(level);
      }
      if (stopped) return;
    }
    assert(orders.count >= 0, 'order count is negative');
  }

  /** Takes from one level; true when the taker cannot go on. */
  private sweepLevel(taker: Taker, sink: MatchSink, level: number, price: number): boolean {
    const { orders, levels } = this;
    const levelWord = level * LEVEL_WORDS;
    const totalLane = level * LEVEL_LANES + LevelLane.total;
    while (taker.remaining > 0) {
      const slot = levels.i32[levelWord + LevelWord.head]!;
      if (slot === NONE) return false;
      const lane = slot * ORDER_LANES;
      if (
        taker.selfTrade !== SelfTrade.none &&
        orders.i32[slot * ORDER_WORDS + OrderWord.account]! >>> 3 === taker.user
      ) {
        if (this.preventSelfTrade(taker, sink, slot, price)) return true;
        continue;
      }
      const makerRemaining = orders.f64[lane + OrderLane.remaining]!;
      let quantity = taker.remaining < makerRemaining ? taker.remaining : makerRemaining;
      if (taker.budget >= 0) {
        const affordable = Math.floor(taker.budget / (price * taker.quoteFactor));
        if (affordable === 0) {
          taker.spent = true;
          return true;
        }
        if (affordable < quantity) quantity = affordable;
        taker.budget -= quantity * price * taker.quoteFactor;
      }
      taker.remaining -= quantity;
      orders.f64[lane + OrderLane.remaining] = makerRemaining - quantity;
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
    const remaining = this.orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
    const overlap = Math.min(remaining, taker.remaining);
    const removeMaker = taker.selfTrade !== SelfTrade.cancelTaker;
    if (removeMaker) {
      const level = this.orders.i32[slot * ORDER_WORDS + OrderWord.level]!;
      const totalLane = level * LEVEL_LANES + LevelLane.total;
      this.levels.f64[totalLane] = this.levels.f64[totalLane]! - remaining;
      this.unlink(slot);
    }
    sink.onSelfTrade(slot, price, overlap, removeMaker);
    if (removeMaker) this.orders.remove(slot);
    taker.prevented = taker.selfTrade !== SelfTrade.cancelMaker;
    return taker.prevented;
  }

  /** Puts the order in `slot` at the end of its price's queue; returns the level's slot. */
  rest(slot: number): number {
    const { orders, levels } = this;
    const lane = slot * ORDER_LANES;
    const word = slot * ORDER_WORDS;
    const price = orders.f64[lane + OrderLane.price]!;
    const buying = (orders.i32[word + OrderWord.flags]! & OrderFlag.side) === Side.buy;
    const side = buying ? this.bids : this.asks;
    const key = buying ? price : -price;
    const index = side.search(key);
    let level: number;
    if (index < side.length && side.keys[index] === key) level = side.levels[index]!;
    else {
      level = levels.add(price);
      side.insertAt(index, key, level);
    }
    const levelWord = level * LEVEL_WORDS;
    const tail = levels.i32[levelWord + LevelWord.tail]!;
    orders.i32[word + OrderWord.level] = level;
    orders.i32[word + OrderWord.previous] = tail;
    orders.i32[word + OrderWord.next] = NONE;
    if (tail === NONE) levels.i32[levelWord + LevelWord.head] = slot;
    else orders.i32[tail * ORDER_WORDS + OrderWord.next] = slot;
    levels.i32[levelWord + LevelWord.tail] = slot;
    levels.i32[levelWord + LevelWord.count] = levels.i32[levelWord + LevelWord.count]! + 1;
    const totalLane = level * LEVEL_LANES + LevelLane.total;
    levels.f64[totalLane] = levels.f64[totalLane]! + orders.f64[lane + OrderLane.remaining]!;
    return level;
  }

  /** Takes the order in `slot` out of the book (the record stays) and reports the level. */
  take(slot: number, sink: MatchSink): void {
    const { orders, levels } = this;
    const level = orders.i32[slot * ORDER_WORDS + OrderWord.level]!;
    const totalLane = level * LEVEL_LANES + LevelLane.total;
    const remaining = orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
    levels.f64[totalLane] = levels.f64[totalLane]! - remaining;
    this.unlink(slot);
    this.reportLevel(slot, level, sink);
    if (levels.i32[level * LEVEL_WORDS + LevelWord.count] === 0) this.dropLevel(slot, level);
  }

  /** Lowers the remaining quantity in place: the queue place is kept. */
  reduce(slot: number, remaining: number, sink: MatchSink): void {
    const lane = slot * ORDER_LANES + OrderLane.remaining;
    const level = this.orders.i32[slot * ORDER_WORDS + OrderWord.level]!;
    const totalLane = level * LEVEL_LANES + LevelLane.total;
    assert(remaining > 0 && remaining < this.orders.f64[lane]!, 'reduce does not reduce');
    this.levels.f64[totalLane] = this.levels.f64[totalLane]! - this.orders.f64[lane]! + remaining;
    this.orders.f64[lane] = remaining;
    this.reportLevel(slot, level, sink);
  }

  /** Reports the total of the level that the order in `slot` is or was on. */
  reportLevel(slot: number, level: number, sink: MatchSink): void {
    const flags = this.orders.i32[slot * ORDER_WORDS + OrderWord.flags]!;
    sink.onLevel(
      (flags & OrderFlag.side) as Side,
      this.levels.f64[level * LEVEL_LANES]!,
      this.levels.f64[level * LEVEL_LANES + LevelLane.total]!,
      this.levels.i32[level * LEVEL_WORDS + LevelWord.count]!,
    );
  }

  /** Orders of a side in priority order. */
  *queue(side: Side): Generator<number> {
    const of = side === Side.buy ? this.bids : this.asks;
    for (let i = of.length - 1; i >= 0; i--) {
      let slot = this.levels.i32[of.levels[i]! * LEVEL_WORDS + LevelWord.head]!;
      while (slot !== NONE) {
        yield slot;
        slot = this.orders.i32[slot * ORDER_WORDS + OrderWord.next]!;
      }
    }
  }

  private unlink(slot: number): void {
    const { orders, levels } = this;
    const word = slot * ORDER_WORDS;
    const next = orders.i32[word + OrderWord.next]!;
    const previous = orders.i32[word + OrderWord.previous]!;
    const levelWord = orders.i32[word + OrderWord.level]! * LEVEL_WORDS;
    if (previous === NONE) levels.i32[levelWord + LevelWord.head] = next;
    else orders.i32[previous * ORDER_WORDS + OrderWord.next] = next;
    if (next === NONE) levels.i32[levelWord + LevelWord.tail] = previous;
    else orders.i32[next * ORDER_WORDS + OrderWord.previous] = previous;
    levels.i32[levelWord + LevelWord.count] = levels.i32[levelWord + LevelWord.count]! - 1;
  }

  private dropLevel(slot: number, level: number): void {
    const price = this.levels.f64[level * LEVEL_LANES]!;
    const flags = this.orders.i32[slot * ORDER_WORDS + OrderWord.flags]!;
    const buying = (flags & OrderFlag.side) === Side.buy;
    const side = buying ? this.bids : this.asks;
    const index = side.search(buying ? price : -price);
    assert(side.levels[index] === level, `level ${price} is not where it belongs`);
    side.removeAt(index);
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
