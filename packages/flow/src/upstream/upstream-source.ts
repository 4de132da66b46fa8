/**
 * Another exchange's public market, traded on paper as it happens. What stood when it was last heard
 * is compared with each new book, so a gap, a reconnect or a restart only takes out, cuts and enters
 * what differs. An instrument of which nothing is heard is stale until its next book.
 */
import { GhostSteps } from '@halcyon/domain';
import { ghostCommands } from '../ghost-commands.ts';
import type { FeedEvent } from '../l2/feed-event.ts';
import { L2Translator, OrderNumbers } from '../l2/l2-translator.ts';
import { TimeOrder } from '../l2/time-order.ts';
import type {
  FlowHost,
  FlowInstrument,
  FlowPosition,
  FlowSource,
  StandingGhost,
} from '../source.ts';
import type { UpstreamExchange } from './upstream-exchange.ts';
import { UpstreamFeed } from './upstream-feed.ts';

/** Prints come at most this much later than the book they are in, ms. */
const DISORDER_MS = 250;

/** An instrument by its coins, as the upstream names it. */
export interface UpstreamInstrument extends FlowInstrument {
  /** Unified symbol, `BTC/USDT`. */
  readonly unified: string;
}

export interface UpstreamOptions {
  readonly exchange: UpstreamExchange;
  readonly instruments: readonly UpstreamInstrument[];
  readonly position: FlowPosition;
  /** Ghosts that stand, in the order of their queues. */
  readonly standing: readonly StandingGhost[];
  readonly host: FlowHost;
  /** An instrument is stale when nothing was heard for this long, ms. */
  readonly staleMs: number;
  /** Unix ms. */
  readonly now: () => number;
}

interface Followed {
  readonly instrument: UpstreamInstrument;
  readonly translator: L2Translator;
  readonly order: TimeOrder<FeedEvent>;
  readonly feed: UpstreamFeed;
  idle: NodeJS.Timeout | undefined;
  stale: boolean;
  troubled: boolean;
}

export class UpstreamSource implements FlowSource {
  private readonly options: UpstreamOptions;
  private readonly followed: readonly Followed[];
  private readonly watch: NodeJS.Timeout;
  private readonly began: number;
  private position: number;
  private waiting = new GhostSteps();
  private waitingMs = 0;
  private submitting: Promise<void> | null = null;
  private closed = false;

  /** Symbols of which nothing was heard in time, or nothing yet. */
  get stale(): string[] {
    const stale = this.followed.filter((each) => each.stale);
    return stale.map(({ instrument }) => instrument.symbol);
  }

  /** Whether it has listened for less than the time after which silence counts. */
  get starting(): boolean {
    const { now, staleMs } = this.options;
    return now() - this.began <= staleMs;
  }

  /** Begins to listen. */
  constructor(options: UpstreamOptions) {
    this.options = options;
    this.position = options.position.liveSeq;
    const numbers = new OrderNumbers(options.position.lastOrder);
    this.followed = options.instruments.map((instrument) => this.follow(instrument, numbers));
    this.watch = setInterval(() => this.look(), Math.ceil(options.staleMs / 4));
    this.began = options.now();
    this.waitingMs = this.began;
    this.submit();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.watch);
    for (const { idle } of this.followed) clearTimeout(idle);
    await Promise.all(this.followed.map(({ feed }) => feed.close()));
    await this.submitting;
  }

  private follow(instrument: UpstreamInstrument, numbers: OrderNumbers): Followed {
    const { exchange, standing, now } = this.options;
    const translator = new L2Translator(instrument.id, numbers);
    for (const ghost of standing) {
      if (ghost.instrument !== instrument.id) continue;
      translator.adopt(ghost.side, ghost.price, ghost.order, ghost.remaining);
    }
    const feed = new UpstreamFeed({
      exchange,
      symbol: instrument.unified,
      scales: instrument,
      now,
      onEvent: (event) => this.hear(followed, event),
      onTrouble: (problem) => this.trouble(followed, problem),
    });
    this.waiting.feed(instrument.id, true);
    const followed: Followed = {
      instrument,
      translator,
      order: new TimeOrder(),
      feed,
      idle: undefined,
      // Until the first book, also where an earlier run had left it sound.
      stale: true,
      troubled: false,
    };
    return followed;
  }

  private hear(followed: Followed, event: FeedEvent): void {
    if (this.closed) return;
    const { order } = followed;
    order.push(event);
    this.release(followed, DISORDER_MS);
    clearTimeout(followed.idle);
    followed.idle = setTimeout(() => this.release(followed, Number.NEGATIVE_INFINITY), DISORDER_MS);
  }

  private release(followed: Followed, withinMs: number): void {
    for (const event of followed.order.due(withinMs)) {
      followed.translator.apply(event, this.waiting);
      this.waitingMs = event.timeMs;
      if (event.kind === 'print') continue;
      if (followed.troubled)
        this.options.host.warn(`${followed.instrument.symbol}: followed again`);
      followed.troubled = false;
      this.setStale(followed, false);
    }
    this.submit();
  }

  private trouble(followed: Followed, problem: string): void {
    if (followed.troubled) return;
    followed.troubled = true;
    this.options.host.warn(`upstream ${problem}; connecting again`);
  }

  /** Looks for instruments of which nothing was heard. */
  private look(): void {
    const { now, staleMs } = this.options;
    for (const each of this.followed) {
      if (now() - each.feed.heardMs > staleMs) this.setStale(each, true);
    }
    this.submit();
  }

  private setStale(followed: Followed, stale: boolean): void {
    if (followed.stale === stale) return;
    followed.stale = stale;
    this.waiting.feed(followed.instrument.id, stale);
    this.waitingMs = this.options.now();
    const { symbol } = followed.instrument;
    this.options.host.warn(stale ? `${symbol}: the upstream is stale` : `${symbol}: fresh again`);
  }

  /** One submission at a time; what comes meanwhile goes with the next. */
  private submit(): void {
    if (this.submitting !== null || this.closed || this.waiting.numbers.length === 0) return;
    this.position += 1;
    const commands = ghostCommands(this.waiting, this.position, this.waitingMs);
    this.waiting = new GhostSteps();
    this.submitting = this.options.host.submit(commands).then(
      () => {
        this.submitting = null;
        this.submit();
      },
      (error: unknown) => {
        this.closed = true;
        this.options.host.warn(`the upstream is not followed any more: ${error}`);
      },
    );
  }
}
