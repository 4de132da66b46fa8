/** Addresses of terminals that stay in the frame one is in. */

import { useLocation } from '../../platform/links/router.tsx';
import {
  futuresPath,
  spotPath,
  tradeMarginPath,
  tradeSpotPath,
} from '../../platform/routes/paths.ts';
import type { ListedInstrument } from './product.ts';

function spotPathAt(pathname: string) {
  if (pathname.startsWith('/trade-margin/')) return tradeMarginPath;
  return pathname.includes('/trade-') ? tradeSpotPath : spotPath;
}

/**
 * Makes the address of an instrument's terminal: a spot pair's without header where this page has none,
 * and of the account that this page's address names.
 */
export function useTerminalPath(): (instrument: ListedInstrument) => string {
  const { pathname, search } = useLocation();
  const spot = spotPathAt(pathname);
  const account = new URLSearchParams(search).get('account');
  const query = account === null ? '' : `?account=${encodeURIComponent(account)}`;
  return ({ product, symbol }) => (product === 'spot' ? spot(symbol) + query : futuresPath(symbol));
}
