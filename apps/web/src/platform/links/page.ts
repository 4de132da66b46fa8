/** Full loads, windows and files. Each asks the guard; a refused target warns and goes nowhere. */

import { guardTarget } from './guard.ts';

/** Leaves for `target` with a full load. @param replace drops the present page from the history */
export function loadPage(target: string, replace = false): void {
  const safe = guardTarget(target);
  if (safe === null) return;
  if (replace) location.replace(safe);
  else location.assign(safe);
}

/** Loads this page again. */
export function reloadPage(): void {
  location.reload();
}

/** Opens `target` in a window of its own that cannot reach this one. @returns whether it was tried */
export function openWindow(target: string, features = ''): boolean {
  const safe = guardTarget(target);
  if (safe === null) return false;
  const all = ['noopener', 'noreferrer', features].filter((feature) => feature !== '');
  window.open(safe, '_blank', all.join(','));
  return true;
}

/** Saves what `target` leads to as a file. */
export function saveFile(name: string, target: string): void {
  const safe = guardTarget(target);
  if (safe === null) return;
  const link = document.createElement('a');
  link.href = safe;
  link.download = name;
  link.click();
}
