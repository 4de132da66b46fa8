/** Own orders on the chart: they are lines there, and are moved, taken back, cancelled and placed. */
import { RestClient } from '@halcyon/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const SYMBOL = 'BTCUSDT';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let ada: RestClient;
let last = 0;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const client = async (name: string, funds: string) => {
    const credentials = await exchange.trader(name, funds);
    return new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
  };
  const maker = await client('maker', 'USDT=10000000,BTC=100');
  ada = await client('ada', 'USDT=1000000,BTC=10');
  const [ticker] = await ada.call('market.tickers', { symbol: SYMBOL });
  last = Number(ticker?.lastPr);
  const taker = await client('taker', 'USDT=10000,BTC=1');
  // They trade so far up and down: the chart shows that range, whatever the history was.
  for (const [side, other, percent] of [
    ['sell', 'buy', 0.6],
    ['buy', 'sell', -0.6],
  ] as const) {
    await order(maker, side, at(percent), '0.01');
    await order(taker, other, at(percent), '0.01');
  }
  await order(maker, 'buy', at(-0.2), '5');
  await order(maker, 'sell', at(0.2), '5');
  // A fill of her own, so that there is a mark.
  await order(ada, 'buy', at(0.2), '0.25');
  browser = await workerBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, exchange.baseUrl, {
    email: 'ada@example.com',
    password: 'a long enough passphrase',
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** A price so many percent above the first last price. */
function at(percent: number): string {
  return (last * (1 + percent / 100)).toFixed(2);
}

async function order(
  trader: RestClient,
  side: 'buy' | 'sell',
  price: string,
  size: string,
): Promise<void> {
  const body = { symbol: SYMBOL, side, price, size, orderType: 'limit', force: 'gtc' } as const;
  await trader.call('trade.placeOrder', body);
}

/** Not faster: she may read her orders so often in a second, and no more. */
const OFTEN = { interval: 200 };

/** Prices of her open orders now. */
async function openPrices(): Promise<readonly number[]> {
  const rows = await ada.call('trade.unfilledOrders', { symbol: SYMBOL });
  return rows.map((row) => Number(row.priceAvg));
}

async function triggers(): Promise<readonly number[]> {
  const { orderList } = await ada.call('trade.currentPlanOrder', { symbol: SYMBOL });
  return orderList.map((row) => Number(row.triggerPrice));
}

function grip(name: RegExp): Locator {
  return page.locator('.chart-lines').getByRole('slider', { name });
}

/** Pixels from the middle of a label, which is on its line, after a press on it. */
async function drag(line: Locator, pixels: number): Promise<void> {
  // What was sent before may be on its way still: its line takes no press then.
  await page.locator('.chart-ghost').waitFor({ state: 'detached' });
  const box = await line.boundingBox();
  if (box === null) throw new Error('the line is not in sight');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + pixels / 2, { steps: 3 });
  await page.mouse.move(x, y + pixels, { steps: 3 });
  await page.locator('.chart-ghost').waitFor();
  await page.mouse.up();
}

test('an open order, a trigger and a fill are on the chart, with their sizes', async () => {
  await order(ada, 'buy', at(-0.4), '0.5');
  await ada.call('trade.placePlanOrder', {
    symbol: SYMBOL,
    side: 'sell',
    orderType: 'market',
    triggerPrice: at(-0.3),
    planType: 'amount',
    size: '0.125',
    triggerType: 'fill_price',
  });
  await page.goto(`${exchange.baseUrl}/spot/${SYMBOL}`);
  await grip(/^Buy Limit 0\.5 BTC$/).waitFor();
  await grip(/^Trigger Sell 0\.125 BTC$/).waitFor();
  await page.locator('.chart-fill.up:not([hidden])').waitFor();
  expect(await page.locator('.chart-fill').first().getAttribute('title')).toMatch(
    /^Bought 0\.25 BTC at /,
  );
});

test('each line has its price on the axis, and what is out of sight is named at the edge', async () => {
  const tag = page
    .locator('.chart-line', { has: page.getByRole('slider', { name: /^Buy Limit/ }) })
    .locator('.chart-line-tag');
  const [price = 0] = await openPrices();
  expect(Number((await tag.textContent())?.replaceAll(',', ''))).toBe(price);
  const box = await page.locator('.chart-lines').boundingBox();
  const tagBox = await tag.boundingBox();
  const right = (of: typeof box) => (of === null ? 0 : of.x + of.width);
  expect(Math.abs(right(tagBox) - right(box))).toBeLessThan(1);
  const hint = page.locator('.chart-edge.below');
  expect(await hint.isHidden()).toBe(true);
  await order(ada, 'buy', at(-40), '0.75');
  await hint.getByText(/▼ .*Buy Limit \u2066?0\.75 BTC/).waitFor();
  await page.locator('.chart-line', { hasText: '0.75 BTC' }).waitFor({ state: 'hidden' });
  const [far] = await ada.call('trade.unfilledOrders', { symbol: SYMBOL });
  if (far !== undefined) {
    await ada.call('trade.cancelOrder', { symbol: SYMBOL, orderId: far.orderId });
  }
  await hint.waitFor({ state: 'hidden' });
});

test('dragged down it becomes cheaper, and can be taken back', async () => {
  const [before] = await openPrices();
  await drag(grip(/^Buy Limit/), 40);
  await expect.poll(async () => (await openPrices())[0], OFTEN).toBeLessThan(before ?? 0);
  // The label stands at the new price.
  const [moved] = await openPrices();
  await expect.poll(() => grip(/^Buy Limit/).getAttribute('aria-valuenow')).toBe(String(moved));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(openPrices, OFTEN).toEqual([before]);
});

test('arrow keys move it a tick at a time, Escape leaves it, Enter sends it', async () => {
  const [before = 0] = await openPrices();
  const ghost = page.locator('.chart-ghost');
  // What was taken back may be on its way still: a line takes no key then.
  const pressed = async () => {
    await grip(/^Buy Limit/).focus();
    await page.keyboard.press('Alt+ArrowDown');
    return ghost.count();
  };
  await expect.poll(pressed, OFTEN).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('.chart-ghost').waitFor({ state: 'detached' });
  expect(await openPrices()).toEqual([before]);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(openPrices, OFTEN).toEqual([Number((before - 0.99).toFixed(2))]);
});

test('a price that would trade at once is asked for in the dialog, not sent', async () => {
  const before = await openPrices();
  await drag(grip(/^Buy Limit/), -10_000);
  const dialog = page.getByRole('dialog', { name: 'Amend order' });
  await dialog.getByText(/best price on the other side/).waitFor();
  expect(await openPrices()).toEqual(before);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a trigger is dragged too, or changed in the dialog that a click opens', async () => {
  const [before = 0] = await triggers();
  await drag(grip(/^Trigger/), 30);
  await expect.poll(async () => (await triggers())[0], OFTEN).toBeLessThan(before);
  // While a line is on its way it takes no other press.
  await page.locator('.chart-ghost').waitFor({ state: 'detached' });
  await grip(/^Trigger/).click();
  const dialog = page.getByRole('dialog', { name: 'Amend order' });
  await dialog.getByRole('textbox', { name: 'Trigger price' }).fill(at(-0.5));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(triggers, OFTEN).toEqual([Number(at(-0.5))]);
});

test('nothing on the chart fails a person who cannot see or use a mouse', async () => {
  await page.mouse.move(0, 0);
  expect(await axeFaults(page, { serious: true })).toEqual([]);
});

test('its cross cancels it', async () => {
  const label = page
    .locator('.chart-line-label')
    .filter({ has: page.getByRole('slider', { name: /^Buy Limit/ }) });
  await label.getByRole('button', { name: /^Cancel order/ }).click();
  await expect.poll(openPrices, OFTEN).toEqual([]);
  await grip(/^Buy Limit/).waitFor({ state: 'detached' });
});

test('a right click offers an order at its price, which fills the form', async () => {
  await page.locator('.chart-host').click({ button: 'right', position: { x: 300, y: 200 } });
  const offer = page.getByRole('button', { name: /^Limit sell at / });
  const price = ((await offer.textContent()) ?? '').replace(/^Limit sell at /, '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await offer.waitFor({ state: 'detached' });
  const field = page.getByRole('textbox', { name: 'Price' });
  await expect
    .poll(async () => Number((await field.inputValue()).replaceAll(',', '')))
    .toBe(Number(price.replaceAll(',', '')));
  await page.getByRole('button', { name: 'Sell BTC' }).waitFor();
  expect(complaints).toEqual([]);
});

/** Remembers what is written on each canvas since it was last cleared, and where. */
const REMEMBER_TEXTS = `(() => {
  const { prototype } = CanvasRenderingContext2D;
  const { fillText, clearRect } = prototype;
  prototype.clearRect = function (...args) {
    this.canvas.texts = [];
    clearRect.apply(this, args);
  };
  prototype.fillText = function (text, x, y, ...rest) {
    const { width } = this.measureText(text);
    const size = Number.parseFloat(/[\\d.]+(?=px)/.exec(this.font)[0]);
    const left = { right: x - width, end: x - width, center: x - width / 2 }[this.textAlign] ?? x;
    const top = { top: y, hanging: y, middle: y - size / 2 }[this.textBaseline] ?? y - size;
    this.canvas.texts ??= [];
    this.canvas.texts.push({ text, left, top, right: left + width, bottom: top + size });
    fillText.call(this, text, x, y, ...rest);
  };
})()`;

interface Written {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

test('the highest price, the legend and labels of lines are not written over each other', async () => {
  // An order near the highest price, whose label could lie on the legend.
  await order(ada, 'sell', at(0.55), '0.3');
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await page.context().storageState(),
  });
  await context.addInitScript(REMEMBER_TEXTS);
  const fresh = await context.newPage();
  await fresh.goto(`${exchange.baseUrl}/spot/${SYMBOL}`);
  await fresh
    .locator('.chart-lines')
    .getByRole('slider', { name: /Sell.*0\.3/ })
    .waitFor();
  const texts = () =>
    fresh.evaluate<Written[][]>(`
      [...new Set([...document.querySelectorAll('.chart canvas')].map((one) => one.parentElement))]
        .map((part) => [...part.querySelectorAll('canvas')].flatMap(({ texts = [] }) => texts))`);
  const labels = () =>
    fresh.evaluate<Written[]>(`
      [...document.querySelectorAll('.chart-line-label')].map((label) => {
        const box = label.getBoundingClientRect();
        const canvas = document.querySelector('.chart canvas').getBoundingClientRect();
        const [x, y] = [canvas.left, canvas.top];
        const { left, top, right, bottom } = box;
        const text = label.textContent;
        return { text, left: left - x, top: top - y, right: right - x, bottom: bottom - y };
      })`);
  const covered = async () => {
    const candles =
      (await texts()).find((part) => part.some(({ text }) => /^MA5/.test(text))) ?? [];
    const all = [...candles, ...(await labels())];
    const over = (a: Written, b: Written) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
    const faults = pairs.filter(([a, b]) => over(a, b)).map((pair) => pair.map(({ text }) => text));
    return { found: candles.length > 8, faults };
  };
  await expect.poll(covered).toEqual({ found: true, faults: [] });
  await context.close();
  await ada.call('trade.cancelSymbolOrder', { symbol: SYMBOL });
});
