/** How the rows of an event log are laid out, and the reader that turns them into events. */
import { assert, assertNever } from './assert.ts';
import { readContractTrade, readMarks, readPosition } from './contract-rows.ts';
import { EventKind } from './event-kinds.ts';
import { type Event, PostingReason } from './events.ts';
import { balanceAccount, SystemAccount } from './ids.ts';
import { readCoinIndex, readLoan } from './loan-rows.ts';
import {
  type AttachedPrices,
  type DoneReason,
  type OrderType,
  type SelfTrade,
  Side,
  type TimeInForce,
} from './orders.ts';

/** Kinds of row; lane 0 holds the kind + 32 × the numbers that fit beside it. */
export const Row = {
  /** Sequence and time of the rows that follow. */
  stamp: 0,
  /** Ends with the balances left, two lanes each; reads as a trade and its postings. */
  trade: 1,
  opened: 2,
  done: 3,
  amended: 4,
  level: 5,
  posting: 6,
  prevented: 7,
  /** What is left of a taker rests: reads as the hold's posting, rested and level. */
  rested: 8,
  /** Index of an event object. */
  object: 9,
  /** A new order rests at once: reads as opened, the hold's posting, rested and level. */
  entered: 10,
  /** A resting order is taken out: reads as level, the release's posting and done. */
  left: 11,
  /** A contract's trade; its postings are rows of their own. */
  contractTrade: 12,
  position: 13,
  /** An order of a contract rests: reads as rested and level. */
  contractRested: 14,
  marks: 15,
  loan: 16,
  coinIndex: 17,
} as const;
type Row = (typeof Row)[keyof typeof Row];

/** Lanes of a row by kind. */
export const LANES: readonly number[] = [
  3, 27, 7, 4, 6, 4, 7, 5, 10, 2, 13, 11, 17, 10, 7, 5, 8, 2,
];

/** Bit beside the two assets of a trade's row: both sides are of one owner. */
export const OWN_TRADE = 4_194_304;

/** Bits of the flags of an opened order: type, time in force, self-trade mode, options. */
export const FLAG_BITS = 10;

/** What few orders have. */
export interface RareFields {
  readonly clientId: string;
  readonly plan: number;
  readonly attached: AttachedPrices | null;
}

const FEES = SystemAccount.fees;

const NO_PRICES: AttachedPrices = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** Reads rows back as events. */
export class EventReader {
  declare private readonly f64: Float64Array;
  declare private readonly i64: BigInt64Array;
  declare private readonly end: number;
  declare private readonly rares: readonly RareFields[];
  declare private readonly objects: readonly Event[];
  private seq = 0;
  private time = 0;

  constructor(
    f64: Float64Array,
    end: number,
    rares: readonly RareFields[],
    objects: readonly Event[],
  ) {
    this.f64 = f64;
    this.i64 = new BigInt64Array(f64.buffer, f64.byteOffset, f64.length);
    this.end = end;
    this.rares = rares;
    this.objects = objects;
  }

  /** All events in order. @throws InvariantError when there are not `count` of them */
  read(count: number): Event[] {
    const events: Event[] = [];
    for (let i = 0; i < this.end; ) {
      const head = this.f64[i]!;
      const kind = head % 32;
      this.readRow(events, i, kind as Row, Math.floor(head / 32));
      i += LANES[kind]!;
    }
    assert(events.length === count, 'the event log holds another number of events than it counted');
    return events;
  }

  private readRow(events: Event[], i: number, kind: Row, small: number): void {
    switch (kind) {
      case Row.stamp:
        this.seq = this.f64[i + 1]!;
        this.time = this.f64[i + 2]!;
        return;
      case Row.trade:
        this.readTrade(events, i, small);
        return;
      case Row.opened:
        events.push(this.readOpened(i, small));
        return;
      case Row.done:
        events.push(this.readDone(i, small));
        return;
      case Row.amended:
        events.push(this.readAmended(i, small));
        return;
      case Row.level:
        events.push(this.levelOf(small, i + 1, i + 2));
        return;
      case Row.posting:
        events.push(this.readPosting(i, small));
        return;
      case Row.prevented:
        events.push(this.readPrevented(i, small));
        return;
      case Row.rested:
        this.readRested(events, i, small);
        return;
      case Row.object:
        events.push(this.objects[this.f64[i + 1]!]!);
        return;
      case Row.entered:
        this.readEntered(events, i, small);
        return;
      case Row.left:
        this.readLeft(events, i, small);
        return;
      case Row.contractTrade:
        events.push(readContractTrade(this.f64, i, small, this.seq, this.time));
        return;
      case Row.position:
        events.push(readPosition(this.f64, i, small, this.seq, this.time));
        return;
      case Row.contractRested:
        events.push(this.restedOf(i, this.f64[i + 3]!), this.levelOf(small, i + 4, i + 5));
        return;
      case Row.marks:
        events.push(readMarks(this.f64, i, small, this.seq, this.time));
        return;
      case Row.loan:
        events.push(readLoan(this.f64, i, small, this.seq, this.time));
        return;
      case Row.coinIndex:
        events.push(readCoinIndex(this.f64, i, small, this.seq, this.time));
        return;
      default:
        assertNever(kind);
    }
  }

  private readTrade(events: Event[], i: number, small: number): void {
    const f = this.f64;
    const { seq, time } = this;
    events.push({
      kind: EventKind.trade,
      seq,
      time,
      instrument: small >>> 1,
      takerSide: (small & 1) as Side,
      trade: f[i + 1]!,
      price: f[i + 2]!,
      quantity: f[i + 3]!,
      quote: f[i + 4]!,
      makerOrder: f[i + 5]!,
      takerOrder: f[i + 6]!,
      makerAccount: f[i + 7]!,
      takerAccount: f[i + 8]!,
      makerFee: f[i + 9]!,
      takerFee: f[i + 10]!,
      makerRemaining: f[i + 11]!,
      takerRemaining: f[i + 12]!,
      own: f[i + 13]! >= OWN_TRADE,
    });
    this.readSettlement(events, i, small);
  }

  /** The postings of a trade: each side pays out and takes in, then the fees account receives. */
  private readSettlement(events: Event[], i: number, small: number): void {
    const f = this.f64;
    const base = (f[i + 13]! >>> 11) & 2_047;
    const quote = f[i + 13]! & 2_047;
    const buying = (small & 1) === Side.buy;
    const [paid, received] = buying ? [quote, base] : [base, quote];
    const quoteUnits = f[i + 4]!;
    const baseUnits = f[i + 14]!;
    const [paidUnits, receivedUnits] = buying ? [quoteUnits, baseUnits] : [baseUnits, quoteUnits];
    const makerFee = f[i + 9]!;
    const takerFee = f[i + 10]!;
    const maker = f[i + 7]!;
    const taker = f[i + 8]!;
    const { tradeIn, tradeOut, feeIn } = PostingReason;
    const post = (
      account: number,
      asset: number,
      reason: PostingReason,
      available: number,
      held: number,
      fee: number,
      lane: number,
    ): void => {
      events.push({
        kind: EventKind.posting,
        seq: this.seq,
        time: this.time,
        account: balanceAccount(account),
        asset,
        reason,
        reference: f[i + 1]!,
        availableDelta: BigInt(available),
        heldDelta: BigInt(held),
        available: this.i64[i + lane]!,
        held: this.i64[i + lane + 1]!,
        fee,
        instrument: small >>> 1,
      });
    };
    post(taker, paid, tradeOut, -paidUnits, 0, 0, 15);
    post(taker, received, tradeIn, receivedUnits - takerFee, 0, takerFee, 17);
    post(maker, received, tradeOut, 0, -receivedUnits, 0, 19);
    post(maker, paid, tradeIn, paidUnits - makerFee, 0, makerFee, 21);
    if (takerFee > 0) post(FEES, received, feeIn, takerFee, 0, 0, 23);
    if (makerFee > 0) post(FEES, paid, feeIn, makerFee, 0, 0, 25);
  }

  private readOpened(i: number, small: number): Event {
    const f = this.f64;
    const rare = f[i + 6]! < 0 ? null : this.rares[f[i + 6]!]!;
    const instrumentSide = small >>> FLAG_BITS;
    const prices = rare?.attached ?? NO_PRICES;
    return {
      kind: EventKind.orderOpened,
      seq: this.seq,
      time: this.time,
      instrument: instrumentSide >>> 1,
      side: (instrumentSide & 1) as Side,
      order: f[i + 1]!,
      account: f[i + 2]!,
      type: (small & 1) as OrderType,
      timeInForce: ((small >>> 1) & 3) as TimeInForce,
      selfTrade: ((small >>> 3) & 3) as SelfTrade,
      price: f[i + 3]!,
      quantity: f[i + 4]!,
      quoteAmount: f[i + 5]!,
      options: (small >>> 5) & 31,
      clientId: rare?.clientId ?? '',
      plan: rare?.plan ?? 0,
      takeProfitTrigger: prices.takeProfitTrigger,
      takeProfitPrice: prices.takeProfitPrice,
      stopLossTrigger: prices.stopLossTrigger,
      stopLossPrice: prices.stopLossPrice,
    };
  }

  private readPosting(i: number, small: number): Event {
    const f = this.f64;
    return {
      kind: EventKind.posting,
      seq: this.seq,
      time: this.time,
      account: balanceAccount(f[i + 1]!),
      asset: (small >>> 5) & 1_023,
      reason: (small & 31) as PostingReason,
      reference: f[i + 2]!,
      availableDelta: BigInt(f[i + 3]!),
      heldDelta: BigInt(f[i + 4]!),
      available: this.i64[i + 5]!,
      held: this.i64[i + 6]!,
      fee: 0,
      instrument: (small >>> 15) - 1,
    };
  }

  /** @param price lane of the price @param total lane of the total, followed by the orders */
  private levelOf(instrumentSide: number, price: number, total: number): Event {
    const f = this.f64;
    return {
      kind: EventKind.level,
      seq: this.seq,
      time: this.time,
      instrument: instrumentSide >>> 1,
      side: (instrumentSide & 1) as Side,
      price: f[price]!,
      total: f[total]!,
      orders: f[total + 1]!,
    };
  }

  /** The order and account of the row at `i`. */
  private restedOf(i: number, remaining: number): Event {
    const f = this.f64;
    return {
      kind: EventKind.orderRested,
      seq: this.seq,
      time: this.time,
      order: f[i + 1]!,
      account: f[i + 2]!,
      remaining,
    };
  }

  /** The posting of `units` held (negative: released) by the order and account of the row at `i`. */
  private heldOf(
    i: number,
    instrument: number,
    asset: number,
    units: number,
    balance: number,
  ): Event {
    const f = this.f64;
    return {
      kind: EventKind.posting,
      seq: this.seq,
      time: this.time,
      account: balanceAccount(f[i + 2]!),
      asset,
      reason: units > 0 ? PostingReason.hold : PostingReason.release,
      reference: f[i + 1]!,
      availableDelta: BigInt(-units),
      heldDelta: BigInt(units),
      available: this.i64[balance]!,
      held: this.i64[balance + 1]!,
      fee: 0,
      instrument,
    };
  }

  private readEntered(events: Event[], i: number, small: number): void {
    const f = this.f64;
    const instrumentSide = small >>> FLAG_BITS;
    events.push(
      this.readOpened(i, small),
      this.heldOf(i, instrumentSide >>> 1, f[i + 7]!, f[i + 8]!, i + 9),
      this.restedOf(i, f[i + 4]!),
      this.levelOf(instrumentSide, i + 3, i + 11),
    );
  }

  private readRested(events: Event[], i: number, small: number): void {
    const f = this.f64;
    const instrumentSide = small >>> 10;
    events.push(
      this.heldOf(i, instrumentSide >>> 1, small & 1_023, f[i + 5]!, i + 6),
      this.restedOf(i, f[i + 3]!),
      this.levelOf(instrumentSide, i + 4, i + 8),
    );
  }

  private readLeft(events: Event[], i: number, small: number): void {
    const f = this.f64;
    const instrument = small >>> 4;
    const side = f[i + 4]! >>> 10;
    events.push(
      this.levelOf(instrument * 2 + side, i + 5, i + 9),
      this.heldOf(i, instrument, f[i + 4]! & 1_023, -f[i + 6]!, i + 7),
      this.readDone(i, small),
    );
  }

  private readDone(i: number, small: number): Event {
    const f = this.f64;
    return {
      kind: EventKind.orderDone,
      seq: this.seq,
      time: this.time,
      order: f[i + 1]!,
      account: f[i + 2]!,
      instrument: small >>> 4,
      reason: (small & 15) as DoneReason,
      remaining: f[i + 3]!,
    };
  }

  private readAmended(i: number, small: number): Event {
    const f = this.f64;
    return {
      kind: EventKind.orderAmended,
      seq: this.seq,
      time: this.time,
      order: f[i + 1]!,
      account: f[i + 2]!,
      instrument: small >>> 1,
      price: f[i + 3]!,
      quantity: f[i + 4]!,
      remaining: f[i + 5]!,
      keptPlace: (small & 1) === 1,
    };
  }

  private readPrevented(i: number, small: number): Event {
    const f = this.f64;
    return {
      kind: EventKind.selfTradePrevented,
      seq: this.seq,
      time: this.time,
      instrument: small >>> 2,
      makerOrder: f[i + 1]!,
      takerOrder: f[i + 2]!,
      price: f[i + 3]!,
      quantity: f[i + 4]!,
      mode: (small & 3) as SelfTrade,
    };
  }
}
