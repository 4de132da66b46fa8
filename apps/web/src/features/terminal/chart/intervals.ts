/** Candle intervals: the page's key, REST granularity, and WebSocket channel. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '../../../platform/storage/local.ts';

/** One interval. */
export interface ChartInterval {
  readonly key: string;
  /** As the REST routes of spot pairs call it. */
  readonly granularity: string;
  readonly channel: `candle${string}`;
  readonly period: {
    readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
    readonly span: number;
  };
}

/** What the last letter of a key means, and how the REST routes of spot pairs write it. */
const TYPES = {
  m: ['minute', 'min'],
  h: ['hour', 'h'],
  D: ['day', 'day'],
  W: ['week', 'week'],
  M: ['month', 'M'],
} as const;

function interval(span: number, letter: keyof typeof TYPES): ChartInterval {
  const [type, written] = TYPES[letter];
  const key = `${span}${letter}`;
  return {
    key,
    granularity: `${span}${written}`,
    channel: `candle${key.replace('h', 'H')}`,
    period: { type, span },
  };
}

/** The intervals offered, shortest first. */
export const INTERVALS: readonly ChartInterval[] = [
  ...[1, 3, 5, 15, 30].map((span) => interval(span, 'm')),
  ...[1, 4, 6, 12].map((span) => interval(span, 'h')),
  ...[1, 3].map((span) => interval(span, 'D')),
  interval(1, 'W'),
  interval(1, 'M'),
];

/** The interval shown before anyone has chosen. */
export const DEFAULT_INTERVAL = '15m';

const INTERVAL_KEY = 'chart-interval';
const chosen = createStore(() => ({ key: readLocal(INTERVAL_KEY) }));

/** The interval of the chart, as it was chosen last. */
export function useInterval(): ChartInterval {
  return intervalOf(useStore(chosen).key);
}

/** Chooses it. */
export function chooseInterval(key: string): void {
  chosen.setState({ key });
  writeLocal(INTERVAL_KEY, key);
}

/** The interval with `key`, else the default one. */
export function intervalOf(key: string | null): ChartInterval {
  const found = INTERVALS.find((item) => item.key === key);
  const fallback = INTERVALS.find((item) => item.key === DEFAULT_INTERVAL);
  if (fallback === undefined) throw new Error('the default interval is not in the list');
  return found ?? fallback;
}
