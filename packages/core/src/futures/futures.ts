/**
 * Perpetual contracts, as the core uses them: prices and fundings that are due, settings, transfers,
 * and at the end of every command the accounts whose margin does not suffice.
 */
import {
  AccountKind,
  DoneReason,
  kindOf,
  LIQUIDATIONS_PER_COMMAND,
  ownerOf,
  type PricesCommand,
} from '@halcyon/domain';
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { OrderListener } from '../spot/order-listener.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import { Lateness } from '../state/index-price.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import { Funding, type FundingRound } from './funding.ts';
import { Liquidation } from './liquidation.ts';
import { PositionLane } from './positions.ts';
import { type FollowedContractPrices, Prices } from './prices.ts';
import { ContractSettings } from './settings.ts';

export class Futures {
  declare private readonly state: State;
  declare private readonly trading: SpotTrading;
  declare private readonly watcher: OrderListener;
  declare private readonly prices: Prices;
  declare private readonly funding: Funding;
  declare private readonly liquidation: Liquidation;
  declare readonly settings: ContractSettings;
  /** When something of contracts is due by time alone, Unix ms. */
  private due = Number.POSITIVE_INFINITY;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading, watcher: OrderListener) {
    const { margin, risk, orders, money } = trading.contracts;
    this.state = state;
    this.trading = trading;
    this.watcher = watcher;
    this.prices = new Prices(state, out);
    this.funding = new Funding(state, money);
    this.liquidation = new Liquidation(state, margin, risk, trading);
    this.settings = new ContractSettings(state, out, margin, orders, money);
  }

  /** Unix ms at which a command is needed, Infinity = none. */
  get deadline(): number {
    return this.trading.contracts.risk.pending || this.funding.pending ? 0 : this.due;
  }

  /** Whether steps of liquidations are left to be taken: by the newest rules before anything else is done. */
  get unfinished(): boolean {
    const { risk } = this.trading.contracts;
    if (!risk.pending) return false;
    const { rules, copies } = this.state;
    if (rules < Rules.fundLimits) return false;
    // Steps of copying wait for it: there it must not depend on which triggers a price has crossed.
    return !copies.active || risk.next() !== null;
  }

  /** Before a command: what became due by the time it carries. */
  passTime(): void {
    if (this.state.time < this.due) return;
    const moved = this.prices.passTime();
    this.moved(moved);
    if (moved.length > 0) this.trading.contracts.risk.wakeWaiting();
    // Owners of a batch have what it traded before a round begins.
    const { ghosts, copies } = this.state;
    if (!ghosts.active && !copies.pending) this.funding.begin(this.state.markets);
    this.refreshDeadline();
  }

  /** Takes new index prices; whether they were not refused. */
  applyPrices(command: PricesCommand): boolean {
    const moved = this.prices.apply(command);
    if (moved === null) return false;
    this.moved(moved);
    this.trading.contracts.risk.wakeWaiting();
    this.refreshDeadline();
    return true;
  }

  /** Paper venue: takes the prices of a contract there. */
  followPrices(market: Market, contract: Contract, prices: FollowedContractPrices): void {
    if (this.prices.follow(market, contract, prices)) this.moved([market]);
    if (prices.late === Lateness.sound) this.trading.contracts.risk.wakeWaiting();
    this.refreshDeadline();
  }

  /** Paper venue: begins a funding round as it was there. */
  followRound(market: Market, contract: Contract, round: FundingRound): void {
    this.funding.follow(market, contract, round);
  }

  /**
   * At the end of a command: settles fundings, liquidates.
   * @param most steps of liquidation @returns how many are left
   */
  run(most: number = LIQUIDATIONS_PER_COMMAND): number {
    if (this.funding.sweep(this.state.markets)) this.refreshDeadline();
    return this.liquidate(most);
  }

  /** Looks at accounts that changed and liquidates, `most` steps at most. @returns how many are left */
  liquidate(most: number): number {
    const { risk } = this.trading.contracts;
    this.review();
    let left = most;
    // What a step has traded with a batch, its owners have before the next.
    for (; left > 0 && !this.state.copies.pending; left -= 1) {
      const target = risk.next();
      if (target === null) break;
      this.liquidation.run(target);
      this.review();
    }
    return left;
  }

  /** At the very end of a command: calls owners whose margin is nearly used up. */
  callOwners(): void {
    this.trading.contracts.risk.callOwners();
  }

  /** Other rules: by some of them owners are called. */
  onRulesSet(): void {
    if (this.state.rules >= Rules.contractCalls) this.trading.contracts.risk.placeAll();
  }

  /** After a snapshot was loaded. @param waiting keys of what waits to be liquidated */
  restore(waiting: readonly number[]): void {
    this.trading.contracts.risk.rebuild(waiting);
    this.funding.restore(this.state.markets);
    this.refreshDeadline();
  }

  /** Money came into or left the wallets of these accounts. */
  onTransfer(from: number, to: number): void {
    for (const account of [from, to]) {
      if (kindOf(account) !== AccountKind.usdtFutures) continue;
      const risk = this.state.users.futuresAccount(ownerOf(account));
      if (risk !== -1) this.trading.contracts.risk.touchAccount(risk);
    }
  }

  /** A contract has new terms: all its positions are looked at. */
  onTermsSet(instrument: number): void {
    const { positions } = this.state;
    for (let position = 0; position < positions.count; position++) {
      const open = positions.lots(position) !== 0;
      if (open && positions.instrument(position) === instrument)
        this.trading.contracts.risk.touchAnew(position);
    }
    this.refreshDeadline();
  }

  /** Recomputes what is due after a snapshot was loaded, or a contract changed. */
  refreshDeadline(): void {
    let due = this.prices.deadline;
    this.due = due;
    // Where another market is followed its fundings are.
    if (this.state.ghosts.active) return;
    for (const { contract } of this.state.markets) {
      if (contract === null || contract.fundingTime === 0 || contract.sweep !== null) continue;
      due = Math.min(due, contract.fundingTime);
    }
    this.due = due;
  }

  private moved(markets: readonly Market[]): void {
    const { exits } = this.state.copies;
    for (const market of markets) {
      this.trading.contracts.risk.crossMark(market.contract!);
      if (exits.count > 0) exits.crossMark(market.instrument.id, market.contract!.mark);
      if (market.plans.count > 0) this.watcher.onBookMoved(market);
    }
  }

  /** Looks at positions that changed. */
  review(): void {
    const { risk } = this.trading.contracts;
    const { exits } = this.state.copies;
    const watched = exits.count > 0;
    for (let dirty = risk.takeDirty(); dirty.length > 0; dirty = risk.takeDirty()) {
      for (const position of dirty) {
        if (watched) exits.touch(ownerOf(this.state.positions.account(position)));
        this.trim(position);
        if (this.state.positions.lots(position) === 0) this.watcher.onPositionClosed(position);
        risk.review(position);
      }
    }
  }

  /**
   * Reduce-only orders never exceed their position: the newest of them go first. They are all on one
   * side: where a fill has turned the position around, they have nothing left to close.
   */
  private trim(position: number): void {
    const { positions, seats, orders } = this.state;
    if (positions.lane(position, PositionLane.reduceLots) === 0) return;
    if (this.state.users.isPortfolio(ownerOf(positions.account(position)))) {
      this.trading.contracts.copied!.trim(position);
      return;
    }
    const lots = positions.lots(position);
    const seat = seats.find(positions.account(position), positions.instrument(position));
    const ids: number[] = [];
    for (const slot of seats.orders(seat)) {
      if (this.trading.contracts.reduces(slot, position)) ids.push(orders.f64[slot * ORDER_LANES]!);
    }
    for (const id of ids.sort((a, b) => b - a)) {
      const slot = orders.find(id);
      const selling = (orders.i32[slot * ORDER_WORDS + OrderWord.flags]! & OrderFlag.side) !== 0;
      const room = selling ? Math.max(0, lots) : Math.max(0, -lots);
      const excess = positions.lane(position, PositionLane.reduceLots) - room;
      if (excess <= 0) return;
      const remaining = orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
      const quantity = orders.f64[slot * ORDER_LANES + OrderLane.quantity]!;
      if (remaining > excess) this.trading.reduce(slot, quantity - excess);
      else this.trading.cancel(slot, DoneReason.positionReduced);
    }
  }
}
