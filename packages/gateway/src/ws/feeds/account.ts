/**
 * Private channels of one user's spot account: balances, fills and plan orders (orders are in a file of
 * their own). Rows are built once a commit and shared by all sockets of the user.
 */
import {
  type AccountId,
  type AssetId,
  type Event,
  EventKind,
  type OrderId,
  Side,
  type TradeEvent,
} from '@halcyon/domain';
import { STATUS_OF_PLAN_END } from '@halcyon/views';
import type { Connection } from '../connection.ts';
import { balanceJson, fillJson, type PlanMoment, planJson } from '../rows.ts';
import type { Topic } from '../topic.ts';
import { AccountFeed } from './account-feed.ts';

/** The `account` channel. */
export class BalanceFeed extends AccountFeed {
  protected override rows(events: readonly Event[]): string[] {
    const assets = new Set<AssetId>();
    for (const event of events) {
      if (event.kind === EventKind.posting && event.account === this.account) {
        if (this.shows(event.asset)) assets.add(event.asset);
      }
    }
    return this.#balances(assets);
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const touched = this.host.views.balances(this.account).map((balance) => balance.asset);
    const wanted = touched.filter((asset) => this.shows(asset));
    this.send(connection, topic, this.#balances(wanted).join());
  }

  #balances(assets: Iterable<AssetId>): string[] {
    const { views } = this.host;
    const rows: string[] = [];
    for (const id of assets) {
      const asset = views.asset(id);
      if (asset !== undefined) rows.push(balanceJson(asset, views.balance(this.account, id)));
    }
    return rows;
  }
}

/** The `fill` channel. */
export class FillFeed extends AccountFeed {
  protected override rows(events: readonly Event[]): string[] {
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind !== EventKind.trade || !this.shows(event.instrument)) continue;
      if (event.takerAccount === this.account) rows.push(this.#row(event, false));
      if (event.makerAccount === this.account) rows.push(this.#row(event, true));
    }
    return rows;
  }

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

/** The `orders-algo` channel: plan orders. */
export class PlanFeed extends AccountFeed {
  protected override rows(events: readonly Event[]): string[] {
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind === EventKind.planOpened || event.kind === EventKind.planAmended) {
        const { account, plan, time } = event;
        this.#row(rows, account, plan, { status: 'live', code: 0, time });
      } else if (event.kind === EventKind.planEnded) {
        const { account, plan, code, time } = event;
        this.#row(rows, account, plan, { status: STATUS_OF_PLAN_END[event.end], code, time });
      }
    }
    return rows;
  }

  #row(rows: string[], account: AccountId, id: OrderId, moment: PlanMoment): void {
    if (account !== this.account) return;
    const { views, stats } = this.host;
    const plan = views.plan(id);
    const instrument = plan === undefined ? undefined : views.instrument(plan.instrument);
    if (plan === undefined || instrument === undefined) {
      stats.missedRows++;
      return;
    }
    if (this.shows(plan.instrument)) rows.push(planJson(instrument, views, plan, moment));
  }
}
