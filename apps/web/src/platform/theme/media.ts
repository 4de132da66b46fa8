/** The product's breakpoints and a hook to follow them. */

import { useSyncExternalStore } from 'react';

/** Widths in CSS pixels at which layouts change. */
export const BREAKPOINTS = {
  xs: 480,
  sm: 576,
  md: 768,
  lg: 992,
  xl: 1200,
  xxl: 1600,
  xxxl: 2200,
} as const;

/** True while the viewport is at least as wide as the breakpoint. */
export function useAtLeast(name: keyof typeof BREAKPOINTS): boolean {
  const query = `(min-width: ${BREAKPOINTS[name]}px)`;
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
  );
}
