/** What of the kept texts is on the chart. */

import { type Chosen, chosenOf, INDICATORS } from '@halcyon/indicators';

/** Indicators that a chart shows at once. */
export const STUDIES_MAX = 12;

/** The chosen indicators, as many as a chart shows; what means nothing is left out. */
export function chosenIn(texts: readonly string[]): Chosen[] {
  return texts.flatMap((text) => chosenOf(text, INDICATORS) ?? []).slice(0, STUDIES_MAX);
}
