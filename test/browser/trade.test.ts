/**
 * A person's first minutes: register, take test funds, trade, look at the records, come back. Nobody
 * else but a maker trades, so that no moving market fills what has to rest.
 */
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { focused } from '../support/keyboard.ts';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  await makeBook();
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** Somebody's resting orders, ten on each side of the last price. */
async function makeBook(): Promise<void> {
  const credentials = await exchange.trader('maker', 'USDT=1000000,BTC=10');
  const { baseUrl } = exchange;
  const maker = new RestClient({ baseUrl, credentials, timeoutMs: 120_000 });
  const [ticker] = await maker.call('market.tickers', { symbol: 'BTCUSDT' });
  const order = { symbol: 'BTCUSDT', orderType: 'limit', force: 'gtc', size: '0.1' } as const;
  for (let away = 1; away <= 10; away++) {
    for (const [side, sign] of [['buy', -1] as const, ['sell', 1] as const]) {
      const price = (Number(ticker?.lastPr) * (1 + (sign * away) / 10_000)).toFixed(2);
      await maker.call('trade.placeOrder', { ...order, side, price });
    }
  }
}

async function open(path: string): Promise<void> {
  await page.goto(exchange.baseUrl + path);
}

/** The price in an input such as `94216.60`. */
async function priceShown(): Promise<number> {
  const price = page.getByRole('textbox', { name: 'Price' });
  await expect.poll(async () => Number(await price.inputValue())).toBeGreaterThan(0);
  return Number(await price.inputValue());
}

async function ordersTab(name: RegExp): Promise<void> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
}

describe('a first visit', () => {
  test('register', async () => {
    await open('/register');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill('plum tree under rain 77');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/asset/spot');
  });

  test('take test funds', async () => {
    await page.getByRole('button', { name: 'Get 10,000 USDT' }).click();
    await page.getByText('40,000 of 50,000 left today').first().waitFor();
    await page.getByRole('button', { name: 'Get 0.1 BTC' }).click();
    await page.getByText('0.4 of 0.5 left today').first().waitFor();
  });

  test('place a limit order and see it in the list and in the book', async () => {
    // The balance comes late, which is no reason to refuse.
    const placed = Promise.withResolvers<void>();
    await page.route('**/spot/account/assets*', async (route) => {
      await placed.promise;
      await route.continue();
    });
    await open('/spot/BTCUSDT');
    const best = await priceShown();
    // Below the best of the book, and on screen.
    const price = (best * 0.9996).toFixed(2);
    await page.getByRole('textbox', { name: 'Price' }).fill(price);
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.001');
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    const tab = page.getByRole('tab', { name: 'Open orders (1)' });
    await tab.waitFor();
    placed.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    const shown = Number(price).toLocaleString('en', { minimumFractionDigits: 2 });
    await page
      .getByRole('tabpanel', { name: /Open orders/ })
      .getByText(shown)
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Order book' }).getByText(shown).first().waitFor();
  });

  test('cancel it', async () => {
    await page
      .getByRole('tabpanel', { name: /Open orders/ })
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  });

  test('place, amend and cancel another by the keyboard alone', async () => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (name: RegExp, stopsMax = 80) => {
      for (let stops = 0; !name.test(await focused(page)); stops += 1) {
        expect(stops, `stops before ${name}`).toBeLessThan(stopsMax);
        await press('Tab');
      }
    };
    // A link skips the chart and the book.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await press('Enter', 'Tab');
    await expect.poll(() => focused(page)).toBe('Place an order');
    await press('Enter');
    await tabTo(/^Price$/, 10);
    await press('Control+A');
    await page.keyboard.type('50000');
    // A field that is refused gets the focus.
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Amount');
    await page.keyboard.type('0.002');
    await press('Enter');
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
    const list = page.getByRole('tabpanel', { name: /Open orders/ });
    await list.getByRole('button', { name: /^Amend/ }).waitFor();
    await tabTo(/^Amend/);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => focused(page)).toBe('Price');
    await press('Control+A');
    await page.keyboard.type('49000');
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Amend/);
    await list.getByText('49,000.00').waitFor();
    await press('Tab', 'Enter');
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    // The row is gone; the focus is not.
    await expect.poll(() => focused(page)).toContain('You have no orders here yet.');
  });

  test('menus and tabs by arrows, search and back', async () => {
    await page.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('ArrowDown');
    const menu = page.getByRole('region', { name: 'Account' });
    await menu.getByRole('button', { name: 'Log out' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Log out');
    await page.keyboard.press('Tab');
    await menu.waitFor({ state: 'detached' });
    const lists = page.getByRole('tablist', { name: 'Orders' });
    await lists.getByRole('tab', { name: 'Order history' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Balances');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('Open orders');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('ETHUSDT');
    await page.getByRole('option', { name: /ETH/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/spot/ETHUSDT');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await open('/account/newapi');
    await page.getByRole('main').getByRole('button', { name: 'Create API key' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Create API key');
    await open('/spot/BTCUSDT');
  });

  test('prices of the market, sizes of the book and a total go into the form', async () => {
    const form = page.locator('#order-form');
    const price = form.getByRole('textbox', { name: 'Price' });
    const book = page.getByRole('region', { name: 'Order book' });
    const number = (text: string | null) => Number((text ?? '').replaceAll(',', ''));
    const priceOf = async () => Number(await price.inputValue());
    const row = (side: string, at: number) => book.locator(`.book-${side} .book-row`).nth(at);
    const priceIn = (side: string, at = 0) => row(side, at).locator('.book-price').textContent();
    await expect.poll(() => priceIn('bids')).toMatch(/\d/);
    const [bid, ask] = [number(await priceIn('bids')), number(await priceIn('asks'))];
    await form.getByRole('button', { name: 'Bid', exact: true }).click();
    await expect.poll(priceOf).toBe(bid);
    await form.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(priceOf).toBe(ask);
    await form.getByRole('button', { name: 'Mid', exact: true }).click();
    await expect.poll(priceOf).toBe(Math.floor(Math.round((bid + ask) * 100) / 2) / 100);
    // The wheel steps the field that has the focus, and no other.
    await price.focus();
    await price.hover();
    const middle = await priceOf();
    await page.mouse.wheel(0, -100);
    await expect.poll(priceOf).toBeCloseTo(middle + 0.01, 6);
    await page.mouse.wheel(0, 100);
    await expect.poll(priceOf).toBeCloseTo(middle, 6);
    // The sum down to the third row, at its price: 0.3 of the maker's orders of 0.1.
    await row('asks', 2).locator('.book-total').click();
    const size = form.getByRole('textbox', { name: 'Amount' });
    expect(Number(await size.inputValue())).toBeCloseTo(0.3, 6);
    expect(await priceOf()).toBe(number(await priceIn('asks', 2)));
    const fill = form.locator('.order-line', { hasText: 'Avg. / worst fill' }).locator('dd');
    await expect.poll(() => fill.textContent()).toContain(` / ${await priceIn('asks', 2)}`);
    expect(number((await fill.textContent())?.split(' / ')[0] ?? '')).toBeCloseTo(
      (ask + number(await priceIn('asks', 1)) + number(await priceIn('asks', 2))) / 3,
      1,
    );
    // A market buy counts quote coins: no size of the book goes there.
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await row('asks', 2).locator('.book-total').click();
    expect(await form.getByRole('textbox', { name: 'Total' }).inputValue()).toBe('');
    await form.getByRole('button', { name: 'Limit', exact: true }).click();
    // A total becomes coins, and the book marks what rests with its size.
    await form.getByRole('button', { name: 'Bid', exact: true }).click();
    await form.getByRole('combobox', { name: 'Amount counted in' }).selectOption('USDT');
    await form.getByRole('textbox', { name: 'Total' }).fill('100');
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
    const coins = Math.floor((100 / bid) * 1e6) / 1e6;
    const own = book.locator('.book-row.own .book-price');
    await expect.poll(() => own.getAttribute('data-own')).toBe(coins.toFixed(6));
    await form.getByRole('combobox', { name: 'Amount counted in' }).selectOption('BTC');
    const list = page.getByRole('tabpanel', { name: /Open orders/ });
    await list.getByRole('button', { name: /^Cancel/ }).click();
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  });

  test('buy at market and see the fill and the balance', async () => {
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page
      .getByRole('textbox', { name: /Total|Amount/ })
      .first()
      .fill('500');
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    await ordersTab(/Fills/);
    const fills = page.getByRole('tabpanel', { name: 'Fills' });
    await fills.getByText('BTC/USDT').first().waitFor();
    await ordersTab(/Order history/);
    await page
      .getByRole('tabpanel', { name: 'Order history' })
      .getByText('Filled')
      .first()
      .waitFor();
  });

  test('after a reload everything is still there', async () => {
    await page.reload();
    await ordersTab(/Order history/);
    const history = page.getByRole('tabpanel', { name: 'Order history' });
    await history.getByText('Filled').first().waitFor();
    await history.getByText('Cancelled').first().waitFor();
  });

  test('after the exchange was killed and started again, too', async () => {
    await exchange.stop('SIGKILL');
    await exchange.launch();
    await page.reload();
    await ordersTab(/Order history/);
    const history = page.getByRole('tabpanel', { name: 'Order history' });
    await history.getByText('Filled').first().waitFor();
    await page.getByRole('status').getByText('Live').first().waitFor();
  });

  test('the records page has the same', async () => {
    await open('/record/exchange');
    await page.getByText('Filled').first().waitFor();
  });

  test('nothing went wrong on the way', () => {
    // While the exchange was down the browser rightly said that it could not connect.
    const real = complaints.filter((text) => !/ERR_CONNECTION|WebSocket|Failed to load/.test(text));
    expect(real).toEqual([]);
  });
});

describe('what the pages say', () => {
  test('names the figures of the chart in the language of the page', async () => {
    const drawn = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await drawn.addInitScript(`
      window.drawn = new Set();
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        window.drawn.add(String(text).trim());
        return fillText.call(this, text, ...rest);
      };
    `);
    await drawn.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
    const texts = () => drawn.evaluate<string[]>('[...window.drawn]');
    await expect.poll(texts).toContain('Volume');
    expect(await texts()).toEqual(expect.arrayContaining(['O', 'H', 'L', 'C']));
    expect((await texts()).filter((text) => /VOL/.test(text))).toEqual([]);
    await drawn.close();
  });

  test('sorts the balances on a phone as a table does by its head', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/asset/spot');
    const coins = () => page.locator('.card-table .coin-cell').allTextContents();
    const byCoin = () => coins().then((all) => all.map((text) => text.slice(-3)));
    await page.getByLabel('Sort by').selectOption({ label: 'Coin ↑' });
    await expect.poll(byCoin).toEqual(['BTC', 'SDT']);
    await page.getByLabel('Sort by').selectOption({ label: 'Coin ↓' });
    await expect.poll(byCoin).toEqual(['SDT', 'BTC']);
    await page.getByLabel('Sort by').selectOption({ label: 'As listed' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Sort by').waitFor({ state: 'hidden' });
    await page.getByRole('columnheader', { name: 'Coin' }).click();
    await expect.poll(byCoin).toEqual(['BTC', 'SDT']);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.getByLabel('Sort by').inputValue()).toBe('0');
  });
});
