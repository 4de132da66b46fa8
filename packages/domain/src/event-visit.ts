/**
 * Reads the rows of an event log without making objects: for replays, where ten million commands
 * would make fifty million of them. What a visitor is shown is overwritten by what comes next.
 */
import { readContractTrade, readMarks, readPosition } from './contract-rows.ts';
import { EventKind } from './event-kinds.ts';
import {
  EventReader,
  type FLAG_BITS as EXPORTED_FLAG_BITS,
  type OWN_TRADE as EXPORTED_OWN_TRADE,
  LANES,
  type RareFields,
  type Row,
} from './event-rows.ts';
import type {
  Event,
  LevelEvent,
  OrderAmendedEvent,
  OrderDoneEvent,
  OrderOpenedEvent,
  OrderRestedEvent,
  TradeEvent,
} from './events.ts';
import { type AccountId, balanceNumber, pocketOf, type SystemAccount } from './ids.ts';
import { readCoinIndex, readLoan } from './loan-rows.ts';
import type { Side } from './orders.ts';

/** What is shown the events of a log, in their order. Nothing may be kept, only copied. */
export interface EventVisitor {
  trade(event: TradeEvent): void;
  orderOpened(event: OrderOpenedEvent): void;
  orderRested(event: OrderRestedEvent): void;
  orderDone(event: OrderDoneEvent): void;
  orderAmended(event: OrderAmendedEvent): void;
  level(event: LevelEvent): void;
  /**
   * What a posting left: `words[at…at+3]` are available and held, two 64-bit integers with the low
   * word first. Of a trade's postings too, after the trade.
   * @param number of the ledger: the asset, in the pocket that the account has for the instrument
   */
  balance(
    seq: number,
    time: number,
    account: AccountId,
    number: number,
    words: Int32Array,
    at: number,
  ): void;
  /** All other kinds; these objects may be kept. */
  rare(event: Event): void;
}

/** The memory of an event log. */
export interface EventMemory {
  readonly f64: Float64Array<ArrayBuffer>;
  /** The same memory. */
  readonly i32: Int32Array<ArrayBuffer>;
  /** Lanes in use. */
  readonly end: number;
  readonly rares: readonly RareFields[];
  readonly objects: readonly Event[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const STAMP: typeof Row.stamp = 0;
const TRADE: typeof Row.trade = 1;
const OPENED: typeof Row.opened = 2;
const DONE: typeof Row.done = 3;
const AMENDED: typeof Row.amended = 4;
const LEVEL: typeof Row.level = 5;
const POSTING: typeof Row.posting = 6;
const RESTED: typeof Row.rested = 8;
const OBJECT: typeof Row.object = 9;
const ENTERED: typeof Row.entered = 10;
const LEFT: typeof Row.left = 11;
const CONTRACT_TRADE: typeof Row.contractTrade = 12;
const POSITION: typeof Row.position = 13;
const CONTRACT_RESTED: typeof Row.contractRested = 14;
const MARKS: typeof Row.marks = 15;
const LOAN: typeof Row.loan = 16;
const COIN_INDEX: typeof Row.coinIndex = 17;
const FLAG_BITS: typeof EXPORTED_FLAG_BITS = 10;
const OWN_TRADE: typeof EXPORTED_OWN_TRADE = 4_194_304;
const BUY: typeof Side.buy = 0;
const FEES: typeof SystemAccount.fees = 1;

/** The events of copied rows as objects. @param count how many there are */
export function readRows(memory: EventMemory, count: number): Event[] {
  return new EventReader(memory.f64, memory.end, memory.rares, memory.objects).read(count);
}

/** Shows rows to one visitor; keep it, its scratch events are used again. */
export class EventWalker {
  declare private readonly visitor: EventVisitor;
  private readonly scratchTrade: Mutable<TradeEvent> = {
    kind: EventKind.trade,
    seq: 0,
    time: 0,
    instrument: 0,
    takerSide: 0,
    trade: 0,
    price: 0,
    quantity: 0,
    quote: 0,
    makerOrder: 0,
    takerOrder: 0,
    makerAccount: 0,
    takerAccount: 0,
    makerFee: 0,
    takerFee: 0,
    makerRemaining: 0,
    takerRemaining: 0,
    own: false,
  };
  private readonly scratchOpened: Mutable<OrderOpenedEvent> = {
    kind: EventKind.orderOpened,
    seq: 0,
    time: 0,
    instrument: 0,
    side: 0,
    order: 0,
    account: 0,
    type: 0,
    timeInForce: 0,
    selfTrade: 0,
    price: 0,
    quantity: 0,
    quoteAmount: 0,
    options: 0,
    clientId: '',
    plan: 0,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
  };
  private readonly scratchRested: Mutable<OrderRestedEvent> = {
    kind: EventKind.orderRested,
    seq: 0,
    time: 0,
    order: 0,
    account: 0,
    remaining: 0,
  };
  private readonly scratchDone: Mutable<OrderDoneEvent> = {
    kind: EventKind.orderDone,
    seq: 0,
    time: 0,
    order: 0,
    account: 0,
    instrument: 0,
    reason: 0,
    remaining: 0,
  };
  private readonly scratchAmended: Mutable<OrderAmendedEvent> = {
    kind: EventKind.orderAmended,
    seq: 0,
    time: 0,
    order: 0,
    account: 0,
    instrument: 0,
    price: 0,
    quantity: 0,
    remaining: 0,
    keptPlace: false,
  };
  private readonly scratchLevel: Mutable<LevelEvent> = {
    kind: EventKind.level,
    seq: 0,
    time: 0,
    instrument: 0,
    side: 0,
    price: 0,
    total: 0,
    orders: 0,
  };
  private seq = 0;
  private time = 0;

  constructor(visitor: EventVisitor) {
    this.visitor = visitor;
  }

  /** Shows all rows. Of prevented self-trades only the effects, which have rows of their own. */
  walk(memory: EventMemory): void {
    const { f64, end } = memory;
    for (let i = 0; i < end; ) {
      const head = f64[i]!;
      const small = Math.floor(head / 32);
      const kind = head - small * 32;
      this.row(memory, i, kind, small);
      i += LANES[kind]!;
    }
  }

  private row(memory: EventMemory, i: number, kind: number, small: number): void {
    const { f64 } = memory;
    if (kind === STAMP) {
      this.seq = f64[i + 1]!;
      this.time = f64[i + 2]!;
    } else if (kind === POSTING) {
      const asset = (small >>> 5) & 1_023;
      this.balance(memory, f64[i + 1]!, (small >>> 15) - 1, asset, i + 5);
    } else if (kind === LEVEL) {
      this.level(f64, small, i + 1, i + 2);
    } else if (kind === OPENED) {
      this.opened(memory, i, small);
    } else if (kind === ENTERED) {
      this.entered(memory, i, small);
    } else if (kind === LEFT) {
      this.left(memory, i, small);
    } else if (kind === RESTED) {
      this.rests(memory, i, small);
    } else if (kind === DONE) {
      this.done(f64, i, small);
    } else if (kind === TRADE) {
      this.trade(memory, i, small);
    } else if (kind === AMENDED) {
      this.amended(f64, i, small);
    } else if (kind === OBJECT) {
      this.visitor.rare(memory.objects[f64[i + 1]!]!);
    } else {
      this.contractRow(f64, i, kind, small);
    }
  }

  private contractRow(f64: Float64Array, i: number, kind: number, small: number): void {
    const { seq, time } = this;
    if (kind === CONTRACT_RESTED) {
      this.rested(f64, i, f64[i + 3]!);
      this.level(f64, small, i + 4, i + 5);
    } else if (kind === CONTRACT_TRADE) {
      this.visitor.rare(readContractTrade(f64, i, small, seq, time));
    } else if (kind === POSITION) {
      this.visitor.rare(readPosition(f64, i, small, seq, time));
    } else if (kind === MARKS) {
      this.visitor.rare(readMarks(f64, i, small, seq, time));
    } else if (kind === LOAN) {
      this.visitor.rare(readLoan(f64, i, small, seq, time));
    } else if (kind === COIN_INDEX) {
      this.visitor.rare(readCoinIndex(f64, i, small, seq, time));
    }
  }

  private balance(
    memory: EventMemory,
    account: number,
    instrument: number,
    asset: number,
    lane: number,
  ): void {
    const number = balanceNumber(asset, pocketOf(account, instrument));
    this.visitor.balance(this.seq, this.time, account, number, memory.i32, lane * 2);
  }

  /** @param price lane of the price @param total lane of the total, followed by the orders */
  private level(f64: Float64Array, instrumentSide: number, price: number, total: number): void {
    const event = this.scratchLevel;
    event.seq = this.seq;
    event.time = this.time;
    event.instrument = instrumentSide >>> 1;
    event.side = (instrumentSide & 1) as Side;
    event.price = f64[price]!;
    event.total = f64[total]!;
    event.orders = f64[total + 1]!;
    this.visitor.level(event);
  }

  private entered(memory: EventMemory, i: number, small: number): void {
    const { f64 } = memory;
    this.opened(memory, i, small);
    this.balance(memory, f64[i + 2]!, small >>> (FLAG_BITS + 1), f64[i + 7]!, i + 9);
    this.rested(f64, i, f64[i + 4]!);
    this.level(f64, small >>> FLAG_BITS, i + 3, i + 11);
  }

  private rests(memory: EventMemory, i: number, small: number): void {
    const { f64 } = memory;
    this.balance(memory, f64[i + 2]!, small >>> 11, small & 1_023, i + 6);
    this.rested(f64, i, f64[i + 3]!);
    this.level(f64, small >>> 10, i + 4, i + 8);
  }

  private left(memory: EventMemory, i: number, small: number): void {
    const { f64 } = memory;
    const sideAsset = f64[i + 4]!;
    this.level(f64, (small >>> 4) * 2 + (sideAsset >>> 10), i + 5, i + 9);
    this.balance(memory, f64[i + 2]!, small >>> 4, sideAsset & 1_023, i + 7);
    this.done(f64, i, small);
  }

  private opened(memory: EventMemory, i: number, small: number): void {
    const { f64 } = memory;
    const event = this.scratchOpened;
    const instrumentSide = small >>> FLAG_BITS;
    event.seq = this.seq;
    event.time = this.time;
    event.instrument = instrumentSide >>> 1;
    event.side = (instrumentSide & 1) as Side;
    event.order = f64[i + 1]!;
    event.account = f64[i + 2]!;
    event.type = (small & 1) as OrderOpenedEvent['type'];
    event.timeInForce = ((small >>> 1) & 3) as OrderOpenedEvent['timeInForce'];
    event.selfTrade = ((small >>> 3) & 3) as OrderOpenedEvent['selfTrade'];
    event.price = f64[i + 3]!;
    event.quantity = f64[i + 4]!;
    event.quoteAmount = f64[i + 5]!;
    event.options = (small >>> 5) & 31;
    this.rareFields(f64[i + 6]! < 0 ? null : memory.rares[f64[i + 6]!]!);
    this.visitor.orderOpened(event);
  }

  private rareFields(rare: RareFields | null): void {
    const event = this.scratchOpened;
    const attached = rare?.attached;
    event.clientId = rare?.clientId ?? '';
    event.plan = rare?.plan ?? 0;
    event.takeProfitTrigger = attached?.takeProfitTrigger ?? 0;
    event.takeProfitPrice = attached?.takeProfitPrice ?? 0;
    event.stopLossTrigger = attached?.stopLossTrigger ?? 0;
    event.stopLossPrice = attached?.stopLossPrice ?? 0;
  }

  private rested(f64: Float64Array, i: number, remaining: number): void {
    const event = this.scratchRested;
    event.seq = this.seq;
    event.time = this.time;
    event.order = f64[i + 1]!;
    event.account = f64[i + 2]!;
    event.remaining = remaining;
    this.visitor.orderRested(event);
  }

  private done(f64: Float64Array, i: number, small: number): void {
    const event = this.scratchDone;
    event.seq = this.seq;
    event.time = this.time;
    event.order = f64[i + 1]!;
    event.account = f64[i + 2]!;
    event.instrument = small >>> 4;
    event.reason = (small & 15) as OrderDoneEvent['reason'];
    event.remaining = f64[i + 3]!;
    this.visitor.orderDone(event);
  }

  private amended(f64: Float64Array, i: number, small: number): void {
    const event = this.scratchAmended;
    event.seq = this.seq;
    event.time = this.time;
    event.order = f64[i + 1]!;
    event.account = f64[i + 2]!;
    event.instrument = small >>> 1;
    event.price = f64[i + 3]!;
    event.quantity = f64[i + 4]!;
    event.remaining = f64[i + 5]!;
    event.keptPlace = (small & 1) === 1;
    this.visitor.orderAmended(event);
  }

  private trade(memory: EventMemory, i: number, small: number): void {
    const { f64 } = memory;
    const event = this.scratchTrade;
    event.seq = this.seq;
    event.time = this.time;
    event.instrument = small >>> 1;
    event.takerSide = (small & 1) as Side;
    event.trade = f64[i + 1]!;
    event.price = f64[i + 2]!;
    event.quantity = f64[i + 3]!;
    event.quote = f64[i + 4]!;
    event.makerOrder = f64[i + 5]!;
    event.takerOrder = f64[i + 6]!;
    event.makerAccount = f64[i + 7]!;
    event.takerAccount = f64[i + 8]!;
    event.makerFee = f64[i + 9]!;
    event.takerFee = f64[i + 10]!;
    event.makerRemaining = f64[i + 11]!;
    event.takerRemaining = f64[i + 12]!;
    event.own = f64[i + 13]! >= OWN_TRADE;
    this.visitor.trade(event);
    this.settlement(memory, i, small);
  }

  /** The balances that a trade left, in the order of its postings. */
  private settlement(memory: EventMemory, i: number, small: number): void {
    const { instrument, makerAccount, takerAccount, makerFee, takerFee } = this.scratchTrade;
    const assets = memory.f64[i + 13]!;
    const base = (assets >>> 11) & 2_047;
    const quote = assets & 2_047;
    const buying = (small & 1) === BUY;
    const paid = buying ? quote : base;
    const received = buying ? base : quote;
    this.balance(memory, takerAccount, instrument, paid, i + 15);
    this.balance(memory, takerAccount, instrument, received, i + 17);
    this.balance(memory, makerAccount, instrument, received, i + 19);
    this.balance(memory, makerAccount, instrument, paid, i + 21);
    if (takerFee > 0) this.balance(memory, FEES, instrument, received, i + 23);
    if (makerFee > 0) this.balance(memory, FEES, instrument, paid, i + 25);
  }
}
