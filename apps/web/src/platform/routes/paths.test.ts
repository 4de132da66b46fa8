import { pageAt } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import {
  authPath,
  futuresPath,
  panelPath,
  spotPath,
  tradeMarginPath,
  tradeSpotPath,
} from './paths.ts';

describe('authPath', () => {
  it('comes back to where one was, but not to itself', () => {
    expect(authPath('login', '/spot/BTCUSDT')).toBe('/login?returnTo=%2Fspot%2FBTCUSDT');
    expect(authPath('login', '/')).toBe('/login');
    expect(authPath('register', '/login?returnTo=%2Fx')).toBe('/register');
    expect(authPath('login', '//evil.example')).toBe('/login');
  });
});

describe('spotPath', () => {
  it('encodes what is not a symbol', () => {
    expect(spotPath('../x')).toBe('/spot/..%2Fx');
  });
});

describe('addresses with an instrument', () => {
  it.each([
    ['spot', spotPath('ETHUSDT'), '/spot/ETHUSDT'],
    ['tradeSpot', tradeSpotPath('ETHUSDT'), '/trade-spot/ETHUSDT'],
    ['tradeMargin', tradeMarginPath('ETHUSDT'), '/trade-margin/ETHUSDT'],
    ['futures', futuresPath('ETHUSDT'), '/futures/usdt/ETHUSDT'],
    ['tradeInfo', panelPath('tradeInfo', 'ETHUSDT'), '/trade-info/ETHUSDT'],
    ['tradeAssetOrder', panelPath('tradeAssetOrder', 'ETHUSDT'), '/trade-asset-order/ETHUSDT'],
  ] as const)('of %s are pages', (id, path, expected) => {
    expect([path, pageAt(path)]).toEqual([expected, id]);
  });
});
