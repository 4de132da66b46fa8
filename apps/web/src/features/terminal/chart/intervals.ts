/** Candle intervals: the page's key, REST granularity, and WebSocket channel. */

import type { Product } from '../../../data/state/product.ts';

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

/** The interval with `key`, else the default one. */
export function intervalOf(key: string | null): Interval {
  const found = INTERVALS.find((item) => item.key === key);
  const fallback = INTERVALS.find((item) => item.key === DEFAULT_INTERVAL);
  if (fallback === undefined) throw new Error('the default interval is not in the list');
  return found ?? fallback;
}

/** How the REST routes of a product call an interval: those of contracts as the channels do. */
export function granularityOf({ granularity, channel }: Interval, product: Product): string {
  return product === 'spot' ? granularity : channel.slice('candle'.length);
}

const MINUTE = 60_000;
const LENGTHS = { minute: MINUTE, hour: 60 * MINUTE, day: 1_440 * MINUTE, week: 10_080 * MINUTE };

/** When the candle that opened at a time closes, Unix ms. */
export function closeOf({ period: { type, span } }: Interval, openedAt: number): number {
  if (type !== 'month') return openedAt + span * LENGTHS[type];
  // It opens at a midnight that need not be one of UTC.
  const opened = new Date(openedAt + MINUTE * 60 * 12);
  const days = new Date(
    Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() + span, 0),
  ).getUTCDate();
  return openedAt + days * LENGTHS.day;
}

/** Time left, as a clock writes it: `04:09`, `1:04:09`, `2d 01:04:09`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const days = Math.floor(seconds / 86_400);
  const shown = days > 0 || parts[0]! > 0 ? parts : parts.slice(1);
  const clock = shown.map((part) => String(part).padStart(2, '0')).join(':');
  return days > 0 ? `${days}d ${clock}` : clock;
}
