/**
 * Private channels of one user's spot account: balances, orders, fills and plan orders. Rows are built
 * once a commit and shared by all sockets of the user.
 */
import {
  type AccountId,
  type AssetId,
  type Event,
  EventKind,
  type InstrumentId,
  type OrderId,
  Side,
  type TradeEvent,
} from '@halcyon/domain';
import type { OrderStatus } from '@halcyon/views';
import type { Connection } from '../connection.ts';
import {
  balanceJson,
  fillJson,
  type OrderMoment,
  orderJson,
  planEndText,
  planJson,
  type RowFill,
} from '../rows.ts';
import type { Topic } from '../topic.ts';
import { Feed, type FeedHost } from './feed.ts';

/** A private channel, perhaps of one instrument or coin only. */
export type AccountFeed = BalanceFeed | OrderFeed | FillFeed | PlanFeed;

/** The `account` channel. */
export class BalanceFeed extends Feed {
  readonly #account: AccountId;
  /** The one asset that is shown; null = all. */
  readonly #asset: AssetId | null;

  constructor(
    host: FeedHost,
    account: AccountId,
    asset: AssetId | null,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.#account = account;
    this.#asset = asset;
  }

  /** Events of one commit that concern the account. */
  happened(events: readonly Event[]): void {
    const assets = new Set<AssetId>();
    for (const event of events) {
      if (event.kind === EventKind.posting && event.account === this.#account) {
        if (this.#asset === null || this.#asset === event.asset) assets.add(event.asset);
      }
    }
    const rows = this.#rows(assets);
    if (rows.length > 0) this.publish('snapshot', rows.join());
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const { views } = this.host;
    const touched = views.balances(this.#account).map((balance) => balance.asset);
    const wanted = touched.filter((asset) => this.#asset === null || this.#asset === asset);
    this.send(connection, topic, this.#rows(wanted).join());
  }

  #rows(assets: Iterable<AssetId>): string[] {
    const { views } = this.host;
    const rows: string[] = [];
    for (const id of assets) {
      const asset = views.asset(id);
      if (asset !== undefined) rows.push(balanceJson(asset, views.balance(this.#account, id)));
    }
    return rows;
  }
}

/** The `fill` channel. */
export class FillFeed extends Feed {
  readonly #account: AccountId;
  readonly #instrument: InstrumentId | null;

  constructor(
    host: FeedHost,
    account: AccountId,
    instrument: InstrumentId | null,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.#account = account;
    this.#instrument = instrument;
  }

  happened(events: readonly Event[]): void {
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind !== EventKind.trade) continue;
      if (this.#instrument !== null && this.#instrument !== event.instrument) continue;
      if (event.takerAccount === this.#account) rows.push(this.#row(event, false));
      if (event.makerAccount === this.#account) rows.push(this.#row(event, true));
    }
    if (rows.length > 0) this.publish('snapshot', rows.join());
  }

  /** Nothing is sent at first. */
  protected override greet(): void {}

  #row(event: TradeEvent, maker: boolean): string {
    const { views } = this.host;
    const instrument = views.instrument(event.instrument);
    if (instrument === undefined)
      throw new Error(`instrument ${event.instrument} is not in the views`);
    const orderId = maker ? event.makerOrder : event.takerOrder;
    const makerSide = event.takerSide === Side.buy ? Side.sell : Side.buy;
    return fillJson(instrument, views, {
      orderId,
      order: views.order(orderId),
      side: maker ? makerSide : event.takerSide,
      trade: event.trade,
      price: event.price,
      quantity: event.quantity,
      quote: event.quote,
      fee: maker ? event.makerFee : event.takerFee,
      maker,
      time: event.time,
    });
  }
}

/** The part of an order that changes, as it was at some moment. */
interface Progress {
  status: OrderStatus;
  quantity: number;
  price: number;
  filledBase: number;
  filledQuote: bigint;
  fee: number;
}

/** The `orders` channel: one row a state change, nothing at first. */
export class OrderFeed extends Feed {
  readonly #account: AccountId;
  readonly #instrument: InstrumentId | null;

  constructor(
    host: FeedHost,
    account: AccountId,
    instrument: InstrumentId | null,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.#account = account;
    this.#instrument = instrument;
  }

  happened(events: readonly Event[]): void {
    const progress = this.#before(events);
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind === EventKind.trade) {
        if (event.makerAccount === this.#account) this.#fill(rows, progress, event, true);
        if (event.takerAccount === this.#account) this.#fill(rows, progress, event, false);
      } else if (event.kind === EventKind.orderOpened && event.account === this.#account) {
        this.#row(rows, progress, event.order, event.time, null);
      } else if (event.kind === EventKind.orderAmended && event.account === this.#account) {
        const order = progress.get(event.order);
        if (order !== undefined) {
          order.quantity = event.quantity;
          order.price = event.price;
        }
        this.#row(rows, progress, event.order, event.time, null);
      } else if (event.kind === EventKind.orderDone && event.account === this.#account) {
        this.#done(rows, progress, event.order, event.time);
      }
    }
    if (rows.length > 0) this.publish('snapshot', rows.join());
  }

  /** Nothing is sent at first. */
  protected override greet(): void {}

  /** The account's orders that these events name, as they were before them. */
  #before(events: readonly Event[]): Map<OrderId, Progress> {
    const progress = new Map<OrderId, Progress>();
    for (const event of events) {
      if (event.kind === EventKind.trade) {
        if (event.makerAccount === this.#account) {
          this.#unfill(progress, event.makerOrder, event, event.makerFee);
        }
        if (event.takerAccount === this.#account) {
          this.#unfill(progress, event.takerOrder, event, event.takerFee);
        }
      } else if (event.kind === EventKind.orderOpened && event.account === this.#account) {
        const order = this.#progress(progress, event.order);
        if (order === undefined) continue;
        order.quantity = event.quantity;
        order.price = event.price;
      } else if (event.kind === EventKind.orderAmended || event.kind === EventKind.orderDone) {
        if (event.account === this.#account) this.#progress(progress, event.order);
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
    if (this.#instrument !== null && this.#instrument !== order.instrument) return;
    const instrument = views.instrument(order.instrument);
    if (instrument === undefined) return;
    const moment: OrderMoment = { order, ...now, time, fill };
    rows.push(orderJson(instrument, views, moment));
  }
}

/** The `orders-algo` channel: plan orders. */
export class PlanFeed extends Feed {
  readonly #account: AccountId;
  readonly #instrument: InstrumentId | null;

  constructor(
    host: FeedHost,
    account: AccountId,
    instrument: InstrumentId | null,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.#account = account;
    this.#instrument = instrument;
  }

  happened(events: readonly Event[]): void {
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind === EventKind.planOpened || event.kind === EventKind.planAmended) {
        this.#row(rows, event.account, event.plan, 'live', event.time);
      } else if (event.kind === EventKind.planEnded) {
        this.#row(rows, event.account, event.plan, planEndText(event.end), event.time);
      }
    }
    if (rows.length > 0) this.publish('snapshot', rows.join());
  }

  /** Nothing is sent at first. */
  protected override greet(): void {}

  #row(rows: string[], account: AccountId, id: OrderId, status: string, time: number): void {
    if (account !== this.#account) return;
    const { views, stats } = this.host;
    const plan = views.plan(id);
    const instrument = plan === undefined ? undefined : views.instrument(plan.instrument);
    if (plan === undefined || instrument === undefined) {
      stats.missedRows++;
      return;
    }
    if (this.#instrument !== null && this.#instrument !== plan.instrument) return;
    rows.push(planJson(instrument, views, plan, status, time));
  }
}
