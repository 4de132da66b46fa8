/** What showing another page does beside drawing it. */

import { useEffect } from 'react';
import { useLocation } from '../../platform/links/router.tsx';
import { restoreScroll } from '../../platform/links/scroll.ts';

/**
 * A new page starts at its top, and with the keyboard on it, unless something on it has that already.
 * One that the history leads back to is where it was.
 */
export function useNewPage(): void {
  const { pathname, by } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new path
  useEffect(() => {
    // The first page of a visit begins where the browser begins: at the address bar.
    const main = by === 'load' ? null : document.getElementById('main');
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    if (by !== 'link') return restoreScroll();
    // Newer browsers return a promise here, which React would take for a clean-up function.
    void window.scrollTo(0, 0);
    return undefined;
  }, [pathname]);
}
