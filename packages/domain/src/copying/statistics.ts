/**
 * How a portfolio did, from the ledger alone: what it was worth at moments, and what its positions brought.
 * The same sums for a trader, a follower and all followers together. Ratios are plain numbers: they are
 * shown and compared, and no money is moved by them.
 */
import { assert } from '../assert.ts';

/** Below these a result says little; a page marks it. */
export const STATISTICS_DAYS_MIN = 30;
export const STATISTICS_TRADES_MIN = 30;

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_DAYS = 365;
/** Of a normal distribution: 95 of 100 are within so many deviations. */
const Z_95 = 1.959963984540054;

/** What a portfolio was worth at a moment; points are in the order of time, units are of its settle coin. */
export interface EquityPoint {
  /** Unix ms. */
  readonly time: number;
  /** Before and after the money that was paid in or out at this moment. */
  readonly before: bigint;
  readonly after: bigint;
  /** Value of all open positions from this moment on. */
  readonly exposure: bigint;
}

/** Positions from their opening until they were closed. */
export interface ClosedTrades {
  readonly closed: number;
  /** Those of them with a profit net of fees and funding. */
  readonly won: number;
  /** How long at least one was open, ms; undefined = as the points have it. */
  readonly openMs?: number;
}

/** A ratio with the range in which the true one lies 95 times of 100. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The deepest fall from a highest point, and the longest time below one. */
export interface Drawdown {
  /** 0.25 = a quarter below the highest point. */
  readonly depth: number;
  /** Unix ms: the highest point, the lowest after it, and when the fall was made good, null = not yet. */
  readonly from: number;
  readonly lowest: number;
  readonly recovered: number | null;
  readonly longestMs: number;
}

export interface MonthReturn {
  /** First moment of the month in UTC, Unix ms. */
  readonly month: number;
  readonly value: number;
}

export interface PortfolioStatistics {
  readonly days: number;
  readonly trades: number;
  /** Too few days or trades to tell skill from luck. */
  readonly tooShort: boolean;
  /** Time-weighted: money paid in or out makes no difference. 0.1 = 10 %. */
  readonly timeWeighted: number;
  readonly drawdown: Drawdown | null;
  /** Of a year, without a risk-free rate; null below 30 daily returns, or where all are alike. */
  readonly sharpe: Estimate | null;
  readonly winRate: Estimate | null;
  readonly worstMonth: MonthReturn | null;
  /** Exposure divided by equity: the average over time, and the highest. */
  readonly leverage: { readonly average: number; readonly highest: number };
  /** Part of the time in which a position was open. */
  readonly timeInMarket: number;
}

/**
 * @param points at least one; one at each moment at which money came or went, and one at each end of a UTC day
 * @throws InvariantError where their times do not rise
 */
export function portfolioStatistics(
  points: readonly EquityPoint[],
  { closed, won, openMs }: ClosedTrades,
): PortfolioStatistics {
  assert(points.length > 0, 'statistics of no moment');
  const index = growthIndex(points);
  const span = points.at(-1)!.time - points[0]!.time;
  const days = Math.floor(span / DAY_MS);
  return {
    days,
    trades: closed,
    tooShort: days < STATISTICS_DAYS_MIN || closed < STATISTICS_TRADES_MIN,
    timeWeighted: index.at(-1)! - 1,
    drawdown: drawdownOf(points, index),
    sharpe: sharpeRatio(dailyReturns(points, index)),
    winRate: proportion(won, closed),
    worstMonth: worstMonth(points, index),
    ...usageOf(points, span, openMs),
  };
}

/**
 * What one coin of the first moment has become at each point, whatever was paid in or out (time-weighted
 * return: the product of what equity became between two payments). A portfolio that has lost all stays at 0.
 */
export function growthIndex(points: readonly EquityPoint[]): Float64Array {
  const index = new Float64Array(points.length);
  index[0] = 1;
  for (let i = 1; i < points.length; i++) {
    const [last, next] = [points[i - 1]!, points[i]!];
    assert(next.time > last.time, 'moments of a portfolio that are not in order');
    // What had nothing had no return.
    const grown = last.after > 0n ? Number(next.before) / Number(last.after) : 1;
    index[i] = index[i - 1]! * Math.max(0, grown);
  }
  return index;
}

function drawdownOf(points: readonly EquityPoint[], index: Float64Array): Drawdown | null {
  let [top, depth, longestMs] = [0, 0, 0];
  let [from, lowest] = [0, 0];
  for (let i = 1; i < index.length; i++) {
    if (index[i]! >= index[top]!) {
      top = i;
      continue;
    }
    longestMs = Math.max(longestMs, points[i]!.time - points[top]!.time);
    const fall = 1 - index[i]! / index[top]!;
    if (fall <= depth) continue;
    [depth, from, lowest] = [fall, top, i];
  }
  if (depth === 0) return null;
  const back = index.findIndex((value, i) => i > lowest && value >= index[from]!);
  return {
    depth,
    from: points[from]!.time,
    lowest: points[lowest]!.time,
    recovered: back === -1 ? null : points[back]!.time,
    longestMs,
  };
}

/** What the index was at the end of periods, by the last point in each; the first is where it began. */
function closesBy(
  points: readonly EquityPoint[],
  index: Float64Array,
  periodOf: (time: number) => number,
): { readonly period: number; readonly value: number }[] {
  const closes: { period: number; value: number }[] = [];
  // A point at 0:00 is the end of the period before it.
  for (const [i, { time }] of points.entries()) {
    const period = periodOf(i === 0 ? time : time - 1);
    if (closes.at(-1)?.period === period && closes.length > 1) closes.pop();
    closes.push({ period, value: index[i]! });
  }
  return closes;
}

/** Returns of whole UTC days. */
export function dailyReturns(points: readonly EquityPoint[], index: Float64Array): number[] {
  const returns: number[] = [];
  const closes = closesBy(points, index, (time) => Math.floor(time / DAY_MS));
  for (let i = 1; i < closes.length; i++) {
    const [last, next] = [closes[i - 1]!.value, closes[i]!.value];
    if (last > 0) returns.push(next / last - 1);
  }
  return returns;
}

function worstMonth(points: readonly EquityPoint[], index: Float64Array): MonthReturn | null {
  const closes = closesBy(points, index, monthOf);
  let worst: MonthReturn | null = null;
  for (let i = 1; i < closes.length; i++) {
    const before = closes[i - 1]!.value;
    const { period: month, value: after } = closes[i]!;
    const value = before > 0 ? after / before - 1 : 0;
    if (worst === null || value < worst.value) worst = { month, value };
  }
  return worst;
}

/** First moment of a UTC month (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms"; the core has no calendar). */
export function monthOf(time: number): number {
  const day = Math.floor(time / DAY_MS);
  const sinceMarch0 = day + 719_468;
  const ofEra = sinceMarch0 - Math.floor(sinceMarch0 / 146_097) * 146_097;
  const leaps =
    Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const year = Math.floor((ofEra - leaps) / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  const ofMonth = ofYear - Math.floor((153 * month + 2) / 5);
  return (day - ofMonth) * DAY_MS;
}

/**
 * Sharpe ratio of a year from daily returns, with its standard error for independent returns,
 * √((1 + S²/2) / n) of the daily ratio S (A. Lo, "The Statistics of Sharpe Ratios", 2002).
 */
export function sharpeRatio(returns: readonly number[]): Estimate | null {
  const count = returns.length;
  if (count < STATISTICS_DAYS_MIN) return null;
  const mean = returns.reduce((sum, one) => sum + one, 0) / count;
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
  if (variance === 0) return null;
  const daily = mean / Math.sqrt(variance);
  const error = Math.sqrt((1 + daily ** 2 / 2) / count);
  const year = Math.sqrt(YEAR_DAYS);
  return {
    value: daily * year,
    low: (daily - Z_95 * error) * year,
    high: (daily + Z_95 * error) * year,
  };
}

/** A part of so many, with its range (E. B. Wilson's interval, 1927); null of nothing. */
export function proportion(hits: number, of: number): Estimate | null {
  assert(hits >= 0 && hits <= of, 'a part that is more than the whole');
  if (of === 0) return null;
  const value = hits / of;
  const square = Z_95 ** 2 / of;
  const middle = value + square / 2;
  const half = Z_95 * Math.sqrt((value * (1 - value)) / of + square / (4 * of));
  const ends = [(middle - half) / (1 + square), (middle + half) / (1 + square)] as const;
  return { value, low: Math.max(0, ends[0]), high: Math.min(1, ends[1]) };
}

function usageOf(
  points: readonly EquityPoint[],
  span: number,
  openMs: number | undefined,
): Pick<PortfolioStatistics, 'leverage' | 'timeInMarket'> {
  let [weighted, highest, open] = [0, 0, 0];
  for (let i = 0; i + 1 < points.length; i++) {
    const { time, after, exposure } = points[i]!;
    const lasted = points[i + 1]!.time - time;
    if (exposure === 0n) continue;
    open += lasted;
    if (after <= 0n) continue;
    const used = Number(exposure) / Number(after);
    weighted += used * lasted;
    highest = Math.max(highest, used);
  }
  const part = (value: number): number => (span === 0 ? 0 : value / span);
  const timeInMarket = part(Math.min(span, openMs ?? open));
  return { leverage: { average: part(weighted), highest }, timeInMarket };
}

/** Money that was paid in (above zero) or out. */
export interface CashFlow {
  readonly time: number;
  readonly amount: bigint;
}

/**
 * Money-weighted return over the whole time, 0.1 = 10 %: the rate at which all that was paid in, less what was paid out,
 * would have become `worth` (internal rate of return). It says what the money of all followers
 * brought; a time-weighted return would count a good month with little money like a bad one with much.
 * @returns null where nothing was paid in, or no rate from −100 % to +100,000 % does
 */
export function moneyWeighted(
  flows: readonly CashFlow[],
  worth: bigint,
  end: number,
): number | null {
  const [first] = flows;
  if (first === undefined || end <= first.time) return null;
  const parts = flows.map(({ time, amount }) => ({
    amount: Number(amount),
    left: (end - time) / (end - first.time),
  }));
  const off = (rate: number): number =>
    parts.reduce((sum, { amount, left }) => sum + amount * (1 + rate) ** left, -Number(worth));
  let [low, high] = [-1, 1_000];
  if (off(low) > 0 || off(high) < 0) return null;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (off(middle) > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
