/**
 * Orders as records of numbers in chunks of typed arrays: a million open orders are no objects for
 * the garbage collector, and a snapshot is a copy. Lists by account run through the open ones.
 *
 * Of the ended ones the latest stay a while, for those who ask about what just happened. They are in
 * no snapshot: the records have every ended order.
 */
import {
  assert,
  type InstrumentId,
  InvariantError,
  type LimitOrder,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderId,
  type OrderOpenedEvent,
  type OrderRestedEvent,
  type TradeEvent,
} from '@halcyon/domain';
import type { AccountState, UserTable } from './account-state.ts';
import { ACCOUNT_WORDS, type AccountTable, OPEN_LIST } from './account-table.ts';
import { EndedSlots } from './ended-slots.ts';
import { IdMap, type IdMapImage } from './id-map.ts';
import { LANE } from './lanes.ts';
import { OrderLists, type OrderListsImage } from './order-lists.ts';
import {
  type Bits,
  type ContractTermsOfOrder,
  type FeeAsset,
  isRare,
  type Lane,
  loadOrder,
  NOTHING_RARE,
  type OpenOrderRecord,
  type ORDER_LANES,
  type RareTerms,
  SAVED_ACCOUNT,
  type State,
  savedRare,
  saveOrder,
  viewOrder,
} from './order-record.ts';
import type { OrderView } from './types.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const ID: typeof Lane.id = 0;
const PACKED: typeof Lane.packed = 1;
const REMAINING: typeof Lane.remaining = 2;
const UPDATED: typeof Lane.updated = 3;
const FILLED_BASE: typeof Lane.filledBase = 4;
const FILLED_QUOTE_LOW: typeof Lane.filledQuoteLow = 5;
const FEE: typeof Lane.fee = 6;
const FILL_TRADE: typeof Lane.fillTrade = 7;
const FILL_PRICE: typeof Lane.fillPrice = 8;
const FILL_QUANTITY: typeof Lane.fillQuantity = 9;
const FILL_FEE: typeof Lane.fillFee = 10;
const FILL_TIME: typeof Lane.fillTime = 11;
const PRICE: typeof Lane.price = 12;
const QUANTITY: typeof Lane.quantity = 13;
const ORIGINAL: typeof Lane.original = 14;
const CREATED: typeof Lane.created = 15;
const STRIDE: typeof ORDER_LANES = 16;
const STATE_SHIFT: typeof Bits.state = 6;
const STATE_MASK: typeof Bits.stateMask = 0x7f;
const INSTRUMENT_SHIFT: typeof Bits.instrument = 13;
const ENDED: typeof State.ended = 1;
const RESTING: typeof State.resting = 2;
const FILL_MAKER: typeof State.fillMaker = 4;
const REASON_SHIFT: typeof State.reason = 3;
/** Words of the packed lane. */
const ACCOUNT_WORD = PACKED * 2;
const BITS_WORD = ACCOUNT_WORD + 1;

/** A chunk is 4 MiB: large pages fit into it. */
const CHUNK_BITS = 15;
const CHUNK_SLOTS = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK_SLOTS - 1;

/** Words of an account's row that are its list. */
const LIST_WORDS = 3;

/** What fills say of orders, of spot pairs and of contracts. */
type OrderFill = Pick<
  TradeEvent,
  | 'trade'
  | 'time'
  | 'price'
  | 'quantity'
  | 'quote'
  | 'makerOrder'
  | 'takerOrder'
  | 'makerFee'
  | 'takerFee'
  | 'makerRemaining'
  | 'takerRemaining'
>;

/** What an order that a plan or a parent placed has traded. */
export type TradedOfPlan = Pick<OrderView, 'plan' | 'clientId' | 'filledBase' | 'filledQuote'>;

/** An order store's memory, for a thread that goes on with it. */
export interface OrderImage {
  readonly chunks: readonly Float64Array<ArrayBuffer>[];
  readonly clientIds: readonly (string[] | undefined)[];
  readonly rares: ReadonlyMap<number, RareTerms>;
  readonly slots: IdMapImage;
  readonly links: OrderListsImage;
  /** Head, tail and count of the open orders, by account in the order given. */
  readonly lists: Int32Array<ArrayBuffer>;
  readonly clients: readonly (Map<string, number> | null)[];
}

/** Open orders and the latest ended ones. */
export class OrderStore {
  declare private readonly users: UserTable;
  declare private readonly accounts: AccountTable;
  readonly #chunks: Float64Array<ArrayBuffer>[] = [];
  /** The same memory. */
  readonly #words: Int32Array<ArrayBuffer>[] = [];
  /** By slot, in chunks too; most orders of programs have none, and then no chunk is made. */
  readonly #clientIds: (string[] | undefined)[] = [];
  /** By slot. */
  readonly #rares = new Map<number, RareTerms>();
  readonly #slots = new IdMap();
  #open = 0;
  declare private readonly lists: OrderLists;
  readonly #ended = new EndedSlots();
  readonly #endedKept: number;

  /** @param endedKept ended orders that stay at least until later ones ended */
  constructor(users: UserTable, endedKept: number) {
    this.users = users;
    this.#endedKept = endedKept;
    this.accounts = users.table;
    this.lists = new OrderLists(users.table);
  }

  /** Open orders. */
  get size(): number {
    return this.#open;
  }

  /** Slot of an order, -1 = not kept. */
  slotOf(id: OrderId): number {
    return this.#slots.get(id);
  }

  #chunk(slot: number): Float64Array {
    return this.#chunks[slot >>> CHUNK_BITS]!;
  }

  #bits(slot: number): number {
    return this.#words[slot >>> CHUNK_BITS]![(slot & CHUNK_MASK) * STRIDE * 2 + BITS_WORD]!;
  }

  #setState(slot: number, state: number): void {
    const words = this.#words[slot >>> CHUNK_BITS]!;
    const at = (slot & CHUNK_MASK) * STRIDE * 2 + BITS_WORD;
    words[at] = (words[at]! & ~(STATE_MASK << STATE_SHIFT)) | (state << STATE_SHIFT);
  }

  #state(slot: number): number {
    return (this.#bits(slot) >>> STATE_SHIFT) & STATE_MASK;
  }

  #addChunk(chunk: Float64Array<ArrayBuffer>): void {
    this.#chunks.push(chunk);
    this.#words.push(new Int32Array(chunk.buffer));
  }

  #rare(slot: number): RareTerms {
    let rare = this.#rares.get(slot);
    if (rare === undefined) {
      rare = { ...NOTHING_RARE };
      this.#rares.set(slot, rare);
    }
    return rare;
  }

  #allocate(): number {
    const slot = this.lists.allocate();
    if (slot >>> CHUNK_BITS === this.#chunks.length) {
      this.#addChunk(new Float64Array(CHUNK_SLOTS * STRIDE));
      this.#clientIds.push(undefined);
    }
    return slot;
  }

  /** @param account row of the account table */
  opened(event: OrderOpenedEvent, account: number): void {
    const slot = this.#allocate();
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + ID] = event.order;
    const words = this.#words[slot >>> CHUNK_BITS]!;
    words[at * 2 + ACCOUNT_WORD] = event.account;
    words[at * 2 + BITS_WORD] =
      event.side |
      (event.type << 1) |
      (event.timeInForce << 2) |
      (event.selfTrade << 4) |
      (event.instrument << INSTRUMENT_SHIFT);
    row[at + PRICE] = event.price;
    row[at + QUANTITY] = event.quantity;
    row[at + REMAINING] = event.quoteAmount > 0 ? event.quoteAmount : event.quantity;
    // Lane by lane: a call of `fill` costs more than nine stores.
    row[at + FILLED_BASE] = 0;
    row[at + FILLED_QUOTE_LOW] = 0;
    row[at + FEE] = 0;
    row[at + CREATED] = event.time;
    row[at + UPDATED] = event.time;
    row[at + FILL_TRADE] = 0;
    row[at + FILL_PRICE] = 0;
    row[at + FILL_QUANTITY] = 0;
    row[at + FILL_FEE] = 0;
    row[at + FILL_TIME] = 0;
    row[at + ORIGINAL] = event.quantity;
    if (isRare(event)) this.#keepRare(slot, event);
    this.#slots.set(event.order, slot);
    this.lists.append(account, slot);
    this.#open += 1;
    if (event.clientId !== '') this.#nameClient(this.users.at(account), slot, event.clientId);
  }

  #keepRare(slot: number, event: OrderOpenedEvent): void {
    const { options, quoteAmount, plan, takeProfitTrigger, takeProfitPrice } = event;
    const { stopLossTrigger, stopLossPrice } = event;
    const rare = { options, profit: 0, quoteAmount, plan, takeProfitTrigger, takeProfitPrice };
    this.#rares.set(slot, { ...rare, stopLossTrigger, stopLossPrice, filledQuoteHigh: 0 });
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
    if (slot === -1) throw new InvariantError(`views: order ${id} was never opened`);
    return slot;
  }

  /** One side of a trade. */
  filled(event: OrderFill, maker: boolean): void {
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
    if (carry !== 0) this.#rare(slot).filledQuoteHigh += carry;
    row[at + FEE] = row[at + FEE]! + fee;
    row[at + UPDATED] = event.time;
    row[at + FILL_TRADE] = event.trade;
    row[at + FILL_PRICE] = event.price;
    row[at + FILL_QUANTITY] = event.quantity;
    row[at + FILL_FEE] = fee;
    row[at + FILL_TIME] = event.time;
    const state = this.#state(slot);
    this.#setState(slot, maker ? state | FILL_MAKER : state & ~FILL_MAKER);
  }

  /** What a fill of a contract's order realised. */
  realised(order: OrderId, profit: number): void {
    if (profit !== 0) this.#rare(this.#known(order)).profit += profit;
  }

  rested(event: OrderRestedEvent): void {
    const slot = this.#known(event.order);
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + REMAINING] = event.remaining;
    this.#setState(slot, this.#state(slot) | RESTING);
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

  /**
   * @param account row of the account table
   * @returns what it has traded where a plan or a parent placed it, else null
   */
  done(event: OrderDoneEvent, account: number): TradedOfPlan | null {
    const slot = this.#known(event.order);
    const traded = this.#tradedOfPlan(slot);
    this.lists.remove(account, slot);
    this.#open -= 1;
    if (this.#endedKept === 0) {
      this.#forget(slot, event.order);
      return traded;
    }
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    row[at + REMAINING] = event.remaining;
    row[at + UPDATED] = event.time;
    const maker = this.#state(slot) & FILL_MAKER;
    this.#setState(slot, maker | ENDED | (event.reason << REASON_SHIFT));
    this.#ended.push(slot);
    return traded;
  }

  #tradedOfPlan(slot: number): TradedOfPlan | null {
    const plan = this.#rares.get(slot)?.plan ?? 0;
    if (plan === 0) return null;
    const { filledBase, filledQuote, clientId } = this.view(slot, () => 0);
    return { plan, clientId, filledBase, filledQuote };
  }

  /**
   * Forgets the oldest of more ended orders than are to be kept. Not done with each end: those who
   * are told of a batch of events find every order in it, however many it ended.
   */
  forgetOldest(most = this.#endedKept): void {
    while (this.#ended.size > most) {
      const slot = this.#ended.shift();
      this.#forget(slot, this.idAt(slot));
    }
  }

  #forget(slot: number, id: OrderId): void {
    // A ghost that was amended in its market enters anew after its end, under the same number.
    if (this.#slots.get(id) === slot) this.#slots.delete(id);
    if (this.#rares.size > 0) this.#rares.delete(slot);
    const clientId = this.clientIdAt(slot);
    if (clientId !== '') this.#forgetClient(slot, clientId);
    this.lists.release(slot);
  }

  #forgetClient(slot: number, clientId: string): void {
    const account =
      this.#words[slot >>> CHUNK_BITS]![(slot & CHUNK_MASK) * STRIDE * 2 + ACCOUNT_WORD]!;
    const clients = this.users.findAccount(account)?.clients;
    if (clients?.get(clientId) === slot) clients.delete(clientId);
    this.#setClientId(slot, '');
  }

  /** Slot before this one in its list: towards the older, -1 = none. */
  older(slot: number): number {
    return this.lists.older(slot);
  }
  /** Slot after this one in its list, -1 = none. */
  newer(slot: number): number {
    return this.lists.newer(slot);
  }

  /** Order and instrument of a slot, for filters that want no whole view. */
  idAt(slot: number): OrderId {
    return this.#chunk(slot)[(slot & CHUNK_MASK) * STRIDE + ID]!;
  }
  instrumentAt(slot: number): InstrumentId {
    return this.#bits(slot) >>> INSTRUMENT_SHIFT;
  }

  /** What an order that rests may still trade at its price, ticks × lots: + buys, − sells. */
  restingValue(slot: number): number {
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    if ((this.#state(slot) & RESTING) === 0) return 0;
    const value = row[at + PRICE]! * row[at + REMAINING]!;
    return (this.#bits(slot) & 1) === 0 ? value : -value;
  }

  /** What of an order rests; null = nothing. */
  restingOrder(slot: number): LimitOrder | null {
    const row = this.#chunk(slot);
    const at = (slot & CHUNK_MASK) * STRIDE;
    if ((this.#state(slot) & RESTING) === 0) return null;
    const side = (this.#bits(slot) & 1) as LimitOrder['side'];
    return { side, price: row[at + PRICE]!, lots: row[at + REMAINING]! };
  }

  /** What the order in a slot has as one of a contract; null = nothing. */
  contractTerms(slot: number): ContractTermsOfOrder | null {
    const rare = this.#rares.get(slot);
    return rare === undefined || (rare.options === 0 && rare.profit === 0) ? null : rare;
  }

  clientIdAt(slot: number): string {
    return this.#clientIds[slot >>> CHUNK_BITS]?.[slot & CHUNK_MASK] ?? '';
  }

  #record(slot: number): OpenOrderRecord {
    return {
      row: this.#chunk(slot),
      words: this.#words[slot >>> CHUNK_BITS]!,
      at: (slot & CHUNK_MASK) * STRIDE,
      rare: this.#rares.get(slot) ?? NOTHING_RARE,
    };
  }

  /** A copy of the order in a slot. */
  view(slot: number, feeAsset: FeeAsset): OrderView {
    return viewOrder(this.#record(slot), this.clientIdAt(slot), feeAsset);
  }

  /** Copies the record in a slot to a snapshot: ORDER_FIELDS numbers at `offset`. */
  write(slot: number, to: Float64Array, offset: number): void {
    saveOrder(this.#record(slot), to, offset);
  }

  /** Makes room for so many open orders. */
  reserve(count: number): void {
    this.#slots.reserve(count);
  }

  /** Takes back a record that is open; those of one account in their order. */
  read(
    from: Float64Array,
    offset: number,
    clientId: string,
    account: AccountState,
    contract: ContractTermsOfOrder = NOTHING_RARE,
  ): void {
    const slot = this.#allocate();
    loadOrder(this.#record(slot), from, offset);
    const { options, profit } = contract;
    const rare = savedRare(from, offset, { options, profit });
    const counted = rare.filledQuoteHigh > 0 || profit !== 0;
    if (isRare(rare) || counted) this.#rares.set(slot, rare);
    this.#slots.set(this.idAt(slot), slot);
    this.lists.append(account.row, slot);
    this.#open += 1;
    if (clientId !== '') this.#nameClient(account, slot, clientId);
  }

  /** The memory itself, not a copy; this store is used no more. */
  image(accounts: readonly AccountState[]): OrderImage {
    this.forgetOldest(0);
    const lists = new Int32Array(accounts.length * LIST_WORDS);
    accounts.forEach(({ row }, i) => {
      const from = row * ACCOUNT_WORDS + OPEN_LIST;
      lists.set(this.accounts.i32.subarray(from, from + LIST_WORDS), i * LIST_WORDS);
    });
    return {
      chunks: this.#chunks,
      clientIds: this.#clientIds,
      rares: this.#rares,
      slots: this.#slots.image(),
      links: this.lists.image(),
      lists,
      clients: accounts.map(({ clients }) => clients),
    };
  }

  /** Goes on with the memory of another store, whose accounts these are in the same order. */
  adopt(image: OrderImage, accounts: readonly AccountState[]): void {
    assert(this.size === 0, 'views: only an empty order store can adopt another');
    for (const chunk of image.chunks) this.#addChunk(chunk);
    for (const [slot, rare] of image.rares) this.#rares.set(slot, rare);
    this.#clientIds.push(...image.clientIds);
    this.#slots.adopt(image.slots);
    this.#open = this.#slots.size;
    this.lists.adopt(image.links);
    accounts.forEach((account, i) => {
      const list = image.lists.subarray(i * LIST_WORDS, (i + 1) * LIST_WORDS);
      this.accounts.i32.set(list, account.row * ACCOUNT_WORDS + OPEN_LIST);
      account.clients = image.clients[i] ?? null;
    });
  }

  /** Account of a record that `write` made. */
  static accountOf(from: Float64Array, offset: number): number {
    return from[offset + SAVED_ACCOUNT]!;
  }
}
