/**
 * What a taker of a contract would trade in the book as it stands. A resting reduce-only order trades
 * no more than is left to close when the taker comes to it, and the fills before it change that.
 */
import type { OrderType, SelfTrade, Side } from '@halcyon/domain';
import { type Book, isOwn } from '../matching/book.ts';
import {
  type ORDER_LANE_SHIFT,
  type ORDER_WORD_SHIFT,
  type OrderFlag,
  OrderLane,
  type OrderWord,
} from '../matching/order-record.ts';
import { Rules } from '../rules.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';
import type { State } from '../state/state.ts';
import { MakerMargin } from './maker-margin.ts';
import type { Margin } from './margin.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const BUY: typeof Side.buy = 0;
const SELL: typeof Side.sell = 1;
const LIMIT: typeof OrderType.limit = 0;
const ALLOW: typeof SelfTrade.none = 0;
const CANCEL_MAKER: typeof SelfTrade.cancelMaker = 2;
const O_ACCOUNT: typeof OrderWord.account = 8;
const O_FLAGS: typeof OrderWord.flags = 10;
const O_BALANCE: typeof OrderWord.balance = 15;
const O_REDUCE_ONLY: typeof OrderFlag.reduceOnly = 256;
const O_LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const O_WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;

/** Lots of one resting order that a taker can have. */
export interface Offer {
  /** Ticks. */
  readonly price: number;
  readonly lots: number;
}

export class Sweep {
  declare private readonly state: State;
  declare private readonly makers: MakerMargin;
  /** Lots that it has added to positions on its way. */
  private readonly changes = new Map<number, number>();
  /** Lots that the taker would trade, and what they cost in tick-lots. */
  lots = 0;
  cost = 0;
  /** The same fill by fill: price, lots, price, lots … */
  readonly fills: number[] = [];

  constructor(state: State, margin: Margin) {
    this.state = state;
    this.makers = new MakerMargin(state, margin);
  }

  /** Goes through the book as a taker would. @param position that the order is for */
  run(market: Market, request: OrderRequest, position: number): void {
    const { side, type, price, quantity } = request;
    const limit = type === LIMIT ? price : bandLimit(market, side);
    this.lots = 0;
    this.cost = 0;
    this.fills.length = 0;
    this.begin(request);
    const { f64 } = this.state.orders;
    for (const slot of this.met(market.book, request)) {
      const at = f64[(slot << O_LANE_SHIFT) | OrderLane.price]!;
      if (this.lots === quantity || (side === BUY ? at > limit : at < limit)) return;
      const offered = this.offered(market, slot, side, position);
      if (offered === 0) continue;
      const lots = Math.min(quantity - this.lots, offered);
      this.lots += lots;
      this.cost += lots * at;
      this.fills.push(at, lots);
      const maker = this.state.orders.i32[(slot << O_WORD_SHIFT) | O_BALANCE]!;
      const bought = side === BUY ? lots : -lots;
      this.change(position, bought);
      this.change(maker, -bought);
    }
  }

  /** What a taker would be offered: each next as if it took all before, to the end of the book. */
  *offers(market: Market, request: OrderRequest, position: number): Generator<Offer> {
    this.begin(request);
    const { f64, i32 } = this.state.orders;
    for (const slot of this.met(market.book, request)) {
      const lots = this.offered(market, slot, request.side, position);
      if (lots === 0) continue;
      yield { price: f64[(slot << O_LANE_SHIFT) | OrderLane.price]!, lots };
      const bought = request.side === BUY ? lots : -lots;
      this.change(position, bought);
      this.change(i32[(slot << O_WORD_SHIFT) | O_BALANCE]!, -bought);
    }
  }

  /** The orders that the taker comes to; prevention of self-trade passes over its own, or ends it there. */
  private *met(book: Book, { account, side, selfTrade }: OrderRequest): Generator<number> {
    const { i32 } = this.state.orders;
    const own = this.state.users.own(account);
    for (const slot of book.queue(side === BUY ? SELL : BUY)) {
      const owner = i32[(slot << O_WORD_SHIFT) | O_ACCOUNT]! >>> 3;
      if (selfTrade === ALLOW || !isOwn(own, owner)) yield slot;
      else if (selfTrade !== CANCEL_MAKER) return;
    }
  }

  private begin({ account }: OrderRequest): void {
    this.changes.clear();
    this.makers.begin(account);
  }

  /** Lots that a taker of `side` gets of a resting order. */
  private offered(market: Market, slot: number, side: Side, taker: number): number {
    const { orders, positions, rules } = this.state;
    const word = slot << O_WORD_SHIFT;
    const remaining = orders.f64[(slot << O_LANE_SHIFT) | OrderLane.remaining]!;
    const maker = orders.i32[word | O_BALANCE]!;
    const open = positions.lots(maker) + (this.changes.get(maker) ?? 0);
    const closable = Math.max(0, side === BUY ? open : -open);
    let lots = remaining;
    if ((orders.i32[word | O_FLAGS]! & O_REDUCE_ONLY) !== 0) {
      // Where a position trades with itself it stays as it is.
      if (maker !== taker) lots = Math.min(remaining, closable);
      else if (closable === 0) lots = 0;
    }
    if (lots === 0 || rules < Rules.fundLimits) return lots;
    return this.makers.borne(market, slot, lots, Math.min(lots, closable));
  }

  private change(position: number, lots: number): void {
    this.changes.set(position, (this.changes.get(position) ?? 0) + lots);
  }
}
