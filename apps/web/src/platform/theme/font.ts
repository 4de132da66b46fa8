/** Brings the typeface in when everything that matters is done. */

/** Longest wait for an idle moment, in milliseconds. */
const IDLE_MS = 3_000;

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_MS });
  else setTimeout(run, IDLE_MS);
}

/** Fetches the typeface after the page has loaded; without it the system's letters stay. */
export function loadFontWhenIdle(): void {
  const load = () => whenIdle(() => void import('./font.css').catch(() => undefined));
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true });
}
