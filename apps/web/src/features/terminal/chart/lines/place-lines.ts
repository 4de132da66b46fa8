/** Where the labels of lines stand, so that none covers another, and what is beyond the edges. */

import type { PixelRect } from '../mark-area.ts';

/** Height of a label with its gap, pixels. */
const LABEL_HEIGHT = 24;
/** Room of a label along its line. */
const LABEL_WIDTH = 210;

/** Whether the label at a height that begins so far along its line covers what is written there already. */
function covers(height: number, start: number, { left, top, right, bottom }: PixelRect): boolean {
  const half = LABEL_HEIGHT / 2;
  if (height + half <= top || height - half >= bottom) return false;
  return start < right && start + LABEL_WIDTH > left;
}

/**
 * How far along its line each label begins, pixels: those of near lines stand side by side, and beside
 * what the chart writes, as far as there is room.
 * @param heights of the lines, null where one is not in sight
 * @param width of the chart
 * @param taken by the legend, by marks of the chart and by hints at its edges
 */
export function labelStarts(
  heights: readonly (number | null)[],
  width: number,
  taken: readonly PixelRect[] = [],
): readonly number[] {
  const columns = Math.max(1, Math.floor(width / LABEL_WIDTH));
  // The last one ends where the chart does: the legend leaves most room there.
  const startOf = (column: number) =>
    column > 0 && column === columns - 1 ? width - LABEL_WIDTH : column * LABEL_WIDTH;
  /** Height of the lowest label of each column so far. */
  const lowest: number[] = new Array(columns).fill(Number.NEGATIVE_INFINITY);
  const starts = heights.map(() => 0);
  const seen = heights.flatMap((height, index) => (height === null ? [] : [{ height, index }]));
  for (const { height, index } of seen.sort((a, b) => a.height - b.height)) {
    const isFree = (bottom: number) => height - bottom >= LABEL_HEIGHT;
    const clear = lowest.findIndex(
      (bottom, column) =>
        isFree(bottom) && !taken.some((area) => covers(height, startOf(column), area)),
    );
    const free = clear === -1 ? lowest.findIndex(isFree) : clear;
    const column = free === -1 ? lowest.indexOf(Math.min(...lowest)) : free;
    lowest[column] = height;
    starts[index] = startOf(column);
  }
  return starts;
}

/** Height of a price on the axis with its gap, pixels: see `.chart-line-tag`. */
const TAG_HEIGHT = 18;

/** From where to where something stands on the price axis, pixels. */
export interface AxisSpan {
  readonly top: number;
  readonly bottom: number;
}

/**
 * How far each line's price on the axis stands from its line, pixels: none covers another, nor the last price.
 * @param heights of the lines, null where one is not in sight
 * @param last what the last price takes; null where it is not in sight
 */
export function tagShifts(
  heights: readonly (number | null)[],
  last: AxisSpan | null,
): readonly number[] {
  const half = TAG_HEIGHT / 2;
  const { top, bottom } = last ?? {
    top: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  const middle = (top + bottom) / 2;
  const shifts = heights.map(() => 0);
  const seen = heights.flatMap((height, index) => (height === null ? [] : [{ height, index }]));
  const down = seen.filter(({ height }) => height >= middle).sort((a, b) => a.height - b.height);
  const up = seen.filter(({ height }) => height < middle).sort((a, b) => b.height - a.height);
  let free = bottom + half;
  for (const { height, index } of down) {
    const place = Math.max(height, free);
    shifts[index] = place - height;
    free = place + TAG_HEIGHT;
  }
  free = top - half;
  for (const { height, index } of up) {
    const place = Math.min(height, free);
    shifts[index] = place - height;
    free = place - TAG_HEIGHT;
  }
  return shifts;
}

/** What is beyond one edge. */
export interface LinesBeyondEdge {
  /** Of the line nearest to the edge. */
  readonly index: number;
  readonly count: number;
}

/** Gap beside a hint at an edge, and its height with its gap, pixels: see `.chart-edge`. */
const HINT_GAP = 6;
const HINT_HEIGHT = 24;

/** What a hint at an edge covers. @param aside whether it stands on the left */
export function hintArea(
  edge: 'above' | 'below',
  aside: boolean,
  { width, height }: { readonly width: number; readonly height: number },
  hintWidth: number,
): PixelRect {
  const wide = Math.min(width, hintWidth + HINT_GAP);
  const [left, top] = [aside ? 0 : width - wide, edge === 'above' ? 0 : height - HINT_HEIGHT];
  return { left, top, right: left + wide, bottom: top + HINT_HEIGHT };
}

/** Whether two areas have something in common. */
export function meet(one: PixelRect, other: PixelRect): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left;
  return !isBeside && one.top < other.bottom && other.top < one.bottom;
}

/** The lines beyond an edge of the chart; null for none. @param places heights of all lines, null = not known */
export function beyond(
  places: readonly (number | null)[],
  height: number,
  edge: 'above' | 'below',
): LinesBeyondEdge | null {
  const away = (y: number) => (edge === 'above' ? -y : y - height);
  const out = places.flatMap((y, index) =>
    y === null || away(y) <= 0 ? [] : [{ index, far: away(y) }],
  );
  const [nearest] = out.sort((a, b) => a.far - b.far);
  return nearest === undefined ? null : { index: nearest.index, count: out.length };
}
