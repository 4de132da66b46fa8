/**
 * What can be done to positions besides watching them: margin taken out, closed at a limit, in part by a
 * take profit, turned around, closed at once, all of them closed; and what the account's pages say of it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountKind, accountOf, parseWireUserId } from '../../packages/domain/src/index.ts';
import { axeFaults } from '../support/axe.ts';
import { toastSaid } from '../support/browser.ts';
import { ContractDeskPage, contract, WIDE } from '../support/contract-desk-page.ts';
import { kept } from '../support/kept.ts';
import { focused } from '../support/keyboard.ts';
import { addEntries } from '../support/many-entries.ts';
import { goTo } from '../support/web-pages.ts';

const BTC = contract('BTCUSDT');

let desk: ContractDeskPage;

beforeAll(async () => {
  desk = await ContractDeskPage.open('BTCUSDT', 'ETHUSDT');
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    await desk.order('maker', { symbol, side: 'sell', price: desk.at(0.1, symbol), size: '5' });
    await desk.order('maker', { symbol, side: 'buy', price: desk.at(-0.1, symbol), size: '5' });
  }
  await desk.page.goto('/futures/usdt/BTCUSDT');
  await desk.page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
});

afterAll(() => desk?.close());

function dialog(name: string): Locator {
  return desk.page.getByRole('dialog', { name });
}

/** Does something to the position of BTCUSDT, as far as its dialog. */
async function start(action: string, title: string): Promise<Locator> {
  const positions = await desk.list(/^Positions/);
  await positions.getByRole('button', { name: `${action} BTCUSDT`, exact: true }).click();
  return dialog(title);
}

/** Presses the button that ends a dialog, and waits until that is done. */
async function finish(open: Locator, name: string): Promise<void> {
  await open.getByRole('button', { name, exact: true }).last().click();
  await open.waitFor({ state: 'detached' });
}

async function margin(): Promise<number> {
  const [position] = await desk.traders.ada.call('mix.singlePosition', BTC);
  return Number(position?.marginSize);
}

test('margin that was added is taken out again, but no more than is free', async () => {
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.5' });
  await (await desk.list(/^Positions \(1\)/)).getByText('0.5 BTC').waitFor();
  await desk.traders.ada.call('mix.setMargin', { ...BTC, amount: '500', holdSide: 'buy' });
  const before = await margin();
  const open = await start('Change margin', 'Change margin');
  await open.getByRole('button', { name: 'Remove', exact: true }).first().click();
  const amount = open.getByRole('textbox', { name: 'Amount' });
  await amount.fill('5000');
  await open.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await open.getByText(/^At most [\d,.]+ USDT is possible now\.$/).waitFor();
  expect(await margin()).toBe(before);
  await amount.fill('200');
  await finish(open, 'Remove');
  expect(await margin()).toBeCloseTo(before - 200, 2);
});

test('a position is closed in part at a limit, by an order that waits in the book', async () => {
  const open = await start('Close', 'Close');
  await open.getByRole('button', { name: 'Limit' }).click();
  await open.getByRole('textbox', { name: 'Price' }).fill(desk.at(0.05));
  await open.getByRole('textbox', { name: 'Amount' }).fill('0.2');
  await finish(open, 'Close');
  const orders = await desk.list(/^Open orders \(1\)/);
  await orders.getByRole('row', { name: /BTCUSDT Sell .*0\.2 BTC/ }).waitFor();
  await desk.order('taker', { side: 'buy', price: desk.at(0.05), size: '0.2' });
  await desk.page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  await (await desk.list(/^Positions/)).getByText('0.3 BTC').waitFor();
});

test('exits of parts: one is amended, one cancelled, one closes its part', async () => {
  const open = await start('Take profit and stop loss', 'Take profit and stop loss');
  const add = async (kind: string, trigger: string) => {
    await open.getByRole('button', { name: kind }).click();
    await open.getByRole('button', { name: 'Last price' }).click();
    await open.getByRole('textbox', { name: 'Trigger price' }).fill(trigger);
    await open.getByRole('textbox', { name: 'Amount' }).fill('0.1');
    await open.getByRole('button', { name: 'Add', exact: true }).click();
  };
  const exits = open.locator('.exits li');
  await add('Take profit', desk.at(0.5));
  await exits.filter({ hasText: /Take profit .* 0\.1 BTC/ }).waitFor();
  await add('Stop loss', desk.at(-0.5));
  const stop = exits.filter({ hasText: /Stop loss .* 0\.1 BTC/ });
  await stop.waitFor();
  await exits
    .filter({ hasText: 'Take profit' })
    .getByRole('button', { name: /^Amend order/ })
    .click();
  await open.getByRole('textbox', { name: 'Trigger price' }).fill(desk.at(0.08));
  await open.getByRole('button', { name: 'Save' }).click();
  await exits.filter({ hasText: Number(desk.at(0.08)).toLocaleString('en-US') }).waitFor();
  await stop.getByRole('button', { name: /^Cancel order/ }).click();
  await stop.waitFor({ state: 'detached' });
  await desk.page.keyboard.press('Escape');
  await desk.page.getByRole('tab', { name: 'Trigger orders (1)' }).waitFor();
  // The price goes through the trigger; the rest of the position stays.
  await desk.order('taker', { side: 'buy', price: desk.at(0.1), size: '0.01' });
  await (await desk.list(/^Positions/)).getByText('0.2 BTC').waitFor();
  await desk.page.getByRole('tab', { name: 'Trigger orders (0)' }).waitFor();
});

test('every action is in sight where the table has no room for all columns', async () => {
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  const table = (await desk.list(/^Positions/)).getByRole('region', { name: 'Positions' });
  const share = table.getByRole('button', { name: 'Share BTCUSDT' });
  const wider = () => table.evaluate((element) => element.scrollWidth - element.clientWidth);
  await table.getByRole('button', { name: 'Other values' }).first().waitFor();
  await expect.poll(wider).toBe(0);
  const [place, button] = [await table.boundingBox(), await share.boundingBox()];
  const end = (box: typeof place) => (box === null ? Number.NaN : box.x + box.width);
  expect(end(button)).toBeLessThanOrEqual(end(place));
  await desk.page.setViewportSize(WIDE);
});

test('a position is turned around, after a yes', async () => {
  const open = await start('Reverse', 'Reverse');
  await open.getByText('0.2 BTC of BTCUSDT is closed at the market').waitFor();
  await finish(open, 'Reverse');
  const positions = await desk.list(/^Positions \(1\)/);
  await positions.getByRole('row', { name: /Short .*0\.2 BTC/ }).waitFor();
});

test('a position is closed at once, after a yes', async () => {
  const open = await start('Flash close', 'Flash close');
  await open.getByRole('button', { name: 'Cancel', exact: true }).click();
  await desk.page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
  await finish(await start('Flash close', 'Flash close'), 'Flash close');
  await desk.page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
});

test('all positions are closed, after a yes that says how many they are', async () => {
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.1' });
  const price = desk.at(-0.1, 'ETHUSDT');
  await desk.order('ada', { symbol: 'ETHUSDT', side: 'sell', price, size: '1' });
  await desk.page.getByRole('tab', { name: 'Positions (2)' }).waitFor();
  await desk.page.getByRole('button', { name: 'Close all' }).click();
  const open = dialog('Close all');
  await open.getByText('All 2 positions are closed').waitFor();
  await finish(open, 'Close all');
  await desk.page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
});

test('what was typed into the form comes back after a reload, but for prices', async () => {
  const { page } = desk;
  const form = page.locator('#order-form');
  await form.getByRole('button', { name: 'Trigger', exact: true }).click();
  await form.getByRole('textbox', { name: 'Trigger price' }).fill('12345');
  await form.getByRole('textbox', { name: 'Amount' }).fill('0.125');
  const draft = `draft:live:${desk.uid}:contract:BTCUSDT`;
  await expect.poll(() => kept(page, draft)).toMatch(/"trigger".*"0\.125"/);
  await page.reload();
  const amount = form.getByRole('textbox', { name: 'Amount' });
  await expect.poll(() => amount.inputValue()).toBe('0.125');
  expect(await form.getByRole('textbox', { name: 'Trigger price' }).inputValue()).toBe('');
  await amount.fill('');
  await expect.poll(() => kept(page, draft)).toBe('');
  // An order that was accepted is none that was typed.
  await form.getByRole('textbox', { name: 'Trigger price' }).fill('12345');
  await amount.fill('0.125');
  await expect.poll(() => kept(page, draft)).toContain('"0.125"');
  await form.getByRole('button', { name: /^Buy/ }).click();
  await page.getByRole('tab', { name: 'Trigger orders (1)' }).waitFor();
  await expect.poll(() => amount.inputValue()).toBe('');
  await page.reload();
  await amount.waitFor();
  expect(await kept(page, draft)).toBe('');
  expect(await amount.inputValue()).toBe('');
  await desk.traders.ada.call('mix.cancelPlanOrder', { ...BTC, planType: 'normal_plan' });
  await page.getByRole('tab', { name: 'Trigger orders (0)' }).waitFor();
});

test('on a phone a position is two lines and its actions, and all figures a touch away', async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 360, height: 760 });
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.1' });
  const card = page.getByRole('list', { name: 'Positions' }).getByRole('listitem');
  await card.getByText('0.1 BTC').waitFor();
  const lines = card.locator('.position-line');
  expect(await lines.count()).toBe(2);
  for (const line of await lines.all()) {
    expect((await line.boundingBox())?.height).toBeLessThan(30);
  }
  expect(await card.getByText('Margin ratio').count()).toBe(0);
  await card.getByRole('button', { name: 'All figures BTCUSDT' }).click();
  await card.getByText('Margin / Margin ratio').waitFor();
  await card.getByRole('button', { name: 'Change margin BTCUSDT' }).waitFor();
  expect(await axeFaults(page, { serious: true })).toEqual([]);
  await card.getByRole('button', { name: 'Flash close BTCUSDT' }).click();
  await finish(dialog('Flash close'), 'Flash close');
  await page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
  await page.setViewportSize(WIDE);
});

test('the account page has money and positions, and closes them', async () => {
  const { page } = desk;
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.1' });
  await goTo(page, '/asset/futures');
  await page.getByRole('heading', { level: 1, name: 'Futures account' }).waitFor();
  await page.locator('.asset-sum', { hasText: /^[\d,.]+ USDT$/ }).waitFor();
  const balances = page.getByRole('region', { name: 'Balances' });
  await balances.getByRole('row', { name: /^USDT 9,/ }).waitFor();
  const positions = page.getByRole('region', { name: 'Positions' });
  await positions.getByRole('row', { name: /BTCUSDT Long .*0\.1 BTC/ }).waitFor();
  await positions.getByRole('button', { name: 'Flash close BTCUSDT' }).click();
  await finish(dialog('Flash close'), 'Flash close');
  await page.locator('.futures-lists .state').waitFor();
});

test('the orders page lists orders and triggers of all contracts, page by page', async () => {
  const { page } = desk;
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    const price = desk.at(-1, symbol);
    await desk.order('ada', { symbol, side: 'buy', price, size: '0.1' });
    await desk.order('ada', { symbol, side: 'buy', price, size: '0.2' });
    await desk.traders.ada.call('mix.placePlanOrder', {
      ...contract(symbol),
      planType: 'normal_plan',
      marginMode: 'isolated',
      size: '0.1',
      triggerPrice: desk.at(2, symbol),
      triggerType: 'fill_price',
      side: 'sell',
      orderType: 'market',
    });
  }
  // Pages of one row: what is behind them is asked for too.
  const open = '**/api/web/v1/orders/open**';
  await page.route(open, (route) => route.continue({ url: `${route.request().url()}&limit=1` }));
  await goTo(page, '/order/mcp');
  await page.getByRole('heading', { level: 1, name: 'Futures orders' }).waitFor();
  const orders = await desk.list(/^Open orders \(4\)/);
  await orders.getByRole('row', { name: /BTCUSDT Buy .*0\.1 BTC/ }).waitFor();
  expect(await orders.locator('tbody tr[aria-rowindex]').count()).toBe(4);
  await page.unroute(open);
});

/** What is wider than the page, and what axe finds wrong with it. */
async function faults(): Promise<unknown> {
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  return [await desk.page.evaluate<number>(wider), await axeFaults(desk.page)];
}

test('an order’s details open by keys and by a link, go by Back, and list its fills', async () => {
  const { page } = desk;
  await goTo(page, '/order/mcp');
  const open = await desk.list(/^Open orders \(4\)/);
  const row = open.getByRole('row', { name: /ETHUSDT Buy .*0\.2 ETH/ });
  await row.getByRole('button', { name: /^Details of order/ }).focus();
  await page.keyboard.press('Enter');
  const waiting = dialog('Details of order');
  await waiting.getByText('Nothing has been filled.').waitFor();
  await waiting.getByText('0.2 ETH').waitFor();
  await page.keyboard.press('Escape');
  await waiting.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await focused(page)).toMatch(/^Details of order/);
  await page.getByRole('tab', { name: 'Order history' }).click();
  const ended = page.getByRole('tabpanel', { name: 'Order history' });
  const filled = ended.getByRole('row', { name: /ETHUSDT .*Filled/ }).first();
  await filled.getByRole('button', { name: /^Details of order/ }).click();
  const fills = dialog('Details of order').getByRole('region', { name: 'Fills' });
  await fills.getByRole('row').nth(1).waitFor();
  expect(new URL(page.url()).search).toMatch(/^\?tab=ended&order=\d{19}$/);
  await page.goBack();
  await fills.waitFor({ state: 'detached' });
  await page.goForward();
  await fills.getByRole('row').nth(1).waitFor();
  expect(await faults()).toEqual([0, []]);
  // A link to them, on a phone, from right to left, light.
  const link = new URL(page.url());
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 760 });
  await page.goto(`/ar${link.pathname}${link.search}`);
  await page.getByRole('dialog').locator('h3').waitFor();
  expect(await faults()).toEqual([0, []]);
  await goTo(page, `${link.pathname}?order=1999999999999999999`);
  await dialog('Details of order').getByRole('alert').waitFor();
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(WIDE);
});

test('the records open the details of the order that a line is of', async () => {
  const { page } = desk;
  await goTo(page, '/record/mcp?tab=fills&pair=ETHUSDT');
  const panel = page.getByRole('tabpanel', { name: 'Fills' });
  const cell = panel.getByRole('button', { name: /^Details of order/ }).first();
  const id = await cell.textContent();
  await cell.click();
  await dialog(`Details of order ${id}`).getByRole('region', { name: 'Fills' }).waitFor();
  expect(new URL(page.url()).search).toBe(`?tab=fills&pair=ETHUSDT&order=${id}`);
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=fills&pair=ETHUSDT');
});

test('what is about to be cancelled is named, and nothing else is cancelled', async () => {
  const { page } = desk;
  await goTo(page, '/futures/usdt/ETHUSDT');
  await page.getByRole('tab', { name: 'Open orders (4)' }).click();
  await page.getByRole('checkbox', { name: 'This pair only' }).check();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const open = dialog('Cancel all');
  await open.getByText('2 in all').waitFor();
  await open.getByRole('row', { name: 'ETHUSDT Limit Buy 2' }).waitFor();
  const price = desk.at(-1, 'ETHUSDT');
  await desk.order('ada', { symbol: 'ETHUSDT', side: 'buy', price, size: '0.3' });
  await finish(open, 'Cancel all');
  await toastSaid(page, 'Orders cancelled: 2.');
  const orders = await desk.list(/^Open orders \(3\)/);
  await orders.getByRole('row', { name: /ETHUSDT Buy .*0\.3 ETH/ }).waitFor();
  await page.getByRole('checkbox', { name: 'This pair only' }).uncheck();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await finish(open, 'Cancel all');
  await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  await desk.list(/^Trigger orders \(2\)/);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await open.getByRole('row', { name: 'ETHUSDT Trigger Sell 1' }).waitFor();
  await finish(open, 'Cancel all');
  await page.getByRole('tab', { name: 'Trigger orders (0)' }).waitFor();
});

test('the records page has each kind, narrows to a contract, and exports', async () => {
  const { page } = desk;
  const tooLarge = desk.order('ada', { side: 'buy', price: desk.at(-1), size: '400' });
  await expect(tooLarge).rejects.toThrow('400 BTC');
  await goTo(page, '/record/mcp');
  await page.getByRole('heading', { level: 1, name: 'Futures records' }).waitFor();
  const kinds = ['Order history', 'Trigger orders', 'Fills', 'Position history', 'Ledger'];
  for (const name of [...kinds, 'Transfers', 'Refused orders']) {
    await page.getByRole('tab', { name, exact: true }).click();
    const panel = page.getByRole('tabpanel', { name });
    await panel.locator('tbody tr.ant-table-row').first().waitFor();
  }
  for (const name of ['Funding', 'Liquidations']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page
      .getByRole('tabpanel', { name })
      .getByText('There are no records in this period.')
      .waitFor();
  }
  await page.getByRole('tab', { name: 'Order history', exact: true }).click();
  const orders = page.getByRole('tabpanel', { name: 'Order history' });
  await orders.getByRole('combobox', { name: 'Status' }).click();
  await page.getByTitle('Cancelled', { exact: true }).click();
  // Every order that is left was cancelled, and says by whom.
  await orders
    .locator('tr.ant-table-row', { hasText: 'Filled' })
    .first()
    .waitFor({ state: 'detached' });
  await orders
    .getByRole('row', { name: /Cancelled.* Cancelled by user/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).search).toBe('?status=cancelled');
  await goTo(page, '/record/mcp?tab=ledger&businessType=trans_from_exchange');
  const ledger = page.getByRole('tabpanel', { name: 'Ledger' });
  await ledger
    .getByRole('row', { name: /Transfer in/ })
    .first()
    .waitFor();
  expect(await ledger.locator('tr.ant-table-row', { hasText: /Bought|Sold/ }).count()).toBe(0);
  await goTo(page, '/record/mcp');
  await page.getByRole('tab', { name: 'Fills', exact: true }).click();
  const fills = page.getByRole('tabpanel', { name: 'Fills' });
  const of = (symbol: string) => fills.locator('tr.ant-table-row', { hasText: symbol });
  await of('BTCUSDT').first().waitFor();
  await fills.getByRole('combobox', { name: 'Pair' }).click();
  await page.keyboard.type('ETH');
  await page.keyboard.press('Enter');
  // It was sold once, and bought back when all was closed.
  // The rows of all pairs stay in sight until those of this one are asked for.
  await of('BTCUSDT').first().waitFor({ state: 'detached' });
  await of('ETHUSDT').nth(1).waitFor();
  expect(await fills.locator('tr.ant-table-row').count()).toBe(2);
  await fills.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  const field = (name: string) => dialog.getByRole('combobox', { name });
  expect(await field('Records').inputValue()).toBe('fills');
  expect(await field('Account').inputValue()).toBe('futures');
  const fileOf = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name, exact: true }).click(),
    ]);
    await dialog.getByRole('status').getByText('Done.').waitFor();
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const csv = await fileOf('Export');
  expect(csv.name).toBe('halcyon-fills-futures.csv');
  const lines = csv.bytes.toString('utf8').trim().split(/\r?\n/);
  expect(lines.length).toBe(3);
  expect(lines.slice(1).every((line) => line.includes('ETHUSDT'))).toBe(true);
  await field('File').selectOption('parquet');
  const year = new Date().getFullYear();
  const parquet = await fileOf(`Tax year ${year}`);
  expect(parquet.name).toBe(`halcyon-ledger-${year}-01-01-${year}-12-31.parquet`);
  const entries = await parquetReadObjects({ file: new Uint8Array(parquet.bytes).buffer });
  // Of all accounts, however they are called, and each with the balance that it left.
  expect(new Set(entries.map((entry) => entry['account']))).toEqual(new Set(['spot', 'futures']));
  const own = { productType: 'USDT-FUTURES', limit: '100' } as const;
  const { bills } = await desk.traders.ada.call('mix.mixBill', own);
  const ofFutures = entries.filter((entry) => entry['account'] === 'futures');
  expect(ofFutures).toHaveLength(bills.length);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a long file says how far it is, and can be ended', async () => {
  const { page, exchange, uid } = desk;
  const futures = accountOf(parseWireUserId(uid) ?? 0, AccountKind.usdtFutures);
  addEntries(join(exchange.folder, 'records.db'), futures, 200_000, Date.now());
  await goTo(page, '/record/mcp?tab=ledger');
  const ledger = page.getByRole('tabpanel', { name: 'Ledger' });
  await ledger.getByRole('button', { name: 'Export', exact: true }).click();
  const open = dialog('Export records');
  const begin = open.getByRole('button', { name: 'Export', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), begin.press('Enter')]);
  const progress = open.getByRole('progressbar', { name: /^\d+% written, rows: [\d,]+$/ });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  expect(await begin.isDisabled()).toBe(true);
  await open.getByRole('button', { name: 'Stop writing' }).press('Enter');
  await progress.waitFor({ state: 'detached' });
  expect(await download.failure()).not.toBeNull();
  await expect.poll(() => begin.isDisabled()).toBe(false);
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
});

/** Answers of the fund's routes that a new exchange has not got yet, while `look` goes on. */
async function withHistory(page: Page, look: () => Promise<void>): Promise<void> {
  const now = Date.now();
  const given = {
    curve: {
      coin: 'USDT',
      rows: ['1000.01', '1000.02', '999.5'].map((balance, i) => ({ time: now + i, balance })),
    },
    deleveragings: {
      rows: [{ id: '1', symbol: 'BTCUSDT', side: 'long', positions: 3, time: now }],
      next: null,
    },
  };
  for (const [name, data] of Object.entries(given)) {
    const json = { code: '00000', msg: 'success', requestTime: now, data };
    await page.route(`**/protection-fund/${name}*`, (route) => route.fulfill({ json }));
  }
  await look();
  for (const name of Object.keys(given)) await page.unroute(`**/protection-fund/${name}*`);
}

test('the fund over time is exact under the cursor, and deleveragings name no owner', async () => {
  const { page } = desk;
  await withHistory(page, async () => {
    await goTo(page, '/protection-fund');
    const curve = page.getByRole('slider', { name: 'Balance over time' });
    await curve.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => curve.getAttribute('aria-valuetext')).toMatch(/: 1,000\.02 USDT$/);
    await page.keyboard.press('Home');
    await page.locator('.curve-readout', { hasText: '1,000.01 USDT' }).waitFor();
    await page
      .getByRole('region', { name: 'Auto-deleveraging' })
      .getByRole('row', { name: /BTCUSDT Long 3$/ })
      .waitFor();
    expect(await axeFaults(page, { serious: true })).toEqual([]);
  });
});

test('the page of the protection fund has its balance and every payment', async () => {
  const { page } = desk;
  await goTo(page, '/protection-fund');
  const payments = page.getByRole('region', { name: 'Every payment' });
  const moved = payments.getByRole('row', { name: /Moved by the operator/ }).last();
  await moved.getByRole('button', { name: 'Show' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText('Protection fund').waitFor();
  expect(await receipt.getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('.fund-sum', { hasText: /^[\d,.]+ USDT$/ }).waitFor();
  // But for the one refusal that was asked for, and closing twice within a second.
  expect(desk.complaints.filter((text) => !/ 4(00|29) /.test(text))).toEqual([]);
});
