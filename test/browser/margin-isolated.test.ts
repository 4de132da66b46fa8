/**
 * Isolated margin in the spot terminal, on the short side: what is borrowed is sold and bought back, what an
 * order brings pays the debt, and the pair is liquidated when its price rises. The test sets the index.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { toastSaid } from '../support/browser.ts';
import { MarginDeskPage } from '../support/margin-desk-page.ts';

const TITLE = 'Isolated margin account';
/** Coins that are sold with 5,000 USDT of one's own: about three times as much. */
const SHORT_USDT = 15_000;

let desk: MarginDeskPage;
let page: Page;

beforeAll(async () => {
  desk = await MarginDeskPage.open();
  await desk.quote('sell', desk.at(0.1), '5');
  await desk.quote('buy', desk.at(-0.1), '5');
  page = desk.page;
});

afterAll(() => desk?.close());

const box = (): Locator => page.getByRole('region', { name: TITLE });
const form = (side: 'Buy' | 'Sell'): Locator => page.getByRole('form', { name: side, exact: true });

/** The value of a line of figures. */
function figure(within: Locator, label: string): Locator {
  return within.locator('.order-line').filter({ hasText: label }).locator('dd, .num').first();
}

/** A figure as a number. */
async function number(within: Locator, label: string): Promise<number> {
  const text = (await figure(within, label).textContent()) ?? '';
  return Number.parseFloat(text.replaceAll(',', ''));
}

async function list(name: RegExp): Promise<Locator> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

/** Coins for so much money at the first price, as the field takes them. */
function coins(worth: number): string {
  return (worth / desk.first).toFixed(4);
}

/** Fills in an order that trades at once. */
async function write(side: 'Buy' | 'Sell', size: string): Promise<void> {
  const half = form(side);
  await half.getByRole('textbox', { name: 'Price' }).fill(desk.at(side === 'Sell' ? -0.1 : 0.1));
  await half.getByRole('textbox', { name: 'Amount' }).fill(size);
}

async function send(side: 'Buy' | 'Sell'): Promise<void> {
  const name = `${side} BTC`;
  await form(side).getByRole('button', { name }).click();
}

test('a pair is an account of its own, with money from the spot account', async () => {
  await page.goto('/spot/BTCUSDT');
  const accounts = page.getByRole('group', { name: 'Account' });
  await accounts.getByRole('button', { name: 'Isolated' }).click();
  await expect.poll(() => page.url()).toContain('/spot/BTCUSDT?account=isolated');
  await box().getByText('Nothing is owed: this account cannot be liquidated.').waitFor();
  await box().getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer between accounts' });
  expect(await dialog.getByLabel('Pair').inputValue()).toBe('BTCUSDT');
  await dialog.getByLabel('Coin').selectOption('USDT');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5000');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await toastSaid(page, `Transferred 5,000 USDT to: ${TITLE}.`);
  await expect.poll(() => figure(box(), 'Assets').textContent()).toBe('5,000.00 USDT');
});

test('the order form leads to the transfer too, which sends no order', async () => {
  await form('Buy').getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer between accounts' });
  await dialog.getByLabel('Coin').selectOption('USDT');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await toastSaid(page, `Transferred 1 USDT to: ${TITLE}.`);
  await expect.poll(() => figure(box(), 'Assets').textContent()).toBe('5,001.00 USDT');
  await expect.poll(() => form('Buy').locator('[aria-invalid="true"]').count()).toBe(0);
});

test('each coin of the pair is borrowed and paid back by hand', async () => {
  await box().getByRole('button', { name: 'Borrow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Borrow' });
  await dialog.getByLabel('Coin').selectOption('BTC');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.01');
  await dialog.getByRole('button', { name: 'Borrow' }).click();
  await toastSaid(page, 'Borrowed 0.01 BTC.');
  expect(await desk.debt('BTC', 'isolated')).toBeGreaterThanOrEqual(1_000_000);
  expect(await desk.debt('BTC')).toBe(0);
  await box().getByRole('button', { name: 'Repay', exact: true }).click();
  const repay = page.getByRole('dialog', { name: 'Repay', exact: true });
  await repay.getByRole('textbox', { name: 'Amount' }).fill('0.01');
  await repay.getByRole('button', { name: 'Repay', exact: true }).click();
  await repay.waitFor({ state: 'hidden' });
  // The first hour's interest is owed still, in the coin that was borrowed.
  await expect.poll(() => desk.debt('BTC', 'isolated')).toBeLessThan(1_000);
});

test('what is not owned is sold: the order borrows it, and is liquidated above the market', async () => {
  await form('Sell').getByLabel('Auto-borrow').check();
  const size = coins(SHORT_USDT);
  await write('Sell', size);
  await expect
    .poll(() => figure(form('Sell'), 'Amount to borrow').textContent())
    .toMatch(/^0\.\d+ BTC$/);
  const after = await number(form('Sell'), 'Liq. price after order');
  expect(after).toBeGreaterThan(desk.first);
  await send('Sell');
  await expect.poll(() => number(box(), 'Debts')).toBeGreaterThan(SHORT_USDT * 0.99);
  await expect.poll(() => number(box(), 'Liq. price of BTC')).toBeGreaterThan(desk.first);
  // As the form said, but for what the fill and the first hour's interest came to.
  const named = await number(box(), 'Liq. price of BTC');
  expect(Math.abs(named - after)).toBeLessThan(desk.first / 100);
  const holdings = await list(/^Coins and debts/);
  await holdings.getByRole('row').filter({ hasText: 'BTC' }).first().waitFor();
  // On a laptop too, with what can be done at the end of each row.
  await page.setViewportSize({ width: 1440, height: 900 });
  const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
    document.querySelector('[role="tabpanel"] .table-scroll'))`;
  await expect.poll(() => page.evaluate<number>(hidden)).toBe(0);
  await page.setViewportSize({ width: 1680, height: 1000 });
  await (await list(/^Fills|^Trade history/)).getByText('BTC/USDT').first().waitFor();
});

test('buying back pays the debt where the switch says so, and only there', async () => {
  await form('Buy').getByLabel('Auto-borrow').uncheck();
  const owed = await desk.debt('BTC', 'isolated');
  const size = coins(2_000);
  await write('Buy', size);
  await send('Buy');
  const got = () => desk.available('BTC', 'isolated');
  await expect.poll(got).toBeGreaterThan(0);
  expect(await desk.debt('BTC', 'isolated')).toBe(owed);
  const kept = await got();
  await form('Buy').getByLabel('Auto-repay').check();
  await write('Buy', size);
  await send('Buy');
  const units = Number(size) * 1e8;
  // All that the fill brings, less its fee.
  await expect.poll(() => desk.debt('BTC', 'isolated')).toBeLessThan(owed - units * 0.99);
  expect(await desk.debt('BTC', 'isolated')).toBeGreaterThan(owed - units);
  expect(await got()).toBe(kept);
  await page.goto('/record/margin?tab=repayments&account=isolated');
  const paid = page.getByRole('tabpanel', { name: 'Repayments', exact: true });
  await paid.locator('tbody tr').filter({ hasText: 'Order' }).first().waitFor();
});

test('the pair is liquidated at the price that was named, told and explained', async () => {
  await page.goto('/spot/BTCUSDT?account=isolated');
  await box()
    .getByText(/^(Safe|Caution)/)
    .waitFor();
  const line = page.locator('.chart-lines [data-line="liquidation"]');
  await expect
    .poll(() => line.textContent())
    .toMatch(/^Liquidation price Isolated · -[\d.]+ BTC[\d,.]+$/);
  const named = await number(box(), 'Liq. price of BTC');
  await desk.index(named - 1);
  const call = page.locator('.toast').filter({ hasText: /BTC\/USDT.*: Margin call/ });
  await call.getByRole('button', { name: 'Why?' }).click();
  const rule = page.getByRole('dialog', { name: 'How margin calls and liquidations work' });
  await rule.getByText('With isolated margin each pair is an account of its own').waitFor();
  await page.keyboard.press('Escape');
  await desk.quote('sell', (named * 1.005).toFixed(2), '5');
  const owed = await desk.debt('BTC', 'isolated');
  await desk.index(named);
  expect(await desk.debt('BTC', 'isolated')).toBe(owed);
  await desk.index(named + 0.01);
  expect(await desk.debt('BTC', 'isolated')).toBeLessThan(owed);
  const told = page.locator('.toast').filter({ hasText: /BTC\/USDT.* was liquidated\./ });
  await told.getByRole('button', { name: 'Why?' }).click();
  const receipt = page.getByRole('dialog', { name: 'Liquidations' });
  const step = receipt.locator('.margin-steps li').first();
  await step.getByRole('heading', { name: 'BTC/USDT' }).waitFor();
  await expect.poll(() => figure(step, 'Margin ratio').textContent()).toMatch(/÷ .+ = 10\d.*%$/);
  expect(await figure(step, 'Traded').textContent()).toMatch(/ USDT → .+ BTC$/);
  expect(await figure(step, 'Repaid').textContent()).toMatch(/ BTC$/);
  await page.keyboard.press('Escape');
  // The other margin account has no part in it.
  expect(await desk.debt('BTC')).toBe(0);
});

test('the protection fund shows its fee in the coin of the debt, by address, keyboard and on a phone', async () => {
  await page.goto('/protection-fund');
  const coin = page.getByLabel('Coin');
  const payments = page.getByRole('region', { name: 'Every payment' });
  const sum = page.locator('.fund-sum');
  await sum.getByText('USDT').waitFor();
  const fee = payments
    .getByRole('row', { name: /Fee to the protection fund Isolated · BTC\/USDT \+0\.\d/ })
    .first();
  expect(await fee.count()).toBe(0);
  await coin.focus();
  await page.keyboard.type('BTC');
  await expect.poll(() => new URL(page.url()).search).toBe('?coin=BTC');
  await fee.waitFor();
  await expect.poll(() => sum.textContent()).toMatch(/^0\.\d+ BTC$/);
  // Target and open interest are told in the coin of contracts alone; the pool of BTC has its interest.
  expect(await page.getByText('Target size').count()).toBe(0);
  await page
    .getByRole('region', { name: 'Loan pools' })
    .getByRole('row', { name: /^BTC [\d,.]+ [\d,.]+ [\d.]+% [\d.]+% 0\.\d*[1-9]\d* / })
    .waitFor();
  expect(await page.locator('.fund-head select:focus').count()).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/protection-fund?coin=BTC');
  await payments.getByText('Isolated · BTC/USDT').first().waitFor();
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(wide).toBeLessThanOrEqual(360);
  expect(await axeFaults(page, { serious: true })).toEqual([]);
  await page.goto('/protection-fund?coin=NONE');
  await sum.getByText('USDT').waitFor();
  // The browser itself reports that there is no such coin.
  expect(desk.complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});
