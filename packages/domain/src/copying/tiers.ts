/**
 * The highest profit share that a trader may ask for: it follows from what the money of all followers brought, how many
 * they are and what they have. Units are of the portfolio's coin; everything is exact.
 */
import { assert } from '../assert.ts';
import { PPM } from '../ppm.ts';

/** The time that a result is told for, ms. */
export const COPY_RESULT_MS = 30 * 24 * 60 * 60 * 1000;

/** What followers must have for a share. */
export interface CopyTier {
  /** The highest share, ppm of new profit. */
  readonly sharePpm: number;
  readonly followers: number;
  /** Whole coins of equity, and what was at work over 30 days at the least. */
  readonly coins: number;
  /** Money-weighted result of 30 days, ppm. */
  readonly resultPpm: number;
}

/** The first is everybody's; each further one asks for more of everything. */
export const COPY_TIERS: readonly [CopyTier, ...CopyTier[]] = [
  { sharePpm: 100_000, followers: 0, coins: 0, resultPpm: 0 },
  { sharePpm: 120_000, followers: 10, coins: 1_000, resultPpm: 5_000 },
  { sharePpm: 150_000, followers: 50, coins: 10_000, resultPpm: 10_000 },
  { sharePpm: 200_000, followers: 200, coins: 100_000, resultPpm: 20_000 },
];

/** All followers of a trader together. */
export interface FollowersResult {
  /** Those there are, and what they have by the mark prices. */
  readonly followers: number;
  readonly equity: bigint;
  /** Net of fees, funding and shares, of those who have left too; below zero = lost. */
  readonly profit: bigint;
  /** Money paid in times how long it was there, unit-ms. */
  readonly worked: bigint;
}

/** The highest share of a trader. @param coin units of a whole coin */
export function copyShareMax(result: FollowersResult, coin: number): number {
  assert(result.worked >= 0n, 'money of followers was there for less than no time');
  const [first, ...more] = COPY_TIERS;
  const reached = more.filter((tier) => reaches(tier, result, BigInt(coin)));
  return reached.at(-1)?.sharePpm ?? first.sharePpm;
}

function reaches(
  tier: CopyTier,
  { followers, equity, profit, worked }: FollowersResult,
  coin: bigint,
) {
  const [units, month] = [BigInt(tier.coins) * coin, BigInt(COPY_RESULT_MS)];
  if (followers < tier.followers || equity < units || worked < units * month) return false;
  return profit * BigInt(PPM) * month >= BigInt(tier.resultPpm) * worked;
}
