/**
 * Ghost orders: the orders of the market that a paper venue follows, in the paper book. They match
 * like any order and hold money of one unlimited account, but what the followed market decided is not
 * decided again: size, band and balance are not checked, and no ghost rests with more than it has
 * left there. So a paper trade's footprint is nothing but a ghost with less than its order has, or
 * none at all, and it ends when that order ends or is amended.
 *
 * A ghost never rests across the book: it trades on entering, and a post-only or fill-or-kill order
 * that the paper book would refuse stays out until it is amended.
 */
import {
  assert,
  DoneReason,
  EventKind,
  GHOST_STEP_LENGTHS,
  type GhostCommand,
  GhostStep,
  InvariantError,
  OrderType,
  PAPER_APART_PPM,
  ppmFloor,
  TimeInForce,
  UNITS_MAX,
  unpackTerms,
} from '@halcyon/domain';
import type { Futures } from '../futures/futures.ts';
import type { Loans } from '../loans/loans.ts';
import { NONE, ORDER_LANES, OrderFlag, OrderLane } from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { checkAtBook } from '../spot/order-checks.ts';
import type { OrderListener } from '../spot/order-listener.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import { type Market, Pause } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';
import type { State } from '../state/state.ts';
import { GhostContracts } from './ghost-contracts.ts';
import { GhostLoans } from './ghost-loans.ts';

/** What of a venue follows prices of another. */
interface Followed {
  readonly futures: Futures;
  readonly loans: Loans;
}

/** An order on its way into the paper book. */
interface Entering {
  readonly order: number;
  readonly request: OrderRequest;
  /** Lots it has to trade; `request.quantity` is its original size. */
  readonly size: number;
  /** Lots that rest of it in the followed market. */
  readonly rest: number;
}

export class GhostTrading {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly watcher: OrderListener;
  declare private readonly contracts: GhostContracts;
  declare private readonly loans: GhostLoans;
  /** How often the end of a footprint changed what a ghost has; a figure, not state. */
  footprints = 0;

  constructor(
    state: State,
    out: CommandOutcome,
    trading: SpotTrading,
    watcher: OrderListener,
    { futures, loans }: Followed,
  ) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.watcher = watcher;
    this.contracts = new GhostContracts(state, futures);
    this.loans = new GhostLoans(state, loans);
  }

  /** Applies what one command did in the followed market. */
  apply(command: GhostCommand): void {
    const { steps, liveSeq } = command;
    const { ghosts } = this.state;
    assert(liveSeq >= ghosts.liveSeq, 'a ghost command is older than what was followed');
    ghosts.active = true;
    ghosts.liveSeq = liveSeq;
    for (let i = 0; i < steps.length; ) {
      const length = GHOST_STEP_LENGTHS[steps[i]!];
      if (length === undefined) throw new InvariantError(`unknown ghost step ${steps[i]}`);
      assert(length > 0, 'a ghost step has no length');
      assert(i + length <= steps.length, 'a ghost step ends too early');
      this.step(steps, i);
      i += length;
    }
    this.loans.end();
    this.out.begin(this.state.seq, this.state.time);
  }

  /** Pauses the instruments whose price has left the followed one, and resumes those that are back. */
  guard(): void {
    const { priced } = this.state.ghosts;
    if (priced.size === 0) return;
    // In the order of instruments, not of what moved first: events are told in it.
    for (const market of [...priced].sort((a, b) => a.instrument.id - b.instrument.id)) {
      const { lastPrice, liveLast } = market;
      const apart = Math.abs(lastPrice - liveLast) > ppmFloor(liveLast, PAPER_APART_PPM);
      const known = lastPrice !== 0 && liveLast !== 0;
      this.pause(market, Pause.apart, known && apart);
    }
    priced.clear();
  }

  private step(s: readonly number[], i: number): void {
    switch (s[i]) {
      case GhostStep.place:
        this.place(s, i);
        return;
      case GhostStep.amend:
        this.amend(s, i);
        return;
      case GhostStep.traded:
        this.traded(s[i + 1]!, s[i + 2]!);
        return;
      case GhostStep.ended:
        this.remove(s[i + 1]!);
        return;
      case GhostStep.prices:
        this.prices(s[i + 1]!, s[i + 2]!, s[i + 3]!);
        return;
      case GhostStep.feed:
        this.pause(this.market(s[i + 1]!), Pause.stale, s[i + 2] === 1);
        return;
      case GhostStep.cut:
        this.cut(s[i + 1]!, s[i + 2]!, s[i + 3]!);
        return;
      case GhostStep.coinIndex:
      case GhostStep.coinRate:
      case GhostStep.interestHour:
        this.loans.step(s, i);
        return;
      default:
        this.contracts.step(s, i);
    }
  }

  private place(s: readonly number[], i: number): void {
    const { ghosts } = this.state;
    const order = s[i + 1]!;
    // Steps that a crash cut off from their end come again.
    if (order <= ghosts.lastOrder) return;
    ghosts.lastOrder = order;
    const request = this.request(s, i, s[i + 7]!);
    this.enter({ order, request, size: request.quantity, rest: s[i + 8]! });
  }

  private amend(s: readonly number[], i: number): void {
    const order = s[i + 1]!;
    const remaining = s[i + 7]!;
    const { ghosts } = this.state;
    if (order > ghosts.lastOrder) ghosts.lastOrder = order;
    const slot = this.state.orders.find(this.state.ghosts.idOf(order));
    const own = slot === NONE ? 0 : this.remaining(slot);
    if (slot === NONE || own + s[i + 6]! - this.quantity(slot) !== remaining) this.footprints += 1;
    if (unpackTerms(s[i + 4]!).keptPlace && own >= remaining) {
      if (own > remaining) this.reduce(slot, remaining);
      return;
    }
    if (slot !== NONE) this.trading.cancel(slot, DoneReason.replaced);
    this.enter({ order, request: this.request(s, i, 0), size: remaining, rest: s[i + 8]! });
  }

  /** An order has `remaining` lots left there: its ghost has no more. */
  private traded(order: number, remaining: number): void {
    const slot = this.state.orders.find(this.state.ghosts.idOf(order));
    if (slot === NONE) return;
    const own = this.remaining(slot);
    if (own > remaining) this.footprints += 1;
    if (remaining === 0) this.trading.cancel(slot, DoneReason.cancelled);
    else if (own > remaining) this.reduce(slot, remaining);
  }

  private remove(order: number): void {
    const slot = this.state.orders.find(this.state.ghosts.idOf(order));
    if (slot !== NONE) this.trading.cancel(slot, DoneReason.cancelled);
  }

  /**
   * A reduce-only order there was cut from `before` to `after` lots: its ghost loses as many. What paper
   * had of it would have left as much less to close there.
   */
  private cut(order: number, before: number, after: number): void {
    const slot = this.state.orders.find(this.state.ghosts.idOf(order));
    if (slot === NONE) return;
    const own = this.remaining(slot);
    const left = Math.min(after, own - (before - after));
    if (left >= own) return;
    if (left < 0) this.footprints += 1;
    if (left <= 0) this.trading.cancel(slot, DoneReason.cancelled);
    else this.reduce(slot, left);
  }

  private prices(instrument: number, last: number, mark: number): void {
    const market = this.market(instrument);
    const moved = market.liveMark !== mark;
    if (market.lastPrice === 0 && last !== 0) this.seed(market, last);
    market.liveLast = last;
    this.state.ghosts.priced.add(market);
    market.liveMark = mark;
    if (moved && market.plans.count > 0) this.watcher.onBookMoved(market);
  }

  /** A market that has not traded here yet begins at the price there. */
  private seed(market: Market, price: number): void {
    market.lastPrice = price;
    const { seq, time, log } = this.state;
    const instrument = market.instrument.id;
    log.push({ kind: EventKind.lastPriceSeeded, seq, time, instrument, price });
  }

  private pause(market: Market, bit: number, on: boolean): void {
    const bits = on ? market.pause | bit : market.pause & ~bit;
    if (bits === market.pause) return;
    const changed = market.setPause(bits);
    if (bits === 0) this.watcher.onBookMoved(market);
    if (!changed) return;
    const { seq, time, log } = this.state;
    log.push({ kind: EventKind.instrumentSet, seq, time, instrument: market.instrument });
  }

  /** Enters an order, or leaves it out where the paper book does not allow it. */
  private enter({ order, request, size, rest }: Entering): void {
    const { state, trading } = this;
    const market = this.market(request.instrument);
    const isLimit = request.type === OrderType.limit;
    const postOnly = isLimit && request.timeInForce === TimeInForce.postOnly;
    if (!checkAtBook(state, market, this.out, request, postOnly)) return;
    const { account, side, selfTrade, timeInForce } = request;
    const seat = state.seat(account, market.instrument);
    const position = market.contract === null ? NONE : state.seats.position(seat);
    if (position !== NONE && !trading.contracts.orders.checkWhole(market, request, position))
      return;
    this.watcher.onNextTaker(market);
    const id = state.ghosts.idOf(order);
    trading.begin(market, id, account, seat, side, selfTrade, position);
    this.logOpened(market, id, request);
    this.setTerms(market, request, size);
    market.book.match(trading.taker, trading);
    const flags =
      side | (timeInForce << OrderFlag.timeInForceShift) | (selfTrade << OrderFlag.selfTradeShift);
    this.settle(market, request, flags, rest);
  }

  private setTerms(market: Market, request: OrderRequest, size: number): void {
    const { trading } = this;
    const { taker } = trading;
    trading.byAmount = request.quoteAmount !== 0;
    taker.limit =
      request.type === OrderType.limit ? request.price : bandLimit(market, request.side);
    taker.remaining = trading.byAmount ? UNITS_MAX : size;
    if (trading.byAmount) taker.budget = request.quoteAmount;
  }

  /** Rests what is left of the taker, but no more than rests of it in the followed market. */
  private settle(market: Market, request: OrderRequest, flags: number, rest: number): void {
    const { trading } = this;
    const { taker } = trading;
    const isLimit = request.type === OrderType.limit;
    const rests =
      isLimit &&
      (request.timeInForce === TimeInForce.gtc || request.timeInForce === TimeInForce.postOnly);
    const left = trading.byAmount ? taker.budget : taker.remaining;
    let reason = trading.endReason(market, isLimit, left);
    if (rests && !taker.prevented) {
      if (left > rest) this.footprints += 1;
      taker.remaining = Math.min(left, rest);
      if (taker.remaining > 0) {
        trading.rest(market, request.price, request.quantity, flags);
        return;
      }
      if (left > 0) reason = DoneReason.cancelled;
    }
    trading.endTaker(market, reason, left, flags, request.quantity);
  }

  private logOpened(market: Market, id: number, request: OrderRequest): void {
    const { account, side, type, timeInForce, selfTrade, price, quantity, quoteAmount } = request;
    const terms = type | (timeInForce << 1) | (selfTrade << 3);
    const at = market.instrument.id * 2 + side;
    const { log } = this.state;
    log.orderOpened(at, id, account, terms, price, quantity, quoteAmount, NONE);
  }

  private request(s: readonly number[], i: number, quoteAmount: number): OrderRequest {
    const { side, type, timeInForce, selfTrade } = unpackTerms(s[i + 4]!);
    const account = this.state.ghosts.account(this.state, s[i + 2]!);
    const instrument = s[i + 3]!;
    const order = { account, instrument, side, type, timeInForce, selfTrade };
    return { ...order, price: s[i + 5]!, quantity: s[i + 6]!, quoteAmount, ...NOTHING_ELSE };
  }

  private reduce(slot: number, remaining: number): void {
    this.trading.reduce(slot, this.quantity(slot) - this.remaining(slot) + remaining);
  }

  private quantity(slot: number): number {
    return this.state.orders.f64[slot * ORDER_LANES + OrderLane.quantity]!;
  }

  private remaining(slot: number): number {
    return this.state.orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
  }

  private market(instrument: number): Market {
    const market = this.state.markets[instrument];
    if (market === undefined) {
      throw new InvariantError(`a ghost step names instrument ${instrument}, not listed here`);
    }
    return market;
  }
}

const NOTHING_ELSE = {
  clientId: '',
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};
