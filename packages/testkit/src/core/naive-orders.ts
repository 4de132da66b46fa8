/** The slow exchange's orders: entering, matching, changing, ending. */
import {
  type AttachedPrices,
  DoneReason,
  EventKind,
  OrderType,
  PostingReason,
  Reject,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import type { NaiveOrder } from './naive-book.ts';
import {
  attachedRefusal,
  bookRefusal,
  limitRefusal,
  marketRefusal,
  type NaiveMarket,
  type NaiveRefusal,
  type NaiveRequest,
  naiveBand,
  refusal,
  stateRefusal,
  stepRefusal,
} from './naive-rules.ts';
import { NaiveState } from './naive-state.ts';

const ORDERS_PER_ACCOUNT = 100_000;
const NO_PRICES: AttachedPrices = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** An incoming order while it trades. */
export interface NaiveTaker {
  readonly order: number;
  readonly account: number;
  readonly side: Side;
  readonly selfTrade: SelfTrade;
  readonly limit: number;
  remaining: number;
  /** Quote units to spend, null = not bounded. */
  budget: bigint | null;
  readonly byAmount: boolean;
  fills: number;
  prevented: boolean;
  spent: boolean;
}

/** Who looks at what a book offers. */
export type NaiveLook = Pick<NaiveTaker, 'account' | 'side' | 'selfTrade'>;

/** Everything about orders. */
export abstract class NaiveOrders extends NaiveState {
  /** Enters an order or says why not. */
  place(request: NaiveRequest, plan: number): NaiveRefusal | null {
    const market = this.markets[request.instrument];
    if (market === undefined) return refusal(Reject.unknownInstrument, 0, request.instrument);
    const bad =
      this.accountRefusal(request.account) ?? this.orderRefusal(market, request, 0n, 0, plan !== 0);
    if (bad !== null) return bad;
    this.accept(market, request, plan);
    return null;
  }

  /** @param planned whether a plan made it: what it was placed with is kept, on the steps or not */
  orderRefusal(
    market: NaiveMarket,
    order: NaiveRequest,
    credit: bigint,
    creditOrders: number,
    planned = false,
    ending = 0,
  ): NaiveRefusal | null {
    const limit = order.type === OrderType.limit;
    const postOnly = limit && order.timeInForce === TimeInForce.postOnly;
    const rests = limit && (order.timeInForce === TimeInForce.gtc || postOnly);
    return (
      stateRefusal(market, postOnly) ??
      (planned ? null : this.clientIdRefusal(order.account, order.clientId)) ??
      (limit
        ? limitRefusal(market, order.side, order.price, order.quantity)
        : marketRefusal(market, order)) ??
      (rests ? this.countRefusal(market, order.account, creditOrders) : null) ??
      attachedRefusal(market, order) ??
      (planned ? null : stepRefusal(market, order)) ??
      bookRefusal(market, order, this.offered(market, order)) ??
      this.moneyRefusal(market, order, credit, ending)
    );
  }

  private countRefusal(market: NaiveMarket, account: number, credit: number): NaiveRefusal | null {
    const mine = [...this.orders.values()].filter((o) => o.account >> 3 === account >> 3);
    const { id, openOrdersMax } = market.instrument;
    const here = mine.filter((o) => o.instrument === id).length - credit + 1;
    if (here > openOrdersMax) return refusal(Reject.openOrdersInstrument, openOrdersMax, here);
    const all = mine.length - credit + 1;
    if (all <= ORDERS_PER_ACCOUNT) return null;
    return refusal(Reject.openOrdersAccount, ORDERS_PER_ACCOUNT, all);
  }

  /** @param _ending order that it replaces, 0 = none */
  protected moneyRefusal(
    market: NaiveMarket,
    order: NaiveRequest,
    credit: bigint,
    _ending: number,
  ): NaiveRefusal | null {
    const { base, quote } = market.instrument;
    const asset = order.side === Side.buy ? quote : base;
    const number = this.numberOf(order.account, asset, market.instrument.id);
    const available = this.ledger.of(order.account, number).available + credit;
    const needed = this.needed(market, order);
    if (available >= needed) return null;
    return refusal(Reject.insufficientBalance, Number(available), Number(needed));
  }

  needed(market: NaiveMarket, order: NaiveRequest): bigint {
    const { quoteFactor, lotUnits } = market.instrument;
    if (order.side === Side.sell) return BigInt(order.quantity) * BigInt(lotUnits);
    const factor = BigInt(quoteFactor);
    if (order.type === OrderType.limit)
      return BigInt(order.price) * BigInt(order.quantity) * factor;
    if (order.quoteAmount !== 0) return BigInt(order.quoteAmount);
    const bound = naiveBand(market, Side.buy);
    let want = order.quantity;
    let cost = 0n;
    const { account, side } = order;
    for (const maker of this.offered(market, { account, side, selfTrade: SelfTrade.none })) {
      if (want === 0 || maker.price > bound) break;
      const lots = Math.min(want, maker.remaining);
      cost += BigInt(lots) * BigInt(maker.price) * factor;
      want -= lots;
    }
    return cost;
  }

  protected accept(market: NaiveMarket, request: NaiveRequest, plan: number): void {
    const { account, instrument, side, type, timeInForce, selfTrade, clientId } = request;
    const { price, quantity, quoteAmount, options = 0 } = request;
    const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = request;
    const prices = { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice };
    const attached = takeProfitTrigger !== 0 || stopLossTrigger !== 0 ? prices : null;
    const id = this.nextOrder;
    this.nextOrder += 1;
    this.outcome.id = id;
    this.reserve(account, clientId, id);
    this.parents.adopt(plan, id, quantity);
    this.emit({
      kind: EventKind.orderOpened,
      seq: this.seq,
      time: this.time,
      order: id,
      account,
      instrument,
      side,
      type,
      timeInForce,
      selfTrade,
      price,
      quantity,
      quoteAmount,
      options,
      clientId,
      plan,
      ...(attached ?? NO_PRICES),
    });
    const limit = type === OrderType.limit;
    const byAmount = !limit && side === Side.buy && quoteAmount !== 0;
    const taker: NaiveTaker = {
      order: id,
      account,
      side,
      selfTrade,
      limit: limit ? price : naiveBand(market, side),
      remaining: byAmount ? Number.MAX_SAFE_INTEGER : quantity,
      budget: this.budgetOf(market, request),
      byAmount,
      fills: 0,
      prevented: false,
      spent: false,
    };
    this.match(market, taker);
    const order: NaiveOrder = {
      id,
      account,
      instrument,
      side,
      timeInForce,
      selfTrade,
      clientId,
      attached,
      options,
      ocoPlan: 0,
      price,
      quantity,
      remaining: taker.remaining,
    };
    const rests =
      limit && (timeInForce === TimeInForce.gtc || timeInForce === TimeInForce.postOnly);
    if (rests && taker.remaining > 0 && !taker.prevented) this.rest(market, order);
    else this.endTaker(market, order, taker, limit);
  }

  private budgetOf(market: NaiveMarket, request: NaiveRequest): bigint | null {
    if (request.type === OrderType.limit || request.side === Side.sell) return null;
    if (request.quoteAmount !== 0) return BigInt(request.quoteAmount);
    const { id, quote } = market.instrument;
    return this.ledger.of(request.account, this.numberOf(request.account, quote, id)).available;
  }

  private endTaker(
    market: NaiveMarket,
    order: NaiveOrder,
    taker: NaiveTaker,
    limit: boolean,
  ): void {
    const left = taker.byAmount ? Number(taker.budget) : taker.remaining;
    let reason: DoneReason;
    if (left === 0) reason = DoneReason.filled;
    else if (taker.prevented) reason = DoneReason.selfTrade;
    else if (limit) reason = DoneReason.iocRemainder;
    else if (taker.spent) {
      reason = taker.byAmount && taker.fills > 0 ? DoneReason.filled : DoneReason.budgetSpent;
    } else if (market.book.against(taker.side).length === 0) reason = DoneReason.noLiquidity;
    else reason = DoneReason.bandReached;
    this.done(order, reason, left, taker.fills);
  }

  protected match(market: NaiveMarket, taker: NaiveTaker): void {
    const list = market.book.against(taker.side);
    for (let first = list[0]; first !== undefined && taker.remaining > 0; first = list[0]) {
      const { price } = first;
      if (taker.side === Side.buy ? price > taker.limit : price < taker.limit) return;
      const stopped = this.sweep(market, taker, list, price);
      this.level(market, taker.side === Side.buy ? Side.sell : Side.buy, price);
      if (stopped) return;
    }
  }

  private sweep(
    market: NaiveMarket,
    taker: NaiveTaker,
    list: readonly NaiveOrder[],
    price: number,
  ): boolean {
    while (taker.remaining > 0) {
      const maker = list[0];
      if (maker === undefined || maker.price !== price) return false;
      const own = this.sameRoot(maker.account, taker.account);
      if (own && taker.selfTrade !== SelfTrade.none) {
        if (this.prevent(market, taker, maker)) return true;
        continue;
      }
      if (!this.bears(market, maker, taker.account)) {
        market.book.remove(maker);
        this.release(market, maker, DoneReason.marginUsed);
        continue;
      }
      let lots = Math.min(taker.remaining, maker.remaining);
      if (taker.budget !== null) {
        const cost = BigInt(price) * BigInt(market.instrument.quoteFactor);
        const affordable = Number(taker.budget / cost);
        const { quantityStep } = market.instrument;
        if (affordable < lots) lots = Math.floor(affordable / quantityStep) * quantityStep;
        if (lots === 0) {
          taker.spent = true;
          return true;
        }
        taker.budget -= BigInt(lots) * cost;
      }
      this.fill(market, taker, maker, lots);
    }
    return false;
  }

  /** Whether a resting order can bear what it loses. */
  protected bears(_market: NaiveMarket, _maker: NaiveOrder, _taker: number): boolean {
    return true;
  }

  /** The orders that a taker would trade with, as if it took each before it asks for the next. */
  protected *offered(market: NaiveMarket, taker: NaiveLook): Generator<NaiveOrder> {
    for (const maker of market.book.against(taker.side)) {
      if (taker.selfTrade === SelfTrade.none || !this.sameRoot(maker.account, taker.account)) {
        yield maker;
      } else if (taker.selfTrade !== SelfTrade.cancelMaker) return;
    }
  }

  private prevent(market: NaiveMarket, taker: NaiveTaker, maker: NaiveOrder): boolean {
    const removes = taker.selfTrade !== SelfTrade.cancelTaker;
    if (removes) market.book.remove(maker);
    this.emit({
      kind: EventKind.selfTradePrevented,
      seq: this.seq,
      time: this.time,
      instrument: market.instrument.id,
      makerOrder: maker.id,
      takerOrder: taker.order,
      price: maker.price,
      quantity: Math.min(maker.remaining, taker.remaining),
      mode: taker.selfTrade,
    });
    if (removes) this.release(market, maker, DoneReason.selfTrade);
    taker.prevented = taker.selfTrade !== SelfTrade.cancelMaker;
    return taker.prevented;
  }

  private fill(market: NaiveMarket, taker: NaiveTaker, maker: NaiveOrder, lots: number): void {
    const { id, base, quote, quoteFactor, lotUnits } = market.instrument;
    const baseUnits = BigInt(lots) * BigInt(lotUnits);
    const quoteUnits = BigInt(lots) * BigInt(maker.price) * BigInt(quoteFactor);
    const buying = taker.side === Side.buy;
    const [paid, received] = buying ? [quote, base] : [base, quote];
    const [paidUnits, receivedUnits] = buying ? [quoteUnits, baseUnits] : [baseUnits, quoteUnits];
    const takerFee = (receivedUnits * BigInt(this.tierOf(taker.account).takerPpm)) / 1_000_000n;
    const makerFee = (paidUnits * BigInt(this.tierOf(maker.account).makerPpm)) / 1_000_000n;
    const trade = this.nextTrade;
    this.nextTrade += 1;
    maker.remaining -= lots;
    taker.remaining -= lots;
    taker.fills += lots;
    const own = this.sameRoot(maker.account, taker.account);
    if (!own) {
      market.lastPrice = maker.price;
      market.prints.push(maker.price);
    }
    this.emit({
      kind: EventKind.trade,
      seq: this.seq,
      time: this.time,
      instrument: id,
      trade,
      price: maker.price,
      quantity: lots,
      quote: Number(quoteUnits),
      takerSide: taker.side,
      makerOrder: maker.id,
      takerOrder: taker.order,
      makerAccount: maker.account,
      takerAccount: taker.account,
      makerFee: Number(makerFee),
      takerFee: Number(takerFee),
      makerRemaining: maker.remaining,
      takerRemaining: taker.byAmount ? Number(taker.budget) : taker.remaining,
      own,
    });
    const { tradeIn, tradeOut, feeIn } = PostingReason;
    this.post(taker.account, paid, tradeOut, trade, -paidUnits, 0n, 0n, id);
    this.post(taker.account, received, tradeIn, trade, receivedUnits - takerFee, 0n, takerFee, id);
    this.post(maker.account, received, tradeOut, trade, 0n, -receivedUnits, 0n, id);
    this.post(maker.account, paid, tradeIn, trade, paidUnits - makerFee, 0n, makerFee, id);
    const { fees } = SystemAccount;
    if (takerFee > 0n) this.post(fees, received, feeIn, trade, takerFee, 0n, 0n, id);
    if (makerFee > 0n) this.post(fees, paid, feeIn, trade, makerFee, 0n, 0n, id);
    if (maker.ocoPlan !== 0) this.plans.endStop(maker);
    this.onMakerFill(maker, paid, paidUnits - makerFee);
    if (maker.remaining > 0) return;
    market.book.remove(maker);
    this.orders.delete(maker.id);
    this.done(maker, DoneReason.filled, 0, maker.quantity);
  }

  /** A resting order got units of an asset. */
  protected onMakerFill(_maker: NaiveOrder, _asset: number, _units: bigint): void {}

  protected rest(market: NaiveMarket, order: NaiveOrder): void {
    market.book.add(order);
    this.orders.set(order.id, order);
    const { id } = market.instrument;
    const [asset, units] = this.hold(market, order);
    this.post(order.account, asset, PostingReason.hold, order.id, -units, units, 0n, id);
    this.emit({
      kind: EventKind.orderRested,
      seq: this.seq,
      time: this.time,
      order: order.id,
      account: order.account,
      remaining: order.remaining,
    });
    this.level(market, order.side, order.price);
  }

  /** Asset and units that a resting order holds. */
  hold(market: NaiveMarket, order: NaiveOrder): [asset: number, units: bigint] {
    const { base, quote, quoteFactor, lotUnits } = market.instrument;
    const lots = BigInt(order.remaining);
    if (order.side === Side.sell) return [base, lots * BigInt(lotUnits)];
    return [quote, lots * BigInt(order.price) * BigInt(quoteFactor)];
  }

  /** Takes an order out of the book, gives its money back and ends it. */
  end(order: NaiveOrder, reason: DoneReason): void {
    const market = this.markets[order.instrument]!;
    market.book.remove(order);
    this.level(market, order.side, order.price);
    this.release(market, order, reason);
  }

  private release(market: NaiveMarket, order: NaiveOrder, reason: DoneReason): void {
    const [asset, units] = this.hold(market, order);
    const { id } = market.instrument;
    this.post(order.account, asset, PostingReason.release, order.id, units, -units, 0n, id);
    this.orders.delete(order.id);
    this.done(order, reason, order.remaining, order.quantity - order.remaining);
  }

  protected done(order: NaiveOrder, reason: DoneReason, remaining: number, filled: number): void {
    const { id, account, instrument } = order;
    const { seq, time } = this;
    this.emit({
      kind: EventKind.orderDone,
      seq,
      time,
      order: id,
      account,
      instrument,
      reason,
      remaining,
    });
    const user = account >> 3;
    this.ended.set(user, (this.ended.get(user) ?? 0) + 1);
    this.endClientId(account, order.clientId, id);
    this.parents.ended(id, filled);
    if (order.ocoPlan !== 0) this.plans.endStop(order);
    if (order.attached !== null && filled > 0) this.plans.attach(order, filled, order.attached);
  }
}
