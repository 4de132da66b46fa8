/** What a coin is lent by and what it counts as collateral: the terms of margin accounts. */
import { MARGIN_PER_COIN } from './contracts.ts';
import { FEE_LEVELS_MAX } from './limits.ts';

/**
 * One tier of a debt. Rates are marginal: each applies to the part of a debt between the tier before
 * and this one, so that the margin needed never jumps. Tiers are amounts of the coin itself: what a
 * debt needs is then proportional to the coin's price.
 */
export interface LoanTier {
  /** Debt up to which the tier reaches, units; the last one's is the largest debt of an account. */
  readonly upTo: number;
  /** Assets over what is the account's own, of the part in this tier: at 3, two borrowed for one owned. */
  readonly leverageMax: number;
  /** Margin to keep for the part in this tier, ppm of it. */
  readonly maintenancePpm: number;
}

/** What part of a holding counts as collateral, marginal as tiers are; beyond the last nothing counts. */
export interface CollateralTier {
  /** Holding up to which it reaches, units. */
  readonly upTo: number;
  /** Part that counts, ppm. */
  readonly valuePpm: number;
}

/**
 * Yearly rate by the part of the pool that is lent: two straight lines that meet at the kink.
 * Source: the jump rate model of Compound.
 */
export interface RateCurve {
  /** Rate with nothing lent, at the kink, and with all lent; ppm a year. */
  readonly idlePpm: number;
  readonly kinkPpm: number;
  readonly fullPpm: number;
  /** Part lent at which the lines meet, ppm. */
  readonly kinkAtPpm: number;
}

/** Terms of a coin in margin accounts; commands may change them. */
export interface LoanTerms {
  /** Lowest first; at least one. */
  readonly tiers: readonly LoanTier[];
  readonly collateral: readonly CollateralTier[];
  readonly curve: RateCurve;
  /** Most of the pool that may be lent at once, units. */
  readonly lentMax: number;
  /** Largest debt of one account by its owner's fee tier, units; the last one's is that of all above. */
  readonly levelMax: readonly number[];
  /** Smallest loan, units. */
  readonly loanMin: number;
  /** What closing a debt costs in a liquidation, ppm of it, to the protection fund. */
  readonly liquidationPpm: number;
}

/** Terms of a pair with margin of its own: debt tiers of its two coins. */
export interface PairTerms {
  readonly base: readonly LoanTier[];
  readonly quote: readonly LoanTier[];
  readonly liquidationPpm: number;
}

/** What an order of a margin account may say: bits of `PlaceCommand.options`. */
export const LoanOption = {
  /** What its balance does not pay for is borrowed as it enters. */
  autoLoan: 2,
  /** What its fills bring pays back what is owed of that coin. */
  autoRepay: 4,
} as const;

/** In events alone: the order is one of a margin account. */
export const MARGIN_OPTION = 8;
/** Beside MARGIN_OPTION: the exchange placed it to liquidate the account. */
export const LOAN_LIQUIDATION_OPTION = 1;

/** Tiers reach to whole multiples of this, units: their deductions are then whole units. */
export const LOAN_STEP = 1_000_000;
/** Highest leverage of a loan tier. */
export const LOAN_LEVERAGE_MAX = 20;
/** Most tiers of a coin. */
export const LOAN_TIERS_MAX = 16;
/** Highest yearly rate, ppm: tenfold. */
export const LOAN_RATE_MAX = 10_000_000;
/** Time that one charge of interest is for, ms. */
export const INTEREST_HOUR_MS = 3_600_000;
/** Loans that one command charges at most; the rest are due with the next. */
export const INTEREST_PER_COMMAND = 1_000;

/** Margin ratio (ppm) at which its owner is called, liquidated, and down to which a liquidation goes. */
export const MARGIN_CALL_PPM = 800_000;
export const MARGIN_END_PPM = 1_000_000;
export const MARGIN_SAFE_PPM = 500_000;

/**
 * What the protection fund pays for margin accounts in a clock hour at most: the smaller of these parts of what it has
 * and of all loans (ppm), and so many margin units in any case.
 */
export const LOAN_FUND_PPM = 50_000;
export const LOAN_LENT_PPM = 1_000;
export const LOAN_FUND_MIN = 100 * MARGIN_PER_COIN;

const MILLION = 1_000_000;
const LARGEST = Number.MAX_SAFE_INTEGER;

/** Which limit of terms was broken by which value. */
export interface LoanFault {
  /** The field, with the part of it that is wrong. */
  readonly field: string;
  readonly limit: number;
  readonly value: number;
}

type Range = readonly [field: string, value: number, low: number, high: number, step?: number];

/** What is wrong with terms; null = nothing. */
export function loanFault(terms: LoanTerms): LoanFault | null {
  const { curve, lentMax, loanMin, liquidationPpm } = terms;
  return firstFault([
    ...tierRanges('tiers', terms.tiers, liquidationPpm),
    ...collateralRanges(terms.collateral),
    ...levelRanges(terms.levelMax),
    ['curve.idlePpm', curve.idlePpm, 0, LOAN_RATE_MAX],
    ['curve.kinkPpm', curve.kinkPpm, curve.idlePpm, LOAN_RATE_MAX],
    ['curve.fullPpm', curve.fullPpm, curve.kinkPpm, LOAN_RATE_MAX],
    ['curve.kinkAtPpm', curve.kinkAtPpm, 1, MILLION - 1],
    ['lentMax', lentMax, 0, LARGEST],
    ['loanMin', loanMin, 1, LARGEST],
    ['liquidationPpm', liquidationPpm, 0, 50_000],
  ]);
}

/** What is wrong with the terms of a pair; null = nothing. */
export function pairFault(terms: PairTerms): LoanFault | null {
  const { base, quote, liquidationPpm } = terms;
  return firstFault([
    ...tierRanges('base', base, liquidationPpm),
    ...tierRanges('quote', quote, liquidationPpm),
    ['liquidationPpm', liquidationPpm, 0, 50_000],
  ]);
}

function tierRanges(field: string, tiers: readonly LoanTier[], liquidationPpm: number): Range[] {
  const ranges: Range[] = [[`${field}.length`, tiers.length, 1, LOAN_TIERS_MAX]];
  let before: LoanTier = { upTo: 0, leverageMax: LOAN_LEVERAGE_MAX, maintenancePpm: 0 };
  for (const tier of tiers) {
    ranges.push([`${field}.upTo`, tier.upTo, before.upTo + LOAN_STEP, LARGEST, LOAN_STEP]);
    ranges.push([`${field}.leverageMax`, tier.leverageMax, 2, before.leverageMax]);
    // What a loan needs at first is above what it needs to be kept, with the fee of a liquidation.
    const most = Math.floor(MILLION / (tier.leverageMax - 1)) - liquidationPpm - 1;
    const { maintenancePpm } = tier;
    ranges.push([`${field}.maintenancePpm`, maintenancePpm, before.maintenancePpm + 1, most]);
    before = tier;
  }
  return ranges;
}

function collateralRanges(tiers: readonly CollateralTier[]): Range[] {
  const ranges: Range[] = [['collateral.length', tiers.length, 0, LOAN_TIERS_MAX]];
  let before: CollateralTier = { upTo: 0, valuePpm: MILLION };
  for (const tier of tiers) {
    ranges.push(['collateral.upTo', tier.upTo, before.upTo + LOAN_STEP, LARGEST, LOAN_STEP]);
    ranges.push(['collateral.valuePpm', tier.valuePpm, 1, before.valuePpm]);
    before = tier;
  }
  return ranges;
}

function levelRanges(levels: readonly number[]): Range[] {
  const ranges: Range[] = [['levelMax.length', levels.length, 1, FEE_LEVELS_MAX]];
  let before = 0;
  for (const most of levels) {
    ranges.push(['levelMax', most, before, LARGEST]);
    before = most;
  }
  return ranges;
}

function firstFault(ranges: readonly Range[]): LoanFault | null {
  for (const [field, value, low, high, step = 1] of ranges) {
    if (!Number.isSafeInteger(value) || value < low || value > high) {
      return { field, limit: value > high ? high : low, value };
    }
    if (value % step !== 0) return { field, limit: step, value };
  }
  return null;
}
