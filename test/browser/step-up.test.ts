/** S5 in the browser: who comes back after a quarter of an hour gives the password, and what was asked for is done. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { makeSessionsOlder } from '../support/older-sessions.ts';

const PASSWORD = 'plum tree under rain 77';
const EMAIL = 'step-up-ada@example.com';
const QUARTER_MS = 15 * 60 * 1000;

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  const person = ['--email', EMAIL, '--password', PASSWORD];
  await exchange.ask('user', 'create', ...person, '--fund', 'USDT=1000');
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const answer = await page.request.post(`${exchange.baseUrl}/api/web/v1/login`, {
    headers: { origin: exchange.baseUrl },
    data: { email: EMAIL, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

function timePasses(): void {
  makeSessionsOlder(exchange.folder, EMAIL, 'active_at', QUARTER_MS);
}

/** Asks for test funds after a quarter of an hour. */
async function claimLate(): Promise<void> {
  await page.goto(`${exchange.baseUrl}/asset/spot`);
  const claim = page.getByRole('button', { name: 'Get 10,000 USDT' });
  await claim.waitFor();
  timePasses();
  await claim.click();
  await page.getByRole('dialog', { name: 'Confirm your identity' }).waitFor();
}

test('a wrong password is told, the right one lets the act go on', async () => {
  const complaints = complaintsOf(page);
  await claimLate();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('40,000 of 50,000 left today').first().waitFor();
  // The browser itself reports the two refusals; nothing else went wrong.
  expect(complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([]);
});

test('a closed dialog leaves the act undone, tells no error, and the person signed in', async () => {
  await claimLate();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('button', { name: 'Get 10,000 USDT' }).getAttribute('aria-disabled'))
    .not.toBe('true');
  expect((await page.locator('html').getAttribute('data-toasts')) ?? '').not.toContain(
    'password again',
  );
  // What came with the account, and the one claim of before; a day may have ended since then.
  await page.locator('.ant-table-row', { hasText: 'USDT' }).getByText('11,000').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/asset/spot');
});
