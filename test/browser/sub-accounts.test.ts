/** Sub-accounts in the browser: made, given money, acted as, frozen, with keys and history. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { focused } from '../support/keyboard.ts';
import { settle, signIn } from '../support/web-pages.ts';

const PERSON = { email: 'sub-accounts-desk@example.com', password: 'plum tree under rain 77' };

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
const positionReads: string[] = [];

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  const { email, password } = PERSON;
  const who = ['--email', email, '--password', password];
  await exchange.ask('user', 'create', ...who, '--fund', 'USDT=5000');
  browser = await workerBrowser();
  context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  context.on('request', (request) => {
    if (request.url().includes('/position/all-position')) positionReads.push(request.url());
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
  await signIn(context, exchange.baseUrl, PERSON);
  await settle(page, `${exchange.baseUrl}/subaccount`);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const row = (name: string) =>
  page.getByRole('region', { name: 'Sub-accounts' }).locator('tbody tr', { hasText: name });
const acting = () => page.getByRole('button', { name: /^You are using sub-account/ });

test('one is made by keyboard on a phone, and a name that is none is refused', async () => {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  const menu = page.getByRole('region', { name: 'Account', exact: true });
  await menu.getByRole('link', { name: 'Sub-accounts' }).waitFor();
  expect(await page.getByRole('group', { name: 'Switch account' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByText('You have no sub-accounts yet.').waitFor();
  await page.getByRole('button', { name: 'Create sub-account' }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name' });
  // One begins with the name, not with the button that closes.
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type('seven77');
  await page.keyboard.press('Enter');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('momentum');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'momentum was created.');
  await row('momentum').getByText('0.00').waitFor();
});

test('money moves to it, and the page and its history tell so', async () => {
  await page.getByRole('button', { name: 'Transfer momentum' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => focused(page)).toMatch(/^From/);
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1250');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await toastSaid(page, 'Transferred 1,250 USDT to: momentum: Spot account.');
  await row('momentum').getByText('1,250.00').waitFor();
  await page.getByRole('link', { name: 'Transfers' }).click();
  const moved = page.getByRole('region', { name: 'Transfers' }).locator('tbody tr');
  await moved.getByText('Main account: Spot account').waitFor();
  expect(await moved.count()).toBe(1);
  // From any account to any other on the page of transfers, which lists it as the records do.
  await settle(page, `${exchange.baseUrl}/asset/transfer`);
  const latest = page.getByRole('region', { name: 'Transfers' }).locator('tbody tr');
  await latest.getByText('momentum: Spot account').waitFor();
  const side = (name: string) => page.getByRole('combobox', { name, exact: true });
  await side('To').selectOption({ label: 'Main account: Funding account' });
  await side('From').selectOption({ label: 'momentum: Spot account' });
  await page.getByLabel('Amount').fill('50');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Transferred 50 USDT to: Main account: Funding account.');
  // What came there leaves again: all of it, the other way round.
  await page.getByRole('button', { name: 'Swap the direction' }).click();
  await page.getByRole('button', { name: '50 USDT', exact: true }).click();
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await toastSaid(page, 'Transferred 50 USDT to: momentum: Spot account.');
  for (const record of ['exchange', 'mcp']) {
    await settle(page, `${exchange.baseUrl}/record/${record}?tab=transfers`);
    const rows = page.getByRole('tabpanel', { name: 'Transfers' }).locator('tbody tr');
    await rows.getByText('momentum: Spot account').first().waitFor();
    await rows.getByText('Funding account').first().waitFor();
    expect(await page.getByText('p2p').count()).toBe(0);
  }
});

test('the page acts as it, says so, and is back with one press', async () => {
  await settle(page, `${exchange.baseUrl}/subaccount`);
  await page.getByRole('button', { name: 'Switch to sub-account momentum' }).click();
  await acting().waitFor();
  // Its owner's page is none of its own: it goes on at its assets.
  await page.waitForURL('**/asset');
  await page.locator('.asset-total').getByText('1,250').first().waitFor();
  await settle(page, `${exchange.baseUrl}/subaccount`);
  await page.getByText('Only your main account has this page.').waitFor();
  await settle(page, `${exchange.baseUrl}/asset/spot`);
  await acting().waitFor();
  await page.getByText('1,250').first().waitFor();
  expect(await page.getByText('3,750').count()).toBe(0);
  // The overview leaves out what is of the main account alone, rather than ask for it in vain.
  await settle(page, `${exchange.baseUrl}/asset`);
  await page.locator('.asset-total').getByText('1,250').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Value and profit' }).count()).toBe(0);
  expect(await page.locator('.asset-actions').getByText('Withdraw').count()).toBe(0);
  await acting().press('Enter');
  await page.getByText('3,750').first().waitFor();
  expect(await acting().count()).toBe(0);
});

test('the account menu goes from one to another and back, by press and by keyboard', async () => {
  const menu = page.getByRole('region', { name: 'Account', exact: true });
  const choices = () => menu.getByRole('group', { name: 'Switch account' }).getByRole('button');
  const current = () => menu.locator('[aria-current="true"]').textContent();
  const open = async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).press('Enter');
    await choices().first().waitFor();
  };
  await settle(page, `${exchange.baseUrl}/subaccount`);
  await page.getByRole('button', { name: 'Create sub-account' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('reversal');
  await page.keyboard.press('Enter');
  await row('reversal').waitFor();
  await settle(page, `${exchange.baseUrl}/asset/spot`);
  await open();
  expect(await choices().allTextContents()).toEqual(['Main account', 'momentum', 'reversal']);
  expect(await current()).toBe('Main account');
  await choices().nth(1).click();
  await page.getByRole('button', { name: /^You are using sub-account momentum/ }).waitFor();
  await page.getByText('1,250').first().waitFor();
  await open();
  expect(await current()).toBe('momentum');
  // Arrow keys go through the list as through the rest of the menu.
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^You are using sub-account reversal/ }).waitFor();
  expect(await page.getByText('1,250').count()).toBe(0);
  // In simulation too, where a press on the current one only closes the menu.
  await page.evaluate("localStorage.setItem('simulation-trading', '1')");
  await settle(page, `${exchange.baseUrl}/ar/asset/spot`);
  const region = page.getByRole('region', { name: 'الحساب', exact: true });
  await page.getByRole('button', { name: 'الحساب', exact: true }).click();
  await region.locator('[aria-current="true"]').click();
  await region.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'الحساب', exact: true }).click();
  const loaded = page.waitForEvent('load');
  await region.getByRole('button', { name: 'الحساب الرئيسي' }).click();
  await loaded;
  expect(await page.locator('.acting').count()).toBe(0);
  // The browser may tell a page of the change that it was loaded for: it does not load once more.
  await page.evaluate(`
    globalThis.same = true;
    const init = { key: 'sub-account', newValue: null, storageArea: localStorage };
    window.dispatchEvent(new StorageEvent('storage', init));`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  expect(await page.evaluate('globalThis.same')).toBe(true);
  await page.evaluate("localStorage.removeItem('simulation-trading')");
});

test('it has keys of its own', async () => {
  await settle(page, `${exchange.baseUrl}/subaccount/setting/api`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Withdraw', 'Copy trading']) {
    expect(await dialog.getByRole('checkbox', { name }).count()).toBe(0);
  }
  await dialog.getByRole('textbox', { name: 'Label' }).fill('grid bot');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('grid bot').first().waitFor();
  await settle(page, `${exchange.baseUrl}/account/newapi`);
  expect(await page.getByText('grid bot').count()).toBe(0);
});

test('frozen, nobody acts as it: a tab that did is back at once', async () => {
  await settle(page, `${exchange.baseUrl}/subaccount`);
  const other = await context.newPage();
  await page.getByRole('button', { name: 'Switch to sub-account momentum' }).click();
  await acting().waitFor();
  const owner = other.getByRole('button', { name: /^You are using sub-account/ });
  await settle(other, `${exchange.baseUrl}/asset/spot`);
  await owner.press('Enter');
  // The first tab follows.
  await acting().waitFor({ state: 'detached' });
  await settle(page, `${exchange.baseUrl}/subaccount`);
  await page.getByRole('button', { name: 'Freeze momentum' }).click();
  // A question has nothing to be filled in.
  await expect.poll(() => focused(page)).toBe('Close');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await row('momentum').getByText('Frozen').waitFor();
  await page.evaluate("localStorage.setItem('sub-account', '1')");
  await page.reload();
  await row('momentum').getByText('Frozen').waitFor();
  expect(await acting().count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel all momentum' }).click();
  await toastSaid(page, 'Orders cancelled: 0.');
  await page.getByRole('button', { name: 'Unfreeze momentum' }).click();
  await page.getByRole('button', { name: 'Switch to sub-account momentum' }).waitFor();
  // The stream brings positions. Who switches fast would soon be over the limit of their reads.
  expect(positionReads).toEqual([]);
  expect(complaints).toEqual([]);
});
