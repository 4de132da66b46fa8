/**
 * A position from its opening to its liquidation: margin is added, the stop is moved on the chart, the
 * price falls, and the page says before that it comes near and after why it came. The test sets the index.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CommandKind,
  type LevelReceipt,
  parseWireUserId,
} from '../../packages/domain/src/index.ts';
import { axeFaults } from '../support/axe.ts';
import { toastSaid } from '../support/browser.ts';
import { ContractDeskPage, contract } from '../support/contract-desk-page.ts';
import { proveReceipt } from '../support/receipt-page.ts';

const SYMBOL = 'BTCUSDT';
const CONTRACT = contract(SYMBOL);
/** Between two fundings. */
const FUNDING_MS = 8 * 3_600_000;
/** Later than any whose levels were given. */
const DAY = Math.floor(Date.now() / 86_400_000) + 2;
/** By volume and assets. */
const EARNED: LevelReceipt = {
  day: DAY,
  trades: [[DAY - 1, 'spot', 'USDT', '1000000.5']],
  assets: [['BTC', '0.5']],
  prices: { USDT: '1', BTC: '60000.1' },
  terms: [
    [0, 0, 0],
    [1_000_000, null, 50_000],
  ],
};

let desk: ContractDeskPage;
let page: Page;

beforeAll(async () => {
  desk = await ContractDeskPage.open(SYMBOL);
  // Both trade so far up and down: the chart shows that range, whatever the history was.
  for (const [side, other, percent] of [
    ['sell', 'buy', 0.6],
    ['buy', 'sell', -0.6],
  ] as const) {
    await desk.order('maker', { side, price: desk.at(percent), size: '0.01' });
    await desk.order('taker', { side: other, price: desk.at(percent), size: '0.01' });
  }
  await desk.order('maker', { side: 'sell', price: desk.at(0.1), size: '5' });
  await desk.order('maker', { side: 'buy', price: desk.at(-0.1), size: '0.2' });
  page = desk.page;
});

afterAll(() => desk?.close());

function line(name: RegExp): Locator {
  return page.locator('.chart-lines').getByRole('slider', { name });
}

test('an opened position is in the table, its entry and liquidation price on the chart', async () => {
  await page.goto(`/futures/usdt/${SYMBOL}`);
  await page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.5' });
  const positions = await desk.list(/^Positions \(1\)/);
  await positions.getByText('Long').waitFor();
  await positions.getByText('0.5 BTC').waitFor();
  await page.locator('.chart-lines').getByRole('button', { name: 'Long 0.5 BTC' }).waitFor();
  await page.locator('.chart-line[data-line$=liquidation]').waitFor({ state: 'attached' });
  await page.locator('.chart-fill.up').waitFor({ state: 'attached' });
});

test('margin is added, which moves the liquidation price away', async () => {
  const positions = await desk.list(/^Positions/);
  const liquidation = async () =>
    Number(
      ((await positions.locator('.liquidation').textContent()) ?? '')
        .replace(/\(.*/, '')
        .replaceAll(',', ''),
    );
  await expect.poll(liquidation).toBeGreaterThan(0);
  const before = await liquidation();
  await positions.getByRole('button', { name: 'Change margin BTCUSDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change margin' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
  await dialog.getByRole('button', { name: 'Add', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(liquidation).toBeLessThan(before);
});

test('a stop loss is added in the dialog and moved on the chart', async () => {
  const positions = await desk.list(/^Positions/);
  await positions.getByRole('button', { name: 'Take profit and stop loss BTCUSDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take profit and stop loss' });
  await dialog.getByRole('textbox', { name: 'Trigger price' }).fill(desk.at(-0.3));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.locator('.exits').getByText('Stop loss').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const stop = line(/^Stop loss/);
  await stop.waitFor();
  // What it would cost is said with it.
  await expect.poll(() => stop.textContent()).toMatch(/Stop loss 0\.5 BTC · -[\d,.]+/);
  await stop.focus();
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  const trigger = async () => {
    const { entrustedList } = await desk.traders.ada.call('mix.plansPending', {
      ...CONTRACT,
      planType: 'profit_loss',
    });
    return entrustedList.map((row) => Number(row.triggerPrice));
  };
  // Not faster: the limit of ten reads a second is the page's too.
  await expect
    .poll(trigger, { interval: 500 })
    .toEqual([Number((Number(desk.at(-0.3)) - 50).toFixed(1))]);
  await toastSaid(page, 'Order amended.');
});

test('nobody is kept out: no serious fault that axe finds', async () => {
  await page.mouse.move(0, 0);
  expect(await axeFaults(page, { serious: true })).toEqual([]);
});

test('a position is closed in part at the market', async () => {
  const positions = await desk.list(/^Positions/);
  await positions.getByRole('button', { name: 'Close BTCUSDT', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Close' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.9');
  await dialog.getByText('Only 0.5 of this position is open.').waitFor();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.1');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await positions.getByText('0.4 BTC').waitFor();
});

test('a picture of it can be kept', async () => {
  const positions = await desk.list(/^Positions/);
  await positions.getByRole('button', { name: 'Share BTCUSDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('img', { name: /^BTCUSDT, Long/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('BTCUSDT-long.png');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('before a liquidation it warns, after it says why', async () => {
  await desk.traders.ada.call('mix.cancelPlanOrder', CONTRACT);
  const positions = await desk.list(/^Positions/);
  const shown = ((await positions.locator('.liquidation').textContent()) ?? '').replace(/\(.*/, '');
  const liquidation = Number(shown.replaceAll(',', ''));
  // The book would hold the mark price up: it follows the index where nobody quotes.
  await desk.traders.maker.call('mix.cancelAllOrders', CONTRACT);
  // Bids for what will be closed, which are no further away than orders may be.
  const near = liquidation * 1.003;
  await desk.exchange.index(SYMBOL, Math.round(near));
  await page
    .getByText(/BTCUSDT: margin ratio \d+(\.\d+)?%/)
    .first()
    .waitFor();
  const price = (liquidation * 0.998).toFixed(1);
  await desk.order('maker', { side: 'buy', price, size: '2' });
  await desk.exchange.index(SYMBOL, Math.round(liquidation * 0.9985));
  await page.getByText('BTCUSDT: your position was liquidated.').first().waitFor();
  await page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
  await page.getByRole('button', { name: 'Why?' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Liquidations' });
  await dialog.getByText(/no longer covers, at the mark price/).waitFor();
  await dialog.getByRole('cell', { name: '0.4 BTC' }).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the lists have what happened', async () => {
  const fills = await desk.list(/^Fills/);
  await fills.getByText('Liquidation · Sell').first().waitFor();
  const closed = await desk.list(/^Position history/);
  await closed
    .getByRole('row', { name: /BTCUSDT/ })
    .first()
    .waitFor();
  const orders = await desk.list(/^Order history/);
  await orders
    .getByRole('row', { name: /BTCUSDT/ })
    .first()
    .waitFor();
});

test('the records explain it, and the protection fund has its fee', async () => {
  await page.goto('/record/mcp');
  await page.getByRole('tab', { name: 'Liquidations' }).click();
  await prove('Liquidations', /BTCUSDT/, /^-[\d.]+ < 0 = /);
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  for (const [tab, sum] of [
    ['Position history', /^-[\d.]+ − [\d.]+ [+−] [\d.]+ = -[\d.]+ USDT$/],
    ['Order history', /^-?[\d.]+ − [\d.]+ = -?[\d.]+ USDT$/],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const panel = page.getByRole('tabpanel', { name: tab });
    await panel.getByRole('button', { name: 'Show' }).first().click();
    await receipt.getByText(sum).waitFor();
    expect(await receipt.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Escape');
  }
  await page.goto('/protection-fund');
  await page
    .getByRole('region', { name: 'Every payment' })
    .getByRole('row', { name: /Fee to the protection fund Futures · BTCUSDT \+/ })
    .waitFor();
  // The fee is counted, stands in the journal, and waits for a seal; the contract has its limit of the hour.
  const fees = page.locator('.fund-balance .order-line', { hasText: 'Fee to the protection fund' });
  await fees.getByText(/^[\d,.]*[1-9][\d,.]* USDT$/).waitFor();
  const paid = page.getByRole('row', {
    name: /\+[\d.]+ [\d,.]+ \d+ Waits for the next seal Show$/,
  });
  await proveReceipt(page, paid.first(), [], (file) => desk.exchange.verifyReceipt(file));
  await page
    .getByRole('region', { name: 'Limits of this hour' })
    .getByRole('row', { name: /^BTCUSDT [\d,.]+ 100 0 [\d,.]+$/ })
    .waitFor();
  expect(desk.complaints).toEqual([]);
});

/** The newest entry of a list of the records has a receipt that the journal agrees with. */
async function prove(tab: string, name: RegExp, ...sums: readonly RegExp[]): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  const row = page.getByRole('tabpanel', { name: tab }).getByRole('row', { name }).first();
  await proveReceipt(page, row, sums, (file) => desk.exchange.verifyReceipt(file));
}

test('a trigger order that was refused, and a funding, have receipts', async () => {
  const { ada } = desk.traders;
  await desk.exchange.index(SYMBOL, Number(desk.at(0)));
  const plan = { planType: 'normal_plan', marginMode: 'isolated', orderType: 'market' } as const;
  const trigger = { triggerPrice: desk.at(1), triggerType: 'mark_price' } as const;
  await desk.order('maker', { side: 'sell', price: desk.at(1.1), size: '60' });
  await ada.call('mix.placePlanOrder', {
    ...CONTRACT,
    ...plan,
    ...trigger,
    side: 'buy',
    size: '50',
  });
  await desk.exchange.index(SYMBOL, Number(desk.at(1.5)));
  await desk.order('ada', { side: 'buy', price: desk.at(1.1), size: '0.01' });
  await page.goto('/record/mcp');
  await prove('Trigger orders', /Failed/);
  // Beyond the next funding.
  desk.exchange.advance(FUNDING_MS);
  const own = { productType: 'USDT-FUTURES', businessType: 'contract_settle_fee' } as const;
  const paid = async () => (await ada.call('mix.mixBill', own)).bills.length;
  await expect.poll(paid).toBe(1);
  await page.goto('/record/mcp');
  await prove('Funding', /BTCUSDT/, /^0\.01 .* = -?[\d.]+ USDT$/);
});

test('a level that was earned has its receipt', async () => {
  const user = parseWireUserId(desk.uid) ?? 0;
  const receipt = JSON.stringify(EARNED);
  const users = [{ user, level: 1, receipt }];
  const { day } = EARNED;
  await desk.exchange.operate({
    ...{ kind: CommandKind.levelUsers, day, upTo: user, done: true, users },
  });
  await page.goto('/vip/detail');
  const changes = page.getByRole('region', { name: 'Changes of your level' });
  const row = changes.getByRole('row', { name: /Level 1/ });
  const sums = [/^1,000,000\.5 USDT$/, /^30,000\.05 USDT$/];
  await proveReceipt(page, row, sums, (file) => desk.exchange.verifyReceipt(file));
});
