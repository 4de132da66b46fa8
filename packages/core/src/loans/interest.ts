/**
 * Interest by the clock hour. As an hour begins, the rate of each coin is frozen, and then all loans are
 * charged for the hours since the last time: those that change first, the others in portions in the order
 * of users.
 */
import {
  assert,
  EventKind,
  INTEREST_HOUR_MS,
  INTEREST_PER_COMMAND,
  poolRate,
} from '@halcyon/domain';
import type { State } from '../state/state.ts';
import { sweepUsers } from '../state/user-sweep.ts';
import type { LoanCoin } from './loan-book.ts';
import type { LoanMoney } from './loan-money.ts';

const NIL = -1;

export class Interest {
  declare private readonly state: State;
  declare private readonly money: LoanMoney;

  constructor(state: State, money: LoanMoney) {
    this.state = state;
    this.money = money;
  }

  /**
   * When the next hour is to begin, Unix ms; one whose charges are not all made comes first. A venue that
   * follows another has that one's hours.
   */
  get due(): number {
    const { loans, ghosts } = this.state;
    const { hour, sweep } = loans;
    return sweep === null && !ghosts.active
      ? (hour + 1) * INTEREST_HOUR_MS
      : Number.POSITIVE_INFINITY;
  }

  /** Begins the hour that it is, with rates by what is lent now. */
  begin(): void {
    const { loans, time } = this.state;
    assert(loans.sweep === null, 'INV-26: an hour begins before the last one is charged');
    for (const coin of loans.coins) {
      coin.rate = poolRate(coin.terms.curve, coin.lent, coin.lent + this.money.unlent(coin.asset));
    }
    this.open(Math.floor(time / INTEREST_HOUR_MS));
  }

  /** Paper venue: a coin has the rate there from the next hour on. */
  followRate(coin: LoanCoin, rate: number): void {
    this.finish();
    coin.rate = rate;
  }

  /** Paper venue: an hour has begun there. Here it may have come already, then only its rates count. */
  followHour(hour: number): void {
    this.finish();
    this.open(Math.max(hour, this.state.loans.hour));
  }

  private open(hour: number): void {
    const { loans, seq, time, log } = this.state;
    assert(hour >= loans.hour, 'INV-26: an hour of interest begins before the last one');
    loans.hour = hour;
    loans.sweep = { nextUser: 0 };
    const rates = loans.coins.flatMap(({ asset, rate }) => [asset, rate]);
    log.push({ kind: EventKind.interestHour, seq, time, hour, rates });
  }

  /** Charges what is left of an hour, before its rates change. */
  private finish(): void {
    while (this.state.loans.sweep !== null) this.sweep();
  }

  /** Charges a portion. Whether that was the last one of the hour. */
  sweep(): boolean {
    const { loans, users } = this.state;
    const { sweep } = loans;
    if (sweep === null) return false;
    sweepUsers(sweep, users.count, INTEREST_PER_COMMAND, (user) => this.chargeUser(user));
    if (sweep.nextUser < users.count) return false;
    loans.sweep = null;
    return true;
  }

  private chargeUser(user: number): number {
    const { records } = this.state.loans;
    let charged = 0;
    for (let record = records.first(user); record !== NIL; record = records.next(record)) {
      if (this.money.charge(record)) charged += 1;
    }
    return charged;
  }
}
