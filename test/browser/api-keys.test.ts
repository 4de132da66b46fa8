/** The page of API keys: the requests of a key, why one was refused, and the emergency stop. */
import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { settle, signIn } from '../support/web-pages.ts';

const PERSON = { email: 'api-keys-ada@example.com', password: 'plum tree under rain 77' };
const ORDERS = '/api/v2/spot/trade/unfilled-orders';
const QUERY = 'symbol=BTCUSDT';
const PLACE = '/api/v2/spot/trade/place-order';
const PASSPHRASE = 'passphrase1';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];
let key: { readonly apiKey: string; readonly secretKey: string };

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  const { email, password } = PERSON;
  const person = ['--email', email, '--password', password, '--fund', 'USDT=10000'];
  await exchange.ask('user', 'create', ...person);
  browser = await workerBrowser();
  page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    baseURL: exchange.baseUrl,
  });
  complaints = complaintsOf(page);
  await signIn(page.context(), exchange.baseUrl, PERSON);
  key = await makeKey();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** A request of the page's session, as the page makes it. */
async function ask(method: 'GET' | 'POST', path: string, data?: object) {
  const base = exchange.baseUrl;
  const session = await page.request.get(`${base}/api/web/v1/csrf`);
  const { csrfToken } = (await session.json()).data;
  const headers = { origin: base, 'x-csrf-token': csrfToken };
  return (await page.request.fetch(base + path, { method, headers, data })).json();
}

async function makeKey(): Promise<typeof key> {
  const settings = { label: 'night bot', permissions: ['read', 'trade'], passphrase: PASSPHRASE };
  return (await ask('POST', '/api/web/v1/api-keys', settings)).data;
}

/** A request by key; the text is what is signed. */
async function byKey(text: (at: string) => string, secret = key.secretKey): Promise<string> {
  const at = String(Date.now());
  const response = await fetch(`${exchange.baseUrl}${ORDERS}?${QUERY}`, {
    headers: {
      'access-key': key.apiKey,
      'access-sign': createHmac('sha256', secret).update(text(at)).digest('base64'),
      'access-timestamp': at,
      'access-passphrase': PASSPHRASE,
    },
  });
  return ((await response.json()) as { code: string }).code;
}

const dialog = () => page.getByRole('dialog');
const requests = () => page.getByRole('region', { name: 'Requests' }).getByRole('row');
const report = () => page.getByRole('region', { name: 'Why this request was refused' });

async function openRequests(): Promise<void> {
  await settle(page, '/account/newapi');
  await page.getByRole('button', { name: 'Requests night bot' }).click();
  await dialog().getByText('Only you see them.').waitFor();
}

test('a key that nobody used says so, and has no requests', async () => {
  await openRequests();
  await dialog().getByText('Nobody has used this key yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('each request is there with its answer, and a usual mistake is named', async () => {
  expect(await byKey((at) => `${at}GET${ORDERS}?${QUERY}`)).toBe('00000');
  expect(await byKey((at) => `${at}GET${ORDERS}`)).toBe('40009');
  await openRequests();
  await requests().filter({ hasText: '40009' }).getByRole('button', { name: 'Why?' }).click();
  await report().getByText('The query is missing in the text that was signed.').waitFor();
  await report()
    .locator('pre')
    .filter({ hasText: `GET${ORDERS}?${QUERY}` })
    .waitFor();
  expect(await requests().filter({ hasText: '00000' }).count()).toBe(1);
});

test('what a program signed is compared byte for byte', async () => {
  expect(await byKey((at) => `${at}GET${ORDERS}?${QUERY}`, 'another secret')).toBe('40009');
  await openRequests();
  const rows = requests().filter({ hasText: '40009' });
  await rows.first().getByRole('button', { name: 'Why?' }).click();
  await report().getByText('None of the usual mistakes explains it.').waitFor();
  const ours = (await report().locator('pre').textContent()) ?? '';
  const field = page.getByRole('textbox', { name: 'The text that your program signed' });
  await field.fill(ours);
  await page.getByText('Both texts are the same.').waitFor();
  await field.fill(ours.replace('GET', 'get'));
  await page.getByText(`They differ from byte ${ours.indexOf('GET') + 1} on.`).waitFor();
});

test('on a phone the whole of it fits the window', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openRequests();
  await page.getByRole('button', { name: 'Why?' }).first().click();
  await report().waitFor();
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  expect(wide).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the emergency stop asks once, switches keys off and cancels orders', async () => {
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc', size: '0.01' };
  const ticker = await ask('GET', '/api/v2/spot/market/tickers?symbol=BTCUSDT');
  const price = String(Math.floor(Number(ticker.data[0].lastPr) * 0.95));
  expect((await ask('POST', PLACE, { ...order, price })).msg).toBe('success');
  await settle(page, '/account/newapi');
  await page.getByRole('button', { name: 'Stop everything' }).click();
  await dialog().getByRole('button', { name: 'Stop everything' }).click();
  await toastSaid(page, 'Stopped. Keys switched off: 1. Orders cancelled: 1.');
  expect((await ask('GET', ORDERS)).data).toEqual([]);
  expect(await byKey((at) => `${at}GET${ORDERS}?${QUERY}`)).toBe('40037');
  await page.getByRole('button', { name: 'Switch on night bot' }).click();
  await toastSaid(page, 'API key saved.');
  expect(await byKey((at) => `${at}GET${ORDERS}?${QUERY}`)).toBe('00000');
});

test('a key may be told to copy, and the form says that this permits nothing yet', async () => {
  await settle(page, '/account/newapi');
  const row = page.getByRole('row', { name: /night bot/ });
  expect(await row.getByText('Copy trading').count()).toBe(0);
  await page.getByRole('button', { name: 'Edit API key night bot' }).click();
  await dialog().getByText('Copy trading is not open yet').waitFor();
  const box = dialog().getByRole('checkbox', { name: 'Copy trading' });
  expect(await box.isChecked()).toBe(false);
  await box.press('Space');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await row.getByText('Copy trading').waitFor();
  const { data } = await ask('GET', '/api/web/v1/api-keys');
  expect(data[0].permissions.at(-1)).toBe('copy');
});

test('dialogs of keys are those of all pages: a day is chosen in one, and the focus comes back', async () => {
  await settle(page, '/account/newapi');
  const edit = page.getByRole('button', { name: 'Edit API key night bot' });
  await edit.click();
  await page.locator('dialog[open]').waitFor();
  const day = dialog().locator('.ant-picker input');
  await day.click();
  await dialog().locator('.ant-picker-cell-today').click();
  await expect.poll(() => day.inputValue()).not.toBe('');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate('document.activeElement.ariaLabel'))
    .toBe('Edit API key night bot');
  await page.getByRole('button', { name: 'Delete night bot' }).click();
  await page.locator('dialog[open]').getByText('Delete this API key?').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await page.locator('.ant-modal').count()).toBe(0);
});

test('nothing of it made the browser complain', () => {
  expect(complaints).toEqual([]);
});
