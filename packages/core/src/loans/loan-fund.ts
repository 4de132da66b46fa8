/**
 * What the protection fund pays for margin accounts: in a clock hour no more than a part of what it has and of
 * all loans (docs/margin-rules.md), so that a fall of prices cannot empty it. What is above that, pools lose.
 */
import { assert, assetOf, coinValue, INTEREST_HOUR_MS, loanFundHourLimit } from '@halcyon/domain';
import { Rules } from '../rules.ts';
import type { State } from '../state/state.ts';
import type { LoanMoney } from './loan-money.ts';
import type { OwnCoin } from './margin-accounts.ts';

export class LoanFund {
  declare private readonly state: State;
  declare private readonly money: LoanMoney;

  constructor(state: State, money: LoanMoney) {
    this.state = state;
    this.money = money;
  }

  /** Margin units that it may still pay in this hour; without end by older rules. */
  get left(): number {
    if (this.state.rules < Rules.loanFloors) return Number.MAX_SAFE_INTEGER;
    const { paid } = this;
    let [fund, lent] = [paid, 0];
    for (const coin of this.state.loans.coins) {
      fund += coinValue(this.money.fund(coin.asset), coin.scale);
      lent += coinValue(coin.lent, coin.scale);
    }
    return Math.max(0, loanFundHourLimit(fund, lent) - paid);
  }

  /** Margin units that it may and can pay for debts: in their coins, or in cash. */
  leftFor(debts: readonly OwnCoin[]): number {
    const cash = this.state.loans.settle!;
    let has = coinValue(this.money.fund(cash.asset), cash.scale);
    for (const { number, scale } of debts) {
      const asset = assetOf(number);
      if (asset !== cash.asset) has += coinValue(this.money.fund(asset), scale);
    }
    return Math.min(has, this.left);
  }

  /** It paid margin units. */
  note(units: number): void {
    const { loans, rules } = this.state;
    assert(units >= 0, 'INV-12: the fund is paid where it pays');
    if (rules >= Rules.loanFloors) loans.fund = { hour: this.hour, paid: this.paid + units };
  }

  private get hour(): number {
    return Math.floor(this.state.time / INTEREST_HOUR_MS);
  }

  /** What it paid in this hour. */
  private get paid(): number {
    const { fund } = this.state.loans;
    return fund.hour === this.hour ? fund.paid : 0;
  }
}
