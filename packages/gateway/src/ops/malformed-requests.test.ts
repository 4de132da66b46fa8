import { expect, it } from 'vitest';
import { isPlainTarget } from './malformed-requests.ts';

it.each([
  '/',
  '/api/v2/spot/market/candles?symbol=BTCUSDT&granularity=1min',
  '/de-DE/spot/BTCUSDT',
  '/assets/index-4f.2b.js',
  '/.well-known/security.txt',
  '/a..b/...',
  // Of the query any encoding that a client chose stays.
  '/api/v2/spot/trade/orderInfo?clientOid=a%2Fb%5C..%2F&x=../',
  '/search?q=%23%00',
])('%s has one reading', (target) => expect(isPlainTarget(target)).toBe(true));

it.each([
  '/api/v2/spot/account/assets#x',
  '/api/v2/spot/account/assets?coin=BTC#x',
  '/api\\v2',
  '/api/../admin',
  '/api/./v2',
  '/api/..',
  '/api/%2e%2E/admin',
  '/api/%2Fv2',
  '/api%5cv2',
  '/api/%00',
  '/api/\u0001',
  '/api/\u007f',
])('%s has not', (target) => expect(isPlainTarget(target)).toBe(false));
