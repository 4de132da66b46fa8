/**
 * Orders as records of numbers in chunks of typed arrays: a million open orders are no objects for
 * the garbage collector, and a snapshot is a copy. Lists by account run through the records.
 */
import {
  type AssetId,
  assert,
  DoneReason,
  type InstrumentId,
  isGhostOrder,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderId,
  type OrderOpenedEvent,
  type OrderRestedEvent,
  type OrderType,
  type SelfTrade,
  type Side,
  type TimeInForce,
  type TradeEvent,
} from '@halcyon/domain';
import type { AccountState, Users } from './account-state.ts';
import { ACCOUNT_WORDS, type AccountTable, ENDED_LIST, OPEN_LIST } from './account-table.ts';
import { IdMap, type IdMapImage } from './id-map.ts';
import { LANE, lanesToBigInt } from './lanes.ts';
import { OrderLists, type OrderListsImage } from './order-lists.ts';
import type { LastFill, OrderStatus, OrderView } from './types.ts';

/** Lanes of a record. What fills and ends change is in its first cache line. */
const ID = 0;
const STATE = 1;
const REMAINING = 2;
const UPDATED = 3;
const FILLED_BASE = 4;
const FILLED_QUOTE_LOW = 5;
const FILLED_QUOTE_HIGH = 6;
const FEE = 7;
const FILL_TRADE = 8;
const FILL_PRICE = 9;
const FILL_QUANTITY = 10;
const FILL_FEE = 11;
const FILL_TIME = 12;
const ACCOUNT = 13;
const INSTRUMENT = 14;
const TERMS = 15;
const PRICE = 16;
const QUANTITY = 17;
const ORIGINAL = 18;
const CREATED = 19;
const QUOTE_AMOUNT = 20;
const PLAN = 21;
const TAKE_PROFIT_TRIGGER = 22;
const TAKE_PROFIT_PRICE = 23;
const STOP_LOSS_TRIGGER = 24;
const STOP_LOSS_PRICE = 25;
const STRIDE = 26;

/** The lanes in the order of a snapshot. */
const SAVED = [
  ID,
  ACCOUNT,
  INSTRUMENT,
  TERMS,
  PRICE,
  QUANTITY,
  QUOTE_AMOUNT,
  PLAN,
  TAKE_PROFIT_TRIGGER,
  TAKE_PROFIT_PRICE,
  STOP_LOSS_TRIGGER,
  STOP_LOSS_PRICE,
  REMAINING,
  FILLED_BASE,
  FILLED_QUOTE_LOW,
  FILLED_QUOTE_HIGH,
  FEE,
  CREATED,
  UPDATED,
  FILL_TRADE,
  FILL_PRICE,
  FILL_QUANTITY,
  FILL_FEE,
  FILL_TIME,
  STATE,
  ORIGINAL,
] as const;
/** Numbers of a record in a snapshot. */
export const ORDER_FIELDS = SAVED.length;
const SAVED_ACCOUNT = SAVED.indexOf(ACCOUNT);

const CHUNK_BITS = 14;
const CHUNK_SLOTS = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK_SLOTS - 1;

/** Words of an account's row that are its two lists. */
const LIST_WORDS = 6;

/** Bits of STATE; the done reason is above them. */
const ENDED = 1;
const RESTING = 2;
const FILL_MAKER = 4;
const REASON_SHIFT = 3;

/** Tells the received asset of an order. */
export type FeeAsset = (instrument: InstrumentId, side: Side) => AssetId;

/** An order store's memory, for a thread that goes on with it. */
export interface OrderImage {
  readonly chunks: readonly Float64Array<ArrayBuffer>[];
  readonly clientIds: readonly (string[] | undefined)[];
  readonly slots: IdMapImage;
  readonly links: OrderListsImage;
  /** Head, tail and count of the open and of the ended list, by account in the order given. */
  readonly lists: Int32Array<ArrayBuffer>;
  readonly clients: readonly (Map<string, number> | null)[];
}

/** Open orders and the latest ended ones. */
export class OrderStore {
  readonly #users: Users;
  readonly #accounts: AccountTable;
  readonly #chunks: Float64Array<ArrayBuffer>[] = [];
  /** By slot, in chunks too; most orders of programs have none, and then no chunk is made. */
  readonly #clientIds: (string[] | undefined)[] = [];
  readonly #slots = new IdMap();
  readonly #lists: OrderLists;

  constructor(users: Users) {
    this.#users = users;
    this.#accounts = users.table;
    this.#lists = new OrderLists(users.table);
  }

  /** Orders kept, open and ended. */
  get size(): number {
    return this.#slots.size;
  }

  /** Slot of an order, -1 = not kept. */
  slotOf(id: OrderId): number {
    return this.#slots.get(id);
  }

  #chunk(slot: number): Float64Array {
    return this.#chunks[slot >>> CHUNK_BITS]!;
  }

  #allocate(): number {
    const slot = this.#lists.allocate();
    if (slot >>> CHUNK_BITS === this.#chunks.length) {
      this.#chunks.push(new Float64Array(CHUNK_SLOTS * STRIDE));
      this.#clientIds.push(undefined);
    }
    return slot;
  }

  /** @param account row of the account table */
  opened(event: OrderOpenedEvent, account: number): void {
    if (isGhostOrder(event.order)) this.#forgetEnded(event.order, account);
    const slot = this.#allocate();
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + ID] = event.order;
    row[at + ACCOUNT] = event.account;
    row[at + INSTRUMENT] = event.instrument;
    row[at + TERMS] =
      event.side | (event.type << 1) | (event.timeInForce << 2) | (event.selfTrade << 4);
    row[at + PRICE] = event.price;
    row[at + QUANTITY] = event.quantity;
    row[at + QUOTE_AMOUNT] = event.quoteAmount;
    row[at + PLAN] = event.plan;
    row[at + TAKE_PROFIT_TRIGGER] = event.takeProfitTrigger;
    row[at + TAKE_PROFIT_PRICE] = event.takeProfitPrice;
    row[at + STOP_LOSS_TRIGGER] = event.stopLossTrigger;
    row[at + STOP_LOSS_PRICE] = event.stopLossPrice;
    row[at + REMAINING] = event.quoteAmount > 0 ? event.quoteAmount : event.quantity;
    // Lane by lane: a call of `fill` costs more than nine stores.
    row[at + FILLED_BASE] = 0;
    row[at + FILLED_QUOTE_LOW] = 0;
    row[at + FILLED_QUOTE_HIGH] = 0;
    row[at + FEE] = 0;
    row[at + CREATED] = event.time;
    row[at + UPDATED] = event.time;
    row[at + FILL_TRADE] = 0;
    row[at + FILL_PRICE] = 0;
    row[at + FILL_QUANTITY] = 0;
    row[at + FILL_FEE] = 0;
    row[at + FILL_TIME] = 0;
    row[at + STATE] = 0;
    row[at + ORIGINAL] = event.quantity;
    this.#slots.set(event.order, slot);
    this.#lists.append(account, OPEN_LIST, slot);
    if (event.clientId !== '') this.#nameClient(this.#users.at(account), slot, event.clientId);
  }

  /** A ghost that was amended in its market enters anew after its end, under the same number. */
  #forgetEnded(order: OrderId, account: number): void {
    const slot = this.#slots.get(order);
    if (slot !== -1) this.#forget(account, slot);
  }

  #nameClient(account: AccountState, slot: number, clientId: string): void {
    this.#setClientId(slot, clientId);
    account.clients ??= new Map();
    account.clients.set(clientId, slot);
  }

  #setClientId(slot: number, clientId: string): void {
    const chunk = slot >>> CHUNK_BITS;
    this.#clientIds[chunk] ??= new Array<string>(CHUNK_SLOTS).fill('');
    this.#clientIds[chunk][slot & CHUNK_MASK] = clientId;
  }

  #known(id: OrderId): number {
    const slot = this.#slots.get(id);
    assert(slot !== -1, `views: order ${id} was never opened`);
    return slot;
  }

  /** One side of a trade. */
  filled(event: TradeEvent, maker: boolean): void {
    const slot = this.#known(maker ? event.makerOrder : event.takerOrder);
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    const fee = maker ? event.makerFee : event.takerFee;
    row[at + REMAINING] = maker ? event.makerRemaining : event.takerRemaining;
    row[at + FILLED_BASE] = row[at + FILLED_BASE]! + event.quantity;
    // Taking a lane off first keeps the sum below 2^53 for every safe amount.
    let low = row[at + FILLED_QUOTE_LOW]! - LANE + event.quote;
    let carry = 1;
    if (low < 0) {
      low += LANE;
      carry = 0;
    } else if (low >= LANE) {
      low -= LANE;
      carry = 2;
    }
    row[at + FILLED_QUOTE_LOW] = low;
    row[at + FILLED_QUOTE_HIGH] = row[at + FILLED_QUOTE_HIGH]! + carry;
    row[at + FEE] = row[at + FEE]! + fee;
    row[at + UPDATED] = event.time;
    row[at + FILL_TRADE] = event.trade;
    row[at + FILL_PRICE] = event.price;
    row[at + FILL_QUANTITY] = event.quantity;
    row[at + FILL_FEE] = fee;
    row[at + FILL_TIME] = event.time;
    row[at + STATE] = maker ? row[at + STATE]! | FILL_MAKER : row[at + STATE]! & ~FILL_MAKER;
  }

  rested(event: OrderRestedEvent): void {
    const slot = this.#known(event.order);
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + REMAINING] = event.remaining;
    row[at + STATE] = row[at + STATE]! | RESTING;
  }

  amended(event: OrderAmendedEvent): void {
    const slot = this.#known(event.order);
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + PRICE] = event.price;
    row[at + QUANTITY] = event.quantity;
    row[at + REMAINING] = event.remaining;
    row[at + UPDATED] = event.time;
  }

  /** @param account row of the account table */
  done(event: OrderDoneEvent, account: number): void {
    const slot = this.#known(event.order);
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + REMAINING] = event.remaining;
    row[at + UPDATED] = event.time;
    row[at + STATE] = (row[at + STATE]! & FILL_MAKER) | ENDED | (event.reason << REASON_SHIFT);
    this.#lists.remove(account, OPEN_LIST, slot);
    this.#lists.append(account, ENDED_LIST, slot);
    const most = this.#accounts.endedMax(account);
    while (this.#accounts.count(account, ENDED_LIST) > most) {
      this.#forget(account, this.#accounts.head(account, ENDED_LIST));
    }
  }

  #forget(account: number, slot: number): void {
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    this.#lists.remove(account, ENDED_LIST, slot);
    this.#slots.delete(row[at + ID]!);
    const clientId = this.clientIdAt(slot);
    if (clientId !== '') {
      const { clients } = this.#users.at(account);
      if (clients?.get(clientId) === slot) clients.delete(clientId);
      this.#setClientId(slot, '');
    }
    this.#lists.release(slot);
  }

  /** Slot before this one in its list: towards the older, -1 = none. */
  older(slot: number): number {
    return this.#lists.older(slot);
  }
  /** Slot after this one in its list, -1 = none. */
  newer(slot: number): number {
    return this.#lists.newer(slot);
  }

  /** Order and instrument of a slot, for filters that want no whole view. */
  idAt(slot: number): OrderId {
    return this.#chunk(slot)[(slot & CHUNK_MASK) * STRIDE + ID]!;
  }
  instrumentAt(slot: number): InstrumentId {
    return this.#chunk(slot)[(slot & CHUNK_MASK) * STRIDE + INSTRUMENT]!;
  }

  clientIdAt(slot: number): string {
    return this.#clientIds[slot >>> CHUNK_BITS]?.[slot & CHUNK_MASK] ?? '';
  }

  /** A copy of the order in a slot. */
  view(slot: number, feeAsset: FeeAsset): OrderView {
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    const terms = row[at + TERMS]!;
    const side = (terms & 1) as Side;
    const state = row[at + STATE]!;
    const ended = (state & ENDED) !== 0;
    const reason = (state >> REASON_SHIFT) as DoneReason;
    const filledBase = row[at + FILLED_BASE]!;
    const instrument = row[at + INSTRUMENT]!;
    return {
      order: row[at + ID]!,
      account: row[at + ACCOUNT]!,
      instrument,
      side,
      type: ((terms >> 1) & 1) as OrderType,
      timeInForce: ((terms >> 2) & 3) as TimeInForce,
      selfTrade: ((terms >> 4) & 3) as SelfTrade,
      price: row[at + PRICE]!,
      quantity: row[at + QUANTITY]!,
      originalQuantity: row[at + ORIGINAL]!,
      quoteAmount: row[at + QUOTE_AMOUNT]!,
      clientId: this.clientIdAt(slot),
      plan: row[at + PLAN]!,
      takeProfitTrigger: row[at + TAKE_PROFIT_TRIGGER]!,
      takeProfitPrice: row[at + TAKE_PROFIT_PRICE]!,
      stopLossTrigger: row[at + STOP_LOSS_TRIGGER]!,
      stopLossPrice: row[at + STOP_LOSS_PRICE]!,
      remaining: row[at + REMAINING]!,
      filledBase,
      filledQuote: lanesToBigInt(row[at + FILLED_QUOTE_HIGH]!, row[at + FILLED_QUOTE_LOW]!),
      fee: row[at + FEE]!,
      feeAsset: feeAsset(instrument, side),
      status: statusOf(ended, reason, filledBase),
      doneReason: ended ? reason : null,
      resting: (state & RESTING) !== 0,
      createdTime: row[at + CREATED]!,
      updatedTime: row[at + UPDATED]!,
      lastFill: lastFillOf(row, at),
    };
  }

  /** Copies the record in a slot to a snapshot: ORDER_FIELDS numbers at `offset`. */
  write(slot: number, to: Float64Array, offset: number): void {
    const at = (slot & CHUNK_MASK) * STRIDE;
    const row = this.#chunk(slot);
    for (let i = 0; i < ORDER_FIELDS; i++) to[offset + i] = row[at + SAVED[i]!]!;
  }

  /** Takes back a record; those of one list in their order. */
  read(from: Float64Array, offset: number, clientId: string, account: AccountState): void {
    const slot = this.#allocate();
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    for (let i = 0; i < ORDER_FIELDS; i++) row[at + SAVED[i]!] = from[offset + i]!;
    const id = row[at + ID]!;
    this.#slots.set(id, slot);
    const list = (row[at + STATE]! & ENDED) !== 0 ? ENDED_LIST : OPEN_LIST;
    this.#lists.append(account.row, list, slot);
    if (clientId === '') return;
    this.#setClientId(slot, clientId);
    account.clients ??= new Map();
    const rival = account.clients.get(clientId);
    if (rival === undefined || this.idAt(rival) < id) account.clients.set(clientId, slot);
  }

  /** The memory itself, not a copy; this store is used no more. */
  image(accounts: readonly AccountState[]): OrderImage {
    const lists = new Int32Array(accounts.length * LIST_WORDS);
    accounts.forEach(({ row }, i) => {
      const from = row * ACCOUNT_WORDS + OPEN_LIST;
      lists.set(this.#accounts.i32.subarray(from, from + LIST_WORDS), i * LIST_WORDS);
    });
    return {
      chunks: this.#chunks,
      clientIds: this.#clientIds,
      slots: this.#slots.image(),
      links: this.#lists.image(),
      lists,
      clients: accounts.map(({ clients }) => clients),
    };
  }

  /** Goes on with the memory of another store, whose accounts these are in the same order. */
  adopt(image: OrderImage, accounts: readonly AccountState[]): void {
    assert(this.size === 0, 'views: only an empty order store can adopt another');
    this.#chunks.push(...image.chunks);
    this.#clientIds.push(...image.clientIds);
    this.#slots.adopt(image.slots);
    this.#lists.adopt(image.links);
    accounts.forEach((account, i) => {
      const list = image.lists.subarray(i * LIST_WORDS, (i + 1) * LIST_WORDS);
      this.#accounts.i32.set(list, account.row * ACCOUNT_WORDS + OPEN_LIST);
      account.clients = image.clients[i] ?? null;
    });
  }

  /** Account of a record that `write` made. */
  static accountOf(from: Float64Array, offset: number): number {
    return from[offset + SAVED_ACCOUNT]!;
  }
}

function lastFillOf(row: Float64Array, at: number): LastFill | null {
  const trade = row[at + FILL_TRADE]!;
  if (trade === 0) return null;
  return {
    trade,
    price: row[at + FILL_PRICE]!,
    quantity: row[at + FILL_QUANTITY]!,
    fee: row[at + FILL_FEE]!,
    time: row[at + FILL_TIME]!,
    maker: (row[at + STATE]! & FILL_MAKER) !== 0,
  };
}

/** What is too little to buy one more lot does not keep an order from being filled. */
function statusOf(ended: boolean, reason: DoneReason, filledBase: number): OrderStatus {
  if (!ended) return filledBase > 0 ? 'partially_filled' : 'live';
  const spent = reason === DoneReason.budgetSpent && filledBase > 0;
  return reason === DoneReason.filled || spent ? 'filled' : 'canceled';
}
