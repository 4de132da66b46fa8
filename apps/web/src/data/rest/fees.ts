/** Fee levels, by the web's own API. They are the live ones in simulation trading too. */

import {
  FEE_CHANGES_MAX,
  type FeeChanges,
  type FeeScheduleInfo,
  type OwnFees,
} from '@halcyon/domain/web';
import { web } from './web.ts';

/** The schedule of levels. */
export function fetchFees(): Promise<FeeScheduleInfo> {
  return web('GET /fees');
}

/** Level, discounts and what they follow from, of who is signed in. */
export function fetchOwnFees(): Promise<OwnFees> {
  return web('GET /fees/own');
}

/** A page of the changes. @param before where the page before it ended; '' = from the newest */
export function fetchFeeChanges(before: string): Promise<FeeChanges> {
  return web('GET /fees/changes', { before, limit: FEE_CHANGES_MAX });
}
