/** A forgotten password in the browser: by a mail of the outbox, in the language of the page. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const PASSWORD = 'plum tree under rain 77';
const NEW_PASSWORD = 'seven green mice nap';
const EMAIL = 'reset-ada@example.com';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', EMAIL, '--password', PASSWORD);
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function askForLink(): Promise<void> {
  await page.goto(`${exchange.baseUrl}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reset password' }).waitFor();
  await page.getByLabel('E-mail').fill('not an address');
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').and(page.locator('[aria-invalid="true"]')).waitFor();
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.keyboard.press('Enter');
  await page.getByText('a link is on its way').waitFor();
}

test('the link of a mail sets a new password, once', async () => {
  await askForLink();
  await page.getByRole('link', { name: 'Open the outbox' }).click();
  const mail = page.getByRole('listitem').filter({ hasText: 'Reset your Halcyon password' });
  const link = mail.getByRole('link', { name: '/reset-password#token=' });
  const target = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  // Nobody finds the token in the address, nor in the history.
  await page.waitForURL(`${exchange.baseUrl}/reset-password`);
  await page.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await page.getByLabel('New password').and(page.locator('[aria-invalid="true"]')).waitFor();
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The password is set').waitFor();
  await page.locator('#main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Account' }).waitFor();

  await page.goto(exchange.baseUrl + target);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('This link has been used or is too old.').waitFor();
  await page.getByRole('button', { name: 'Ask for another link' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reset password' }).waitFor();
  // The browser itself reports the refusal; nothing else went wrong.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

test('mail and link are in the language of the page; the command line shows the mail too', async () => {
  await page.goto(`${exchange.baseUrl}/de/reset-password`);
  await page.getByLabel('E-Mail').fill(EMAIL);
  await page.keyboard.press('Enter');
  await page.getByText('ist ein Link unterwegs').waitFor();
  const mailed = (...links: string[]) => {
    const mails = ['mail', 'list', '--email', EMAIL, ...links] as const;
    return exchange.command<{ subject: string; text: string }[]>(...mails)[0];
  };
  const target = `${exchange.baseUrl}/de/reset-password#`;
  expect(mailed()?.subject).toBe('Halcyon-Passwort zurücksetzen');
  expect(mailed()?.text).toContain(`${target}(hidden`);
  expect(mailed()?.text).not.toContain('token=');
  expect(mailed('--links')?.text).toContain(`${target}token=`);
  // Who has a link can take the account: that it was read is noted.
  const { entries } = exchange.command<{ entries: object[] }>('audit', 'list');
  const noted = entries.filter((entry) => JSON.stringify(entry).includes('mail-list'));
  expect(noted).toHaveLength(1);
});
