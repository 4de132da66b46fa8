/** Stops what trades by itself. */

import type { Stopped } from '@halcyon/domain/web';
import { web } from '../../data/rest/web.ts';

/** Switches all keys off and cancels all orders. */
export function stopEverything(): Promise<Stopped> {
  return web('POST /kill-switch', {});
}
