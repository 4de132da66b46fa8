/** Candle rows for the chart, and the source that the chart reads them from. */

import { fetchCandles, fetchOlderCandles } from '../../../data/rest/market.ts';
import type { CandleRow } from '../../../data/rest/types.ts';
import { INST_TYPES, type ListedInstrument } from '../../../data/state/product.ts';
import { publicLink } from '../../../data/ws/links.ts';
import { granularityOf } from './interval-times.ts';
import type { ChartInterval } from './intervals.ts';

/** A candle as the chart draws it. These floats are pixels-to-be, never money. */
export type Bar = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
};

/** Parses a wire row; null when any number in it is unusable. */
export function toBar(row: CandleRow): Bar | null {
  const [timestamp, open, high, low, close, volume, turnover] = row.map(Number);
  if (!timestamp || open === undefined || high === undefined || low === undefined) return null;
  if (close === undefined) return null;
  const bar = { timestamp, open, high, low, close, volume: volume ?? 0, turnover: turnover ?? 0 };
  return Object.values(bar).every(Number.isFinite) ? bar : null;
}

/** Usable bars in rising time order without repeats. */
export function toBars(rows: readonly CandleRow[]): Bar[] {
  const byTime = new Map<number, Bar>();
  for (const row of rows) {
    const bar = toBar(row);
    if (bar !== null) byTime.set(bar.timestamp, bar);
  }
  return [...byTime.values()].sort((a, b) => a.timestamp - b.timestamp);
}

const FIRST_LOAD = 500;
const TICK_MS = 100;

/** Newest bars of an interval. */
export async function loadBars(
  instrument: ListedInstrument,
  interval: ChartInterval,
): Promise<Bar[]> {
  const granularity = granularityOf(interval, instrument.product);
  return toBars(await fetchCandles(instrument, granularity, FIRST_LOAD));
}

/** Bars that opened before `before` (ms). */
export async function loadOlderBars(
  instrument: ListedInstrument,
  interval: ChartInterval,
  before: number,
): Promise<Bar[]> {
  const granularity = granularityOf(interval, instrument.product);
  const rows = await fetchOlderCandles(instrument, granularity, before);
  return toBars(rows).filter((bar) => bar.timestamp < before);
}

/**
 * Live bars: `onBar` gets each changed bar, at most ten times a second; `onGap` says that bars may
 * have been missed and the chart should be loaded again.
 */
export function watchBars(
  { product, symbol }: ListedInstrument,
  interval: ChartInterval,
  onBar: (bar: Bar) => void,
  onGap: () => void,
): () => void {
  const waiting = new Map<number, Bar>();
  let timer = 0;
  const flush = () => {
    timer = 0;
    for (const bar of [...waiting.values()].sort((a, b) => a.timestamp - b.timestamp)) onBar(bar);
    waiting.clear();
  };
  const stop = publicLink.subscribe(
    { instType: INST_TYPES[product], channel: interval.channel, instId: symbol },
    {
      onPush(push) {
        for (const bar of toBars(push.data)) {
          waiting.set(bar.timestamp, bar);
        }
        if (timer === 0) timer = window.setTimeout(flush, TICK_MS);
      },
      onGap,
    },
  );
  return () => {
    stop();
    clearTimeout(timer);
  };
}
