/**
 * From a public feed of levels and prints (L2) to ghost orders. Who stands in a queue is not public:
 * each level is a queue of supposed orders, by these rules.
 *
 * - A level that has grown: one new order of the difference, at the end of the queue.
 * - A level that has shrunk without a print: the newest order of exactly that size was taken out; when
 *   there is none, the newest orders were, the last of them in part. So a cancel never brings a paper
 *   order forward while it could have been behind it: what it has ahead goes by trading, or when no
 *   more than it is left of the level.
 * - A print: an immediate-or-cancel order of its size at its price, which takes from the front of the
 *   queue. What stood at better prices had gone before, or it would have traded first. A print larger
 *   than the level met orders that came and went between two updates: of these there is no ghost.
 * - A print older than the book is in it already: it counts for the last price alone.
 *
 * Orders are numbered upwards and belong to two users, makers and takers, who may trade with anyone.
 * The same events give the same steps.
 */
import {
  assert,
  type GhostSteps,
  type GhostTerms,
  OrderType,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type { BookEvent, DepthEvent, FeedEvent, PriceLevel, PrintEvent } from './feed-event.ts';
import { LevelQueues } from './level-queues.ts';

/** Who the supposed orders belong to: numbers that no user of a live venue has. */
const MAKERS = 1;
const TAKERS = 2;

/** Gives out the numbers of supposed orders; instruments of one source share it. */
export class OrderNumbers {
  private last: number;

  /** @param last highest number that is taken */
  constructor(last: number) {
    this.last = last;
  }

  next(): number {
    this.last += 1;
    return this.last;
  }
}

/** One level that is not as the feed says. */
interface Difference {
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
}

/** One instrument. */
export class L2Translator {
  private readonly instrument: number;
  private readonly numbers: OrderNumbers;
  private readonly queues = [new LevelQueues(Side.buy), new LevelQueues(Side.sell)] as const;
  /** Levels as the feed has told them, by side. */
  private told: readonly [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  /** Prices that prints have changed since, by side. */
  private readonly traded = [new Set<number>(), new Set<number>()] as const;
  /** Time of the book, Unix ms; before the first book no print is younger. */
  private bookTimeMs = Number.POSITIVE_INFINITY;
  private last = 0;
  private sentLast = 0;
  private sentMark = 0;

  constructor(instrument: number, numbers: OrderNumbers) {
    this.instrument = instrument;
    this.numbers = numbers;
  }

  /** Adds what an event means for the paper book. */
  apply(event: FeedEvent, steps: GhostSteps): void {
    if (event.kind === 'print') this.print(event, steps);
    else {
      this.bookTimeMs = event.timeMs;
      this.meet(event.kind === 'book' ? this.replaced(event) : this.changed(event), steps);
    }
    this.price(steps);
  }

  /** Takes in an order of an earlier run that stands in the paper book. */
  adopt(side: Side, price: number, order: number, left: number): void {
    this.queues[side].join(price, order, left);
  }

  /** The supposed book as one event: what a translator has to be told to go on from here. */
  get book(): BookEvent {
    const levels = (side: Side): PriceLevel[] => {
      const queues = this.queues[side];
      return queues.levels().map((price) => [price, queues.total(price)]);
    };
    const { bookTimeMs: timeMs } = this;
    return { kind: 'book', timeMs, bids: levels(Side.buy), asks: levels(Side.sell) };
  }

  private print({ timeMs, side, price, quantity }: PrintEvent, steps: GhostSteps): void {
    this.last = price;
    if (timeMs < this.bookTimeMs || quantity === 0) return;
    const makers = side === Side.buy ? Side.sell : Side.buy;
    this.clear(makers, (at) => this.queues[makers].isBetter(at, price), steps);
    this.clear(side, (at) => !this.queues[side].isBetter(price, at), steps);
    const terms = termsOf(side, TimeInForce.ioc);
    const order = this.numbers.next();
    const { instrument } = this;
    steps.place({ order, user: TAKERS, instrument, terms, price, quantity }, 0);
    this.take(makers, price, quantity, steps);
  }

  /** Takes lots from the front of a queue. */
  private take(side: Side, price: number, quantity: number, steps: GhostSteps): void {
    const queues = this.queues[side];
    let wanted = quantity;
    for (let first = queues.at(price)[0]; first !== undefined && wanted > 0; ) {
      const taken = Math.min(wanted, first.left);
      wanted -= taken;
      first.left -= taken;
      steps.traded(first.order, first.left);
      if (first.left > 0) break;
      queues.leave(price, 0);
      first = queues.at(price)[0];
    }
    this.traded[side].add(price);
  }

  /** Ends all orders at the best prices for which `gone` holds. */
  private clear(side: Side, gone: (price: number) => boolean, steps: GhostSteps): void {
    const queues = this.queues[side];
    for (let { best } = queues; best !== 0 && gone(best); { best } = queues) {
      this.traded[side].add(best);
      while (queues.at(best).length > 0) steps.ended(queues.leave(best, 0).order);
    }
  }

  /** All prices at which the whole book may differ from what was supposed. */
  private replaced({ bids, asks }: { bids: readonly PriceLevel[]; asks: readonly PriceLevel[] }) {
    this.told = [totals(bids), totals(asks)];
    return [Side.buy, Side.sell].flatMap((side) => {
      this.traded[side].clear();
      return this.differences(side, [...this.queues[side].levels(), ...this.told[side].keys()]);
    });
  }

  private changed(event: DepthEvent): Difference[] {
    const changes = [event.bids, event.asks] as const;
    return [Side.buy, Side.sell].flatMap((side) => {
      const told = this.told[side];
      const prices = new Set(this.traded[side]);
      this.traded[side].clear();
      for (const [price, quantity] of changes[side]) {
        if (quantity === 0) told.delete(price);
        else told.set(price, quantity);
        prices.add(price);
      }
      return this.differences(side, prices);
    });
  }

  private differences(side: Side, prices: Iterable<number>): Difference[] {
    const told = this.told[side];
    return [...new Set(prices)].map((price) => ({ side, price, quantity: told.get(price) ?? 0 }));
  }

  /** Makes the supposed levels what they should be: what goes first, so that nothing crosses. */
  private meet(differences: readonly Difference[], steps: GhostSteps): void {
    const grown: Difference[] = [];
    for (const { side, price, quantity } of differences) {
      const more = quantity - this.queues[side].total(price);
      if (more > 0) grown.push({ side, price, quantity: more });
      else if (more < 0) this.shrink(side, price, -more, steps);
    }
    for (const { side, price, quantity } of grown) this.grow(side, price, quantity, steps);
  }

  private grow(side: Side, price: number, quantity: number, steps: GhostSteps): void {
    const order = this.numbers.next();
    const { instrument } = this;
    const terms = termsOf(side, TimeInForce.gtc);
    steps.place({ order, user: MAKERS, instrument, terms, price, quantity }, 0);
    steps.rested(order, quantity);
    this.queues[side].join(price, order, quantity);
  }

  private shrink(side: Side, price: number, lots: number, steps: GhostSteps): void {
    const queues = this.queues[side];
    const exact = queues.at(price).findLastIndex(({ left }) => left === lots);
    if (exact >= 0) {
      steps.ended(queues.leave(price, exact).order);
      return;
    }
    let less = lots;
    while (less > 0) {
      const index = queues.at(price).length - 1;
      const newest = queues.at(price)[index];
      assert(newest !== undefined, `a level shrinks by ${lots} lots that it does not have`);
      if (newest.left > less) {
        newest.left -= less;
        steps.traded(newest.order, newest.left);
        return;
      }
      less -= newest.left;
      steps.ended(queues.leave(price, index).order);
    }
  }

  /** Tells last and mark price when one of them is new. */
  private price(steps: GhostSteps): void {
    const bid = this.queues[Side.buy].best;
    const ask = this.queues[Side.sell].best;
    const middle = bid === 0 || ask === 0 ? this.last : Math.floor((bid + ask) / 2);
    const last = this.last === 0 ? middle : this.last;
    const mark = bid === 0 || ask === 0 ? last : Math.min(Math.max(last, bid), Math.max(bid, ask));
    if (last === 0 || (last === this.sentLast && mark === this.sentMark)) return;
    this.sentLast = last;
    this.sentMark = mark;
    steps.prices(this.instrument, last, mark);
  }
}

function totals(levels: readonly PriceLevel[]): Map<number, number> {
  const by = new Map<number, number>();
  for (const [price, quantity] of levels) {
    if (quantity > 0) by.set(price, (by.get(price) ?? 0) + quantity);
  }
  return by;
}

function termsOf(side: Side, timeInForce: TimeInForce): GhostTerms {
  const { none } = SelfTrade;
  return { side, type: OrderType.limit, timeInForce, selfTrade: none, keptPlace: false };
}
