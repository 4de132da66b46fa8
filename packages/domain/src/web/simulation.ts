/** Simulation trading: where it lives in the browser and which pages it has. */
import { languagePrefix, splitLanguage } from './locales.ts';
import { pageAt } from './pages.ts';

/** localStorage key of the flag; the mode is on exactly while it exists. */
export const SIMULATION_FLAG = 'simulation-trading';
/** Value the flag is set to. */
export const SIMULATION_FLAG_VALUE = '1';
/** Name and value of the parameter that marks requests of the mode. */
export const SIMULATION_MARKER = { name: 'paptrading', value: '1' } as const;
/** Page that the mode starts on and that disallowed pages lead to. */
export const SIMULATION_HOME = '/spot/BTCUSDT';

/** Pages that are allowed at exactly this path. */
export const SIMULATION_EXACT: readonly string[] = [
  '/fee',
  '/vip/detail',
  '/vip/vipIntroduce',
  '/asset',
  '/asset/spot',
  '/asset/margin',
  '/asset/futures',
  '/asset/transfer',
  '/modifyverification',
  '/download',
  '/proof-of-reserves',
  '/protection-fund',
  '/verify-receipt',
];

/** Pages that are allowed with all below them. One that ends in `/` does not allow the bare path. */
export const SIMULATION_PREFIXES: readonly string[] = [
  '/account/newapi',
  '/spot/',
  '/futures/',
  '/transac',
  '/order/marginOrderInfo',
  '/order/mcp',
  '/record/exchange',
  '/record/margin',
  '/record/mcp',
  '/subaccount/setting/antiphishing',
  '/subaccount/setting/devices',
  '/subaccount/setting/history',
  '/subaccount/setting/api',
  '/trade-spot',
  '/trade-margin',
  '/trade-swap',
  '/trade-info',
  '/trade-asset-order',
  '/trade-asset',
];

/**
 * Whether simulation trading has the page at an address.
 * @param pathname as in the address bar, with or without a language segment, no query
 */
export function allowedInSimulation(pathname: string): boolean {
  const { path } = splitLanguage(pathname);
  if (SIMULATION_EXACT.includes(path)) return true;
  return SIMULATION_PREFIXES.some((prefix) =>
    prefix.endsWith('/')
      ? path.startsWith(prefix)
      : path === prefix || path.startsWith(`${prefix}/`),
  );
}

/** Parameter of the mode's first page: the page that was asked for and that the mode does not have. */
export const INSTEAD_OF = 'instead';

/** Where a disallowed address leads, in any language: the mode's first page, which is told what was asked for. */
export function insteadOf(pathname: string): string {
  const id = pageAt(pathname);
  // Whoever came by the home page has missed nothing.
  return id === null || id === 'landing'
    ? SIMULATION_HOME
    : `${SIMULATION_HOME}?${INSTEAD_OF}=${id}`;
}

/** The same in the language of the address. */
export function simulationHome(pathname: string): string {
  return languagePrefix(splitLanguage(pathname).code) + insteadOf(pathname);
}
