/** Pages that have an address and say what they will be; nothing links to them. */

import type { PageId } from '@halcyon/domain/web';

/** A page whose part of the exchange is not built yet leaves this list when it is. */
export const PLANNED_PAGES = [
  'copyTrading',
  'copyTrader',
  'copyMine',
] as const satisfies readonly PageId[];

/** A page that is not built yet. */
export type PlannedPageId = (typeof PLANNED_PAGES)[number];
