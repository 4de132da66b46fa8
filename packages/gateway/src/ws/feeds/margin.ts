/** The channels that only margin accounts have: balances with debts, and index prices. */
import {
  assetOf,
  balanceNumber,
  type Event,
  EventKind,
  type InstrumentId,
  pairOf,
  pocketOf,
  pocketOfNumber,
} from '@halcyon/domain';
import type { Connection } from '../connection.ts';
import { INDEX_PRICE_INTERVAL_MS } from '../limits.ts';
import { indexPriceRows, marginBalanceJson } from '../margin-rows.ts';
import type { Topic } from '../topic.ts';
import { EventFeed } from './account-feed.ts';
import { Feed, type FeedHost } from './feed.ts';
import { Throttle } from './throttle.ts';

/** The `account-crossed` and `account-isolated` channels: what changed, of money or of debts. */
export class MarginBalanceFeed extends EventFeed {
  protected override rows(events: readonly Event[]): string[] {
    const numbers = new Set<number>();
    for (const event of events) {
      const changed = event.kind === EventKind.posting || event.kind === EventKind.loan;
      if (!changed || event.account !== this.account || !this.shows(event.asset)) continue;
      numbers.add(balanceNumber(event.asset, pocketOf(this.account, event.instrument)));
    }
    return [...numbers].map((number) => this.#row(number));
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const rows = this.host.views
      .balances(this.account)
      .filter(({ asset }) => this.shows(asset))
      .map(({ asset, instrument }) => balanceNumber(asset, pocketOf(this.account, instrument)))
      .map((number) => this.#row(number));
    this.send(connection, topic, rows.join());
  }

  #row(number: number): string {
    const place = { account: this.account, instrument: pairOf(pocketOfNumber(number)) };
    return marginBalanceJson(this.host.views, place, assetOf(number));
  }
}

/** The `index-price` channel: prices that value coins of margin accounts, all each time. */
export class IndexPriceFeed extends Feed {
  readonly #only: InstrumentId | null;
  readonly #pace: Throttle;
  /** Rows that all subscribers have been told. */
  #told = '';

  /** @param only the one pair that is told, null = all */
  constructor(host: FeedHost, only: InstrumentId | null, onIdle: (feed: Feed) => void) {
    super(host, true, onIdle);
    this.#only = only;
    this.#pace = new Throttle(host.clock, INDEX_PRICE_INTERVAL_MS, () => this.#push());
  }

  /** An index price came. */
  changed(): void {
    this.#pace.request();
  }

  /** Those who listen already stand where a new subscriber begins. */
  protected override prepare(): void {
    this.#pace.catchUp();
  }

  protected override greet(connection: Connection, topic: Topic): void {
    this.#told = this.#rows();
    this.send(connection, topic, this.#told);
  }

  protected override stop(): void {
    this.#pace.stop();
  }

  #rows(): string {
    return indexPriceRows(this.host.views, this.#only).join();
  }

  #push(): void {
    const rows = this.#rows();
    if (rows === this.#told) return;
    this.#told = rows;
    this.publish('snapshot', rows);
  }
}
