/** Lists of the account's pages on a phone: cards are low, and no value leaves its cell, whatever the language. */
import { RestClient } from '@halcyon/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerBrowser } from '../support/browser.ts';
import { cardFaults } from '../support/cards.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { showLongest } from '../support/longest-words.ts';
import { FIT_SCRIPT, fitFaults } from '../support/page-fit.ts';
import { settle, signIn } from '../support/web-pages.ts';

const PERSON = { email: 'cards@example.com', password: 'a long enough passphrase' };
/** Of a key, px: it has all its permissions and what can be done with it. */
const KEY_HIGHEST = 220;
/** More than that where each of its permissions is called by the longest of eighteen names. */
const KEY_SPARE = 40;
/** Of a fee level, px: it has nine values. */
const LEVEL_HIGHEST = 150;

const LISTS: readonly (readonly [path: string, rows: string, highest?: number])[] = [
  ['/asset/transfer', '.table.cards tbody tr'],
  ['/asset/deposit', '.table.cards tbody tr'],
  ['/asset/margin', '.table.cards tbody tr'],
  ['/fee', '.table.cards tbody tr', LEVEL_HIGHEST],
  ['/account/security', '.table.cards tbody tr'],
  ['/record/exchange?tab=transfers', '.ant-table-row'],
  ['/record/exchange?tab=deposits', '.ant-table-row'],
  ['/account/newapi', '.ant-table-row', KEY_HIGHEST],
];

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const credentials = await exchange.trader('cards', 'USDT=9000,BTC=2', 'read,trade,transfer,copy');
  const { baseUrl } = exchange;
  const client = new RestClient({ baseUrl, credentials, timeoutMs: 120_000 });
  for (const toType of ['crossed_margin', 'usdt_futures'] as const) {
    const transfer = { fromType: 'spot', toType, coin: 'USDT', amount: '1234.56789' } as const;
    await client.call('account.transfer', transfer);
  }
  exchange.output('asset', 'add', 'HUGE', '--scale', '0');
  const scales = ['--price-scale', '8', '--quantity-scale', '0', '--last-price', '123456.12345678'];
  exchange.output('instrument', 'add', 'HUGEUSDT', '--base', 'HUGE', '--quote', 'USDT', ...scales);
  exchange.output('instrument', 'open', 'HUGEUSDT');
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function onPhone(prepare?: (context: BrowserContext) => Promise<void>): Promise<Page> {
  const context = await browser.newContext({
    baseURL: exchange.baseUrl,
    viewport: { width: 360, height: 780 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript({ path: FIT_SCRIPT });
  await prepare?.(context);
  await signIn(context, exchange.baseUrl, PERSON);
  return context.newPage();
}

async function faultsOf(page: Page, prefix: string, spare = 0): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, rows, highest] of LISTS) {
    await settle(page, prefix + path);
    await page.locator(rows).first().waitFor();
    const found = [
      ...(await cardFaults(page, rows, highest === KEY_HIGHEST ? highest + spare : highest)),
      ...(await page.evaluate<string[]>('measured.spills()')),
    ];
    faults.push(...found.map((fault) => `${prefix}${path} ${fault}`));
  }
  return faults;
}

test.each(['', '/ar'])(
  'cards of lists are low, each value in its cell, at the address "%s"',
  async (prefix) => {
    const page = await onPhone();
    expect(await faultsOf(page, prefix)).toEqual([]);
    await page.context().close();
  },
  240_000,
);

test('where each word is that of the longest language too', async () => {
  const page = await onPhone(showLongest);
  expect(await faultsOf(page, '', KEY_SPARE)).toEqual([]);
  await page.context().close();
}, 240_000);

test('a price of many digits breaks before the list of markets scrolls', async () => {
  const page = await onPhone(showLongest);
  await settle(page, '/markets');
  const prices = page.locator('.market-price');
  await prices.filter({ hasText: '123,456.12345678' }).waitFor();
  // As after a day of large moves, which no test can wait for.
  await page.evaluate(`for (const pill of document.querySelectorAll('.change-pill')) {
    pill.textContent = '+1,234.56%';
  }`);
  expect(await fitFaults(page, [360], '.market-card')).toEqual([]);
  await page.context().close();
});
