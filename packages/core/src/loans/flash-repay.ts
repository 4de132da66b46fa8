/**
 * Flash repayment: an account pays debts back with all that is available in it, as a liquidation does but for
 * its owner: without a fee, until nothing is owed, and only by orders that the account might place itself.
 * Its open orders stay.
 */
import {
  assetOf,
  EVERY_COIN,
  EventKind,
  type FlashRepayCommand,
  LoanCause,
  ownerOf,
  pocketOf,
  Side,
} from '@halcyon/domain';
import { DebtSettlement, type DebtSwap, type FundFeeTerms } from './debt-settlement.ts';
import type { OwnCoin } from './margin-accounts.ts';

export class FlashRepay extends DebtSettlement {
  private asset = EVERY_COIN;
  private id = 0;

  /** Whether anything of it is owed. */
  owes({ account, instrument, asset }: FlashRepayCommand): boolean {
    this.target = { user: ownerOf(account), pocket: pocketOf(account, instrument) };
    this.asset = asset;
    return !this.isEnough(this.coins());
  }

  /** Pays back what it can. @param id of the repayment */
  run({ account, instrument, asset }: FlashRepayCommand, id: number): void {
    this.target = { user: ownerOf(account), pocket: pocketOf(account, instrument) };
    this.asset = asset;
    this.id = id;
    const ended = this.settle() === 'enough';
    const { seq, time, log } = this.state;
    log.push({ kind: EventKind.flashRepaid, seq, time, account, instrument, asset, id, ended });
  }

  protected get orderOption(): number {
    return 0;
  }

  protected isDue({ number, debt }: OwnCoin): boolean {
    return debt > 0 && (this.asset === EVERY_COIN || assetOf(number) === this.asset);
  }

  protected isEnough(coins: readonly OwnCoin[]): boolean {
    return !coins.some((coin) => this.isDue(coin));
  }

  protected feeRate(): number {
    return 0;
  }

  protected feeOf(): FundFeeTerms {
    return { ppm: 0, most: 0 };
  }

  protected payBack(record: number, _coin: OwnCoin, units: number): void {
    this.lending.money.takeBack(record, units, this.id, LoanCause.repaid);
  }

  /** As an order that borrows nothing: the account is kept whatever its orders do, this one as far as it trades now. */
  protected admits({ market, side, limit, lots }: DebtSwap): boolean {
    const { lotUnits } = market.instrument;
    const reached = this.reached(market, side, limit, lots);
    if (reached.lots === 0) return false;
    const [base, quote] = [reached.lots * lotUnits, reached.quote];
    const [paid, got] = side === Side.buy ? [quote, base] : [base, quote];
    const { user, pocket } = this.target;
    const { accounts } = this.lending;
    const { sums, loss } = accounts.withOrder(user, pocket, { market, side, paid, got }, 0, 0);
    return sums.equity >= sums.keeps + loss;
  }
}
