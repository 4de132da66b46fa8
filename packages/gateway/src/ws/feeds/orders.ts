/** The channels of orders (`orders`, `orders-crossed`, `orders-isolated`): one row a state change of an account's orders, nothing at first. */
import { type Event, EventKind, type Instrument, isMargin, type OrderId } from '@halcyon/domain';
import type { OrderStatus } from '@halcyon/views';
import { contractOrderJson } from '../contract-rows.ts';
import { marginOrderJson } from '../margin-rows.ts';
import { type OrderMoment, orderJson, type RowFill } from '../rows.ts';
import { EventFeed } from './account-feed.ts';
import { type AnyTrade, isTrade, sidesOf, type TradeSide } from './trade-sides.ts';

/** The part of an order that changes, as it was at some moment. */
interface Progress {
  status: OrderStatus;
  quantity: number;
  price: number;
  filledBase: number;
  filledQuote: bigint;
  fee: number;
  profit: number;
}

/** See the head of the file. */
export class OrderFeed extends EventFeed {
  protected override rows(events: readonly Event[]): string[] {
    const progress = this.#before(events);
    const rows: string[] = [];
    for (const event of events) {
      if (isTrade(event)) {
        for (const side of sidesOf(event, this.account)) this.#fill(rows, progress, event, side);
      } else if (event.kind === EventKind.orderOpened && event.account === this.account) {
        this.#row(rows, progress, event.order, event.time, null);
      } else if (event.kind === EventKind.orderAmended && event.account === this.account) {
        const order = progress.get(event.order);
        if (order !== undefined) {
          order.quantity = event.quantity;
          order.price = event.price;
        }
        this.#row(rows, progress, event.order, event.time, null);
      } else if (event.kind === EventKind.orderDone && event.account === this.account) {
        this.#done(rows, progress, event.order, event.time);
      }
    }
    return rows;
  }

  /** The account's orders that these events name, as they were before them. */
  #before(events: readonly Event[]): Map<OrderId, Progress> {
    const progress = new Map<OrderId, Progress>();
    for (const event of events) {
      if (isTrade(event)) {
        for (const side of sidesOf(event, this.account)) this.#unfill(progress, event, side);
      } else if (event.kind === EventKind.orderOpened && event.account === this.account) {
        const order = this.#progress(progress, event.order);
        if (order === undefined) continue;
        order.quantity = event.quantity;
        order.price = event.price;
      } else if (event.kind === EventKind.orderAmended || event.kind === EventKind.orderDone) {
        if (event.account === this.account) this.#progress(progress, event.order);
      }
    }
    for (const order of progress.values()) {
      order.status = order.filledBase > 0 ? 'partially_filled' : 'live';
    }
    return progress;
  }

  #progress(progress: Map<OrderId, Progress>, id: OrderId): Progress | undefined {
    const known = progress.get(id);
    if (known !== undefined) return known;
    const order = this.host.views.order(id);
    if (order === undefined) {
      this.host.stats.missedRows++;
      return undefined;
    }
    const { status, quantity, price, filledBase, filledQuote, fee, profit } = order;
    const made: Progress = { status, quantity, price, filledBase, filledQuote, fee, profit };
    progress.set(id, made);
    return made;
  }

  #unfill(progress: Map<OrderId, Progress>, event: AnyTrade, side: TradeSide): void {
    // Off the book there is no order.
    const order = side.orderId === 0 ? undefined : this.#progress(progress, side.orderId);
    if (order === undefined) return;
    order.filledBase -= event.quantity;
    order.filledQuote -= BigInt(event.quote);
    order.fee -= side.fee;
    order.profit -= side.profit;
  }

  #fill(
    rows: string[],
    progress: Map<OrderId, Progress>,
    event: AnyTrade,
    { orderId, fee, profit, remaining, maker }: TradeSide,
  ): void {
    const order = progress.get(orderId);
    if (order === undefined) return;
    order.filledBase += event.quantity;
    order.filledQuote += BigInt(event.quote);
    order.fee += fee;
    order.profit += profit;
    order.status = remaining === 0 ? 'filled' : 'partially_filled';
    const { trade, price, quantity, quote, time } = event;
    const fill = { trade, price, quantity, quote, fee, profit, time, maker };
    this.#row(rows, progress, orderId, time, fill);
  }

  /** The last row, unless the fill before it said the same. */
  #done(rows: string[], progress: Map<OrderId, Progress>, id: OrderId, time: number): void {
    const order = progress.get(id);
    const status = this.host.views.order(id)?.status;
    if (order === undefined || status === undefined || order.status === status) return;
    order.status = status;
    this.#row(rows, progress, id, time, null);
  }

  #json(instrument: Instrument, moment: OrderMoment): string {
    const { views } = this.host;
    if (instrument.contract !== null) return contractOrderJson(instrument, views, moment);
    return isMargin(this.account)
      ? marginOrderJson(views, moment)
      : orderJson(instrument, views, moment);
  }

  #row(
    rows: string[],
    progress: Map<OrderId, Progress>,
    id: OrderId,
    time: number,
    fill: RowFill | null,
  ): void {
    const { views } = this.host;
    const order = views.order(id);
    const now = progress.get(id);
    if (order === undefined || now === undefined) return;
    if (!this.shows(order.instrument)) return;
    const instrument = views.instrument(order.instrument);
    if (instrument === undefined) return;
    const moment: OrderMoment = { order, ...now, time, fill };
    rows.push(this.#json(instrument, moment));
  }
}
