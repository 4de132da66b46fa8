/** Whether keys without Ctrl or Command do anything; people who dictate turn them off. */

import { readLocal, removeLocal, writeLocal } from '../storage/local.ts';

const SINGLE_KEY = 'single-key-shortcuts';

/** Whether they do. */
export function singleKeysOn(): boolean {
  return readLocal(SINGLE_KEY) !== 'off';
}

let held = false;

/** What opens is on its way and will take what is typed: until it is gone no single key means anything. */
export function holdSingleKeys(hold: boolean): void {
  held = hold;
}

/** Whether a single key means something now. */
export function singleKeysFree(): boolean {
  return !held && singleKeysOn();
}

/** Turns them on or off. */
export function chooseSingleKeys(on: boolean): void {
  if (on) removeLocal(SINGLE_KEY);
  else writeLocal(SINGLE_KEY, 'off');
}
