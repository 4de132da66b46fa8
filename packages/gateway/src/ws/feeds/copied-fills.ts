/**
 * The `fill` channel of futures accounts: of a trader's portfolio it also tells what the trader has got of an order that is
 * copied, once, when the order is over. The row is that of the list of fills.
 */
import {
  COPY_RESTING_PER_TRADER,
  type CopyBatchTradedEvent,
  type CopyFilledEvent,
  type Event,
  EventKind,
  type OrderId,
  ownerOf,
} from '@halcyon/domain';
import { copiedFillJson } from '../contract-rows.ts';
import { FillFeed } from './account.ts';

/** More than there are open of a trader. */
const ORDERS_KEPT = 2 * COPY_RESTING_PER_TRADER;

/** See the head of the file. */
export class ContractFillFeed extends FillFeed {
  /** Rows come in the order in which parts changed, however fast each answer is. */
  #queue: Promise<void> = Promise.resolve();
  /** The newest orders that were told: several events tell of one end. */
  readonly #told = new Set<OrderId>();

  override happened(events: readonly Event[]): void {
    super.happened(events);
    for (const event of events) {
      const { copyFilled, copyBatchTraded } = EventKind;
      if (event.kind !== copyFilled && event.kind !== copyBatchTraded) continue;
      this.#queue = this.#queue.then(() => this.#tell(event));
    }
  }

  async #tell({ batch: id, seq }: CopyFilledEvent | CopyBatchTradedEvent): Promise<void> {
    if (this.#told.has(id)) return;
    const { views, stats, records } = this.host;
    const trader = ownerOf(this.account);
    try {
      const query = { trader, id, over: true, filled: true, limit: 1 };
      const [copied] = await records.copiedOrders(query, { minSeq: seq });
      if (copied === undefined || !this.shows(copied.instrument)) return;
      this.#note(id);
      this.publish('snapshot', copiedFillJson(views, copied, trader));
    } catch {
      stats.missedRows++;
    }
  }

  #note(order: OrderId): void {
    this.#told.add(order);
    const [oldest] = this.#told;
    if (this.#told.size > ORDERS_KEPT && oldest !== undefined) this.#told.delete(oldest);
  }
}
