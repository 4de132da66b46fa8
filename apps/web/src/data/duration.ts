/** Days and stretches of time in the language on screen. */

import { numberTag } from './format.ts';

/**
 * A stretch of time in its largest unit: "850 ms", "1.2 sec", "3.4 min".
 * @param ms ≥ 0
 * @param decimals at most as many
 */
export function duration(ms: number, decimals = 1): string {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? [1, 'millisecond'];
  const form = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: decimals,
  } as const;
  return new Intl.NumberFormat(numberTag(), form).format(ms / size);
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time to wait, in words and never too short: "15 minutes". @param ms ≥ 0 */
export function waitText(ms: number): string {
  const [unit, unitMs] = waitUnit(ms);
  const form = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(numberTag(), form).format(Math.ceil(ms / unitMs));
}

function waitUnit(ms: number): ['hour' | 'minute' | 'second', number] {
  if (ms >= 2 * HOUR_MS) return ['hour', HOUR_MS];
  return ms >= 2 * MINUTE_MS ? ['minute', MINUTE_MS] : ['second', 1000];
}

/** The form of days, in the language that it was made for. */
let days = { tag: '', form: new Intl.DateTimeFormat() };

/** A day given as the Unix time in milliseconds of its beginning in UTC. */
export function dayText(ms: number): string {
  const tag = numberTag();
  if (days.tag !== tag) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
    days = { tag, form: new Intl.DateTimeFormat(tag, parts) };
  }
  return days.form.format(ms);
}
