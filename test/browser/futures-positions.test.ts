/**
 * A position from its opening to its liquidation: margin is added, the stop is moved on the chart, the
 * price falls, and the page says before that it comes near and after why it came. The test sets the index.
 */
import type { RestClient } from '@halcyon/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, launchBrowser, toastSaid } from '../support/browser.ts';
import { PricedExchange } from '../support/priced-exchange.ts';
import { signIn } from '../support/web-pages.ts';

const SYMBOL = 'BTCUSDT';
const CONTRACT = { symbol: SYMBOL, productType: 'USDT-FUTURES', marginCoin: 'USDT' } as const;

let exchange: PricedExchange;
let browser: Browser;
let page: Page;
let ada: RestClient;
let maker: RestClient;
let price = 0;
let complaints: string[];

beforeAll(async () => {
  const keys: Parameters<PricedExchange['client']>[0][] = [];
  exchange = await PricedExchange.start((files) => {
    keys.push(files.trader('ada', 'USDT=20000'), files.trader('maker', 'USDT=5000000'));
  });
  ada = exchange.client(keys[0]);
  maker = exchange.client(keys[1]);
  const [ticker] = await ada.call('market.tickers', { symbol: SYMBOL });
  price = Math.round(Number(ticker?.lastPr));
  await exchange.index(SYMBOL, price);
  for (const [who, amount] of [
    [ada, '10000'],
    [maker, '4000000'],
  ] as const) {
    const transfer = { fromType: 'spot', toType: 'usdt_futures', coin: 'USDT', amount } as const;
    await who.call('account.transfer', transfer);
  }
  await order(maker, 'sell', at(0.1), '5');
  await order(maker, 'buy', at(-0.1), '0.2');
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1680, height: 1000 } });
  await signIn(context, exchange.baseUrl, {
    email: 'ada@example.com',
    password: 'a long enough passphrase',
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

/** A price so many percent above the first one. */
function at(percent: number): string {
  return (price * (1 + percent / 100)).toFixed(1);
}

async function order(
  who: RestClient,
  side: 'buy' | 'sell',
  limit: string,
  size: string,
): Promise<void> {
  const body = { side, price: limit, size, orderType: 'limit', marginMode: 'isolated' } as const;
  await who.call('mix.setMarginMode', { ...CONTRACT, marginMode: 'isolated' }).catch(() => {});
  await who.call('mix.placeOrder', { ...CONTRACT, ...body });
}

async function list(name: RegExp): Promise<Locator> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

function line(name: RegExp): Locator {
  return page.locator('.chart-lines').getByRole('slider', { name });
}

test('an opened position is in the table, its entry and liquidation price on the chart', async () => {
  await page.goto(`${exchange.baseUrl}/futures/usdt/${SYMBOL}`);
  await page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
  await order(ada, 'buy', at(0.1), '0.5');
  const positions = await list(/^Positions \(1\)/);
  await positions.getByText('Long').waitFor();
  await positions.getByText('0.5 BTC').waitFor();
  await page.locator('.chart-lines').getByRole('button', { name: 'Long 0.5 BTC' }).waitFor();
  await page.locator('.chart-line[data-line$=liquidation]').waitFor({ state: 'attached' });
  await page.locator('.chart-fill.up').waitFor({ state: 'attached' });
});

test('margin is added, which moves the liquidation price away', async () => {
  const positions = await list(/^Positions/);
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
  const positions = await list(/^Positions/);
  await positions.getByRole('button', { name: 'Take profit and stop loss BTCUSDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take profit and stop loss' });
  await dialog.getByRole('textbox', { name: 'Trigger price' }).fill(at(-0.3));
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
    const { entrustedList } = await ada.call('mix.plansPending', {
      ...CONTRACT,
      planType: 'profit_loss',
    });
    return entrustedList.map((row) => Number(row.triggerPrice));
  };
  // Not faster: the limit of ten reads a second is the page's too.
  await expect
    .poll(trigger, { interval: 500 })
    .toEqual([Number((Number(at(-0.3)) - 50).toFixed(1))]);
  await toastSaid(page, 'Order amended.');
});

test('nobody is kept out: no serious fault that axe finds', async () => {
  await page.mouse.move(0, 0);
  expect(await axeFaults(page, { serious: true })).toEqual([]);
});

test('a position is closed in part at the market', async () => {
  const positions = await list(/^Positions/);
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
  const positions = await list(/^Positions/);
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
  await ada.call('mix.cancelPlanOrder', CONTRACT);
  const positions = await list(/^Positions/);
  const shown = ((await positions.locator('.liquidation').textContent()) ?? '').replace(/\(.*/, '');
  const liquidation = Number(shown.replaceAll(',', ''));
  // The book would hold the mark price up: it follows the index where nobody quotes.
  await maker.call('mix.cancelAllOrders', CONTRACT);
  // Bids for what will be closed, which are no further away than orders may be.
  const near = liquidation * 1.003;
  await exchange.index(SYMBOL, Math.round(near));
  await page
    .getByText(/BTCUSDT: margin ratio \d+(\.\d+)?%/)
    .first()
    .waitFor();
  await order(maker, 'buy', (liquidation * 0.998).toFixed(1), '2');
  await exchange.index(SYMBOL, Math.round(liquidation * 0.9985));
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
  const fills = await list(/^Fills/);
  await fills.getByText('Liquidation · Sell').first().waitFor();
  const closed = await list(/^Position history/);
  await closed
    .getByRole('row', { name: /BTCUSDT/ })
    .first()
    .waitFor();
  const orders = await list(/^Order history/);
  await orders
    .getByRole('row', { name: /BTCUSDT/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
