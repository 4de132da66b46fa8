import { expect, it } from 'vitest';
import { groupAt } from './menu-pages.ts';

it('every page of assets and orders is in its part of the menus', () => {
  const assets = ['/asset', '/asset/spot', '/asset/margin', '/asset/futures', '/asset/withdraw'];
  expect(new Set(assets.map(groupAt))).toEqual(new Set(['assets']));
  const orders = ['/record/exchange', '/record/margin', '/record/mcp', '/order/mcp'];
  expect(new Set(orders.map(groupAt))).toEqual(new Set(['orders']));
  expect([groupAt('/spot/ETHUSDT'), groupAt('/login')]).toEqual(['trade', undefined]);
});
