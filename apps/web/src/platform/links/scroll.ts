/**
 * Where a page was scrolled to, kept in its entry of the history: the browser would restore it before
 * the page is drawn, and so lose it.
 */

/** How long a scroll must be over to be written down, ms: browsers limit how often that may be. */
const SETTLED_MS = 200;

let timer = 0;

function save(): void {
  try {
    history.replaceState({ ...history.state, scroll: Math.round(scrollY) }, '');
  } catch {
    // The browser has had enough for now; the place before it stays.
  }
}

function onScroll(): void {
  clearTimeout(timer);
  timer = window.setTimeout(save, SETTLED_MS);
}

/** Drops what is not written down yet: the entry it belongs to is no longer the present one. */
export function forgetScroll(): void {
  clearTimeout(timer);
}

/** Writes the place down now, before another entry becomes the present one. */
export function saveScroll(): void {
  clearTimeout(timer);
  save();
}

/** Follows the window's scrolling until the returned function is called. */
export function keepScroll(): () => void {
  history.scrollRestoration = 'manual';
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('pagehide', saveScroll);
  return () => {
    forgetScroll();
    removeEventListener('scroll', onScroll);
    removeEventListener('pagehide', saveScroll);
  };
}

/** The place of the present entry; 0 for one that has none. */
function savedScroll(): number {
  const { scroll } = (history.state ?? {}) as { readonly scroll?: unknown };
  return typeof scroll === 'number' ? scroll : 0;
}

const BY_HAND = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Scrolls to where the present entry was. A page that is too short for that yet is followed as it
 * grows, until somebody scrolls by hand or the returned function is called.
 */
export function restoreScroll(): () => void {
  const top = savedScroll();
  const stop = () => {
    growth.disconnect();
    for (const type of BY_HAND) removeEventListener(type, stop);
  };
  const growth = new ResizeObserver(() => {
    // Newer browsers return a promise here.
    void window.scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) stop();
  });
  growth.observe(document.body);
  for (const type of BY_HAND) addEventListener(type, stop, { passive: true });
  return stop;
}
