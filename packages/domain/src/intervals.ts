/** Candle intervals. */

/**
 * Every interval, in the order of its length. Without `utc`, intervals of 6 h and more follow midnight UTC+8;
 * weeks open on Monday, months on the 1st.
 */
export const INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
  '6Hutc',
  '12Hutc',
  '1Dutc',
  '3Dutc',
  '1Wutc',
  '1Mutc',
] as const;
export type Interval = (typeof INTERVALS)[number];
