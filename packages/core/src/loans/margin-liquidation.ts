/**
 * What happens to a margin account whose debts are not kept (docs/margin-rules.md): its orders go, and it
 * pays its debts until its ratio is safe. The fund takes its fee as long as the account has something of
 * its own, and pays when nothing is left; what it cannot, the pool loses.
 */
import {
  assert,
  assetOf,
  coinValue,
  DoneReason,
  EventKind,
  grossWorth,
  LOAN_LIQUIDATION_OPTION,
  LoanCause,
  loanRatio,
  MARGIN_SAFE_PPM,
  marginSums,
  PostingReason,
  pairOf,
} from '@halcyon/domain';
import { openOrderIds } from '../spot/open-orders.ts';
import { DebtSettlement } from './debt-settlement.ts';
import type { OwnCoin } from './margin-accounts.ts';
import type { MarginTarget } from './margin-risk.ts';

/** Margin units that went to and fro. */
interface Tally {
  fee: number;
  paidByFund: number;
  lostByPools: number;
}

export class MarginLiquidation extends DebtSettlement {
  private tally: Tally = { fee: 0, paidByFund: 0, lostByPools: 0 };

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
    const settled = this.settle();
    if (settled === 'bare') this.makeGood();
    const ended = settled !== 'stuck';
    const { seq, time, log } = state;
    const instrument = pairOf(target.pocket);
    const seen = { account: this.account, instrument, equity, keeps, ...grossWorth(coins) };
    log.push({ kind: EventKind.marginLiquidation, seq, time, ...seen, ...this.tally, ended });
    return ended;
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

  protected payBack(record: number, coin: OwnCoin, units: number, fee: number): void {
    const { money } = this.lending;
    money.takeBack(record, units, this.state.seq, LoanCause.liquidated);
    if (fee === 0) return;
    money.payFund(record, PostingReason.liquidationFee, -fee);
    this.tally.fee += coinValue(fee, coin.scale);
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
   * Nothing is left to sell: the fund pays what is owed, in its coin and then in cash at the index; the pool
   * loses the rest.
   */
  private makeGood(): void {
    const { money } = this.lending;
    for (const coin of this.coins()) {
      if (coin.debt === 0) continue;
      const record = this.recordOf(coin);
      const units = Math.min(coin.debt, money.fund(assetOf(coin.number)));
      if (units > 0) {
        money.payFund(record, PostingReason.protection, units);
        money.takeBack(record, units, this.state.seq, LoanCause.liquidated);
        this.tally.paidByFund += coinValue(units, coin.scale);
      }
      if (units < coin.debt) this.writeOff(record, coin, coin.debt - units);
    }
  }

  private writeOff(record: number, { scale }: OwnCoin, units: number): void {
    const { money } = this.lending;
    const { asset, divisor } = this.state.loans.settle!;
    const worth = -coinValue(-units, scale);
    const paid = Math.min(worth, Math.floor(money.fund(asset) / divisor));
    if (paid > 0) money.compensate(record, asset, paid * divisor);
    money.writeOff(record);
    this.tally.paidByFund += paid;
    this.tally.lostByPools += worth - paid;
  }
}
