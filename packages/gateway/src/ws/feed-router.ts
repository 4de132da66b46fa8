/**
 * Routes commits to the feeds of channels. Feeds exist only while somebody listens; what nobody listens to costs a map
 * look-up an event. Called after every commit, once the views have it.
 */
import {
  type AccountId,
  AccountKind,
  accountOf,
  assert,
  type Event,
  type EventBatch,
  EventKind,
  type Instrument,
  type InstrumentId,
  type Interval,
  isUrgent,
  type NoticeSign,
  noticesIn,
  ownerOf,
  TradeOrigin,
  type UserId,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import type { Connection } from './connection.ts';
import type { AccountFeed } from './feeds/account-feed.ts';
import { type AccountWanted, newAccountFeed } from './feeds/account-feeds.ts';
import { BookFeed, TopBookFeed } from './feeds/books.ts';
import type { Feed, FeedHost } from './feeds/feed.ts';
import { IndexPriceFeed } from './feeds/margin.ts';
import { CandleFeed, type PublicTradeRow, TickerFeed, TradeFeed } from './feeds/market.ts';
import { NoticeFeed } from './feeds/notices.ts';
import type { Clock } from './feeds/throttle.ts';
import { FrameBatcher } from './frame-batcher.ts';
import { BOOKS1_INTERVAL_MS } from './limits.ts';
import type { PushRecords } from './ports.ts';
import type { WsStats } from './stats.ts';
import type { Topic } from './topic.ts';

/** What a subscription asks for. */
export type SubscriptionRequest =
  | { readonly channel: 'ticker' | 'trade' | 'books'; readonly instrument: Instrument }
  | { readonly channel: 'books-top'; readonly instrument: Instrument; readonly levels: 1 | 5 | 15 }
  | {
      readonly channel: 'candle';
      readonly instrument: Instrument;
      readonly interval: Interval;
    }
  /** What a person is told, of all accounts; of the web app alone. */
  | { readonly channel: 'notices'; readonly user: UserId }
  /** Index prices of coins that are lent; null = all. */
  | { readonly channel: 'index-price'; readonly only: InstrumentId | null }
  | AccountWanted;

/** Feeds of one instrument that somebody listens to. */
interface MarketFeeds {
  ticker: TickerFeed | null;
  trade: TradeFeed | null;
  books: BookFeed | null;
  readonly tops: Map<number, TopBookFeed>;
  readonly candles: Map<Interval, CandleFeed>;
}

/** What the feedRouter is made with. */
export interface FeedRouterParts {
  readonly views: Views;
  readonly clock: Clock;
  readonly stats: WsStats;
  readonly records: PushRecords;
  /** Time between two pushes of books and books5/15 to one subscriber, ms. */
  readonly booksIntervalMs: number;
  /** How the end of a turn is awaited; setImmediate when left out. */
  readonly schedule?: ((flush: () => void) => void) | undefined;
  /** The feedRouter of another venue, whose outbox and topics of a turn this one shares. */
  readonly beside?: FeedRouter | undefined;
}

/** All feeds, and the outbox that they push through. */
export class FeedRouter implements FeedHost {
  readonly views: Views;
  readonly clock: Clock;
  readonly stats: WsStats;
  readonly records: PushRecords;
  readonly outbox: FrameBatcher;
  readonly dirty: Topic[];
  readonly #booksIntervalMs: number;
  readonly #markets = new Map<InstrumentId, MarketFeeds>();
  readonly #accounts = new Map<AccountId, Map<string, AccountFeed>>();
  readonly #notices = new Map<UserId, NoticeFeed>();
  readonly #indices = new Map<InstrumentId | null, IndexPriceFeed>();
  /** Contracts whose prices moved since the last tick. */
  readonly #moved = new Set<InstrumentId>();

  constructor(parts: FeedRouterParts) {
    this.views = parts.views;
    this.clock = parts.clock;
    this.stats = parts.stats;
    this.records = parts.records;
    this.#booksIntervalMs = parts.booksIntervalMs;
    this.dirty = parts.beside?.dirty ?? [];
    this.outbox =
      parts.beside?.outbox ?? new FrameBatcher(() => this.#flushTopics(), parts.schedule);
  }

  /** Adds a subscriber; its first push is under way when this returns. */
  subscribe(connection: Connection, wanted: SubscriptionRequest, arg: string): Topic {
    return this.#feed(wanted).subscribe(connection, arg);
  }

  /** Pushes what a commit changed. The views must have applied it. */
  committed(batch: EventBatch): void {
    assert(this.views.seq >= batch.lastSeq, 'pushes come after the views applied the commit');
    if (this.#markets.size > 0) this.#market(batch.events);
    if (this.#accounts.size > 0) this.#account(batch.events);
    if (this.#notices.size > 0) this.#notice(batch.events);
    if (this.#indices.size > 0) this.#index(batch.events);
  }

  /** Pushes that a user's notices are others now, by what is no commit. @param alertOf an alert in it fired */
  noticesChanged(user: UserId, alertOf?: InstrumentId): void {
    this.#notices.get(user)?.changed(alertOf);
  }

  /** Lets time change tickers, begin candles, and prices change positions: about once a second. */
  tick(): void {
    for (const feeds of this.#markets.values()) {
      feeds.ticker?.changed();
      for (const candle of feeds.candles.values()) candle.changed();
    }
    if (this.#moved.size === 0) return;
    for (const feeds of this.#accounts.values()) {
      for (const feed of feeds.values()) feed.priced(this.#moved);
    }
    this.#moved.clear();
  }

  #flushTopics(): void {
    const dirty = this.dirty;
    for (let i = 0; i < dirty.length; i++) dirty[i]?.flush();
    dirty.length = 0;
  }

  #market(events: readonly Event[]): void {
    const traded = new Map<InstrumentId, PublicTradeRow[]>();
    const touched = new Set<InstrumentId>();
    for (const event of events) {
      switch (event.kind) {
        case EventKind.level: {
          const feeds = this.#markets.get(event.instrument);
          if (feeds === undefined) break;
          touched.add(event.instrument);
          feeds.books?.levelChanged(event.side, event.price);
          break;
        }
        case EventKind.trade:
          this.#traded(traded, event);
          break;
        case EventKind.contractTrade:
          // Off the book nothing is traded at a price that anybody else could have.
          if (event.origin === TradeOrigin.book) this.#traded(traded, event);
          break;
        case EventKind.lastPriceSeeded:
          touched.add(event.instrument);
          break;
        case EventKind.marks:
        case EventKind.fundingSet:
          this.#markets.get(event.instrument)?.ticker?.changed();
      }
    }
    for (const [instrument, trades] of traded) {
      const feeds = this.#markets.get(instrument);
      feeds?.trade?.traded(trades);
      if (feeds !== undefined) for (const candle of feeds.candles.values()) candle.changed();
      touched.add(instrument);
    }
    for (const instrument of touched) {
      const feeds = this.#markets.get(instrument);
      if (feeds === undefined) continue;
      feeds.books?.changed();
      feeds.ticker?.changed();
      for (const top of feeds.tops.values()) top.changed();
    }
  }

  #notice(events: readonly Event[]): void {
    const told = new Set<NoticeFeed>();
    const tell = (user: UserId, sign: NoticeSign, event: Event): void => {
      const feed = this.#notices.get(user);
      if (feed !== undefined) told.add(feed.told(sign, event));
    };
    for (const event of events) {
      for (const sign of noticesIn(event)) {
        const user = ownerOf(sign.account);
        tell(user, sign, event);
        const root = this.views.rootOf(user);
        if (root !== user && isUrgent(sign.kind)) tell(root, sign, event);
      }
    }
    for (const feed of told) feed.flush();
  }

  #index(events: readonly Event[]): void {
    if (!events.some(({ kind }) => kind === EventKind.coinIndex)) return;
    for (const feed of this.#indices.values()) feed.changed();
  }

  #traded(traded: Map<InstrumentId, PublicTradeRow[]>, trade: PublicTradeRow): void {
    if (!this.#markets.has(trade.instrument)) return;
    const known = traded.get(trade.instrument);
    if (known === undefined) traded.set(trade.instrument, [trade]);
    else known.push(trade);
  }

  #account(events: readonly Event[]): void {
    const byAccount = new Map<AccountId, Event[]>();
    const note = (account: AccountId, event: Event): void => {
      if (!this.#accounts.has(account)) return;
      const known = byAccount.get(account);
      if (known === undefined) byAccount.set(account, [event]);
      else if (known.at(-1) !== event) known.push(event);
    };
    for (const event of events) {
      switch (event.kind) {
        case EventKind.trade:
        case EventKind.contractTrade:
          note(event.makerAccount, event);
          note(event.takerAccount, event);
          break;
        case EventKind.posting:
        case EventKind.loan:
        case EventKind.orderOpened:
        case EventKind.orderDone:
        case EventKind.orderAmended:
        case EventKind.planOpened:
        case EventKind.planAmended:
        case EventKind.planEnded:
        case EventKind.parentOrderSet:
        case EventKind.position:
          note(event.account, event);
          break;
        case EventKind.copyFilled:
          note(accountOf(event.portfolio, AccountKind.usdtFutures), event);
          break;
        case EventKind.copyBatchTraded:
          note(accountOf(event.trader, AccountKind.usdtFutures), event);
          break;
        case EventKind.marks:
          this.#moved.add(event.instrument);
      }
    }
    for (const [account, mine] of byAccount) {
      for (const feed of this.#accounts.get(account)?.values() ?? []) feed.happened(mine);
    }
  }

  #feed(wanted: SubscriptionRequest): Feed {
    switch (wanted.channel) {
      case 'ticker':
      case 'trade':
      case 'books':
      case 'books-top':
      case 'candle':
        return this.#marketFeed(wanted);
      case 'notices':
        return this.#noticeFeed(wanted.user);
      case 'index-price':
        return this.#indexFeed(wanted.only);
      default:
        return this.#accountFeed(wanted);
    }
  }

  #marketFeed(wanted: Extract<SubscriptionRequest, { instrument: Instrument }>): Feed {
    const { instrument } = wanted;
    const id = instrument.id;
    let feeds = this.#markets.get(id);
    if (feeds === undefined) {
      feeds = { ticker: null, trade: null, books: null, tops: new Map(), candles: new Map() };
      this.#markets.set(id, feeds);
    }
    const own = feeds;
    const idle = (forget: () => void) => (): void => {
      forget();
      this.#forgetMarket(id, own);
    };
    switch (wanted.channel) {
      case 'ticker':
        own.ticker ??= new TickerFeed(
          this,
          instrument,
          idle(() => (own.ticker = null)),
        );
        return own.ticker;
      case 'trade':
        own.trade ??= new TradeFeed(
          this,
          instrument,
          idle(() => (own.trade = null)),
        );
        return own.trade;
      case 'books':
        own.books ??= new BookFeed(
          this,
          instrument,
          this.#booksIntervalMs,
          idle(() => (own.books = null)),
        );
        return own.books;
      case 'books-top': {
        const { levels } = wanted;
        const pace = levels === 1 ? BOOKS1_INTERVAL_MS : this.#booksIntervalMs;
        const gone = idle(() => own.tops.delete(levels));
        const known = own.tops.get(levels);
        const feed = known ?? new TopBookFeed(this, instrument, levels, pace, gone);
        own.tops.set(levels, feed);
        return feed;
      }
      case 'candle': {
        const { interval } = wanted;
        const gone = idle(() => own.candles.delete(interval));
        const feed = own.candles.get(interval) ?? new CandleFeed(this, instrument, interval, gone);
        own.candles.set(interval, feed);
        return feed;
      }
    }
  }

  #forgetMarket(id: InstrumentId, feeds: MarketFeeds): void {
    const used = feeds.ticker !== null || feeds.trade !== null || feeds.books !== null;
    if (!used && feeds.tops.size === 0 && feeds.candles.size === 0) this.#markets.delete(id);
  }

  #noticeFeed(user: UserId): NoticeFeed {
    const feed =
      this.#notices.get(user) ?? new NoticeFeed(this, user, () => this.#notices.delete(user));
    this.#notices.set(user, feed);
    return feed;
  }

  #indexFeed(only: InstrumentId | null): IndexPriceFeed {
    const gone = () => this.#indices.delete(only);
    const feed = this.#indices.get(only) ?? new IndexPriceFeed(this, only, gone);
    this.#indices.set(only, feed);
    return feed;
  }

  #accountFeed(wanted: AccountWanted): Feed {
    const { account, channel, only } = wanted;
    let feeds = this.#accounts.get(account);
    if (feeds === undefined) {
      feeds = new Map();
      this.#accounts.set(account, feeds);
    }
    const own = feeds;
    const key = `${channel} ${only ?? ''}`;
    const known = own.get(key);
    if (known !== undefined) return known;
    const made = newAccountFeed(this, wanted, () => {
      own.delete(key);
      if (own.size === 0) this.#accounts.delete(account);
    });
    own.set(key, made);
    return made;
  }
}
