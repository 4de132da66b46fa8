/** Spans of time that records are asked for by name. */

import dayjs from 'dayjs';

/** Presets in the order of their list: all that there is, days up to today, months, years, or chosen days. */
export const PRESETS = [
  'all',
  'today',
  '7',
  '30',
  '90',
  'month',
  'lastMonth',
  'year',
  'lastYear',
  'custom',
] as const;
/** One of them. */
export type Preset = (typeof PRESETS)[number];

/** From and to, Unix ms; null leaves that side open. */
export type TimeRange = readonly [from: number | null, to: number | null];

/** The first and the last moment of a year of this place. */
export function yearRange(year: number): TimeRange {
  const day = dayjs(new Date(year, 0, 1));
  return [day.valueOf(), day.endOf('year').valueOf()];
}

/** The first and the last moment of the month before which so many others were; 0 = that of `now`. */
export function monthRange(now: number, before: number): TimeRange {
  const first = dayjs(now).startOf('month').subtract(before, 'month');
  return [first.valueOf(), first.endOf('month').valueOf()];
}

/** The name of the month that a span of time begins in, as the page's language has it. */
export function monthText([from]: TimeRange): string {
  const form = { month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(document.documentElement.lang, form).format(from ?? 0);
}

/** The range of a preset at a time: whole days of this place, today included. */
export function presetRange(preset: Exclude<Preset, 'custom'>, now: number): TimeRange {
  if (preset === 'all') return [null, null];
  if (preset === 'month') return [monthRange(now, 0)[0], null];
  if (preset === 'lastMonth') return monthRange(now, 1);
  if (preset === 'year') return [dayjs(now).startOf('year').valueOf(), null];
  if (preset === 'lastYear') return yearRange(dayjs(now).year() - 1);
  const days = preset === 'today' ? 1 : Number(preset);
  const first = dayjs(now)
    .startOf('day')
    .subtract(days - 1, 'day');
  return [first.valueOf(), null];
}
