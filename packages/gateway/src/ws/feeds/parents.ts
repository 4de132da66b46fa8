/** The `orders-parent` channel: parent orders as they are, at first all that are open. */
import { type Event, EventKind, type OrderId, parentOfOrder } from '@halcyon/domain';
import type { ParentView } from '@halcyon/views';
import { parentJson, parentsOfViews } from '../../translate/parents.ts';
import type { Connection } from '../connection.ts';
import type { Topic } from '../topic.ts';
import { EventFeed } from './account-feed.ts';
import { isTrade, sidesOf } from './trade-sides.ts';

/** See the head of the file. */
export class ParentFeed extends EventFeed {
  protected override readonly action = 'update';

  protected override rows(events: readonly Event[]): string[] {
    const { views, stats } = this.host;
    const parents: ParentView[] = [];
    for (const id of this.#changed(events)) {
      const parent = views.parent(id);
      if (parent === undefined) stats.missedRows++;
      else parents.push(parent);
    }
    return this.#json(parents);
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const open = this.host.views.parents(this.account);
    this.send(connection, topic, this.#json(open).join());
  }

  /** Parents of the account that these events name, or whose orders they do. */
  #changed(events: readonly Event[]): ReadonlySet<OrderId> {
    const changed = new Set<OrderId>();
    for (const event of events) {
      if (isTrade(event)) {
        for (const { orderId } of sidesOf(event, this.account)) this.#ofChild(orderId, changed);
      } else if (event.kind === EventKind.parentOrderSet) {
        if (event.account === this.account) changed.add(event.parent);
      } else if (event.kind === EventKind.orderOpened || event.kind === EventKind.orderDone) {
        if (event.account === this.account) this.#ofChild(event.order, changed);
      }
    }
    return changed;
  }

  #ofChild(id: OrderId, changed: Set<OrderId>): void {
    const order = this.host.views.order(id);
    const parent = order === undefined ? 0 : parentOfOrder(order);
    if (parent !== 0) changed.add(parent);
  }

  #json(parents: readonly ParentView[]): string[] {
    const { views } = this.host;
    const shown = parents.filter(({ instrument }) => this.shows(instrument));
    return parentsOfViews(views, shown).flatMap((parent) => {
      const instrument = views.instrument(parent.instrument);
      return instrument === undefined ? [] : [parentJson(instrument, parent)];
    });
  }
}
