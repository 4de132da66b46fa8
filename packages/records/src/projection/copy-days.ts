/** What is told of a portfolio once a day: how often it happened. */
import type { DailyNotice } from '@halcyon/domain';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days since 1970 (UTC). */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

export function dayKey(kind: number, portfolio: number): string {
  return `${kind},${portfolio}`;
}

/** Something of a day. @param batch counted once, where it is newer than the last one; 0 = it is of no batch */
export interface OfDay {
  readonly kind: DailyNotice;
  readonly portfolio: number;
  readonly time: number;
  readonly units?: bigint;
  readonly batch?: number;
}

/** Counts it. @returns whether it is the first of its day */
export function countOfDay(of: OfDay, known: Known, out: WriteSet): boolean {
  const { kind, portfolio, time, units = 0n, batch = 0 } = of;
  const key = dayKey(kind, portfolio);
  const day = dayOf(time);
  const had = known.copyDays.get(key);
  // What an owner has of an order is told again with each change.
  if (batch !== 0 && had !== undefined && batch <= had.batch) return false;
  const isFirst = had?.day !== day;
  const before = isFirst ? { times: 0, units: 0n } : had;
  const row = { day, times: before.times + 1, units: before.units + units, batch };
  known.copyDays.set(key, row);
  out.copyDays.set(`${key},${day}`, [kind, portfolio, day, row.times, row.units, batch]);
  return isFirst;
}
