/** The browsers that pages are measured in. */
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';

/** Script that measures from inside a page. */
export const IN_PAGE = join(import.meta.dirname, 'in-page.js');

/** Gives a context the session of the measuring account. */
export type SignIn = (context: BrowserContext) => Promise<void>;

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
