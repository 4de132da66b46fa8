/** Money of loans: out of the pool and back, interest, and the rows that tell of it. */
import {
  assert,
  assetOf,
  balanceNumber,
  hourInterest,
  LoanCause,
  PostingReason,
  pairOf,
  pocketOf,
  pocketOfNumber,
  SystemAccount,
  UNITS_MAX,
} from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { LoanCoin } from './loan-book.ts';

export class LoanMoney {
  declare private readonly state: State;
  /** The numbers of a loan's row, see `readLoan`. */
  private readonly row = new Float64Array(7);

  /** Told of every coin of an account that changed. */
  declare private readonly onChanged: (record: number) => void;

  constructor(state: State, onChanged: (record: number) => void) {
    this.state = state;
    this.onChanged = onChanged;
  }

  /** Units of a coin in its pool that are not lent. */
  unlent(asset: number): number {
    const { ledger } = this.state;
    return ledger.availableApprox(ledger.slot(SystemAccount.loans, asset));
  }

  /** The record of a coin of a margin account, made if new. */
  recordOf(account: number, instrument: number, asset: number): number {
    const { ledger, loans } = this.state;
    const number = balanceNumber(asset, pocketOf(account, instrument));
    const known = loans.records.find(account, number);
    if (known !== -1) return known;
    return loans.records.slot(account, number, ledger.slot(account, number));
  }

  /** Charges the hours of a loan that are not charged yet, before anything else changes it. Whether there were any. */
  charge(record: number): boolean {
    const { records, hour } = this.state.loans;
    const principal = records.principal(record);
    const hours = hour - records.hour(record);
    if (hours === 0 || principal === 0) return false;
    records.setHour(record, hour);
    const coin = this.coinOf(record);
    this.addInterest(record, coin, hours * hourInterest(principal, coin.rate), 0);
    return true;
  }

  private addInterest(record: number, coin: LoanCoin, units: number, id: number): void {
    const { records } = this.state.loans;
    const interest = Math.min(units, UNITS_MAX - records.debt(record));
    assert(interest >= 0 && Number.isSafeInteger(interest), 'INV-26: interest is below zero');
    if (interest === 0) return;
    records.change(record, 0, interest);
    this.log(record, coin, LoanCause.interest, id, 0, interest);
  }

  /** Lends units, and charges the hour that has begun for them. @param id of the loan, or of the order */
  lend(record: number, units: number, id: number, cause: LoanCause): void {
    const { records, hour } = this.state.loans;
    const coin = this.coinOf(record);
    this.assertCharged(record);
    assert(
      units > 0 && units <= this.unlent(coin.asset),
      'INV-25: a loan of nothing, or of more than the pool has',
    );
    coin.lent += units;
    records.setHour(record, hour);
    records.change(record, units, 0);
    this.post(record, PostingReason.loan, id, units);
    this.log(record, coin, cause, id, units, 0);
    this.addInterest(record, coin, hourInterest(units, coin.rate), id);
  }

  /** Takes units of what is owed back: interest first. @param id of the repayment, or of the order */
  takeBack(record: number, units: number, id: number, cause: LoanCause): void {
    const { records } = this.state.loans;
    const coin = this.coinOf(record);
    const interest = Math.min(units, records.interest(record));
    const principal = units - interest;
    assert(units > 0, 'INV-25: nothing is taken back');
    this.assertCharged(record);
    this.unlend(coin, principal);
    records.change(record, -principal, -interest);
    if (interest > 0) this.post(record, PostingReason.interest, id, -interest);
    if (principal > 0) this.post(record, PostingReason.loan, id, -principal);
    this.log(record, coin, cause, id, -principal, -interest);
  }

  /** The protection fund pays units of the settle coin into its pool for what a debt is worth. */
  compensate(record: number, settle: number, units: number): void {
    const { ledger, loans, seq } = this.state;
    const pair = pairOf(pocketOfNumber(loans.records.number(record)));
    assert(
      units > 0 && units <= this.fund(settle),
      'INV-12: the fund pays nothing, or more than it has',
    );
    const { loans: pool, insurance } = SystemAccount;
    const { protection } = PostingReason;
    ledger.post(
      ledger.slot(insurance, settle),
      insurance,
      settle,
      protection,
      seq,
      -units,
      0,
      pair,
    );
    ledger.post(ledger.slot(pool, settle), pool, settle, protection, seq, units, 0, pair);
  }

  /** A debt is no more: the pool loses it. */
  writeOff(record: number): void {
    this.release(record, this.state.loans.records.debt(record), LoanCause.writtenOff);
  }

  /** The pool takes units of a coin for units of what is owed, which are no more: interest first. */
  takeOver(record: number, units: number, owed: number, debt: number): void {
    assert(units > 0 && debt >= 0, 'INV-27: the pool takes over nothing');
    this.post(record, PostingReason.takenOver, this.state.seq, -units);
    this.onChanged(record);
    if (debt > 0) this.release(owed, debt, LoanCause.takenOver);
  }

  /** Units of what is owed are no more, and the pool does not get them. */
  private release(record: number, units: number, cause: LoanCause): void {
    const { records } = this.state.loans;
    const coin = this.coinOf(record);
    const interest = Math.min(units, records.interest(record));
    const principal = units - interest;
    assert(units > 0, 'INV-25: a debt of nothing is released');
    this.assertCharged(record);
    this.unlend(coin, principal);
    records.change(record, -principal, -interest);
    this.log(record, coin, cause, this.state.seq, -principal, -interest);
  }

  private unlend(coin: LoanCoin, units: number): void {
    coin.lent -= units;
    assert(coin.lent >= 0, 'INV-25: less is lent than is owed');
  }

  /** An hour would be charged for what a loan became, not for what it was. */
  private assertCharged(record: number): void {
    const { records, hour } = this.state.loans;
    const charged = records.hour(record) === hour || records.principal(record) === 0;
    assert(charged, 'INV-26: a loan changes before its hours are charged');
  }

  /** Units of a coin in the protection fund. */
  fund(asset: number): number {
    const { ledger } = this.state;
    return ledger.availableApprox(ledger.slot(SystemAccount.insurance, asset));
  }

  /** Moves units from the protection fund to an account; negative = the other way around. */
  payFund(record: number, reason: PostingReason, units: number): void {
    const most = this.fund(assetOf(this.state.loans.records.number(record)));
    assert(units !== 0 && units <= most, 'INV-12: the fund pays nothing, or more than it has');
    this.post(record, reason, this.state.seq, units, SystemAccount.insurance);
    this.onChanged(record);
  }

  private coinOf(record: number): LoanCoin {
    const { loans } = this.state;
    return loans.coin(assetOf(loans.records.number(record)))!;
  }

  /** Posts units to an account and takes them out of a system account; negative = the other way around. */
  private post(
    record: number,
    reason: PostingReason,
    id: number,
    units: number,
    from: number = SystemAccount.loans,
  ): void {
    const { ledger, loans } = this.state;
    const { records } = loans;
    const number = records.number(record);
    const asset = assetOf(number);
    const pair = pairOf(pocketOfNumber(number));
    ledger.post(ledger.slot(from, asset), from, asset, reason, id, -units, 0, pair);
    const account = records.account(record);
    ledger.post(records.balance(record), account, asset, reason, id, units, 0, pair);
  }

  private log(
    record: number,
    coin: LoanCoin,
    cause: LoanCause,
    id: number,
    principal: number,
    interest: number,
  ): void {
    const { loans, log } = this.state;
    const { records } = loans;
    const { row } = this;
    row[0] = records.account(record);
    row[1] = id;
    row[2] = records.principal(record);
    row[3] = records.interest(record);
    row[4] = principal;
    row[5] = interest;
    row[6] = coin.rate;
    log.loan(records.number(record) * 8 + cause, row);
    this.onChanged(record);
  }
}
