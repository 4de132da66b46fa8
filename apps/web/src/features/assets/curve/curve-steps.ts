/** What a curve says: worth, what came in and profit, in whole numbers. */

import { CURVE_ACCOUNTS, type CurveAccount, type CurveRow } from '@halcyon/domain/web';
import { wide } from '../../../data/decimal.ts';

/** An account, or the sum of all. */
export type CurveOf = CurveAccount | 'all';

/** How things stood at a full hour; wide units of USDT. */
export interface CurveStep {
  readonly time: number;
  readonly worth: bigint;
  /** Since the step before. */
  readonly inflow: bigint;
}

/** What happened between two moments: opening + inflow + profit = closing. */
export interface CurveSpan {
  readonly from: number;
  readonly to: number;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly inflow: bigint;
  readonly profit: bigint;
}

const DAY_MS = 86_400_000;

/** The steps of an account, or of all. */
export function stepsOf(rows: readonly CurveRow[], of: CurveOf): readonly CurveStep[] {
  const places =
    of === 'all' ? CURVE_ACCOUNTS.map((_name, place) => place) : [CURVE_ACCOUNTS.indexOf(of)];
  const sum = (texts: readonly string[]) =>
    places.reduce((all, place) => all + wide(texts[place]), 0n);
  return rows.map(({ time, worth, inflow }) => ({ time, worth: sum(worth), inflow: sum(inflow) }));
}

/** All that happened in the steps from `first` to `last`; null for fewer than two. */
export function spanOf(
  steps: readonly CurveStep[],
  first = 0,
  last = steps.length - 1,
): CurveSpan | null {
  const [start, end] = [steps[first], steps[last]];
  if (start === undefined || end === undefined || last <= first) return null;
  const inflow = steps.slice(first + 1, last + 1).reduce((sum, step) => sum + step.inflow, 0n);
  const [opening, closing] = [start.worth, end.worth];
  const profit = closing - opening - inflow;
  return { from: start.time, to: end.time, opening, closing, inflow, profit };
}

/** The steps day by day in UTC, or each of them by itself; oldest first. */
export function spansOf(steps: readonly CurveStep[], byDay: boolean): readonly CurveSpan[] {
  const spans: CurveSpan[] = [];
  let first = 0;
  for (let i = 1; i < steps.length; i++) {
    const next = steps[i + 1];
    const isLast = next === undefined;
    if (byDay && !isLast && dayOf(steps[i]) === dayOf(steps[first])) continue;
    const span = spanOf(steps, first, i);
    if (span !== null) spans.push(span);
    first = i;
  }
  return spans;
}

function dayOf(step: CurveStep | undefined): number {
  return Math.floor((step?.time ?? 0) / DAY_MS);
}

/** The steps from the last one on that had nothing before: of a new account only what is its own. */
export function fromFirst(steps: readonly CurveStep[]): readonly CurveStep[] {
  const first = steps.findIndex(({ worth, inflow }) => worth !== 0n || inflow !== 0n);
  return first < 0 ? [] : steps.slice(Math.max(0, first - 1));
}

/** The highest value and the lowest; undefined where all are the same. */
export function endsOf(values: readonly bigint[]): readonly [bigint, bigint] | undefined {
  const first = values[0] ?? 0n;
  const high = values.reduce((most, value) => (value > most ? value : most), first);
  const low = values.reduce((least, value) => (value < least ? value : least), first);
  return high === low ? undefined : [high, low];
}

/** Where values lie between the highest, 0, and the lowest, 1. */
export function heightsOf(values: readonly bigint[]): readonly number[] {
  const ends = endsOf(values);
  if (ends === undefined) return values.map(() => 0.5);
  const [high, low] = ends;
  // Parts of a million: pixels, no money.
  return values.map((value) => Number(((high - value) * 1_000_000n) / (high - low)) / 1_000_000);
}
