/** What showing another page does beside drawing it. */

import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** A new page starts at its top, and with the keyboard on it, unless something on it has that already. */
export function useNewPage(): void {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new path
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for a clean-up function.
    void window.scrollTo(0, 0);
    // The first page of a visit begins where the browser begins: at the address bar.
    if (key === 'default') return;
    const main = document.getElementById('main');
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}
