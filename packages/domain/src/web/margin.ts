/**
 * What the web app reckons margin accounts with, so that its figures are the engine's own: whole
 * numbers as docs/margin-rules.md has them. The route lies below `/api/web/v1`, needs a session, and is
 * of the venue that the request is marked for.
 */
import type { OrderMove } from '../loan-math.ts';
import type { LoanTerms, PairTerms } from '../loans.ts';

/** The two margin accounts of a person, as the trading API calls them. */
export const MARGIN_KINDS = ['crossed', 'isolated'] as const;
export type MarginKind = (typeof MARGIN_KINDS)[number];

/** A coin that is lent, and its pool. Amounts are units of the coin. */
export interface LentCoin {
  readonly coin: string;
  readonly scale: number;
  /** Spot pair whose index is its price in the settle coin; '' = it is the settle coin. */
  readonly market: string;
  /** Decimals of a tick of that pair; 0 of the settle coin. */
  readonly priceScale: number;
  /** Ticks; 1 of the settle coin, 0 before the first. */
  readonly index: number;
  /** Whether the index is too old to borrow, trade or take money out by. */
  readonly stale: boolean;
  readonly terms: LoanTerms;
  /** Yearly rate of this clock hour, ppm. */
  readonly ratePpm: number;
  /** What of the pool is borrowed and what is not. */
  readonly lent: number;
  readonly unlent: number;
}

/** What an account has and owes of a coin, units. */
export interface MarginBalance {
  readonly coin: string;
  readonly available: number;
  /** Held by orders. */
  readonly inOrders: number;
  readonly principal: number;
  readonly interest: number;
}

/** What is liquidated as one: the cross account, or a pair of the isolated one. */
export interface MarginPocket {
  /** '' = the cross account. */
  readonly symbol: string;
  readonly balances: readonly MarginBalance[];
  /** What its open orders may do; places are those of `balances`. */
  readonly moves: readonly OrderMove[];
}

/** A pair that has isolated margin. */
export interface MarginPair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly terms: PairTerms;
}

/** `GET /margin/account?kind=&symbol=`: the account with all that its figures need. */
export interface MarginAccountRead {
  readonly kind: MarginKind;
  /** The coin in which all is valued, and the decimals of its values; '' = nothing is lent. */
  readonly coin: string;
  readonly scale: number;
  readonly coins: readonly LentCoin[];
  readonly pairs: readonly MarginPair[];
  /** Fee level of the person, and the larger one of his fees, ppm. */
  readonly level: number;
  readonly feePpm: number;
  /**
   * Of a cross account one. Of an isolated one the pairs of which it has or owes something, and the
   * one that was asked for; where one was, it alone.
   */
  readonly pockets: readonly MarginPocket[];
}
