/**
 * On a slow network: what has not come yet is shown as on its way, never as zero, as nothing or as
 * nobody. Each test holds one answer of the server back, looks, and lets it go.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const EMAIL = 'slow-network-ada@example.com';
const PASSWORD = 'nine blue whales sing';
const NONE = /You have no (orders|coins|API keys)|There are no records/;

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Who is signed in, for the later contexts. */
let state: Awaited<ReturnType<BrowserContext['storageState']>>;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', EMAIL, '--password', PASSWORD, '--fund', 'BTC=2');
  browser = await workerBrowser();
  const first = await browser.newContext({ baseURL: exchange.baseUrl });
  const login = await first.newPage();
  await login.goto('/login');
  await login.getByLabel('E-mail').fill(EMAIL);
  await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await login.keyboard.press('Enter');
  await login.waitForURL((url) => url.pathname !== '/login');
  const cookies = (await first.storageState()).cookies;
  // Without what the page keeps of its last visit: that would be shown meanwhile.
  state = { cookies, origins: [] };
  await first.close();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

beforeEach(async () => {
  const viewport = { width: 1440, height: 900 };
  context = await browser.newContext({ baseURL: exchange.baseUrl, storageState: state, viewport });
  page = await context.newPage();
});

afterEach(() => context.close());

/** Opens a page whose requests to `address` get no answer yet. @returns lets the answers go */
async function openWithout(address: RegExp, path: string): Promise<() => void> {
  let release = (): void => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = (): void => {};
  const wanted = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await page.route(address, async (route) => {
    asked();
    await free;
    await route.continue();
  });
  await page.goto(path);
  await wanted;
  return release;
}

/** What the main part of the page says. */
function main(): Promise<string> {
  return page.getByRole('main').innerText();
}

test('a total waits for the prices', async () => {
  await page.routeWebSocket(/./, () => {});
  const release = await openWithout(/spot\/market\/tickers/, '/asset');
  await page.getByText('Estimated value').first().waitFor();
  await expect.poll(main).toMatch(/–/);
  expect(await main()).not.toMatch(NONE);
  // What the futures account has needs no prices: it is the last line, and is nothing.
  const known = await page
    .locator('.asset-total, .asset-spread, .asset-account:first-of-type')
    .allInnerTexts();
  expect(known.join()).not.toMatch(/0\.00/);
  release();
  await expect.poll(main).toMatch(/BTC\s+[1-9][\d,.]+ USDT\s+100%/);
});

test.each([
  ['/account/newapi', /web\/v1\/api-keys/],
  ['/asset/spot', /account\/assets/],
  ['/record/exchange', /spot\/public\/symbols/],
])('%s says that there is nothing only once it is known', async (path, address) => {
  const release = await openWithout(address, path);
  await page.locator('main').locator('.ant-spin, .skeleton').first().waitFor();
  expect(await main()).not.toMatch(NONE);
  release();
  if (path === '/asset/spot') await page.getByRole('cell', { name: 'BTC' }).first().waitFor();
  else await expect.poll(main).toMatch(NONE);
});

test('nobody is asked to log in before it is known whether somebody is', async () => {
  const release = await openWithout(/web\/v1\/session/, '/spot/BTCUSDT');
  const panel = page.getByRole('tabpanel', { name: /Open orders/ });
  await panel.waitFor();
  expect(await panel.innerText()).not.toContain('Log in');
  release();
  await expect.poll(() => panel.innerText()).toMatch(NONE);
});

test.each([
  ['/spot/BTCUSDT', 'spot'],
  ['/futures/usdt/BTCUSDT', 'mix'],
])('%s: a price that was typed before the market came stays', async (path, wire) => {
  await page.routeWebSocket(/./, () => {});
  const release = await openWithout(new RegExp(`${wire}/market/ticker`), path);
  const price = page.getByRole('textbox', { name: 'Price' }).first();
  await price.fill('12345.6');
  release();
  await page.locator('.bar-figure dd').getByText(/\d/).first().waitFor();
  expect(await price.inputValue()).toBe('12345.6');
});
