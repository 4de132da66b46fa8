/**
 * The core's output: events as rows of 16 eight-byte lanes in one growing buffer, so that nothing is
 * allocated per event on the hot path. Readers get plain `Event` objects from `decode`.
 *
 * Lanes: 0 kind, 1 seq, 2 time, 3… payload. Whole numbers are stored as doubles, balances as the raw
 * 64-bit integers. Events that are rare (`push`) are kept as objects; their row holds the index.
 *
 * `chain` is a rolling 32-bit hash of what matters in every hot row (prices, quantities, balances and
 * level totals after the change). Two runs with equal chains said the same things in the same order.
 */
import { assertNever } from './assert.ts';
import {
  type Event,
  EventKind,
  type LevelEvent,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderOpenedEvent,
  type OrderRestedEvent,
  type PostingEvent,
  type SelfTradePreventedEvent,
  type TradeEvent,
} from './events.ts';
import type { DoneReason, OrderType, SelfTrade, Side, TimeInForce } from './orders.ts';

const LANES = 16;
const ROWS_INITIAL = 4_096;
const OBJECT_ROW = 0;

/** Writer and reader of event rows; one per core. */
export class EventLog {
  /** Rows written since the last reset. */
  count = 0;
  /** Rolling hash over everything ever written. */
  chain = 0;
  private rows = ROWS_INITIAL;
  private f64 = new Float64Array(ROWS_INITIAL * LANES);
  private i32 = new Int32Array(this.f64.buffer);
  private i64 = new BigInt64Array(this.f64.buffer);
  private strings: string[] = [];
  private objects: Event[] = [];
  private seq = 0;
  private time = 0;

  /** Stamps the rows that follow with the command they come from. */
  begin(seq: number, time: number): void {
    this.seq = seq;
    this.time = time;
  }

  /** Forgets the rows (after they were published); the hash goes on. */
  reset(): void {
    this.count = 0;
    if (this.strings.length > 0) this.strings = [];
    if (this.objects.length > 0) this.objects = [];
  }

  trade(
    instrumentSide: number,
    trade: number,
    price: number,
    quantity: number,
    quote: number,
    makerOrder: number,
    takerOrder: number,
    makerAccount: number,
    takerAccount: number,
    makerFee: number,
    takerFee: number,
    makerRemaining: number,
    takerRemaining: number,
  ): void {
    const i = this.row(EventKind.trade);
    const f = this.f64;
    f[i + 3] = instrumentSide;
    f[i + 4] = trade;
    f[i + 5] = price;
    f[i + 6] = quantity;
    f[i + 7] = quote;
    f[i + 8] = makerOrder;
    f[i + 9] = takerOrder;
    f[i + 10] = makerAccount;
    f[i + 11] = takerAccount;
    f[i + 12] = makerFee;
    f[i + 13] = takerFee;
    f[i + 14] = makerRemaining;
    f[i + 15] = takerRemaining;
    this.mix(price, quantity);
    this.mix(makerOrder, takerOrder);
  }

  orderOpened(
    instrumentSide: number,
    order: number,
    account: number,
    flags: number,
    price: number,
    quantity: number,
    quoteAmount: number,
    clientId: string,
    plan: number,
    attached: AttachedPrices | null,
  ): void {
    const i = this.row(EventKind.orderOpened);
    const f = this.f64;
    f[i + 3] = instrumentSide;
    f[i + 4] = order;
    f[i + 5] = account;
    f[i + 6] = flags;
    f[i + 7] = price;
    f[i + 8] = quantity;
    f[i + 9] = quoteAmount;
    f[i + 10] = this.text(clientId);
    f[i + 11] = plan;
    f[i + 12] = attached === null ? 0 : attached.takeProfitTrigger;
    f[i + 13] = attached === null ? 0 : attached.takeProfitPrice;
    f[i + 14] = attached === null ? 0 : attached.stopLossTrigger;
    f[i + 15] = attached === null ? 0 : attached.stopLossPrice;
    this.mix(order, price);
    this.mix(account, quantity);
  }

  orderRested(order: number, account: number, remaining: number): void {
    const i = this.row(EventKind.orderRested);
    this.f64[i + 3] = order;
    this.f64[i + 4] = account;
    this.f64[i + 5] = remaining;
    this.mix(order, remaining);
  }

  orderDone(
    order: number,
    account: number,
    instrument: number,
    reason: number,
    remaining: number,
  ): void {
    const i = this.row(EventKind.orderDone);
    const f = this.f64;
    f[i + 3] = order;
    f[i + 4] = account;
    f[i + 5] = instrument;
    f[i + 6] = reason;
    f[i + 7] = remaining;
    this.mix(order, remaining);
    this.mix(reason, account);
  }

  orderAmended(
    order: number,
    account: number,
    instrument: number,
    price: number,
    quantity: number,
    remaining: number,
    keptPlace: boolean,
  ): void {
    const i = this.row(EventKind.orderAmended);
    const f = this.f64;
    f[i + 3] = order;
    f[i + 4] = account;
    f[i + 5] = instrument;
    f[i + 6] = price;
    f[i + 7] = quantity;
    f[i + 8] = remaining;
    f[i + 9] = keptPlace ? 1 : 0;
    this.mix(order, price);
    this.mix(quantity, remaining);
  }

  level(instrumentSide: number, price: number, total: number, orders: number): void {
    const i = this.row(EventKind.level);
    const f = this.f64;
    f[i + 3] = instrumentSide;
    f[i + 4] = price;
    f[i + 5] = total;
    f[i + 6] = orders;
    this.mix(price, total);
  }

  /** `words` and `at` name the two 64-bit balances (available, held) in the ledger's storage. */
  posting(
    account: number,
    asset: number,
    reason: number,
    reference: number,
    availableDelta: number,
    heldDelta: number,
    words: Int32Array,
    at: number,
    fee: number,
    instrument: number,
  ): void {
    const i = this.row(EventKind.posting);
    const f = this.f64;
    const w = this.i32;
    f[i + 3] = account;
    f[i + 4] = asset * 16 + reason;
    f[i + 5] = reference;
    f[i + 6] = availableDelta;
    f[i + 7] = heldDelta;
    const j = i * 2 + 16;
    w[j] = words[at]!;
    w[j + 1] = words[at + 1]!;
    w[j + 2] = words[at + 2]!;
    w[j + 3] = words[at + 3]!;
    f[i + 10] = fee;
    f[i + 11] = instrument;
    let h = Math.imul(this.chain ^ words[at]!, 0x85ebca6b);
    h = Math.imul(h ^ words[at + 2]! ^ (h >>> 15), 0xc2b2ae35);
    this.chain = h ^ words[at + 1]! ^ account;
  }

  selfTradePrevented(
    instrument: number,
    makerOrder: number,
    takerOrder: number,
    price: number,
    quantity: number,
    mode: number,
  ): void {
    const i = this.row(EventKind.selfTradePrevented);
    const f = this.f64;
    f[i + 3] = instrument;
    f[i + 4] = makerOrder;
    f[i + 5] = takerOrder;
    f[i + 6] = price;
    f[i + 7] = quantity;
    f[i + 8] = mode;
    this.mix(makerOrder, takerOrder);
  }

  /** A rare event, kept as an object. */
  push(event: Event): void {
    const i = this.row(OBJECT_ROW);
    this.f64[i + 3] = this.objects.length;
    this.objects.push(event);
    this.mix(event.kind, event.seq);
  }

  /** The rows since the last reset as objects, in order. */
  decode(): Event[] {
    const events: Event[] = new Array(this.count);
    for (let row = 0; row < this.count; row++) events[row] = this.read(row * LANES);
    return events;
  }

  private text(value: string): number {
    if (value === '') return -1;
    this.strings.push(value);
    return this.strings.length - 1;
  }

  private mix(a: number, b: number): void {
    const h = Math.imul(this.chain ^ (a | 0), 0x85ebca6b);
    this.chain = Math.imul(h ^ (b | 0) ^ (h >>> 15), 0xc2b2ae35);
  }

  private row(kind: number): number {
    if (this.count === this.rows) this.grow();
    const i = this.count * LANES;
    this.count += 1;
    this.f64[i] = kind;
    this.f64[i + 1] = this.seq;
    this.f64[i + 2] = this.time;
    return i;
  }

  private grow(): void {
    this.rows *= 2;
    const f64 = new Float64Array(this.rows * LANES);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = new Int32Array(f64.buffer);
    this.i64 = new BigInt64Array(f64.buffer);
  }

  private read(i: number): Event {
    const kind = this.f64[i] as EventKind | typeof OBJECT_ROW;
    switch (kind) {
      case OBJECT_ROW:
        return this.objects[this.f64[i + 3]!]!;
      case EventKind.trade:
        return this.readTrade(i);
      case EventKind.orderOpened:
        return this.readOpened(i);
      case EventKind.posting:
        return this.readPosting(i);
      case EventKind.level:
        return this.readLevel(i);
      case EventKind.orderRested:
        return this.readRested(i);
      case EventKind.orderDone:
        return this.readDone(i);
      case EventKind.orderAmended:
        return this.readAmended(i);
      case EventKind.selfTradePrevented:
        return this.readPrevented(i);
      default:
        return assertNever(kind as never);
    }
  }

  private readTrade(i: number): TradeEvent {
    const f = this.f64;
    return {
      kind: EventKind.trade,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      instrument: f[i + 3]! >>> 1,
      takerSide: (f[i + 3]! & 1) as Side,
      trade: f[i + 4]!,
      price: f[i + 5]!,
      quantity: f[i + 6]!,
      quote: f[i + 7]!,
      makerOrder: f[i + 8]!,
      takerOrder: f[i + 9]!,
      makerAccount: f[i + 10]!,
      takerAccount: f[i + 11]!,
      makerFee: f[i + 12]!,
      takerFee: f[i + 13]!,
      makerRemaining: f[i + 14]!,
      takerRemaining: f[i + 15]!,
    };
  }

  private readOpened(i: number): OrderOpenedEvent {
    const f = this.f64;
    const flags = f[i + 6]!;
    return {
      kind: EventKind.orderOpened,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      instrument: f[i + 3]! >>> 1,
      side: (f[i + 3]! & 1) as Side,
      order: f[i + 4]!,
      account: f[i + 5]!,
      type: (flags & 1) as OrderType,
      timeInForce: ((flags >>> 1) & 3) as TimeInForce,
      selfTrade: ((flags >>> 3) & 3) as SelfTrade,
      price: f[i + 7]!,
      quantity: f[i + 8]!,
      quoteAmount: f[i + 9]!,
      clientId: f[i + 10]! < 0 ? '' : this.strings[f[i + 10]!]!,
      plan: f[i + 11]!,
      takeProfitTrigger: f[i + 12]!,
      takeProfitPrice: f[i + 13]!,
      stopLossTrigger: f[i + 14]!,
      stopLossPrice: f[i + 15]!,
    };
  }

  private readPosting(i: number): PostingEvent {
    const f = this.f64;
    const packed = f[i + 4]!;
    return {
      kind: EventKind.posting,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      account: f[i + 3]!,
      asset: packed >>> 4,
      reason: (packed & 15) as PostingEvent['reason'],
      reference: f[i + 5]!,
      availableDelta: BigInt(f[i + 6]!),
      heldDelta: BigInt(f[i + 7]!),
      available: this.i64[i + 8]!,
      held: this.i64[i + 9]!,
      fee: f[i + 10]!,
      instrument: f[i + 11]!,
    };
  }

  private readLevel(i: number): LevelEvent {
    const f = this.f64;
    return {
      kind: EventKind.level,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      instrument: f[i + 3]! >>> 1,
      side: (f[i + 3]! & 1) as Side,
      price: f[i + 4]!,
      total: f[i + 5]!,
      orders: f[i + 6]!,
    };
  }

  private readRested(i: number): OrderRestedEvent {
    const f = this.f64;
    return {
      kind: EventKind.orderRested,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      order: f[i + 3]!,
      account: f[i + 4]!,
      remaining: f[i + 5]!,
    };
  }

  private readDone(i: number): OrderDoneEvent {
    const f = this.f64;
    return {
      kind: EventKind.orderDone,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      order: f[i + 3]!,
      account: f[i + 4]!,
      instrument: f[i + 5]!,
      reason: f[i + 6]! as DoneReason,
      remaining: f[i + 7]!,
    };
  }

  private readAmended(i: number): OrderAmendedEvent {
    const f = this.f64;
    return {
      kind: EventKind.orderAmended,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      order: f[i + 3]!,
      account: f[i + 4]!,
      instrument: f[i + 5]!,
      price: f[i + 6]!,
      quantity: f[i + 7]!,
      remaining: f[i + 8]!,
      keptPlace: f[i + 9]! === 1,
    };
  }

  private readPrevented(i: number): SelfTradePreventedEvent {
    const f = this.f64;
    return {
      kind: EventKind.selfTradePrevented,
      seq: f[i + 1]!,
      time: f[i + 2]!,
      instrument: f[i + 3]!,
      makerOrder: f[i + 4]!,
      takerOrder: f[i + 5]!,
      price: f[i + 6]!,
      quantity: f[i + 7]!,
      mode: f[i + 8]! as SelfTrade,
    };
  }
}

/** The four prices of an attached take profit and stop loss, ticks. */
export interface AttachedPrices {
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
}
