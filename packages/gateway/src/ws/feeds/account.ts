/**
 * Private channels of an account: balances of spot, fills and plan orders of all kinds (orders are in a
 * file of their own). Rows are built once a commit and shared by all sockets of the user.
 */
import { type AccountId, type AssetId, type Event, EventKind, type OrderId } from '@halcyon/domain';
import { STATUS_OF_PLAN_END } from '@halcyon/views';
import type { Connection } from '../connection.ts';
import { contractFillJson, contractPlanJson } from '../contract-rows.ts';
import { balanceJson, fillJson, type PlanMoment, planJson } from '../rows.ts';
import type { Topic } from '../topic.ts';
import { EventFeed } from './account-feed.ts';
import { type AnyTrade, isTrade, sidesOf, type TradeSide } from './trade-sides.ts';

/** The `account` channel. */
export class BalanceFeed extends EventFeed {
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
export class FillFeed extends EventFeed {
  protected override rows(events: readonly Event[]): string[] {
    const rows: string[] = [];
    for (const event of events) {
      if (!isTrade(event) || !this.shows(event.instrument)) continue;
      for (const side of sidesOf(event, this.account).reverse()) rows.push(this.#row(event, side));
    }
    return rows;
  }

  #row(event: AnyTrade, side: TradeSide): string {
    const { views } = this.host;
    const instrument = views.instrument(event.instrument);
    if (instrument === undefined)
      throw new Error(`instrument ${event.instrument} is not in the views`);
    const fill = { ...event, ...side, order: views.order(side.orderId) };
    return fill.kind === EventKind.trade
      ? fillJson(instrument, views, fill)
      : contractFillJson(instrument, views, { ...fill, account: this.account });
  }
}

/** The `orders-algo` channel: plan orders. */
export class PlanFeed extends EventFeed {
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
    if (!this.shows(plan.instrument)) return;
    rows.push(
      instrument.contract === null
        ? planJson(instrument, views, plan, moment)
        : contractPlanJson(views, plan, moment),
    );
  }
}
