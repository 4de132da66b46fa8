/** Room above the candles, so that the mark at the highest price does not print over the legend. */

import type { PixelRect } from './mark-area.ts';

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

/** Height of a legend, pixels. */
function legendHeight({ lines, width }: LegendPlace): number {
  return LEGEND_TOP + (width < LINE_WIDTH ? lines * 2 : lines) * LEGEND_LINE;
}

/** What a legend covers; null where there is none. */
export function legendArea(place: LegendPlace): PixelRect | null {
  if (place.lines === 0) return null;
  const width = Math.min(place.width, LINE_WIDTH);
  return { left: 0, top: 0, right: width, bottom: legendHeight(place) };
}

/**
 * The room, as a share of the range of values, which is what the library takes.
 * @param place.mark whether the highest value has a mark above it
 */
export function legendRoom(place: LegendPlace & { readonly mark: boolean }): number {
  const { lines, height, mark } = place;
  if (lines === 0 || height === 0) return LEAST;
  // At most half of the pane: the candles are what it is for.
  const pixels = Math.min(legendHeight(place) + (mark ? MARK : 0), height / 2);
  return Math.max(LEAST, (pixels * (1 + BELOW)) / (height - pixels));
}
