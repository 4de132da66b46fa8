/**
 * The sub-account that this page acts as. It is read once, when the page loads: a change loads the page
 * again, so that nothing of one account meets another's.
 */

import { reloadPage } from '../links/page.ts';
import { readLocal, removeLocal, writeLocal } from '../storage/local.ts';

/** Where the uid is kept; nothing = the page acts as its person. */
export const ACTING_KEY = 'sub-account';

/** The uid that is kept now; '' = none. */
export function actingNow(): string {
  return readLocal(ACTING_KEY) ?? '';
}

/** Its uid; '' = none. */
export const ACTING = actingNow();

/** Goes on as a sub-account; '' = as the person. */
export function actAs(uid: string): void {
  if (uid === '') removeLocal(ACTING_KEY);
  else writeLocal(ACTING_KEY, uid);
  reloadPage();
}
