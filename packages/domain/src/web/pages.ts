/** Every page of the web app and its address, shared by page and server. */
import { splitLanguage } from './locales.ts';

/**
 * Address patterns by page; `:name` is one segment, `:name?` one that may be absent. Each may carry a
 * language segment in front.
 */
export const PAGES = {
  landing: '/',
  markets: '/markets',
  spot: '/spot/:symbol',
  paperGuide: '/spot/simulation/guide',
  futures: '/futures/:settle/:symbol',
  transac: '/transac/:symbol?',
  tradeSpot: '/trade-spot/:symbol',
  tradeMargin: '/trade-margin/:symbol',
  tradeSwap: '/trade-swap/:symbol',
  tradeInfo: '/trade-info/:symbol',
  tradeAssetOrder: '/trade-asset-order/:symbol?',
  tradeAsset: '/trade-asset',
  marginOrders: '/order/marginOrderInfo',
  futuresOrders: '/order/mcp',
  spotRecords: '/record/exchange',
  paperFidelity: '/record/exchange/fidelity',
  marginRecords: '/record/margin',
  futuresRecords: '/record/mcp',
  assets: '/asset',
  spotAssets: '/asset/spot',
  marginAssets: '/asset/margin',
  futuresAssets: '/asset/futures',
  deposit: '/asset/deposit',
  withdraw: '/asset/withdraw',
  transfer: '/asset/transfer',
  convert: '/asset/convert',
  fees: '/fee',
  vipDetail: '/vip/detail',
  vipIntroduce: '/vip/vipIntroduce',
  apiKeys: '/account/newapi',
  notices: '/record/exchange/notifications',
  security: '/account/security',
  modifyVerification: '/modifyverification',
  subAccounts: '/subaccount',
  subAccountAntiPhishing: '/subaccount/setting/antiphishing',
  subAccountDevices: '/subaccount/setting/devices',
  subAccountHistory: '/subaccount/setting/history',
  subAccountApi: '/subaccount/setting/api',
  copyTrading: '/copy-trading',
  copyTrader: '/copy-trading/trader/:id',
  copyMine: '/copy-trading/mine',
  reserves: '/proof-of-reserves',
  protectionFund: '/protection-fund',
  verifyReceipt: '/verify-receipt',
  download: '/download',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  outbox: '/outbox',
  apiDocs: '/api-docs',
} as const;

/** Name of a page. */
export type PageId = keyof typeof PAGES;

interface Pattern {
  readonly id: PageId;
  readonly segments: readonly string[];
  /** Fewest segments an address of the page has. */
  readonly least: number;
}

const PATTERNS: readonly Pattern[] = (Object.entries(PAGES) as [PageId, string][]).map(
  ([id, path]) => {
    const segments = segmentsOf(path);
    return { id, segments, least: segments.filter((part) => !part.endsWith('?')).length };
  },
);

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1, path.endsWith('/') ? -1 : undefined);
}

function fits(pattern: Pattern, parts: readonly string[]): boolean {
  if (parts.length < pattern.least || parts.length > pattern.segments.length) return false;
  return parts.every((part, index) => {
    const expected = pattern.segments[index] ?? '';
    return expected.startsWith(':') ? part !== '' : part === expected;
  });
}

/**
 * The page at an address, with or without its language segment and one slash at the end; null when
 * there is none.
 * @param pathname decoded, starts with `/`
 */
export function pageAt(pathname: string): PageId | null {
  const parts = segmentsOf(splitLanguage(pathname).path);
  return PATTERNS.find((pattern) => fits(pattern, parts))?.id ?? null;
}

/** A page and what its address names. */
export interface PageMatch {
  readonly id: PageId;
  /** By the name in the pattern, as written in the address; absent where the address has none. */
  readonly names: Readonly<Partial<Record<string, string>>>;
}

/** The same with what the address names, as its instrument. */
export function placeAt(pathname: string): PageMatch | null {
  const parts = segmentsOf(splitLanguage(pathname).path);
  const found = PATTERNS.find((pattern) => fits(pattern, parts));
  if (found === undefined) return null;
  const named = parts.flatMap((part, index) => {
    const name = /^:(\w+)/.exec(found.segments[index] ?? '')?.[1];
    return name === undefined ? [] : [[name, part] as const];
  });
  return { id: found.id, names: Object.fromEntries(named) };
}
