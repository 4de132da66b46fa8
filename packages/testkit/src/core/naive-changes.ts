/** The slow exchange's changes of resting orders: amend and cancel-replace. */
import {
  type AmendCommand,
  DoneReason,
  EventKind,
  OrderType,
  PostingReason,
  Reject,
  type ReplaceCommand,
  TimeInForce,
} from '@halcyon/domain';
import type { NaiveOrder } from './naive-book.ts';
import { NaiveOrders, type NaiveTaker } from './naive-orders.ts';
import {
  limitRefusal,
  type NaiveMarket,
  type NaiveRefusal,
  type NaiveRequest,
  offPriceStep,
  offQuantityStep,
  refusal,
  stateRefusal,
} from './naive-rules.ts';

/** Changing orders. */
export abstract class NaiveChanges extends NaiveOrders {
  /** Changes a resting order: less at the same price keeps the place, anything else enters anew. */
  amend(c: AmendCommand): NaiveRefusal | null {
    const order = this.own(c.account, c.order, c.clientId);
    if (!('side' in order)) return order;
    const parent = this.parents.ofChild(order.id);
    if (parent !== 0) return refusal(Reject.childOfParent, 0, parent);
    const market = this.markets[order.instrument]!;
    const price = c.price === 0 ? order.price : c.price;
    const quantity = c.quantity === 0 ? order.quantity : c.quantity;
    const filled = order.quantity - order.remaining;
    this.outcome.id = order.id;
    if (price === order.price && quantity === order.quantity) {
      return refusal(Reject.amendNothing, order.quantity, quantity);
    }
    if (quantity <= filled) return refusal(Reject.amendBelowFilled, filled, quantity);
    if (price === order.price && quantity < order.quantity) {
      return this.reduce(market, order, quantity);
    }
    return this.takeTo(order, price, quantity);
  }

  /** Enters a resting order anew at a price and with a size, or says why not. */
  takeTo(order: NaiveOrder, price: number, quantity: number): NaiveRefusal | null {
    const market = this.markets[order.instrument]!;
    const filled = order.quantity - order.remaining;
    const postOnly = order.timeInForce === TimeInForce.postOnly;
    const bad =
      stateRefusal(market, postOnly) ??
      limitRefusal(market, order.side, price, quantity) ??
      (price === order.price ? null : offPriceStep(market, price)) ??
      (quantity === order.quantity ? null : offQuantityStep(market, quantity)) ??
      this.amendAtBook(market, order, price, postOnly) ??
      this.amendMoney(market, order, price, quantity - filled);
    if (bad === null) this.reenter(market, order, price, quantity, quantity - filled);
    return bad;
  }

  private amendAtBook(
    market: NaiveMarket,
    order: NaiveOrder,
    price: number,
    postOnly: boolean,
  ): NaiveRefusal | null {
    if (!postOnly || !market.book.crosses(order.side, price)) return null;
    const other = market.book.against(order.side)[0]!.price;
    return refusal(Reject.postOnlyWouldTake, other, price);
  }

  protected amendMoney(
    market: NaiveMarket,
    order: NaiveOrder,
    price: number,
    remaining: number,
  ): NaiveRefusal | null {
    const [asset, held] = this.hold(market, order);
    const [, needed] = this.hold(market, { ...order, price, remaining });
    const number = this.numberOf(order.account, asset, market.instrument.id);
    const available = this.ledger.of(order.account, number).available + held;
    if (available >= needed) return null;
    return refusal(Reject.insufficientBalance, Number(available), Number(needed));
  }

  private reduce(market: NaiveMarket, order: NaiveOrder, quantity: number): NaiveRefusal | null {
    const { id, quantityMin, notionalMin, quoteFactor } = market.instrument;
    if (!Number.isSafeInteger(quantity) || quantity < quantityMin) {
      return refusal(Reject.quantityTooSmall, quantityMin, quantity);
    }
    const notional = BigInt(order.price) * BigInt(quantity) * BigInt(quoteFactor);
    if (notional < BigInt(notionalMin)) {
      return refusal(Reject.notionalTooSmall, notionalMin, Number(notional));
    }
    const off = offQuantityStep(market, quantity);
    if (off !== null) return off;
    const [asset, before] = this.hold(market, order);
    order.remaining -= order.quantity - quantity;
    order.quantity = quantity;
    const units = before - this.hold(market, order)[1];
    this.level(market, order.side, order.price);
    this.post(order.account, asset, PostingReason.release, order.id, units, -units, 0n, id);
    this.amended(order, order.price, quantity, order.remaining, true);
    return null;
  }

  protected reenter(
    market: NaiveMarket,
    order: NaiveOrder,
    price: number,
    quantity: number,
    remaining: number,
  ): void {
    market.book.remove(order);
    this.orders.delete(order.id);
    this.level(market, order.side, order.price);
    const [asset, units] = this.hold(market, order);
    const { id } = market.instrument;
    this.post(order.account, asset, PostingReason.release, order.id, units, -units, 0n, id);
    this.amended(order, price, quantity, remaining, false);
    order.price = price;
    order.quantity = quantity;
    const { account, side, selfTrade } = order;
    const taker: NaiveTaker = {
      order: order.id,
      account,
      side,
      selfTrade,
      limit: price,
      remaining,
      budget: null,
      byAmount: false,
      fills: 0,
      prevented: false,
      spent: false,
    };
    this.match(market, taker);
    order.remaining = taker.remaining;
    if (taker.fills > 0 && order.ocoPlan !== 0) this.plans.endStop(order);
    if (taker.remaining > 0 && !taker.prevented) {
      this.rest(market, order);
      return;
    }
    const reason = taker.prevented ? DoneReason.selfTrade : DoneReason.filled;
    this.done(order, reason, taker.remaining, quantity - taker.remaining);
  }

  private amended(
    order: NaiveOrder,
    price: number,
    quantity: number,
    remaining: number,
    keptPlace: boolean,
  ): void {
    const { id, account, instrument } = order;
    const { seq, time } = this;
    this.emit({
      kind: EventKind.orderAmended,
      seq,
      time,
      order: id,
      account,
      instrument,
      price,
      quantity,
      remaining,
      keptPlace,
    });
  }

  /** Ends one order and enters another, or neither. */
  replace(c: ReplaceCommand): NaiveRefusal | null {
    const order = this.own(c.account, c.order, c.clientId);
    if (!('side' in order)) return order;
    const parent = this.parents.ofChild(order.id);
    if (parent !== 0) return refusal(Reject.childOfParent, 0, parent);
    const market = this.markets[order.instrument]!;
    const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = c;
    const request: NaiveRequest = {
      account: c.account,
      instrument: order.instrument,
      side: order.side,
      type: OrderType.limit,
      timeInForce: order.timeInForce as TimeInForce,
      selfTrade: order.selfTrade,
      price: c.price,
      quantity: c.quantity,
      quoteAmount: 0,
      clientId: c.newClientId,
      options: order.options ?? 0,
      takeProfitTrigger,
      takeProfitPrice,
      stopLossTrigger,
      stopLossPrice,
    };
    const credit = this.hold(market, order)[1];
    const bad = this.orderRefusal(market, request, credit, 1, false, order.id);
    if (bad !== null) return bad;
    this.end(order, DoneReason.replaced);
    this.accept(market, request, 0);
    this.outcome.otherId = order.id;
    return null;
  }
}
