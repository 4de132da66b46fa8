/**
 * Spot orders from entry to end: checks, matching, holds. A taker pays for its fills out of what is
 * available and only the part that rests is held, so a fill moves money once.
 */
import {
  DoneReason,
  assert as importedAssert,
  type OrderType,
  Reject,
  type SelfTrade,
  type Side,
  type SystemAccount,
  type TimeInForce,
} from '@halcyon/domain';
import { ContractTrading } from '../futures/contract-trading.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { MarginOrders } from '../loans/margin-orders.ts';
import { isOwn as importedIsOwn, type MatchSink, newTaker, type Taker } from '../matching/book.ts';
import type { OrderPool } from '../matching/order-pool.ts';
import type {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { Market } from '../state/market.ts';
import { marksOwn as importedMarksOwn, isOwnFill } from '../state/own-trades.ts';
import { bandLimit } from '../state/price-band.ts';
import type { State } from '../state/state.ts';
import { unlinkFromSeat as importedUnlinkFromSeat } from './open-orders.ts';
import {
  checkOrder as importedCheckOrder,
  tradesSpot as importedTradesSpot,
  unitsNeeded as importedUnitsNeeded,
} from './order-checks.ts';
import { OrderExtras } from './order-extras.ts';
import type { OrderListener } from './order-listener.ts';
import type { OrderRequest } from './order-request.ts';
import { selfTradeOf } from './own-order.ts';
import { Resting } from './resting.ts';
import { Settlement } from './settlement.ts';

// What the hot code reads and calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;
const unlinkFromSeat: typeof importedUnlinkFromSeat = importedUnlinkFromSeat;
const isOwn: typeof importedIsOwn = importedIsOwn;
const marksOwn: typeof importedMarksOwn = importedMarksOwn;
const checkOrder: typeof importedCheckOrder = importedCheckOrder;
const tradesSpot: typeof importedTradesSpot = importedTradesSpot;
const unitsNeeded: typeof importedUnitsNeeded = importedUnitsNeeded;
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
const TIME_IN_FORCE_SHIFT: typeof OrderFlag.timeInForceShift = 1;
const SELF_TRADE_SHIFT: typeof OrderFlag.selfTradeShift = 3;
const HAS_CLIENT_ID: typeof OrderFlag.clientId = 32;
const HAS_ATTACHED: typeof OrderFlag.attached = 64;
const HAS_OCO: typeof OrderFlag.oco = 128;
const HAS_EXTRA = 32 | 64 | 128;
const OF_MARGIN: typeof OrderFlag.margin = 2048;
/** Of makers whose fills bring something about. */
const WATCHED = 128 | 2048;
const OPTIONS_SHIFT: typeof OrderFlag.optionsShift = 8;
/** Of OrderOption: reduce-only, legs, and a liquidation's mark. */
const ORDER_FLAGS = 15;
const BUY: typeof Side.buy = 0;
const SELL: typeof Side.sell = 1;
const LIMIT: typeof OrderType.limit = 0;
const GTC: typeof TimeInForce.gtc = 0;
const POST_ONLY: typeof TimeInForce.postOnly = 3;
const ALLOW: typeof SelfTrade.none = 0;
const FILLED: typeof DoneReason.filled = 0;
const NIL: number = -1;
const COPYING: typeof SystemAccount.copying = 9;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

export class SpotTrading implements MatchSink {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly ledger: Ledger;
  declare readonly settlement: Settlement;
  declare private readonly orders: OrderPool;
  declare private readonly resting: Resting;
  declare private readonly extras: OrderExtras;
  private watcher: OrderListener | null = null;
  private market: Market | null = null;
  readonly taker: Taker = newTaker();
  private takerSeat = 0;
  /** Slot of the balance that the taker pays from. */
  private takerBalance = 0;
  /** Whether the taker is a market buy by quote amount. */
  byAmount = false;
  private fills = 0;
  /** Whether the taker may trade with orders of its own owner that count as such. */
  private meetsOwn = false;
  /** Tick-lots that takers of contracts have traded, ever; for differences. */
  traded = 0;
  declare readonly contracts: ContractTrading;
  declare readonly margin: MarginOrders;

  constructor(state: State, out: CommandOutcome) {
    this.state = state;
    this.out = out;
    this.ledger = state.ledger;
    this.settlement = new Settlement(state);
    this.orders = state.orders;
    this.resting = new Resting(state);
    this.extras = new OrderExtras(state);
    this.contracts = new ContractTrading(state, out, this);
    this.margin = new MarginOrders(state, out, this);
  }

  /** The plans, which live around the orders and are told what becomes of them. */
  watch(watcher: OrderListener): void {
    this.watcher = watcher;
    this.extras.watch(watcher);
    this.contracts.watch(watcher);
  }

  /** Enters a new order; false when it was refused (the outcome says why). */
  place(request: OrderRequest, plan: number): boolean {
    const market = this.state.markets[request.instrument];
    if (market === undefined) {
      return this.out.refuse(Reject.unknownInstrument, 0, request.instrument);
    }
    if (market.contract !== null) return this.contracts.place(market, request, plan);
    if (!tradesSpot(this.state, request.account)) return this.margin.place(market, request);
    if (request.options) return this.out.refuse(Reject.optionsUnknown, 0, request.options);
    const seat = this.state.seat(request.account, market.instrument);
    if (!checkOrder(this.state, market, this.out, request, seat, 0, plan !== 0)) return false;
    const balance = this.state.users.lastBalance(request.account >>> 3, request.side);
    if (!this.checkMoney(market, request, balance, 0)) return false;
    this.accept(market, request, seat, balance, plan);
    return true;
  }

  /** Ends one order and enters another in its place, or does neither. */
  replace(slot: number, request: OrderRequest): boolean {
    const market = this.state.markets[request.instrument]!;
    const seat = this.orders.i32[(slot << WORD_SHIFT) | SEAT]!;
    if (market.contract !== null) return this.contracts.replace(market, slot, seat, request);
    if (!checkOrder(this.state, market, this.out, request, seat, 1, false)) return false;
    const balance = this.orders.i32[(slot << WORD_SHIFT) | BALANCE]!;
    if (!this.checkMoney(market, request, balance, this.heldBy(market, slot))) return false;
    this.cancel(slot, DoneReason.replaced);
    this.accept(market, request, seat, balance, 0);
    return true;
  }

  /** Takes a resting order out of the book and gives its money back. */
  cancel(slot: number, reason: DoneReason): void {
    const { orders } = this;
    const market = this.marketOf(slot);
    this.resting.leave(market, slot, reason);
    if (market.watched) this.watcher?.onBookMoved(market);
    this.countEnded(market, slot);
    orders.remove(slot);
  }

  /** Lowers a resting order in place. @param quantity new original quantity, lots */
  reduce(slot: number, quantity: number): void {
    const market = this.marketOf(slot);
    this.market = market;
    const lane = slot << LANE_SHIFT;
    const { f64 } = this.orders;
    const before = this.heldBy(market, slot);
    const cut = f64[lane | QUANTITY]! - quantity;
    assert(cut > 0 && cut < f64[lane | REMAINING]!, 'a reduction takes nothing, or all');
    const remaining = f64[lane | REMAINING]! - cut;
    market.book.reduce(slot, remaining, this);
    f64[lane | QUANTITY] = quantity;
    this.resting.release(market, slot, before - this.heldBy(market, slot));
    this.logAmended(market, slot, f64[lane | PRICE]!, quantity, remaining, true);
  }

  /** Takes a resting order out, gives it a new price or size and enters it again under its id. */
  reenter(slot: number, price: number, quantity: number): void {
    const market = this.marketOf(slot);
    const lane = slot << LANE_SHIFT;
    const word = slot << WORD_SHIFT;
    const { f64, i32 } = this.orders;
    const order = f64[lane]!;
    const account = i32[word | ACCOUNT]!;
    const seat = i32[word | SEAT]!;
    const flags = i32[word | FLAGS]!;
    const filled = f64[lane | QUANTITY]! - f64[lane | REMAINING]!;
    assert(quantity > filled, 'INV-06: an amended order would be over-filled');
    const position = market.contract === null ? NIL : i32[word | BALANCE]!;
    this.begin(market, order, account, seat, (flags & SIDE) as Side, selfTradeOf(flags), position);
    const level = market.book.take(slot);
    market.book.reportLevel(slot, level, this);
    this.resting.release(market, slot, this.heldBy(market, slot));
    this.logAmended(market, slot, price, quantity, quantity - filled, false);
    unlinkFromSeat(this.state, slot);
    this.orders.remove(slot);
    this.taker.limit = price;
    this.taker.remaining = quantity - filled;
    market.book.match(this.taker, this);
    if (this.fills > 0 && (flags & HAS_OCO) !== 0) this.extras.endOcoStop(order);
    if (this.taker.remaining > 0 && !this.taker.prevented) {
      this.rest(market, price, quantity, flags);
      return;
    }
    const reason = this.taker.prevented ? DoneReason.selfTrade : FILLED;
    this.endTaker(market, reason, this.taker.remaining, flags, quantity);
  }

  /** Units that a resting order holds: quote for a buy, base for a sell. */
  heldBy(market: Market, slot: number): number {
    return this.resting.heldBy(market, slot);
  }

  /** The market of a resting order. */
  marketOf(slot: number): Market {
    return this.resting.marketOf(slot);
  }

  /** Whether the balance can pay for the order. @param credit units that come free first */
  checkMoney(market: Market, request: OrderRequest, balance: number, credit: number): boolean {
    const available = this.ledger.availableApprox(balance) + credit;
    const needed = unitsNeeded(this.state, market, request);
    return available >= needed || this.out.refuse(Reject.insufficientBalance, available, needed);
  }

  /** Enters an order that was checked. @param balance that pays for it; a contract's: its position */
  accept(market: Market, request: OrderRequest, seat: number, balance: number, plan: number): void {
    const { state } = this;
    const options = request.options ?? 0;
    const order = state.nextOrder;
    state.nextOrder = order + 1;
    this.out.id = order;
    const plain = plan === 0 && request.clientId === '';
    const hasAttached = request.takeProfitTrigger !== 0 || request.stopLossTrigger !== 0;
    const rare = plain && !hasAttached ? NIL : this.extras.note(request, order, plan, hasAttached);
    const flags =
      request.side |
      (request.timeInForce << TIME_IN_FORCE_SHIFT) |
      (request.selfTrade << SELF_TRADE_SHIFT) |
      (request.clientId === '' ? 0 : HAS_CLIENT_ID) |
      (hasAttached ? HAS_ATTACHED : 0) |
      (options === 0 ? 0 : flagsOf(options));
    if (mayRest(request) && !market.book.crosses(request.side, request.price)) {
      this.resting.enter(market, request, seat, balance, order, flags, rare);
      if (market.watched) this.watcher?.onBookMoved(market);
      return;
    }
    const position = market.contract === null ? NIL : balance;
    this.begin(market, order, request.account, seat, request.side, request.selfTrade, position);
    state.log.orderOpened(
      market.instrument.id * 2 + request.side,
      order,
      request.account,
      request.type | (request.timeInForce << 1) | (request.selfTrade << 3) | (options << 5),
      request.price,
      request.quantity,
      request.quoteAmount,
      rare,
    );
    this.enter(market, request, flags);
  }

  private enter(market: Market, request: OrderRequest, flags: number): void {
    const { taker } = this;
    const isLimit = request.type === LIMIT;
    taker.limit = isLimit ? request.price : bandLimit(market, request.side);
    taker.remaining = request.quantity;
    // A contract's order spends nothing: its margin was checked.
    if (!isLimit && request.side === BUY && market.contract === null) {
      this.byAmount = request.quoteAmount !== 0;
      if (this.byAmount) taker.remaining = UNITS_MAX;
      taker.budget = this.byAmount
        ? request.quoteAmount
        : Math.min(UNITS_MAX, this.ledger.availableApprox(this.takerBalance));
    }
    market.book.match(taker, this);
    if (mayRest(request) && taker.remaining > 0 && !taker.prevented) {
      this.rest(market, request.price, request.quantity, flags);
      return;
    }
    const left = this.byAmount ? taker.budget : taker.remaining;
    const reason = this.endReason(market, isLimit, left);
    this.endTaker(market, reason, left, flags, this.byAmount ? this.fills : request.quantity);
  }

  /** Why a taker that does not rest ended. @param left lots, or quote units of a buy by amount */
  endReason(market: Market, isLimit: boolean, left: number): DoneReason {
    const { taker } = this;
    if (left === 0) return FILLED;
    if (taker.prevented) return DoneReason.selfTrade;
    if (isLimit) return DoneReason.iocRemainder;
    if (taker.spent) return this.fills > 0 && this.byAmount ? FILLED : DoneReason.budgetSpent;
    const other = taker.side === BUY ? SELL : BUY;
    return market.book.best(other) === 0 ? DoneReason.noLiquidity : DoneReason.bandReached;
  }

  /** Prepares for the fills of a taker. @param position that a contract's order is for, -1 = spot */
  begin(
    market: Market,
    order: number,
    account: number,
    seat: number,
    side: Side,
    selfTrade: SelfTrade,
    position: number,
  ): void {
    const { taker } = this;
    // One command may bring several takers of a contract: those before have made prices of their own.
    if (position !== NIL && market.prints.length > 0) this.watcher?.onNextTaker(market);
    this.market = market;
    // A paper venue looks at how far its price is from the one there.
    if (market.liveLast !== 0) this.state.ghosts.priced.add(market);
    this.takerSeat = seat;
    this.takerBalance = position === NIL ? this.resting.balanceOf(seat, side) : position;
    taker.order = order;
    taker.account = account;
    taker.user = account >>> 3;
    taker.family = this.state.users.family(taker.user);
    this.meetsOwn = selfTrade === ALLOW && marksOwn(this.state);
    taker.side = side;
    taker.selfTrade = selfTrade;
    taker.budget = -1;
    taker.quantityStep = market.instrument.quantityStep;
    taker.quoteFactor = market.instrument.quoteFactor;
    taker.asksMakers = position !== NIL && this.contracts.beginTaker(account);
    taker.prevented = false;
    taker.spent = false;
    this.byAmount = false;
    this.fills = 0;
  }

  /** Puts what is left of the taker into the book and holds its money. */
  rest(market: Market, price: number, quantity: number, flags: number): void {
    const { order, account, remaining } = this.taker;
    const { takerSeat: seat, takerBalance: pays } = this;
    this.resting.rest(market, order, account, seat, pays, flags, price, quantity, remaining);
    if (market.watched) this.watcher?.onBookMoved(market);
  }

  // What the book reports while it matches.

  onFill(slot: number, price: number, quantity: number): void {
    const { taker } = this;
    const market = this.market!;
    if (market.contract !== null) {
      this.onContractFill(market, slot, price, quantity);
      return;
    }
    if (this.fills === 0) this.settlement.begin(market, this.takerSeat, taker.account, taker.side);
    this.fills += quantity;
    const own = this.meetsOwn && this.isOwnOrder(slot);
    if (!own) market.print(price);
    const left = this.byAmount ? taker.budget : taker.remaining;
    this.settlement.fill(market, taker, slot, price, quantity, left, own);
    if ((this.orders.i32[(slot << WORD_SHIFT) | FLAGS]! & WATCHED) !== 0) {
      this.onWatchedFill(market, slot, price, quantity);
    }
  }

  private isOwnOrder(slot: number): boolean {
    return isOwn(this.taker, this.orders.i32[(slot << WORD_SHIFT) | ACCOUNT]! >>> 3);
  }

  /** What few makers bring about: an OCO's stop ends, a margin account has changed. */
  private onWatchedFill(market: Market, slot: number, price: number, quantity: number): void {
    const flags = this.orders.i32[(slot << WORD_SHIFT) | FLAGS]!;
    if ((flags & HAS_OCO) !== 0) this.extras.endOcoStop(this.orders.f64[slot << LANE_SHIFT]!);
    if ((flags & OF_MARGIN) !== 0) this.margin.onMakerFill(market, slot, price, quantity);
  }

  private onContractFill(market: Market, slot: number, price: number, quantity: number): void {
    const { taker } = this;
    const { settlement } = this.contracts;
    if (this.fills === 0) settlement.begin(market, this.takerBalance, taker.account);
    this.fills += quantity;
    this.traded += price * quantity;
    const own = this.meetsOwn && isOwnFill(this.state, taker, slot);
    if (!own) market.print(price);
    if (!own && marksOwn(this.state)) market.contract!.countTrade(price, quantity);
    settlement.fill(market, taker, slot, price, quantity, taker.remaining, own);
  }

  tradable(slot: number): number {
    const market = this.market!;
    if (market.contract !== null) return this.contracts.tradable(market, slot);
    return this.margin.tradable(market, slot, this.taker.account);
  }

  onNotTradable(slot: number): void {
    const market = this.market!;
    const { marginUsed } = DoneReason;
    this.finish(market, slot, market.contract === null ? marginUsed : this.contracts.endReason);
  }

  onMakerFilled(slot: number): void {
    this.finish(this.market!, slot, FILLED);
  }

  onSelfTrade(slot: number, price: number, quantity: number, removed: boolean): void {
    const { taker } = this;
    const market = this.market!;
    this.state.log.selfTradePrevented(
      market.instrument.id,
      this.orders.f64[slot << LANE_SHIFT]!,
      taker.order,
      price,
      quantity,
      taker.selfTrade,
    );
    if (removed) this.finish(market, slot, DoneReason.selfTrade);
  }

  onLevel(side: Side, price: number, total: number, orders: number): void {
    const market = this.market!;
    this.state.log.level(market.instrument.id * 2 + side, price, total, orders);
    if (market.watched) this.watcher?.onBookMoved(market);
  }

  /** All that follows when a match takes a resting order out, but freeing its record. */
  private finish(market: Market, slot: number, reason: DoneReason): void {
    const lane = slot << LANE_SHIFT;
    const { f64, i32 } = this.orders;
    const remaining = f64[lane | REMAINING]!;
    const account = i32[(slot << WORD_SHIFT) | ACCOUNT]!;
    assert(remaining >= 0, 'INV-06: an order is over-filled');
    if (remaining > 0) this.resting.release(market, slot, this.heldBy(market, slot));
    unlinkFromSeat(this.state, slot);
    this.state.log.orderDone(f64[lane]!, account, market.instrument.id, reason, remaining);
    this.countEnded(market, slot);
  }

  /** An order that rested has ended: its user's count, and what few orders have. */
  private countEnded(market: Market, slot: number): void {
    const { f64, i32 } = this.orders;
    const word = slot << WORD_SHIFT;
    const lane = slot << LANE_SHIFT;
    const flags = i32[word | FLAGS]!;
    if (i32[word | ACCOUNT] === COPYING) this.state.copies.onEnded(f64[lane]!);
    const ended = this.state.users.countEnded(i32[word | ACCOUNT]! >>> 3);
    if ((flags & HAS_EXTRA) === 0) return;
    this.extras.end(
      market,
      f64[lane]!,
      i32[word | ACCOUNT]!,
      flags,
      ended,
      f64[lane | QUANTITY]! - f64[lane | REMAINING]!,
    );
  }

  /** A taker that does not rest has ended. @param quantity all that it wanted, or got by amount */
  endTaker(
    market: Market,
    reason: DoneReason,
    remaining: number,
    flags: number,
    quantity: number,
  ): void {
    const { state } = this;
    const { order, account } = this.taker;
    state.log.orderDone(order, account, market.instrument.id, reason, remaining);
    const ended = state.users.countEnded(account >>> 3);
    if ((flags & HAS_EXTRA) === 0) return;
    const filled = this.byAmount ? quantity : quantity - remaining;
    this.extras.end(market, order, account, flags, ended, filled);
  }

  private logAmended(
    market: Market,
    slot: number,
    price: number,
    quantity: number,
    remaining: number,
    keptPlace: boolean,
  ): void {
    const order = this.orders.f64[slot << LANE_SHIFT]!;
    const account = this.orders.i32[(slot << WORD_SHIFT) | ACCOUNT]!;
    const { id } = market.instrument;
    this.state.log.orderAmended(order, account, id, price, quantity, remaining, keptPlace);
  }
}

/** The options of an order as bits of its flags. */
const flagsOf = (options: number): number => (options & ORDER_FLAGS) << OPTIONS_SHIFT;

/** Whether what does not trade at once stays in the book. */
const mayRest = (request: OrderRequest): boolean => {
  if (request.type !== LIMIT) return false;
  return request.timeInForce === GTC || request.timeInForce === POST_ONLY;
};
