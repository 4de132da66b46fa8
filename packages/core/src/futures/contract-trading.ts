/** Orders of contracts: which of them enter, and all that stands behind them. */
import { DoneReason, type SystemAccount } from '@halcyon/domain';
import {
  ORDER_LANES,
  ORDER_WORD_SHIFT,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { OrderListener } from '../spot/order-listener.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { ContractOrders } from './contract-orders.ts';
import { ContractSettlement } from './contract-settlement.ts';
import type { CopyParts } from './copy-parts.ts';
import { MakerMargin } from './maker-margin.ts';
import { Margin } from './margin.ts';
import { PositionMoney } from './position-money.ts';
import { Risk } from './risk.ts';

const NIL = -1;
// An own constant: the compiler cannot fold an imported one.
const COPYING: typeof SystemAccount.copying = 9;

/** Where checked orders go. */
interface OrderEntry {
  accept(market: Market, request: OrderRequest, seat: number, balance: number, plan: number): void;
  cancel(slot: number, reason: DoneReason): void;
}

export class ContractTrading {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly entry: OrderEntry;
  declare readonly margin: Margin;
  declare readonly risk: Risk;
  declare readonly money: PositionMoney;
  declare readonly orders: ContractOrders;
  declare readonly settlement: ContractSettlement;
  declare private readonly makers: MakerMargin;
  /** Why an order that may trade nothing ended. */
  endReason: DoneReason = DoneReason.positionReduced;
  private watcher: OrderListener | null = null;
  /** What accounts have in orders that are copied. */
  copied: CopyParts | null = null;

  constructor(state: State, out: CommandOutcome, entry: OrderEntry) {
    this.state = state;
    this.out = out;
    this.entry = entry;
    this.margin = new Margin(state);
    this.makers = new MakerMargin(state, this.margin);
    const risk = new Risk(state, this.margin);
    this.risk = risk;
    this.money = new PositionMoney(state, (position) => risk.touch(position));
    this.orders = new ContractOrders(state, out, this.margin);
    // What belonged to the closed one must not close the new one.
    const onReopened = (position: number) => this.watcher?.onPositionClosed(position);
    this.settlement = new ContractSettlement(state, this.money, onReopened);
  }

  /** The plans, which end with their position. */
  watch(watcher: OrderListener): void {
    this.watcher = watcher;
  }

  /** Enters a new order; false when it was refused. */
  place(market: Market, request: OrderRequest, plan: number): boolean {
    const { orders, state } = this;
    if (!orders.checkAccount(request.account)) return false;
    const seat = state.seat(request.account, market.instrument);
    const admitted = orders.admit(market, request, seat, NIL, plan !== 0);
    if (admitted === null) return false;
    this.entry.accept(market, admitted, seat, orders.position, plan);
    return true;
  }

  /** Enters the order that liquidates a position: nothing of it is checked. */
  liquidate(market: Market, request: OrderRequest, position: number): void {
    const seat = this.state.seat(request.account, market.instrument);
    const { id } = this.out;
    this.entry.accept(market, request, seat, position, 0);
    this.out.id = id;
  }

  /** Whether the order in `slot` may only make a position smaller. */
  reduces(slot: number, position: number): boolean {
    const word = slot << ORDER_WORD_SHIFT;
    const { i32 } = this.state.orders;
    return (
      i32[word | OrderWord.balance] === position &&
      (i32[word | OrderWord.flags]! & OrderFlag.reduceOnly) !== 0
    );
  }

  /** Ends one order and enters another in its place, or does neither. */
  replace(market: Market, slot: number, seat: number, request: OrderRequest): boolean {
    const admitted = this.orders.admit(market, request, seat, slot, false);
    if (admitted === null) return false;
    const position = this.state.orders.i32[(slot << ORDER_WORD_SHIFT) | OrderWord.balance]!;
    this.entry.cancel(slot, DoneReason.replaced);
    this.entry.accept(market, admitted, seat, position, 0);
    return true;
  }

  /** A taker comes. @returns whether all that it meets has to be asked how much it may trade */
  beginTaker(account: number): boolean {
    if (this.state.rules < Rules.fundLimits) return false;
    this.makers.begin(account);
    return true;
  }

  /** Lots that a resting order may trade, when a taker meets it; 0 = it ends, by `endReason`. */
  tradable(market: Market, slot: number): number {
    const { i32, f64 } = this.state.orders;
    const flags = i32[(slot << ORDER_WORD_SHIFT) | OrderWord.flags]!;
    const closable = this.closable(slot);
    let lots = f64[slot * ORDER_LANES + OrderLane.remaining]!;
    if ((flags & OrderFlag.reduceOnly) !== 0) lots = Math.min(lots, closable);
    this.endReason = DoneReason.positionReduced;
    if (lots === 0 || this.state.rules < Rules.fundLimits) return lots;
    this.endReason = DoneReason.marginUsed;
    const borne = this.makers.borne(market, slot, lots, Math.min(lots, closable));
    if (i32[(slot << ORDER_WORD_SHIFT) | OrderWord.account] === COPYING) this.leaveOut(borne);
    return borne;
  }

  /** Of a copied order that is about to trade stays what its owners bear. */
  private leaveOut(borne: number): void {
    const asked = this.makers.takeAsked();
    if (asked !== null && borne > 0) this.copied!.leaveOut(asked);
  }

  /** Lots of the position of a resting order that it can close. */
  private closable(slot: number): number {
    const word = slot << ORDER_WORD_SHIFT;
    const { i32 } = this.state.orders;
    const lots = this.state.positions.lots(i32[word | OrderWord.balance]!);
    const buying = (i32[word | OrderWord.flags]! & OrderFlag.side) === 0;
    return Math.max(0, buying ? -lots : lots);
  }
}
