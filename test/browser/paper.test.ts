/** Paper trading on screen, from a visitor's first order to a person who keeps the account. */
import type { MarginAccountRead, MarginBalance } from '@halcyon/domain/web';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { fillsFollowed } from '../support/web-pages.ts';

const PASSWORD = 'plum tree under rain 77';
const LIVE_USDT = '54,321';

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    ExchangeProcess.start({ HALCYON_SIM_RATE: 'default' }),
    workerBrowser(),
  ]);
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: exchange.baseUrl,
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
  const until = Date.now() + 60_000;
  while (!((await isPaperOpen()) && (await hasPaperBook()))) {
    if (Date.now() > until) throw new Error(`paper trading does not open: ${exchange.log}`);
    await page.waitForTimeout(200);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

async function isPaperOpen(): Promise<boolean> {
  const answer = await fetch(`${exchange.baseUrl}/api/web/v1/session`);
  const { data } = (await answer.json()) as { data: { paper: { open: boolean } } };
  return data.paper.open;
}

/** Whether somebody sells there: the makers come some time after the venue. */
async function hasPaperBook(): Promise<boolean> {
  const query = 'symbol=BTCUSDT&limit=5&paptrading=1';
  const answer = await fetch(`${exchange.baseUrl}/api/v2/spot/market/orderbook?${query}`);
  const { data } = (await answer.json()) as { data: { asks: unknown[] } | null };
  return (data?.asks.length ?? 0) > 0;
}

const banner = () => page.locator('.simulation-banner');
const form = () => page.getByRole('form', { name: 'Place an order' });
const funds = () => page.getByRole('region', { name: 'Paper funds' });

async function openTerminal(): Promise<void> {
  await page.goto('/spot/BTCUSDT');
  await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor();
}

async function ordersTab(name: RegExp): Promise<void> {
  await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
}

/** The cell of a coin in the list of balances. */
async function balanceOf(coin: string, column: number): Promise<string> {
  await page.goto('/asset/spot');
  const row = page.locator('.ant-table-row', { hasText: coin });
  return row.locator('td').nth(column).innerText();
}

describe('a visitor', () => {
  test('enters, and nobody could take it for live trading', async () => {
    await page.goto('/markets');
    await page.locator('.header-simulation').click();
    await banner().getByText('Practice with paper funds').waitFor();
    await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Simulation: /);
    const accent = await page.evaluate<string>(
      `getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()`,
    );
    expect(accent).not.toBe('#03aac7');
    expect(await page.locator('html').getAttribute('data-venue')).toBe('paper');
    await page.locator('.link-badge').getByText('Connected').waitFor();
  });

  test('reads how it works', async () => {
    await banner().getByRole('link', { name: 'How it works' }).click();
    await page.getByRole('heading', { name: 'How simulation trading works' }).waitFor();
    expect(await page.locator('.guide-picture figcaption').innerText()).toContain('Nothing flows');
    await page.getByRole('main').getByRole('link', { name: 'Trade', exact: true }).click();
  });

  test('sees what the first order can use, before there is an account', async () => {
    await form().getByText('100,000 USDT').waitFor();
    await form().getByText('Your first order opens a guest account').waitFor();
    expect(await context.cookies()).toEqual([]);
  });

  test('gets the guest account with the first order', async () => {
    await form().getByRole('button', { name: 'Market', exact: true }).click();
    await form().getByRole('textbox', { name: 'Total' }).fill('500');
    await form().getByRole('button', { name: 'Buy BTC' }).click();
    await toastSaid(page, 'A guest account was opened in this browser');
    await banner().getByRole('button', { name: 'Register to keep it' }).waitFor();
    await ordersTab(/Fills/);
    const fills = page.getByRole('tabpanel', { name: 'Fills' });
    await fills.getByText('BTC/USDT').first().waitFor();
  });

  test('rests an order, which is in the list and in the paper book', async () => {
    await form().getByRole('button', { name: 'Limit', exact: true }).click();
    const price = form().getByRole('textbox', { name: 'Price' });
    await expect.poll(async () => Number(await price.inputValue())).toBeGreaterThan(0);
    const below = (Number(await price.inputValue()) * 0.97).toFixed(2);
    await price.fill(below);
    await form().getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await form().getByRole('button', { name: 'Buy BTC' }).click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
    const live = await fetch(
      `${exchange.baseUrl}/api/v2/spot/market/orderbook?symbol=BTCUSDT&limit=150`,
    );
    expect(await live.text()).not.toContain(`"${below}"`);
  });
});

describe('a guest', () => {
  test('has no API keys, and is told how to get them', async () => {
    await page.goto('/account/newapi');
    await page.getByRole('main').getByRole('button', { name: 'Register to keep it' }).waitFor();
  });

  test('is nobody in live trading, and somebody again on return', async () => {
    await openTerminal();
    await banner().getByRole('button', { name: 'Leave simulation' }).click();
    await page.locator('.header-simulation').waitFor();
    await form().getByRole('link', { name: 'Log in to trade' }).waitFor();
    await page.locator('.header-simulation').click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  });
});

const answer = (data: object) => ({ json: { code: '00000', msg: '', data } });

describe('what is followed', () => {
  test('is said beside the banner where it is not the live market', async () => {
    const live = {
      source: 'live',
      exchange: '',
      symbol: '',
      paused: false,
      speed: 1,
      stale: false,
    };
    const replay = { ...live, source: 'recorded', symbol: 'ETHUSDT', speed: 10 };
    const upstream = { ...live, source: 'upstream', exchange: 'kraken' };
    const cases: readonly (readonly [object, string])[] = [
      [replay, 'A recording of ETHUSDT is replayed at 10x speed.'],
      [{ ...replay, paused: true, stale: true }, 'is replayed. It is paused.'],
      [{ ...replay, stale: true }, 'has no prices at present'],
      [upstream, 'Prices follow kraken.'],
      [{ ...upstream, exchange: '' }, 'Prices follow another exchange.'],
      [{ ...upstream, stale: true }, 'do not arrive'],
    ];
    let flow: object = live;
    await page.route('**/paper/flow*', (route) => route.fulfill(answer(flow)));
    await openTerminal();
    const status = banner().getByRole('status');
    await status.waitFor({ state: 'attached' });
    expect(await status.innerText()).toBe('');
    for (const [next, text] of cases) {
      flow = next;
      await openTerminal();
      await status.getByText(text).waitFor();
    }
    await page.unroute('**/paper/flow*');
  });
});

describe('a paused instrument', () => {
  test('says why, and that it is over', async () => {
    let reason = 'stale';
    await page.route('**/paper/pauses*', (route) =>
      route.fulfill(answer([{ product: 'spot', symbol: 'BTCUSDT', reason }])),
    );
    const note = form().getByRole('status');
    await openTerminal();
    await note.getByText('live prices do not arrive').waitFor();
    reason = 'apart';
    await openTerminal();
    const apart = note.getByText('its price is more than 5% away from the live price');
    await apart.waitFor();
    reason = 'unfollowed';
    await openTerminal();
    await note.getByText('the market that it follows does not have it').waitFor();
    const flow = { source: 'recorded', exchange: '', symbol: 'ETHUSDT', speed: 1, stale: false };
    await page.route('**/paper/flow*', (route) => route.fulfill(answer(flow)));
    await openTerminal();
    const elsewhere = note.getByText('the recording that is replayed does not hold it');
    await elsewhere.waitFor();
    await page.unroute('**/paper/flow*');
    await page.unroute('**/paper/pauses*');
    await elsewhere.waitFor({ state: 'detached' });
  });
});

/** The region of a margin account in the terminal. */
const marginBox = (name: string) => page.getByRole('region', { name });

function marginFigure(name: string, label: string) {
  const line = marginBox(name).locator('.order-line').filter({ hasText: label });
  return line.locator('dd, .num').first();
}

/** What an account owes of USDT, or has, in its first pocket; units. */
async function marginUnits(kind: 'crossed' | 'isolated', venue: 'paper' | 'live') {
  const pair = kind === 'isolated' ? '&symbol=BTCUSDT' : '';
  const query = `kind=${kind}${pair}${venue === 'paper' ? '&paptrading=1' : ''}`;
  const answer = await page.request.get(`/api/web/v1/margin/account?${query}`);
  const { data } = (await answer.json()) as { data: MarginAccountRead | null };
  const balances = data?.pockets[0]?.balances ?? [];
  const sum = (of: (balance: MarginBalance) => number) =>
    balances.reduce((total, balance) => total + of(balance), 0);
  return {
    has: sum(({ available, inOrders }) => available + inOrders),
    owes: sum(({ principal, interest }) => principal + interest),
  };
}

async function moveToMargin(name: string): Promise<void> {
  await form().getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer between accounts' });
  await dialog.getByLabel('Coin').selectOption('USDT');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5000');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await toastSaid(page, `Transferred 5,000 USDT to: ${name}.`);
}

describe('margin accounts', () => {
  const CROSS = 'Cross margin account';
  const ISOLATED = 'Isolated margin account';

  test('take paper money, and an order borrows what it lacks', async () => {
    await openTerminal();
    const accounts = page.getByRole('group', { name: 'Account' });
    await accounts.getByRole('button', { name: 'Cross' }).click();
    await marginBox(CROSS).getByText('Nothing is owed').waitFor();
    await moveToMargin(CROSS);
    await form().getByLabel('Auto-borrow').check();
    await form().getByRole('button', { name: 'Market', exact: true }).click();
    await form().getByRole('textbox', { name: 'Total' }).fill('8000');
    await expect
      .poll(() => form().locator('.order-line').filter({ hasText: 'Amount to borrow' }).innerText())
      .toMatch(/3,000 USDT/);
    await form().getByRole('button', { name: 'Buy BTC' }).click();
    await expect
      .poll(() => marginFigure(CROSS, 'Debts').innerText())
      .toMatch(/^3,0\d\d\.\d+ USDT$/);
    await ordersTab(/Coins and debts/);
    const holdings = page.getByRole('tabpanel', { name: /Coins and debts/ });
    await holdings
      .getByRole('row')
      .filter({ hasText: 'USDT' })
      .getByText(/3,000/)
      .first()
      .waitFor();
  });

  test('are isolated too: a loan is taken by hand, and an order rests', async () => {
    await page.goto('/trade-margin/BTCUSDT?account=isolated');
    await marginBox(ISOLATED).getByText('Nothing is owed').waitFor();
    await moveToMargin(ISOLATED);
    await marginBox(ISOLATED).getByRole('button', { name: 'Borrow' }).click();
    const dialog = page.getByRole('dialog', { name: 'Borrow' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog.getByRole('button', { name: 'Borrow' }).click();
    await toastSaid(page, 'Borrowed 1,000 USDT.');
    await form().getByRole('button', { name: 'Limit', exact: true }).click();
    const price = form().getByRole('textbox', { name: 'Price' });
    await expect.poll(async () => Number(await price.inputValue())).toBeGreaterThan(0);
    await price.fill((Number(await price.inputValue()) * 0.97).toFixed(2));
    await form().getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await form().getByRole('button', { name: 'Buy BTC' }).click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
  });

  test('have their pages, of this venue alone', async () => {
    await page.goto('/asset/margin');
    await banner().waitFor();
    await page
      .getByRole('region', { name: CROSS, exact: true })
      .first()
      .getByText('Debts')
      .waitFor();
    await page.getByRole('region', { name: 'BTC/USDT' }).getByText('Debts').waitFor();
    await page.goto('/order/marginOrderInfo');
    await page.getByRole('tab', { name: 'Isolated (1)' }).waitFor();
    await page.goto('/record/margin?tab=loans');
    const loans = page.getByRole('tabpanel', { name: 'Loans', exact: true });
    await loans.locator('tbody tr').filter({ hasText: 'Isolated · BTC/USDT' }).first().waitFor();
    await loans.locator('tbody tr').filter({ hasText: 'Order' }).first().waitFor();
    expect((await marginUnits('crossed', 'paper')).owes).toBeGreaterThan(0);
    expect(await marginUnits('crossed', 'live')).toEqual({ has: 0, owes: 0 });
  });
});

describe('paper funds', () => {
  test('are added and taken away, within limits', async () => {
    await page.goto('/asset/spot');
    await funds().getByRole('button', { name: 'Add ETH' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add ETH' });
    await dialog.getByRole('textbox').fill('99999999');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByRole('textbox').fill('2.5');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await toastSaid(page, '2.5 ETH added.');
    const row = page.locator('.ant-table-row', { hasText: 'ETH' });
    await row.getByText('12.5').first().waitFor();
    await funds().getByRole('button', { name: 'Reduce ETH' }).click();
    const less = page.getByRole('dialog', { name: 'Reduce ETH' });
    await less.getByRole('textbox').fill('12');
    await less.getByRole('button', { name: 'Reduce', exact: true }).click();
    await toastSaid(page, '12 ETH removed.');
    await row.getByText('0.5').first().waitFor();
  });

  test('are reset after one question', async () => {
    await funds().getByRole('button', { name: 'Reset paper funds' }).click();
    const question = page.getByRole('dialog', { name: 'Reset paper funds?' });
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await funds().getByRole('button', { name: 'Reset paper funds' }).click();
    await question.getByRole('button', { name: 'Reset paper funds' }).click();
    await toastSaid(page, 'Paper funds were reset.');
    await expect.poll(() => balanceOf('USDT', 1)).toBe('100,000');
    for (const kind of ['crossed', 'isolated'] as const) {
      expect([kind, await marginUnits(kind, 'paper')]).toEqual([kind, { has: 0, owes: 0 }]);
    }
    await page.goto('/spot/BTCUSDT?account=isolated');
    await marginBox('Isolated margin account').getByText('Nothing is owed').waitFor();
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    await page
      .getByRole('group', { name: 'Account' })
      .getByRole('button', { name: 'Spot' })
      .click();
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  });

  test('and the orders before are in the records', async () => {
    await page.goto('/record/exchange');
    await page.getByText('Filled').first().waitFor();
    await page.getByText('Cancelled').first().waitFor();
  });
});

describe('fidelity', () => {
  test('tells how the fills went', async () => {
    await page.goto('/record/exchange/fidelity');
    await page.getByText('1 of 2 orders filled, 0 in part').waitFor();
    await page.getByRole('heading', { name: 'What this cannot know' }).waitFor();
    const row = page.getByRole('region', { name: 'Latest orders' }).getByRole('row');
    await row.getByText('At once').waitFor();
  });
});

describe('a guest who registers', () => {
  test('keeps the account', async () => {
    const followed = fillsFollowed(page);
    await openTerminal();
    await followed;
    await form().getByRole('button', { name: 'Market', exact: true }).click();
    await form().getByRole('textbox', { name: 'Total' }).fill('1000');
    await form().getByRole('button', { name: 'Buy BTC' }).click();
    await toastSaid(page, 'Bought');
    const before = await balanceOf('BTC', 1);
    await banner().getByRole('button', { name: 'Register to keep it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep your paper account' });
    await dialog.getByLabel('E-mail').fill('ada@example.com');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await toastSaid(page, 'Your paper account is kept.');
    await banner().getByText('Practice with paper funds').waitFor();
    await expect.poll(() => balanceOf('BTC', 1)).toBe(before);
  });
});

describe('the two venues', () => {
  beforeAll(async () => {
    await exchange.ask(
      'user',
      'create',
      '--email',
      'bob@example.com',
      '--password',
      PASSWORD,
      '--fund',
      'USDT=54321',
    );
  });

  test('never show what belongs to the other', async () => {
    await banner().getByRole('button', { name: 'Leave simulation' }).click();
    await page.locator('.header-simulation').waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    // A page that is left ends its requests.
    const out = page.waitForResponse('**/api/web/v1/logout*');
    await page.getByRole('button', { name: 'Log out' }).click();
    await out;
    await page.goto('/login?returnTo=%2Fasset%2Fspot');
    await page.getByLabel('E-mail').fill('bob@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page
      .locator('.ant-table-row', { hasText: 'USDT' })
      .getByText(LIVE_USDT)
      .first()
      .waitFor();
    const shown = page.locator('.ant-table-row').allInnerTexts();
    expect((await shown).join()).not.toContain('100,000');
    await page.locator('.header-simulation').click();
    await banner().waitFor();
    await expect.poll(() => balanceOf('USDT', 1)).toBe('100,000');
    expect(await page.locator('body').innerText()).not.toContain(LIVE_USDT);
    await openTerminal();
    await form().getByText('100,000 USDT').waitFor();
    expect(await form().innerText()).not.toContain(LIVE_USDT);
  });

  test('keep what they keep in the browser apart', async () => {
    const names = await page.evaluate<string[]>(
      `indexedDB.databases().then((all) => all.map(({ name }) => name))`,
    );
    expect(names).toEqual(expect.arrayContaining(['common', 'default']));
  });
});

test('nothing went wrong on the way', () => {
  expect(complaints).toEqual([]);
});
