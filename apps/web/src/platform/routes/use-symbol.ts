/** The instrument in a terminal's address. */

import { useLocation } from '../links/router.tsx';

/**
 * What stands behind the page's name, as in `/spot/BTCUSDT` and, after its coin, in
 * `/futures/usdt/BTCUSDT`; undefined where nothing does.
 */
export function useSymbol(): string | undefined {
  const symbol = /^\/(?:futures\/)?[^/]+\/([^/]+)/.exec(useLocation().pathname)?.[1];
  return symbol === undefined ? undefined : decodeURIComponent(symbol);
}
