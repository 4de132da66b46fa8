/** Transfers and conversions on their own pages. */
import { readFile } from 'node:fs/promises';
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { goTo, signIn } from '../support/web-pages.ts';

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
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const credentials = await exchange.trader('maker', 'USDT=1000000,BTC=10');
  maker = new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) last[symbol] = await lastOf(symbol);
  const who = ['--email', EMAIL, '--password', PASSWORD];
  const little = (8 / last['ETHUSDT']!).toFixed(4);
  await exchange.ask('user', 'create', ...who, '--fund', `USDT=1000,ETH=${little}`);
  await offer('BTCUSDT', 'sell', 1);
  await offer('ETHUSDT', 'buy', 0.99);
  browser = await workerBrowser();
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

/** What the quote gives at least, BTC. While there is none it is waited for, and asked for where it was given up. */
async function promised(): Promise<number> {
  for (;;) {
    const [text = ''] = await quote().allInnerTexts();
    const said = /receive at least\s+([\d.]+) BTC/.exec(text)?.[1];
    if (said !== undefined) return Number(said);
    await askForQuote();
  }
}

/** Asks for a quote, and again where the machine stood still for longer than one holds. */
async function askForQuote(): Promise<void> {
  await page.getByRole('button', { name: /^Get a (new )?quote$/ }).click();
  await quote().waitFor();
}

/** Carries the quote out, and a new one where it had expired by then. @returns least that it promised */
async function carryOut(): Promise<number> {
  const rows = await rowsOf('Conversions').count();
  for (;;) {
    const least = await promised();
    await quote().getByRole('button', { name: 'Convert' }).click();
    const refused = page.getByRole('alert').getByText('has expired');
    await expect
      .poll(
        async () => (await rowsOf('Conversions').count()) > rows || (await refused.count()) > 0,
        {
          timeout: 120_000,
        },
      )
      .toBe(true);
    if ((await refused.count()) === 0) return least;
    await askForQuote();
  }
}

test('money is moved to another account, and listed with both', async () => {
  await goTo(page, `${exchange.baseUrl}/asset/transfer`);
  await page.getByRole('button', { name: '1,000 USDT' }).waitFor();
  await page.getByLabel('Amount').fill('2000');
  expect(await page.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Amount').fill('100');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Transferred 100 USDT');
  const moved = rowsOf('Transfers').filter({ hasText: '100' });
  await moved.getByText('Spot').waitFor();
  await moved.getByRole('button', { name: 'Show' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText(/^1000 − 100 = 900 USDT$/).waitFor();
  await page.keyboard.press('Escape');
  expect(await axeFaults(page)).toEqual([]);
});

test('the ledger of the funding account has what came and went, its balance, receipts and a file', async () => {
  const move = async (from: string, to: string, amount: string) => {
    await goTo(page, `${exchange.baseUrl}/asset/transfer`);
    await page.getByRole('combobox', { name: 'From' }).selectOption({ label: `${from} account` });
    await page.getByRole('combobox', { name: 'To' }).selectOption({ label: `${to} account` });
    await page.getByLabel('Amount').fill(amount);
    await page.keyboard.press('Enter');
    await toastSaid(page, `Transferred ${amount} USDT`);
  };
  await move('Spot', 'Funding', '70');
  await move('Funding', 'Spot', '20');
  await goTo(page, `${exchange.baseUrl}/record/exchange`);
  await page.getByRole('tab', { name: 'Ledger', exact: true }).focus();
  // The last one is that of refused orders.
  await page.keyboard.press('End');
  await page.getByRole('tabpanel', { name: 'Refused orders' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  const ledger = page.getByRole('tabpanel', { name: 'Funding ledger' });
  const line = (name: RegExp) => ledger.getByRole('row', { name });
  await line(/USDT Transfer out -20 .* 50 /).waitFor();
  await line(/USDT Transfer in 70 .* 70 /).waitFor();
  await ledger.getByRole('combobox', { name: 'Type' }).click();
  await page.getByTitle('Transfer in', { exact: true }).click();
  await line(/Transfer out/).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?tab=fundingLedger&businessType=TRANSFER_IN');
  await ledger.getByRole('button', { name: 'Show' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText(/^0 \+ 70 = 70 USDT$/).waitFor();
  await page.keyboard.press('Escape');
  await ledger.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  expect(await dialog.getByRole('combobox', { name: 'Account' }).inputValue()).toBe('funding');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('halcyon-ledger-funding.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining('70')]);
  await page.keyboard.press('Escape');
  expect(await axeFaults(page)).toEqual([]);
  // On a phone, from right to left, light.
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 760 });
  await goTo(page, `${exchange.baseUrl}/ar/record/exchange?tab=fundingLedger`);
  await page.locator('tbody tr.ant-table-row').nth(1).waitFor();
  // The last but one of nine tabs is in sight, though the row is wider than the phone.
  const tab = await page.locator('[role="tab"][aria-selected="true"]').boundingBox();
  expect([tab !== null && tab.x >= 0, tab !== null && tab.x + tab.width <= 360]).toEqual([
    true,
    true,
  ]);
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(wider)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1440, height: 900 });
  await move('Funding', 'Spot', '50');
});

test('a quote counts down, is renewed by itself, and gives what it says or more', async () => {
  await goTo(page, `${exchange.baseUrl}/asset/convert`);
  await page.getByRole('button', { name: '900 USDT' }).click();
  await askForQuote();
  const left = quote().getByRole('timer');
  const first = await left.innerText();
  expect(first).toMatch(/^Valid for ([1-9]|10) s$|^The quote has expired/);
  await expect.poll(() => left.innerText(), { timeout: 60_000 }).not.toBe(first);
  const least = await promised();
  await offer('BTCUSDT', 'sell', 1.02);
  await expect.poll(promised, { timeout: 120_000 }).toBeLessThan(least);
  expect(await axeFaults(page)).toEqual([]);
  // The book gets better behind the quote: that is the person's.
  await offer('BTCUSDT', 'sell', 1);
  const said = await carryOut();
  await quote().waitFor({ state: 'detached' });
  const [row = ''] = await rowsOf('Conversions').allInnerTexts();
  const received = Number(/([\d.]+) BTC/.exec(row)?.[1]);
  expect(said).toBeGreaterThan(0);
  expect(received).toBeGreaterThanOrEqual(said);
});

test('a price that is gone changes nothing and says so; a changed form has no quote', async () => {
  await page.route('**/convert/trade', async (route) => {
    await offer('BTCUSDT', 'buy', 0.97);
    await route.continue();
  });
  await page.reload();
  await rowsOf('Conversions').first().waitFor();
  const rows = await rowsOf('Conversions').count();
  await page.getByRole('button', { name: 'Swap the direction' }).click();
  expect(await page.getByLabel('From').inputValue()).toBe('BTC');
  await page.getByLabel('Amount').fill('0.0009');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await page.getByText('The order book does not have that much at present.').waitFor();
  await offer('BTCUSDT', 'buy', 0.98);
  await askForQuote();
  await quote().getByRole('button', { name: 'Convert' }).click();
  const refusal = /nothing was converted|has expired/;
  await page.getByText(refusal).first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await rowsOf('Conversions').count()).toBe(rows);
  await askForQuote();
  await page.getByLabel('Amount').fill('0.0008');
  await quote().waitFor({ state: 'detached' });
});

test('what was converted is a list of the records, of a pair and as a file', async () => {
  await goTo(page, `${exchange.baseUrl}/record/exchange?tab=converts&pair=BTCUSDT`);
  await rowsOf('Conversions').getByText(/ BTC$/).first().waitFor();
  await rowsOf('Conversions').getByRole('button', { name: 'Show' }).first().press('Enter');
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText('An order is the sum of its fills', { exact: false }).waitFor();
  expect(await receipt.getByRole('alert').count()).toBe(0);
  const coming = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'Download' }).click();
  const said = exchange.output('verify', '--receipt', await (await coming).path());
  expect(said).toMatch(/equal to what the journal says at \d+\n$/);
  // A fill opens its own, which closes to the order's.
  await receipt.getByRole('list', { name: 'Fills' }).getByRole('button').first().click();
  await receipt.getByText(/^0\.\d+ BTC × 0\.\d+ = 0\.\d+ BTC$/).waitFor();
  await page.keyboard.press('Escape');
  await receipt.getByRole('list', { name: 'Fills' }).waitFor();
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  expect(await dialog.getByLabel('Records').inputValue()).toBe('converts');
  const only = dialog.getByLabel('Only').locator('option');
  expect(await only.first().textContent()).toBe('BTCUSDT');
  await page.keyboard.press('Escape');
});

test('an export that cannot be ended is told of in its dialog', async () => {
  const running = { id: '1', stage: 'running', percent: 5, rows: 10 };
  await page.route('**/api/web/v1/records/export', (route) => {
    const ends = route.request().method() === 'DELETE';
    const told = ends ? { code: '50000', msg: 'No.' } : { code: '00000', msg: 'success' };
    const json = { ...told, requestTime: 1, data: ends ? null : { export: running } };
    return route.fulfill({ status: ends ? 500 : 200, json });
  });
  await goTo(page, `${exchange.baseUrl}/record/exchange`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  await dialog.locator('.export-progress').getByRole('button').click();
  await dialog.getByText('The exchange refused this (code 50000).').waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
  complaints.splice(0);
});

test('small balances become one coin in one go', async () => {
  await goTo(page, `${exchange.baseUrl}/asset/convert`);
  await page.getByRole('button', { name: 'Find small balances' }).click();
  await rowsOf('Small balances').getByText('ETH').waitFor();
  await page.getByRole('button', { name: 'Convert all' }).click();
  await toastSaid(page, 'Converted 1 of 1');
  await rowsOf('Conversions').getByText(/ ETH$/).waitFor();
  await rowsOf('Conversions').getByRole('button', { name: 'Show' }).first().click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText('ETHUSDT').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Find small balances' }).click();
  await page.getByText('There are no small balances').waitFor();
  // What was refused above.
  const own = complaints.filter((text) => !text.startsWith('Failed to load resource'));
  expect(own).toEqual([]);
});

test('on a phone, from right to left, both are used without scrolling sideways', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/ar/asset/convert', '/de/asset/convert', '/ar/asset/transfer']) {
    await goTo(page, `${exchange.baseUrl}${address}`);
    const wide = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(wide).toBeLessThanOrEqual(360);
  }
});
