/** Stops what trades by itself. */

import type { Stopped } from '@halcyon/domain/web';
import { post } from '../../data/rest/http.ts';

/** Switches all keys off and cancels all orders. */
export function stopEverything(): Promise<Stopped> {
  return post<Stopped>('/api/web/v1/kill-switch', {});
}
