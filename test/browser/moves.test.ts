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

test('small balances become one coin in one go', async () => {
  await settle(page, `${exchange.baseUrl}/asset/convert`);
  await page.getByRole('button', { name: 'Find small balances' }).click();
  await rowsOf('Small balances').getByText('ETH').waitFor();
  await page.getByRole('button', { name: 'Convert all' }).click();
  await toastSaid(page, 'Converted 1 of 1');
  await rowsOf('Conversions').getByText(/ ETH$/).waitFor();
  await page.getByRole('button', { name: 'Find small balances' }).click();
  await page.getByText('There are no small balances').waitFor();
  expect(complaints).toEqual([]);
});

test('on a phone, from right to left, both are used without scrolling sideways', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/ar/asset/convert', '/de/asset/convert', '/ar/asset/transfer']) {
    await settle(page, `${exchange.baseUrl}${address}`);
    const wide = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(wide).toBeLessThanOrEqual(360);
  }
});
