/** Colours of the lines of indicators. */

import type { Chosen } from '@halcyon/indicators';

/** None of the candles, and neither light nor dark: they are read on both grounds. */
const COLORS = [
  ...['#d99a13', '#1f9fc4', '#a66bd8', '#d9609a', '#e0703a', '#4c86e8'],
  ...['#8a9a2e', '#6f74e8', '#a8784a', '#7f8b99'],
];

/** Of each line of each indicator: its own colour, or the next that what shares its pane has not. */
export function lineColors(chosen: readonly Chosen[]): string[][] {
  let overCandles = 0;
  return chosen.map(({ indicator, colors }) => {
    const first = indicator.onPrice ? overCandles : 0;
    if (indicator.onPrice) overCandles += colors.length;
    return colors.map((color, n) => color || COLORS[(first + n) % COLORS.length]!);
  });
}
