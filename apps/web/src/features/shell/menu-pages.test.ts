import { pageAt } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { groupAt, MENU_PAGES } from './menu-pages.ts';

it('every page of assets and orders is in its part of the menus', () => {
  const assets = ['/asset', '/asset/spot', '/asset/margin', '/asset/futures', '/asset/withdraw'];
  expect(new Set(assets.map(groupAt))).toEqual(new Set(['assets']));
  const orders = ['/record/exchange', '/record/margin', '/record/mcp', '/order/mcp'];
  expect(new Set(orders.map(groupAt))).toEqual(new Set(['orders']));
  expect([groupAt('/spot/ETHUSDT'), groupAt('/login')]).toEqual(['trade', undefined]);
});

it('every entry of the menus is a page', () => {
  const ids = MENU_PAGES.map(({ to }) => pageAt(to));
  expect(ids).not.toContain(null);
});
