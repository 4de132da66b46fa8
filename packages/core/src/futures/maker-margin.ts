/**
 * Whether resting orders of contracts can bear what they lose. An order was checked when it was placed; until
 * it is met, money may have left and prices may have leapt.
 * One that would leave what backs it with less than nothing ends instead. Both those who trade and those who
 * look ahead ask here, each in the order in which a taker meets them.
 */
import { marginCeil, ratioCeil, SystemAccount } from '@halcyon/domain';
import { type AskedBatch, BatchMargin, type OwnerFill } from '../copying/batch-margin.ts';
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { fillIsolated, type Isolated, type IsolatedFill } from './isolated-fill.ts';
import { type Margin, worstPrice } from './margin.ts';

const MILLION = 1_000_000;

export class MakerMargin {
  declare private readonly state: State;
  declare private readonly margin: Margin;
  /** Margin units that cross accounts have left while the taker goes on; what isolated positions and wallets are then. */
  private readonly equities = new Map<number, number>();
  private readonly isolated = new Map<number, Isolated>();
  private readonly wallets = new Map<number, bigint>();
  private taker = -1;
  declare private readonly batches: BatchMargin;

  constructor(state: State, margin: Margin) {
    this.state = state;
    this.margin = margin;
    this.batches = new BatchMargin(state, (owner) => this.ownerBears(owner));
  }

  /** The copied order whose owners were asked one by one last, until it is taken; null = none were. */
  takeAsked(): AskedBatch | null {
    return this.batches.takeAsked();
  }

  /** Another taker comes. @param account its own cross orders lose what it wins */
  begin(account: number): void {
    this.taker = account;
    for (const kept of [this.equities, this.isolated, this.wallets]) {
      if (kept.size > 0) kept.clear();
    }
    this.batches.begin();
  }

  /**
   * Lots of an order that are borne when it is to trade `lots`; then they count. It is all or none, but of a copied order,
   * of which the parts of those stay who bear them.
   * @param closes lots of them that close its position
   */
  borne(market: Market, slot: number, lots: number, closes: number): number {
    const { i32, f64 } = this.state.orders;
    if (i32[slot * ORDER_WORDS + OrderWord.account] === SystemAccount.copying) {
      return this.batches.borne(market.contract!, f64[slot * ORDER_LANES]!, lots);
    }
    return this.bears(market, slot, lots, closes) ? lots : 0;
  }

  private bears(market: Market, slot: number, lots: number, closes: number): boolean {
    const { f64, i32 } = this.state.orders;
    const contract = market.contract!;
    const { mark, index, risk, terms } = contract;
    const price = f64[slot * ORDER_LANES + OrderLane.price]!;
    const word = slot * ORDER_WORDS;
    const sign = (i32[word + OrderWord.flags]! & OrderFlag.side) === 0 ? 1 : -1;
    const position = i32[word + OrderWord.balance]!;
    if (this.state.positions.isolated(position)) {
      return this.isolatedBears(position, { lots: sign * lots, price, feePpm: terms.makerPpm });
    }
    // What it opens is worth the lower of both prices to who buys, what it closes costs the higher.
    const opened = sign * (price - (sign > 0 ? Math.min(mark, index) : Math.max(mark, index)));
    const closed = sign * (price - (sign > 0 ? Math.max(mark, index) : Math.min(mark, index)));
    const account = i32[word + OrderWord.account]!;
    // What it wins pays its fee.
    const worst = closes === lots ? closed : opened;
    if (-worst * MILLION >= price * terms.makerPpm) return true;
    if (account === this.taker) return true;
    if (this.state.positions.unlimited(position)) return true;
    const fee = (size: number): number =>
      ratioCeil(marginCeil(risk, size * price), terms.makerPpm, MILLION);
    const losesClosing = marginCeil(risk, closes * Math.max(0, closed)) + fee(closes);
    const losesOpening =
      marginCeil(risk, (lots - closes) * Math.max(0, opened)) + fee(lots - closes);
    const owner = this.accountOf(position);
    const has = this.equities.get(owner) ?? this.margin.crossEquityBy('worst', owner);
    const left = has - losesClosing - losesOpening;
    if (left < 0) return false;
    this.equities.set(owner, left);
    return true;
  }

  /** Whether an owner of a copied order bears all that is left to it. */
  private ownerBears({ contract, position, lots, price }: OwnerFill): boolean {
    const { positions, users } = this.state;
    const { risk, terms } = contract;
    const feePpm = terms.makerPpm;
    if (positions.isolated(position)) return this.isolatedBears(position, { lots, price, feePpm });
    if (positions.account(position) === this.taker) return true;
    const before = positions.lots(position);
    const worth = (size: number): number => size * worstPrice(contract, size);
    const loss = lots * price - (worth(before + lots) - worth(before));
    const fee = ratioCeil(marginCeil(risk, Math.abs(lots) * price), feePpm, MILLION);
    const owner = users.futuresAccount(positions.account(position) >>> 3);
    const has = this.equities.get(owner) ?? this.margin.crossEquityBy('worst', owner);
    const left = has - marginCeil(risk, Math.max(0, loss)) - fee;
    if (left < 0) return false;
    this.equities.set(owner, left);
    return true;
  }

  /** With margin of its own, each fill as the settlement would do it. */
  private isolatedBears(position: number, fill: IsolatedFill): boolean {
    const { positions } = this.state;
    const account = this.accountOf(position);
    const own = positions.account(position) === this.taker;
    // What the taker pays out of the wallet that both have was not looked at here.
    const wallet = own ? 0n : (this.wallets.get(account) ?? this.margin.spare(account));
    const at = this.isolated.get(position) ?? this.margin.isolatedNow(position);
    const leverage = positions.leverage(position);
    const contract = this.margin.contractOf(position);
    const { left, missing } = fillIsolated(contract, leverage, { ...at, wallet }, fill);
    if (missing > 0n) return false;
    this.isolated.set(position, left);
    this.wallets.set(account, left.wallet);
    return true;
  }

  private accountOf(position: number): number {
    const { positions, users } = this.state;
    return users.futuresAccount(positions.account(position) >>> 3);
  }
}
