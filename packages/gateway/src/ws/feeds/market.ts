/** Ticker, trades and candles of one instrument. */
import type { Instrument, Interval } from '@halcyon/domain';
import type { TradeView } from '@halcyon/views';
import type { Connection } from '../connection.ts';
import { contractTickerJson } from '../contract-rows.ts';
import {
  CANDLE_INTERVAL_MS,
  CANDLES_SNAPSHOT,
  TICKER_INTERVAL_MS,
  TRADES_SNAPSHOT,
} from '../limits.ts';
import { candleJson, tickerJson, tradeJson } from '../rows.ts';
import type { Topic } from '../topic.ts';
import { Feed, type FeedHost } from './feed.ts';
import { Throttle } from './throttle.ts';

function withoutTime(row: string): string {
  return row.slice(0, row.lastIndexOf(',"ts":'));
}

/** The `ticker` channel. */
export class TickerFeed extends Feed {
  readonly #instrument: Instrument;
  readonly #pace: Throttle;
  #last = '';

  constructor(host: FeedHost, instrument: Instrument, onIdle: (feed: Feed) => void) {
    super(host, true, onIdle);
    this.#instrument = instrument;
    this.#pace = new Throttle(host.clock, TICKER_INTERVAL_MS, () => this.#push());
  }

  /** Book, last price or a contract's prices changed, or time moved a window on. */
  changed(): void {
    this.#pace.request();
  }

  protected override prepare(): void {
    this.#pace.catchUp();
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const row = this.#row();
    this.#last = withoutTime(row);
    this.send(connection, topic, row);
  }

  protected override stop(): void {
    this.#pace.stop();
    this.#last = '';
  }

  #row(): string {
    const rowOf = this.#instrument.contract === null ? tickerJson : contractTickerJson;
    return rowOf(this.#instrument, this.host.views, this.host.clock.now());
  }

  #push(): void {
    const row = this.#row();
    const shown = withoutTime(row);
    if (shown === this.#last) return;
    this.#last = shown;
    this.publish('snapshot', row);
  }
}

/** What a public row needs of a trade. */
export type PublicTradeRow = Omit<TradeView, 'quote'>;

/** The `trade` channel. */
export class TradeFeed extends Feed {
  readonly #instrument: Instrument;

  constructor(host: FeedHost, instrument: Instrument, onIdle: (feed: Feed) => void) {
    super(host, false, onIdle);
    this.#instrument = instrument;
  }

  /** Trades of one commit, oldest first. */
  traded(trades: readonly PublicTradeRow[]): void {
    const rows = trades.map((trade) => tradeJson(this.#instrument, trade));
    this.publish('update', rows.reverse().join());
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const trades = this.host.views.trades(this.#instrument.id, TRADES_SNAPSHOT);
    const rows = trades.map((trade) => tradeJson(this.#instrument, trade));
    this.send(connection, topic, rows.join());
  }
}

/** One `candle…` channel. */
export class CandleFeed extends Feed {
  readonly #instrument: Instrument;
  readonly #interval: Interval;
  readonly #pace: Throttle;
  /** Start of the newest candle that was pushed, and its row. */
  #openTime = 0;
  #last = '';

  constructor(
    host: FeedHost,
    instrument: Instrument,
    interval: Interval,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.#instrument = instrument;
    this.#interval = interval;
    this.#pace = new Throttle(host.clock, CANDLE_INTERVAL_MS, () => this.#push());
  }

  /** A trade happened, or time may have begun a new candle. */
  changed(): void {
    this.#pace.request();
  }

  protected override prepare(): void {
    if (this.topics.size > 0) this.#push();
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const rows = this.#rows(undefined, CANDLES_SNAPSHOT);
    this.send(connection, topic, rows.join());
    this.#last = rows.at(-1) ?? '';
  }

  protected override stop(): void {
    this.#pace.stop();
    this.#openTime = 0;
    this.#last = '';
  }

  #rows(startTime: number | undefined, limit: number): string[] {
    const { views } = this.host;
    const candles = views.candles(this.#instrument.id, this.#interval, { startTime, limit });
    const newest = candles.at(-1);
    if (newest !== undefined) this.#openTime = newest.openTime;
    return candles.map((candle) => candleJson(this.#instrument, views, candle));
  }

  /** The current candle, and those that closed since the last push. */
  #push(): void {
    const rows = this.#rows(this.#openTime, CANDLES_SNAPSHOT);
    const newest = rows.at(-1) ?? '';
    if (newest === this.#last) return;
    this.#last = newest;
    this.publish('update', rows.join());
  }
}
