/**
 * The core's output: events as rows of eight-byte lanes in one growing buffer, so that nothing is
 * allocated per event on the hot path. Readers get plain `Event` objects from `decode`.
 *
 * Lane 0 of a row is its kind plus 32 × its small numbers; event-rows.ts says what follows. A stamp
 * row carries sequence and time for the rows after it; a trade row also carries the balances that it
 * left, and reads as a trade and its postings. Whole numbers are stored as doubles, balances as raw
 * 64-bit integers. Rare events are kept as objects (`push`); their row holds the index.
 *
 * `chain` is a rolling 32-bit hash of what matters in every row (ids, prices, quantities, balances and
 * level totals after the change). Two runs with equal chains said the same things in the same order.
 */
import { contentsHash } from './contents-hash.ts';
import { EventReader, type OWN_TRADE, type RareFields, type Row } from './event-rows.ts';
import type { EventMemory, EventWalker } from './event-visit.ts';
import type { Event } from './events.ts';
import type { AttachedPrices } from './orders.ts';

const LANES_INITIAL = 32_768;
const C1 = 0x85ebca6b;
const C2 = 0xc2b2ae35;

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const OWN: typeof OWN_TRADE = 4_194_304;
const STAMP: typeof Row.stamp = 0;
const TRADE: typeof Row.trade = 1;
const OPENED: typeof Row.opened = 2;
const DONE: typeof Row.done = 3;
const AMENDED: typeof Row.amended = 4;
const LEVEL: typeof Row.level = 5;
const POSTING: typeof Row.posting = 6;
const PREVENTED: typeof Row.prevented = 7;
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

/** Writer of event rows; one per core. */
export class EventLog {
  /** Events written since the last reset. */
  count = 0;
  /** Rolling hash over everything ever written. */
  chain = 0;
  /** Whether the hash covers what rare events say, not only that they were: from rules 5 on. */
  hashesContents = false;
  private end = 0;
  private size = LANES_INITIAL;
  private f64 = new Float64Array(LANES_INITIAL);
  private i32 = new Int32Array(this.f64.buffer);
  private rares: RareFields[] = [];
  private objects: Event[] = [];

  /** Stamps the rows that follow with the command they come from. */
  begin(seq: number, time: number): void {
    const i = this.row(3);
    this.f64[i] = STAMP;
    this.f64[i + 1] = seq;
    this.f64[i + 2] = time;
  }

  /** Forgets the rows (after they were published); the hash goes on. */
  reset(): void {
    this.count = 0;
    this.end = 0;
    if (this.rares.length > 0) this.rares = [];
    if (this.objects.length > 0) this.objects = [];
  }

  /**
   * A trade with room for the balances it leaves; returns the lane of the first. The caller writes
   * six with `balance`, in the order of the postings: taker out, taker in, maker out, maker in, and
   * the fees account's receipt from taker and from maker (only where that fee is not 0).
   * @param assets base × 2048 + quote @param own whether both sides are of one owner
   */
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
    assets: number,
    baseUnits: number,
    own: boolean,
  ): number {
    const i = this.row(27);
    const f = this.f64;
    f[i] = TRADE + instrumentSide * 32;
    f[i + 1] = trade;
    f[i + 2] = price;
    f[i + 3] = quantity;
    f[i + 4] = quote;
    f[i + 5] = makerOrder;
    f[i + 6] = takerOrder;
    f[i + 7] = makerAccount;
    f[i + 8] = takerAccount;
    f[i + 9] = makerFee;
    f[i + 10] = takerFee;
    f[i + 11] = makerRemaining;
    f[i + 12] = takerRemaining;
    f[i + 13] = own ? assets + OWN : assets;
    f[i + 14] = baseUnits;
    this.count += 5;
    if (makerFee > 0) this.count += 1;
    if (takerFee > 0) this.count += 1;
    this.mix(price ^ makerOrder, quantity ^ takerOrder ^ (own ? OWN : 0));
    return i + 15;
  }

  /** Copies the balance (available, held) at `words[at…]` into two lanes of a trade row. */
  balance(lane: number, words: Int32Array, at: number): void {
    const w = this.i32;
    const j = lane * 2;
    const low = words[at]!;
    const held = words[at + 2]!;
    w[j] = low;
    w[j + 1] = words[at + 1]!;
    w[j + 2] = held;
    w[j + 3] = words[at + 3]!;
    this.chain = Math.imul(this.chain ^ low ^ (held << 7), C1) ^ held;
  }

  /** Keeps what few orders have; returns its number for the rows. */
  rare(clientId: string, plan: number, attached: AttachedPrices | null): number {
    this.rares.push({ clientId, plan, attached });
    return this.rares.length - 1;
  }

  /** @param flags type | time in force << 1 | self-trade mode << 3 | options << 5 @param rare -1 = nothing rare */
  orderOpened(
    instrumentSide: number,
    order: number,
    account: number,
    flags: number,
    price: number,
    quantity: number,
    quoteAmount: number,
    rare: number,
  ): void {
    const i = this.row(7);
    const f = this.f64;
    f[i] = OPENED + (instrumentSide * 1_024 + flags) * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = price;
    f[i + 4] = quantity;
    f[i + 5] = quoteAmount;
    f[i + 6] = rare;
    this.count += 1;
    this.mix(order ^ price, account ^ quantity);
  }

  /**
   * A new order that rests at once: it opened, its money is held, it rests, its level has grown.
   * @param small instrument and side, flags as `orderOpened` has them
   * @param units now held; `words` and `at` as in `posting`
   */
  entered(
    small: number,
    order: number,
    account: number,
    price: number,
    quantity: number,
    quoteAmount: number,
    rare: number,
    asset: number,
    units: number,
    words: Int32Array,
    at: number,
    total: number,
    orders: number,
  ): void {
    const i = this.row(13);
    const f = this.f64;
    f[i] = ENTERED + small * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = price;
    f[i + 4] = quantity;
    f[i + 5] = quoteAmount;
    f[i + 6] = rare;
    f[i + 7] = asset;
    f[i + 8] = units;
    f[i + 11] = total;
    f[i + 12] = orders;
    this.count += 4;
    this.mix(order ^ price, account ^ quantity);
    this.balance(i + 9, words, at);
    this.mix(order, quantity);
    this.mix(price, total);
  }

  /**
   * What is left of a taker rests: its money is held, it rests, its level has grown.
   * @param small (instrument × 2 + side) × 1024 + asset
   */
  rested(
    small: number,
    order: number,
    account: number,
    remaining: number,
    price: number,
    units: number,
    words: Int32Array,
    at: number,
    total: number,
    orders: number,
  ): void {
    const i = this.row(10);
    const f = this.f64;
    f[i] = RESTED + small * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = remaining;
    f[i + 4] = price;
    f[i + 5] = units;
    f[i + 8] = total;
    f[i + 9] = orders;
    this.count += 3;
    this.balance(i + 6, words, at);
    this.mix(order, remaining);
    this.mix(price, total);
  }

  /**
   * A resting order is taken out: its level has shrunk, its money is free, it is done.
   * @param small instrument × 16 + reason
   * @param sideAsset side × 1024 + asset
   */
  left(
    small: number,
    order: number,
    account: number,
    remaining: number,
    sideAsset: number,
    price: number,
    units: number,
    words: Int32Array,
    at: number,
    total: number,
    orders: number,
  ): void {
    const i = this.row(11);
    const f = this.f64;
    f[i] = LEFT + small * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = remaining;
    f[i + 4] = sideAsset;
    f[i + 5] = price;
    f[i + 6] = units;
    f[i + 9] = total;
    f[i + 10] = orders;
    this.count += 3;
    this.mix(price, total);
    this.balance(i + 7, words, at);
    this.mix(order ^ ((small & 15) << 24), remaining);
  }

  orderDone(
    order: number,
    account: number,
    instrument: number,
    reason: number,
    remaining: number,
  ): void {
    const i = this.row(4);
    const f = this.f64;
    f[i] = DONE + (instrument * 16 + reason) * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = remaining;
    this.count += 1;
    this.mix(order ^ (reason << 24), remaining);
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
    const i = this.row(6);
    const f = this.f64;
    f[i] = AMENDED + (instrument * 2 + (keptPlace ? 1 : 0)) * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = price;
    f[i + 4] = quantity;
    f[i + 5] = remaining;
    this.count += 1;
    this.mix(order ^ price, quantity);
    this.mix(remaining, account);
  }

  level(instrumentSide: number, price: number, total: number, orders: number): void {
    const i = this.row(4);
    const f = this.f64;
    f[i] = LEVEL + instrumentSide * 32;
    f[i + 1] = price;
    f[i + 2] = total;
    f[i + 3] = orders;
    this.count += 1;
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
    instrument: number,
  ): void {
    const i = this.row(7);
    const f = this.f64;
    f[i] = POSTING + ((instrument + 1) * 32_768 + asset * 32 + reason) * 32;
    f[i + 1] = account;
    f[i + 2] = reference;
    f[i + 3] = availableDelta;
    f[i + 4] = heldDelta;
    this.count += 1;
    this.balance(i + 5, words, at);
  }

  selfTradePrevented(
    instrument: number,
    makerOrder: number,
    takerOrder: number,
    price: number,
    quantity: number,
    mode: number,
  ): void {
    const i = this.row(5);
    const f = this.f64;
    f[i] = PREVENTED + (instrument * 4 + mode) * 32;
    f[i + 1] = makerOrder;
    f[i + 2] = takerOrder;
    f[i + 3] = price;
    f[i + 4] = quantity;
    this.count += 1;
    this.mix(makerOrder, takerOrder);
  }

  /** A contract's trade. @param numbers as `readContractTrade` reads them */
  contractTrade(instrumentSide: number, numbers: Float64Array): void {
    this.copyIn(CONTRACT_TRADE, instrumentSide, numbers);
    this.mix(numbers[1]! ^ numbers[4]!, numbers[2]! ^ numbers[5]! ^ (numbers[15]! << 22));
    this.mix(numbers[10]! ^ (numbers[8]! << 7), numbers[11]! ^ (numbers[9]! << 7));
  }

  /** A position as it is now. @param small @param numbers as `readPosition` reads them */
  position(small: number, numbers: Float64Array): void {
    this.copyIn(POSITION, small, numbers);
    this.mix(numbers[0]! ^ (small << 8), numbers[1]! ^ (numbers[4]! << 20));
    this.mix(numbers[2]!, numbers[3]! ^ numbers[8]!);
  }

  private copyIn(kind: number, small: number, numbers: Float64Array): void {
    const i = this.row(numbers.length + 1);
    const f = this.f64;
    f[i] = kind + small * 32;
    for (let k = 0; k < numbers.length; k++) f[i + 1 + k] = numbers[k]!;
    this.count += 1;
  }

  /** An order of a contract, or what is left of it, rests; its level has grown. */
  contractRested(
    instrumentSide: number,
    order: number,
    account: number,
    remaining: number,
    price: number,
    total: number,
    orders: number,
  ): void {
    const i = this.row(7);
    const f = this.f64;
    f[i] = CONTRACT_RESTED + instrumentSide * 32;
    f[i + 1] = order;
    f[i + 2] = account;
    f[i + 3] = remaining;
    f[i + 4] = price;
    f[i + 5] = total;
    f[i + 6] = orders;
    this.count += 2;
    this.mix(order, remaining);
    this.mix(price, total);
  }

  /** Prices of a contract, ticks; the expected funding rate, 10^-8, and its time. */
  marks(instrument: number, index: number, mark: number, rate: number, time: number): void {
    const i = this.row(5);
    const f = this.f64;
    f[i] = MARKS + instrument * 32;
    f[i + 1] = index;
    f[i + 2] = mark;
    f[i + 3] = rate;
    f[i + 4] = time;
    this.count += 1;
    this.mix(mark ^ (instrument << 20), index ^ rate);
  }

  /** What an account owes of a coin. @param small @param numbers as `readLoan` reads them */
  loan(small: number, numbers: Float64Array): void {
    this.copyIn(LOAN, small, numbers);
    this.mix(numbers[0]! ^ (small << 8), numbers[2]! ^ (numbers[1]! << 20));
    this.mix(numbers[3]!, numbers[6]!);
  }

  /** Index price of a coin that is lent: of which spot pair, ticks. */
  coinIndex(instrument: number, index: number): void {
    this.copyIn(COIN_INDEX, instrument, Float64Array.of(index));
    this.mix(instrument, index);
  }

  /** A rare event, kept as an object. */
  push(event: Event): void {
    const i = this.row(2);
    this.f64[i] = OBJECT;
    this.f64[i + 1] = this.objects.length;
    this.objects.push(event);
    this.count += 1;
    this.mix(event.kind, event.seq);
    if (this.hashesContents) this.mix(contentsHash(event), event.seq);
  }

  /** The events since the last reset as objects, in order. */
  decode(): Event[] {
    const reader = new EventReader(this.f64, this.end, this.rares, this.objects);
    return reader.read(this.count);
  }

  /** Shows the events since the last reset to the walker's visitor, in order, without objects. */
  walk(walker: EventWalker): void {
    walker.walk(this.memory);
  }

  /** The rows since the last reset as they are: valid until more is written. */
  get memory(): EventMemory {
    const { f64, i32, end, rares, objects } = this;
    return { f64, i32, end, rares, objects };
  }

  /**
   * Gives the rows since the last reset away, for a walker in another thread, and goes on in other
   * memory: the log is reset.
   */
  handOver(spare: Float64Array<ArrayBuffer>): EventMemory {
    const { memory } = this;
    this.f64 = spare;
    this.i32 = new Int32Array(spare.buffer);
    this.size = spare.length;
    this.reset();
    return memory;
  }

  private mix(a: number, b: number): void {
    const h = Math.imul(this.chain ^ a, C1);
    this.chain = Math.imul(h ^ b ^ (h >>> 15), C2);
  }

  private row(lanes: number): number {
    const i = this.end;
    this.end = i + lanes;
    if (this.end > this.size) this.grow();
    return i;
  }

  private grow(): void {
    this.size *= 2;
    const f64 = new Float64Array(this.size);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = new Int32Array(f64.buffer);
  }
}
