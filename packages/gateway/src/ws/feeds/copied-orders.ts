/**
 * The `orders` channel of futures accounts: of a trader's portfolio it also tells the own part of orders that are
 * copied. What a part is, the records know: they are asked for it, and the row is that of the list of open orders.
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
import type { OrderView } from '@halcyon/views';
import { copiedOrder, mayWait, traderPart } from '../../translate/copied-orders.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { contractOrderJson } from '../contract-rows.ts';
import { OrderFeed } from './orders.ts';

/** More than there are open of a trader. */
const ROWS_KEPT = 2 * COPY_RESTING_PER_TRADER;

/** Events of a part, and of the whole order. */
type CopyOrderEvent = CopyFilledEvent | CopyBatchTradedEvent;

/** See the head of the file. */
export class ContractOrderFeed extends OrderFeed {
  /** Rows come in the order in which parts changed, however fast each answer is. */
  #queue: Promise<void> = Promise.resolve();
  /** The last row of each of the newest orders: several events may tell of one change. */
  readonly #told = new Map<OrderId, string>();

  override happened(events: readonly Event[]): void {
    super.happened(events);
    for (const event of events) {
      const { copyFilled, copyBatchTraded } = EventKind;
      if (event.kind === copyFilled || event.kind === copyBatchTraded) this.#changed(event);
    }
  }

  #changed(event: CopyOrderEvent): void {
    const { views, stats } = this.host;
    const view = views.order(event.batch);
    if (view === undefined) stats.missedRows++;
    else if (this.shows(view.instrument)) {
      this.#queue = this.#queue.then(() => this.#tell(event, view));
    }
  }

  async #tell({ kind, batch, seq }: CopyOrderEvent, view: OrderView): Promise<void> {
    const { views, stats, records } = this.host;
    const trader = ownerOf(this.account);
    try {
      const part = await traderPart(records, trader, batch, seq);
      if (part === undefined) return;
      // Of one that waited the end is told when all owners have their parts.
      const ended = view.status === 'filled' || view.status === 'canceled';
      const over = ended && (!mayWait(view) || kind === EventKind.copyBatchTraded);
      const order = copiedOrder(view, trader, part, over);
      const moment = { ...order, order, time: order.updatedTime, fill: null };
      const row = contractOrderJson(rowInstrument(views, order.instrument), views, moment);
      if (this.#told.get(batch) === row) return;
      this.#note(batch, row);
      this.publish('snapshot', row);
    } catch {
      stats.missedRows++;
    }
  }

  #note(batch: OrderId, row: string): void {
    this.#told.delete(batch);
    this.#told.set(batch, row);
    const [oldest] = this.#told.keys();
    if (this.#told.size > ROWS_KEPT && oldest !== undefined) this.#told.delete(oldest);
  }
}
