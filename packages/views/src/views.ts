import {
  type AccountId,
  type Asset,
  type AssetId,
  assert,
  assertNever,
  type Event,
  type EventBatch,
  EventKind,
  type FeeTier,
  type Instrument,
  type InstrumentId,
  type OrderId,
  type PostingEvent,
  Side,
  type TradeEvent,
  type UserId,
} from '@halcyon/domain';
import { type AccountState, balanceCell, type SlotList, Users } from './account-state.ts';
import { Market } from './market.ts';
import { OrderStore } from './order-store.ts';
import { PlanStore } from './plan-store.ts';
import { Registry } from './registry.ts';
import { restoreState, serializeState, type ViewState } from './snapshot.ts';
import type {
  BalanceView,
  BookView,
  CandleQuery,
  CandleView,
  History,
  HistoryFile,
  Interval,
  ListQuery,
  OrderView,
  PlanView,
  TickerView,
  TradeQuery,
  TradeView,
} from './types.ts';

const NO_FEES: FeeTier = { makerPpm: 0, takerPpm: 0 };

/** All read models at one sequence; made of events alone. */
export class Views {
  /** Under which a snapshot keeps its parts. */
  readonly name = 'views';
  readonly #registry = new Registry();
  readonly #users = new Users();
  readonly #orders = new OrderStore();
  readonly #plans = new PlanStore();
  readonly #markets: Market[] = [];
  readonly #histories: ReadonlyMap<InstrumentId, Uint8Array>;
  #seq = 0;
  #time = 0;

  /**
   * @param histories files of `historyBytes` by instrument, laid under the candles whether these are
   * then restored or replayed. Views that only make snapshots need none.
   */
  constructor(histories: ReadonlyMap<InstrumentId, Uint8Array> = new Map()) {
    this.#histories = histories;
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
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      if (event.seq > seen) this.#applyOne(event);
    }
    this.#seq = batch.lastSeq;
    if (batch.time > this.#time) this.#time = batch.time;
  }

  /** Moves the clock when no command did, so that windows and candles go on; never back. */
  advanceTo(time: number): void {
    if (time > this.#time) this.#time = time;
  }

  #applyOne(event: Event): void {
    switch (event.kind) {
      case EventKind.posting:
        this.#posting(event);
        return;
      case EventKind.level:
        this.#market(event.instrument).level(event);
        return;
      case EventKind.orderOpened:
        this.#orders.opened(event, this.#touch(event.account, event.seq));
        return;
      case EventKind.orderRested:
        this.#touch(event.account, event.seq);
        this.#orders.rested(event);
        return;
      case EventKind.orderDone:
        this.#orders.done(event, this.#touch(event.account, event.seq));
        return;
      case EventKind.trade:
        this.#trade(event);
        return;
      case EventKind.orderAmended:
        this.#touch(event.account, event.seq);
        this.#orders.amended(event);
        return;
      default:
        this.#applyRare(event);
    }
  }

  #applyRare(event: Exclude<Event, { kind: 1 | 2 | 3 | 4 | 5 | 6 | 11 }>): void {
    switch (event.kind) {
      case EventKind.planOpened:
        this.#plans.opened(event, this.#touch(event.account, event.seq));
        return;
      case EventKind.planAmended:
        this.#touch(event.account, event.seq);
        this.#plans.amended(event);
        return;
      case EventKind.planEnded:
        this.#plans.ended(event, this.#touch(event.account, event.seq));
        return;
      case EventKind.userOpened: {
        const user = this.#users.user(event.user);
        user.opened = true;
        user.simulated = event.simulated;
        return;
      }
      case EventKind.feeTierSet:
        this.#users.user(event.user).tier = event.tier;
        return;
      case EventKind.feeScheduleSet:
        this.#registry.tiers = event.tiers;
        return;
      case EventKind.moved:
        this.#touch(event.from, event.seq);
        this.#touch(event.to, event.seq);
        return;
      case EventKind.assetListed:
        this.#registry.setAsset(event.asset);
        return;
      case EventKind.instrumentSet:
        this.#registry.setInstrument(event.instrument);
        this.#marketOf(event.instrument);
        return;
      case EventKind.countdownSet:
        this.#touch(event.account, event.seq).countdown = event.deadline;
        return;
      case EventKind.lastPriceSeeded:
        this.#market(event.instrument).seed(event);
        return;
      case EventKind.selfTradePrevented:
        // Its effects come as events of their own: amended or ended orders, levels, releases.
        return;
      default:
        assertNever(event);
    }
  }

  #posting(event: PostingEvent): void {
    const cell = balanceCell(this.#touch(event.account, event.seq), event.asset);
    cell.available = event.available;
    cell.held = event.held;
    cell.updatedTime = event.time;
  }

  #trade(event: TradeEvent): void {
    this.#touch(event.makerAccount, event.seq);
    this.#touch(event.takerAccount, event.seq);
    this.#orders.filled(event, true);
    this.#orders.filled(event, false);
    this.#market(event.instrument).trade(event);
  }

  #touch(id: AccountId, seq: number): AccountState {
    const account = this.#users.account(id);
    account.seq = seq;
    return account;
  }

  #market(instrument: InstrumentId): Market {
    const market = this.#markets[instrument];
    if (market === undefined) throw new RangeError(`unknown instrument ${instrument}`);
    return market;
  }

  #marketOf(instrument: Instrument): Market {
    const known = this.#markets[instrument.id];
    if (known !== undefined) return known;
    assert(instrument.id === this.#markets.length, 'views: instrument ids are not dense');
    const market = new Market(instrument);
    this.#markets.push(market);
    const history = this.#histories.get(instrument.id);
    if (history !== undefined) market.candles.loadFile(history);
    return market;
  }

  /** All assets, by id. */
  assets(): readonly Asset[] {
    return this.#registry.assets;
  }
  asset(id: AssetId): Asset | undefined {
    return this.#registry.asset(id);
  }
  assetByCode(code: string): Asset | undefined {
    return this.#registry.assetByCode(code);
  }
  /** All instruments as they are now, by id. */
  instruments(): readonly Instrument[] {
    return this.#registry.instruments;
  }
  instrument(id: InstrumentId): Instrument | undefined {
    return this.#registry.instrument(id);
  }
  instrumentBySymbol(symbol: string): Instrument | undefined {
    return this.#registry.instrumentBySymbol(symbol);
  }

  /** Index into the fee schedule; 0 for users whose tier was never set. */
  feeTier(user: UserId): number {
    return this.#users.find(user)?.tier ?? 0;
  }
  feeSchedule(): readonly FeeTier[] {
    return this.#registry.tiers;
  }
  /** Rates of a user: the schedule's entry for their tier. */
  feeRates(user: UserId): FeeTier {
    return this.#registry.tiers[this.feeTier(user)] ?? NO_FEES;
  }
  isSimulated(user: UserId): boolean {
    return this.#users.find(user)?.simulated ?? false;
  }
  /** Whether the user was opened; the exchange's own users always are. */
  hasUser(user: UserId): boolean {
    return this.#users.find(user)?.opened ?? false;
  }

  /** The live book. Throws RangeError for an unknown instrument, as all views by instrument do. */
  book(instrument: InstrumentId): BookView {
    return this.#market(instrument).book;
  }
  ticker(instrument: InstrumentId): TickerView {
    return this.#market(instrument).ticker(this.#time);
  }
  /** Of every instrument, by id. */
  tickers(): TickerView[] {
    return this.#markets.map((market) => market.ticker(this.#time));
  }
  /** Newest first; the last 10,000 trades are kept. */
  trades(instrument: InstrumentId, limit: number, query: TradeQuery = {}): TradeView[] {
    return this.#market(instrument).trades.query(limit, query);
  }
  /**
   * Ascending, with flat candles where nothing traded. Intervals below 1 h reach back 30 days, others
   * 2 years, `1Dutc`, `3Dutc`, `1Wutc` and `1Mutc` to the beginning.
   */
  candles(instrument: InstrumentId, interval: Interval, query: CandleQuery = {}): CandleView[] {
    return this.#market(instrument).candles.query(interval, query, this.#time);
  }

  /** Balances ever touched, by asset id. */
  balances(account: AccountId): BalanceView[] {
    const result: BalanceView[] = [];
    this.#users.findAccount(account)?.balances.forEach((cell, asset) => {
      if (cell !== undefined) result.push({ account, asset, ...cell });
    });
    return result;
  }
  /** Zero when it was never touched. */
  balance(account: AccountId, asset: AssetId): BalanceView {
    const cell = this.#users.findAccount(account)?.balances[asset];
    return { account, asset, ...(cell ?? { available: 0n, held: 0n, updatedTime: 0 }) };
  }

  /** Newest first. */
  openOrders(account: AccountId, query: ListQuery = {}): OrderView[] {
    return this.#list(this.#users.findAccount(account)?.open, query);
  }
  openOrderCount(account: AccountId): number {
    return this.#users.findAccount(account)?.open.count ?? 0;
  }
  /** The latest ended ones, newest end first: 500 are kept, 50 of a simulated user. */
  endedOrders(account: AccountId, query: ListQuery = {}): OrderView[] {
    return this.#list(this.#users.findAccount(account)?.ended, query);
  }

  #list(list: SlotList | undefined, query: ListQuery): OrderView[] {
    const result: OrderView[] = [];
    const limit = query.limit ?? Number.MAX_SAFE_INTEGER;
    let slot = list?.tail ?? -1;
    for (; slot !== -1 && result.length < limit; slot = this.#orders.older(slot)) {
      const { instrument, before } = query;
      if (instrument !== undefined && this.#orders.instrumentAt(slot) !== instrument) continue;
      if (before !== undefined && this.#orders.idAt(slot) >= before) continue;
      result.push(this.#orders.view(slot, this.#feeAsset));
    }
    return result;
  }

  readonly #feeAsset = (id: InstrumentId, side: Side): AssetId => {
    const instrument = this.#registry.instrument(id);
    assert(instrument !== undefined, `views: an order of unknown instrument ${id}`);
    return side === Side.buy ? instrument.base : instrument.quote;
  };

  /** An open order or one that ended lately. */
  order(id: OrderId): OrderView | undefined {
    const slot = this.#orders.slotOf(id);
    return slot === -1 ? undefined : this.#orders.view(slot, this.#feeAsset);
  }
  /** The latest order with that client id, open or lately ended. */
  orderByClientId(account: AccountId, clientId: string): OrderView | undefined {
    const slot = this.#users.findAccount(account)?.clients?.get(clientId);
    return slot === undefined ? undefined : this.#orders.view(slot, this.#feeAsset);
  }

  /** Pending plans, newest first. */
  plans(account: AccountId, query: ListQuery = {}): PlanView[] {
    return this.#planList(this.#users.findAccount(account)?.plans, query);
  }
  /** The latest ended plans, newest end first: as many as ended orders. */
  endedPlans(account: AccountId, query: ListQuery = {}): PlanView[] {
    return this.#planList(this.#users.findAccount(account)?.endedPlans, query);
  }

  #planList(ids: Set<OrderId> | null | undefined, query: ListQuery): PlanView[] {
    const { instrument, before, limit } = query;
    return [...(ids ?? [])]
      .reverse()
      .map((id) => this.#plans.get(id))
      .filter((plan) => plan !== undefined)
      .filter((plan) => instrument === undefined || plan.instrument === instrument)
      .filter((plan) => before === undefined || plan.plan < before)
      .slice(0, limit);
  }

  /** A pending plan or one that ended lately. */
  plan(id: OrderId): PlanView | undefined {
    return this.#plans.get(id);
  }
  /** The latest plan with that client id, pending or lately ended. */
  planByClientId(account: AccountId, clientId: string): PlanView | undefined {
    const id = this.#users.findAccount(account)?.planClients?.get(clientId);
    return id === undefined ? undefined : this.#plans.get(id);
  }

  /** Deadline of the dead-man's switch, Unix ms; 0 = off. */
  countdown(account: AccountId): number {
    return this.#users.findAccount(account)?.countdown ?? 0;
  }
  /** Sequence of the last command that changed the account; 0 = none. */
  lastAckSeq(account: AccountId): number {
    return this.#users.findAccount(account)?.seq ?? 0;
  }

  /**
   * Puts past candles before the live ones: where the history's minutes end, those that were built
   * from trades go on. Throws InvariantError for columns that are not in order.
   */
  loadHistory(instrument: InstrumentId, history: History): void {
    const market = this.#market(instrument);
    const factor = this.#registry.instrument(instrument)?.quoteFactor ?? 1;
    market.candles.load(history, factor);
    market.forgetWindow();
  }
  /** All candles of an instrument in a form of their own, so that snapshots need not repeat them. */
  historyBytes(instrument: InstrumentId): HistoryFile {
    return this.#market(instrument).candles.file();
  }
  /**
   * The file up to `mark` is durable: later snapshots leave older candles out. Views that make
   * snapshots elsewhere (a worker) have to be told too.
   */
  historySaved(instrument: InstrumentId, mark: number): void {
    this.#market(instrument).candles.saved(mark);
  }

  /** Like `loadHistory` from a file of `historyBytes`. Throws InvariantError for other bytes. */
  loadHistoryBytes(instrument: InstrumentId, bytes: Uint8Array): void {
    const market = this.#market(instrument);
    market.candles.loadFile(bytes);
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

  #state(): ViewState {
    return {
      seq: this.#seq,
      time: this.#time,
      registry: this.#registry,
      users: this.#users,
      orders: this.#orders,
      plans: this.#plans,
      markets: this.#markets,
      market: (instrument) => this.#marketOf(instrument),
    };
  }
}
