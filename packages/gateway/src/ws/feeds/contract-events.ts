/** Private channels with a row for each thing that befalls a position: closed, deleveraged. */
import {
  type Event,
  EventKind,
  type PositionEvent,
  type TradeId,
  TradeOrigin,
} from '@halcyon/domain';
import type { Connection } from '../connection.ts';
import { deleveragingJson, positionHistoryJson } from '../contract-rows.ts';
import type { Topic } from '../topic.ts';
import { AccountFeed, EventFeed } from './account-feed.ts';
import { sidesOf } from './trade-sides.ts';

/** The `adl-noti` channel: what was closed for an account that went bankrupt. */
export class DeleveragingFeed extends EventFeed {
  protected override readonly action = 'update';

  protected override rows(events: readonly Event[]): string[] {
    const rows: string[] = [];
    for (const event of events) {
      if (event.kind !== EventKind.contractTrade || !this.shows(event.instrument)) continue;
      if (event.origin !== TradeOrigin.deleveraging) continue;
      const instrument = this.host.views.instrument(event.instrument);
      // The one that is deleveraged is the maker.
      const side = sidesOf(event, this.account).find(({ maker }) => maker)?.side;
      if (instrument !== undefined && side !== undefined) {
        rows.push(deleveragingJson(instrument, event, side));
      }
    }
    return rows;
  }
}

/**
 * The `positions-history` channel: positions that were closed. What they were as a whole is in the
 * records, which are asked for it; they have it some milliseconds after the commit.
 */
export class PositionHistoryFeed extends AccountFeed {
  /** Rows come in the order in which positions were closed, however fast each answer is. */
  #queue: Promise<void> = Promise.resolve();
  /** The last position told of each contract and leg: several events may tell of one closing. */
  readonly #told = new Map<string, TradeId>();

  override happened(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind !== EventKind.position || event.lots !== 0 || event.opened === 0) continue;
      if (!this.shows(event.instrument)) continue;
      this.#queue = this.#queue.then(() => this.#closed(event));
    }
  }

  /** Nothing is sent at first. */
  protected override greet(_connection: Connection, _topic: Topic): void {}

  async #closed({ account, instrument, leg, opened, time, seq }: PositionEvent): Promise<void> {
    const { views, stats, records } = this.host;
    try {
      const name = { account, instrument, leg, opened };
      const position = await records.positionByTrade(name, { minSeq: seq });
      if (position === null) throw new Error('the records do not know the position');
      // What is set for a contract without a position is told by an event about the last one.
      const place = `${instrument} ${leg}`;
      if (position.closedAt !== time || this.#told.get(place) === opened) return;
      this.#told.set(place, opened);
      this.publish('snapshot', positionHistoryJson(views, position));
    } catch {
      stats.missedRows++;
    }
  }
}
