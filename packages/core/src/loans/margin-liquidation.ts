/**
 * What happens to a margin account whose debts are not kept (docs/margin-rules.md): its orders go, and it
 * pays its debts until its ratio is safe. It trades at no price that would use up more than the account is
 * worth; what finds nobody at such prices, the pool takes over at the index. The fund takes its fee as long as the
 * account has something of its own, and pays, up to so much an hour, when nothing is left; the rest the pool loses.
 */
import {
  assert,
  assetOf,
  type CoinScale,
  coinValue,
  DoneReason,
  EventKind,
  grossWorth,
  LOAN_LIQUIDATION_OPTION,
  LoanCause,
  largestThat,
  loanRatio,
  MARGIN_SAFE_PPM,
  marginSums,
  PostingReason,
  pairOf,
  ratioFloor,
  Side,
  UNITS_MAX,
  worstPrice,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import { openOrderIds } from '../spot/open-orders.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import {
  DebtSettlement,
  type DebtSwap,
  type FundFeeTerms,
  isOpen,
  netted,
  type OrderSink,
  split,
} from './debt-settlement.ts';
import type { Lending } from './lending.ts';
import { LoanFund } from './loan-fund.ts';
import type { OwnCoin } from './margin-accounts.ts';
import type { MarginTarget } from './margin-risk.ts';

/** Margin units that went to and fro. */
interface Tally {
  fee: number;
  paidByFund: number;
  lostByPools: number;
}

export class MarginLiquidation extends DebtSettlement {
  declare private readonly fund: LoanFund;
  private tally: Tally = { fee: 0, paidByFund: 0, lostByPools: 0 };

  constructor(state: State, out: CommandOutcome, lending: Lending, entry: OrderSink) {
    super(state, out, lending, entry);
    this.fund = new LoanFund(state, lending.money);
  }

  /** Whether it trades within what the account is worth, and the pool takes over what is left. */
  private get hasFloor(): boolean {
    return this.state.rules >= Rules.loanFloors;
  }

  /** Liquidates an account; whether that is all that can be done: else again with new prices. */
  run(target: MarginTarget): boolean {
    const { state, lending } = this;
    this.target = target;
    this.tally = { fee: 0, paidByFund: 0, lostByPools: 0 };
    lending.charge(this.account, pairOf(target.pocket));
    const coins = this.coins();
    const { equity, keeps } = marginSums(coins);
    assert(equity < keeps, 'INV-11: an account that is kept is liquidated');
    this.cancelOrders();
    const ended = this.hasFloor ? this.finish() : this.tryOnce();
    const { seq, time, log } = state;
    const instrument = pairOf(target.pocket);
    const seen = { account: this.account, instrument, equity, keeps, ...grossWorth(coins) };
    log.push({ kind: EventKind.marginLiquidation, seq, time, ...seen, ...this.tally, ended });
    return ended;
  }

  /** By older rules: it waits where nothing trades. */
  private tryOnce(): boolean {
    const settled = this.settle();
    if (settled === 'bare') this.makeGood();
    return settled !== 'stuck';
  }

  /** Trades as long as anything trades at prices that the account can bear, and gives the pool what does not. */
  private finish(): true {
    for (let settled = this.settle(); settled !== 'enough'; settled = this.settle(this.orders)) {
      if (this.giveOver()) continue;
      this.makeGood();
      break;
    }
    return true;
  }

  protected get orderOption(): number {
    return LOAN_LIQUIDATION_OPTION;
  }

  protected isDue({ debt }: OwnCoin): boolean {
    return debt > 0;
  }

  protected isEnough(coins: readonly OwnCoin[]): boolean {
    if (!coins.some(({ debt }) => debt > 0)) return true;
    return loanRatio(marginSums(coins)) <= MARGIN_SAFE_PPM;
  }

  protected feeRate({ risk }: OwnCoin): number {
    return risk.liquidationPpm;
  }

  /** Nothing of an account that has nothing of its own, and no more than it has. */
  protected feeOf(coin: OwnCoin): FundFeeTerms {
    const ppm = this.feeRate(coin);
    const coins = this.coins().map(netted);
    if (!this.hasFloor) {
      return { ppm: marginSums(coins).equity > 0 ? ppm : 0, most: coin.available };
    }
    return { ppm, most: unitsOf(Math.max(0, equityOf(coins)), coin.scale) };
  }

  /**
   * An order gets of what it pays at least the part of the account's worth that may not be lost: what it owes, or where
   * it has less, what it has but for what the fund may pay.
   */
  protected override limitOf(
    coins: readonly OwnCoin[],
    market: Market,
    side: Side,
    edge: number,
  ): number {
    if (!this.hasFloor) return edge;
    const own = coins.map(netted);
    const { assets: whole } = grossWorth(own);
    if (whole === 0) return 0;
    const kept = Math.max(0, whole - this.bearable(own));
    const { base, quote, lotUnits, quoteFactor } = market.instrument;
    const { loans } = this.state;
    const lot = { units: lotUnits, scale: loans.coin(base)!.scale };
    const tick = { units: quoteFactor, scale: loans.coin(quote)!.scale };
    const { takerPpm } = this;
    const worst = worstPrice(side, lot, tick, { kept, whole, takerPpm });
    return side === Side.sell ? Math.max(edge, worst) : Math.min(edge, worst);
  }

  /** Margin units that its orders may lose: what it has, or what the fund may pay above what is missing already. */
  private bearable(own: readonly OwnCoin[]): number {
    const equity = equityOf(own);
    if (equity >= 0) return equity;
    return Math.max(0, this.fund.leftFor(own.filter(({ debt }) => debt > 0)) + equity);
  }

  /** The first that trades now, and as much of it as does: no order is placed that nobody takes. */
  protected override pick(swaps: readonly DebtSwap[]): DebtSwap | null {
    if (!this.hasFloor) return super.pick(swaps);
    for (const swap of swaps) {
      const { market, side, limit, lots: most } = swap;
      if (!isOpen(swap)) continue;
      const { lots } = this.reached(market, side, limit, most);
      if (lots > 0) return { ...swap, lots };
    }
    return null;
  }

  /** The pool takes over of the first coin of which it gets anything, for the largest debt; whether of one it did. */
  private giveOver(): boolean {
    const coins = this.coins();
    const owed = this.largestDebt(coins);
    return this.assetsOf(coins).some((asset) => this.takenOver(coins, asset, owed));
  }

  /**
   * The pool takes over of a coin, at the index, the fewest units that are enough. Whether it gets any: the fee is rounded
   * up, so of a single unit nothing is left, and who tried again would never end.
   */
  private takenOver(coins: readonly OwnCoin[], asset: OwnCoin, owed: OwnCoin): boolean {
    const terms = { ...this.feeOf(asset), ppm: this.feeRate(owed) };
    const cost = costOf(owed, asset);
    const partOf = (units: number) => {
      const { paid, fee } = split(cost, units, terms);
      const debt = Math.min(owed.debt, this.inCoin(paid, assetOf(asset.number), owed));
      return { paid, fee, debt };
    };
    const tooFew = (units: number): boolean => {
      const { paid, fee, debt } = partOf(units);
      if (debt === owed.debt) return false;
      const after = coins.map((coin) => {
        if (coin === asset) return { ...coin, held: coin.held - paid - fee };
        return coin === owed ? { ...coin, debt: coin.debt - debt } : coin;
      });
      return !this.isEnough(after);
    };
    const { available: most } = asset;
    const { paid, fee, debt } = partOf(Math.min(most, largestThat(most, tooFew) + 1));
    if (paid === 0) return false;
    const record = this.recordOf(asset);
    this.lending.money.takeOver(record, paid, this.recordOf(owed), debt);
    this.takeFee(record, asset, fee);
    return true;
  }

  protected payBack(record: number, coin: OwnCoin, units: number, fee: number): void {
    const { money } = this.lending;
    money.takeBack(record, units, this.state.seq, LoanCause.liquidated);
    this.takeFee(record, coin, fee);
  }

  private takeFee(record: number, { scale }: OwnCoin, fee: number): void {
    if (fee === 0) return;
    this.lending.money.payFund(record, PostingReason.liquidationFee, -fee);
    this.tally.fee += coinValue(fee, scale);
  }

  /** Nothing is asked of an account that is liquidated. */
  protected admits(): boolean {
    return true;
  }

  private cancelOrders(): void {
    for (const id of openOrderIds(this.state, this.account, pairOf(this.target.pocket))) {
      this.entry.cancel(this.state.orders.find(id), DoneReason.liquidation);
    }
  }

  /**
   * Nothing is left to sell: the fund pays what is owed, in its coin and then in cash at the index, as far as it may;
   * the pool loses the rest.
   */
  private makeGood(): void {
    const { money } = this.lending;
    for (const coin of this.coins()) {
      if (coin.debt === 0) continue;
      const record = this.recordOf(coin);
      const most = unitsOf(this.fund.left, coin.scale);
      const units = Math.min(coin.debt, most, money.fund(assetOf(coin.number)));
      if (units > 0) {
        money.payFund(record, PostingReason.protection, units);
        money.takeBack(record, units, this.state.seq, LoanCause.liquidated);
        this.tally.paidByFund += coinValue(units, coin.scale);
        this.fund.note(-coinValue(-units, coin.scale));
      }
      if (units < coin.debt) this.writeOff(record, coin, coin.debt - units);
    }
  }

  private writeOff(record: number, { scale }: OwnCoin, units: number): void {
    const { money } = this.lending;
    const { asset, divisor } = this.state.loans.settle!;
    const worth = -coinValue(-units, scale);
    const paid = Math.min(worth, this.fund.left, Math.floor(money.fund(asset) / divisor));
    if (paid > 0) {
      money.compensate(record, asset, paid * divisor);
      this.fund.note(paid);
    }
    money.writeOff(record);
    this.tally.paidByFund += paid;
    this.tally.lostByPools += worth - paid;
  }
}

/** What an account has less what it owes, margin units, all of it at the index. */
function equityOf(coins: readonly OwnCoin[]): number {
  const { assets, debts } = grossWorth(coins);
  return assets - debts;
}

/** Units of a coin for margin units, down. */
function unitsOf(worth: number, { price, divisor }: CoinScale): number {
  return worth >= UNITS_MAX ? UNITS_MAX : Math.min(UNITS_MAX, ratioFloor(worth, divisor, price));
}

/** Units of a coin that are worth a debt, up. */
function costOf({ debt, scale: owed }: OwnCoin, { scale }: OwnCoin): number {
  const above = BigInt(debt) * BigInt(owed.price) * BigInt(scale.divisor);
  const below = BigInt(owed.divisor) * BigInt(scale.price);
  const units = (above + below - 1n) / below;
  return units > BigInt(UNITS_MAX) ? UNITS_MAX : Number(units);
}
