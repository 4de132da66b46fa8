/** Candle intervals: the page's key, REST granularity, and WebSocket channel. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '../../../platform/storage/local.ts';

/** One interval. */
export interface Interval {
  readonly key: string;
  /** As the REST routes of spot pairs call it. */
  readonly granularity: string;
  readonly channel: `candle${string}`;
  readonly period: {
    readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
    readonly span: number;
  };
}

/** The intervals offered, shortest first. */
export const INTERVALS: readonly Interval[] = [
  { key: '1m', granularity: '1min', channel: 'candle1m', period: { type: 'minute', span: 1 } },
  { key: '3m', granularity: '3min', channel: 'candle3m', period: { type: 'minute', span: 3 } },
  { key: '5m', granularity: '5min', channel: 'candle5m', period: { type: 'minute', span: 5 } },
  { key: '15m', granularity: '15min', channel: 'candle15m', period: { type: 'minute', span: 15 } },
  { key: '30m', granularity: '30min', channel: 'candle30m', period: { type: 'minute', span: 30 } },
  { key: '1h', granularity: '1h', channel: 'candle1H', period: { type: 'hour', span: 1 } },
  { key: '4h', granularity: '4h', channel: 'candle4H', period: { type: 'hour', span: 4 } },
  { key: '6h', granularity: '6h', channel: 'candle6H', period: { type: 'hour', span: 6 } },
  { key: '12h', granularity: '12h', channel: 'candle12H', period: { type: 'hour', span: 12 } },
  { key: '1D', granularity: '1day', channel: 'candle1D', period: { type: 'day', span: 1 } },
  { key: '3D', granularity: '3day', channel: 'candle3D', period: { type: 'day', span: 3 } },
  { key: '1W', granularity: '1week', channel: 'candle1W', period: { type: 'week', span: 1 } },
  { key: '1M', granularity: '1M', channel: 'candle1M', period: { type: 'month', span: 1 } },
];

/** The interval shown before anyone has chosen. */
export const DEFAULT_INTERVAL = '15m';

const INTERVAL_KEY = 'chart-interval';
const chosen = createStore(() => ({ key: readLocal(INTERVAL_KEY) }));

/** The interval of the chart, as it was chosen last. */
export function useInterval(): Interval {
  return intervalOf(useStore(chosen).key);
}

/** Chooses it. */
export function chooseInterval(key: string): void {
  chosen.setState({ key });
  writeLocal(INTERVAL_KEY, key);
}

/** The interval with `key`, else the default one. */
export function intervalOf(key: string | null): Interval {
  const found = INTERVALS.find((item) => item.key === key);
  const fallback = INTERVALS.find((item) => item.key === DEFAULT_INTERVAL);
  if (fallback === undefined) throw new Error('the default interval is not in the list');
  return found ?? fallback;
}
