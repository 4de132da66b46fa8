/** Where candles begin. All times Unix ms; the calendar is UTC or, for most long intervals, UTC+8. */
import type { Interval } from '@halcyon/domain';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** Days of UTC and of UTC+8 both begin at a multiple of it. */
export const THIRD_DAY_MS = DAY_MS / 3;

const UTC8_MS = 8 * HOUR_MS;
/** 1 January 1970 was a Thursday: the first Monday came four days later. */
const MONDAY_MS = 4 * DAY_MS;

/** The series an interval is summed from. */
export type BaseSeries = 'm1' | 'h1' | 'h8';

/** An interval: its base series and the start of the candle that holds a time. */
export interface IntervalRule {
  readonly base: BaseSeries;
  bucket(time: number): number;
}

function every(base: BaseSeries, length: number, offset = 0): IntervalRule {
  return { base, bucket: (time) => Math.floor((time - offset) / length) * length + offset };
}

/** Months of a calendar that is ahead of UTC by `ahead` ms. */
function monthly(base: BaseSeries, ahead: number): IntervalRule {
  return {
    base,
    bucket: (time) => {
      const date = new Date(time + ahead);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) - ahead;
    },
  };
}

export const INTERVAL_RULES: Readonly<Record<Interval, IntervalRule>> = {
  '1m': every('m1', MINUTE_MS),
  '3m': every('m1', 3 * MINUTE_MS),
  '5m': every('m1', 5 * MINUTE_MS),
  '15m': every('m1', 15 * MINUTE_MS),
  '30m': every('m1', 30 * MINUTE_MS),
  '1h': every('h1', HOUR_MS),
  '2h': every('h1', 2 * HOUR_MS),
  '4h': every('h1', 4 * HOUR_MS),
  '6h': every('h1', 6 * HOUR_MS, -UTC8_MS),
  '12h': every('h1', 12 * HOUR_MS, -UTC8_MS),
  '1d': every('h8', DAY_MS, -UTC8_MS),
  '3d': every('h8', 3 * DAY_MS, -UTC8_MS),
  '1w': every('h8', 7 * DAY_MS, MONDAY_MS - UTC8_MS),
  '1M': monthly('h8', UTC8_MS),
  '6Hutc': every('h1', 6 * HOUR_MS),
  '12Hutc': every('h1', 12 * HOUR_MS),
  '1Dutc': every('h8', DAY_MS),
  '3Dutc': every('h8', 3 * DAY_MS),
  '1Wutc': every('h8', 7 * DAY_MS, MONDAY_MS),
  '1Mutc': monthly('h8', 0),
};

/** Start of the candle of `interval` that holds `time`. */
export function candleOpenTime(interval: Interval, time: number): number {
  return INTERVAL_RULES[interval].bucket(time);
}
