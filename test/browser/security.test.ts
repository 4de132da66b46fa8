/** The security page in the browser: password, sessions, sign-ins, anti-phishing code, frozen withdrawals. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const PASSWORD = 'plum tree under rain 77';
const NEW_PASSWORD = 'seven green mice nap';
const EMAIL = 'security-ada@example.com';

let exchange: ExchangeProcess;
let browser: Browser;
let other: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', EMAIL, '--password', PASSWORD);
  browser = await workerBrowser();
  const person = { email: EMAIL, password: PASSWORD };
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
  await signIn(page.context(), exchange.baseUrl, person);
  other = await browser.newContext({ userAgent: 'Elsewhere/1' });
  await signIn(other, exchange.baseUrl, person);
  await page.goto(`${exchange.baseUrl}/account/security`);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const rowsOf = (name: string) => page.getByRole('region', { name }).locator('tbody tr');
const otherIsIn = async () =>
  (await other.request.get(`${exchange.baseUrl}/api/web/v1/sessions`)).status() === 200;

test('a sign-in from a new browser is marked; its session is ended from here', async () => {
  const login = rowsOf('Log-ins').filter({ hasText: 'Elsewhere/1' });
  await login.getByText('New browser').waitFor();
  const session = rowsOf('Sessions').filter({ hasText: 'Elsewhere/1' });
  await session.getByRole('button', { name: 'End' }).click();
  await toastSaid(page, 'The session has ended.');
  await session.waitFor({ state: 'detached' });
  await rowsOf('Sessions').getByText('This session').waitFor();
  expect(await otherIsIn()).toBe(false);
});

test('the anti-phishing code is saved, and in the mails from then on', async () => {
  await page.getByLabel('Anti-phishing code').fill('Blue heron');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Anti-phishing code saved.');
  await page.reload();
  await expect.poll(() => page.getByLabel('Anti-phishing code').inputValue()).toBe('Blue heron');
});

test('a new password freezes withdrawals, and the page says until when', async () => {
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toastSaid(page, 'The password was changed');
  await page.getByText(/^Withdrawals are frozen until /).waitFor();
  const [mail] = exchange.command<{ text: string }[]>('mail', 'list', '--email', EMAIL);
  expect(mail?.text).toMatch(/^Anti-phishing code: Blue heron\n\nThe password of your account/);
  // The browser itself reports the refusal; nothing else went wrong.
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('the own address is no new one: the field says so, and nothing is asked', async () => {
  await page.getByLabel('New address').fill(EMAIL.toUpperCase());
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('This is already the address of this account.').waitFor();
  expect(await page.getByLabel('New address').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('New address').fill('');
});

test('another address is confirmed by the link that was sent to it', async () => {
  await page.getByLabel('New address').fill('security-eva@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Open the outbox' }).click();
  const mail = page.getByRole('listitem').filter({ hasText: 'Confirm your new address' });
  await mail.getByRole('link', { name: '/account/security#email=' }).click();
  await page.getByRole('button', { name: 'Confirm the new address' }).click();
  await page.getByText('The address is changed').waitFor();
  await page.waitForURL(`${exchange.baseUrl}/account/security`);
  await signIn(page.context(), exchange.baseUrl, {
    email: 'security-eva@example.com',
    password: NEW_PASSWORD,
  });
});

test('on a phone, from right to left, nothing is wider than the window', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/ar/account/security', '/ar/modifyverification', '/ar/outbox']) {
    await page.goto(exchange.baseUrl + address);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([address, width]).toEqual([address, 360]);
  }
  // The date of a mail does not run into the address before it.
  await page.locator('.mail').first().waitFor();
  const apart = await page.evaluate(`(() => {
    const parts = [...document.querySelectorAll('.mail .muted')[0].querySelectorAll('bdi')];
    const [to, at] = parts.map((part) => part.getBoundingClientRect());
    return at.right <= to.left || at.top >= to.bottom;
  })()`);
  expect(apart).toBe(true);
});

test('a frozen account is out at once, and thawed by a link and the password', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${exchange.baseUrl}/account/security`);
  await page.getByRole('button', { name: 'Freeze account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze account' });
  await dialog.getByRole('button', { name: 'Freeze account' }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel('E-mail').fill('security-eva@example.com');
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('You have frozen this account.').waitFor();
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('link', { name: 'Open the outbox' }).click();
  const mail = page.getByRole('listitem').filter({ hasText: 'Unfreeze your Halcyon account' });
  const link = mail.getByRole('link', { name: '/account/security#thaw=' });
  const address = (await link.getAttribute('href')) ?? '';
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${exchange.baseUrl}/ar${address}`);
  await page.locator('input[type=password]').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(exchange.baseUrl + address);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The account is unfrozen').waitFor();
  await page.getByRole('link', { name: 'Log in' }).last().click();
  await page.getByLabel('E-mail').fill('security-eva@example.com');
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/spot\//);
  await page.goto(`${exchange.baseUrl}/account/security`);
  await page.getByText(/^Withdrawals are frozen until /).waitFor();
});

test('a known browser is removed', async () => {
  const person = { email: 'security-knows@example.com', password: PASSWORD };
  await exchange.ask('user', 'create', '--email', person.email, '--password', PASSWORD);
  await signIn(page.context(), exchange.baseUrl, person);
  await page.goto(`${exchange.baseUrl}/account/security`);
  const list = page.getByRole('region', { name: 'Known browsers' });
  await list.getByRole('img', { name: 'This browser' }).waitFor();
  await list.getByRole('button', { name: 'Remove' }).click();
  await toastSaid(page, 'The browser was removed.');
  await list.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
});

test('an account with money is not closed, an empty one is, for good', async () => {
  const person = { email: 'security-leaves@example.com', password: PASSWORD };
  const rich = { email: 'security-stays@example.com', password: PASSWORD };
  const create = (one: typeof person, ...more: string[]) =>
    exchange.ask('user', 'create', '--email', one.email, '--password', PASSWORD, ...more);
  await create(person);
  await create(rich, '--fund', 'USDT=5');
  const close = async (one: typeof person) => {
    await signIn(page.context(), exchange.baseUrl, one);
    await page.goto(`${exchange.baseUrl}/account/security`);
    await page.getByRole('button', { name: 'Close account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close account' });
    await dialog.getByText('the exchange keeps the records', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Close account' }).click();
  };
  await close(rich);
  await toastSaid(page, 'The account still has something open or on its way.');
  await close(person);
  await page.waitForURL(/\/login/);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This account is closed.').waitFor();
});
