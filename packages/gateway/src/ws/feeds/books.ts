/**
 * Order books. `books` sends all levels once and then what changed, each message naming the one
 * before it (`pseq`) and the checksum of the best 25 levels a side after it. `books1`, `books5` and
 * `books15` send the best levels whole.
 */
import { type Instrument, Side } from '@halcyon/domain';
import { bookChecksum } from '@halcyon/protocol';
import type { BookView, LevelView } from '@halcyon/views';
import type { Connection } from '../connection.ts';
import { wireLevel } from '../rows.ts';
import type { Topic } from '../topic.ts';
import { Feed, type FeedHost } from './feed.ts';
import { Throttle } from './throttle.ts';

/** Levels a side that the checksum covers. */
const CHECKSUM_LEVELS = 25;

function levelsJson(levels: readonly (readonly [string, string])[]): string {
  let text = '';
  for (const [price, size] of levels) text += `${text === '' ? '' : ','}["${price}","${size}"]`;
  return `[${text}]`;
}

interface BookMessage {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
  readonly checksum: number;
  readonly seq: number;
  readonly pseq: number;
  readonly time: number;
}

function bookJson(message: BookMessage): string {
  const { bids, asks, checksum, seq, pseq, time } = message;
  const levels = `"asks":${levelsJson(asks)},"bids":${levelsJson(bids)}`;
  return `{${levels},"checksum":${checksum},"seq":${seq},"pseq":${pseq},"ts":"${time}"}`;
}

/** What the subscribers of `books` were told of one side: lots by price. */
type Told = Map<number, number>;

/** The `books` channel of one instrument. */
export class BookFeed extends Feed {
  readonly #instrument: Instrument;
  readonly #book: BookView;
  readonly #pace: Throttle;
  readonly #told: readonly [Told, Told] = [new Map(), new Map()];
  readonly #changed: readonly [Set<number>, Set<number>] = [new Set(), new Set()];
  /** Sequence of the last message; -1 = nobody has been told anything. */
  #seq = -1;
  #snapshot = '';
  #snapshotSeq = -1;

  /** @param intervalMs shortest time between two updates */
  constructor(
    host: FeedHost,
    instrument: Instrument,
    intervalMs: number,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, false, onIdle);
    this.#instrument = instrument;
    this.#book = host.views.book(instrument.id);
    this.#pace = new Throttle(host.clock, intervalMs, () => this.#push());
  }

  /** A level changed; its new total is read when the update is made. End with `changed`. */
  levelChanged(side: Side, price: number): void {
    this.#changed[side].add(price);
  }

  /** All levels of a commit are told: not before, since the checksum is of the whole book. */
  changed(): void {
    this.#pace.request();
  }

  /** Existing subscribers get what is put off, so that old and new ones stand at one sequence. */
  protected override prepare(): void {
    if (this.#seq === -1) {
      this.#learn(Side.buy, this.#book.bids());
      this.#learn(Side.sell, this.#book.asks());
      this.#seq = this.#book.seq;
    } else {
      this.#pace.catchUp();
    }
  }

  protected override greet(connection: Connection, topic: Topic): void {
    if (this.#snapshotSeq !== this.#seq) {
      const bids = this.#wire(this.#book.bids());
      const asks = this.#wire(this.#book.asks());
      const checksum = bookChecksum(bids, asks);
      const time = this.host.clock.now();
      this.#snapshot = bookJson({ bids, asks, checksum, seq: this.#seq, pseq: 0, time });
      this.#snapshotSeq = this.#seq;
    }
    this.send(connection, topic, this.#snapshot);
  }

  protected override stop(): void {
    this.#pace.stop();
    this.#seq = -1;
    this.#snapshot = '';
    this.#snapshotSeq = -1;
    for (const side of [Side.buy, Side.sell]) {
      this.#told[side].clear();
      this.#changed[side].clear();
    }
  }

  #learn(side: Side, levels: readonly LevelView[]): void {
    for (const level of levels) this.#told[side].set(level.price, level.total);
    this.#changed[side].clear();
  }

  #wire(levels: readonly LevelView[]): (readonly [string, string])[] {
    return levels.map((level) => wireLevel(this.#instrument, level.price, level.total));
  }

  /** Rows of a side that differ from what was told, best first. */
  #differences(side: Side): (readonly [string, string])[] {
    const changed = this.#changed[side];
    const told = this.#told[side];
    const prices = [...changed].sort((a, b) => (side === Side.buy ? b - a : a - b));
    changed.clear();
    const rows: (readonly [string, string])[] = [];
    for (const price of prices) {
      const total = this.#book.total(side, price);
      if (total === (told.get(price) ?? 0)) continue;
      if (total === 0) told.delete(price);
      else told.set(price, total);
      rows.push(wireLevel(this.#instrument, price, total));
    }
    return rows;
  }

  #push(): void {
    const bids = this.#differences(Side.buy);
    const asks = this.#differences(Side.sell);
    if (bids.length + asks.length === 0) return;
    const checksum = bookChecksum(
      this.#wire(this.#book.bids(CHECKSUM_LEVELS)),
      this.#wire(this.#book.asks(CHECKSUM_LEVELS)),
    );
    const seq = this.#book.seq;
    const time = this.host.clock.now();
    this.publish('update', bookJson({ bids, asks, checksum, seq, pseq: this.#seq, time }));
    this.#seq = seq;
  }
}

/** A message without sequence and time, which levels below the shown ones change too. */
function shownPart(message: string): string {
  return message.slice(0, message.lastIndexOf(',"seq":'));
}

/** The best levels of one instrument, whole each time. */
export class TopBookFeed extends Feed {
  readonly #instrument: Instrument;
  readonly #book: BookView;
  readonly #levels: number;
  readonly #pace: Throttle;
  #last = '';

  /** @param levels levels a side: 1, 5 or 15 */
  constructor(
    host: FeedHost,
    instrument: Instrument,
    levels: number,
    intervalMs: number,
    onIdle: (feed: Feed) => void,
  ) {
    super(host, true, onIdle);
    this.#instrument = instrument;
    this.#book = host.views.book(instrument.id);
    this.#levels = levels;
    this.#pace = new Throttle(host.clock, intervalMs, () => this.#push());
  }

  /** Something changed somewhere in the book. */
  changed(): void {
    this.#pace.request();
  }

  protected override prepare(): void {
    this.#pace.catchUp();
  }

  protected override greet(connection: Connection, topic: Topic): void {
    const message = this.#message();
    this.#last = shownPart(message);
    this.send(connection, topic, message);
  }

  protected override stop(): void {
    this.#pace.stop();
    this.#last = '';
  }

  #message(): string {
    const wire = (level: LevelView): readonly [string, string] =>
      wireLevel(this.#instrument, level.price, level.total);
    const bids = this.#book.bids(this.#levels).map(wire);
    const asks = this.#book.asks(this.#levels).map(wire);
    const checksum = bookChecksum(bids, asks);
    const time = this.host.clock.now();
    return bookJson({ bids, asks, checksum, seq: this.#book.seq, pseq: 0, time });
  }

  #push(): void {
    const message = this.#message();
    const shown = shownPart(message);
    if (shown === this.#last) return;
    this.#last = shown;
    this.publish('snapshot', message);
  }
}
