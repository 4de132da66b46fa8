/**
 * Margin accounts, as the core uses them: terms, prices of coins, borrowing and paying back, transfers,
 * and the hours for which interest is charged.
 */
import {
  type BorrowCommand,
  balanceNumber,
  CommandKind,
  EVERY_COIN,
  type FlashRepayCommand,
  isMargin,
  LIQUIDATIONS_PER_COMMAND,
  LoanCause,
  NO_PAIR,
  ownerOf,
  pairOf,
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
import { Rules } from '../rules.ts';
import type { State } from '../state/state.ts';
import type { OrderSink } from './debt-settlement.ts';
import { FlashRepay } from './flash-repay.ts';
import { Interest } from './interest.ts';
import type { Lending, LoanPlace } from './lending.ts';
import { setLoanTerms, setPairTerms } from './loan-terms.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import { MarginLiquidation } from './margin-liquidation.ts';
import type { MarginOrders } from './margin-orders.ts';
import type { MarginRisk } from './margin-risk.ts';

type LoanCommand = BorrowCommand | RepayCommand | FlashRepayCommand;

/** What may be set off by the prices that liquidations make. */
interface Plans {
  /** Whether anything was set off. */
  run(): boolean;
}

export class Loans {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly orders: MarginOrders;
  declare private readonly lending: Lending;
  declare readonly interest: Interest;
  declare private readonly liquidation: MarginLiquidation;
  declare private readonly flash: FlashRepay;
  /** When something of loans is due by time alone, Unix ms. */
  private due = Number.POSITIVE_INFINITY;
  /** Whether accounts are left to liquidate. */
  private pending = false;

  constructor(state: State, out: CommandOutcome, orders: MarginOrders, entry: OrderSink) {
    this.state = state;
    this.out = out;
    this.orders = orders;
    this.lending = orders.lending;
    this.interest = new Interest(state, this.lending.money);
    this.liquidation = new MarginLiquidation(state, out, this.lending, entry);
    this.flash = new FlashRepay(state, out, this.lending, entry);
  }

  /** Who is to be liquidated. */
  get risk(): MarginRisk {
    return this.lending.risk;
  }

  get accounts(): MarginAccounts {
    return this.lending.accounts;
  }

  /** Unix ms at which a command is needed, Infinity = none. */
  get deadline(): number {
    return this.state.loans.sweep !== null || this.pending ? 0 : this.due;
  }

  /** Before a command: what became due by the time it carries. */
  passTime(): void {
    const { time, loans } = this.state;
    if (time < this.due) return;
    for (const coin of loans.coins) if (coin.market !== NO_PAIR) coin.age(time);
    if (time >= this.interest.due) this.interest.begin();
    this.refreshDue();
  }

  /** At the end of a command: interest, then accounts, and again while plans follow the prices of liquidations. */
  run(plans: Plans): void {
    if (this.interest.sweep()) this.refreshDue();
    for (let left = LIQUIDATIONS_PER_COMMAND; ; ) {
      const after = this.liquidate(left);
      if (after === left || !plans.run()) return;
      left = after;
    }
  }

  /** Pays debts back with what orders got, and liquidates, `most` accounts at most. @returns how many are left */
  private liquidate(most: number): number {
    const { risk } = this.lending;
    this.review();
    let left = most;
    this.pending = false;
    for (let target = risk.next(); target !== null; target = risk.next()) {
      this.pending = left === 0;
      if (left === 0) break;
      left -= 1;
      const ended = this.liquidation.run(target);
      this.review();
      if (!ended) risk.wait(target);
    }
    return left;
  }

  private review(): void {
    this.orders.settleIncomes();
    this.lending.risk.review();
  }

  /** Recomputes what is due by time, after new prices or a snapshot. */
  refreshDue(): void {
    const { coins, active } = this.state.loans;
    let due = active ? this.interest.due : Number.POSITIVE_INFINITY;
    for (const coin of coins) {
      if (coin.market !== NO_PAIR) due = Math.min(due, coin.ages);
    }
    this.due = due;
  }

  setLoanTerms(command: SetLoanTermsCommand): void {
    if (!setLoanTerms(this.state, this.out, command)) return;
    this.lending.risk.touchAll();
    this.refreshDue();
  }

  setPairTerms(command: SetPairTermsCommand): void {
    if (setPairTerms(this.state, this.out, command)) this.lending.risk.touchAll();
  }

  apply(command: LoanCommand): void {
    if (command.kind === CommandKind.borrow) this.borrow(command);
    else if (command.kind === CommandKind.repay) this.repay(command);
    else this.flashRepay(command);
  }

  private borrow(command: BorrowCommand): void {
    const { state, out, lending } = this;
    const { account, instrument, asset, amount, clientId } = command;
    if (!lending.checkAccount(account) || !lending.checkCoin(command)) return;
    if (repeatedMovement(state, out, account, 'loan', clientId)) return;
    if (!lending.checkAmount(amount)) return;
    const { loanMin } = state.loans.coin(asset)!.terms;
    if (amount < loanMin) {
      out.refuse(Reject.loanTooSmall, loanMin, amount);
      return;
    }
    lending.charge(account, instrument);
    if (!lending.checkLimits(command, amount) || !this.checkMargin(command, amount)) return;
    const { money } = lending;
    const record = money.recordOf(account, instrument, asset);
    const id = nextMovement(state, out, account, 'loan', clientId);
    money.lend(record, amount, id, LoanCause.borrowed);
  }

  private repay(command: RepayCommand): void {
    const { state, out, lending } = this;
    const { account, instrument, asset, amount, clientId } = command;
    if (!lending.checkAccount(account) || !lending.checkCoin(command)) return;
    if (repeatedMovement(state, out, account, 'repayment', clientId)) return;
    if (!lending.checkAmount(amount)) return;
    lending.charge(account, instrument);
    const debt = lending.debtOf(command);
    if (amount > debt) {
      out.refuse(Reject.repayBeyondDebt, debt, amount);
      return;
    }
    const { money } = lending;
    const record = money.recordOf(account, instrument, asset);
    const available = state.ledger.availableApprox(state.loans.records.balance(record));
    if (amount > available) {
      out.refuse(Reject.insufficientBalance, available, amount);
      return;
    }
    const id = nextMovement(state, out, account, 'repayment', clientId);
    money.takeBack(record, amount, id, LoanCause.repaid);
  }

  private flashRepay(command: FlashRepayCommand): void {
    const { state, out, lending, flash } = this;
    const { account, instrument, asset } = command;
    if (!lending.checkAccount(account)) return;
    if (!(asset === EVERY_COIN ? lending.checkPair(command) : lending.checkCoin(command))) return;
    lending.charge(account, instrument);
    if (!flash.owes(command)) {
      out.refuse(Reject.nothingOwed, 0, asset);
      return;
    }
    if (!lending.checkPrices(ownerOf(account), pocketOf(account, instrument))) return;
    flash.run(command, nextMovement(state, out, account, 'repayment', ''));
  }

  /** Whether money may come into or leave a margin account by a transfer. */
  checkTransfer({ from, to, asset, amount, instrument = NO_PAIR }: TransferCommand): boolean {
    for (const account of [from, to]) {
      if (isMargin(account) && !this.lending.checkCoin(this.placeOf(account, instrument, asset))) {
        return false;
      }
    }
    if (!isMargin(from)) return true;
    this.lending.charge(from, instrument);
    const pocket = pocketOf(from, instrument);
    const user = ownerOf(from);
    const units = Number(amount);
    if (!this.accounts.owes(user, pocket)) return true;
    if (!this.lending.checkPrices(user, pocket)) return false;
    const number = balanceNumber(asset, pocket);
    const { ledger } = this.state;
    const most = Math.min(UNITS_MAX, ledger.availableApprox(ledger.slot(from, number)));
    const spare = this.accounts.spare(user, pocket, number, most);
    return units <= spare || this.out.refuse(Reject.notWithdrawable, spare, units);
  }

  /**
   * Where money of a transfer is in one of its accounts. The pair is that of the account with pockets; first
   * rules took it for the cross account's as well, and refused.
   */
  private placeOf(account: number, instrument: number, asset: number): LoanPlace {
    const pocket = pocketOf(account, instrument);
    const known = this.state.rules >= Rules.marginTransfers;
    return { account, instrument: known ? pairOf(pocket) : instrument, asset };
  }

  /** Money came into or left a margin account: it is looked at. */
  onMoved(account: number, instrument: number, asset: number): void {
    this.lending.risk.touch(this.lending.money.recordOf(account, instrument, asset));
  }

  /** Coins may have new prices. */
  onPrices(): void {
    this.lending.risk.crossPrices();
    this.refreshDue();
  }

  /** After a snapshot was loaded. @param waiting as `MarginRisk.waiting` had them */
  restore(waiting: readonly number[]): void {
    const { risk } = this.lending;
    risk.restore(waiting);
    this.pending = risk.next() !== null;
    this.refreshDue();
  }

  /** Whether the margin of an account allows a loan. */
  private checkMargin(place: LoanPlace, amount: number): boolean {
    const { lending, out } = this;
    const pocket = pocketOf(place.account, place.instrument);
    const user = ownerOf(place.account);
    const number = balanceNumber(place.asset, pocket);
    if (!lending.checkPrice(place.asset) || !lending.checkPrices(user, pocket)) return false;
    const most = lending.accounts.borrowable(user, pocket, number, amount);
    return amount <= most || out.refuse(Reject.borrowBeyondMargin, most, amount);
  }
}
