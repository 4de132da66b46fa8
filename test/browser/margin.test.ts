/**
 * The margin accounts in the spot terminal: money is moved there, an order borrows, loans are taken and paid
 * back, the owner is called, and liquidated at the price that the page named. The test sets the index.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { toastSaid } from '../support/browser.ts';
import { MarginDeskPage } from '../support/margin-desk-page.ts';
import { proveReceipt } from '../support/receipt-page.ts';

let desk: MarginDeskPage;
let page: Page;

beforeAll(async () => {
  desk = await MarginDeskPage.open();
  await desk.quote('sell', desk.at(0.1), '5');
  await desk.quote('buy', desk.at(-0.1), '5');
  page = desk.page;
});

afterAll(() => desk?.close());

function box(name = 'Cross margin account'): Locator {
  return page.getByRole('region', { name });
}

/** The value of a line of figures. */
function figure(within: Locator, label: string): Locator {
  return within.locator('.order-line').filter({ hasText: label }).locator('dd, .num').first();
}

async function list(name: RegExp): Promise<Locator> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

test('a tab chooses the account; it is in the address, and remembered', async () => {
  await page.goto('/spot/BTCUSDT');
  const tabs = page.getByRole('group', { name: 'Account' });
  await tabs.getByRole('button', { name: 'Cross' }).click();
  await expect.poll(() => page.url()).toContain('/spot/BTCUSDT?account=cross');
  await box().getByText('Nothing is owed: this account cannot be liquidated.').waitFor();
  const kinds = page.getByRole('group', { name: 'Order type' }).getByRole('button');
  await expect.poll(() => kinds.allTextContents()).toEqual(['Limit', 'Market']);
  await page.goto('/spot/BTCUSDT');
  await box().waitFor();
  expect(await tabs.getByRole('button', { name: 'Cross' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

test('money comes by transfer', async () => {
  await box().getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer between accounts' });
  await dialog.getByLabel('Coin').selectOption('USDT');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('10000');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await toastSaid(page, 'Transferred 10,000 USDT to: Cross margin account.');
  await expect.poll(() => figure(box(), 'Assets').textContent()).toBe('10,000.00 USDT');
});

test('a loan that is too small or too large is refused by its field, with the limit', async () => {
  await box().getByRole('button', { name: 'Borrow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Borrow' });
  const field = dialog.getByRole('textbox', { name: 'Amount' });
  await field.fill('0.0001');
  await dialog.getByText('The smallest loan is 0.001 USDT.').waitFor();
  await field.fill('900000');
  await dialog.getByText(/^At most [\d,.]+ USDT can be borrowed now\.$/).waitFor();
  await field.fill('1000');
  await figure(dialog, 'Margin ratio after').waitFor();
  await dialog.getByRole('button', { name: 'Borrow' }).click();
  await toastSaid(page, 'Borrowed 1,000 USDT.');
  await box().getByText('Safe. Margin call above 80%').waitFor();
  await box().getByRole('button', { name: 'Repay', exact: true }).click();
  const repay = page.getByRole('dialog', { name: 'Repay', exact: true });
  await repay
    .locator('.order-line')
    .filter({ hasText: 'Max. repayable' })
    .getByRole('button')
    .click();
  await repay.getByRole('button', { name: 'Repay', exact: true }).click();
  // The dialog says the same of what will be, until it goes.
  await repay.waitFor({ state: 'hidden' });
  await box().getByText('Nothing is owed').waitFor();
});

test('an order borrows what the balance lacks, and says before what would be owed', async () => {
  const form = page.locator('form#order-form, #order-form form').first();
  await form.getByLabel('Auto-borrow').check();
  await form.getByRole('textbox', { name: 'Price' }).fill(desk.at(0.1));
  const size = (30_000 / Number(desk.at(0.1))).toFixed(4);
  await form.getByRole('textbox', { name: 'Amount' }).fill(size);
  await expect.poll(() => figure(form, 'Amount to borrow').textContent()).toMatch(/^(19|20),/);
  await expect.poll(() => figure(form, 'Liq. price after order').textContent()).toMatch(/\d USDT$/);
  await form.getByRole('button', { name: 'Buy BTC' }).click();
  await expect.poll(() => figure(box(), 'Debts').textContent()).toMatch(/^(19|20),\d{3}/);
  const holdings = await list(/^Coins and debts/);
  await holdings
    .getByRole('row')
    .filter({ hasText: `${size.replace(/0+$/, '')}` })
    .or(holdings.getByRole('row').filter({ hasText: 'BTC' }))
    .first()
    .waitFor();
  await (await list(/^Fills|^Trade history/)).getByText('BTC/USDT').first().waitFor();
});

test('an open order is listed and cancelled', async () => {
  const form = page.locator('form#order-form, #order-form form').first();
  await form.getByRole('textbox', { name: 'Price' }).fill(desk.at(-2));
  await form.getByRole('textbox', { name: 'Amount' }).fill('0.01');
  await form.getByRole('button', { name: 'Buy BTC' }).click();
  const open = await list(/^Open orders \(1\)/);
  const chart = page.locator('.chart-lines');
  // Lines out of sight are there, hidden; the edge names them once more.
  const limit = chart.locator('.chart-line', { hasText: 'Buy Limit' });
  await limit.first().waitFor({ state: 'attached' });
  const line = chart.locator('[data-line="liquidation"]');
  await expect
    .poll(() => line.textContent())
    .toMatch(/^Liquidation price Cross · -[\d,.]+ USDT[\d,.]+$/);
  await open.getByRole('button', { name: /^Cancel order/ }).click();
  await expect.poll(() => limit.count()).toBe(0);
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
});

test('nobody is kept out: no serious fault that axe finds', async () => {
  await page.mouse.move(0, 0);
  expect(await axeFaults(page, { serious: true })).toEqual([]);
});

test('the owner is called, and liquidated at the price that the page named and not before', async () => {
  const price = async () =>
    Number((await figure(box(), 'Liq. price of BTC').textContent())?.replaceAll(',', ''));
  const named = await price();
  expect(named).toBeLessThan(desk.first);
  await box().getByRole('button', { name: 'How margin calls and liquidations work' }).click();
  const rule = page.getByRole('dialog', { name: 'How margin calls and liquidations work' });
  await rule.getByText('Above 80% you are called once').waitFor();
  const own = rule.getByRole('region', { name: 'Your numbers now' }).first();
  const ratio = (await figure(box(), 'Margin ratio').textContent()) ?? '';
  expect(await figure(own, 'Margin ratio').textContent()).toBe(ratio);
  await page.keyboard.press('Escape');
  // Bids within the band around the index, for what will be sold.
  await desk.index(named + 1);
  const call = page
    .locator('.toast')
    .filter({ hasText: /Cross margin account, \d+(\.\d+)?%: Margin call/ });
  await call.getByRole('button', { name: 'Why?' }).click();
  await rule.getByRole('region', { name: 'Your numbers now' }).first().waitFor();
  await page.keyboard.press('Escape');
  await box().getByText('Margin call: add assets or repay.').waitFor();
  await desk.quote('buy', (named * 0.995).toFixed(2), '3');
  const owed = await desk.debt('USDT');
  await desk.index(named);
  expect(await desk.debt('USDT')).toBe(owed);
  await desk.index(named - 0.01);
  expect(await desk.debt('USDT')).toBeLessThan(owed);
  const told = page.locator('.toast').filter({ hasText: 'Cross margin account was liquidated.' });
  await told.getByRole('button', { name: 'Why?' }).click();
  const receipt = page.getByRole('dialog', { name: 'Liquidations' });
  const step = receipt.locator('.margin-steps li').first();
  await expect.poll(() => figure(step, 'Margin ratio').textContent()).toMatch(/÷ .+ = 10\d.*%$/);
  expect(await figure(step, 'Traded').textContent()).toMatch(/ BTC → .+ USDT$/);
  expect(await figure(step, 'Repaid').textContent()).toMatch(/ USDT$/);
  await page.keyboard.press('Escape');
  await expect.poll(() => figure(box(), 'Debts').textContent()).not.toMatch(/^(19|20),\d{3}/);
});

test('what is left is paid at once: what would be sold is said before, and what was after', async () => {
  await box().getByRole('button', { name: 'Flash repay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flash repay' });
  await expect
    .poll(() => figure(dialog, 'Estimated trade').textContent())
    .toMatch(/ BTC → .+ USDT$/);
  const owed = await figure(dialog, 'Estimated repayment').textContent();
  await dialog.getByRole('button', { name: 'Flash repay' }).click();
  await expect.poll(() => figure(dialog, 'Repaid').textContent()).toBe(owed);
  expect(await figure(dialog, 'Traded').textContent()).toMatch(/ BTC → .+ USDT$/);
  expect(await desk.debt('USDT')).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  await box().getByText('Nothing is owed').waitFor();
});

test('what was borrowed, what it costs and the liquidation have receipts', async () => {
  await page.goto('/record/margin');
  const prove = async (tab: string, ...sums: readonly RegExp[]) => {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const panel = page.getByRole('tabpanel', { name: tab, exact: true });
    const row = panel.locator('tbody tr.ant-table-row').first();
    await proveReceipt(page, row, sums, (file) => desk.exchange.verifyReceipt(file));
  };
  await prove('Loans', /^[\d.]+ \+ [\d.]+ = [\d.]+ USDT$/);
  await prove('Repayments', /^[\d.]+ − [\d.]+ = 0 USDT$/);
  await prove('Interest', / × 0\.\d+ ÷ 8760 = /);
  await prove('Liquidations', /^-?[\d.]+ − [\d.]+ = -[\d.]+ USDT$/);
});

test('stands alone, and on a phone it is no wider than the window', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/trade-margin/BTCUSDT?account=isolated');
  await box('Isolated margin account').waitFor();
  expect(await page.getByRole('banner').count()).toBe(0);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(wide).toBeLessThanOrEqual(360);
  expect(desk.complaints).toEqual([]);
});
