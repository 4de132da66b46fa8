/** Algo orders of the spot terminal: placed from the form, listed with their orders, paused, changed, ended. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const PASSWORD = 'a long enough passphrase';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  await exchange.trader('algo', 'USDT=100000,BTC=1');
  browser = await workerBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, exchange.baseUrl, { email: 'algo@example.com', password: PASSWORD });
  page = await context.newPage();
  complaints = complaintsOf(page);
  await page.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  await page.getByRole('button', { name: 'Algo', exact: true }).click();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const form = () => page.getByRole('form', { name: 'Place an order' });
const field = (name: string) => form().getByRole('textbox', { name, exact: true });

async function choose(kind: string): Promise<void> {
  await form().getByRole('button', { name: kind, exact: true }).click();
}

/** Sends the form by its confirmation. */
async function send(button = 'Buy BTC'): Promise<void> {
  await form().getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function list(name: RegExp): Promise<Locator> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

test('a grid says what is wrong with it, and what it would be', async () => {
  await choose('Scaled');
  await field('Low price').fill('80000');
  await field('High price').fill('82000');
  await field('Orders').fill('3');
  await field('Amount').fill('0.000001');
  await form().getByRole('button', { name: 'Buy BTC' }).click();
  await expect.poll(() => form().locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await field('Amount').fill('0.3');
  const figures = () => form().innerText();
  await expect.poll(figures).toMatch(/Average\s+81,000/);
  await expect.poll(figures).toMatch(/Each order\s+0\.1/);
  expect(await axeFaults(page, { serious: true })).toEqual([]);
});

test('its orders rest; none of them is changed by itself', async () => {
  await send();
  const open = await list(/^Open orders \(3\)/);
  await expect.poll(() => open.locator('tbody tr[aria-rowindex]').count()).toBe(3);
  expect(await open.getByRole('button', { name: /^Amend/ }).count()).toBe(0);
});

test('it is paused, changed and goes on', async () => {
  const algo = await list(/^Algo/);
  const row = algo.locator('tbody tr[aria-rowindex]').first();
  await expect.poll(() => row.innerText()).toMatch(/Scaled[\s\S]*80,000\.00 – 82,000\.00/);
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect.poll(() => row.innerText()).toContain('Paused');
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  await row.getByRole('button', { name: /^Amend/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.6');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect.poll(() => row.innerText()).toContain('Working');
  await page.getByRole('tab', { name: 'Open orders (3)' }).waitFor();
  await row.getByRole('button', { name: /^Orders of/ }).click();
  const orders = page.getByRole('dialog');
  await expect.poll(() => orders.innerText()).toMatch(/82,000\.00[\s\S]*80,000\.00/);
  await page.keyboard.press('Escape');
  await orders.waitFor({ state: 'detached' });
});

test('the other kinds are placed, and each is cancelled', async () => {
  await choose('Iceberg');
  await field('Limit price').fill('79000');
  await field('Visible amount').fill('0.01');
  await field('Amount').fill('0.05');
  await expect.poll(() => form().innerText()).toMatch(/Pieces\s+5/);
  await send();
  await choose('Chase');
  await field('Limit price').fill('78000');
  await field('Amount').fill('0.02');
  await send();
  await choose('TWAP');
  await field('Slices').fill('10');
  await field('Duration').fill('5');
  await field('Amount').fill('0.1');
  await expect.poll(() => form().innerText()).toMatch(/One every\s+30/);
  await send();
  const algo = await list(/^Algo/);
  const rows = algo.locator('tbody tr[aria-rowindex]');
  for (let left = 4; left > 0; left -= 1) {
    await expect.poll(() => rows.count()).toBe(left);
    await rows
      .first()
      .getByRole('button', { name: /^Cancel/ })
      .click();
  }
  await expect.poll(() => rows.count()).toBe(0);
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  expect(complaints).toEqual([]);
});
