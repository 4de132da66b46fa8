/**
 * Orders as they come to rest and as they leave the book: record, queue, seat, the money they hold,
 * and one row of the log that says all of it.
 */
import {
  type DoneReason,
  type EventLog,
  assert as importedAssert,
  PostingReason,
  type Side,
} from '@halcyon/domain';
import { loadPosition as importedLoadPosition } from '../futures/order-load.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type {
  LEVEL_LANE_SHIFT,
  LEVEL_WORD_SHIFT,
  LevelLane,
  LevelWord,
} from '../matching/level-pool.ts';
import type { OrderPool } from '../matching/order-pool.ts';
import type {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { Market } from '../state/market.ts';
import type { SEAT_WORD_SHIFT, SeatWord } from '../state/seats.ts';
import type { State } from '../state/state.ts';
import {
  linkToSeat as importedLinkToSeat,
  unlinkFromSeat as importedUnlinkFromSeat,
} from './open-orders.ts';
import type { OrderRequest } from './order-request.ts';

// What the hot code reads and calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;
const loadPosition: typeof importedLoadPosition = importedLoadPosition;
const linkToSeat: typeof importedLinkToSeat = importedLinkToSeat;
const unlinkFromSeat: typeof importedUnlinkFromSeat = importedUnlinkFromSeat;
const LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const PRICE: typeof OrderLane.price = 1;
const REMAINING: typeof OrderLane.remaining = 2;
const QUANTITY: typeof OrderLane.quantity = 3;
const WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const ACCOUNT: typeof OrderWord.account = 8;
const SEAT: typeof OrderWord.seat = 9;
const FLAGS: typeof OrderWord.flags = 10;
const BALANCE: typeof OrderWord.balance = 15;
const SIDE: typeof OrderFlag.side = 1;
const OPTIONS_SHIFT: typeof OrderFlag.optionsShift = 8;
const OPTIONS = 15;
const INSTRUMENT_SHIFT: typeof OrderFlag.instrumentShift = 12;
const L_LANE_SHIFT: typeof LEVEL_LANE_SHIFT = 2;
const L_TOTAL: typeof LevelLane.total = 1;
const L_WORD_SHIFT: typeof LEVEL_WORD_SHIFT = 3;
const L_COUNT: typeof LevelWord.count = 6;
const S_WORD_SHIFT: typeof SEAT_WORD_SHIFT = 4;
const S_BASE: typeof SeatWord.base = 2;
const S_QUOTE: typeof SeatWord.quote = 3;
const BUY: typeof Side.buy = 0;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** The resting orders of all books, with what they mean in money. */
export class Resting {
  declare private readonly state: State;
  declare private readonly orders: OrderPool;
  declare private readonly ledger: Ledger;
  declare private readonly log: EventLog;

  constructor(state: State) {
    this.state = state;
    this.orders = state.orders;
    this.ledger = state.ledger;
    this.log = state.log;
  }

  /** The market of a resting order. */
  marketOf(slot: number): Market {
    return this.state.markets[this.orders.i32[(slot << WORD_SHIFT) | FLAGS]! >>> INSTRUMENT_SHIFT]!;
  }

  /** Slot of the balance that orders of a side are paid from. */
  balanceOf(seat: number, side: Side): number {
    return this.state.seats.i32[(seat << S_WORD_SHIFT) + (side === BUY ? S_QUOTE : S_BASE)]!;
  }

  /** Units that a resting order holds: quote for a buy, base for a sell; a contract's: its lots. */
  heldBy(market: Market, slot: number): number {
    const lane = slot << LANE_SHIFT;
    const { f64, i32 } = this.orders;
    const remaining = f64[lane | REMAINING]!;
    if (market.contract !== null) return remaining;
    const side = i32[(slot << WORD_SHIFT) | FLAGS]! & SIDE;
    return side === BUY
      ? remaining * f64[lane | PRICE]! * market.instrument.quoteFactor
      : remaining * market.instrument.lotUnits;
  }

  /**
   * A new order that meets nothing rests at once.
   * @param balance slot of what pays for it @param rare its number among the rare fields
   */
  enter(
    market: Market,
    request: OrderRequest,
    seat: number,
    balance: number,
    order: number,
    flags: number,
    rare: number,
  ): void {
    const { account, side, price, quantity } = request;
    const { id, base, quote } = market.instrument;
    const level = this.put(market, order, account, seat, balance, flags, price, quantity, quantity);
    if (market.contract !== null) {
      this.logContractEntered(market, request, order, flags, rare, level);
      return;
    }
    const { levels } = this.state;
    this.log.entered(
      (id * 2 + side) * 1_024 +
        (request.type |
          (request.timeInForce << 1) |
          (request.selfTrade << 3) |
          (((flags >>> OPTIONS_SHIFT) & OPTIONS) << 5)),
      order,
      account,
      price,
      quantity,
      request.quoteAmount,
      rare,
      side === BUY ? quote : base,
      unitsOf(market, side, price, quantity),
      this.ledger.words,
      balance * 4,
      levels.f64[(level << L_LANE_SHIFT) | L_TOTAL]!,
      levels.i32[(level << L_WORD_SHIFT) | L_COUNT]!,
    );
  }

  private logContractEntered(
    market: Market,
    request: OrderRequest,
    order: number,
    flags: number,
    rare: number,
    level: number,
  ): void {
    const { account, side, type, timeInForce, selfTrade, price, quantity } = request;
    const options = (flags >>> OPTIONS_SHIFT) & OPTIONS;
    const at = market.instrument.id * 2 + side;
    const terms = type | (timeInForce << 1) | (selfTrade << 3) | (options << 5);
    this.log.orderOpened(at, order, account, terms, price, quantity, 0, rare);
    this.logContractRested(at, order, account, quantity, price, level);
  }

  private logContractRested(
    at: number,
    order: number,
    account: number,
    remaining: number,
    price: number,
    level: number,
  ): void {
    const { f64, i32 } = this.state.levels;
    const total = f64[(level << L_LANE_SHIFT) | L_TOTAL]!;
    const orders = i32[(level << L_WORD_SHIFT) | L_COUNT]!;
    this.log.contractRested(at, order, account, remaining, price, total, orders);
  }

  /** What is left of a taker rests. @param quantity all that it wanted, lots */
  rest(
    market: Market,
    order: number,
    account: number,
    seat: number,
    balance: number,
    flags: number,
    price: number,
    quantity: number,
    remaining: number,
  ): void {
    const side = (flags & SIDE) as Side;
    const { id, base, quote } = market.instrument;
    const level = this.put(
      market,
      order,
      account,
      seat,
      balance,
      flags,
      price,
      quantity,
      remaining,
    );
    if (market.contract !== null) {
      this.logContractRested(id * 2 + side, order, account, remaining, price, level);
      return;
    }
    const { levels } = this.state;
    this.log.rested(
      (id * 2 + side) * 1_024 + (side === BUY ? quote : base),
      order,
      account,
      remaining,
      price,
      unitsOf(market, side, price, remaining),
      this.ledger.words,
      balance * 4,
      levels.f64[(level << L_LANE_SHIFT) | L_TOTAL]!,
      levels.i32[(level << L_WORD_SHIFT) | L_COUNT]!,
    );
  }

  /** Takes an order out of the book and gives its money back; its record stays. */
  leave(market: Market, slot: number, reason: DoneReason): void {
    const { f64, i32 } = this.orders;
    const lane = slot << LANE_SHIFT;
    const word = slot << WORD_SHIFT;
    const { id, base, quote } = market.instrument;
    const level = market.book.take(slot);
    unlinkFromSeat(this.state, slot);
    const side = (i32[word | FLAGS]! & SIDE) as Side;
    const price = f64[lane | PRICE]!;
    const remaining = f64[lane | REMAINING]!;
    const units = unitsOf(market, side, price, remaining);
    const balance = i32[word | BALANCE]!;
    assert(remaining > 0, 'INV-06: a filled order is still in the book');
    const { levels } = this.state;
    if (market.contract !== null) {
      loadPosition(this.state.positions, balance, i32[word | FLAGS]!, price, -remaining);
      const total = levels.f64[(level << L_LANE_SHIFT) | L_TOTAL]!;
      const orders = levels.i32[(level << L_WORD_SHIFT) | L_COUNT]!;
      this.log.level(id * 2 + side, price, total, orders);
      this.log.orderDone(f64[lane]!, i32[word | ACCOUNT]!, id, reason, remaining);
      return;
    }
    this.ledger.hold(balance, -units);
    this.log.left(
      id * 16 + reason,
      f64[lane]!,
      i32[word | ACCOUNT]!,
      remaining,
      side * 1_024 + (side === BUY ? quote : base),
      price,
      units,
      this.ledger.words,
      balance * 4,
      levels.f64[(level << L_LANE_SHIFT) | L_TOTAL]!,
      levels.i32[(level << L_WORD_SHIFT) | L_COUNT]!,
    );
  }

  /** Gives back a part of what a resting order holds, in the units of `heldBy`. */
  release(market: Market, slot: number, units: number): void {
    const { f64, i32 } = this.orders;
    const word = slot << WORD_SHIFT;
    const { id, base, quote } = market.instrument;
    const balance = i32[word | BALANCE]!;
    if (market.contract !== null) {
      const price = f64[(slot << LANE_SHIFT) | PRICE]!;
      loadPosition(this.state.positions, balance, i32[word | FLAGS]!, price, -units);
      return;
    }
    const side = (i32[word | FLAGS]! & SIDE) as Side;
    const asset = side === BUY ? quote : base;
    const { release } = PostingReason;
    const order = f64[slot << LANE_SHIFT]!;
    this.ledger.post(balance, i32[word | ACCOUNT]!, asset, release, order, units, -units, id);
  }

  /** Record, queue, seat and hold; returns the level. */
  private put(
    market: Market,
    order: number,
    account: number,
    seat: number,
    balance: number,
    flags: number,
    price: number,
    quantity: number,
    remaining: number,
  ): number {
    const { orders } = this;
    const side = (flags & SIDE) as Side;
    const units = unitsOf(market, side, price, remaining);
    assert(remaining > 0 && remaining <= quantity, 'INV-06: a rest out of range');
    assert(units > 0 && units <= UNITS_MAX, 'a resting order holds nothing, or too much');
    const slot = orders.add(order);
    const lane = slot << LANE_SHIFT;
    const word = slot << WORD_SHIFT;
    const { f64, i32 } = orders;
    f64[lane | PRICE] = price;
    f64[lane | REMAINING] = remaining;
    f64[lane | QUANTITY] = quantity;
    // `| 0`: these are 32-bit numbers, which the compiler would find out by way of doubles.
    i32[word | ACCOUNT] = account | 0;
    i32[word | SEAT] = seat | 0;
    i32[word | FLAGS] = flags | (market.instrument.id << INSTRUMENT_SHIFT);
    i32[word | BALANCE] = balance | 0;
    const level = market.book.rest(slot);
    linkToSeat(this.state, slot);
    if (market.contract === null) this.ledger.hold(balance, units);
    else loadPosition(this.state.positions, balance, flags, price, remaining);
    return level;
  }
}

const unitsOf = (market: Market, side: Side, price: number, lots: number): number => {
  if (market.contract !== null) return lots;
  const { quoteFactor, lotUnits } = market.instrument;
  return side === BUY ? lots * price * quoteFactor : lots * lotUnits;
};
