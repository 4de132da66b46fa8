/** The terminal shows much at once: levels of the book, rows of the lists, both sides of the form. */
import { RestClient } from '@halcyon/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerBrowser } from '../support/browser.ts';
import { cardFaults } from '../support/cards.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { goTo, signIn } from '../support/web-pages.ts';

const ADA = { email: 'ada@example.com', password: 'a long enough passphrase' };
const ORDERS = 24;

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const credentials = await exchange.trader('ada', 'USDT=10000000,BTC=100');
  const ada = new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
  const [ticker] = await ada.call('market.tickers', { symbol: 'BTCUSDT' });
  const last = Number(ticker?.lastPr);
  for (const [side, sign] of [['buy', -1] as const, ['sell', 1] as const]) {
    const orderList = Array.from({ length: ORDERS }, (_, index) => {
      const price = (last * (1 + (sign * (index + 1)) / 10_000)).toFixed(2);
      return { symbol: 'BTCUSDT', orderType: 'limit', force: 'gtc', size: '0.01', side, price };
    });
    await ada.call('trade.batchOrders', { symbol: 'BTCUSDT', orderList } as never);
  }
  // For the records: one that is filled and one that is cancelled.
  const market = { symbol: 'BTCUSDT', orderType: 'market', side: 'sell', size: '0.0123' };
  await ada.call('trade.placeOrder', market as never);
  const [open] = await ada.call('trade.unfilledOrders', { symbol: 'BTCUSDT' });
  await ada.call('trade.cancelOrder', { symbol: 'BTCUSDT', orderId: open?.orderId } as never);
  browser = await workerBrowser();
  context = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(context, exchange.baseUrl, ADA);
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function show(path: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await goTo(page, exchange.baseUrl + path);
  await page.locator('.book-bids .book-row').first().waitFor();
}

/** How many elements that fit lie wholly in the window, and the heights they have. */
function seen(selector: string): Promise<{ count: number; heights: number[] }> {
  return page.evaluate<{ count: number; heights: number[] }>(`(() => {
    const boxes = [...document.querySelectorAll('${selector}')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, bottom, height }) => height > 0 && top >= 0 && bottom <= innerHeight);
    return { count: boxes.length, heights: [...new Set(boxes.map((box) => Math.round(box.height)))] };
  })()`);
}

test.each(['/spot/BTCUSDT', '/futures/usdt/BTCUSDT'])(
  '%s has fourteen levels a side in a window of 1440 by 900',
  async (path) => {
    await show(path, 1440, 900);
    for (const side of ['asks', 'bids']) {
      await expect
        .poll(async () => (await seen(`.book-${side} .book-row`)).count)
        .toBeGreaterThanOrEqual(14);
    }
    const scrolls = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(scrolls).toBe(1440);
  },
);

test('seven orders and more stand under the chart, in rows of 28 to 32 px', async () => {
  await show('/spot/BTCUSDT', 1440, 900);
  await page.locator('.area-lists tbody tr').nth(7).waitFor();
  const { count, heights } = await seen('.area-lists tbody tr[aria-rowindex]');
  expect(count).toBeGreaterThanOrEqual(7);
  for (const height of heights) {
    expect(height).toBeGreaterThanOrEqual(28);
    expect(height).toBeLessThanOrEqual(32);
  }
});

test('buy and sell stand beside each other where it is wide, and each is placed by itself', async () => {
  await show('/spot/BTCUSDT', 1920, 1080);
  const [buy, sell] = ['Buy', 'Sell'].map((name) => page.getByRole('form', { name, exact: true }));
  const beside = async () => {
    const [left, right] = [await buy?.boundingBox(), await sell?.boundingBox()];
    return left?.y === right?.y && (left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0);
  };
  await expect.poll(beside).toBe(true);
  await page.getByRole('button', { name: 'Market', exact: true }).click();
  await sell?.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await sell?.getByRole('button', { name: 'Sell BTC' }).click();
  await sell?.getByText(/^(Not enough BTC available|The largest order is)/).waitFor();
  expect(await buy?.getByRole('textbox', { name: 'Total' }).inputValue()).toBe('');
});

test('more lists stand beside the orders where it is very wide', async () => {
  await show('/spot/BTCUSDT', 2560, 1300);
  await page.getByRole('tab', { name: /Open orders/, selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Balances', selected: true }).waitFor();
});

test.each(['/spot/BTCUSDT', '/futures/usdt/BTCUSDT'])(
  '%s on a phone has the form at the left and eight levels a side at the right',
  async (path) => {
    await show(path, 360, 850);
    for (const width of [360, 414]) {
      await page.setViewportSize({ width, height: 850 });
      const gap = async () => {
        const form = await page.locator('#order-form').boundingBox();
        const book = await page.locator('.book').boundingBox();
        return (book?.x ?? 0) - (form?.x ?? 0) - (form?.width ?? 0);
      };
      await expect.poll(gap).toBeGreaterThanOrEqual(-1);
      for (const side of ['asks', 'bids']) {
        const levels = page.locator(`.book-${side} .book-row`);
        await expect.poll(async () => [side, await levels.count()]).toEqual([side, 8]);
      }
      const scrolls = () => page.evaluate<number>('document.documentElement.scrollWidth');
      await expect.poll(scrolls).toBe(width);
    }
  },
);

test('on a phone a card of an order is no higher than 120 px, and breaks no number', async () => {
  await show('/spot/BTCUSDT', 360, 780);
  const cards = page.locator('.orders tr[aria-rowindex]');
  await cards.nth(2).waitFor();
  await expect.poll(() => cards.nth(0).innerText()).toMatch(/0\.01 BTC/);
  expect(await cardFaults(page, '.orders tr[aria-rowindex]')).toEqual([]);
  // Their levels have their whole sizes in the book beside the form.
  const own = page.locator('.book-row.own');
  await own.first().waitFor();
  const cut = await own.evaluateAll((rows) =>
    rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.textContent),
  );
  expect(cut).toEqual([]);
});

test.each(['orders', 'fills', 'ledger'])(
  'on a phone a card of the records of %s is no higher than 120 px; a press shows the rest',
  async (tab) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await goTo(page, `${exchange.baseUrl}/record/exchange?tab=${tab}`);
    const cards = page.locator('.card-low .ant-table-row');
    await cards.nth(0).waitFor();
    expect(await cardFaults(page, '.card-low .ant-table-row')).toEqual([]);
    const more = cards.nth(0).getByRole('button', { name: 'Other values' });
    if (tab === 'ledger') return;
    await more.click();
    await page.locator('.row-rest-values').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  },
);

test('on a phone a card of the history of orders is no higher than 120 px', async () => {
  await show('/spot/BTCUSDT', 360, 780);
  await page.getByRole('tab', { name: 'Order history' }).click();
  await page.locator('.orders tr[aria-rowindex]').nth(0).waitFor();
  expect(await cardFaults(page, '.orders tr[aria-rowindex]')).toEqual([]);
});

test('on a phone a card of the balances is no higher than 120 px', async () => {
  await page.setViewportSize({ width: 360, height: 780 });
  await goTo(page, `${exchange.baseUrl}/asset/spot`);
  await page.locator('.card-low .ant-table-row').nth(1).waitFor();
  expect(await cardFaults(page, '.ant-table-row')).toEqual([]);
});

test('a phone leads from the chart to the side that one wants', async () => {
  await show('/spot/BTCUSDT', 390, 844);
  await page.getByRole('tab', { name: 'Chart' }).click();
  await page.locator('.trade-bar').getByRole('button', { name: 'Sell' }).click();
  await page.getByRole('button', { name: 'Sell BTC' }).waitFor();
  await page.locator('.trade-bar').waitFor({ state: 'detached' });
});
