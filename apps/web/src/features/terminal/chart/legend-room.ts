/** Room above the candles, so that the mark at the highest price does not print over the legend. */

/** The library's own room, as a share of the range of prices. */
const LEAST = 0.2;
/** Room below the candles, as a share of the range; the library's own. */
const BELOW = 0.1;
const LEGEND_TOP = 6;
const LEGEND_LINE = 19;
/** The mark stands above its candle: half its text, its corner and a gap. */
const MARK = 20;
/** A line of the legend breaks on a narrower chart. */
const LINE_WIDTH = 520;

/** What the legend is drawn into. */
export interface LegendPlace {
  /** Lines of the legend: the candle's own and one an indicator; 0 where it is hidden. */
  readonly lines: number;
  readonly width: number;
  readonly height: number;
}

/** The room, as a share of the range of prices, which is what the library takes. */
export function legendRoom({ lines, width, height }: LegendPlace): number {
  if (lines === 0 || height === 0) return LEAST;
  const rows = width < LINE_WIDTH ? lines * 2 : lines;
  // At most half of the pane: the candles are what it is for.
  const pixels = Math.min(LEGEND_TOP + rows * LEGEND_LINE + MARK, height / 2);
  return Math.max(LEAST, (pixels * (1 + BELOW)) / (height - pixels));
}
