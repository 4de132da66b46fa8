/** Events about loans. Amounts are asset units, rates ppm a year. */
import type { EventKind, Happened } from './event-kinds.ts';
import type { AccountId, AssetId, InstrumentId } from './ids.ts';
import type { LoanTerms, PairTerms } from './loans.ts';

/** Why a loan changed. */
export const LoanCause = {
  borrowed: 0,
  repaid: 1,
  interest: 2,
  /** An order borrowed what it lacked, or paid back with what it got. */
  orderBorrowed: 3,
  orderRepaid: 4,
  /** Paid back in a liquidation, and lost by the pool. */
  liquidated: 5,
  writtenOff: 6,
  /** In a liquidation the pool took coins of the account for it, at the index. */
  takenOver: 7,
} as const;
export type LoanCause = (typeof LoanCause)[keyof typeof LoanCause];

/** What an account owes of a coin is now this. */
export interface LoanEvent extends Happened {
  readonly kind: typeof EventKind.loan;
  readonly account: AccountId;
  /** NO_PAIR with cross margin. */
  readonly instrument: InstrumentId;
  readonly asset: AssetId;
  readonly cause: LoanCause;
  /** Of the loan or repayment, of the order that it was for; reference of its postings. 0 = an hour's interest. */
  readonly id: number;
  /** Borrowed and not repaid, and interest that is owed; units, after the change and what it changed. */
  readonly principal: number;
  readonly interest: number;
  readonly principalDelta: number;
  readonly interestDelta: number;
  /** Yearly rate of the interest that was charged, ppm. */
  readonly rate: number;
}

/** Index price of a coin that is lent. */
export interface CoinIndexEvent extends Happened {
  readonly kind: typeof EventKind.coinIndex;
  /** The spot pair that it is the price of, ticks. */
  readonly instrument: InstrumentId;
  readonly index: number;
}

/** A coin is lent by these terms from now on. */
export interface LoanTermsSetEvent extends Happened {
  readonly kind: typeof EventKind.loanTermsSet;
  readonly asset: AssetId;
  readonly market: InstrumentId;
  readonly terms: LoanTerms;
  /** Yearly rate of this hour, ppm. */
  readonly rate: number;
}

/** The coins of a pair are lent in its isolated accounts by these terms from now on. */
export interface PairTermsSetEvent extends Happened {
  readonly kind: typeof EventKind.pairTermsSet;
  readonly instrument: InstrumentId;
  readonly terms: PairTerms;
}

/** A clock hour began: what it costs to owe a coin in it. */
export interface InterestHourEvent extends Happened {
  readonly kind: typeof EventKind.interestHour;
  /** Hours since 1970. */
  readonly hour: number;
  /** Asset, yearly rate (ppm), asset, … in the order of assets. */
  readonly rates: readonly number[];
}

/** What befell a margin account whose debts were not kept. Margin units. */
export interface MarginLiquidationEvent extends Happened {
  readonly kind: typeof EventKind.marginLiquidation;
  readonly account: AccountId;
  /** NO_PAIR with cross margin. */
  readonly instrument: InstrumentId;
  /** As the predicate saw it: what it had, and what it had to keep. */
  readonly equity: number;
  readonly keeps: number;
  /** All that it held and owed, at the index. */
  readonly assets: number;
  readonly debts: number;
  /** To the protection fund, out of it, and what pools lost. */
  readonly fee: number;
  readonly paidByFund: number;
  readonly lostByPools: number;
  /** Whether that was all: else it goes on with the next prices. */
  readonly ended: boolean;
}

/** Debts were paid back with all that the account had. */
export interface FlashRepaidEvent extends Happened {
  readonly kind: typeof EventKind.flashRepaid;
  readonly account: AccountId;
  /** NO_PAIR with cross margin. */
  readonly instrument: InstrumentId;
  /** The coin that was to be paid back; EVERY_COIN: all. */
  readonly asset: AssetId;
  /** Of the repayment: its loan events carry it. */
  readonly id: number;
  /** Whether nothing of it is owed any more. */
  readonly ended: boolean;
}

/** The margin ratio of a margin account, or of a futures account's cross margin or isolated position, came above MARGIN_CALL_PPM: its owner is called. Margin units. */
export interface MarginCallEvent extends Happened {
  readonly kind: typeof EventKind.marginCall;
  readonly account: AccountId;
  /** NO_PAIR with cross margin; the contract of an isolated position. */
  readonly instrument: InstrumentId;
  readonly equity: number;
  readonly keeps: number;
}
