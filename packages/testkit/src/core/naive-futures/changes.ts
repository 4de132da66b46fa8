/** The slow futures exchange's changes of resting orders: amend and cancel-replace. */
import {
  type AmendCommand,
  DoneReason,
  OrderType,
  Reject,
  type ReplaceCommand,
  TimeInForce,
} from '@halcyon/domain';
import { Orders, type RawOrder } from './orders.ts';
import { type FuturesOrder, type NaiveRefusal, refusal } from './state.ts';

/** Changing orders. */
export abstract class Changes extends Orders {
  /** An account's own resting order. */
  protected own(account: number, id: number): FuturesOrder | NaiveRefusal {
    const found = this.orders.get(id);
    if (found !== undefined && found.account === account) return found;
    return refusal(Reject.orderNotFound, 0, id);
  }

  amend(c: AmendCommand): NaiveRefusal | null {
    const order = this.own(c.account, c.order);
    if (!('side' in order)) return order;
    const contract = this.markets[order.instrument]!;
    const price = c.price === 0 ? order.price : c.price;
    const quantity = c.quantity === 0 ? order.quantity : c.quantity;
    const filled = order.quantity - order.remaining;
    this.outcome.id = order.id;
    if (price === order.price && quantity === order.quantity) {
      return refusal(Reject.amendNothing, order.quantity, quantity);
    }
    if (quantity <= filled) return refusal(Reject.amendBelowFilled, filled, quantity);
    const wish = { ...wishOf(order, price, quantity - filled), replaced: order };
    if (price === order.price && quantity < order.quantity) {
      order.remaining = wish.quantity;
      order.quantity = quantity;
      this.amended(order, true);
      return null;
    }
    const bad =
      this.stateRefusal(contract, order.timeInForce === TimeInForce.postOnly) ??
      this.limitRefusal(contract, order.side, price, quantity) ??
      (order.timeInForce === TimeInForce.postOnly ? this.bookRefusal(contract, wish) : null) ??
      this.without(order, () => this.positionRefusal(contract, this.positionOf(order), wish, true));
    if (bad !== null) return bad;
    contract.book.remove(order);
    this.orders.delete(order.id);
    order.price = price;
    order.remaining = wish.quantity;
    order.quantity = filled + wish.quantity;
    this.amended(order, false);
    this.run(contract, { order, limit: price, prevented: false }, true, OrderType.limit);
    return null;
  }

  /** Asks something as if an order were not there. */
  private without<T>(order: FuturesOrder, ask: () => T): T {
    this.orders.delete(order.id);
    const answer = ask();
    this.orders.set(order.id, order);
    return answer;
  }

  replace(c: ReplaceCommand): NaiveRefusal | null {
    const order = this.own(c.account, c.order);
    if (!('side' in order)) return order;
    const contract = this.markets[order.instrument]!;
    const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = c;
    const wish = {
      ...wishOf(order, c.price, c.quantity === 0 ? order.remaining : c.quantity),
      replaced: order,
      takeProfitTrigger,
      takeProfitPrice,
      stopLossTrigger,
      stopLossPrice,
    };
    const position = this.positionOf(order);
    const bad = this.without(order, () => this.refusalOf(contract, position, wish, 0));
    if (bad !== null) return bad;
    this.end(order, DoneReason.replaced);
    this.enter(contract, wish);
    this.outcome.otherId = order.id;
    return null;
  }
}

function wishOf(order: FuturesOrder, price: number, quantity: number): RawOrder {
  return {
    account: order.account,
    instrument: order.instrument,
    side: order.side,
    type: OrderType.limit,
    timeInForce: order.timeInForce as TimeInForce,
    selfTrade: order.selfTrade,
    price,
    quantity,
    quoteAmount: 0,
    clientId: '',
    options: order.options,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
  };
}
