/**
 * Margin accounts, as the core uses them: terms, prices of coins, borrowing and paying back, transfers,
 * and the hours for which interest is charged.
 */
import {
  AccountKind,
  type BorrowCommand,
  balanceNumber,
  CommandKind,
  isMargin,
  kindOf,
  NO_PAIR,
  ownerOf,
  pocketOf,
  Reject,
  type RepayCommand,
  type SetLoanTermsCommand,
  type SetPairTermsCommand,
  type TransferCommand,
  UNITS_MAX,
} from '@halcyon/domain';
import { nextMovement, repeatedMovement } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';
import { Interest } from './interest.ts';
import { LoanMoney } from './loan-money.ts';
import { setLoanTerms, setPairTerms } from './loan-terms.ts';
import { MarginAccounts } from './margin-accounts.ts';

type LoanCommand = BorrowCommand | RepayCommand;

export class Loans {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly money: LoanMoney;
  declare private readonly interest: Interest;
  declare readonly accounts: MarginAccounts;
  /** When something of loans is due by time alone, Unix ms. */
  private due = Number.POSITIVE_INFINITY;

  constructor(state: State, out: CommandOutcome) {
    this.state = state;
    this.out = out;
    this.money = new LoanMoney(state);
    this.interest = new Interest(state, this.money);
    this.accounts = new MarginAccounts(state);
  }

  /** Unix ms at which a command is needed, Infinity = none. */
  get deadline(): number {
    return this.state.loans.sweep === null ? this.due : 0;
  }

  /** Before a command: what became due by the time it carries. */
  passTime(): void {
    const { time, loans } = this.state;
    if (time < this.due) return;
    for (const coin of loans.coins) if (coin.market !== NO_PAIR) coin.age(time);
    if (time >= this.interest.due) this.interest.begin();
    this.refreshDue();
  }

  /** At the end of a command: charges interest. */
  run(): void {
    if (this.interest.sweep()) this.refreshDue();
  }

  /** Recomputes what is due by time, after new prices or a snapshot. */
  refreshDue(): void {
    let { due } = this.interest;
    for (const coin of this.state.loans.coins) {
      if (coin.market !== NO_PAIR) due = Math.min(due, coin.ages);
    }
    this.due = due;
  }

  setLoanTerms(command: SetLoanTermsCommand): void {
    if (setLoanTerms(this.state, this.out, command)) this.refreshDue();
  }

  setPairTerms(command: SetPairTermsCommand): void {
    setPairTerms(this.state, this.out, command);
  }

  apply(command: LoanCommand): void {
    if (command.kind === CommandKind.borrow) this.borrow(command);
    else this.repay(command);
  }

  private borrow(command: BorrowCommand): void {
    const { state, out, money } = this;
    const { account, instrument, asset, amount, clientId } = command;
    if (!this.checkLoan(command) || repeatedMovement(state, out, account, 'loan', clientId)) return;
    if (!this.checkAmount(amount)) return;
    const coin = state.loans.coin(asset)!;
    const { loanMin } = coin.terms;
    if (amount < loanMin) {
      out.refuse(Reject.loanTooSmall, loanMin, amount);
      return;
    }
    this.charge(account, instrument);
    if (!this.checkLimits(command) || !this.checkMargin(command)) return;
    const id = nextMovement(state, out, account, 'loan', clientId);
    money.lend(money.recordOf(account, instrument, asset), amount, id);
  }

  private repay(command: RepayCommand): void {
    const { state, out, money } = this;
    const { account, instrument, asset, amount, clientId } = command;
    if (!this.checkLoan(command)) return;
    if (repeatedMovement(state, out, account, 'repayment', clientId)) return;
    if (!this.checkAmount(amount)) return;
    this.charge(account, instrument);
    const { records } = state.loans;
    const record = records.find(account, balanceNumber(asset, pocketOf(account, instrument)));
    const debt = record === -1 ? 0 : records.debt(record);
    if (amount > debt) {
      out.refuse(Reject.repayBeyondDebt, debt, amount);
      return;
    }
    const available = state.ledger.availableApprox(records.balance(record));
    if (amount > available) {
      out.refuse(Reject.insufficientBalance, available, amount);
      return;
    }
    money.takeBack(record, amount, nextMovement(state, out, account, 'repayment', clientId));
  }

  /** Whether money may come into or leave a margin account by a transfer. */
  checkTransfer({ from, to, asset, amount, instrument = NO_PAIR }: TransferCommand): boolean {
    for (const account of [from, to]) {
      if (isMargin(account) && !this.checkCoin(account, instrument, asset)) return false;
    }
    if (!isMargin(from)) return true;
    this.charge(from, instrument);
    const pocket = pocketOf(from, instrument);
    const user = ownerOf(from);
    const units = Number(amount);
    if (!this.accounts.owes(user, pocket)) return true;
    if (!this.checkPrices(user, pocket)) return false;
    const number = balanceNumber(asset, pocket);
    const { ledger } = this.state;
    const most = Math.min(UNITS_MAX, ledger.availableApprox(ledger.slot(from, number)));
    const spare = this.accounts.spare(user, pocket, number, most);
    return units <= spare || this.out.refuse(Reject.notWithdrawable, spare, units);
  }

  /** Money came into a margin account: from now on it is looked at. */
  onReceived(account: number, instrument: number, asset: number): void {
    this.money.recordOf(account, instrument, asset);
  }

  /** Charges what is due of an account, before it changes or is looked at. */
  private charge(account: number, instrument: number): void {
    const { records } = this.state.loans;
    for (const record of records.of(ownerOf(account), pocketOf(account, instrument))) {
      this.money.charge(record);
    }
  }

  /** Whether there is such an account, and the coin is lent there. */
  private checkLoan({ account, instrument, asset }: LoanCommand): boolean {
    const { users } = this.state;
    const user = ownerOf(account);
    if (!Number.isSafeInteger(account) || account < 0 || user >= users.count) {
      return this.out.refuse(Reject.unknownUser, users.count - 1, user);
    }
    if (!isMargin(account)) {
      return this.out.refuse(Reject.unknownAccount, AccountKind.crossMargin, kindOf(account));
    }
    return this.checkCoin(account, instrument, asset);
  }

  /** Whether a coin belongs into a margin account, or a pair's pocket of it. */
  private checkCoin(account: number, instrument: number, asset: number): boolean {
    const { state, out } = this;
    const { loans } = state;
    if (kindOf(account) === AccountKind.crossMargin) {
      if (instrument !== NO_PAIR) return out.refuse(Reject.unknownInstrument, NO_PAIR, instrument);
      return loans.coin(asset) !== undefined || out.refuse(Reject.unknownAsset, 0, asset);
    }
    if (!loans.pairs.has(instrument)) return out.refuse(Reject.unknownInstrument, 0, instrument);
    const { base, quote } = state.markets[instrument]!.instrument;
    return asset === base || asset === quote || out.refuse(Reject.unknownAsset, 0, asset);
  }

  private checkAmount(amount: number): boolean {
    const sound = Number.isSafeInteger(amount) && amount > 0;
    return sound || this.out.refuse(Reject.amountRange, UNITS_MAX, amount);
  }

  /** What the account, its owner's level and the pool allow to be owed. */
  private checkLimits({ account, instrument, asset, amount }: BorrowCommand): boolean {
    const { state, out, money } = this;
    const { loans, users } = state;
    const coin = loans.coin(asset)!;
    const { levelMax, lentMax } = coin.terms;
    const number = balanceNumber(asset, pocketOf(account, instrument));
    const record = loans.records.find(account, number);
    const debt = (record === -1 ? 0 : loans.records.debt(record)) + amount;
    const level = Math.min(users.tier(ownerOf(account)), levelMax.length - 1);
    const most = Math.min(loans.riskOf(number).debtMax, levelMax[level]!);
    if (debt > most) return out.refuse(Reject.debtLimit, most, debt);
    const left = Math.max(0, Math.min(money.unlent(asset), lentMax - coin.lent));
    return amount <= left || out.refuse(Reject.poolLimit, left, amount);
  }

  private checkMargin({ account, instrument, asset, amount }: BorrowCommand): boolean {
    const pocket = pocketOf(account, instrument);
    const user = ownerOf(account);
    const number = balanceNumber(asset, pocket);
    const priced = this.state.loans.coin(asset)!;
    if (priced.closed) return this.out.refuse(Reject.indexStale, 0, priced.indexTime);
    if (!this.checkPrices(user, pocket)) return false;
    const most = this.accounts.borrowable(user, pocket, number, amount);
    return amount <= most || this.out.refuse(Reject.borrowBeyondMargin, most, amount);
  }

  /** Whether all coins of an account have prices to act on. */
  private checkPrices(user: number, pocket: number): boolean {
    const old = this.accounts.coins(user, pocket).find(({ closed }) => closed);
    return old === undefined || this.out.refuse(Reject.indexStale, 0, old.indexTime);
  }
}
