/** Where the drawings of an instrument are kept; the chart asks before it loads what draws them. */

import { useSyncExternalStore } from 'react';
import { followLocal, readLocal } from '../../../../platform/storage/local.ts';

export const drawingsKey = (listed: string): string => `drawings:${listed}`;

/** Whether something is drawn on an instrument; re-renders on change. */
export function useIsDrawnOn(listed: string): boolean {
  return useSyncExternalStore(followLocal, () => readLocal(drawingsKey(listed)) !== null);
}
