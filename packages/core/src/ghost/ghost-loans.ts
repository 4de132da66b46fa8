/**
 * Coins of a paper venue have the index prices, rates and hours of interest of the venue that they stand for.
 * Pools are its own: what is lent here is not lent there.
 */
import { GhostStep, InvariantError } from '@halcyon/domain';
import type { Loans } from '../loans/loans.ts';
import type { State } from '../state/state.ts';

export class GhostLoans {
  declare private readonly state: State;
  declare private readonly loans: Loans;
  private priced = false;

  constructor(state: State, loans: Loans) {
    this.state = state;
    this.loans = loans;
  }

  /**
   * Takes a step about loans. A coin whose terms were refused here, because the rules of this journal are
   * older, is not lent. @param s the steps @param i where it begins
   */
  step(s: readonly number[], i: number): void {
    const { loans, log, time } = this.state;
    const [kind, of, value] = [s[i], s[i + 1]!, s[i + 2]!];
    if (kind === GhostStep.coinIndex) {
      const coin = loans.pricedBy(of);
      if (coin === undefined) return;
      coin.setIndex(value, time);
      log.coinIndex(of, value);
      this.priced = true;
    } else if (kind === GhostStep.coinRate) {
      const coin = loans.coin(of);
      if (coin !== undefined) this.loans.interest.followRate(coin, value);
    } else if (kind === GhostStep.interestHour) {
      if (loans.active) this.loans.interest.followHour(of);
    } else throw new InvariantError(`ghost step ${kind} is not about loans`);
  }

  /** After all steps of a command: accounts are looked at under the new prices. */
  end(): void {
    if (!this.priced) return;
    this.priced = false;
    this.loans.onPrices();
  }
}
