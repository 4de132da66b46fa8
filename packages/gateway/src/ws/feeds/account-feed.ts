/** What the private channels of an account have in common. */
import type { AccountId, Event, InstrumentId } from '@halcyon/domain';
import type { Connection } from '../connection.ts';
import type { Topic } from '../topic.ts';
import { Feed, type FeedHost } from './feed.ts';

/** What private channels are made with. */
export interface AccountFeedParts {
  readonly host: FeedHost;
  readonly account: AccountId;
  /** The one instrument (or, of balances, asset) that is shown; null = all. */
  readonly only: number | null;
  /** Called when nobody listens any more. */
  readonly onIdle: (feed: Feed) => void;
}

/** A private channel of an account, perhaps of one instrument or coin only. */
export abstract class AccountFeed extends Feed {
  protected readonly account: AccountId;
  protected readonly only: number | null;

  /** @param conflate whether slow sockets may skip messages */
  constructor({ host, account, only, onIdle }: AccountFeedParts, conflate = false) {
    super(host, conflate, onIdle);
    this.account = account;
    this.only = only;
  }

  /** Takes the events of one commit that concern the account. */
  abstract happened(events: readonly Event[]): void;

  /** Takes note, about once a second, of which contracts' prices moved. */
  priced(_moved: ReadonlySet<InstrumentId>): void {}

  /** Whether the channel shows this instrument or asset. */
  protected shows(id: number): boolean {
    return this.only === null || this.only === id;
  }
}

/** A channel with a row for each thing that happens. */
export abstract class EventFeed extends AccountFeed {
  protected readonly action: 'snapshot' | 'update' = 'snapshot';

  override happened(events: readonly Event[]): void {
    const rows = this.rows(events);
    if (rows.length > 0) this.publish(this.action, rows.join());
  }

  /** JSON texts of the rows that these events make. */
  protected abstract rows(events: readonly Event[]): string[];

  /** Nothing is sent at first. */
  protected override greet(_connection: Connection, _topic: Topic): void {}
}
