/** Simulation trading in real tabs: the flag, the allowed pages, other tabs, marked requests, dialogs. */
import { allowedInSimulation } from '@halcyon/domain/web';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const PASSWORD = 'plum tree under rain 77';
const ADA = 'simulation-ada@example.com';

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([ExchangeProcess.shared(), workerBrowser()]);
  await exchange.ask('user', 'create', '--email', ADA, '--password', PASSWORD);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

beforeEach(async () => {
  const viewport = { width: 1440, height: 900 };
  context = await browser.newContext({ viewport, baseURL: exchange.baseUrl });
  page = await context.newPage();
});

afterEach(async () => {
  await context.close();
});

/** A tab with the app on screen. */
async function tabAt(path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  return tab;
}

/** What is in localStorage under the flag's name. */
function flag(): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('simulation-trading'));
}

/** The mode as it is set from outside the page, before anything is loaded. */
async function beInSimulation(): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('simulation-trading', '1'));
}

const banner = (tab: Page) => tab.locator('.simulation-banner');

async function atPath(tab: Page, path: string): Promise<void> {
  await expect.poll(() => pathOf(tab)).toBe(path);
}

function pathOf(tab: Page): string {
  const { pathname, search } = new URL(tab.url());
  return pathname + search;
}

/** Marks the document that is loaded now. */
async function markDocument(tab: Page): Promise<void> {
  await tab.evaluate('window.wasHere = true');
}

/** Waits until another document than the marked one is on screen. */
async function isReloaded(tab: Page): Promise<void> {
  // Not waitForFunction: it asks again by eval, which the page's policy forbids.
  const isNew = () =>
    tab.evaluate('window.wasHere === undefined && document.querySelector("main") !== null');
  await expect.poll(() => isNew().catch(() => false)).toBe(true);
}

describe('entering and leaving', () => {
  test('sets the flag and loads the first page in the language on screen', async () => {
    await page.goto('/ja/markets');
    expect(await flag()).toBeNull();
    await markDocument(page);
    await page.locator('.header-simulation').click();
    await atPath(page, '/ja/spot/BTCUSDT');
    await isReloaded(page);
    await banner(page).waitFor();
    expect(await flag()).toBe('1');
    expect(await page.locator('.header-simulation').count()).toBe(0);
  });

  test('removes the flag and loads the same page again', async () => {
    await beInSimulation();
    await page.goto('/ja/fee?x=1');
    await markDocument(page);
    await banner(page).getByRole('button').click();
    await isReloaded(page);
    await page.locator('.header-simulation').waitFor();
    expect(pathOf(page)).toBe('/ja/fee?x=1');
    expect([await flag(), await banner(page).count()]).toEqual([null, 0]);
  });

  test('stays on a page that the mode has', async () => {
    await page.goto('/fee?x=1');
    await page.locator('.header-simulation').click();
    await banner(page).waitFor();
    expect(pathOf(page)).toBe('/fee?x=1');
  });

  test('says so where the browser keeps nothing', async () => {
    await page.addInitScript(`Storage.prototype.setItem = () => { throw new Error('denied'); };`);
    await page.goto('/fee');
    await markDocument(page);
    await page.locator('.header-simulation').click();
    await toastSaid(page, 'The browser denies storage');
    expect(await page.evaluate('window.wasHere')).toBe(true);
  });
});

describe('a page', () => {
  beforeEach(beInSimulation);

  const HOMES = [
    ['/', '/spot/BTCUSDT'],
    ['/markets?sort=1', '/spot/BTCUSDT'],
    ['/login?returnTo=%2Ffee', '/spot/BTCUSDT'],
    ['/spot', '/spot/BTCUSDT'],
    ['/fee/x', '/spot/BTCUSDT'],
    ['/asset/deposit', '/spot/BTCUSDT'],
    ['/no/such/page', '/spot/BTCUSDT'],
    ['/ja', '/ja/spot/BTCUSDT'],
    ['/ar/subaccount', '/ar/spot/BTCUSDT'],
    ['/ja/ja/fee', '/ja/spot/BTCUSDT'],
  ] as const;

  test('that is not part of it leads to its first page, in the same language', async () => {
    for (const [path, home] of HOMES) {
      await page.goto(path);
      await expect.poll(() => [path, pathOf(page)]).toEqual([path, home]);
      await banner(page).waitFor();
    }
  });

  test('that is part of it stays', async () => {
    for (const path of ['/fee', '/ja/vip/detail', '/futures/usdt/BTCUSDT', '/trade-spot/ETHUSDT']) {
      await page.goto(path);
      await banner(page).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(pathOf(page)).toBe(path);
    }
  });

  test('offers only pages of the mode', async () => {
    for (const path of ['/spot/BTCUSDT', '/fee', '/download', '/asset', '/spot/BTCUSDT/x']) {
      await page.goto(path);
      await banner(page).waitFor();
      await page.locator('#main').getByRole('heading').or(page.locator('.state')).first().waitFor();
      const links: string[] = await page
        .locator('a[href^="/"]')
        .evaluateAll((found) => found.map((link) => (link as unknown as URL).pathname));
      expect(links.length).toBeGreaterThan(3);
      expect([path, links.filter((link) => !allowedInSimulation(link))]).toEqual([path, []]);
    }
  });
});

describe('other tabs', () => {
  test('entering reloads a page of the mode and leads away from any other', async () => {
    const inside = await tabAt('/ja/fee?x=1');
    const outside = await tabAt('/ja/markets');
    await Promise.all([markDocument(inside), markDocument(outside)]);
    await page.goto('/');
    await page.locator('.header-simulation').click();
    await Promise.all([isReloaded(inside), isReloaded(outside)]);
    await Promise.all([banner(inside).waitFor(), banner(outside).waitFor()]);
    expect(pathOf(inside)).toBe('/ja/fee?x=1');
    await atPath(outside, '/ja/spot/BTCUSDT');
    // The page that it was led to says why, once.
    await outside.locator('.toast').getByText('マーケット').waitFor();
  });

  test('leaving reloads', async () => {
    await beInSimulation();
    const other = await tabAt('/ja/fee');
    await banner(other).waitFor();
    await markDocument(other);
    await page.goto('/spot/BTCUSDT');
    await banner(page).getByRole('button').click();
    await isReloaded(other);
    await other.locator('.header-simulation').waitFor();
    expect([pathOf(other), await banner(other).count()]).toEqual(['/ja/fee', 0]);
  });

  test('other keys do nothing', async () => {
    const other = await tabAt('/markets');
    await markDocument(other);
    await page.goto('/favicon.svg');
    await page.evaluate(() => localStorage.setItem('simulation', '1'));
    await other.waitForTimeout(200);
    expect(await other.evaluate('window.wasHere')).toBe(true);
  });
});

/** The addresses of all requests for data and of all sockets, as the page asks for them. */
function watchAddresses(tab: Page): string[] {
  const seen: string[] = [];
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|v2|v3)\//.test(pathname)) seen.push(request.url());
  });
  tab.on('websocket', (socket) => seen.push(socket.url()));
  return seen;
}

async function signInByDialog(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Log in' }).first().click();
  const dialog = tab.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('E-mail').fill(ADA);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await account(tab).waitFor();
}

const account = (tab: Page) => tab.getByRole('button', { name: 'Account' });

describe('requests', () => {
  /** Goes through the pages that ask for most. */
  async function useTheApp(seen: readonly string[]): Promise<void> {
    await account(page).waitFor();
    for (const path of ['/asset/spot', '/record/exchange', '/account/newapi', '/spot/BTCUSDT']) {
      await page.goto(path, { waitUntil: 'load' });
      await account(page).waitFor();
    }
    const isPrivate = (address: string) => address.includes('/v2/ws/private');
    await expect.poll(() => seen.some(isPrivate)).toBe(true);
  }

  test('and sockets carry the marker, each of them', async () => {
    await beInSimulation();
    // The list of live trading: so the terminal opens its market whatever the paper venue has.
    await page.route('**/api/v2/spot/public/symbols*', (route) =>
      route.continue({ url: route.request().url().replace('paptrading=1', '') }),
    );
    const seen = watchAddresses(page);
    await page.goto('/spot/BTCUSDT?actCode=a');
    await signInByDialog(page);
    await useTheApp(seen);
    const kinds = (part: string) => seen.filter((address) => address.includes(part)).length;
    for (const part of ['/v2/ws/public', '/v2/ws/private', '/api/v2/', '/login', '/attribution'])
      expect([part, kinds(part) > 0]).toEqual([part, true]);
    const unmarked = seen.filter((address) => {
      return new URL(address).searchParams.getAll('paptrading').join() !== '1';
    });
    expect(unmarked).toEqual([]);
  });

  test('carry none in live trading', async () => {
    const seen = watchAddresses(page);
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(ADA);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await useTheApp(seen);
    expect(seen.filter((address) => address.includes('paptrading'))).toEqual([]);
    expect(seen.filter((address) => address.startsWith('ws:')).length).toBeGreaterThan(1);
  });
});

describe('dialogs', () => {
  beforeEach(beInSimulation);

  test('signing in leaves the page where it is', async () => {
    await page.goto('/fee?x=1');
    await markDocument(page);
    await signInByDialog(page);
    expect([pathOf(page), await page.evaluate('window.wasHere')]).toEqual(['/fee?x=1', true]);
  });

  test('registering', async () => {
    await page.goto('/spot/BTCUSDT');
    await page.locator('.header-signup').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('simulation-new@example.com');
    await dialog.getByLabel('Password').fill('short');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.waitFor({ state: 'detached' });
    await account(page).waitFor();
    expect(pathOf(page)).toBe('/spot/BTCUSDT');
    const users = exchange.command<{ email: string }[]>('user', 'list');
    expect(users.map(({ email }) => email)).toContain('simulation-new@example.com');
  });

  test('sub-accounts are made outside, which their pages say and lead to', async () => {
    await page.goto('/subaccount/setting/history?x=1');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByLabel('E-mail').fill(ADA);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    const main = page.getByRole('main');
    await main.getByText('You have no sub-accounts yet.').waitFor();
    expect(await main.getByRole('link', { name: 'Overview' }).count()).toBe(0);
    await markDocument(page);
    await main.getByRole('button', { name: 'Leave simulation' }).click();
    await isReloaded(page);
    await main.getByRole('link', { name: 'Overview' }).waitFor();
    expect([pathOf(page), await flag()]).toEqual(['/subaccount/setting/history?x=1', null]);
  });

  test('a page that needs somebody asks there', async () => {
    await page.goto('/asset/spot');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/asset/spot');
  });

  test('searching', async () => {
    await page.goto('/fee');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('combobox').fill('market');
    await palette.getByText('Nothing matches').waitFor();
    await palette.getByRole('combobox').fill('assets');
    await palette.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await atPath(page, '/asset');
  });
});
