/**
 * The arithmetic of contracts, in whole numbers: one place that the engine, the API and the page
 * share, so that a figure on the screen is the engine's own.
 *
 * Units. A price is ticks, a size lots; their product is *tick-lots*, and `tick-lots × quoteFactor`
 * settle units. What margin is compared in are *margin units*, 10^-4 of a settle coin, always rounded
 * against the account. A *gap* is what an exposure adds to its account at a price: its value less
 * what closing it needs. It is monotone in that price, so one price divides "kept" from "liquidated".
 *
 * Marginal tiers with a deduction: Binance, "Leverage and Margin of USDⓈ-M Futures" (maintenance
 * margin = value × rate − maintenance amount); Bybit, "Maintenance Margin (USDT Contract)".
 */
import { assert } from './assert.ts';
import {
  type ContractTerms,
  MARGIN_PER_COIN,
  MARGIN_SCALE,
  RATE_SCALE,
  type RiskTier,
} from './contracts.ts';
import { pow10 } from './decimal.ts';

const UNITS = Number.MAX_SAFE_INTEGER;
/** Divisors and quotients up to which what a quotient leaves of its product is a safe integer. */
const PART_MAX = 2 ** 50;
const MILLION = 1_000_000;
/** Most that either part of a deleveraging score counts. */
const SCORE_PART_MAX = 1_000_000;

/** floor(a · b / c) of safe integers a, b ≥ 0 and c > 0; exact also where a · b is above 2^53. */
export function ratioFloor(a: number, b: number, c: number): number {
  const product = a * b;
  if (!(product <= UNITS)) return wideRatio(a, b, c, 0);
  // A quotient that was rounded up to the next integer shows in the product.
  const quotient = Math.floor(product / c);
  return quotient * c > product ? quotient - 1 : quotient;
}

/** ceil(a · b / c), as ratioFloor. */
export function ratioCeil(a: number, b: number, c: number): number {
  const product = a * b;
  if (!(product <= UNITS)) return wideRatio(a, b, c, 1);
  const floor = ratioFloor(a, b, c);
  return floor * c === product ? floor : floor + 1;
}

/**
 * floor(a · b / c), and `up` more where that leaves a rest. In doubles: a quotient that is nearly right, and
 * what it leaves of the product, exactly.
 */
function wideRatio(a: number, b: number, c: number, up: 0 | 1): number {
  const product = a * b;
  let quotient = Math.floor(product / c);
  if (!(quotient <= PART_MAX && c <= PART_MAX)) {
    const whole = BigInt(a) * BigInt(b);
    quotient = Number(whole / BigInt(c));
    return BigInt(quotient) * BigInt(c) === whole ? quotient : quotient + up;
  }
  const taken = quotient * c;
  let rest = product - taken + (roundedOff(a, b, product) - roundedOff(quotient, c, taken));
  for (; rest < 0; rest += c) quotient -= 1;
  for (; rest >= c; rest -= c) quotient += 1;
  return rest === 0 ? quotient : quotient + up;
}

/** What a · b is more than the double next to it, exactly (Dekker 1971). */
function roundedOff(a: number, b: number, product: number): number {
  const upperA = upperHalf(a);
  const upperB = upperHalf(b);
  const lowerA = a - upperA;
  const lowerB = b - upperB;
  return upperA * upperB - product + upperA * lowerB + lowerA * upperB + lowerA * lowerB;
}

/** The first 26 digits of a number, as the binary form has them (Veltkamp 1968). */
function upperHalf(number: number): number {
  const shifted = number * 134_217_729;
  return shifted - (shifted - number);
}

/** a · b / c towards zero, of a signed a. */
export function ratioTrunc(a: number, b: number, c: number): number {
  return a < 0 ? 0 - ratioFloor(-a, b, c) : ratioFloor(a, b, c);
}

/** Scales of a contract, fixed at its listing. */
export interface ContractUnits {
  /** Settle units of a tick-lot. */
  readonly quoteFactor: number;
  /** Settle units of a margin unit. */
  readonly marginUnits: number;
}

/** Tick-lots in margin units, down. */
export function marginFloor(units: ContractUnits, tickLots: number): number {
  const { quoteFactor, marginUnits } = units;
  if (quoteFactor >= marginUnits) return tickLots * (quoteFactor / marginUnits);
  return Math.floor(tickLots / (marginUnits / quoteFactor));
}

/** Tick-lots in margin units, up. */
export function marginCeil(units: ContractUnits, tickLots: number): number {
  const { quoteFactor, marginUnits } = units;
  if (quoteFactor >= marginUnits) return tickLots * (quoteFactor / marginUnits);
  return Math.ceil(tickLots / (marginUnits / quoteFactor));
}

/** A tier with what its marginal rate takes too much for the tiers below, both in margin units. */
export interface TierBound {
  readonly upTo: number;
  readonly leverageMax: number;
  readonly maintenancePpm: number;
  readonly deduction: number;
}

/** Tiers as the arithmetic needs them. */
export function tierBounds(tiers: readonly RiskTier[]): TierBound[] {
  const bounds: TierBound[] = [];
  let deduction = 0;
  let below = { upTo: 0, maintenancePpm: 0 };
  for (const { upTo, leverageMax, maintenancePpm } of tiers) {
    // Exact: tiers begin at whole hundreds of coins, which are whole millions of margin units.
    const step = (below.upTo * MARGIN_PER_COIN) / MILLION;
    deduction += step * (maintenancePpm - below.maintenancePpm);
    bounds.push({ upTo: upTo * MARGIN_PER_COIN, leverageMax, maintenancePpm, deduction });
    below = { upTo, maintenancePpm };
  }
  return bounds;
}

/** The tier that a value (margin units) is in; the last for what is above it. */
export function tierOf(bounds: readonly TierBound[], value: number): number {
  let at = 0;
  while (at < bounds.length - 1 && value > bounds[at]!.upTo) at += 1;
  return at;
}

/** Largest position, margin units, that may have a leverage; 0 where no tier allows it. */
export function positionLimit(bounds: readonly TierBound[], leverage: number): number {
  let limit = 0;
  for (const { upTo, leverageMax } of bounds) if (leverageMax >= leverage) limit = upTo;
  return limit;
}

/** Maintenance margin of a position of this value (margin units), up. */
export function maintenance(bounds: readonly TierBound[], value: number): number {
  const { maintenancePpm, deduction } = bounds[tierOf(bounds, value)]!;
  return ratioCeil(value, maintenancePpm, MILLION) - deduction;
}

/** What the margin of a position is measured by, beside its size. */
export interface RiskTerms extends ContractUnits {
  readonly bounds: readonly TierBound[];
  readonly liquidationPpm: number;
}

/** The terms of a contract as the arithmetic needs them. @param scale of the settle asset */
export function riskTerms(quoteFactor: number, terms: ContractTerms, scale: number): RiskTerms {
  return {
    quoteFactor,
    marginUnits: marginUnitsOf(scale),
    bounds: tierBounds(terms.tiers),
    liquidationPpm: terms.liquidationPpm,
  };
}

/** Settle units of a margin unit. @param scale of the settle asset */
export function marginUnitsOf(scale: number): number {
  return Number(pow10(scale - MARGIN_SCALE));
}

/**
 * Value less maintenance and closing fee of `lots` (signed; + long) at `price`, margin units, rounded
 * down once, so that it is monotone in the price: rising for a long position, falling for a short one.
 */
export function gapAt(terms: RiskTerms, lots: number, price: number): number {
  const { bounds, liquidationPpm } = terms;
  if (lots >= 0) {
    const value = marginFloor(terms, lots * price);
    const { maintenancePpm, deduction } = bounds[tierOf(bounds, value)]!;
    return ratioFloor(value, MILLION - maintenancePpm - liquidationPpm, MILLION) + deduction;
  }
  const value = marginCeil(terms, -lots * price);
  const { maintenancePpm, deduction } = bounds[tierOf(bounds, value)]!;
  return deduction - ratioCeil(value, MILLION + maintenancePpm + liquidationPpm, MILLION);
}

/** What a position cost, margin units, signed as its lots and rounded against it. */
export function costOf(units: ContractUnits, lots: number, cost: number): number {
  return lots >= 0 ? marginCeil(units, cost) : -marginFloor(units, cost);
}

/** Unrealised profit at `price`, margin units, down. */
export function profitAt(units: ContractUnits, lots: number, cost: number, price: number): number {
  return lots >= 0
    ? marginFloor(units, lots * price) - marginCeil(units, cost)
    : marginFloor(units, cost) - marginCeil(units, -lots * price);
}

/** One position as a check of its account sees it. */
export interface Exposure {
  readonly terms: RiskTerms;
  /** Signed: + long. */
  readonly lots: number;
  /** Tick-lots. */
  readonly cost: number;
  /** Ticks. */
  readonly mark: number;
}

/**
 * The predicate of liquidation (INV-11): an account is liquidated if and only if this is negative.
 * @param wallet settle units: a cross wallet, or the margin of one isolated position
 */
export function excessOf(
  wallet: bigint,
  marginUnits: number,
  exposures: readonly Exposure[],
): number {
  let excess = walletMargin(wallet, marginUnits);
  for (const { terms, lots, cost, mark } of exposures) {
    excess += gapAt(terms, lots, mark) - costOf(terms, lots, cost);
  }
  return excess;
}

/** Settle units in margin units, down. */
export function walletMargin(wallet: bigint, marginUnits: number): number {
  const unit = BigInt(marginUnits);
  const down = wallet / unit;
  return Number(wallet < 0n && down * unit !== wallet ? down - 1n : down);
}

/**
 * The price that divides kept from liquidated: the lowest at which a long position (the highest at
 * which a short one) is kept while everything else of its account stays as it is; 0 where no price
 * liquidates a long, Infinity where none liquidates a short one.
 * @param rest margin units of all else in the account: wallet, other gaps, and this position's cost taken off
 */
export function keptFrom(terms: RiskTerms, lots: number, rest: number): number {
  assert(lots !== 0, 'a position of nothing has no liquidation price');
  return lots > 0 ? keptFromLong(terms, lots, rest) : keptFromShort(terms, lots, rest);
}

function keptFromLong(terms: RiskTerms, lots: number, rest: number): number {
  if (rest >= 0) return 0;
  let low = 0;
  let high = Math.floor(UNITS / lots);
  if (gapAt(terms, lots, high) + rest < 0) return high;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (gapAt(terms, lots, middle) + rest >= 0) high = middle;
    else low = middle;
  }
  return high;
}

function keptFromShort(terms: RiskTerms, lots: number, rest: number): number {
  let low = 0;
  let high = Math.floor(UNITS / -lots);
  if (gapAt(terms, lots, high) + rest >= 0) return Number.POSITIVE_INFINITY;
  if (rest < 0) return 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (gapAt(terms, lots, middle) + rest >= 0) low = middle;
    else high = middle;
  }
  return low;
}

/** Margin units that a value in tick-lots needs at a leverage, up. */
export function initialMargin(units: ContractUnits, tickLots: number, leverage: number): number {
  return Math.ceil(marginCeil(units, tickLots) / leverage);
}

/**
 * What a funding moves, settle units: from a long position where the rate is positive, to it where it
 * is negative; the other way for a short one. Who pays rounds up, who receives down.
 * @returns + received, − paid
 */
export function fundingOf(quoteFactor: number, lots: number, mark: number, rate: number): number {
  if (rate === 0 || lots === 0) return 0;
  const pays = lots > 0 === rate > 0;
  const size = Math.abs(lots) * mark;
  const factor = Math.abs(rate) * quoteFactor;
  return pays ? -ratioCeil(size, factor, RATE_SCALE) : ratioFloor(size, factor, RATE_SCALE);
}

/** Funding rate of a round from its mean premium, all 10^-8: premium + clamp(interest − premium), capped. */
export function fundingRate(
  premium: number,
  terms: { interestRate: number; premiumClamp: number; fundingCap: number },
): number {
  const { interestRate, premiumClamp, fundingCap } = terms;
  const pull = Math.max(-premiumClamp, Math.min(premiumClamp, interestRate - premium));
  // Not -0, which would not be the same in a snapshot.
  return Math.max(-fundingCap, Math.min(fundingCap, premium + pull)) + 0;
}

/**
 * When the next funding is after one that was due and began at `time`, Unix ms. After a long stop the
 * rounds that were missed are not made up for.
 */
export function fundingAfter(due: number, time: number, intervalMs: number): number {
  return due + (1 + Math.floor((time - due) / intervalMs)) * intervalMs;
}

/**
 * How far the mark price may be from a fresh index, ppm of the index: half the lowest maintenance rate. Prices
 * that people make among themselves count no further for it, nor for the premium of a funding.
 */
export function markDistancePpm({ tiers }: Pick<ContractTerms, 'tiers'>): number {
  return Math.floor(tiers[0]!.maintenancePpm / 2);
}

/** The price nearest to `price` that is within the mark's distance of the index, ticks ≥ 1. */
export function boundedMark(
  price: number,
  index: number,
  terms: Pick<ContractTerms, 'tiers'>,
): number {
  const most = ratioFloor(index, markDistancePpm(terms), MILLION);
  return Math.max(1, index - most, Math.min(index + most, price));
}

/** The median of three. */
export function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Rank among those who would be deleveraged: profit over cost times effective leverage, or divided by
 * it for a loss; whole numbers, higher first. All in margin units.
 * Source: Binance, "What Is Auto-Deleveraging (ADL)".
 */
export function deleveragingScore(
  profit: number,
  cost: number,
  value: number,
  equity: number,
): number {
  const size = Math.abs(profit);
  const part = cost > 0 ? ratioFloor(size, 10_000, cost) : SCORE_PART_MAX;
  const share = Math.min(SCORE_PART_MAX, part);
  const times = equity > 0 ? ratioFloor(value, 100, equity) : SCORE_PART_MAX;
  const leverage = Math.max(1, Math.min(SCORE_PART_MAX, times));
  return profit >= 0 ? share * leverage : -ratioCeil(share, 10_000, leverage);
}
