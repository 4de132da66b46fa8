/** Small manners of the pages: they keep one's place, say a thing once, and fetch nothing in vain. */
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { fillsFollowed, settle, signIn } from '../support/web-pages.ts';

const PERSON = { email: 'manners@example.com', password: 'a long enough passphrase' };

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const { email, password } = PERSON;
  const person = ['--email', email, '--password', password];
  await exchange.ask('user', 'create', ...person, '--fund', 'USDT=100000');
  await makeAsks();
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1_440, height: 500 } });
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** Ten small orders to sell, so that one to buy goes through several. */
async function makeAsks(): Promise<void> {
  const credentials = await exchange.trader('maker', 'BTC=10');
  const maker = new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
  const [ticker] = await maker.call('market.tickers', { symbol: 'BTCUSDT' });
  for (let away = 1; away <= 10; away++) {
    await maker.call('trade.placeOrder', {
      symbol: 'BTCUSDT',
      side: 'sell',
      orderType: 'limit',
      force: 'gtc',
      size: '0.01',
      price: (Number(ticker?.lastPr) * (1 + away / 10_000)).toFixed(2),
    });
  }
}

function scrolled(): Promise<number> {
  return page.evaluate<number>('Math.round(scrollY)');
}

describe('a page that was scrolled', () => {
  const DOWN = 600;

  test('is found where it was by the way back, and after a reload', async () => {
    await page.goto(`${exchange.baseUrl}/markets`);
    await page.locator('.market-table').waitFor();
    await page.evaluate(`scrollTo(0, ${DOWN})`);
    await expect.poll(() => page.evaluate('history.state?.scroll')).toBe(DOWN);
    // Not by the mouse, which would scroll the link into view first.
    await page.locator('.market-name[href="/spot/ETHUSDT"]').dispatchEvent('click', { button: 0 });
    await page.locator('.bar').waitFor();
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await page.locator('.market-table').waitFor();
    await expect.poll(scrolled).toBe(DOWN);
    await page.reload();
    await page.locator('.market-table').waitFor();
    await expect.poll(scrolled).toBe(DOWN);
  });

  test('begins at its top by a link', async () => {
    await page.locator('.header').getByRole('link', { name: 'Trade' }).click();
    await page.locator('.bar').waitFor();
    await page.locator('.header').getByRole('link', { name: 'Markets' }).click();
    await page.locator('.market-table').waitFor();
    expect(await scrolled()).toBe(0);
  });
});

describe('on the terminal', () => {
  beforeAll(async () => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await signIn(page.context(), exchange.baseUrl, PERSON);
    const followed = fillsFollowed(page);
    await settle(page, `${exchange.baseUrl}/spot/BTCUSDT`);
    await followed;
  });

  test('an indicator is switched by a press on its name, and the menu stays open', async () => {
    await page.getByRole('button', { name: 'Indicators' }).click();
    const panel = page.locator('.indicator-panel');
    const item = panel.locator('.menu-item', { hasText: /^RSI/ });
    // Its list is longer than the window, and scrolls in the panel.
    await panel.locator('.menu-item').nth(20).waitFor({ state: 'attached' });
    const menu = await page.locator('.chart-tools .menu').boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThan(900);
    await panel.getByRole('searchbox').fill('relative str');
    await item.scrollIntoViewIfNeeded();
    const box = await item.boundingBox();
    if (box === null) throw new Error('the menu shows no RSI');
    // On the letters, not on the box beside them; pressed and let go as a hand does it.
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => item.locator('input').isChecked()).toBe(true);
  });

  test('its settings are kept, may be there twice, and what is out of range is not taken', async () => {
    const panel = page.locator('.indicator-panel');
    const lengths = panel.getByRole('spinbutton', { name: 'Length' });
    await lengths.fill('0');
    await lengths.blur();
    expect(await lengths.inputValue()).toBe('14');
    await lengths.fill('21');
    await panel.getByRole('button', { name: 'Add another RSI' }).click();
    await expect.poll(() => lengths.count()).toBe(2);
    await panel.getByLabel('Color of RSI').first().fill('#4c86e8');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.chart-host canvas').first().waitFor();
    await page.getByRole('button', { name: 'Indicators' }).click();
    await panel.getByRole('searchbox').fill('RSI');
    await expect.poll(() => lengths.count()).toBe(2);
    expect(await lengths.first().inputValue()).toBe('21');
    expect(await lengths.last().inputValue()).toBe('14');
    expect(await panel.getByLabel('Color of RSI').first().inputValue()).toBe('#4c86e8');
    for (let left = 1; left >= 0; left -= 1) {
      await panel.getByRole('button', { name: 'Remove RSI' }).first().click();
      await expect.poll(() => lengths.count()).toBe(left);
    }
    await page.keyboard.press('Escape');
  });

  test('the chosen interval is in sight on a phone, from right to left too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const language of ['ar', 'en']) {
      await settle(page, `${exchange.baseUrl}/${language}/spot/BTCUSDT`);
      await page.locator('.terminal-phone [role=tab]').nth(1).click();
      const row = await page.locator('.chart-intervals').boundingBox();
      const chosen = await page.locator('.chart-interval[aria-pressed=true]').boundingBox();
      if (row === null || chosen === null) throw new Error('the chart shows no intervals');
      expect(chosen.x).toBeGreaterThanOrEqual(row.x);
      expect(chosen.x + chosen.width).toBeLessThanOrEqual(row.x + row.width);
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.locator('.chart-host canvas').first().waitFor();
  });

  test('the kind of candles and the scale are kept; the last candle says what is left of it', async () => {
    await page.getByRole('button', { name: 'Chart type' }).click();
    await page.getByRole('radio', { name: 'Heikin-Ashi' }).check();
    await page.getByRole('radio', { name: 'Logarithmic' }).check();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('.chart-host canvas').first().waitFor();
    await page.getByRole('button', { name: 'Chart type' }).click();
    expect(await page.getByRole('radio', { name: 'Heikin-Ashi' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Logarithmic' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Candles', exact: true }).check();
    await page.getByRole('radio', { name: 'Linear' }).check();
    await page.keyboard.press('Escape');
  });

  test('the depth of the book stands in their place, and a price of it goes to the form', async () => {
    const menu = page.getByRole('button', { name: 'Chart type' });
    await menu.click();
    await page.getByRole('radio', { name: 'Market depth' }).check();
    await page.keyboard.press('Escape');
    const depth = page.getByRole('slider', { name: /^Market depth of BTC\/USDT/ });
    await depth.focus();
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
    const said = async () => (await depth.getAttribute('aria-valuetext')) ?? '';
    await expect.poll(said).toMatch(/^[\d,.]+, [\d,.]+ BTC$/);
    const [, price = ''] = /^([\d,.]+),/.exec(await said()) ?? [];
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Price', exact: true });
    await expect.poll(() => field.inputValue()).toBe(price.replaceAll(',', ''));
    // An interval is of candles.
    await page.getByRole('button', { name: '15m', exact: true }).click();
    await depth.waitFor({ state: 'detached' });
  });

  test('a market order that goes through many levels says one thing, below the bar', async () => {
    const buy = page.getByRole('button', { name: 'Buy BTC' });
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.getByRole('textbox', { name: 'Total' }).fill('4000');
    // Measured by the page: the toast may be gone before anybody else looks.
    const measured = page.evaluate<number>(`new Promise((measured) => {
      const edge = (selector) => document.querySelector(selector)?.getBoundingClientRect();
      const look = () => {
        const toast = edge('.toasts .toast');
        if (toast?.height > 0) measured(toast.top - edge('.bar').bottom);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await buy.click();
    expect(await measured).toBeGreaterThanOrEqual(0);
    // Another order's toast comes behind all that the first one said.
    await page.getByRole('button', { name: 'Limit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Price' }).fill('50000');
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.001');
    await buy.click();
    await page.locator('html[data-toasts*="order placed"]').waitFor({ state: 'attached' });
    const said = await page.evaluate<string>('document.documentElement.dataset.toasts');
    expect(said).toMatch(/^Bought 0\.04\d* BTC at [\d,.]+; Buy order placed: 0\.001 BTC; $/);
  });

  test('trades of one order are one row of the tape where somebody wants that, and stay so', async () => {
    const rows = page.locator('.trade-list .trade-row');
    const before = await rows.count();
    await page.getByRole('button', { name: 'Trade list view' }).click();
    await page.getByRole('checkbox', { name: 'Combine trades of one order' }).check();
    await expect.poll(() => rows.filter({ hasText: ' × ' }).count()).toBe(1);
    expect(await rows.count()).toBeLessThan(before);
    await page.reload();
    await expect.poll(() => rows.filter({ hasText: ' × ' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Trade list view' }).click();
    await page.getByRole('checkbox', { name: 'Combine trades of one order' }).uncheck();
    await expect.poll(() => rows.count()).toBe(before);
  });

  test('a list that was chosen stays when the arrangement of the account comes late', async () => {
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/settings/terminal-view.live') &&
        answer.request().postData()?.includes('"fills"') === true,
    );
    await page.getByRole('tab', { name: 'Fills' }).click();
    await kept;
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await signIn(context, exchange.baseUrl, PERSON);
    const other = await context.newPage();
    const asked = Promise.withResolvers<void>();
    await other.route('**/setting-versions*', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await other.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
    const chosen = other.getByRole('tab', { name: /^Trigger orders/ });
    await chosen.click();
    asked.resolve();
    const synced = () => other.evaluate<string>(`localStorage.getItem('settings-synced') ?? ''`);
    await expect.poll(synced).toContain('terminal-view');
    expect(await chosen.getAttribute('aria-selected')).toBe('true');
    await context.close();
  });

  test('a limit order that is filled at once has one toast, which says what it became', async () => {
    const followed = fillsFollowed(page);
    await settle(page, `${exchange.baseUrl}/spot/BTCUSDT`);
    await followed;
    const price = page.getByRole('textbox', { name: 'Price' });
    await expect.poll(async () => Number(await price.inputValue())).toBeGreaterThan(0);
    await price.fill((Number(await price.inputValue()) * 1.001).toFixed(2));
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.002');
    await page.getByRole('button', { name: 'Buy BTC' }).click();
    await toastSaid(page, 'Bought 0.002 BTC at');
    const { toastsMost } = await page.evaluate<Record<string, string>>(
      '({...document.documentElement.dataset})',
    );
    expect(toastsMost).toBe('1');
  });
});

test.each(['/', '/markets', '/login', '/spot/BTCUSDT'])(
  '%s preloads no style sheet that it does not use',
  async (path) => {
    const context = await browser.newContext();
    const first = await context.newPage();
    await settle(first, exchange.baseUrl + path);
    const unused = await first.evaluate<string[]>(`
      [...document.querySelectorAll('link[rel="preload"]')]
        .map((link) => link.href)
        .filter((href) => ![...document.styleSheets].some((sheet) => sheet.href === href))`);
    expect(unused).toEqual([]);
    await context.close();
  },
);

test('a part that could not be fetched is fetched by the next try', async () => {
  const context = await browser.newContext();
  const first = await context.newPage();
  await first.route('**/preferences-panel-*.js', (route) => route.abort());
  await settle(first, `${exchange.baseUrl}/markets`);
  const menu = first.getByRole('button', { name: 'Preferences', exact: true });
  await menu.click();
  await first.getByText('This part could not be loaded.').waitFor();
  await first.unroute('**/preferences-panel-*.js');
  await first.getByRole('button', { name: 'Try again' }).click();
  await first
    .getByRole('button', { name: 'Light' })
    .or(first.getByText('Language'))
    .first()
    .waitFor();
  await context.close();
});
