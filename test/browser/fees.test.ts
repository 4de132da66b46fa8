/** The pages of fee levels in the browser: schedule, own level with what is missing, coupons, receipts. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LevelReceipt } from '../../packages/domain/src/index.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { settle, signIn } from '../support/web-pages.ts';

const PASSWORD = 'plum tree under rain 77';
const EMAIL = 'fees@example.com';
const person = ['--email', EMAIL];

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', ...person, '--password', PASSWORD, '--fund', 'USDT=20000');
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const rows = () => page.getByRole('region', { name: 'Fees' }).locator('tbody tr');

test('everybody sees what each level asks for and pays', async () => {
  await settle(page, `${exchange.baseUrl}/fee`);
  await rows().nth(5).waitFor();
  expect(await rows().count()).toBe(6);
  await rows().nth(2).getByText('0.025% / 0.05%').first().waitFor();
  await rows().nth(2).getByText('5,000,000', { exact: true }).waitFor();
  expect(await page.getByText('Your level', { exact: true }).count()).toBe(0);
});

test('the own level is marked, with what is missing to the next one', async () => {
  await signIn(page.context(), exchange.baseUrl, { email: EMAIL, password: PASSWORD });
  await settle(page, `${exchange.baseUrl}/vip/detail`);
  await page.getByRole('heading', { name: 'To level 1' }).waitFor();
  await page.getByText('20,000 / 50,000 USDT').waitFor();
  await page.getByText('30,000 USDT missing').waitFor();
  await page.getByText('You have none.').waitFor();
  await page.getByText('Nothing has changed yet.').waitFor();
  await page.getByRole('link', { name: 'Fees' }).last().click();
  await rows().first().getByText('Your level').waitFor();
});

test('a level that comes after midnight is told before', async () => {
  const email = 'fees-more@example.com';
  const made = ['--email', email, '--password', PASSWORD, '--fund', 'USDT=60000'];
  await exchange.ask('user', 'create', ...made);
  const other = await browser.newPage();
  await signIn(other.context(), exchange.baseUrl, { email, password: PASSWORD });
  await settle(other, `${exchange.baseUrl}/vip/detail`);
  await other.getByText('As of now it will be level 1 after midnight UTC.').waitFor();
  await other.close();
});

test('a coupon lowers what is shown and is listed until it ends', async () => {
  await exchange.ask('user', 'level', ...person, '--level', '2', '--reason', 'much volume');
  const coupon = ['--percent', '20', '--until', '2099-01-01T00:00:00Z'];
  await exchange.ask('user', 'coupon', ...person, ...coupon);
  await settle(page, `${exchange.baseUrl}/vip/detail`);
  await page.getByText('Level 2, set by the operator, until it is taken back').first().waitFor();
  await page.getByText('0.02% / 0.04%').first().waitFor();
  const changes = page.getByRole('region', { name: 'Changes of your level' });
  await changes.getByText(/^Given: 20% off, until /).waitFor();
  await changes.getByText('much volume').waitFor();
});

test('a receipt is worked out again on the page, and closes by the keyboard', async () => {
  const receipt: LevelReceipt = {
    day: 20_000,
    trades: [[19_999, 'spot', 'USDT', '1000000.5']],
    assets: [['BTC', '0.5']],
    prices: { USDT: '1', BTC: '60000.1' },
    terms: [
      [0, 0, 0],
      [1_000_000, null, 50_000],
    ],
  };
  const row = { id: '1', change: 'earned', grant: null, level: 1, receipt, reason: '', time: 1 };
  const data = { rows: [row], next: null };
  await page.route('**/api/web/v1/fees/changes*', (route) =>
    route.fulfill({ json: { code: '00000', msg: 'success', requestTime: 1, data } }),
  );
  const head = { version: 1, exchange: '', venue: 'live', user: '1000000016', account: 'spot' };
  const whole = { ...head, seq: 41, time: 1, kind: 'level', level: 1, basis: receipt };
  await page.route('**/api/web/v1/receipt*', (route) =>
    route.fulfill({
      json: { code: '00000', msg: 'success', data: { receipt: whole, proof: 'none' } },
    }),
  );
  await settle(page, `${exchange.baseUrl}/vip/detail`);
  await page.getByRole('button', { name: 'Show' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1,000,000.5 USDT', { exact: true }).waitFor();
  await dialog.getByText('30,000.05 USDT', { exact: true }).waitFor();
  await dialog.getByText('Level 1, by volume and assets').waitFor();
  expect(await dialog.getByText('Journal position').locator('..').innerText()).toContain('41');
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the pages fit a phone, light and right to left', async () => {
  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
  try {
    await phone.addInitScript(() => localStorage.setItem('theme', 'light'));
    await signIn(phone.context(), exchange.baseUrl, { email: EMAIL, password: PASSWORD });
    for (const path of ['/fee', '/ar/vip/detail', '/ar/vip/vipIntroduce']) {
      await settle(phone, exchange.baseUrl + path);
      await phone.getByRole('heading', { level: 1 }).waitFor();
      const wide = await phone.evaluate('document.documentElement.scrollWidth');
      expect(wide, path).toBeLessThanOrEqual(360);
    }
  } finally {
    await phone.close();
  }
  expect(complaints).toEqual([]);
});
