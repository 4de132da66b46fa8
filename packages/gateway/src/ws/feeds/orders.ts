/** The `orders` channel: one row a state change of an account's orders, nothing at first. */
import { type Event, EventKind, type OrderId, type TradeEvent } from '@halcyon/domain';
import type { OrderStatus } from '@halcyon/views';
import { type OrderMoment, orderJson, type RowFill } from '../rows.ts';
import { AccountFeed } from './account-feed.ts';

/** The part of an order that changes, as it was at some moment. */
interface Progress {
  status: OrderStatus;
  quantity: number;
  price: number;
  filledBase: number;
  filledQuote: bigint;
  fee: number;
}

/** See the head of the file. */
export class OrderFeed extends AccountFeed {
  protected override rows(events: readonly Event[]): string[] {
    const progress = this.#before(events);
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind === EventKind.trade) {
        if (event.makerAccount === this.account) this.#fill(rows, progress, event, true);
        if (event.takerAccount === this.account) this.#fill(rows, progress, event, false);
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
      if (event.kind === EventKind.trade) {
        if (event.makerAccount === this.account) {
          this.#unfill(progress, event.makerOrder, event, event.makerFee);
        }
        if (event.takerAccount === this.account) {
          this.#unfill(progress, event.takerOrder, event, event.takerFee);
        }
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
    const { status, quantity, price, filledBase, filledQuote, fee } = order;
    const made: Progress = { status, quantity, price, filledBase, filledQuote, fee };
    progress.set(id, made);
    return made;
  }

  #unfill(progress: Map<OrderId, Progress>, id: OrderId, event: TradeEvent, fee: number): void {
    const order = this.#progress(progress, id);
    if (order === undefined) return;
    order.filledBase -= event.quantity;
    order.filledQuote -= BigInt(event.quote);
    order.fee -= fee;
  }

  #fill(rows: string[], progress: Map<OrderId, Progress>, event: TradeEvent, maker: boolean): void {
    const id = maker ? event.makerOrder : event.takerOrder;
    const order = progress.get(id);
    if (order === undefined) return;
    const fee = maker ? event.makerFee : event.takerFee;
    order.filledBase += event.quantity;
    order.filledQuote += BigInt(event.quote);
    order.fee += fee;
    const remaining = maker ? event.makerRemaining : event.takerRemaining;
    order.status = remaining === 0 ? 'filled' : 'partially_filled';
    const { trade, price, quantity, time } = event;
    this.#row(rows, progress, id, time, { trade, price, quantity, fee, time, maker });
  }

  /** The last row, unless the fill before it said the same. */
  #done(rows: string[], progress: Map<OrderId, Progress>, id: OrderId, time: number): void {
    const order = progress.get(id);
    const status = this.host.views.order(id)?.status;
    if (order === undefined || status === undefined || order.status === status) return;
    order.status = status;
    this.#row(rows, progress, id, time, null);
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
    rows.push(orderJson(instrument, views, moment));
  }
}
