/**
 * S7: every page of the built app, as a browser sees it: headers, nothing that the policy stops, links
 * to pages, and what stands at other addresses.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageAt } from '@halcyon/domain/web';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATHS, spotPath } from '../../apps/web/src/platform/routes/paths.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { Road } from '../support/road.ts';
import { someOf } from '../support/some-of.ts';

/** One for each tab: what somebody may read in a second is shared by all of his tabs. */
const CRAWLERS = [1, 2, 3, 4].map((n) => `pages-crawler-${n}@example.com`);
const PASSWORD = 'a long enough passphrase';
const NO_PAGE = '/no/such/page';
const FIXED = Object.values(PATHS).filter((path) => !path.includes(':'));
const PAGES = [...FIXED, spotPath(), NO_PAGE];
/** What the browser itself reports when a document's status is 404. */
const MISSING = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

type Texts = Readonly<Record<string, string>>;

const MESSAGES = join(import.meta.dirname, '../../apps/web/src/platform/locale/messages');

function textsOf(key: string): Texts {
  return JSON.parse(readFileSync(join(MESSAGES, `${key}.json`), 'utf8')) as Texts;
}

const texts = textsOf('en_US');

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  for (const email of CRAWLERS) {
    await exchange.ask('user', 'create', '--email', email, '--password', PASSWORD);
  }
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** A browser window with somebody signed in, or nobody. */
async function open(theme: 'dark' | 'light', email: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ colorScheme: theme, baseURL: exchange.baseUrl });
  await context.addInitScript(`
    localStorage.setItem('theme', '${theme}');
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
    });
  `);
  if (email === null) return context;
  const answer = await context.request.post('/api/web/v1/login', {
    headers: { origin: exchange.baseUrl },
    data: { email, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
  return context;
}

/** Visits each path, one at a time in a tab of each of the windows. */
async function visit(
  windows: readonly BrowserContext[],
  paths: readonly string[],
  look: (path: string, page: Page) => Promise<void>,
): Promise<void> {
  const left = [...paths];
  const tab = async (context: BrowserContext) => {
    const page = await context.newPage();
    for (let path = left.shift(); path !== undefined; path = left.shift()) await look(path, page);
  };
  await Promise.all(windows.map(tab));
}

/** Links of a page to addresses that are no page's. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => (link as unknown as URL).pathname));
  return links.filter((link) => pageAt(link) === null);
}

/**
 * Theme, whether somebody is signed in, and which of two halves of the pages: one run has two, so that
 * each theme, each way of coming and each page are there once.
 */
const VIEWS = [
  [
    ['dark', true, 0],
    ['light', false, 1],
  ],
  [
    ['dark', false, 0],
    ['light', true, 1],
  ],
  [
    ['dark', true, 1],
    ['light', false, 0],
  ],
  [
    ['dark', false, 1],
    ['light', true, 0],
  ],
] as const;

describe('every page', () => {
  test.each(someOf(VIEWS, VIEWS.length).flat())(
    'in %s has its headers, breaks no policy and links to pages, signed in: %s, half %s',
    async (theme, who, half) => {
      const paths = PAGES.filter((_path, index) => index % 2 === half);
      const windows = await Promise.all(CRAWLERS.map((email) => open(theme, who ? email : null)));
      const nonces = new Set<string>();
      await visit(windows, paths, async (path, page) => {
        const complaints = complaintsOf(page);
        const response = await page.goto(path, { waitUntil: 'networkidle' });
        const headers = response?.headers() ?? {};
        const policy = headers['content-security-policy'] ?? '';
        expect(policy).not.toContain('unsafe');
        expect(policy).toContain("object-src 'none'; base-uri 'none'");
        expect(policy).toContain('frame-ancestors');
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['cross-origin-opener-policy']).toBe('same-origin');
        nonces.add(/style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
        const missing = path === NO_PAGE;
        expect([path, response?.status()]).toEqual([path, missing ? 404 : 200]);
        const expected = missing ? [expect.stringContaining(MISSING)] : [];
        expect([path, complaints]).toEqual([path, expected]);
        expect([path, await deadLinks(page)]).toEqual([path, []]);
        page.removeAllListeners();
      });
      expect(nonces.size).toBe(paths.length);
      await Promise.all(windows.map((context) => context.close()));
    },
    480_000,
  );
});

test.each(['/', '/markets', '/login', '/spot/BTCUSDT'])(
  'the first visit of %s goes from the skeleton in its HTML straight to the page',
  async (path) => {
    const context = await open('dark', null);
    // The app waits for a page's code for a moment only, here for as long as this machine takes.
    await context.addInitScript(`
      const { setTimeout: later } = window;
      window.setTimeout = (act, ms, ...rest) =>
        later(act, ms >= 100 && ms < 1_000 ? ms * 200 : ms, ...rest);
      new MutationObserver(() => {
        if (document.querySelector('.first-wait, .page-wait')) window.waited = true;
      }).observe(document, { childList: true, subtree: true });
    `);
    const page = await context.newPage();
    await page.goto(path);
    await page.locator('#main h1').first().waitFor();
    expect(await page.evaluate('window.waited === true')).toBe(false);
    await context.close();
  },
);

describe('addresses', () => {
  let context: BrowserContext;

  beforeAll(async () => {
    context = await open('dark', null);
  });

  afterAll(async () => {
    await context?.close();
  });

  test('that are none answer 404, with ways back in the same language', async () => {
    const none = ['/xx/markets', '/FEE', '/fee//', '/spot', '/ja/ja/fee', '/ja/nothing', '/%zz'];
    await visit(Array(4).fill(context), none, async (path, page) => {
      const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.locator('#main .not-found').waitFor();
      expect([path, response?.status()]).toEqual([path, 404]);
      const back = page.locator('.not-found a');
      const links = await back.evaluateAll((all) =>
        all.map((link) => (link as unknown as URL).pathname),
      );
      const language = path.startsWith('/ja') ? '/ja' : '';
      expect(links).toEqual([`${language}/markets`, `${language}/spot/BTCUSDT`]);
    });
  });

  test('that cannot be decoded are pages to browsers only, with the same headers', async () => {
    const ask = (path: string, accept: string) =>
      fetch(exchange.baseUrl + path, { headers: { accept } });
    const page = await ask('/%zz', 'text/html');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers.get('content-security-policy')).toContain("object-src 'none'");
    for (const [path, accept] of [
      ['/%zz', '*/*'],
      ['/api/v2/%zz', 'text/html'],
    ] as const) {
      const data = await ask(path, accept);
      const { code } = (await data.json()) as { code: string };
      expect([path, data.status, code]).toEqual([path, 400, '400']);
      expect(data.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each([
    ['/transac', '/spot/BTCUSDT'],
    ['/transac/ETHUSDT?x=1', '/spot/ETHUSDT?x=1'],
    ['/ja/transac/ETHUSDT#y', '/ja/spot/ETHUSDT#y'],
  ])('%s leads to %s', async (older, present) => {
    const page = await context.newPage();
    await page.goto(older);
    await page.waitForURL(exchange.baseUrl + present);
    await page.close();
  });
});

describe('the app', () => {
  const ANDROID =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

  /** Opens a page as a program with that name. */
  async function openAs(userAgent: string, path: string): Promise<Page> {
    const phone = await browser.newContext({ userAgent, baseURL: exchange.baseUrl });
    const page = await phone.newPage();
    await page.goto(path);
    await page.locator('#main h1').first().waitFor();
    return page;
  }

  test('says in the language of the address that it is offline, and comes back', async () => {
    // The browser's own switch does not always reach the worker that fetches for the page.
    const road = await Road.to(Number(new URL(exchange.baseUrl).port));
    const context = await browser.newContext({ baseURL: road.url, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto('/ar/download');
    // Kept by then: what the worker needs is fetched before it is ready.
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await road.close();
    const heading = (language: Texts) =>
      page.getByRole('heading', { name: language['offline.title'] ?? '', exact: true });
    await page.goto('/ar/markets');
    await heading(textsOf('ar_AE')).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.goto('/markets');
    await heading(texts).waitFor();
    await road.open();
    await page.getByRole('heading', { level: 1, name: texts['nav.markets'] ?? '' }).waitFor();
    await context.close();
    await road.close();
  });

  test('is offered to phones until the offer is sent away', async () => {
    const page = await openAs(ANDROID, '/');
    const offer = page.getByRole('region', { name: 'Install as an app' });
    await offer.getByRole('link', { name: 'Install Halcyon' }).waitFor();
    await offer.getByRole('button', { name: 'Close' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('#main h1').first().waitFor();
    expect(await offer.count()).toBe(0);
    await page.context().close();
  });

  test.each([
    ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 3],
    ['the app', `${ANDROID} HalcyonApp/1.0`, 0],
    ['an iPhone', IPHONE, 1],
  ])('on %s: its ways to install', async (name, userAgent, ways) => {
    const page = await openAs(userAgent, '/download');
    await expect.poll(() => page.locator('.way').first().locator('li').count()).toBe(ways);
    await page.goto('/');
    await page.locator('#main h1').first().waitFor();
    const offers = name === 'an iPhone' ? 1 : 0;
    await expect.poll(() => page.locator('.app-offer').count()).toBe(offers);
    await page.context().close();
  });
});
