/** Where the drawings of an instrument are kept; the chart asks before it loads what draws them. */

import { readLocal } from '../../../../platform/storage/local.ts';

export const drawingsKey = (listed: string): string => `drawings:${listed}`;

/** Whether something is drawn on an instrument. */
export function isDrawnOn(listed: string): boolean {
  return readLocal(drawingsKey(listed)) !== null;
}
