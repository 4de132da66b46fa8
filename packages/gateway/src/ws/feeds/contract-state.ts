/**
 * Private channels that tell the state of a futures account: balance, equity, open positions. Each push
 * tells all of it, so a slow socket may miss older ones. What the account did itself is told with its
 * commit, what prices did to it about once a second.
 */
import { type Event, EventKind, type InstrumentId } from '@halcyon/domain';
import type { Connection } from '../connection.ts';
import { contractAccountRows, equityRows, positionRows } from '../contract-rows.ts';
import { STATE_INTERVAL_MS } from '../limits.ts';
import type { Topic } from '../topic.ts';
import { AccountFeed, type AccountFeedParts } from './account-feed.ts';
import { Throttle } from './throttle.ts';

abstract class StateFeed extends AccountFeed {
  readonly #pace: Throttle;
  /** Rows that all subscribers have been told. */
  #told = '';

  constructor(parts: AccountFeedParts) {
    super(parts, true);
    this.#pace = new Throttle(parts.host.clock, STATE_INTERVAL_MS, () => this.#push());
  }

  override happened(events: readonly Event[]): void {
    // Orders change what is frozen, often and by little; the rest is told at once.
    const moved = events.some(
      ({ kind }) => kind === EventKind.position || kind === EventKind.posting,
    );
    if (moved) this.#pace.runNow();
    else this.#pace.request();
  }

  override priced(moved: ReadonlySet<InstrumentId>): void {
    const positions = this.host.views.contracts.positions(this.account);
    if (positions.some(({ instrument }) => moved.has(instrument))) this.#push();
  }

  /** Those who listen already stand where a new subscriber begins. */
  protected override prepare(): void {
    if (this.topics.size > 0) this.#pace.runNow();
  }

  protected override greet(connection: Connection, topic: Topic): void {
    this.#told = this.rows().join();
    this.send(connection, topic, this.#told);
  }

  protected override stop(): void {
    this.#pace.stop();
  }

  /** JSON texts of the rows as they are now. */
  protected abstract rows(): string[];

  #push(): void {
    const rows = this.rows().join();
    if (rows === this.#told) return;
    this.#told = rows;
    this.publish('snapshot', rows);
  }
}

/** The `positions` channel: all that are open, none when there are none. */
export class PositionFeed extends StateFeed {
  protected override rows(): string[] {
    return positionRows(this.host.views, this.account, this.only);
  }
}

/** The `account` channel. */
export class ContractAccountFeed extends StateFeed {
  protected override rows(): string[] {
    const { views } = this.host;
    const settle = views.contracts.settleAsset;
    const shown = settle !== undefined && this.shows(settle);
    return shown ? contractAccountRows(views, this.account) : [];
  }
}

/** The `equity` channel. */
export class EquityFeed extends StateFeed {
  protected override rows(): string[] {
    return equityRows(this.host.views, this.account);
  }
}
