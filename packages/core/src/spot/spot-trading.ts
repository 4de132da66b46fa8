/**
 * Spot orders from entry to end: checks, matching, settlement, holds. A taker pays for its fills out
 * of what is available and only the part that rests is held, so a fill moves money once.
 */
import {
  type AttachedPrices,
  assert,
  DoneReason,
  OrderType,
  ownerOf,
  PostingReason,
  ppmFloor,
  Reject,
  type SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  UNITS_MAX,
} from '@halcyon/domain';
import type { Ledger } from '../ledger/ledger.ts';
import type { MatchSink, Taker } from '../matching/book.ts';
import {
  NONE,
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  type OrderPool,
  OrderWord,
} from '../matching/order-pool.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { Market } from '../state/market.ts';
import type { OrderExtra, State } from '../state/state.ts';
import { linkToUser, unlinkFromUser } from './open-orders.ts';
import { bandLimit, type Credit, checkOrder, NO_CREDIT } from './order-checks.ts';
import type { OrderRequest } from './order-request.ts';

/** What the plans need to know of orders. */
export interface OrderWatcher {
  /** An entry with attached TP/SL ended with `filled` lots traded. */
  onEntryEnded(
    order: number,
    account: number,
    market: Market,
    side: Side,
    filled: number,
    attached: AttachedPrices,
  ): void;
  /** The limit leg of an OCO traded or ended. */
  onOcoLegMoved(plan: number): void;
  /** The book of a market in which plans wait has changed. */
  onBookMoved(market: Market): void;
}

export class SpotTrading implements MatchSink {
  private readonly state: State;
  private readonly out: CommandOutcome;
  private readonly ledger: Ledger;
  private readonly orders: OrderPool;
  private watcher: OrderWatcher | null = null;
  private market: Market | null = null;
  private readonly taker: Taker = {
    order: 0,
    account: 0,
    user: 0,
    side: Side.buy,
    selfTrade: 0,
    limit: 0,
    remaining: 0,
    budget: -1,
    quoteFactor: 1,
    prevented: false,
    spent: false,
  };
  private takerBase = 0;
  private takerQuote = 0;
  private feesBase = 0;
  private feesQuote = 0;
  private takerPpm = 0;
  private byAmount = false;
  private lotUnits = 1;
  private fills = 0;

  constructor(state: State, out: CommandOutcome) {
    this.state = state;
    this.out = out;
    this.ledger = state.ledger;
    this.orders = state.orders;
  }

  /** The plans, which live around the orders and are told what becomes of them. */
  watch(watcher: OrderWatcher): void {
    this.watcher = watcher;
  }

  /** Enters a new order; false when it was refused (the outcome says why). */
  place(request: OrderRequest, plan: number): boolean {
    const market = this.state.markets[request.instrument];
    if (market === undefined) {
      return this.out.refuse(Reject.unknownInstrument, 0, request.instrument);
    }
    if (!checkOrder(this.state, market, this.out, request, NO_CREDIT)) return false;
    if (!this.checkMoney(market, request, 0)) return false;
    this.accept(market, request, plan);
    return true;
  }

  /** Ends one order and enters another in its place, or does neither. */
  replace(slot: number, request: OrderRequest): boolean {
    const market = this.state.markets[request.instrument]!;
    const credit: Credit = { units: this.heldBy(market, slot), orders: 1 };
    if (!checkOrder(this.state, market, this.out, request, credit)) return false;
    if (!this.checkMoney(market, request, credit.units)) return false;
    this.cancel(slot, DoneReason.replaced);
    this.accept(market, request, 0);
    return true;
  }

  /** Takes a resting order out of the book and gives its money back. */
  cancel(slot: number, reason: DoneReason): void {
    const market = this.marketOf(slot);
    this.market = market;
    market.book.take(slot, this);
    this.finish(market, slot, reason);
    this.orders.remove(slot);
  }

  /** Lowers a resting order in place. @param quantity new original quantity, lots */
  reduce(slot: number, quantity: number): void {
    const market = this.marketOf(slot);
    this.market = market;
    const lane = slot * ORDER_LANES;
    const { f64 } = this.orders;
    const before = this.heldBy(market, slot);
    const cut = f64[lane + OrderLane.quantity]! - quantity;
    const remaining = f64[lane + OrderLane.remaining]! - cut;
    market.book.reduce(slot, remaining, this);
    f64[lane + OrderLane.quantity] = quantity;
    this.release(market, slot, before - this.heldBy(market, slot));
    this.logAmended(market, slot, f64[lane + OrderLane.price]!, quantity, remaining, true);
  }

  /** Takes a resting order out, gives it a new price or size and enters it again under its id. */
  reenter(slot: number, price: number, quantity: number): void {
    const market = this.marketOf(slot);
    const lane = slot * ORDER_LANES;
    const word = slot * ORDER_WORDS;
    const { f64, i32 } = this.orders;
    const order = f64[lane]!;
    const account = i32[word + OrderWord.account]!;
    const flags = i32[word + OrderWord.flags]!;
    const filled = f64[lane + OrderLane.quantity]! - f64[lane + OrderLane.remaining]!;
    this.begin(market, order, account, (flags & OrderFlag.side) as Side, selfTradeOf(flags));
    market.book.take(slot, this);
    this.release(market, slot, this.heldBy(market, slot));
    this.logAmended(market, slot, price, quantity, quantity - filled, false);
    unlinkFromUser(this.state, slot);
    this.orders.remove(slot);
    this.taker.limit = price;
    this.taker.remaining = quantity - filled;
    this.match(market);
    if (this.taker.remaining > 0 && !this.taker.prevented) {
      this.rest(market, price, quantity, flags);
      return;
    }
    const reason = this.taker.prevented ? DoneReason.selfTrade : DoneReason.filled;
    this.endOrder(market, order, account, reason, this.taker.remaining, flags, quantity);
  }

  /** Units that a resting order holds: quote for a buy, base for a sell. */
  heldBy(market: Market, slot: number): number {
    const lane = slot * ORDER_LANES;
    const { f64, i32 } = this.orders;
    const remaining = f64[lane + OrderLane.remaining]!;
    const side = i32[slot * ORDER_WORDS + OrderWord.flags]! & OrderFlag.side;
    return side === Side.buy
      ? remaining * f64[lane + OrderLane.price]! * market.instrument.quoteFactor
      : remaining * market.instrument.lotUnits;
  }

  /** The market of a resting order. */
  marketOf(slot: number): Market {
    return this.state.markets[this.orders.i32[slot * ORDER_WORDS + OrderWord.instrument]!]!;
  }

  /** Whether the account can pay for the order. @param credit units that come free first */
  checkMoney(market: Market, request: OrderRequest, credit: number): boolean {
    const { instrument } = market;
    const buying = request.side === Side.buy;
    const asset = buying ? instrument.quote : instrument.base;
    const available =
      this.ledger.availableApprox(this.ledger.slot(request.account, asset)) + credit;
    const needed = this.needed(market, request);
    return available >= needed || this.out.refuse(Reject.insufficientBalance, available, needed);
  }

  private needed(market: Market, request: OrderRequest): number {
    const { quoteFactor, lotUnits } = market.instrument;
    if (request.side === Side.sell) return request.quantity * lotUnits;
    if (request.type === OrderType.limit) return request.price * request.quantity * quoteFactor;
    if (request.quoteAmount !== 0) return request.quoteAmount;
    const limit = bandLimit(market, Side.buy);
    return market.book.reach(Side.buy, limit, request.quantity, quoteFactor).quote;
  }

  private accept(market: Market, request: OrderRequest, plan: number): void {
    const { state } = this;
    const order = state.nextOrder;
    state.nextOrder += 1;
    this.out.id = order;
    const hasAttached = request.takeProfitTrigger !== 0 || request.stopLossTrigger !== 0;
    const attached = hasAttached ? copyAttached(request) : null;
    let flags =
      request.side |
      (request.timeInForce << OrderFlag.timeInForceShift) |
      (request.selfTrade << OrderFlag.selfTradeShift);
    if (request.clientId !== '') {
      flags |= OrderFlag.clientId;
      state.clientIds.reserve(request.account, request.clientId, order);
    }
    if (attached !== null) flags |= OrderFlag.attached;
    if (attached !== null || request.clientId !== '') {
      state.extras.set(order, { clientId: request.clientId, attached, ocoPlan: 0 });
    }
    this.begin(market, order, request.account, request.side, request.selfTrade);
    state.log.orderOpened(
      market.instrument.id * 2 + request.side,
      order,
      request.account,
      request.type | (request.timeInForce << 1) | (request.selfTrade << 3),
      request.price,
      request.quantity,
      request.quoteAmount,
      request.clientId,
      plan,
      attached,
    );
    this.enter(market, request, flags);
  }

  private enter(market: Market, request: OrderRequest, flags: number): void {
    const { taker } = this;
    const isLimit = request.type === OrderType.limit;
    taker.limit = isLimit ? request.price : bandLimit(market, request.side);
    taker.remaining = request.quantity;
    if (!isLimit && request.side === Side.buy) {
      this.byAmount = request.quoteAmount !== 0;
      if (this.byAmount) taker.remaining = UNITS_MAX;
      taker.budget = this.byAmount
        ? request.quoteAmount
        : Math.min(UNITS_MAX, this.ledger.availableApprox(this.takerQuote));
    }
    this.match(market);
    const rests =
      isLimit &&
      (request.timeInForce === TimeInForce.gtc || request.timeInForce === TimeInForce.postOnly);
    if (rests && taker.remaining > 0 && !taker.prevented) {
      this.rest(market, request.price, request.quantity, flags);
      return;
    }
    const left = this.byAmount ? taker.budget : taker.remaining;
    const reason = this.endReason(market, isLimit, left);
    const filled = this.byAmount ? this.fills : request.quantity - taker.remaining;
    this.endOrder(
      market,
      taker.order,
      request.account,
      reason,
      left,
      flags,
      this.byAmount ? filled : request.quantity,
    );
  }

  private endReason(market: Market, isLimit: boolean, left: number): DoneReason {
    const { taker } = this;
    if (left === 0) return DoneReason.filled;
    if (taker.prevented) return DoneReason.selfTrade;
    if (isLimit) return DoneReason.iocRemainder;
    if (taker.spent)
      return this.fills > 0 && this.byAmount ? DoneReason.filled : DoneReason.budgetSpent;
    const other = taker.side === Side.buy ? Side.sell : Side.buy;
    return market.book.best(other) === 0 ? DoneReason.noLiquidity : DoneReason.bandReached;
  }

  private begin(
    market: Market,
    order: number,
    account: number,
    side: Side,
    selfTrade: SelfTrade,
  ): void {
    const { taker, ledger } = this;
    const { instrument } = market;
    this.market = market;
    taker.order = order;
    taker.account = account;
    taker.user = ownerOf(account);
    taker.side = side;
    taker.selfTrade = selfTrade;
    taker.budget = -1;
    taker.quoteFactor = instrument.quoteFactor;
    taker.prevented = false;
    taker.spent = false;
    this.byAmount = false;
    this.fills = 0;
    this.lotUnits = instrument.lotUnits;
    this.takerBase = ledger.slot(account, instrument.base);
    this.takerQuote = ledger.slot(account, instrument.quote);
    this.takerPpm = this.state.feeTiers[this.state.userTier[taker.user]!]!.takerPpm;
  }

  private match(market: Market): void {
    const { instrument } = market;
    this.feesBase = this.ledger.slot(SystemAccount.fees, instrument.base);
    this.feesQuote = this.ledger.slot(SystemAccount.fees, instrument.quote);
    market.book.match(this.taker, this);
  }

  private rest(market: Market, price: number, quantity: number, flags: number): void {
    const { taker, orders, ledger } = this;
    const slot = orders.add(taker.order);
    const lane = slot * ORDER_LANES;
    const word = slot * ORDER_WORDS;
    const { f64, i32 } = orders;
    f64[lane + OrderLane.price] = price;
    f64[lane + OrderLane.remaining] = taker.remaining;
    f64[lane + OrderLane.quantity] = quantity;
    i32[word + OrderWord.account] = taker.account;
    i32[word + OrderWord.instrument] = market.instrument.id;
    i32[word + OrderWord.flags] = flags;
    const level = market.book.rest(slot);
    linkToUser(this.state, slot);
    const units = this.heldBy(market, slot);
    const balance = taker.side === Side.buy ? this.takerQuote : this.takerBase;
    ledger.post(balance, PostingReason.hold, taker.order, -units, units, 0, market.instrument.id);
    this.state.log.orderRested(taker.order, taker.account, taker.remaining);
    market.book.reportLevel(slot, level, this);
  }

  // What the book reports while it matches.

  onFill(slot: number, price: number, quantity: number): void {
    const { taker, orders, ledger, state } = this;
    const market = this.market!;
    const word = slot * ORDER_WORDS;
    const makerAccount = orders.i32[word + OrderWord.account]!;
    const { base, quote, id } = market.instrument;
    const quoteUnits = price * quantity * taker.quoteFactor;
    const baseUnits = quantity * this.lotUnits;
    const makerPpm = state.feeTiers[state.userTier[makerAccount >>> 3]!]!.makerPpm;
    const makerBase = ledger.slot(makerAccount, base);
    const makerQuote = ledger.slot(makerAccount, quote);
    const trade = state.nextTrade;
    state.nextTrade += 1;
    this.fills += quantity;
    market.lastPrice = price;
    const buying = taker.side === Side.buy;
    const makerFee = ppmFloor(buying ? quoteUnits : baseUnits, makerPpm);
    const takerFee = ppmFloor(buying ? baseUnits : quoteUnits, this.takerPpm);
    state.log.trade(
      id * 2 + taker.side,
      trade,
      price,
      quantity,
      quoteUnits,
      orders.f64[slot * ORDER_LANES]!,
      taker.order,
      makerAccount,
      taker.account,
      makerFee,
      takerFee,
      orders.f64[slot * ORDER_LANES + OrderLane.remaining]!,
      this.byAmount ? taker.budget : taker.remaining,
    );
    const { tradeIn, tradeOut, feeIn } = PostingReason;
    if (buying) {
      ledger.post(this.takerQuote, tradeOut, trade, -quoteUnits, 0, 0, id);
      ledger.post(this.takerBase, tradeIn, trade, baseUnits - takerFee, 0, takerFee, id);
      ledger.post(makerBase, tradeOut, trade, 0, -baseUnits, 0, id);
      ledger.post(makerQuote, tradeIn, trade, quoteUnits - makerFee, 0, makerFee, id);
      if (takerFee > 0) ledger.post(this.feesBase, feeIn, trade, takerFee, 0, 0, id);
      if (makerFee > 0) ledger.post(this.feesQuote, feeIn, trade, makerFee, 0, 0, id);
    } else {
      ledger.post(this.takerBase, tradeOut, trade, -baseUnits, 0, 0, id);
      ledger.post(this.takerQuote, tradeIn, trade, quoteUnits - takerFee, 0, takerFee, id);
      ledger.post(makerQuote, tradeOut, trade, 0, -quoteUnits, 0, id);
      ledger.post(makerBase, tradeIn, trade, baseUnits - makerFee, 0, makerFee, id);
      if (takerFee > 0) ledger.post(this.feesQuote, feeIn, trade, takerFee, 0, 0, id);
      if (makerFee > 0) ledger.post(this.feesBase, feeIn, trade, makerFee, 0, 0, id);
    }
    if ((orders.i32[word + OrderWord.flags]! & OrderFlag.oco) !== 0) this.endOcoStop(slot);
  }

  onMakerFilled(slot: number): void {
    this.finish(this.market!, slot, DoneReason.filled);
  }

  onSelfTrade(slot: number, price: number, quantity: number, removed: boolean): void {
    const { taker } = this;
    const market = this.market!;
    this.state.log.selfTradePrevented(
      market.instrument.id,
      this.orders.f64[slot * ORDER_LANES]!,
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
    if (market.plans.count > 0) this.watcher?.onBookMoved(market);
  }

  /** All that follows when a resting order leaves the book, but freeing its record. */
  private finish(market: Market, slot: number, reason: DoneReason): void {
    const lane = slot * ORDER_LANES;
    const word = slot * ORDER_WORDS;
    const { f64, i32 } = this.orders;
    const remaining = f64[lane + OrderLane.remaining]!;
    if (remaining > 0) this.release(market, slot, this.heldBy(market, slot));
    unlinkFromUser(this.state, slot);
    this.endOrder(
      market,
      f64[lane]!,
      i32[word + OrderWord.account]!,
      reason,
      remaining,
      i32[word + OrderWord.flags]!,
      f64[lane + OrderLane.quantity]!,
    );
  }

  private endOrder(
    market: Market,
    order: number,
    account: number,
    reason: DoneReason,
    remaining: number,
    flags: number,
    quantity: number,
  ): void {
    const { state } = this;
    const user = ownerOf(account);
    state.log.orderDone(order, account, market.instrument.id, reason, remaining);
    const ended = state.userEndedCount[user]! + 1;
    state.userEndedCount[user] = ended;
    if ((flags & (OrderFlag.clientId | OrderFlag.attached | OrderFlag.oco)) === 0) return;
    const extra = state.extras.get(order);
    assert(extra !== undefined, `order ${order} has lost its extras`);
    state.extras.delete(order);
    if (extra.clientId !== '') {
      state.clientIds.end(account, extra.clientId, order, state.time, ended);
    }
    this.endExtra(
      market,
      order,
      account,
      flags,
      extra,
      this.byAmountFilled(order, quantity, remaining),
    );
  }

  /** Lots traded by an order that has ended. */
  private byAmountFilled(order: number, quantity: number, remaining: number): number {
    return this.byAmount && order === this.taker.order ? quantity : quantity - remaining;
  }

  private endExtra(
    market: Market,
    order: number,
    account: number,
    flags: number,
    extra: OrderExtra,
    filled: number,
  ): void {
    if (extra.ocoPlan !== 0) this.watcher?.onOcoLegMoved(extra.ocoPlan);
    if (extra.attached === null || filled === 0) return;
    const side = (flags & OrderFlag.side) as Side;
    this.watcher?.onEntryEnded(order, account, market, side, filled, extra.attached);
  }

  private endOcoStop(slot: number): void {
    const extra = this.state.extras.get(this.orders.f64[slot * ORDER_LANES]!);
    if (extra === undefined || extra.ocoPlan === 0) return;
    const plan = extra.ocoPlan;
    extra.ocoPlan = 0;
    this.watcher?.onOcoLegMoved(plan);
  }

  private release(market: Market, slot: number, units: number): void {
    const { f64, i32 } = this.orders;
    const word = slot * ORDER_WORDS;
    const account = i32[word + OrderWord.account]!;
    const buying = (i32[word + OrderWord.flags]! & OrderFlag.side) === Side.buy;
    const { id, base, quote } = market.instrument;
    const balance = this.ledger.slot(account, buying ? quote : base);
    const order = f64[slot * ORDER_LANES]!;
    this.ledger.post(balance, PostingReason.release, order, units, -units, 0, id);
  }

  private logAmended(
    market: Market,
    slot: number,
    price: number,
    quantity: number,
    remaining: number,
    keptPlace: boolean,
  ): void {
    const order = this.orders.f64[slot * ORDER_LANES]!;
    const account = this.orders.i32[slot * ORDER_WORDS + OrderWord.account]!;
    const { id } = market.instrument;
    this.state.log.orderAmended(order, account, id, price, quantity, remaining, keptPlace);
  }
}

/** The self-trade mode stored in an order's flags. */
export function selfTradeOf(flags: number): SelfTrade {
  return ((flags >>> OrderFlag.selfTradeShift) & 3) as SelfTrade;
}

/** The slot of an order that belongs to `account`, or NONE with the refusal set. */
export function ownSlot(
  state: State,
  out: CommandOutcome,
  account: number,
  order: number,
  clientId: string,
): number {
  const ended = state.userEndedCount[ownerOf(account)] ?? 0;
  const id = order !== 0 ? order : state.clientIds.holder(account, clientId, state.time, ended);
  const slot = id === 0 ? NONE : state.orders.find(id);
  const owned =
    slot !== NONE && state.orders.i32[slot * ORDER_WORDS + OrderWord.account] === account;
  if (owned) return slot;
  out.refuse(Reject.orderNotFound, 0, id);
  return NONE;
}

function copyAttached(from: AttachedPrices): AttachedPrices {
  const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = from;
  return { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice };
}
