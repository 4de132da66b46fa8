/** The `notices` channel of the web app: that its user's notices are others now, on whichever account. */
import {
  accountWord,
  type Event,
  type InstrumentId,
  type NoticeSign,
  ownerOf,
  Product,
  type UserId,
} from '@halcyon/domain';
import type { NoticePush } from '@halcyon/domain/web';
import { noticeWord } from '../../translate/notice-rows.ts';
import { Feed, type FeedHost } from './feed.ts';

/** See the head of the file. */
export class NoticeFeed extends Feed {
  readonly #user: UserId;
  #rows: NoticePush[] = [];

  constructor(host: FeedHost, user: UserId, onIdle: (feed: Feed) => void) {
    super(host, false, onIdle);
    this.#user = user;
  }

  /** Takes what an event of the commit tells. */
  told({ account, kind }: NoticeSign, event: Event): this {
    const instrument = 'instrument' in event ? event.instrument : undefined;
    const id = typeof instrument === 'number' ? instrument : instrument?.id;
    this.#rows.push({
      kind: noticeWord(kind),
      account: accountWord(account) || 'spot',
      symbol: id === undefined ? '' : (this.host.views.instrument(id)?.symbol ?? ''),
      ofSub: ownerOf(account) !== this.#user,
    });
    return this;
  }

  /** Pushes that an alert fired, that what is about security is new, or that some were read. */
  changed(alertOf: InstrumentId | undefined): void {
    const instrument = alertOf === undefined ? undefined : this.host.views.instrument(alertOf);
    const kind = alertOf === undefined ? 'changed' : 'alert';
    const account = instrument?.product === Product.usdtFutures ? 'futures' : 'spot';
    this.#rows.push({ kind, account, symbol: instrument?.symbol ?? '', ofSub: false });
    this.flush();
  }

  /** Pushes what the commit told. */
  flush(): void {
    const rows = this.#rows.map((row) => JSON.stringify(row));
    this.#rows = [];
    this.publish('update', rows.join());
  }

  /** Nothing is sent at first: what was before is in the list. */
  protected override greet(): void {}
}
