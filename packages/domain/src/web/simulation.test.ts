import { describe, expect, test } from 'vitest';
import { LOCALES } from './locales.ts';
import { PAGES } from './pages.ts';
import {
  allowedInSimulation,
  SIMULATION_EXACT,
  SIMULATION_HOME,
  SIMULATION_PREFIXES,
  simulationHome,
} from './simulation.ts';

const ALLOWED = [
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
  '/account/newapi',
  '/account/newapi/',
  '/account/newapi/create',
  '/spot/',
  '/spot/BTCUSDT',
  '/spot/BTCUSDT/more',
  '/futures/',
  '/futures/usdt/BTCUSDT',
  '/transac',
  '/transac/BTCUSDT',
  '/order/marginOrderInfo',
  '/order/mcp',
  '/record/exchange',
  '/record/margin',
  '/record/mcp/x',
  '/subaccount/setting/antiphishing',
  '/subaccount/setting/devices',
  '/subaccount/setting/history',
  '/subaccount/setting/api',
  '/trade-spot',
  '/trade-spot/BTCUSDT',
  '/trade-margin',
  '/trade-swap',
  '/trade-info',
  '/trade-asset-order',
  '/trade-asset',
  '/trade-asset/x',
];

const REFUSED = [
  '/',
  '/spot',
  '/futures',
  '/spotty/BTCUSDT',
  '/fee/',
  '/fee/x',
  '/fees',
  '/FEE',
  '/vip',
  '/vip/detail/x',
  '/asset/',
  '/asset/spot/x',
  '/asset/deposit',
  '/asset/withdraw',
  '/account',
  '/account/newapifoo',
  '/account/security',
  '/transaction',
  '/trade-spotting',
  '/trade-asset-orders',
  '/subaccount',
  '/subaccount/setting',
  '/subaccount/setting/apikeys',
  '/order',
  '/record',
  '/markets',
  '/login',
  '/register',
  '/api-docs',
  '/copy-trading',
  '//fee',
  '/xx/fee',
];

describe('allowedInSimulation', () => {
  test.each(ALLOWED)('%s is allowed', (path) => {
    expect(allowedInSimulation(path)).toBe(true);
    for (const code of ['bg', ...LOCALES.map((entry) => entry.code)]) {
      expect([code, allowedInSimulation(`/${code}${path}`)]).toEqual([code, true]);
    }
  });

  test.each(REFUSED)('%s is refused', (path) => {
    expect(allowedInSimulation(path)).toBe(false);
    expect(allowedInSimulation(`/ja${path}`)).toBe(false);
  });

  test('has 13 exact pages and 19 prefixes', () => {
    expect(SIMULATION_EXACT).toHaveLength(13);
    expect(SIMULATION_PREFIXES).toHaveLength(19);
  });

  test('has only pages that exist', () => {
    const pages = Object.values(PAGES);
    const known = (path: string) => pages.some((page) => page === path || page.startsWith(path));
    expect([...SIMULATION_EXACT, ...SIMULATION_PREFIXES].filter((path) => !known(path))).toEqual(
      [],
    );
  });
});

describe('simulationHome', () => {
  test('keeps the language', () => {
    expect(SIMULATION_HOME).toBe('/spot/BTCUSDT');
    expect(simulationHome('/')).toBe('/spot/BTCUSDT');
    expect(simulationHome('/en')).toBe('/spot/BTCUSDT');
    expect(simulationHome('/ja')).toBe('/ja/spot/BTCUSDT');
    expect(simulationHome('/xx/markets')).toBe('/spot/BTCUSDT');
    expect(allowedInSimulation(simulationHome('/ar'))).toBe(true);
  });

  test('is told which page was asked for, if it is one', () => {
    for (const [path, page] of [
      ['/markets', 'markets'],
      ['/ja/asset/deposit', 'deposit'],
      ['/copy-trading/trader/7', 'copyTrader'],
      ['/login', 'login'],
      ['/no/such/page', null],
    ] as const) {
      const [pathname = '', search = ''] = simulationHome(path).split(/(?=\?)/);
      expect(allowedInSimulation(pathname)).toBe(true);
      expect(search).toBe(page === null ? '' : `?instead=${page}`);
    }
  });
});
