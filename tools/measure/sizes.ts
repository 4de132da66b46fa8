/** What a page downloads before it can be used. */
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import type { MeasuredFigure } from './verdict.ts';
import { IN_PAGE, type SignIn } from './visitor.ts';

const KB = 1_000;
const SETTLE_MS = 1_500;
/**
 * What comes when the page already stands: the chart library with its indicators, without which the terminal trades, and
 * the cache's, which a first visit fetches to keep what it has shown.
 */
const LATER = /chart-host|chart-indicators|localforage/;
const WORDS = /\/assets\/[a-z]{2,3}_[A-Z]{2}-/;

/** Pages, and the most that each may bring in scripts, its language included, in kilobytes compressed. */
const PAGES: readonly (readonly [path: string, scriptsKb: number])[] = [
  ['/', 125],
  ['/markets', 125],
  ['/login', 125],
  ['/spot/BTCUSDT', 130],
];
/** Pages with the component library, on top of what the lightest page brings. */
const HEAVY: readonly string[] = ['/asset/spot', '/record/exchange', '/account/newapi'];
const HEAVY_EXTRA_KB = 280;
const STYLES_KB = 15;
const WORDS_KB = 25;

interface Load {
  /** Kilobytes, compressed. */
  readonly scripts: number;
  readonly styles: number;
  readonly words: number;
  readonly fontsBeforePaint: number;
}

const known = new Map<string, number>();

/** Compressed size of what is at an address. */
async function bytesOf(address: string): Promise<number> {
  const size = known.get(address);
  if (size !== undefined) return size;
  const body = await (await fetch(address)).arrayBuffer();
  const bytes = gzipSync(new Uint8Array(body)).length;
  known.set(address, bytes);
  return bytes;
}

/** Inline styles count as styles: they are the same bytes in another place. */
async function inlineStyles(page: Page): Promise<number> {
  const texts = await page.locator('head > style').allTextContents();
  return gzipSync(texts.filter((text) => !text.includes('ant-')).join('')).length;
}

async function loadOf(page: Page, address: string): Promise<Load> {
  const responses: Response[] = [];
  const note = (response: Response) => responses.push(response);
  page.on('response', note);
  await page.goto(address);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
  page.off('response', note);
  const sum = { scripts: 0, styles: await inlineStyles(page), words: 0 };
  for (const response of responses) {
    const { pathname } = new URL(response.url());
    if (!response.ok() || LATER.test(pathname)) continue;
    const kind = pathname.endsWith('.js') ? 'scripts' : pathname.endsWith('.css') ? 'styles' : null;
    if (kind === null) continue;
    const bytes = await bytesOf(response.url());
    sum[kind] += bytes;
    if (WORDS.test(pathname)) sum.words += bytes;
  }
  const early = await page.evaluate<number>('measured.earlyFonts()');
  return {
    scripts: sum.scripts / KB,
    styles: sum.styles / KB,
    words: sum.words / KB,
    fontsBeforePaint: early,
  };
}

/** Sizes of all pages. */
export async function measureSizes(
  browser: Browser,
  base: string,
  signIn: SignIn,
): Promise<MeasuredFigure[]> {
  const figures: MeasuredFigure[] = [];
  let lightest = Number.POSITIVE_INFINITY;
  for (const [path, limit] of PAGES) {
    const load = await freshLoad(browser, base + path);
    lightest = Math.min(lightest, load.scripts);
    figures.push(
      { name: `${path} scripts, gz`, value: load.scripts, unit: 'KB', limit },
      { name: `${path} styles, gz`, value: load.styles, unit: 'KB', limit: STYLES_KB },
      { name: `${path} language, gz`, value: load.words, unit: 'KB', limit: WORDS_KB },
      {
        name: `${path} fonts before the first paint`,
        value: load.fontsBeforePaint,
        unit: '',
        limit: 0,
      },
    );
  }
  for (const path of HEAVY) {
    const load = await freshLoad(browser, base + path, signIn);
    const value = load.scripts - lightest;
    figures.push({
      name: `${path} scripts beyond the lightest page, gz`,
      value,
      unit: 'KB',
      limit: HEAVY_EXTRA_KB,
    });
  }
  return figures;
}

async function freshLoad(browser: Browser, address: string, prepare?: SignIn): Promise<Load> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript({ path: IN_PAGE });
  await prepare?.(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const load = await loadOf(page, address);
  await context.close();
  return load;
}
