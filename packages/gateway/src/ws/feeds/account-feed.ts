/** What the private channels of an account have in common. */
import type { AccountId, Event } from '@halcyon/domain';
import type { Connection } from '../connection.ts';
import type { Topic } from '../topic.ts';
import { Feed, type FeedHost } from './feed.ts';

/** A private channel of an account, perhaps of one instrument or coin only. */
export abstract class AccountFeed extends Feed {
  protected readonly account: AccountId;
  /** The one instrument (or, of balances, asset) that is shown; null = all. */
  protected readonly only: number | null;

  constructor(
    host: FeedHost,
    account: AccountId,
    only: number | null,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.account = account;
    this.only = only;
  }

  /** Pushes what the events of one commit change for the account. */
  happened(events: readonly Event[]): void {
    const rows = this.rows(events);
    if (rows.length > 0) this.publish('snapshot', rows.join());
  }

  /** JSON texts of the rows that these events make. */
  protected abstract rows(events: readonly Event[]): string[];

  /** Nothing is sent at first. */
  protected override greet(_connection: Connection, _topic: Topic): void {}

  /** Whether the channel shows this instrument or asset. */
  protected shows(id: number): boolean {
    return this.only === null || this.only === id;
  }
}
