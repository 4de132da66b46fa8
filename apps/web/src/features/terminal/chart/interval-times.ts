/** Candle intervals as the chart's library and the routes need them: it comes with the chart. */

import type { ProductName } from '../../../data/state/product.ts';
import type { ChartInterval } from './intervals.ts';

/** How the REST routes of a product call an interval: those of contracts as the channels do. */
export function granularityOf(
  { granularity, channel }: ChartInterval,
  product: ProductName,
): string {
  return product === 'spot' ? granularity : channel.slice('candle'.length);
}

const MINUTE = 60_000;
const LENGTHS = { minute: MINUTE, hour: 60 * MINUTE, day: 1_440 * MINUTE, week: 10_080 * MINUTE };

/** When the candle that opened at a time closes, Unix ms. */
export function closeOf({ period: { type, span } }: ChartInterval, openedAt: number): number {
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
