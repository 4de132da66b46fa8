/** Commands about loans. Amounts are asset units. */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { AccountId, AssetId, InstrumentId } from './ids.ts';
import type { LoanTerms, PairTerms } from './loans.ts';

/** What a loan is about: a coin of a cross margin account, or of a pair's with isolated margin. */
interface NamesLoan {
  account: AccountId;
  /** NO_PAIR with cross margin. */
  instrument: InstrumentId;
  asset: AssetId;
  /** Units, at least 1. */
  amount: number;
  /** '' = none. A repeated one returns the first result. */
  clientId: string;
}

/** Borrows a coin out of its pool, for as long as the account likes. */
export interface BorrowCommand extends Stamped, NamesLoan {
  kind: typeof CommandKind.borrow;
}

/** Pays back what is owed of a coin: interest first. */
export interface RepayCommand extends Stamped, NamesLoan {
  kind: typeof CommandKind.repay;
}

/** Pays debts back with all that the account has: what is owed itself, and other coins at the market. */
export interface FlashRepayCommand extends Stamped {
  kind: typeof CommandKind.flashRepay;
  account: AccountId;
  /** NO_PAIR with cross margin. */
  instrument: InstrumentId;
  /** The coin that is paid back; EVERY_COIN: all that are owed. */
  asset: AssetId;
}

/** How a coin is lent and what it counts in margin accounts. */
export interface SetLoanTermsCommand extends Stamped {
  kind: typeof CommandKind.setLoanTerms;
  asset: AssetId;
  /**
   * Spot pair whose index is the coin's price in the settle coin; NO_PAIR: it is the settle coin. Fixed
   * with the first terms.
   */
  market: InstrumentId;
  terms: LoanTerms;
  actor: string;
  reason: string;
}

/** How the coins of a pair are lent in its isolated accounts. Both need terms of their own first. */
export interface SetPairTermsCommand extends Stamped {
  kind: typeof CommandKind.setPairTerms;
  instrument: InstrumentId;
  terms: PairTerms;
  actor: string;
  reason: string;
}
