/** Addresses of terminals that stay in the frame one is in. */

import type { Listed } from '../../data/state/product.ts';
import { useLocation } from '../links/router.tsx';
import { futuresPath, spotPath, tradeSpotPath } from './paths.ts';

/** Makes the address of an instrument's terminal: a spot pair's without header where this page has none. */
export function useTerminalPath(): (instrument: Listed) => string {
  const { pathname } = useLocation();
  const spot = pathname.includes('/trade-') ? tradeSpotPath : spotPath;
  return ({ product, symbol }) => (product === 'spot' ? spot(symbol) : futuresPath(symbol));
}
