/** Addresses of the pages: the only place that spells them. */

import type { MarginKind } from '@halcyon/domain/web';
import { safeReturnTo } from '../links/return-to.ts';

/** Static addresses. */
export const PATHS = {
  home: '/',
  markets: '/markets',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  outbox: '/outbox',
  assets: '/asset',
  spotAssets: '/asset/spot',
  marginAssets: '/asset/margin',
  futuresAssets: '/asset/futures',
  transfer: '/asset/transfer',
  convert: '/asset/convert',
  deposit: '/asset/deposit',
  withdraw: '/asset/withdraw',
  records: '/record/exchange',
  marginOrders: '/order/marginOrderInfo',
  marginRecords: '/record/margin',
  futuresOrders: '/order/mcp',
  futuresRecords: '/record/mcp',
  protectionFund: '/protection-fund',
  verifyReceipt: '/verify-receipt',
  fees: '/fee',
  vipDetail: '/vip/detail',
  vipIntroduce: '/vip/vipIntroduce',
  fidelity: '/record/exchange/fidelity',
  simulationGuide: '/spot/simulation/guide',
  apiKeys: '/account/newapi',
  notices: '/record/exchange/notifications',
  security: '/account/security',
  verification: '/modifyverification',
  subAccounts: '/subaccount',
  subPhishing: '/subaccount/setting/antiphishing',
  subDevices: '/subaccount/setting/devices',
  subHistory: '/subaccount/setting/history',
  subKeys: '/subaccount/setting/api',
  apiDocs: '/api-docs',
  download: '/download',
  assetsPanel: '/trade-asset',
} as const;

/** Instrument of the default terminal. */
export const DEFAULT_SYMBOL = 'BTCUSDT';

/** Address of an instrument's spot terminal. */
export function spotPath(symbol: string = DEFAULT_SYMBOL): string {
  return `/spot/${encodeURIComponent(symbol)}`;
}

/** Address of a pair's spot terminal, for orders of a margin account. */
export function marginPath(kind: MarginKind, symbol: string = DEFAULT_SYMBOL): string {
  return `${spotPath(symbol)}?account=${kind === 'crossed' ? 'cross' : 'isolated'}`;
}

/** Address of the same terminal without the site's header and footer. */
export function tradeSpotPath(symbol: string): string {
  return `/trade-spot/${encodeURIComponent(symbol)}`;
}

/** Address of a pair's margin terminal without the site's header and footer. */
export function tradeMarginPath(symbol: string): string {
  return `/trade-margin/${encodeURIComponent(symbol)}`;
}

/** Address of a contract's terminal. */
export function futuresPath(symbol: string = DEFAULT_SYMBOL): string {
  return `/futures/usdt/${encodeURIComponent(symbol)}`;
}

/** Address of one of the terminal's panels in a window of its own. */
export function panelPath(panel: 'trade-info' | 'trade-asset-order', symbol: string): string {
  return `/${panel}/${encodeURIComponent(symbol)}`;
}

/** Address of the sign-in or sign-up page that comes back to `from`. */
export function authPath(page: 'login' | 'register', from: string): string {
  const path = PATHS[page];
  const target = safeReturnTo(from);
  if (target === null || target === '/' || target.startsWith(PATHS.login)) return path;
  if (target.startsWith(PATHS.register)) return path;
  return `${path}?returnTo=${encodeURIComponent(target)}`;
}
