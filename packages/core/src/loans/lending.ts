/** What stands before a loan: that account and coin may have one, limits, prices, margin. */
import {
  AccountKind,
  balanceNumber,
  isMargin,
  kindOf,
  levelOf,
  NO_PAIR,
  ownerOf,
  pocketOf,
  Reject,
  UNITS_MAX,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';
import { LoanMoney } from './loan-money.ts';
import { MarginAccounts } from './margin-accounts.ts';
import { MarginRisk } from './margin-risk.ts';

const NIL = -1;

/** A coin of a margin account, or of a pair's pocket of it. */
export interface LoanPlace {
  readonly account: number;
  /** NO_PAIR with cross margin. */
  readonly instrument: number;
  readonly asset: number;
}

export class Lending {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare readonly money: LoanMoney;
  declare readonly accounts: MarginAccounts;
  declare readonly risk: MarginRisk;

  constructor(state: State, out: CommandOutcome) {
    this.state = state;
    this.out = out;
    this.accounts = new MarginAccounts(state);
    const risk = new MarginRisk(state, this.accounts);
    this.risk = risk;
    this.money = new LoanMoney(state, (record) => risk.touch(record));
  }

  /** Charges what is due of an account, before it changes or is looked at. */
  charge(account: number, instrument: number): void {
    const { records } = this.state.loans;
    let at = records.firstOf(ownerOf(account), pocketOf(account, instrument));
    for (; at !== NIL; at = records.nextOf(at)) this.money.charge(at);
  }

  /** What is owed of a coin, units. */
  debtOf({ account, instrument, asset }: LoanPlace): number {
    const { records } = this.state.loans;
    const record = records.find(account, balanceNumber(asset, pocketOf(account, instrument)));
    return record === -1 ? 0 : records.debt(record);
  }

  /** Whether there is such an account, and it is one that borrows. */
  checkAccount(account: number): boolean {
    const { users } = this.state;
    const user = ownerOf(account);
    if (!Number.isSafeInteger(account) || account < 0 || user >= users.count) {
      return this.out.refuse(Reject.unknownUser, users.count - 1, user);
    }
    if (isMargin(account)) return true;
    return this.out.refuse(Reject.unknownAccount, AccountKind.crossMargin, kindOf(account));
  }

  /** Whether a pair has its own pocket in an account; cross margin has none. */
  checkPair({ account, instrument }: LoanPlace): boolean {
    const cross = kindOf(account) === AccountKind.crossMargin;
    const known = cross ? instrument === NO_PAIR : this.state.loans.pairs.has(instrument);
    return known || this.out.refuse(Reject.unknownInstrument, cross ? NO_PAIR : 0, instrument);
  }

  /** Whether a coin belongs into a margin account, or a pair's pocket of it. */
  checkCoin(place: LoanPlace): boolean {
    const { state, out } = this;
    const { account, instrument, asset } = place;
    if (!this.checkPair(place)) return false;
    if (kindOf(account) === AccountKind.crossMargin) {
      return state.loans.coin(asset) !== undefined || out.refuse(Reject.unknownAsset, 0, asset);
    }
    const { base, quote } = state.markets[instrument]!.instrument;
    return asset === base || asset === quote || out.refuse(Reject.unknownAsset, 0, asset);
  }

  /** What the account, its owner's level and the pool allow to be owed. */
  checkLimits(place: LoanPlace, amount: number): boolean {
    const { state, out, money } = this;
    const { loans, users } = state;
    const { account, instrument, asset } = place;
    const coin = loans.coin(asset)!;
    const { levelMax, lentMax } = coin.terms;
    const debt = this.debtOf(place) + amount;
    const level = Math.min(levelOf(users.tier(ownerOf(account))), levelMax.length - 1);
    const { debtMax } = loans.riskOf(balanceNumber(asset, pocketOf(account, instrument)));
    const most = Math.min(debtMax, levelMax[level]!);
    if (debt > most) return out.refuse(Reject.debtLimit, most, debt);
    const left = Math.max(0, Math.min(money.unlent(asset), lentMax - coin.lent));
    return amount <= left || out.refuse(Reject.poolLimit, left, amount);
  }

  /** Whether a coin has a price to act on. */
  checkPrice(asset: number): boolean {
    const { closed, indexTime } = this.state.loans.coin(asset)!;
    return !closed || this.out.refuse(Reject.indexStale, 0, indexTime);
  }

  /** Whether all coins of an account have prices to act on. */
  checkPrices(user: number, pocket: number): boolean {
    const old = this.accounts.closedCoin(user, pocket);
    return old === undefined || this.out.refuse(Reject.indexStale, 0, old.indexTime);
  }

  /** Whether an amount is one. */
  checkAmount(amount: number): boolean {
    const sound = Number.isSafeInteger(amount) && amount > 0;
    return sound || this.out.refuse(Reject.amountRange, UNITS_MAX, amount);
  }
}
