import {
  type AccountId,
  type Asset,
  type AssetId,
  assert,
  assetOf,
  balanceNumber,
  type EventBatch,
  EventWalker,
  type FeeRates,
  type FeeSchedule,
  type FeeStandings,
  type FeeTier,
  type Instrument,
  type InstrumentId,
  type Interval,
  InvariantError,
  NO_PAIR,
  type OrderId,
  Product,
  pairOf,
  pairRates,
  pocketOf,
  pocketOfNumber,
  type RowBatch,
  Side,
  type UserId,
  UserMode,
} from '@halcyon/domain';
import { ContractViews } from './contract-views.ts';
import { MINUTE_MS } from './intervals.ts';
import { LoanViews } from './loan-views.ts';
import type { OrderImage } from './order-store.ts';
import { Projection } from './projection.ts';
import {
  restoreRest,
  restoreState,
  serializeRest,
  serializeState,
  type ViewState,
} from './snapshot.ts';
import type {
  BalanceView,
  BookView,
  CandleHistory,
  CandleQuery,
  CandleView,
  HistoryFile,
  ListQuery,
  OrderView,
  ParentView,
  PlanView,
  PriceRange,
  TickerView,
  TradeQuery,
  TradeView,
} from './types.ts';

/** Ended orders that stay at least, for those who ask about what just happened. */
const ENDED_KEPT = 32_768;

/** Views on their way from one thread to another. */
export interface ViewsImage {
  readonly parts: ReadonlyMap<string, Uint8Array>;
  readonly orders: OrderImage;
}

/** The memory of an image that is moved: the transfer list of its message. */
export function movedBuffers({ orders }: ViewsImage): ArrayBuffer[] {
  const { ring, old } = orders.slots;
  const { links } = orders.links;
  const index = [ring, old.keys, old.places, old.slots, old.counts];
  return [...orders.chunks, ...index, links].map(({ buffer }) => buffer);
}

/** All read models at one sequence; made of events alone. */
export class Views {
  /** Under which a snapshot keeps its parts. */
  readonly name = 'views';
  /**
   * Whose number a user is shown under: its own, but in a paper venue the person's that it belongs to.
   * Set by whoever opened such a venue.
   */
  shownAs: (user: UserId) => UserId = (user) => user;
  /** Whether the market that the venue follows has an instrument. Set as `shownAs`. */
  follows: (instrument: Instrument) => boolean = () => true;
  /** What there is about contracts alone: positions, margin, prices, fundings. */
  readonly contracts: ContractViews;
  /** What there is about margin accounts alone: what is lent, debts, what an account may do. */
  readonly loans: LoanViews;
  declare private readonly projection: Projection;
  declare private readonly walker: EventWalker;
  #seq = 0;
  #time = 0;

  /**
   * @param histories files of `historyBytes` by instrument, laid under the candles whether these are
   * then restored or replayed. Views that only make snapshots need none.
   * @param endedKept how many ended orders stay until later ones ended, besides all that ended in the
   * last batch; 0 for views that nobody asks: then an ended order is gone at once
   */
  constructor(
    histories: ReadonlyMap<InstrumentId, Uint8Array> = new Map(),
    endedKept: number = ENDED_KEPT,
  ) {
    this.projection = new Projection(histories, endedKept);
    this.walker = new EventWalker(this.projection);
    this.contracts = new ContractViews(this.projection, () => this.#time);
    this.loans = new LoanViews(this.projection, () => this.#time);
  }

  /** Sequence of the last command seen; 0 = none. */
  get seq(): number {
    return this.#seq;
  }

  /** The views' clock: time of the last command or of `advanceTo`, Unix ms. */
  get time(): number {
    return this.#time;
  }

  /**
   * Takes the events of the next commands. What was seen already is skipped; throws InvariantError
   * when commands are missing in between.
   */
  apply(batch: EventBatch): void {
    if (batch.lastSeq <= this.#seq) return;
    assert(
      batch.firstSeq <= this.#seq + 1,
      `views: at sequence ${this.#seq}, next batch begins at ${batch.firstSeq}`,
    );
    const seen = this.#seq;
    const { events } = batch;
    this.projection.orders.forgetOldest();
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      if (event.seq > seen) this.projection.apply(event);
    }
    this.#reach(batch.lastSeq, batch.time);
  }

  /**
   * Takes the events of the next commands from the log itself: the same as `apply` and many times
   * faster, for replays. Throws InvariantError when the first is not the next.
   */
  replay(batch: RowBatch): void {
    assert(
      batch.firstSeq === this.#seq + 1,
      `views: at sequence ${this.#seq}, the log begins at ${batch.firstSeq}`,
    );
    this.projection.orders.forgetOldest();
    batch.log.walk(this.walker);
    this.#reach(batch.lastSeq, batch.time);
  }

  #reach(seq: number, time: number): void {
    this.#seq = seq;
    if (time > this.#time) this.#time = time;
  }

  /** Moves the clock when no command did, so that windows and candles go on; never back. */
  advanceTo(time: number): void {
    if (time > this.#time) this.#time = time;
  }

  /** All assets, by id. */
  assets(): readonly Asset[] {
    return this.projection.registry.assets;
  }
  asset(id: AssetId): Asset | undefined {
    return this.projection.registry.asset(id);
  }
  assetByCode(code: string): Asset | undefined {
    return this.projection.registry.assetByCode(code);
  }
  /** The instruments of a product as they are now, by id. */
  instruments(product: Product = Product.spot): readonly Instrument[] {
    return this.projection.registry.instrumentsOf(product);
  }
  /** Those of all products: the symbol of a spot pair may be a contract's, too. */
  allInstruments(): readonly Instrument[] {
    return this.projection.registry.instruments;
  }
  instrument(id: InstrumentId): Instrument | undefined {
    return this.projection.registry.instrument(id);
  }
  instrumentBySymbol(symbol: string, product: Product = Product.spot): Instrument | undefined {
    return this.projection.registry.instrumentBySymbol(symbol, product);
  }

  /** Index into the fee schedule; 0 for users whose tier was never set. */
  feeTier(user: UserId): number {
    return this.projection.users.find(user)?.tier ?? 0;
  }
  /** What the daily work has come to, and what owners have earned and been given. */
  get standings(): Pick<FeeStandings, 'day' | 'of' | 'over' | 'entries'> {
    return this.projection.registry.standings;
  }
  /** Levels and discounts that there are. */
  get fees(): FeeSchedule {
    return this.projection.registry.fees;
  }
  feeSchedule(): readonly FeeTier[] {
    return this.projection.registry.fees.tiers;
  }
  /** Rates of a user in pairs, with a spot or a margin account. */
  feeRates(user: UserId, margin = false): FeeRates {
    return pairRates(this.fees, this.feeTier(user), margin);
  }
  /** Whose sub-account a user is; of all others the user. */
  rootOf(user: UserId): UserId {
    return this.projection.users.find(user)?.root ?? user;
  }
  /** Whether money may come to a user: that of its root. */
  userMode(user: UserId): UserMode {
    return this.projection.users.find(this.rootOf(user))?.mode ?? UserMode.open;
  }
  /** The sub-accounts of a user, in the order of their opening. */
  subAccounts(root: UserId): readonly UserId[] {
    return [...(this.projection.users.find(root)?.subAccounts ?? [])];
  }
  /** People who are no sub-accounts, from a number on, in the order of their numbers. */
  owners(from: UserId, limit: number): UserId[] {
    return this.projection.users.owners(from, limit);
  }
  isSimulated(user: UserId): boolean {
    return this.projection.users.find(user)?.simulated ?? false;
  }
  /** Whether the user was opened; the exchange's own users always are. */
  hasUser(user: UserId): boolean {
    return this.projection.users.find(user)?.opened ?? false;
  }

  /** The live book. Throws RangeError for an unknown instrument, as all views by instrument do. */
  book(instrument: InstrumentId): BookView {
    return this.projection.market(instrument).book;
  }
  ticker(instrument: InstrumentId): TickerView {
    return this.projection.market(instrument).ticker(this.#time);
  }
  /** Of every instrument of a product, by id. */
  tickers(product: Product = Product.spot): TickerView[] {
    return this.projection.markets
      .filter((market) => market.product === product)
      .map((market) => market.ticker(this.#time));
  }
  /** Newest first; the last 10,000 trades are kept. */
  trades(instrument: InstrumentId, limit: number, query: TradeQuery = {}): TradeView[] {
    return this.projection.market(instrument).trades.query(limit, query);
  }
  /**
   * Ascending, with flat candles where nothing traded. Intervals below 1 h reach back 30 days, those below
   * 1 d 2 years, days, weeks and months to the beginning.
   */
  candles(instrument: InstrumentId, interval: Interval, query: CandleQuery = {}): CandleView[] {
    return this.projection.market(instrument).candles.query(interval, query, this.#time);
  }

  /**
   * Lowest and highest price after a time: of each trade in the minute that holds it, as far as trades are kept,
   * and of the whole minutes since. Of mark and index of those minutes alone. null = there was none.
   */
  priceRange(
    instrument: InstrumentId,
    price: 'last' | 'mark' | 'index',
    after: number,
  ): PriceRange | null {
    const market = this.projection.market(instrument);
    const to = (Math.floor(this.#time / MINUTE_MS) + 1) * MINUTE_MS;
    if (price !== 'last') {
      const { markCandles, indexCandles } = this.projection.contract(instrument);
      return (price === 'mark' ? markCandles : indexCandles).range(after + 1, to);
    }
    const minute = Math.ceil((after + 1) / MINUTE_MS) * MINUTE_MS;
    const parts = [market.trades.range(after + 1, minute), market.candles.range(minute, to)];
    const known = parts.filter((part) => part !== null);
    if (known.length === 0) return null;
    return {
      low: Math.min(...known.map(({ low }) => low)),
      high: Math.max(...known.map(({ high }) => high)),
    };
  }

  /** Balances ever touched, by pair where it is an isolated margin account, and asset id. */
  balances(account: AccountId): BalanceView[] {
    const { users, balances } = this.projection;
    const row = users.table.find(account);
    if (row === -1) return [];
    return balances.of(row).map(({ number, ...amounts }) => {
      const instrument = pairOf(pocketOfNumber(number));
      return { account, instrument, asset: assetOf(number), ...amounts };
    });
  }
  /** Zero when it was never touched. @param instrument the pair, of an isolated margin account */
  balance(account: AccountId, asset: AssetId, instrument: InstrumentId = NO_PAIR): BalanceView {
    const { users, balances } = this.projection;
    const row = users.table.find(account);
    const number = balanceNumber(asset, pocketOf(account, instrument));
    const found = row === -1 ? undefined : balances.find(row, number);
    const { available = 0n, held = 0n, updatedTime = 0 } = found ?? {};
    return { account, instrument, asset, available, held, updatedTime };
  }

  /** Newest first. */
  openOrders(account: AccountId, query: ListQuery = {}): OrderView[] {
    const { table } = this.projection.users;
    const result: OrderView[] = [];
    const limit = query.limit ?? Number.MAX_SAFE_INTEGER;
    const row = table.find(account);
    let slot = row === -1 ? -1 : table.tail(row);
    for (; slot !== -1 && result.length < limit; slot = this.projection.orders.older(slot)) {
      const { instrument, before } = query;
      if (instrument !== undefined && this.projection.orders.instrumentAt(slot) !== instrument)
        continue;
      if (before !== undefined && this.projection.orders.idAt(slot) >= before) continue;
      result.push(this.projection.orders.view(slot, this.#feeAsset));
    }
    return result;
  }
  openOrderCount(account: AccountId): number {
    const { table } = this.projection.users;
    const row = table.find(account);
    return row === -1 ? 0 : table.count(row);
  }

  readonly #feeAsset = (id: InstrumentId, side: Side): AssetId => {
    const instrument = this.projection.registry.instrument(id);
    if (instrument === undefined) {
      throw new InvariantError(`views: an order of unknown instrument ${id}`);
    }
    const received = side === Side.buy ? instrument.base : instrument.quote;
    return instrument.contract === null ? received : instrument.quote;
  };

  /** An open order, or one of the last that ended since the start; the records have the others. */
  order(id: OrderId): OrderView | undefined {
    const slot = this.projection.orders.slotOf(id);
    return slot === -1 ? undefined : this.projection.orders.view(slot, this.#feeAsset);
  }
  /** The latest such order with that client id. */
  orderByClientId(account: AccountId, clientId: string): OrderView | undefined {
    const slot = this.projection.users.findAccount(account)?.clients?.get(clientId);
    return slot === undefined ? undefined : this.projection.orders.view(slot, this.#feeAsset);
  }

  /** Pending plans, newest first. */
  plans(account: AccountId, query: ListQuery = {}): PlanView[] {
    const { instrument, before, limit } = query;
    return [...(this.projection.users.findAccount(account)?.plans ?? [])]
      .reverse()
      .map((id) => this.projection.plans.get(id))
      .filter((plan) => plan !== undefined)
      .filter((plan) => instrument === undefined || plan.instrument === instrument)
      .filter((plan) => before === undefined || plan.plan < before)
      .slice(0, limit);
  }

  /** A pending plan or one that ended lately. */
  plan(id: OrderId): PlanView | undefined {
    return this.projection.plans.get(id);
  }
  /** The latest plan with that client id, pending or lately ended. */
  planByClientId(account: AccountId, clientId: string): PlanView | undefined {
    const id = this.projection.users.findAccount(account)?.planClients?.get(clientId);
    return id === undefined ? undefined : this.projection.plans.get(id);
  }

  /** Open parent orders, newest first. */
  parents(account: AccountId, query: ListQuery = {}): ParentView[] {
    const { instrument, before, limit } = query;
    return [...(this.projection.users.findAccount(account)?.parents ?? [])]
      .reverse()
      .map((id) => this.projection.parents.get(id))
      .filter((parent) => parent !== undefined)
      .filter((parent) => instrument === undefined || parent.instrument === instrument)
      .filter((parent) => before === undefined || parent.parent < before)
      .slice(0, limit);
  }
  /** An open parent order or one that ended lately. */
  parent(id: OrderId): ParentView | undefined {
    return this.projection.parents.get(id);
  }

  /** Deadline of the dead-man's switch, Unix ms; 0 = off. */
  countdown(account: AccountId): number {
    return this.projection.users.findAccount(account)?.countdown ?? 0;
  }
  /** Sequence of the last command that changed the account; 0 = none. */
  lastAckSeq(account: AccountId): number {
    const { table } = this.projection.users;
    const row = table.find(account);
    return row === -1 ? 0 : table.seq(row);
  }

  /**
   * Puts past candles before the live ones: where the history's minutes end, those that were built
   * from trades go on. Throws InvariantError for columns that are not in order.
   */
  loadHistory(instrument: InstrumentId, history: CandleHistory): void {
    const market = this.projection.market(instrument);
    const factor = this.projection.registry.instrument(instrument)?.quoteFactor ?? 1;
    market.candles.load(history, factor);
    market.forgetWindow();
  }
  /** All candles of an instrument in a form of their own, so that snapshots need not repeat them. */
  historyBytes(instrument: InstrumentId): HistoryFile {
    return this.projection.market(instrument).candles.file();
  }
  /**
   * The file up to `mark` is durable: later snapshots leave older candles out. Views that make
   * snapshots elsewhere (a worker) have to be told too.
   */
  historySaved(instrument: InstrumentId, mark: number): void {
    this.projection.market(instrument).candles.saved(mark);
  }

  /** Like `loadHistory` from a file of `historyBytes`. Throws InvariantError for other bytes. */
  loadHistoryBytes(instrument: InstrumentId, bytes: Uint8Array): void {
    const market = this.projection.market(instrument);
    market.candles.loadFile(bytes);
    market.forgetWindow();
  }

  /**
   * Forgets what was traded of an instrument before a minute (Unix ms), in candles and in the day's
   * figures; prices stay.
   */
  dropVolumes(instrument: InstrumentId, until: number): void {
    const market = this.projection.market(instrument);
    market.candles.dropVolumes(until);
    market.forgetWindow();
  }

  /** Everything at `seq` as named parts, except candles that are in a saved history file. */
  serialize(): Map<string, Uint8Array> {
    return serializeState(this.#state());
  }

  /** Into fresh views. Throws InvariantError for missing or damaged parts. */
  restore(parts: ReadonlyMap<string, Uint8Array>): void {
    assert(this.#seq === 0, 'views: restore needs fresh views');
    const state = this.#state();
    restoreState(state, parts);
    this.#seq = state.seq;
    this.#time = state.time;
  }

  /**
   * The views for another thread to go on with, most of it memory that is moved and not copied;
   * these are used no more.
   */
  handOver(): ViewsImage {
    const { orders, users } = this.projection;
    return { parts: serializeRest(this.#state()), orders: orders.image(users.accounts()) };
  }

  /** Goes on as other views do; only fresh views can, with the same histories. */
  takeOver({ parts, orders }: ViewsImage): void {
    assert(this.#seq === 0, 'views: only fresh views can take others over');
    const state = this.#state();
    restoreRest(state, parts);
    this.projection.orders.adopt(orders, this.projection.users.accounts());
    this.#seq = state.seq;
    this.#time = state.time;
  }

  #state(): ViewState {
    return { seq: this.#seq, time: this.#time, data: this.projection };
  }
}
