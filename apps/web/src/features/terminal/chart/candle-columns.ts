/** The chart's candles as the columns that indicators read. */

import type { CandleColumns } from '@halcyon/indicators';
import type { KLineData } from 'klinecharts';

const NAMES = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** What was made of a list of candles; the library changes its list in place. */
interface Made {
  readonly candles: CandleColumns;
  readonly first: number;
  readonly count: number;
}

const made = new WeakMap<readonly KLineData[], Made>();

/** The columns of a list: made once, and of the last candle again, which is the one that moves. */
export function columnsOf(bars: readonly KLineData[]): CandleColumns {
  const known = made.get(bars);
  const first = bars[0]?.timestamp ?? 0;
  if (known !== undefined && known.first === first && known.count === bars.length) {
    write(known.candles, bars, Math.max(0, bars.length - 2));
    return known.candles;
  }
  const candles = Object.fromEntries(
    NAMES.map((name) => [name, new Float64Array(bars.length)]),
  ) as unknown as CandleColumns;
  write(candles, bars, 0);
  made.set(bars, { candles, first, count: bars.length });
  return candles;
}

function write(candles: CandleColumns, bars: readonly KLineData[], from: number): void {
  for (let at = from; at < bars.length; at++) {
    const { timestamp, open, high, low, close, volume } = bars[at]!;
    candles.time[at] = timestamp;
    candles.open[at] = open;
    candles.high[at] = high;
    candles.low[at] = low;
    candles.close[at] = close;
    candles.volume[at] = volume ?? 0;
  }
}
