/** What events do to the read models: one method for each kind that changes something. */
import {
  type AccountId,
  applyFeeEvent,
  assert,
  assertNever,
  balanceNumber,
  type ContractTradeEvent,
  type Event,
  EventKind,
  type EventVisitor,
  type Instrument,
  type InstrumentId,
  type LevelEvent,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderOpenedEvent,
  type OrderRestedEvent,
  type PostingEvent,
  parentOfOrder,
  pocketOf,
  type TradeEvent,
  TradeOrigin,
} from '@halcyon/domain';
import { type AccountState, UserTable } from './account-state.ts';
import { BalanceStore } from './balance-store.ts';
import type { ContractMarket } from './contract-market.ts';
import { LoanStore } from './loan-book.ts';
import { PublicMarket } from './market.ts';
import { OrderStore, type TradedOfPlan } from './order-store.ts';
import { ParentStore } from './parent-store.ts';
import { PlanStore } from './plan-store.ts';
import { Registry } from './registry.ts';

/** The read models' data; changed by events alone, as objects (`apply`) or shown by a log. */
export class Projection implements EventVisitor {
  readonly registry = new Registry();
  readonly users = new UserTable();
  readonly balances = new BalanceStore(this.users.table);
  readonly orders: OrderStore;
  readonly plans = new PlanStore();
  readonly parents = new ParentStore();
  readonly loans = new LoanStore(this.registry);
  /** By instrument id. */
  readonly markets: PublicMarket[] = [];
  /** Of instruments that have no market yet. */
  readonly #histories: Map<InstrumentId, Uint8Array>;

  /** See `Views`. */
  constructor(histories: ReadonlyMap<InstrumentId, Uint8Array>, endedKept: number) {
    this.#histories = new Map(histories);
    this.orders = new OrderStore(this.users, endedKept);
  }

  apply(event: Event): void {
    switch (event.kind) {
      case EventKind.posting:
        this.#posting(event);
        return;
      case EventKind.level:
        this.level(event);
        return;
      case EventKind.orderOpened:
        this.orderOpened(event);
        return;
      case EventKind.orderRested:
        this.orderRested(event);
        return;
      case EventKind.orderDone:
        this.orderDone(event);
        return;
      case EventKind.trade:
        this.trade(event);
        return;
      case EventKind.orderAmended:
        this.orderAmended(event);
        return;
      default:
        this.rare(event);
    }
  }

  level(event: LevelEvent): void {
    this.market(event.instrument).level(event);
  }

  orderOpened(event: OrderOpenedEvent): void {
    this.orders.opened(event, this.#touch(event.account, event.seq));
  }

  /** That its account changed, the beginning or the amendment of the order said: the same command. */
  orderRested(event: OrderRestedEvent): void {
    this.orders.rested(event);
  }

  orderDone(event: OrderDoneEvent): void {
    const traded = this.orders.done(event, this.#touch(event.account, event.seq));
    if (traded !== null && traded.filledBase > 0) this.#childEnded(traded);
  }

  /** An order of a parent is forgotten after its end, and the events of its parent tell no amounts. */
  #childEnded(order: TradedOfPlan): void {
    const parent = parentOfOrder(order);
    if (parent !== 0) this.parents.childEnded(parent, order.filledBase, order.filledQuote);
  }

  orderAmended(event: OrderAmendedEvent): void {
    this.#touch(event.account, event.seq);
    this.orders.amended(event);
  }

  /** That it changed its accounts, its postings say. */
  trade(event: TradeEvent): void {
    this.orders.filled(event, true);
    this.orders.filled(event, false);
    this.market(event.instrument).trade(event);
  }

  #posting(event: PostingEvent): void {
    const { account, asset, instrument, seq, available, held, time } = event;
    const number = balanceNumber(asset, pocketOf(account, instrument));
    this.balances.set(this.#touch(account, seq), number, available, held, time);
  }

  balance(
    seq: number,
    time: number,
    account: AccountId,
    number: number,
    words: Int32Array,
    at: number,
  ): void {
    this.balances.copy(this.#touch(account, seq), number, words, at, time);
  }

  rare(event: Event): void {
    switch (event.kind) {
      case EventKind.planOpened:
        this.plans.opened(event, this.#touched(event.account, event.seq));
        return;
      case EventKind.planAmended:
        this.#touch(event.account, event.seq);
        this.plans.amended(event);
        return;
      case EventKind.orderRefused:
        // Nothing changed, yet what is read after the answer has to have it.
        this.#touch(event.account, event.seq);
        return;
      case EventKind.planEnded:
        this.plans.ended(event, this.#touched(event.account, event.seq));
        return;
      case EventKind.parentOrderSet:
        this.parents.set(event, this.#touched(event.account, event.seq));
        return;
      case EventKind.userOpened:
        this.users.open(event.user, event.simulated, event.root);
        return;
      case EventKind.userModeSet:
        this.users.user(event.user).mode = event.mode;
        return;
      case EventKind.feeTierSet:
        this.users.user(event.user).tier = event.tier;
        return;
      case EventKind.feeScheduleSet:
        this.registry.fees = { tiers: event.tiers, discounts: event.discounts ?? [] };
        return;
      case EventKind.levelsEarned:
      case EventKind.feeGrantGiven:
      case EventKind.feeGrantEnded:
        applyFeeEvent(this.registry.standings, event);
        return;
      case EventKind.moved:
        this.#touch(event.from, event.seq);
        this.#touch(event.to, event.seq);
        return;
      case EventKind.withdrawal:
        this.#touch(event.withdrawal.account, event.seq);
        this.#touch(event.withdrawal.to, event.seq);
        return;
      case EventKind.assetListed:
        this.registry.setAsset(event.asset);
        return;
      case EventKind.instrumentSet:
        this.setInstrument(event.instrument);
        return;
      case EventKind.countdownSet:
        this.#touched(event.account, event.seq).countdown = event.deadline;
        return;
      case EventKind.lastPriceSeeded:
        this.market(event.instrument).seed(event);
        return;
      case EventKind.selfTradePrevented:
        // Its effects come as events of their own: amended or ended orders, levels, releases.
        return;
      case EventKind.flowSet:
        // Its effects come as events of their own too.
        return;
      case EventKind.operatorSet:
      case EventKind.copyPortfolioSet:
      case EventKind.copyShareSettled:
      case EventKind.copyBatchTraded:
      case EventKind.copyFilled:
      case EventKind.copyExitReached:
      case EventKind.copyOrderGathered:
      case EventKind.copyAmendRefused:
      case EventKind.copyFollowerRemoved:
      case EventKind.copyOrderBasis:
        // Of no account that is shown.
        return;
      case EventKind.contractTrade:
        this.#contractTrade(event);
        return;
      case EventKind.position:
        this.contract(event.instrument).position(event, this.#touched(event.account, event.seq));
        return;
      case EventKind.marks:
        this.contract(event.instrument).marks(event);
        return;
      case EventKind.fundingSet:
        this.contract(event.instrument).fundingSet(event);
        return;
      case EventKind.liquidation:
        // What it did comes as trades, postings and positions.
        this.#touch(event.account, event.seq);
        return;
      case EventKind.contractAccountSet:
        this.#touched(event.account, event.seq).positionMode = event.positionMode;
        return;
      case EventKind.loan:
        this.loans.loan(event, this.#touched(event.account, event.seq));
        return;
      case EventKind.marginLiquidation:
      case EventKind.flashRepaid:
      case EventKind.marginCall:
        // What it did comes as trades, postings and loans.
        this.#touch(event.account, event.seq);
        return;
      case EventKind.coinIndex:
        this.loans.coinIndex(event);
        return;
      case EventKind.loanTermsSet:
        this.loans.loanTermsSet(event);
        return;
      case EventKind.pairTermsSet:
        this.loans.pairTermsSet(event);
        return;
      case EventKind.interestHour:
        this.loans.interestHour(event);
        return;
      case EventKind.posting:
      case EventKind.level:
      case EventKind.orderOpened:
      case EventKind.orderRested:
      case EventKind.orderDone:
      case EventKind.trade:
      case EventKind.orderAmended:
        throw new RangeError(`event kind ${event.kind} is not a rare one`);
      default:
        assertNever(event);
    }
  }

  /** That it changed its accounts, its positions say. Off the book there are no orders and no price. */
  #contractTrade(event: ContractTradeEvent): void {
    if (event.origin !== TradeOrigin.book) return;
    this.orders.filled(event, true);
    this.orders.filled(event, false);
    this.orders.realised(event.makerOrder, event.makerProfit);
    this.orders.realised(event.takerOrder, event.takerProfit);
    this.market(event.instrument).trade(event);
  }

  /** Row of the account. */
  #touch(id: AccountId, seq: number): number {
    const row = this.users.row(id);
    this.users.table.setSeq(row, seq);
    return row;
  }

  #touched(id: AccountId, seq: number): AccountState {
    return this.users.at(this.#touch(id, seq));
  }

  /** Throws RangeError for an unknown instrument. */
  market(instrument: InstrumentId): PublicMarket {
    const market = this.markets[instrument];
    if (market === undefined) throw new RangeError(`unknown instrument ${instrument}`);
    return market;
  }

  /** What an instrument has as a contract. Throws RangeError for one that is none. */
  contract(instrument: InstrumentId): ContractMarket {
    const { contract } = this.market(instrument);
    if (contract === null) throw new RangeError(`instrument ${instrument} is no contract`);
    return contract;
  }

  /** Takes an instrument as it is now, and makes its market when it is new. */
  setInstrument(instrument: Instrument): void {
    this.registry.setInstrument(instrument);
    const scale = this.registry.asset(instrument.quote)?.scale;
    assert(scale !== undefined, 'views: an instrument is traded in an unknown asset');
    const known = this.markets[instrument.id];
    if (known === undefined) this.#addMarket(instrument, scale);
    else if (instrument.contract !== null) {
      known.contract?.setTerms(instrument, instrument.contract, scale);
    }
  }

  #addMarket(instrument: Instrument, scale: number): void {
    assert(instrument.id === this.markets.length, 'views: instrument ids are not dense');
    const market = new PublicMarket(instrument, scale);
    this.markets.push(market);
    const history = this.#histories.get(instrument.id);
    if (history !== undefined) market.candles.loadFile(history);
    this.#histories.delete(instrument.id);
  }
}
