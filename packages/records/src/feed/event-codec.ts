/**
 * Events on their way to the worker. The frequent kinds are written as 64-bit words into one buffer
 * that is handed over, which costs the engine's thread a tenth of cloning the objects; the others
 * travel as objects. Nothing here is stored: both sides are always the same version.
 */
import type {
  Event,
  OrderAmendedEvent,
  OrderDoneEvent,
  OrderOpenedEvent,
  PostingEvent,
  TradeEvent,
} from '@halcyon/domain';
import { assert, EventKind } from '@halcyon/domain';

/** A run of encoded events; `words` is transferred, not copied. */
export interface EncodedEvents {
  /** Events inside. */
  readonly count: number;
  readonly words: Float64Array<ArrayBuffer>;
  readonly texts: readonly string[];
  readonly objects: readonly Event[];
}

/** Word that stands for "the next one of `objects`". */
const OBJECT = 0;
const WORDS_START = 1024;
/** The longest encoding of one event, in words. */
const EVENT_WORDS_MAX = 24;

/** Gathers events and gives them away as one block. */
export class EventEncoder {
  #buffer = new ArrayBuffer(WORDS_START * 8);
  #words = new Float64Array(this.#buffer);
  #wide = new BigInt64Array(this.#buffer);
  #length = 0;
  #count = 0;
  #texts: string[] = [];
  #objects: Event[] = [];

  /** Events gathered. */
  get count(): number {
    return this.#count;
  }

  /** Adds an event; it may be reused by the caller afterwards only if it is of a frequent kind. */
  add(event: Event): void {
    if (this.#length + EVENT_WORDS_MAX > this.#words.length) this.#grow();
    this.#count += 1;
    switch (event.kind) {
      case EventKind.trade:
        this.#trade(event);
        return;
      case EventKind.orderOpened:
        this.#orderOpened(event);
        return;
      case EventKind.orderDone:
        this.#orderDone(event);
        return;
      case EventKind.orderAmended:
        this.#orderAmended(event);
        return;
      case EventKind.posting:
        this.#posting(event);
        return;
      default:
        this.#words[this.#length++] = OBJECT;
        this.#objects.push(event);
    }
  }

  /** Gives away what was gathered and starts anew. */
  take(): EncodedEvents {
    const taken = {
      count: this.#count,
      words: this.#words.slice(0, this.#length),
      texts: this.#texts,
      objects: this.#objects,
    };
    this.#length = 0;
    this.#count = 0;
    this.#texts = [];
    this.#objects = [];
    return taken;
  }

  #grow(): void {
    const words = new Float64Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    this.#buffer = words.buffer;
    this.#wide = new BigInt64Array(this.#buffer);
  }

  #head(event: Event): void {
    const words = this.#words;
    words[this.#length++] = event.kind;
    words[this.#length++] = event.seq;
    words[this.#length++] = event.time;
  }

  #trade(event: TradeEvent): void {
    this.#head(event);
    const words = this.#words;
    let at = this.#length;
    words[at++] = event.instrument;
    words[at++] = event.trade;
    words[at++] = event.price;
    words[at++] = event.quantity;
    words[at++] = event.quote;
    words[at++] = event.takerSide;
    words[at++] = event.makerOrder;
    words[at++] = event.takerOrder;
    words[at++] = event.makerAccount;
    words[at++] = event.takerAccount;
    words[at++] = event.makerFee;
    words[at++] = event.takerFee;
    words[at++] = event.makerRemaining;
    words[at++] = event.takerRemaining;
    this.#length = at;
  }

  #orderOpened(event: OrderOpenedEvent): void {
    this.#head(event);
    const words = this.#words;
    let at = this.#length;
    words[at++] = event.order;
    words[at++] = event.account;
    words[at++] = event.instrument;
    words[at++] = event.side;
    words[at++] = event.type;
    words[at++] = event.timeInForce;
    words[at++] = event.selfTrade;
    words[at++] = event.price;
    words[at++] = event.quantity;
    words[at++] = event.quoteAmount;
    words[at++] = event.clientId === '' ? -1 : this.#texts.push(event.clientId) - 1;
    words[at++] = event.plan;
    words[at++] = event.takeProfitTrigger;
    words[at++] = event.takeProfitPrice;
    words[at++] = event.stopLossTrigger;
    words[at++] = event.stopLossPrice;
    this.#length = at;
  }

  #orderDone(event: OrderDoneEvent): void {
    this.#head(event);
    const words = this.#words;
    let at = this.#length;
    words[at++] = event.order;
    words[at++] = event.account;
    words[at++] = event.instrument;
    words[at++] = event.reason;
    words[at++] = event.remaining;
    this.#length = at;
  }

  #orderAmended(event: OrderAmendedEvent): void {
    this.#head(event);
    const words = this.#words;
    let at = this.#length;
    words[at++] = event.order;
    words[at++] = event.account;
    words[at++] = event.instrument;
    words[at++] = event.price;
    words[at++] = event.quantity;
    words[at++] = event.remaining;
    words[at++] = event.keptPlace ? 1 : 0;
    this.#length = at;
  }

  #posting(event: PostingEvent): void {
    this.#head(event);
    const words = this.#words;
    const wide = this.#wide;
    let at = this.#length;
    words[at++] = event.account;
    words[at++] = event.asset;
    words[at++] = event.reason;
    words[at++] = event.reference;
    wide[at++] = event.availableDelta;
    wide[at++] = event.heldDelta;
    wide[at++] = event.available;
    wide[at++] = event.held;
    words[at++] = event.fee;
    words[at++] = event.instrument;
    this.#length = at;
  }
}

/** The events that were encoded, in order. */
export function decodeEvents(encoded: EncodedEvents): Event[] {
  return new EventDecoder(encoded).all();
}

class EventDecoder {
  readonly #words: Float64Array;
  readonly #wide: BigInt64Array;
  readonly #texts: readonly string[];
  readonly #objects: readonly Event[];
  readonly #count: number;
  #at = 0;
  #object = 0;

  constructor(encoded: EncodedEvents) {
    this.#words = encoded.words;
    this.#wide = new BigInt64Array(encoded.words.buffer, 0, encoded.words.length);
    this.#texts = encoded.texts;
    this.#objects = encoded.objects;
    this.#count = encoded.count;
  }

  all(): Event[] {
    const events = new Array<Event>(this.#count);
    for (let i = 0; i < this.#count; i++) events[i] = this.#next();
    assert(this.#at === this.#words.length, 'records feed: words are left over');
    return events;
  }

  #next(): Event {
    const kind = this.#word();
    if (kind === OBJECT) {
      const event = this.#objects[this.#object++];
      assert(event !== undefined, 'records feed: an object is missing');
      return event;
    }
    const seq = this.#word();
    const time = this.#word();
    switch (kind) {
      case EventKind.trade:
        return this.#trade(seq, time);
      case EventKind.orderOpened:
        return this.#orderOpened(seq, time);
      case EventKind.orderDone:
        return this.#orderDone(seq, time);
      case EventKind.orderAmended:
        return this.#orderAmended(seq, time);
      default:
        assert(kind === EventKind.posting, `records feed: kind ${kind} is not encoded`);
        return this.#posting(seq, time);
    }
  }

  #word(): number {
    return this.#words[this.#at++] as number;
  }

  /** A small enumeration's value; it was one when it was encoded. */
  #code<T extends number>(): T {
    return this.#word() as T;
  }

  #bigint(): bigint {
    return this.#wide[this.#at++] as bigint;
  }

  #text(): string {
    const index = this.#word();
    return index < 0 ? '' : (this.#texts[index] as string);
  }

  #trade(seq: number, time: number): TradeEvent {
    return {
      kind: EventKind.trade,
      seq,
      time,
      instrument: this.#word(),
      trade: this.#word(),
      price: this.#word(),
      quantity: this.#word(),
      quote: this.#word(),
      takerSide: this.#code(),
      makerOrder: this.#word(),
      takerOrder: this.#word(),
      makerAccount: this.#word(),
      takerAccount: this.#word(),
      makerFee: this.#word(),
      takerFee: this.#word(),
      makerRemaining: this.#word(),
      takerRemaining: this.#word(),
    };
  }

  #orderOpened(seq: number, time: number): OrderOpenedEvent {
    return {
      kind: EventKind.orderOpened,
      seq,
      time,
      order: this.#word(),
      account: this.#word(),
      instrument: this.#word(),
      side: this.#code(),
      type: this.#code(),
      timeInForce: this.#code(),
      selfTrade: this.#code(),
      price: this.#word(),
      quantity: this.#word(),
      quoteAmount: this.#word(),
      clientId: this.#text(),
      plan: this.#word(),
      takeProfitTrigger: this.#word(),
      takeProfitPrice: this.#word(),
      stopLossTrigger: this.#word(),
      stopLossPrice: this.#word(),
    };
  }

  #orderDone(seq: number, time: number): OrderDoneEvent {
    return {
      kind: EventKind.orderDone,
      seq,
      time,
      order: this.#word(),
      account: this.#word(),
      instrument: this.#word(),
      reason: this.#code(),
      remaining: this.#word(),
    };
  }

  #orderAmended(seq: number, time: number): OrderAmendedEvent {
    return {
      kind: EventKind.orderAmended,
      seq,
      time,
      order: this.#word(),
      account: this.#word(),
      instrument: this.#word(),
      price: this.#word(),
      quantity: this.#word(),
      remaining: this.#word(),
      keptPlace: this.#word() === 1,
    };
  }

  #posting(seq: number, time: number): PostingEvent {
    return {
      kind: EventKind.posting,
      seq,
      time,
      account: this.#word(),
      asset: this.#word(),
      reason: this.#code(),
      reference: this.#word(),
      availableDelta: this.#bigint(),
      heldDelta: this.#bigint(),
      available: this.#bigint(),
      held: this.#bigint(),
      fee: this.#word(),
      instrument: this.#word(),
    };
  }
}
