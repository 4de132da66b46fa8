/** Which market the page is on. It changes by a full load only. */

import { SIMULATION_FLAG } from '@halcyon/domain/web';
import { readLocal } from '../../platform/storage/local.ts';

/** The real market, or that of simulation trading. */
export type Venue = 'live' | 'paper';

/** The venue of this page. */
export function venue(): Venue {
  return readLocal(SIMULATION_FLAG) === null ? 'live' : 'paper';
}
