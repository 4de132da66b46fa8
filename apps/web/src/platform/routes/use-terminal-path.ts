/** Addresses of terminals that stay in the frame one is in. */

import type { Listed } from '../../data/state/product.ts';
import { useLocation } from '../links/router.tsx';
import { futuresPath, spotPath, tradeMarginPath, tradeSpotPath } from './paths.ts';

function spotPathAt(pathname: string) {
  if (pathname.startsWith('/trade-margin/')) return tradeMarginPath;
  return pathname.includes('/trade-') ? tradeSpotPath : spotPath;
}

/** Makes the address of an instrument's terminal: a spot pair's without header where this page has none. */
export function useTerminalPath(): (instrument: Listed) => string {
  const { pathname } = useLocation();
  const spot = spotPathAt(pathname);
  return ({ product, symbol }) => (product === 'spot' ? spot(symbol) : futuresPath(symbol));
}
