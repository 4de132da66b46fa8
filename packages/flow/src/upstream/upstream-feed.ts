/**
 * One instrument of an upstream exchange: keeps asking for its book and its trades, whatever fails on
 * the way, and says how long nothing sound was heard.
 */
import { Side } from '@halcyon/domain';
import type { FeedEvent, PriceLevel } from '../l2/feed-event.ts';
import { type Scales, ticksAndLots } from '../l2/units.ts';
import type {
  UpstreamBook,
  UpstreamExchange,
  UpstreamStream,
  UpstreamTrade,
} from './upstream-exchange.ts';

const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;
/** Ids of trades that are remembered: a stream that begins anew lists the latest again. */
const IDS_MAX = 2_000;

export interface UpstreamFeedOptions {
  readonly exchange: UpstreamExchange;
  /** Unified symbol there. */
  readonly symbol: string;
  readonly scales: Scales;
  /** Unix ms. */
  readonly now: () => number;
  readonly onEvent: (event: FeedEvent) => void;
  /** Its stream has failed and is asked for again. */
  readonly onTrouble: (problem: string) => void;
}

export class UpstreamFeed {
  private readonly options: UpstreamFeedOptions;
  private readonly stopped = new AbortController();
  private readonly ended: Promise<void>;
  private readonly ids = new Set<string>();
  private stream: UpstreamStream | null = null;
  /** Whether a book has come on this stream. */
  private sound = false;
  private eventMs = 0;

  /** Begins to listen. */
  constructor(options: UpstreamFeedOptions) {
    this.options = options;
    this.ended = this.keep();
  }

  /** When the book was last known to be as it is, Unix ms; 0 = never. */
  get heardMs(): number {
    return this.sound ? Math.max(this.eventMs, this.stream?.heardMs() ?? 0) : this.eventMs;
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.stream?.close();
    await this.ended;
  }

  /** One stream after the other: after any failure all is asked for anew. */
  private async keep(): Promise<void> {
    const { symbol, onTrouble } = this.options;
    let pause = RETRY_FIRST_MS;
    while (!this.stopped.signal.aborted) {
      try {
        await this.listen();
      } catch (error) {
        if (this.stopped.signal.aborted) return;
        onTrouble(`${symbol}: ${error instanceof Error ? error.message : String(error)}`);
      }
      pause = this.sound ? RETRY_FIRST_MS : Math.min(pause * 2, RETRY_MAX_MS);
      this.sound = false;
      await this.sleep(pause);
    }
  }

  private async listen(): Promise<void> {
    const { exchange, symbol } = this.options;
    const stream = await exchange.open(symbol);
    this.stream = stream;
    try {
      await Promise.all([this.books(stream), this.trades(stream)]);
    } finally {
      this.stream = null;
      await stream.close();
    }
  }

  /** A book is read before anything else is awaited: the library goes on to change it. */
  private async books(stream: UpstreamStream): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const event = this.bookEvent(await stream.nextBook());
      const [bid, ask] = [event.bids[0], event.asks[0]];
      if (bid !== undefined && ask !== undefined && bid[0] >= ask[0]) {
        throw new Error(`the book is crossed: ${bid[0]} ticks are bid, ${ask[0]} asked`);
      }
      this.sound = true;
      this.tell(event);
    }
  }

  private async trades(stream: UpstreamStream): Promise<void> {
    while (!this.stopped.signal.aborted) {
      for (const trade of await stream.nextTrades()) this.trade(trade);
    }
  }

  private trade({ id, timestamp, side, price, amount }: UpstreamTrade): void {
    if (price === undefined || amount === undefined) return;
    const known = id ?? `${timestamp} ${side} ${price} ${amount}`;
    if (this.ids.has(known)) return;
    this.ids.add(known);
    if (this.ids.size > IDS_MAX) this.ids.delete(this.ids.values().next().value ?? '');
    const taker = side === 'sell' ? Side.sell : Side.buy;
    const { scales, now } = this.options;
    const [ticks, lots] = ticksAndLots(price, amount, scales, taker === Side.buy);
    if (ticks === 0) return;
    const timeMs = timestamp ?? now();
    this.tell({ kind: 'print', timeMs, side: taker, price: ticks, quantity: lots });
  }

  /** Its time stamp is that of the newest thing in it. */
  private bookEvent({ timestamp, bids, asks }: UpstreamBook): FeedEvent & { kind: 'book' } {
    const { scales, now } = this.options;
    const levels = (rows: UpstreamBook['bids'], up: boolean): PriceLevel[] => {
      const read: PriceLevel[] = [];
      for (const [price = 0, quantity = 0] of rows) {
        const level = ticksAndLots(price, quantity, scales, up);
        if (level[0] > 0 && level[1] > 0) read.push(level);
      }
      return read;
    };
    const timeMs = (timestamp ?? now()) + 1;
    return { kind: 'book', timeMs, bids: levels(bids, false), asks: levels(asks, true) };
  }

  private tell(event: FeedEvent): void {
    this.eventMs = this.options.now();
    this.options.onEvent(event);
  }

  private sleep(ms: number): Promise<void> {
    const { signal } = this.stopped;
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
  }
}
