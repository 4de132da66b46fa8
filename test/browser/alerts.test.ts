/** Price alerts on the terminal: set, moved, changed, forgotten, told when they fire, and kept from who is not signed in. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertRow } from '../../packages/domain/src/web/alerts.ts';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { FIT_SCRIPT, fitFaults } from '../support/page-fit.ts';
import { signIn } from '../support/web-pages.ts';

const PERSON = { email: 'alerts@example.com', password: 'a long enough passphrase' };
const LISTS = '**/api/web/v1/alerts?*';
/** What the page asks of the browser's notifications is noted, and allowed once it was asked for. */
const NOTIFICATIONS = `{
  const told = [];
  globalThis.told = told;
  globalThis.Notification = class {
    static permission = 'default';
    static requestPermission() {
      this.permission = 'granted';
      return Promise.resolve('granted');
    }
    constructor(title, { body }) {
      told.push(body);
    }
    close() {}
  };
}`;

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', PERSON.email, '--password', PERSON.password);
  browser = await workerBrowser();
  page = await opened();
  complaints = complaintsOf(page);
  await page.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function opened(signedIn = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ path: FIT_SCRIPT });
  await context.addInitScript(NOTIFICATIONS);
  if (signedIn) await signIn(context, exchange.baseUrl, PERSON);
  return context.newPage();
}

const plain = (text: string | null) => (text ?? '').replaceAll(/[\u2066-\u2069,]/g, '');
const dialog = () => page.getByRole('dialog', { name: 'Price alerts' });
const field = (name: string) => dialog().getByRole('textbox', { name });
const rows = () => dialog().locator('.alerts > li');
const line = () => page.locator('.chart-lines').getByRole('slider', { name: /^Alert/ });
const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();

const condition = (word: string) =>
  dialog().getByRole('combobox', { name: 'Condition' }).selectOption(word);

async function openAlerts(): Promise<void> {
  await page.getByRole('button', { name: 'Price alerts' }).click();
  await dialog()
    .getByRole('tab', { name: /^Waiting/ })
    .waitFor();
}

async function level(): Promise<number> {
  return Number(await line().getAttribute('aria-valuenow'));
}

test('who is not signed in is offered to log in, by the bell and at a price', async () => {
  const visitor = await opened(false);
  await visitor.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
  const offer = visitor.getByRole('dialog', { name: 'Price alerts' }).getByRole('link', {
    name: 'Log in',
  });
  await visitor.getByRole('button', { name: 'Price alerts' }).click();
  await offer.waitFor();
  await visitor.keyboard.press('Escape');
  await visitor.locator('.chart-cover').waitFor({ state: 'detached' });
  await visitor.locator('.chart-host').click({ button: 'right', position: { x: 300, y: 200 } });
  await visitor.getByRole('button', { name: /^Alert at / }).click();
  await offer.waitFor();
  await visitor.context().close();
});

test('one press at a price sets an alert, which is a line there that keys move', async () => {
  await page.locator('.chart-cover').waitFor({ state: 'detached' });
  await page.locator('.chart-host').click({ button: 'right', position: { x: 300, y: 150 } });
  const offer = page.getByRole('button', { name: /^Alert at / });
  const price = Number(plain(await offer.textContent()).replace('Alert at ', ''));
  await offer.click();
  await line().waitFor();
  expect(await level()).toBe(price);
  await line().focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(level).toBe(Number((price + 1).toFixed(2)));
  await page.locator('.toast', { hasText: 'Alert moved' }).getByText('Undo').click();
  await expect.poll(level).toBe(price);
});

test('a click on its line changes it, all that it says', async () => {
  await line().click();
  await field('Note').fill('sell half');
  await condition('Price at or above');
  await field('Price').fill('');
  await press('Save');
  await dialog()
    .getByText('Enter your price.')
    .or(dialog().locator('.field-error'))
    .first()
    .waitFor();
  await field('Price').fill('900000');
  await press('Save');
  await dialog().waitFor({ state: 'detached' });
  await openAlerts();
  expect(plain(await rows().innerText())).toMatch(
    /^BTC\/USDT · Price at or above 900000\.00\nsell half\n/,
  );
  await dialog().getByRole('tab', { name: 'Waiting (1 of 200)' }).waitFor();
  expect(await axeFaults(page, { serious: true })).toEqual([]);
});

test('one that is deleted is had back by the button that has the keyboard', async () => {
  await press(/^Delete the alert at /);
  await dialog().getByText('No alert is waiting.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Undo');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows().count()).toBe(1);
  expect(await rows().innerText()).toContain('sell half');
});

test('what would fire at once says so, fires, and is told; the browser after a press alone', async () => {
  expect(await page.evaluate('Notification.permission')).toBe('default');
  await dialog().getByRole('checkbox', { name: 'Browser notification' }).check();
  await field('Price').fill('1');
  await condition('Price at or above');
  await dialog().getByText('The price is there already: this alert fires at once.').waitFor();
  await press('Set alert');
  await dialog().getByRole('tab', { name: 'Fired (1)' }).click();
  await rows().waitFor();
  await page.locator('.toast', { hasText: 'Alert: BTC/USDT came to 1' }).waitFor();
  await expect.poll(() => page.evaluate('told.length')).toBe(1);
  expect(await page.evaluate('told[0]')).toContain('BTC/USDT came to 1');
  await press('Set again');
  await dialog().getByRole('tab', { name: 'Fired (2)' }).waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator('.header')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await page.locator('.menu .notice-alert').first().waitFor();
  await page.reload();
});

test('switches are kept', async () => {
  await openAlerts();
  await dialog().getByRole('checkbox', { name: 'Sound' }).uncheck();
  await page.reload();
  await openAlerts();
  expect(await dialog().getByRole('checkbox', { name: 'Sound' }).isChecked()).toBe(false);
  await page.keyboard.press('Escape');
});

test('no more than 200 wait, and a list that cannot be read is asked for again', async () => {
  const full = Array.from({ length: 200 }, (_, index): AlertRow => {
    const of = { product: 'spot', symbol: 'BTCUSDT', price: 'last', condition: 'above' } as const;
    const times = { createdAt: 1, firedAt: 0, firedPrice: '', late: false };
    return { id: String(index), ...of, level: '900000.00', note: '', mail: false, ...times };
  });
  await page.route(LISTS, (route) =>
    route.fulfill({ json: { code: '00000', msg: '', data: full } }),
  );
  await page.reload();
  await openAlerts();
  await dialog().getByText('200 alerts are waiting, and there can be no more').waitFor();
  expect(await dialog().getByRole('button', { name: 'Set alert' }).isDisabled()).toBe(true);
  await page.unroute(LISTS);
  await page.route(LISTS, (route) => route.abort());
  await page.reload();
  await openAlerts();
  const again = dialog().getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute(LISTS);
  await again.click();
  await expect.poll(() => rows().count()).toBe(1);
  await press(/^Delete the alert at /);
  await page.keyboard.press('Escape');
  // That the lists were cut off is what the page complained of.
  complaints.length = 0;
});

test('of a contract its key opens them, and the mark price can be watched', async () => {
  await page.goto(`${exchange.baseUrl}/futures/usdt/BTCUSDT`);
  await page.getByRole('switch', { name: 'Arm keys' }).waitFor();
  await page.keyboard.press('a');
  await dialog().getByRole('combobox', { name: 'Watched price' }).selectOption('Mark price');
  await condition('Price at or above');
  await field('Price').fill('900000');
  await press('Set alert');
  await expect.poll(() => rows().count()).toBe(1);
  expect(plain(await rows().innerText())).toMatch(
    /^BTCUSDT · Mark price · Price at or above 900000\./,
  );
  await press(/^Delete the alert at /);
  await dialog().getByText('No alert is waiting.').waitFor();
});

test('the dialog fits a phone', async () => {
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('tab', { name: 'Chart' }).click();
  await openAlerts();
  expect(await fitFaults(page, [360, 430], '.alerts-body')).toEqual([]);
  // The chart around it is written from left to right in every language.
  await page.goto(`${exchange.baseUrl}/ar/futures/usdt/BTCUSDT`);
  await page.locator('[data-key="chart"]').click();
  await page.locator('.chart-tools-end > button').nth(1).click();
  await page.locator('.alert-form').waitFor();
  const written = `getComputedStyle(document.querySelector('.alerts-body')).direction`;
  expect(await page.evaluate(written)).toBe('rtl');
  expect(await fitFaults(page, [360], '.alerts-body')).toEqual([]);
  expect(complaints).toEqual([]);
});
