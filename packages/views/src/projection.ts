/** What events do to the read models: one method for each kind that changes something. */
import {
  type AccountId,
  type AssetId,
  assert,
  assertNever,
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
  type TradeEvent,
} from '@halcyon/domain';
import { type AccountState, balanceCell, Users } from './account-state.ts';
import { BalanceStore } from './balance-store.ts';
import { Market } from './market.ts';
import { OrderStore } from './order-store.ts';
import { PlanStore } from './plan-store.ts';
import { Registry } from './registry.ts';

/** The read models' data; changed by events alone, as objects (`apply`) or shown by a log. */
export class Projection implements EventVisitor {
  readonly registry = new Registry();
  readonly balances = new BalanceStore();
  readonly users = new Users();
  readonly orders = new OrderStore();
  readonly plans = new PlanStore();
  /** By instrument id. */
  readonly markets: Market[] = [];
  readonly #histories: ReadonlyMap<InstrumentId, Uint8Array>;
  /** The account that was touched last. */
  #last: AccountState | undefined;

  /** @param histories see `Views` */
  constructor(histories: ReadonlyMap<InstrumentId, Uint8Array>) {
    this.#histories = histories;
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

  orderRested(event: OrderRestedEvent): void {
    this.#touch(event.account, event.seq);
    this.orders.rested(event);
  }

  orderDone(event: OrderDoneEvent): void {
    this.orders.done(event, this.#touch(event.account, event.seq));
  }

  orderAmended(event: OrderAmendedEvent): void {
    this.#touch(event.account, event.seq);
    this.orders.amended(event);
  }

  trade(event: TradeEvent): void {
    this.#touch(event.makerAccount, event.seq);
    this.#touch(event.takerAccount, event.seq);
    this.orders.filled(event, true);
    this.orders.filled(event, false);
    this.market(event.instrument).trade(event);
  }

  #posting(event: PostingEvent): void {
    const { account, asset, seq, available, held, time } = event;
    this.balances.set(this.#cell(account, asset, seq), available, held, time);
  }

  balance(
    seq: number,
    time: number,
    account: AccountId,
    asset: AssetId,
    words: Int32Array,
    at: number,
  ): void {
    this.balances.copy(this.#cell(account, asset, seq), words, at, time);
  }

  #cell(account: AccountId, asset: AssetId, seq: number): number {
    return balanceCell(this.#touch(account, seq), asset, this.balances);
  }

  rare(event: Event): void {
    switch (event.kind) {
      case EventKind.planOpened:
        this.plans.opened(event, this.#touch(event.account, event.seq));
        return;
      case EventKind.planAmended:
        this.#touch(event.account, event.seq);
        this.plans.amended(event);
        return;
      case EventKind.planEnded:
        this.plans.ended(event, this.#touch(event.account, event.seq));
        return;
      case EventKind.userOpened: {
        const user = this.users.user(event.user);
        user.opened = true;
        user.simulated = event.simulated;
        return;
      }
      case EventKind.feeTierSet:
        this.users.user(event.user).tier = event.tier;
        return;
      case EventKind.feeScheduleSet:
        this.registry.tiers = event.tiers;
        return;
      case EventKind.moved:
        this.#touch(event.from, event.seq);
        this.#touch(event.to, event.seq);
        return;
      case EventKind.assetListed:
        this.registry.setAsset(event.asset);
        return;
      case EventKind.instrumentSet:
        this.registry.setInstrument(event.instrument);
        this.marketOf(event.instrument);
        return;
      case EventKind.countdownSet:
        this.#touch(event.account, event.seq).countdown = event.deadline;
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

  #touch(id: AccountId, seq: number): AccountState {
    // A command's events are mostly of one account.
    let account = this.#last;
    if (account?.id !== id) {
      account = this.users.account(id);
      this.#last = account;
    }
    account.seq = seq;
    return account;
  }

  /** Throws RangeError for an unknown instrument. */
  market(instrument: InstrumentId): Market {
    const market = this.markets[instrument];
    if (market === undefined) throw new RangeError(`unknown instrument ${instrument}`);
    return market;
  }

  /** The market of a listed instrument, made when it is new. */
  marketOf(instrument: Instrument): Market {
    const known = this.markets[instrument.id];
    if (known !== undefined) return known;
    assert(instrument.id === this.markets.length, 'views: instrument ids are not dense');
    const market = new Market(instrument);
    this.markets.push(market);
    const history = this.#histories.get(instrument.id);
    if (history !== undefined) market.candles.loadFile(history);
    return market;
  }
}
