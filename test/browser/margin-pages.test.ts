/** The pages of margin beside the terminal: what accounts have, what orders did, all that ever happened. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { toastSaid } from '../support/browser.ts';
import { MarginDeskPage } from '../support/margin-desk-page.ts';
import { goTo } from '../support/web-pages.ts';

const PAIR = { symbol: 'BTCUSDT' } as const;

let desk: MarginDeskPage;
let page: Page;

function coins(worth: number): string {
  return (worth / desk.first).toFixed(4);
}

/** Ada brings money, borrows with an order in each account, pays some back, and leaves an order open. */
async function trade(): Promise<void> {
  const { ada } = desk;
  const move = { fromType: 'spot', coin: 'USDT', amount: '9000' } as const;
  await ada.call('account.transfer', { ...move, toType: 'crossed_margin' });
  await ada.call('account.transfer', { ...move, toType: 'isolated_margin', ...PAIR });
  await desk.quote('sell', desk.at(0), '5');
  const buy = {
    ...PAIR,
    orderType: 'limit',
    force: 'gtc',
    side: 'buy',
    price: desk.at(0),
  } as const;
  const borrows = { ...buy, loanType: 'autoLoan' } as const;
  const sells = { ...buy, side: 'sell', price: desk.at(-0.1), baseSize: coins(1_000) } as const;
  await desk.quote('buy', desk.at(-0.1), '5');
  await ada.call('crossed.placeOrder', { ...borrows, baseSize: coins(15_000) });
  await ada.call('isolated.placeOrder', { ...borrows, baseSize: coins(12_000) });
  await ada.call('crossed.placeOrder', { ...sells, loanType: 'autoRepay' });
  const waits = { ...borrows, price: desk.at(-4), baseSize: coins(500) } as const;
  await ada.call('crossed.placeOrder', waits);
  const tooMuch = ada.call('isolated.placeOrder', { ...borrows, baseSize: coins(900_000) });
  await expect(tooMuch).rejects.toThrow('BTCUSDT');
}

beforeAll(async () => {
  desk = await MarginDeskPage.open();
  page = desk.page;
  await trade();
});

afterAll(() => desk?.close());

function row(place: Locator, ...texts: readonly string[]): Locator {
  return texts.reduce((found, hasText) => found.filter({ hasText }), place.locator('tbody tr'));
}

test('each account tells what it has and owes, and in words how near the end is', async () => {
  await goTo(page, '/asset/margin');
  await page.getByRole('heading', { level: 1, name: 'Margin account' }).waitFor();
  const cross = page.getByRole('region', { name: 'Cross margin account', exact: true }).first();
  await cross.getByText(/^Safe/).waitFor();
  await cross.getByText('Debts').waitFor();
  // Figures in two lines end at one edge, as the others of their column do.
  const ends = `[...document.querySelectorAll('.end > .margin-lines')].map((lines) =>
    [...lines.children].map((line) => {
      const text = document.createRange();
      text.selectNodeContents(line);
      return Math.round(text.getBoundingClientRect().right);
    }))`;
  const edges = await page.evaluate<number[][]>(ends);
  expect(Math.max(...edges.map(({ length }) => length))).toBe(2);
  expect(edges.filter((lines) => new Set(lines).size > 1)).toEqual([]);
  const isolated = page.getByRole('region', { name: 'BTC/USDT' });
  await isolated.getByRole('button', { name: 'Borrow', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Borrow' });
  await dialog.getByRole('textbox', { name: 'Amount' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const trade = isolated.getByRole('link', { name: 'Trade' });
  expect(await trade.getAttribute('href')).toBe('/spot/BTCUSDT?account=isolated');
  await page.getByRole('button', { name: 'Details: USDT' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of USDT' });
  await terms.getByText(/^3\.65% with nothing lent, 36\.5% at 80%, 365% with all lent/).waitFor();
  await row(
    terms.getByRole('region', { name: 'Tiers of debts' }),
    '1,000,000 USDT',
    '5×',
  ).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // What is half under the header would count as a small target.
  await page.evaluate('scrollTo(0, 0)');
  expect(await axeFaults(page)).toEqual([]);
});

test('open orders of both accounts, and what an order filled and borrowed', async () => {
  await goTo(page, '/order/marginOrderInfo');
  await page.getByRole('tab', { name: 'Cross (1)' }).waitFor();
  const open = page.getByRole('tabpanel', { name: 'Cross (1)' });
  await open.getByRole('button', { name: /^Details of order/ }).click();
  const waiting = page.getByRole('dialog', { name: /^Details of order/ });
  await waiting.getByText('Nothing has been filled.').waitFor();
  await waiting.getByText('Borrows', { exact: true }).waitFor();
  // A link to it does the same.
  await page.goto(page.url());
  await waiting.getByText('Borrows', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Order history' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=ended');
  const ended = page.getByRole('tabpanel', { name: 'Order history' });
  await row(ended, 'Isolated')
    .getByRole('button', { name: /^Details of order/ })
    .click();
  const details = page.getByRole('dialog', { name: /^Details of order/ });
  await row(
    details.getByRole('region', { name: 'Fills' }),
    Number(coins(12_000)).toString(),
  ).waitFor();
  await row(details.getByRole('region', { name: 'Loans and repayments' }), 'Borrowed').waitFor();
  await page.keyboard.press('Escape');
  await goTo(page, '/order/marginOrderInfo');
  await open.getByRole('button', { name: /^Cancel order/ }).click();
  await page.getByRole('tab', { name: 'Cross (0)' }).waitFor();
});

test('the records have each kind, of both accounts or one, and the address keeps the filter', async () => {
  await goTo(page, '/record/margin');
  await page.getByRole('heading', { level: 1, name: 'Margin records' }).waitFor();
  const kinds = [
    'Order history',
    'Fills',
    'Ledger',
    'Transfers',
    'Loans',
    'Repayments',
    'Interest',
    'Refused orders',
  ];
  for (const name of kinds) {
    await page.getByRole('tab', { name, exact: true }).click();
    const panel = page.getByRole('tabpanel', { name, exact: true });
    await panel.locator('tbody tr.ant-table-row').first().waitFor();
  }
  await page.getByRole('tab', { name: 'Order history', exact: true }).click();
  const orders = page.getByRole('tabpanel', { name: 'Order history', exact: true });
  await orders.getByRole('button', { name: 'Show' }).first().click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText('An order is the sum of its fills', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Interest', exact: true }).click();
  const interest = page.getByRole('tabpanel', { name: 'Interest', exact: true });
  await interest.getByRole('button', { name: 'Show' }).first().click();
  await receipt.getByText(/ × 0\.\d+ ÷ 8760 = /).waitFor();
  expect(await receipt.getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Liquidations' }).click();
  await page
    .getByRole('tabpanel', { name: 'Liquidations' })
    .getByText('There are no records in this period.')
    .waitFor();
  await goTo(page, '/record/margin?tab=loans&account=isolated&period=7');
  const loans = page.getByRole('tabpanel', { name: 'Loans', exact: true });
  await row(loans, 'Isolated · BTC/USDT', 'Order').waitFor();
  expect(await loans.locator('tbody tr.ant-table-row').count()).toBe(1);
  await page.reload();
  await row(loans, 'Isolated · BTC/USDT').waitFor();
  await loans.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  expect(await dialog.getByRole('combobox', { name: 'Records' }).inputValue()).toBe('loans');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/isolated.*BTCUSDT.*USDT/i);
  await page.keyboard.press('Escape');
});

/** Worth of all accounts as the overview reports it, or of one, in hundredths of a USDT. */
async function worthOf(place: Locator): Promise<number> {
  const text = (await place.first().textContent()) ?? '';
  return Number(/[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(/[,.]/g, ''));
}

test('the overview counts all accounts, and distinguishes parts without colours', async () => {
  const move = { fromType: 'spot', toType: 'p2p', coin: 'USDT', amount: '500' } as const;
  await desk.ada.call('account.transfer', move);
  await goTo(page, '/asset');
  const accounts = page.locator('.asset-account');
  await accounts
    .filter({ hasText: 'Funding account' })
    .filter({ hasText: '500.00 USDT' })
    .waitFor();
  const parts = async () => {
    const each = await Promise.all((await accounts.all()).map(worthOf));
    const sum = each.reduce((total, part) => total + part, 0);
    // Each is rounded by itself.
    return Math.abs(sum - (await worthOf(page.locator('.asset-head')))) <= each.length;
  };
  await expect.poll(parts).toBe(true);
  await accounts
    .filter({ hasText: 'Margin account' })
    .filter({ hasText: /\d USDT/ })
    .waitFor();
  const usdt = page.locator('.allocation li').filter({ hasText: 'BTC' });
  await usdt.focus();
  await page.locator('.allocation-bar [data-current="true"][title^="BTC · "]').waitFor();
  await page.getByRole('tab', { name: 'By account' }).click();
  await page.locator('.allocation li').filter({ hasText: 'Margin account' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

/** Two days by hour: ten more each hour, a loss of fifty within the first day, five of funding. */
function hours(): object[] {
  const start = Date.UTC(2026, 0, 5);
  return Array.from({ length: 49 }, (_, i) => ({
    time: start + i * 3_600_000,
    worth: [`${1_000 + i * 10}`, '0', i < 12 ? '0' : '-50', '5'],
    inflow: ['0', '0', '0', '0'],
  }));
}

test('worth over time is told to the keyboard, to the pointer and as a table', async () => {
  await page.getByText('The curve begins with the first full hour').waitFor();
  const data = { coin: 'USDT', rows: hours() };
  await page.route('**/api/web/v1/value-curve*', (route) =>
    route.fulfill({ json: { code: '00000', msg: 'success', requestTime: 1, data } }),
  );
  await goTo(page, '/asset');
  const section = page.getByRole('region', { name: 'Value and profit' });
  const told = (name: string) =>
    section.getByRole('slider', { name }).getAttribute('aria-valuetext');
  const press = (name: string, key: string) =>
    section
      .getByRole('slider', { name })
      .press(key)
      .then(() => told(name));
  expect(await press('Value over time', 'Home')).toContain('1,005.00 USDT');
  expect(await press('Value over time', 'ArrowRight')).toContain('1,015.00 USDT');
  expect(await press('Value over time', 'End')).toContain('1,435.00 USDT');
  await section
    .getByRole('slider', { name: 'Value over time' })
    .hover({ position: { x: 1, y: 9 } });
  await section.locator('.curve-readout').first().getByText('1,005.00 USDT').waitFor();
  const bars = 'Profit and loss by day';
  expect(await press(bars, 'End')).toBe('01/06/2026: +240.00 USDT');
  expect(await press(bars, 'ArrowLeft')).toBe('01/05/2026: +190.00 USDT');
  await section.getByRole('button', { name: 'Futures account' }).press('Enter');
  expect(await press(bars, 'Home')).toBe('01/05/2026: -50.00 USDT');
  await section.getByText('As a table').press('Enter');
  await row(section, '01/05/2026', '-50.00 USDT').waitFor();
  await row(section, 'All accounts', '1,005.00 USDT', '+430.00 USDT', '1,435.00 USDT').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const rates = { base: 'USD', date: '2026-01-02', rates: { USD: '1', EUR: '0.5' } };
  await page.route('**/api/web/v1/currency-rates', (route) =>
    route.fulfill({ json: { code: '00000', msg: 'success', requestTime: 1, data: rates } }),
  );
  await page.evaluate("localStorage.setItem('currency', 'EUR')");
  await page.reload();
  await section.getByText(/In your currency at the rates of 01\/02\/2026/).waitFor();
  expect(await press('Value over time', 'Home')).toContain('€502.50');
  expect(await press(bars, 'End')).toBe('01/06/2026: +€120.00');
  await row(section, 'All accounts', '€502.50', '+€215.00', '€717.50').waitFor();
  await page.evaluate("localStorage.removeItem('currency')");
});

test('lists of what is owned are in the chosen currency, and small balances stay hidden', async () => {
  const rates = { base: 'USD', date: '2026-01-02', rates: { USD: '1', EUR: '0.5' } };
  await page.route('**/api/web/v1/currency-rates', (route) =>
    route.fulfill({ json: { code: '00000', msg: 'success', data: rates } }),
  );
  await page.evaluate("localStorage.setItem('currency', 'EUR')");
  await goTo(page, '/asset');
  const places = '.asset-account .num, .allocation li .num:not(.muted)';
  await page.locator('.asset-account').filter({ hasText: '€' }).first().waitFor();
  const texts = await page.locator(places).allTextContents();
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => !/^-?€[\d,]+\.\d\d$/.test(text))).toEqual([]);
  const small = page.getByRole('checkbox', { name: 'Hide small balances' });
  await small.focus();
  await page.keyboard.press('Space');
  await goTo(page, '/asset/spot');
  await page.getByRole('cell', { name: /^€/ }).first().waitFor();
  expect(await small.isChecked()).toBe(true);
  await small.uncheck();
  await page.reload();
  await small.waitFor();
  expect(await small.isChecked()).toBe(false);
  await page.unroute('**/api/web/v1/currency-rates');
  await page.evaluate("localStorage.removeItem('currency')");
});

test('isolated margin of a pair goes to a sub-account and back', async () => {
  await goTo(page, '/subaccount');
  await page.getByRole('button', { name: 'Create sub-account' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('isolates');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Transfer between accounts' });
  const move = async (from: string, to: string, most: string) => {
    await page.getByRole('button', { name: 'Transfer isolates' }).click();
    await dialog.getByLabel('From').selectOption({ label: from });
    await dialog.getByLabel('To').selectOption({ label: to });
    expect(await dialog.getByLabel('Pair').inputValue()).toBe('BTCUSDT');
    if (most !== '') await dialog.getByRole('button', { name: most }).waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250');
    await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
    await toastSaid(page, `Transferred 250 USDT to: ${to}.`);
    await dialog.waitFor({ state: 'detached' });
  };
  const [own, its] = ['Main account: Spot account', 'isolates: Isolated margin account'];
  await move(own, its, '');
  await page
    .getByRole('row', { name: /isolates/ })
    .getByText('250.00')
    .waitFor();
  await move(its, 'Main account: Isolated margin account', '250 USDT');
  await page
    .getByRole('row', { name: /isolates/ })
    .getByText('0.00')
    .waitFor();
  // The account that received it says from whom, with a receipt and in its file.
  await goTo(page, '/record/margin?tab=transfers');
  const received = row(page.getByRole('tabpanel', { name: 'Transfers' }), its, '250');
  await received.getByText('Isolated margin account', { exact: true }).waitFor();
  await received.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('dialog', { name: 'Receipt' }).getByText('250 USDT').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = page.getByRole('dialog', { name: 'Export records' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split(/\r?\n/);
  expect(lines[0]).toMatch(/,way,other$/);
  expect(lines[1]).toMatch(/,isolated,isolated,BTCUSDT,received,isolates$/);
  expect(lines[2]).toMatch(/,spot,isolated,BTCUSDT,sent,isolates$/);
  await page.keyboard.press('Escape');
});

test('the pages fit a phone, from right to left too', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = () => page.evaluate<number>('document.documentElement.scrollWidth');
  for (const language of ['', '/ar']) {
    for (const path of ['/asset', '/asset/margin', '/order/marginOrderInfo', '/record/margin']) {
      await goTo(page, language + path);
      await page.locator('.page-title').waitFor();
      await expect
        .poll(async () => [language + path, await wide()])
        .toEqual([language + path, 360]);
    }
  }
  expect(desk.complaints).toEqual([]);
});
