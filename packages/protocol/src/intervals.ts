/** Names of candle intervals on the wire: REST's `granularity` and the WebSocket channels'. */
import type { Interval } from '@halcyon/domain';

/** REST `granularity` to the interval, spot. */
const GRANULARITIES = {
  '1min': '1m',
  '3min': '3m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '1h': '1h',
  '4h': '4h',
  '6h': '6h',
  '12h': '12h',
  '1day': '1d',
  '3day': '3d',
  '1week': '1w',
  '1M': '1M',
  '6Hutc': '6Hutc',
  '12Hutc': '12Hutc',
  '1Dutc': '1Dutc',
  '3Dutc': '3Dutc',
  '1Wutc': '1Wutc',
  '1Mutc': '1Mutc',
} as const satisfies Readonly<Record<string, Interval>>;

/** A name of `granularity`. */
export type Granularity = keyof typeof GRANULARITIES;

/** Names of all REST granularities. */
export const GRANULARITY_NAMES = Object.keys(GRANULARITIES) as Granularity[];

/** Names in which the letter case distinguishes months from minutes, so that `1m` is not read as `1M`. */
export const MONTHS: readonly (Granularity & MixGranularity)[] = ['1M', '1Mutc'];

/** The interval of a REST granularity. */
export function intervalOfGranularity(name: Granularity): Interval {
  return GRANULARITIES[name];
}

/** The same of contracts. */
const MIX_GRANULARITIES = {
  '1m': '1m',
  '3m': '3m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1H': '1h',
  '2H': '2h',
  '4H': '4h',
  '6H': '6h',
  '12H': '12h',
  '1D': '1d',
  '3D': '3d',
  '1W': '1w',
  '1M': '1M',
  '6Hutc': '6Hutc',
  '12Hutc': '12Hutc',
  '1Dutc': '1Dutc',
  '3Dutc': '3Dutc',
  '1Wutc': '1Wutc',
  '1Mutc': '1Mutc',
} as const satisfies Readonly<Record<string, Interval>>;

/** A name of `granularity` of contracts. */
export type MixGranularity = keyof typeof MIX_GRANULARITIES;

/** Names of all granularities of contracts. */
export const MIX_GRANULARITY_NAMES = Object.keys(MIX_GRANULARITIES) as MixGranularity[];

/** The interval of a granularity of contracts. */
export function intervalOfMixGranularity(name: MixGranularity): Interval {
  return MIX_GRANULARITIES[name];
}

/** WebSocket channel `candle…` to the interval. */
export const CANDLE_CHANNELS: Readonly<Record<string, Interval>> = {
  candle1m: '1m',
  candle3m: '3m',
  candle5m: '5m',
  candle15m: '15m',
  candle30m: '30m',
  candle1H: '1h',
  candle4H: '4h',
  candle6H: '6h',
  candle12H: '12h',
  candle1D: '1d',
  candle3D: '3d',
  candle1W: '1w',
  candle1M: '1M',
  candle6Hutc: '6Hutc',
  candle12Hutc: '12Hutc',
  candle1Dutc: '1Dutc',
  candle3Dutc: '3Dutc',
  candle1Wutc: '1Wutc',
  candle1Mutc: '1Mutc',
};
