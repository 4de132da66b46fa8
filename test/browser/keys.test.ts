/** Keys, typed commands and the ladder of the spot terminal: what is pressed is what becomes of the orders. */
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { focused } from '../support/keyboard.ts';
import { signIn } from '../support/web-pages.ts';

const SYMBOL = 'BTCUSDT';
/** Not faster: she may read her orders so often in a second, and no more. */
const OFTEN = { interval: 200 };

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
  last = Math.round(Number(ticker?.lastPr));
  for (const [side, sign] of [['buy', -1] as const, ['sell', 1] as const]) {
    for (let away = 2; away <= 6; away += 1) {
      await order(maker, side, last + sign * away, '1');
    }
  }
  browser = await workerBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, exchange.baseUrl, {
    email: 'ada@example.com',
    password: 'a long enough passphrase',
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
  await open();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function order(who: RestClient, side: 'buy' | 'sell', price: number, size: string) {
  const body = { symbol: SYMBOL, side, size, orderType: 'limit', force: 'gtc' } as const;
  await who.call('trade.placeOrder', { ...body, price: price.toFixed(2) });
}

/** Her open orders, as "side size price", the cheapest first. */
async function orders(): Promise<readonly string[]> {
  const rows = await ada.call('trade.unfilledOrders', { symbol: SYMBOL });
  return rows
    .toSorted((a, b) => Number(a.priceAvg) - Number(b.priceAvg))
    .map((row) => `${row.side} ${Number(row.size)} ${Number(row.priceAvg)}`);
}

async function has(...expected: readonly string[]): Promise<void> {
  await expect.poll(orders, OFTEN).toEqual(expected);
}

async function open(): Promise<void> {
  await page.goto(`${exchange.baseUrl}/spot/${SYMBOL}`);
  await page.getByRole('switch', { name: 'Arm keys' }).waitFor();
  // The last price is in the form.
  await page.locator('#order-form .number-input[value*="."]').first().waitFor();
}

function priceField() {
  return page.locator('#order-form').getByRole('textbox', { name: 'Price', exact: true });
}

async function priceTyped(): Promise<number> {
  return Number(await priceField().inputValue());
}

/** Presses keys one after the other; how many they were. */
async function press(...keys: readonly string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

/** Leaves whatever has the focus. */
async function leave(): Promise<void> {
  await page.evaluate('document.activeElement?.blur()');
}

/** Lists of the page show so many open orders. */
async function listed(count: number): Promise<void> {
  await page.getByRole('tab', { name: `Open orders (${count})` }).waitFor();
}

async function armed(on: boolean): Promise<void> {
  const arm = page.getByRole('switch', { name: 'Arm keys' });
  if ((await arm.getAttribute('aria-checked')) !== String(on)) await press('Shift+A');
  await page.locator(`.desk-arm[aria-checked="${on}"]`).waitFor();
}

/** Types a command into the search and waits until it is understood. */
async function say(text: string): Promise<string> {
  await press('/');
  const search = page.locator('.palette input');
  await search.fill(text);
  return (await page.locator('.palette-heard').innerText()).replaceAll(/[\u2066-\u2069]/g, '');
}

test('the price field is one press away, and an order is sent by no more than ten', async () => {
  expect(await press('p')).toBeLessThanOrEqual(5);
  expect(await focused(page)).toBe('Price');
  await leave();
  const presses = await press('b', 'd', 'q', '0', '.', '1', 'Enter');
  expect(presses).toBeLessThanOrEqual(10);
  await has(`buy 0.1 ${last - 0.01}`);
  await leave();
});

test('keys fill the form: side, kind, steps and shares', async () => {
  const form = page.locator('#order-form');
  const side = (name: string) => form.getByRole('button', { name, exact: true });
  await press('s');
  await leave();
  expect(await side('Sell').getAttribute('aria-pressed')).toBe('true');
  await press('m');
  expect(await side('Market').getAttribute('aria-pressed')).toBe('true');
  await press('l', 'Shift+2');
  const size = form.getByRole('textbox', { name: 'Amount' });
  expect(Number(await size.inputValue())).toBe(5);
  await press('r', 'Shift+E');
  expect(Number(await size.inputValue())).toBeGreaterThan(5);
  expect(Number(await priceField().inputValue())).toBeCloseTo(last + 0.1, 2);
});

test('keys do not reach a form behind that of algo orders; a price of the book goes to the one in front', async () => {
  const form = page.locator('#order-form');
  await armed(true);
  await form.getByRole('button', { name: 'Algo', exact: true }).click();
  const low = form.getByRole('textbox', { name: 'Low price' });
  await low.waitFor();
  await leave();
  await press('Shift+Enter');
  const picked = page.locator('.book-bids .book-price').first();
  await picked.click();
  await expect.poll(() => low.inputValue()).toBe((await picked.innerText()).replaceAll(',', ''));
  expect(await page.getByRole('dialog').count()).toBe(0);
  await has(`buy 0.1 ${last - 0.01}`);
  await form.getByRole('button', { name: 'Limit', exact: true }).click();
  await armed(false);
});

test('nothing that sends does so before it is armed: it asks, or fills the form', async () => {
  await listed(1);
  await leave();
  await press('x');
  const asked = page.getByRole('dialog', { name: 'Check your order' });
  await asked.getByText('Orders to cancel: 1').waitFor();
  await press('Escape');
  await press('c');
  await expect
    .poll(() => page.locator('#order-form').getByRole('textbox', { name: 'Amount' }).inputValue())
    .toBe('10');
  await has(`buy 0.1 ${last - 0.01}`);
  await press('Shift+Enter');
  await asked.waitFor();
  await press('Escape');
});

test('armed they act at once, with no key of the browser and in no field', async () => {
  await press('l');
  await leave();
  await armed(true);
  await press('Control+x', 'Alt+x');
  await priceField().focus();
  await press('1');
  await leave();
  await press('/');
  await page.locator('.palette input').waitFor();
  await press('x', 'z', 'Escape');
  await has(`buy 0.1 ${last - 0.01}`);
  await press('z');
  await has();
  await listed(0);
});

test('a command says what it would send, then sends that', async () => {
  const shown = await say(`sell 0.2 btc limit ${last + 1}`);
  expect(shown).toContain(`Sell 0.2 BTC · Limit ${(last + 1).toLocaleString('en')} USDT`);
  expect(shown).toContain('Enter sends this.');
  await press('Enter');
  await has(`sell 0.2 ${last + 1}`);
  await listed(1);
  expect(await say('cancel all')).toContain('Orders to cancel: 1');
  await press('Enter');
  await has();
  expect(await say('sell 0.2 btc')).toBe('Say “market”, or “limit” and a price.');
  await press('Enter', 'Escape');
  await say('1h');
  await press('Enter');
  await page.locator('.chart-interval[aria-pressed="true"]', { hasText: /^1h$/ }).waitFor();
  await armed(false);
  expect(await say('buy 25% limit bid')).toContain('Enter puts this into the form.');
  await press('Enter');
  await expect.poll(priceTyped).toBe(last - 2);
});

test('a key that is taken is refused; another is kept, and the switch is off again', async () => {
  await leave();
  await press('?');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Change the key of “Buy”, now B' }).click();
  await press('s');
  await sheet.getByText('S already means “Sell”.').waitFor();
  await press('n');
  await sheet.getByRole('button', { name: 'Change the key of “Buy”, now N' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await press('Escape');
  await armed(true);
  await open();
  await page.locator('.desk-arm[aria-checked="false"]').waitFor();
  await press('b');
  expect(await focused(page)).toBe('');
  await press('n');
  expect(await focused(page)).toBe('Price');
  await leave();
});

test('on the ladder a press places, a drag moves, a press on an own order cancels it', async () => {
  await press('y');
  const ladder = page.getByRole('region', { name: 'Ladder' });
  await ladder.getByRole('combobox', { name: 'Price grouping' }).selectOption('2');
  const row = (price: number) =>
    ladder.locator('.ladder-row', { hasText: price.toLocaleString('en') });
  await row(last - 2)
    .locator('.ladder-bids', { hasText: /^1$/ })
    .waitFor();
  await ladder.getByRole('textbox', { name: 'Amount' }).fill('0.3');
  // Not armed, it fills the form.
  await row(last - 3)
    .locator('.ladder-bids')
    .click();
  await expect.poll(priceTyped).toBe(last - 3);
  await has();
  await leave();
  await armed(true);
  await row(last - 3)
    .locator('.ladder-bids')
    .click();
  await has(`buy 0.3 ${last - 3}`);
  const own = row(last - 3).locator('.ladder-ownBuy.own');
  await own.waitFor();
  expect(await own.getAttribute('data-ahead')).toBe('≤1');
  const [from, to] = [await own.boundingBox(), await row(last - 5).boundingBox()];
  if (from === null || to === null) throw new Error('the ladder is not in sight');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await has(`buy 0.3 ${last - 5}`);
  expect(await axeFaults(page)).toEqual([]);
  await row(last - 5)
    .locator('.ladder-ownBuy.own')
    .click();
  await has();
});

test('the ladder has keys of its own', async () => {
  const rows = page.locator('.ladder-rows');
  await rows.focus();
  await press('Home', 'ArrowDown');
  for (let step = 0; step < 9; step += 1) {
    const said = await page.locator('.ladder-said').innerText();
    if (said.includes((last - 4).toLocaleString('en'))) break;
    await press('ArrowDown');
  }
  await press('b');
  await has(`buy 0.3 ${last - 4}`);
  await page.locator('.ladder-ownBuy.own').waitFor();
  await press('Enter', 'ArrowDown', 'Enter');
  await has(`buy 0.3 ${last - 5}`);
  await page.locator('.ladder-row.cursor .ladder-ownBuy.own').waitFor();
  await press('Delete');
  await has();
  expect(complaints).toEqual([]);
});

test('on a phone it is a sheet that fits', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open();
  await page.getByRole('button', { name: 'Ladder' }).click();
  await page.getByRole('dialog', { name: 'Ladder' }).locator('.ladder-row').first().waitFor();
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(wide)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
});
