/** Addresses of the pages, as links name them: the table of pages with its parameters filled in. */

import { type MarginKind, PAGES, type PageId } from '@halcyon/domain/web';
import { safeReturnTo } from '../links/return-to.ts';

/** A page whose address has no parameter. */
type FixedPageId = {
  [Id in PageId]: (typeof PAGES)[Id] extends `${string}:${string}` ? never : Id;
}[PageId];

/** Addresses of the pages that have no parameter. */
export const PATHS: Readonly<Pick<typeof PAGES, FixedPageId>> = PAGES;

/** Instrument of the default terminal. */
export const DEFAULT_SYMBOL = 'BTCUSDT';

/** The address of a page that names an instrument. */
function pathWith(id: PageId, symbol: string): string {
  return PAGES[id].replace(/:symbol\??$/, encodeURIComponent(symbol));
}

/** Address of an instrument's spot terminal. */
export function spotPath(symbol: string = DEFAULT_SYMBOL): string {
  return pathWith('spot', symbol);
}

/** Address of a pair's spot terminal, for orders of a margin account. */
export function marginPath(kind: MarginKind, symbol: string = DEFAULT_SYMBOL): string {
  return `${spotPath(symbol)}?account=${kind === 'crossed' ? 'cross' : 'isolated'}`;
}

/** Address of the same terminal without the site's header and footer. */
export function tradeSpotPath(symbol: string): string {
  return pathWith('tradeSpot', symbol);
}

/** Address of a pair's margin terminal without the site's header and footer. */
export function tradeMarginPath(symbol: string): string {
  return pathWith('tradeMargin', symbol);
}

/** Address of a contract's terminal. */
export function futuresPath(symbol: string = DEFAULT_SYMBOL): string {
  return pathWith('futures', symbol).replace(':settle', 'usdt');
}

/** Address of one of the terminal's panels in a window of its own. */
export function panelPath(panel: 'tradeInfo' | 'tradeAssetOrder', symbol: string): string {
  return pathWith(panel, symbol);
}

/** Address of the sign-in or sign-up page that comes back to `from`. */
export function authPath(page: 'login' | 'register', from: string): string {
  const path = PATHS[page];
  const target = safeReturnTo(from);
  if (target === null || target === PATHS.landing || target.startsWith(PATHS.login)) return path;
  if (target.startsWith(PATHS.register)) return path;
  return `${path}?returnTo=${encodeURIComponent(target)}`;
}
