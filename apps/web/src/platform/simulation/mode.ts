/** Entering and leaving simulation trading, and following other tabs. */

import {
  allowedInSimulation,
  SIMULATION_FLAG,
  SIMULATION_FLAG_VALUE,
  SIMULATION_HOME,
  simulationHome,
} from '@halcyon/domain/web';
import { ACTING, ACTING_KEY, actingNow } from '../client/acting.ts';
import { loadPage, reloadPage } from '../links/page.ts';
import { localised } from '../locale/locale.ts';
import { SIMULATING, simulationFlag } from './venue.ts';

/**
 * Sets the flag and loads `path` in the language on screen.
 * @returns false when the browser denies storage: then nothing happens
 */
export function enterSimulation(path: string = SIMULATION_HOME): boolean {
  try {
    localStorage.setItem(SIMULATION_FLAG, SIMULATION_FLAG_VALUE);
  } catch {
    return false;
  }
  loadPage(localised(path));
  return true;
}

/** Removes the flag and loads this page again, or another. */
export function leaveSimulation(path?: string): void {
  try {
    localStorage.removeItem(SIMULATION_FLAG);
  } catch {
    // A browser that denies storage has no flag either.
  }
  if (path === undefined) reloadPage();
  else loadPage(localised(path));
}

/** What another tab's change of storage makes this one do. */
export type TabAction = 'reload' | 'redirect' | null;

/**
 * The rule for a change in another tab.
 * @param change key and new value of the storage event; a null key says that all was cleared
 * @param pathname this tab's path, with its language segment
 * @param simulating whether this tab is in simulation, or acts as a sub-account
 */
export function tabAction(
  change: { readonly key: string | null; readonly newValue: string | null },
  pathname: string,
  simulating: boolean,
): TabAction {
  if (change.key === ACTING_KEY) return 'reload';
  if (change.key === null) return simulating ? 'reload' : null;
  if (change.key !== SIMULATION_FLAG) return null;
  if (change.newValue === null || allowedInSimulation(pathname)) return 'reload';
  return 'redirect';
}

/** Follows venue and account as other tabs change them; call once at start. */
export function watchSimulation(): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== null && event.storageArea !== localStorage) return;
    // A page may be told of the change that the page before it in this tab was left with.
    if (!isOutdated()) return;
    const action = tabAction(event, location.pathname, SIMULATING || ACTING !== '');
    if (action === 'reload') reloadPage();
    else if (action === 'redirect') loadPage(simulationHome(location.pathname));
  });
  // A page taken out of the browser's cache has missed the events.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) followFlag();
  });
}

/** Whether venue or account are no longer what the page was made for. */
function isOutdated(): boolean {
  return simulationFlag() !== SIMULATING || actingNow() !== ACTING;
}

/** Loads the page again where venue or account are not what the page was made for. */
export function followFlag(): void {
  if (isOutdated()) reloadPage();
}

/** Whether menus offer a page: all in live trading, the allowed ones in simulation. */
export function isOffered(path: string): boolean {
  return !SIMULATING || allowedInSimulation(path.split(/[?#]/, 1)[0] ?? path);
}
