/** Where the labels of lines stand, so that none covers another. */

/** Height of a label with its gap, pixels. */
const LABEL_HEIGHT = 24;
/** Room of a label along its line. */
const LABEL_WIDTH = 210;

/**
 * How far along its line each label begins, pixels: those of near lines stand side by side.
 * @param heights of the lines, null where one is not in sight @param width of the chart
 */
export function labelStarts(heights: readonly (number | null)[], width: number): readonly number[] {
  const columns = Math.max(1, Math.floor(width / LABEL_WIDTH));
  /** Height of the lowest label of each column so far. */
  const lowest: number[] = new Array(columns).fill(Number.NEGATIVE_INFINITY);
  const starts = heights.map(() => 0);
  const seen = heights.flatMap((height, index) => (height === null ? [] : [{ height, index }]));
  for (const { height, index } of seen.sort((a, b) => a.height - b.height)) {
    const free = lowest.findIndex((bottom) => height - bottom >= LABEL_HEIGHT);
    const column = free === -1 ? lowest.indexOf(Math.min(...lowest)) : free;
    lowest[column] = height;
    starts[index] = column * LABEL_WIDTH;
  }
  return starts;
}
