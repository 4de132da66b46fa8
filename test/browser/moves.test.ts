/** Transfers and conversions on their own pages. */
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, launchBrowser, toastSaid } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { settle, signIn } from '../support/web-pages.ts';

const EMAIL = 'moves@example.com';
const PASSWORD = 'plum tree under rain 78';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];
let maker: RestClient;

async function lastOf(symbol: string): Promise<number> {
  const [ticker] = await maker.call('market.tickers', { symbol });
  return Number(ticker?.lastPr);
}

/** The maker's only order in a pair, at a part of its last price. */
async function offer(symbol: string, side: 'buy' | 'sell', part: number): Promise<void> {
  await maker.call('trade.cancelSymbolOrder', { symbol });
  const price = (last[symbol]! * part).toFixed(2);
  const order = { symbol, side, price, size: '2', orderType: 'limit', force: 'gtc' } as const;
  await maker.call('trade.placeOrder', order);
}

/** Prices of before, by symbol. */
const last: Record<string, number> = {};

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  const credentials = exchange.trader('maker', 'USDT=1000000,BTC=10');
  maker = new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) last[symbol] = await lastOf(symbol);
  const who = ['--email', EMAIL, '--password', PASSWORD];
  const little = (8 / last['ETHUSDT']!).toFixed(4);
  exchange.command('user', 'create', ...who, '--fund', `USDT=1000,ETH=${little}`);
  await offer('BTCUSDT', 'sell', 1);
  await offer('ETHUSDT', 'buy', 0.99);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page.context(), exchange.baseUrl, { email: EMAIL, password: PASSWORD });
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const rowsOf = (name: string) => page.getByRole('region', { name }).locator('tbody tr');
const quote = () => page.getByRole('region', { name: 'Quote' });

/** What the quote gives, BTC. */
async function received(): Promise<number> {
  return Number(/receive at least\s*([\d.]+) BTC/.exec(await quote().innerText())?.[1]);
}

test('money is moved to another account, and listed with both', async () => {
  await settle(page, `${exchange.baseUrl}/asset/transfer`);
  await page.getByRole('button', { name: '1,000 USDT' }).waitFor();
  await page.getByLabel('Amount').fill('2000');
  expect(await page.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Amount').fill('100');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Moved 100 USDT');
  await rowsOf('Transfers').filter({ hasText: '100' }).getByText('Spot').waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

test('a quote holds for seconds, is renewed by itself, and is carried out as it says', async () => {
  await settle(page, `${exchange.baseUrl}/asset/convert`);
  await page.getByRole('button', { name: '900 USDT' }).click();
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await quote()
    .getByText(/^Holds for ([1-9]|10) s$/)
    .waitFor();
  const first = await received();
  await offer('BTCUSDT', 'sell', 1.02);
  await expect.poll(received, { timeout: 60_000 }).toBeLessThan(first);
  expect(await axeFaults(page)).toEqual([]);
  const second = await received();
  await quote().getByRole('button', { name: 'Convert' }).click();
  await toastSaid(page, `Received ${second} BTC`);
  await quote().waitFor({ state: 'detached' });
  await rowsOf('Conversions').filter({ hasText: 'USDT' }).getByText(`${second} BTC`).waitFor();
});

test('a price that is gone changes nothing and says so; a changed form has no quote', async () => {
  await page.getByRole('button', { name: 'Swap the direction' }).click();
  expect(await page.getByLabel('From').inputValue()).toBe('BTC');
  await page.getByLabel('Amount').fill('0.0009');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByRole('alert').getByText('the order book cannot convert').waitFor();
  await offer('BTCUSDT', 'buy', 0.98);
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await quote().waitFor();
  await page.route('**/convert/trade', async (route) => {
    await offer('BTCUSDT', 'buy', 0.97);
    await route.continue();
  });
  await quote().getByRole('button', { name: 'Convert' }).click();
  // On a machine that stands still it has expired by then.
  await page
    .getByRole('alert')
    .getByText(/nothing was converted|has expired/)
    .waitFor();
  await page.unroute('**/convert/trade');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await quote().waitFor();
  await page.getByLabel('Amount').fill('0.0008');
  await quote().waitFor({ state: 'detached' });
});

test('small balances become one coin in one go', async () => {
  await page.getByRole('button', { name: 'Find small balances' }).click();
  await rowsOf('Small balances').getByText('ETH').waitFor();
  await page.getByRole('button', { name: 'Convert all' }).click();
  await toastSaid(page, 'Converted 1 of 1');
  await rowsOf('Conversions').getByText(/ ETH$/).waitFor();
  await page.getByRole('button', { name: 'Find small balances' }).click();
  await page.getByText('There are no small balances').waitFor();
  // What was refused above.
  const own = complaints.filter((text) => !text.startsWith('Failed to load resource'));
  expect(own).toEqual([]);
});

test('on a phone, from right to left, both are used without scrolling sideways', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/ar/asset/convert', '/de/asset/convert', '/ar/asset/transfer']) {
    await settle(page, `${exchange.baseUrl}${address}`);
    const wide = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(wide).toBeLessThanOrEqual(360);
  }
});
