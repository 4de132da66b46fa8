/** The terminal of a contract: what it shows, the form and its settings, transfers, and ways to it. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const ADA = { email: 'ada@example.com', password: 'a long enough passphrase' };
const PATH = '/futures/usdt/BTCUSDT';

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  // Contracts trade once the simulated sources tell an index price.
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default', HALCYON_PAPER: 'off' });
  const person = ['--email', ADA.email, '--password', ADA.password];
  await exchange.ask('user', 'create', ...person, '--fund', 'USDT=100000');
  browser = await workerBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function open(path: string): Promise<void> {
  await page.goto(exchange.baseUrl + path);
}

function figure(name: string) {
  return page.locator('.bar-figure', { hasText: name }).locator('dd');
}

/** The figures under the button of a side. */
function side(name: 'Buy' | 'Sell') {
  return page.locator('.contract-side', { has: page.getByRole('button', { name }) });
}

const size = () => page.locator('#order-form').getByRole('textbox', { name: 'Amount' });
const account = () => page.getByRole('region', { name: 'Futures account' });

describe('a visitor', () => {
  test('sees prices, funding with its countdown, open interest, chart, book and trades', async () => {
    await open(PATH);
    for (const name of ['Mark price', 'Index price', 'Open interest']) {
      await expect.poll(() => figure(name).textContent()).toMatch(/\d/);
    }
    await expect.poll(() => figure('Funding').textContent()).toMatch(/% \d\d:\d\d:\d\d/);
    await page.locator('.book:not(.is-stale) .book-row').first().waitFor();
    await page.locator('.trade-list .trade-row').first().waitFor();
    await page.locator('.chart-host canvas').first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'BTCUSDT' }).waitFor();
  });

  test('sees who quotes the index price, and how each of them is', async () => {
    await figure('Index price').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Index price' });
    const rows = dialog.getByRole('row');
    // One for the heads, and one for each of the simulated sources.
    await expect.poll(() => rows.count()).toBe(6);
    await dialog.getByText('In use').first().waitFor();
    const shots = process.env['SHOTS'];
    if (shots !== undefined) await page.screenshot({ path: `${shots}/index.png` });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('is asked to log in', async () => {
    const form = page.locator('#order-form');
    await form.getByRole('link', { name: 'Log in to trade' }).waitFor();
    expect(await form.getByRole('button', { name: /Long|Short/ }).count()).toBe(0);
  });

  test('is told of a contract, and of a coin of margin, that there is not', async () => {
    for (const path of ['/futures/usdt/NONEUSDT', '/futures/btc/BTCUSDT']) {
      await open(path);
      await page.locator('#main .not-found').waitFor();
    }
  });

  test('comes by the other address, the menu, the picker and the palette', async () => {
    await open('/trade-swap/ETHUSDT?x=1');
    await page.waitForURL('**/futures/usdt/ETHUSDT?x=1');
    await page.getByRole('button', { name: 'ETHUSDT Perpetual' }).click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('combobox').fill('sol');
    await picker
      .getByRole('option', { name: /^SOLUSDT/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/futures/usdt/SOLUSDT');
    // An open dialog keeps the keys to itself.
    await picker.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('btcusdt perp');
    await page.getByRole('option', { name: 'BTCUSDT Perpetual' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${PATH}`);
    await open('/markets');
    await page.getByRole('link', { name: 'Futures', exact: true }).first().click();
    await page.waitForURL(`**${PATH}`);
  });
});

describe('a trader', () => {
  beforeAll(async () => {
    await signIn(context, exchange.baseUrl, ADA);
    await open(PATH);
  });

  test('moves money in from the spot account, and no more than there is', async () => {
    await page.locator('#order-form').getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer between accounts' });
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await dialog.getByRole('button', { name: '100,000 USDT' }).waitFor();
    await amount.fill('100001');
    await dialog.getByText('Not enough USDT available.').waitFor();
    await amount.fill('20000');
    await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
    await toastSaid(page, 'Transferred 20,000 USDT');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.order-available', { hasText: '20,000 USDT' }).waitFor();
    await account().getByText('20,000 USDT').waitFor();
  });

  test('sees what an order would cost and where it is liquidated, for each side', async () => {
    await size().fill('0.5');
    for (const [name, above] of [['Buy', false] as const, ['Sell', true] as const]) {
      const text = (label: string) =>
        side(name).locator('.order-line', { hasText: label }).locator('dd').textContent();
      const number = async (label: string) => Number((await text(label))?.replace(/[^\d.]/g, ''));
      await expect.poll(() => number('Cost')).toBeGreaterThan(0);
      const mark = Number((await figure('Mark price').textContent())?.replaceAll(',', ''));
      const liquidation = await number('Liq. price');
      expect([name, liquidation > mark]).toEqual([name, above]);
      // Half a coin at 20x, with its fee.
      expect(await number('Cost')).toBeGreaterThan(mark / 40);
      expect(await number('Cost')).toBeLessThan(mark / 30);
    }
  });

  test('is refused what is too large by name, before it is sent', async () => {
    await size().fill('150');
    await side('Buy').getByRole('button').click();
    await page.getByText(/^At most [\d.]+ BTC is possible now\.$/).waitFor();
  });

  test('can always place what the slider calls all of it', async () => {
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.getByRole('button', { name: '100%' }).click();
    await expect.poll(async () => Number(await size().inputValue())).toBeGreaterThan(0);
    await side('Sell').getByRole('button').click();
    const maintenance = account().locator('.order-line', { hasText: 'Maintenance' }).locator('dd');
    await expect.poll(() => maintenance.textContent()).toMatch(/[1-9]/);
    expect(await page.locator('#order-form [role="alert"]').count()).toBe(0);
  });

  test('closes with a reduce-only order as large as the position', async () => {
    await page.getByRole('checkbox', { name: 'Reduce only' }).check();
    await page.getByRole('button', { name: '100%' }).click();
    await expect.poll(async () => Number(await size().inputValue())).toBeGreaterThan(0);
    await side('Buy').getByRole('button').click();
    const maintenance = account().locator('.order-line', { hasText: 'Maintenance' }).locator('dd');
    await expect.poll(() => maintenance.textContent()).toBe('0 USDT');
    await page.getByRole('checkbox', { name: 'Reduce only' }).uncheck();
  });

  test('sets leverage, margin mode and position mode', async () => {
    await page.getByRole('button', { name: /^Leverage/ }).click();
    const leverage = page.getByRole('dialog', { name: 'Leverage of BTCUSDT' });
    await leverage.getByRole('textbox', { name: 'Leverage' }).fill('10');
    await leverage.getByText(/Maximum position/).waitFor();
    await leverage.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Leverage\s*10×/ }).waitFor();
    await page.getByRole('button', { name: /^Margin mode/ }).click();
    await page.getByRole('radio', { name: /Isolated/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Margin mode\s*Isolated/ }).waitFor();
    await page.getByRole('button', { name: /^Position mode/ }).click();
    await page.getByRole('radio', { name: /Hedge/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Open long' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Close short' }).waitFor();
  });

  test('and nothing of it complained', () => {
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
