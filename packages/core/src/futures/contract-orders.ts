/**
 * What a contract asks of an order beside what every instrument does: the position it is for, that it
 * only makes it smaller where it says so, the limits of tiers and open interest, and margin.
 */
import {
  assert,
  costOf,
  gapAt,
  InstrumentState,
  initialMargin,
  legOf,
  marginCeil,
  ORDER_OPTIONS,
  type OrderOption,
  type OrderType,
  ownerOf,
  type PositionLeg,
  PositionMode,
  positionLimit,
  Reject,
  ratioCeil,
  type Side,
  type TimeInForce,
} from '@halcyon/domain';
import {
  type ORDER_LANE_SHIFT,
  type ORDER_WORD_SHIFT,
  OrderFlag,
  OrderLane,
  type OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import { checkContractAccount, checkOrder } from '../spot/order-checks.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { fillIsolated } from './isolated-fill.ts';
import type { Margin } from './margin.ts';
import type { PositionLane } from './positions.ts';
import { Sweep } from './sweep.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const BUY: typeof Side.buy = 0;
const SELL: typeof Side.sell = 1;
const LIMIT: typeof OrderType.limit = 0;
const GTC: typeof TimeInForce.gtc = 0;
const FOK: typeof TimeInForce.fok = 2;
const POST_ONLY: typeof TimeInForce.postOnly = 3;
const CLOSE_ALL: typeof OrderOption.closeAll = 8;
const LONG_LEG: typeof OrderOption.longLeg = 2;
const REDUCE_ONLY: typeof OrderOption.reduceOnly = 1;
const REVERSE: typeof OrderOption.reverse = 16;
const SHORT_LEG: typeof OrderOption.shortLeg = 4;
const LONG: typeof PositionLeg.long = 1;
const NET: typeof PositionLeg.net = 0;
const SHORT: typeof PositionLeg.short = 2;
const P_REDUCE_LOTS: typeof PositionLane.reduceLots = 10;
const O_SIDE: typeof OrderFlag.side = 1;
const O_BALANCE: typeof OrderWord.balance = 15;
const O_FLAGS: typeof OrderWord.flags = 10;
const O_LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const O_WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const NIL = -1;
const MILLION = 1_000_000;

/** Where a request stands while it is checked. */
interface Candidate {
  market: Market;
  request: OrderRequest;
  position: number;
  /** The resting order that it replaces, -1 = none. */
  ending: number;
  /** What it may trade and rest, lots, and their value in tick-lots at the worst. */
  lots: number;
  value: number;
  /** The same fill by fill, what may rest last: price, lots, price, lots … */
  fills: number[];
}

export class ContractOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly margin: Margin;
  declare private readonly sweep: Sweep;
  /** The position of the order that was admitted last. */
  position = NIL;
  /** The order that is checked; used again for the next one. */
  private readonly candidate = {
    position: NIL,
    ending: NIL,
    lots: 0,
    value: 0,
    fills: [] as number[],
  } as Candidate;

  constructor(state: State, out: CommandOutcome, margin: Margin) {
    this.state = state;
    this.out = out;
    this.margin = margin;
    this.sweep = new Sweep(state, margin);
  }

  /** Whether an account exists and can trade contracts. */
  checkAccount(account: number): boolean {
    return checkContractAccount(this.state, this.out, account);
  }

  /**
   * All checks of a new order but its account. Returns it as it may enter, with its size cut to what
   * is left to close and its options whole; null when it was refused.
   * @param ending slot of the resting order that it replaces, -1 = none
   */
  admit(
    market: Market,
    given: OrderRequest,
    seat: number,
    ending: number,
    planned: boolean,
  ): OrderRequest | null {
    const position = this.positionFor(seat, given.account, given.options ?? 0);
    if (position === NIL) return null;
    this.position = position;
    if (given.quoteAmount !== 0) {
      this.out.refuse(Reject.amountRange, 0, given.quoteAmount);
      return null;
    }
    const request = this.resolve(given, position);
    if (request === null) return null;
    const replaced = ending === NIL ? 0 : 1;
    const { state, out } = this;
    if (!checkOrder(state, market, out, request, seat, replaced, planned)) return null;
    if (!this.checkWhole(market, request, position)) return null;
    const candidate = this.consider(market, request, position, ending);
    const reduceOnly = (request.options! & REDUCE_ONLY) !== 0;
    if (!reduceOnly) return this.checkOpening(candidate) ? request : null;
    const room = this.roomToClose(candidate);
    if (room <= 0) {
      out.refuse(Reject.reduceOnlyNothing, 0, request.quantity);
      return null;
    }
    if (room < request.quantity) candidate.request = { ...request, quantity: room };
    return this.checkClosing(candidate) ? candidate.request : null;
  }

  /** A fill-or-kill order trades all that it wants, or does not enter. */
  checkWhole(market: Market, request: OrderRequest, position: number): boolean {
    const { timeInForce, type, quantity } = request;
    if (timeInForce !== FOK || type !== LIMIT) return true;
    const { sweep, out } = this;
    sweep.run(market, request, position);
    assert(sweep.lots <= quantity, 'INV-06: a book offers more than an order wants');
    return sweep.lots === quantity || out.refuse(Reject.fokNotFillable, sweep.lots, quantity);
  }

  private consider(
    market: Market,
    request: OrderRequest,
    position: number,
    ending: number,
  ): Candidate {
    const { candidate } = this;
    candidate.market = market;
    candidate.request = request;
    candidate.position = position;
    candidate.ending = ending;
    return candidate;
  }

  /** Checks of a resting order that gets another price or size. @param request with what is to remain of it */
  checkChange(market: Market, request: OrderRequest, slot: number): boolean {
    const position = this.state.orders.i32[(slot << O_WORD_SHIFT) | O_BALANCE]!;
    const candidate = this.consider(market, request, position, slot);
    return this.checkRest(candidate, this.endingReduces(slot));
  }

  /** The same of a part of a copied order, of which the position knows nothing at the moment. */
  checkPart(market: Market, request: OrderRequest, position: number): boolean {
    const candidate = this.consider(market, request, position, NIL);
    return this.checkRest(candidate, (request.options! & REDUCE_ONLY) !== 0);
  }

  private checkRest(candidate: Candidate, reduces: boolean): boolean {
    if (!reduces) return this.checkOpening(candidate);
    const { request } = candidate;
    const room = this.roomToClose(candidate);
    if (request.quantity > room) {
      return this.out.refuse(Reject.reduceOnlyNothing, room, request.quantity);
    }
    return this.checkClosing(candidate);
  }

  /** The position that an order's options name, made if new; -1 with the refusal set. */
  positionFor(seat: number, account: number, options: number): number {
    const { state, out } = this;
    if ((options & ~ORDER_OPTIONS) !== 0) {
      out.refuse(Reject.optionsUnknown, ORDER_OPTIONS, options);
      return NIL;
    }
    const risk = state.users.futuresAccount(ownerOf(account));
    const leg = legOf(options);
    const hedge = state.riskAccounts.mode(risk) === PositionMode.hedge;
    if (hedge && leg !== LONG && leg !== SHORT) {
      out.refuse(Reject.positionLegMissing, PositionMode.hedge, leg);
      return NIL;
    }
    if (!hedge && leg !== NET) {
      out.refuse(Reject.positionLegUnexpected, PositionMode.oneWay, leg);
      return NIL;
    }
    const net = state.seats.position(seat);
    return leg === NET ? net : state.positions.legOf(net, leg);
  }

  /** The request with side and size of "close all", and marked where its leg makes it a closing one. */
  private resolve(given: OrderRequest, position: number): OrderRequest | null {
    const { positions } = this.state;
    const lots = positions.lots(position);
    const leg = positions.leg(position);
    let options = given.options ?? 0;
    let { side, quantity } = given;
    if ((options & CLOSE_ALL) !== 0) {
      if (lots === 0) {
        this.out.refuse(Reject.reduceOnlyNothing, 0, 0);
        return null;
      }
      side = lots > 0 ? SELL : BUY;
      const reverses = (options & REVERSE) !== 0 && leg === NET;
      quantity = Math.abs(lots) * (reverses ? 2 : 1);
      options &= LONG_LEG | SHORT_LEG;
      if (!reverses) options |= REDUCE_ONLY;
    }
    const closing = leg === LONG ? SELL : BUY;
    if (leg !== NET) {
      if (side === closing) options |= REDUCE_ONLY;
      else options &= ~REDUCE_ONLY;
    }
    options &= ~REVERSE;
    const same = given.options === options && given.quantity === quantity && given.side === side;
    // Contracts are sized in lots alone: an amount is not read.
    if (same && given.quoteAmount === 0) return given;
    return { ...given, side, quantity, options, quoteAmount: 0 };
  }

  /** Lots that an order may close: what rests to close already is taken off an order that may rest. */
  private roomToClose({ request, position, ending }: Candidate): number {
    const { positions, orders } = this.state;
    const lots = positions.lots(position);
    if (lots === 0 || lots > 0 === (request.side === BUY)) return 0;
    if (!mayRest(request)) return Math.abs(lots);
    let resting = positions.lane(position, P_REDUCE_LOTS);
    if (ending !== NIL && this.endingReduces(ending)) {
      resting -= orders.f64[(ending << O_LANE_SHIFT) | OrderLane.remaining]!;
    }
    return Math.abs(lots) - resting;
  }

  private endingReduces(ending: number): boolean {
    const flags = this.state.orders.i32[(ending << O_WORD_SHIFT) | O_FLAGS]!;
    return (flags & OrderFlag.reduceOnly) !== 0;
  }

  private checkClosing(candidate: Candidate): boolean {
    this.weigh(candidate);
    return this.checkLoss(candidate, this.lossOf(candidate));
  }

  private checkOpening(candidate: Candidate): boolean {
    const { market, request, position } = candidate;
    const { state, out, margin } = this;
    const contract = market.contract!;
    this.weigh(candidate);
    const buys = this.loadOf(candidate, BUY);
    const sells = this.loadOf(candidate, SELL);
    const reach = margin.reach(position, contract.mark, buys, sells);
    const before = margin.reach(position, contract.mark);
    const loss = this.lossOf(candidate);
    if (reach <= before) return this.checkLoss(candidate, loss);
    if (contract.closed) return out.refuse(Reject.indexStale, 0, contract.indexTime);
    if (market.instrument.state === InstrumentState.reduceOnly) {
      return out.refuse(Reject.instrumentReduceOnly, 0, InstrumentState.reduceOnly);
    }
    const { risk, terms } = contract;
    const most = positionLimit(risk.bounds, state.positions.leverage(position));
    const wanted = marginCeil(risk, reach);
    if (wanted > most) return out.refuse(Reject.positionTier, most, wanted);
    const interest = contract.openInterest + (request.side === BUY ? request.quantity : 0);
    if (interest > terms.openInterestMax) {
      return out.refuse(Reject.openInterest, terms.openInterestMax, interest);
    }
    const account = state.users.futuresAccount(ownerOf(request.account));
    const fee = this.feeOf(candidate);
    const held = margin.neededFor(position, before);
    const needed = margin.neededFor(position, reach) - held + loss + fee;
    const free = margin.free(account, position, held);
    if (needed > free) return out.refuse(Reject.insufficientMargin, free, needed);
    if (!this.checkKept(candidate, loss)) return false;
    const strict = state.rules >= Rules.fundLimits && state.positions.isolated(position);
    return !strict || this.checkFills(candidate, Reject.insufficientMargin);
  }

  /**
   * An order with isolated margin, or one that may wait at a price worse than the mark, must be kept
   * by the margin that it brings itself: else its fill would be liquidated at once, at the fund's cost.
   */
  private checkKept(candidate: Candidate, loss: number): boolean {
    const { market, request, position, lots, value } = candidate;
    const { positions } = this.state;
    const isolated = positions.isolated(position);
    if (loss === 0 || !(isolated || mayRest(request))) return true;
    const { risk, mark } = market.contract!;
    const signed = request.side === BUY ? lots : -lots;
    const own = initialMargin(risk, value, positions.leverage(position));
    const left = own + gapAt(risk, signed, mark) - costOf(risk, signed, value);
    return left >= 0 || this.out.refuse(Reject.insufficientMargin, own, own - left);
  }

  /** A closing order may not lose more than what backs the position: others would pay for it. */
  private checkLoss(candidate: Candidate, loss: number): boolean {
    const { position, request } = candidate;
    const { state, margin, out } = this;
    const account = state.users.futuresAccount(ownerOf(request.account));
    if (state.rules < Rules.fundLimits) {
      const equity = margin.equity(account, position);
      return loss <= equity || loss === 0 || out.refuse(Reject.closeBeyondBankruptcy, equity, loss);
    }
    if (state.positions.isolated(position)) {
      return this.checkFills(candidate, Reject.closeBeyondBankruptcy);
    }
    const worst = this.worstLossOf(candidate);
    if (worst === 0) return true;
    const lost = worst + this.feeOf(candidate);
    const equity = margin.crossEquityBy('worst', account);
    return lost <= equity || out.refuse(Reject.closeBeyondBankruptcy, equity, lost);
  }

  /** Isolated: each fill, and what may rest, is borne by the position's margin, and its fee by the wallet. */
  private checkFills(candidate: Candidate, reject: Reject): boolean {
    const { market, request, position, fills } = candidate;
    const { state, margin, out } = this;
    const contract = market.contract!;
    const account = state.users.futuresAccount(ownerOf(request.account));
    const leverage = state.positions.leverage(position);
    const sign = request.side === BUY ? 1 : -1;
    const feePpm = contract.terms.takerPpm;
    let at = { ...margin.isolatedNow(position), wallet: margin.spare(account) };
    for (let i = 0; i < fills.length; i += 2) {
      const fill = { lots: sign * fills[i + 1]!, price: fills[i]!, feePpm };
      const { left, missing } = fillIsolated(contract, leverage, at, fill);
      if (missing > 0n) {
        const has = margin.backing(position);
        const unit = BigInt(contract.risk.marginUnits);
        return out.refuse(reject, has, has + Number((missing + unit - 1n) / unit));
      }
      at = left;
    }
    return true;
  }

  /** Margin units that it loses where mark and index differ: what closes by the one, what opens by the other. */
  private worstLossOf(candidate: Candidate): number {
    const { market, request, lots, value } = candidate;
    const { risk, mark, index } = market.contract!;
    const buys = request.side === BUY;
    const closes = this.closedBy(candidate);
    const low = Math.min(mark, index);
    const high = Math.max(mark, index);
    const worth = closes * (buys ? high : low) + (lots - closes) * (buys ? low : high);
    return marginCeil(risk, Math.max(0, buys ? value - worth : worth - value));
  }

  private feeOf({ market, value }: Candidate): number {
    const { risk, terms } = market.contract!;
    return ratioCeil(marginCeil(risk, value), terms.takerPpm, MILLION);
  }

  /** Lots of a candidate that close its position. */
  private closedBy({ request, position, lots }: Candidate): number {
    const open = this.state.positions.lots(position);
    return Math.min(lots, Math.max(0, request.side === BUY ? -open : open));
  }

  /** Margin units that an order loses at once against the mark price when it trades, up. */
  private lossOf({ market, request, lots, value }: Candidate): number {
    const { risk, mark } = market.contract!;
    const fair = lots * mark;
    const worse = request.side === BUY ? value - fair : fair - value;
    return worse > 0 ? marginCeil(risk, worse) : 0;
  }

  /** Finds what an order may trade and rest, and its value at the worst. */
  private weigh(candidate: Candidate): void {
    const { market, request } = candidate;
    const { side, price, quantity } = request;
    const isLimit = request.type === LIMIT;
    const rests = mayRest(request);
    if (isLimit && !market.book.crosses(side, price)) {
      candidate.lots = rests ? quantity : 0;
      candidate.value = rests ? price * quantity : 0;
      candidate.fills = this.sweep.fills;
      candidate.fills.length = 0;
      if (rests) candidate.fills.push(price, quantity);
      return;
    }
    this.sweep.run(market, request, candidate.position);
    const { lots, cost } = this.sweep;
    assert(lots <= quantity, 'INV-06: a book offers more than an order wants');
    candidate.lots = rests ? quantity : lots;
    candidate.value = rests ? cost + (quantity - lots) * price : cost;
    candidate.fills = this.sweep.fills;
    if (rests && quantity > lots) this.sweep.fills.push(price, quantity - lots);
  }

  /** What the order adds to the resting orders of a side, less what it replaces there; tick-lots. */
  private loadOf({ request, ending, value }: Candidate, side: Side): number {
    const added = request.side === side ? value : 0;
    if (ending === NIL || this.endingReduces(ending)) return added;
    const { f64, i32 } = this.state.orders;
    const flags = i32[(ending << O_WORD_SHIFT) | O_FLAGS]!;
    if ((flags & O_SIDE) !== side) return added;
    const lane = ending << O_LANE_SHIFT;
    return added - f64[lane | OrderLane.price]! * f64[lane | OrderLane.remaining]!;
  }
}

function mayRest(request: OrderRequest): boolean {
  if (request.type !== LIMIT) return false;
  return request.timeInForce === GTC || request.timeInForce === POST_ONLY;
}
