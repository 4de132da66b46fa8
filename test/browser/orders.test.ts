/** The terminal's lists of orders and the records: many orders, cancelling them all, history, warnings. */
import { RestClient } from '@halcyon/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';
import { kept } from '../support/kept.ts';
import { proveReceipt } from '../support/receipt-page.ts';
import { signIn, withoutPrices } from '../support/web-pages.ts';

const PASSWORD = 'a long enough passphrase';
const MANY = 230;
/** Together with the others more than one page of the server's lists holds. */
const OF_ETHER = 290;
const LOTS = MANY + OF_ETHER;

let exchange: ExchangeProcess;
let browser: Browser;
let ada: RestClient;
let adaUid = '';
let maker: RestClient;
let last = 0;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const client = (credentials: KeyMaterial) =>
    new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
  maker = client(await exchange.trader('maker', 'USDT=10000000,BTC=100,ETH=100'));
  const owner = await exchange.trader('ada', 'USDT=100000000,BTC=10,ETH=100');
  ada = client(owner);
  adaUid = owner.uid;
  const [ticker] = await maker.call('market.tickers', { symbol: 'BTCUSDT' });
  last = Number(ticker?.lastPr);
  await order(maker, { side: 'buy', price: at(-0.1), size: '5' });
  await order(maker, { side: 'sell', price: at(0.1), size: '5' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** A price that is so many percent above the first last price. */
function at(percent: number): string {
  return (last * (1 + percent / 100)).toFixed(2);
}

interface Limit {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly size?: string;
  readonly symbol?: string;
  readonly force?: 'gtc' | 'ioc';
}

function limit({ symbol = 'BTCUSDT', size = '0.001', force = 'gtc', ...rest }: Limit) {
  return { symbol, orderType: 'limit', force, size, ...rest } as const;
}

async function order(trader: RestClient, given: Limit): Promise<void> {
  await trader.call('trade.placeOrder', limit(given));
}

/** Ada's resting buys, from a price downwards. */
async function rest(symbol: string, price: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += 50) {
    const orderList = Array.from({ length: Math.min(50, count - done) }, (_, index) => {
      const lower = price * (1 - (done + index) / 10_000);
      return limit({ symbol, side: 'buy', price: lower.toFixed(2), size: '0.1' });
    });
    await ada.call('trade.batchOrders', { symbol, orderList });
  }
}

async function open(
  viewport: { width: number; height: number },
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: exchange.baseUrl });
  await signIn(context, exchange.baseUrl, { email: 'ada@example.com', password: PASSWORD });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(path);
  return page;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 760 };

async function tab(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

/** Waits for what a dialog says; where it never comes, the error tells what the page shows in its place. */
async function named(page: Page, words: Locator): Promise<void> {
  try {
    await words.waitFor();
  } catch (cause) {
    const dialogs = await page.getByRole('dialog').allInnerTexts();
    const toasts = await page.locator('html').getAttribute('data-toasts');
    const tabs = await page.getByRole('tablist', { name: 'Orders' }).innerText();
    throw new Error(JSON.stringify({ dialogs, toasts, tabs }), { cause });
  }
}

/** Rows that are in the page, and those that the table says it has. */
async function rowsOf(list: Locator): Promise<readonly [drawn: number, all: number]> {
  const drawn = await list.locator('tbody tr[aria-rowindex]').count();
  return [drawn, Number(await list.locator('table').getAttribute('aria-rowcount')) - 1];
}

describe('the order form', () => {
  test('a refusal goes when the order went through', async () => {
    const json = { code: '40010', msg: 'Not now.', requestTime: 1, data: null };
    const page = await open(DESKTOP, '/spot/BTCUSDT', (fresh) =>
      fresh.route('**/place-order', (route) => route.fulfill({ status: 503, json })),
    );
    // Nothing moves under the pointer once the account is there.
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    await page.getByRole('textbox', { name: 'Price' }).fill(at(-1));
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.001');
    const refusal = page.locator('.order-form .order-refusal');
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    await refusal.getByText('The exchange refused this (code 40010).').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('');
    expect(await refusal.count()).toBe(0);
    await ada.call('trade.cancelSymbolOrder', { symbol: 'BTCUSDT' });
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    await page.context().close();
  });

  test('an accepted order leaves no price, no size and no exits behind', async () => {
    const page = await open(DESKTOP, '/spot/BTCUSDT');
    const form = page.getByRole('form', { name: 'Place an order' });
    const field = (name: string) => form.getByRole('textbox', { name });
    const draft = `draft:live:${adaUid}:BTCUSDT`;
    await field('Price').fill(at(-1));
    await field('Amount').fill('0.001');
    await form.getByRole('checkbox', { name: /Take profit/ }).check();
    await field('Take profit').fill(at(2));
    await field('Stop loss').fill(at(-2));
    await expect.poll(() => kept(page, draft)).toContain('"0.001"');
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
    await expect.poll(() => field('Amount').inputValue()).toBe('');
    expect(await form.getByRole('checkbox', { name: /Take profit/ }).isChecked()).toBe(false);
    const left = async () => Number((await field('Price').inputValue()).replaceAll(',', ''));
    expect(await left()).toBeGreaterThan(Number(at(-0.9)));
    // At once: whoever leaves the page now does not find it again.
    await page.reload();
    await expect.poll(left).toBeGreaterThan(Number(at(-0.9)));
    expect(await kept(page, draft)).toBe('');
    expect(await field('Amount').inputValue()).toBe('');
    // A side that is switched takes the exits of the other along.
    await form.getByRole('checkbox', { name: /Take profit/ }).check();
    await field('Take profit').fill(at(2));
    await form.getByRole('button', { name: 'Sell', exact: true }).click();
    expect(await field('Take profit').inputValue()).toBe('');
    await ada.call('trade.cancelSymbolOrder', { symbol: 'BTCUSDT' });
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    await page.context().close();
  });

  test('the last price does not come into a price field that was entered before', async () => {
    let letPrices = () => {};
    const page = await open(DESKTOP, '/spot/BTCUSDT', async (fresh) => {
      letPrices = await withoutPrices(fresh);
    });
    const price = page.getByRole('textbox', { name: 'Price' });
    await price.focus();
    expect([await price.inputValue(), await page.title()]).toEqual(['', 'BTC/USDT | Halcyon']);
    letPrices();
    await expect.poll(() => page.title()).toMatch(/^[\d,.]+ /);
    await page.keyboard.type(at(-1));
    expect(await price.inputValue()).toBe(at(-1));
    await page.context().close();
  });

  test('a price far through the book is warned of and asks, as the preferences say', async () => {
    const page = await open(DESKTOP, '/spot/BTCUSDT');
    const complaints = complaintsOf(page);
    const form = page.getByRole('form', { name: 'Place an order' });
    const price = form.getByRole('textbox', { name: 'Price' });
    const far = /more than 1% beyond the best price/;
    await price.fill(at(0.5));
    expect(await form.getByText(far).count()).toBe(0);
    await price.fill(at(3));
    await form.getByText(far).waitFor();
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.001');
    // What comes with the order is asked for too.
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    await form.getByRole('textbox', { name: 'Take profit' }).fill(at(10));
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check your order' });
    await dialog.getByText(/^Take profit[\d,.]+ USDT$/).waitFor();
    await dialog.getByText('Good till cancelled').waitFor();
    await dialog.getByText(far).waitFor();
    await dialog.getByText('0.001 BTC').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const bought = async () => {
      const [coin] = await ada.call('account.assets', { coin: 'BTC' });
      return Number(coin?.available) > 10;
    };
    expect(await bought()).toBe(false);
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).uncheck();
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    await dialog.getByRole('checkbox', { name: 'Do not ask again' }).check();
    await dialog.getByRole('button', { name: 'Buy BTC' }).click();
    await toastSaid(page, 'Buy order placed');
    await expect.poll(bought).toBe(true);
    // The choice is one of the preferences, and stays.
    await page.reload();
    await page.getByRole('button', { name: 'Preferences' }).click();
    const asks = page.getByRole('group', { name: 'Ask before sending' });
    const choice = (name: RegExp) => asks.getByRole('checkbox', { name });
    expect(await choice(/far beyond/).isChecked()).toBe(false);
    expect(await choice(/Cancelling/).isChecked()).toBe(true);
    await choice(/Market orders/).check();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await form.getByRole('textbox', { name: 'Total' }).fill('100');
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    await dialog.getByText('100 USDT').waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('many open orders', () => {
  test('are all counted and listed, and few of them drawn', async () => {
    await rest('BTCUSDT', Number(at(-5)), MANY);
    const page = await open(DESKTOP, '/spot/BTCUSDT');
    const list = await tab(page, /^Open orders \(230\)/);
    await expect.poll(async () => (await rowsOf(list))[1]).toBe(MANY);
    expect((await rowsOf(list))[0]).toBeLessThan(80);
    // The oldest is at the end, as far down as anybody scrolls.
    const oldest = Number(at(-5)).toLocaleString('en', { minimumFractionDigits: 2 });
    const scroller = list.getByRole('region', { name: 'Open orders' });
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await list.getByText(oldest).first().waitFor();
    expect((await rowsOf(list))[0]).toBeLessThan(80);
    await page.context().close();
  });

  test('are drawn as they are seen on a phone, and more come as one scrolls', async () => {
    await rest('ETHUSDT', 1_000, OF_ETHER);
    const page = await open(PHONE, '/spot/BTCUSDT');
    const list = await tab(page, /^Open orders \(520\)/);
    await expect.poll(async () => (await rowsOf(list))[1]).toBe(500);
    expect((await rowsOf(list))[0]).toBeLessThan(80);
    await expect
      .poll(
        async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return (await rowsOf(list))[1];
        },
        { timeout: 60_000 },
      )
      .toBe(LOTS);
    expect((await rowsOf(list))[0]).toBeLessThan(80);
    await page.context().close();
  });

  test('cancel all names what it cancels, and does just that', async () => {
    await order(ada, { side: 'sell', price: at(20), size: '0.01' });
    await order(ada, { side: 'sell', symbol: 'ETHUSDT', price: '100000', size: '1' });
    const page = await open(DESKTOP, '/spot/BTCUSDT');
    await tab(page, /^Open orders \(522\)/);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel all' });
    await dialog.getByText('522 in all').waitFor();
    const rows = await dialog.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s+/).join(' '))).toEqual([
      'BTC/USDT Limit Buy 230',
      'BTC/USDT Limit Sell 1',
      'ETH/USDT Limit Buy 290',
      'ETH/USDT Limit Sell 1',
    ]);
    // What comes while somebody reads stays.
    await order(ada, { side: 'buy', price: at(-9) });
    await dialog.getByRole('button', { name: 'Cancel all' }).click();
    await toastSaid(page, 'Orders cancelled: 522.');
    const list = await tab(page, /^Open orders \(1\)/);
    expect(await rowsOf(list)).toEqual([1, 1]);
    await page.context().close();
  });
});

describe('amending', () => {
  test('shows the order and its market, and warns of a price that trades at once', async () => {
    const page = await open(DESKTOP, '/spot/BTCUSDT');
    const list = await tab(page, /^Open orders/);
    await list.getByRole('button', { name: /^Amend/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Amend order' });
    await dialog.getByText('BTC/USDT').waitFor();
    await dialog.getByText('Buy', { exact: true }).waitFor();
    await dialog.getByText(/0\.001 BTC @ /).waitFor();
    await expect
      .poll(() => dialog.locator('.order-figures').innerText())
      .toMatch(/Last price\s+[\d]/);
    const price = dialog.getByRole('textbox', { name: 'Price' });
    expect(await dialog.locator('.order-notice').count()).toBe(0);
    await price.fill(at(0.1));
    await dialog.getByText('This price would trade at once').waitFor();
    await price.fill(at(9));
    await dialog.getByText('more than 1% beyond').waitFor();
    await price.fill(at(-10));
    await dialog.locator('.order-notice').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('the history', () => {
  beforeAll(async () => {
    await order(ada, { side: 'buy', price: at(-1), force: 'ioc' });
    const plan = { symbol: 'BTCUSDT', side: 'sell', size: '0.001', orderType: 'market' } as const;
    const [upper, lower] = [at(30), at(-30)];
    const trailing = { ...plan, planType: 'track_plan', callbackRatio: '5' } as const;
    await ada.call('trade.placePlanOrder', { ...plan, triggerPrice: upper });
    await ada.call('trade.placePlanOrder', { ...plan, triggerPrice: lower });
    await ada.call('trade.placePlanOrder', trailing);
    await ada.call('trade.placeOcoOrder', {
      symbol: 'BTCUSDT',
      side: 'sell',
      size: '0.001',
      price: at(8),
      triggerPrice: at(-8),
    });
  });

  test('plans are cancelled together, and are in the history with kind, trigger and reason', async () => {
    const page = await open(DESKTOP, '/spot/BTCUSDT');
    await tab(page, /^Trigger orders \(4\)/);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel all' });
    await named(page, dialog.getByText('4 in all'));
    await dialog.getByText('Trailing').waitFor();
    await dialog.getByRole('button', { name: 'Cancel all' }).click();
    await tab(page, /^Trigger orders \(0\)/);
    // A window of its own has room for all columns.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/trade-asset-order/BTCUSDT');
    const list = await tab(page, /^Order history/);
    const row = (words: readonly string[]) =>
      words.reduce(
        (found, word) => found.filter({ hasText: word }),
        list.locator('tbody tr[aria-rowindex]'),
      );
    await row(['Trailing', '5%', 'Cancelled', 'Cancelled by user']).first().waitFor();
    await row(['Trigger', Number(at(30)).toLocaleString('en')])
      .first()
      .waitFor();
    await row(['OCO', 'Cancelled by user']).first().waitFor();
    await row(['Limit', 'IOC', 'Could not be filled completely at once']).first().waitFor();
    // Hundreds of orders ended; they come as one scrolls, and few are drawn.
    expect((await rowsOf(list))[0]).toBeLessThan(80);
    await page.context().close();
  });

  test('the records narrow by side, type, status and period', async () => {
    const page = await open(DESKTOP, '/record/exchange');
    const table = page.getByRole('region', { name: 'Order history' });
    const texts = async () => (await table.locator('tbody tr').allInnerTexts()).join('\n');
    /** Waits for a table that has the one and not the other. */
    const shows = (wanted: RegExp, gone: string) =>
      expect
        .poll(async () => {
          const text = await texts();
          return wanted.test(text) && !text.includes(gone) ? 'as wanted' : text;
        })
        .toBe('as wanted');
    await choose(page, 'Order type', 'Trailing');
    await shows(/Trailing[\s\S]*5%[\s\S]*Cancelled[\s\S]*Cancelled by user/, 'Limit');
    await choose(page, 'Side', 'Buy');
    await expect.poll(texts).toContain('There are no records in this period.');
    await choose(page, 'Order type', 'All types');
    await choose(page, 'Status', 'Filled');
    await shows(/Buy[\s\S]*Filled/, 'Cancelled');
    await choose(page, 'Period', 'Today');
    await expect.poll(texts).toMatch(/Filled/);
    expect(await page.getByPlaceholder('From date').count()).toBe(0);
    await choose(page, 'Period', 'Chosen days');
    await page.getByPlaceholder('From date').waitFor();
    await page.getByRole('tab', { name: 'Fills' }).click();
    const fills = page.getByRole('region', { name: 'Fills' });
    await fills.getByText('Taker').first().waitFor();
    await choose(page, 'Side', 'Sell');
    await fills.getByText('There are no records in this period.').waitFor();
    await page.getByRole('tab', { name: 'Ledger', exact: true }).click();
    const ledger = page.getByRole('region', { name: 'Ledger', exact: true });
    await ledger.getByText('Bought').first().waitFor();
    await choose(page, 'Type', 'Deposit');
    await ledger.getByText('Bought').first().waitFor({ state: 'detached' });
    await ledger.getByText('Deposit').first().waitFor();
    await page.context().close();
  });

  test('an entry opens its receipt, a file that the journal agrees with', async () => {
    const page = await open(DESKTOP, '/record/exchange?tab=fills');
    const fills = page.getByRole('region', { name: 'Fills' });
    await fills.getByRole('button', { name: 'Show' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    await dialog.getByText('Journal position').waitFor();
    expect(await dialog.innerText()).toMatch(/Fee\s+0\.\d+ BTC × 0\.\d+ = 0\.\d+ BTC/);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await (await coming).path();
    const said = exchange.output('verify', '--receipt', file);
    expect(said).toMatch(/equal to what the journal says at \d+\n$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Ledger', exact: true }).click();
    const ledger = page.getByRole('region', { name: 'Ledger', exact: true });
    const deposit = ledger.getByRole('row', { name: /Deposit/ }).first();
    await deposit.getByRole('button', { name: 'Show' }).click();
    await dialog.getByText(/^0 \+ [\d.]+ = [\d.]+ \w+$/).waitFor();
    await page.context().close();
  });

  test('an order that was refused is listed with its limit, and has a receipt', async () => {
    const tooLarge = { side: 'sell', price: at(0.2), size: '50' } as const;
    await expect(order(ada, tooLarge)).rejects.toThrow('BTC');
    const page = await open(DESKTOP, '/record/exchange?tab=refusals');
    const refused = page.getByRole('region', { name: 'Refused orders' });
    const row = refused.getByRole('row', { name: /Sell/ }).first();
    await row.waitFor();
    expect(await row.innerText()).toMatch(/BTC\/USDT[\s\S]*Not enough available[\s\S]*50 BTC/);
    const verify = (file: string) => exchange.output('verify', '--receipt', file);
    await proveReceipt(page, row, [/^50 − [\d.]+ = [\d.]+ BTC$/], verify);
    await choose(page, 'Side', 'Buy');
    await refused.getByText('There are no records in this period.').waitFor();
    await page.context().close();
    const phone = await open(PHONE, '/record/exchange?tab=refusals');
    await phone.getByText('Not enough available').first().waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await phone.context().close();
  });
});

/** Chooses from a list of choices until the field shows it: a list that is on its way takes no click. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  const field = page.locator('.record-select', { has: box });
  const list = page.locator('.ant-select-dropdown:visible');
  await expect
    .poll(async () => {
      if ((await field.innerText()).trim() === option) return option;
      if ((await list.count()) === 0) await box.click();
      await list
        .getByTitle(option, { exact: true })
        .click({ timeout: 3_000 })
        .catch(() => {});
      return (await field.innerText()).trim();
    })
    .toBe(option);
  await list.first().waitFor({ state: 'detached' });
}
