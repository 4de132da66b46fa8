/** What the read models show of margin accounts. Amounts are asset units unless said otherwise. */
import type { AccountId, AssetId, InstrumentId, LoanTerms, PairTerms } from '@halcyon/domain';

/** A coin that is lent, and its pool. */
export interface CoinView {
  readonly asset: AssetId;
  /** Spot pair whose index is its price in the settle coin; NO_PAIR: it is the settle coin. */
  readonly market: InstrumentId;
  readonly terms: LoanTerms;
  /** Yearly rate of this clock hour, ppm. */
  readonly rate: number;
  /** Ticks of the market, 1 for the settle coin; 0 before the first. When it came, Unix ms. */
  readonly index: number;
  readonly indexTime: number;
  /** Whether the index is too old to borrow, trade or take money out by. */
  readonly stale: boolean;
  /** What of the pool is borrowed and what is not. */
  readonly lent: number;
  readonly unlent: number;
  /** Part of the pool that is borrowed, ppm, up. */
  readonly usedPpm: number;
}

/** A pair whose accounts with isolated margin borrow. */
export interface PairView {
  readonly instrument: InstrumentId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly terms: PairTerms;
}

/** What an account owes of a coin. */
export interface DebtView {
  readonly account: AccountId;
  /** NO_PAIR with cross margin. */
  readonly instrument: InstrumentId;
  readonly asset: AssetId;
  readonly principal: number;
  readonly interest: number;
  /** Unix ms of the last change. */
  readonly updatedTime: number;
}

/** A coin in a margin account. */
export interface MarginCoinFigures {
  readonly asset: AssetId;
  /** Available and in orders. */
  readonly held: number;
  /** Principal and interest. */
  readonly debt: number;
  /** What of the holding counts as collateral. */
  readonly counts: number;
  /** Of the holding, margin units. */
  readonly value: number;
  /** Last index, ticks of its market, at which the account is kept; null = no price of it decides. */
  readonly liquidationPrice: number | null;
}

/** What is liquidated as one: a cross margin account, or one pair of an isolated one. Margin units. */
export interface MarginFigures {
  readonly account: AccountId;
  /** NO_PAIR with cross margin. */
  readonly instrument: InstrumentId;
  /** All that it holds, whether it counts or not, and all that it owes. */
  readonly assets: number;
  readonly debts: number;
  /** What of its assets counts, less its debts. */
  readonly equity: number;
  /** What it must keep, and what it must own for more debt. */
  readonly keeps: number;
  readonly needs: number;
  /** What it may lose by its open orders. */
  readonly ordersLoss: number;
  /** Above a million if and only if it is liquidated, ppm. */
  readonly ratioPpm: number;
  readonly coins: readonly MarginCoinFigures[];
}
