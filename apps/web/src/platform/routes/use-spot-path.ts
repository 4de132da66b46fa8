/** Addresses of terminals that stay in the frame one is in. */

import { useLocation } from '../links/router.tsx';
import { spotPath, tradeSpotPath } from './paths.ts';

/** Makes the address of an instrument's terminal: without header where this page has none. */
export function useSpotPath(): (symbol: string) => string {
  const { pathname } = useLocation();
  return pathname.includes('/trade-') ? tradeSpotPath : spotPath;
}
