/** The pages that are looked at one by one, and the ways of showing them. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Script that measures from inside a page. */
export const IN_PAGE = join(import.meta.dirname, 'in-page.js');

/** Pages that everybody sees. */
export const PUBLIC_PAGES = [
  '/',
  '/markets',
  '/login',
  '/register',
  '/spot/BTCUSDT',
  '/api-docs',
  '/download',
  '/nothing-here',
] as const;

/** Pages that need somebody signed in. */
export const OWN_PAGES = ['/asset', '/asset/spot', '/record/exchange', '/account/newapi'] as const;

/** A context with the choices of a person who has been here before. */
export async function visitor(
  browser: Browser,
  width: number,
  theme: 'dark' | 'light',
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  await context.addInitScript({ path: IN_PAGE });
  return context;
}

/** Opens a page and waits until it stands still. */
export async function settle(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.waitForTimeout(400);
}
