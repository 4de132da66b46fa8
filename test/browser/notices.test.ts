/** Notifications of all accounts: the bell and its list, their page, and what two browsers and a kill make of them. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { settle, signIn } from '../support/web-pages.ts';
import { WebSession } from '../support/web-session.ts';

const ANN = { email: 'ann@example.com', password: 'a long enough passphrase' };
const NOTICES = '/record/exchange/notifications';

let exchange: ExchangeProcess;
let browser: Browser;
let session: WebSession;
/** Two browsers of one person. */
let desk: Page;
let phone: Page;
let complaints: string[];

async function openBrowser(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  await signIn(context, exchange.baseUrl, ANN);
  return context.newPage();
}

const bell = (page: Page) => page.locator('.header').getByRole('button', { name: 'Notifications' });
const unreadOn = (page: Page) => bell(page).getAttribute('aria-label');
const faucet = (coin: string, amount: string) => session.post('/faucet', { coin, amount });

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const person = ['--email', ANN.email, '--password', ANN.password];
  await exchange.ask('user', 'create', ...person, '--fund', 'USDT=1000');
  session = await WebSession.open(exchange.baseUrl, 'ann');
  browser = await workerBrowser();
  desk = await openBrowser({ viewport: { width: 1440, height: 900 } });
  phone = await openBrowser({ viewport: { width: 360, height: 780 } });
  complaints = complaintsOf(desk);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

test('the bell counts what its list shows, as it comes, in every browser', async () => {
  for (const page of [desk, phone]) {
    await page.goto(`${exchange.baseUrl}/markets`);
    await expect.poll(() => unreadOn(page)).toBe('Notifications: 1 new notification');
  }
  await faucet('BTC', '0.01');
  for (const page of [desk, phone]) {
    await expect.poll(() => unreadOn(page)).toBe('Notifications: 2 new notifications');
  }
  await bell(desk).click();
  const rows = desk.locator('.menu .notice');
  // The logins of both browsers are among them; what was before a person's first look is not new.
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.first().innerText()).toContain('Deposit: 0.01 BTC');
  expect(await desk.locator('.menu .notice.is-unread').count()).toBe(2);
});

test('an entry leads to its record, by the keyboard too', async () => {
  await desk.keyboard.press('Escape');
  await bell(desk).focus();
  await desk.keyboard.press('Enter');
  const first = desk.locator('.menu .notice').first();
  await first.waitFor();
  await first.focus();
  await desk.keyboard.press('Enter');
  await desk.waitForURL(`${exchange.baseUrl}/record/exchange?tab=deposits&coin=BTC`);
  await desk.getByRole('tab', { name: 'Deposits', selected: true }).waitFor();
  await desk.locator('tbody tr.ant-table-row').first().waitFor();
  expect(await desk.locator('.menu').count()).toBe(0);
});

test('one is read alone: by following it, or by its own button, which leaves the focus at it', async () => {
  // The first of both was followed just now.
  await expect.poll(() => unreadOn(desk)).toBe('Notifications: 1 new notification');
  await bell(desk).click();
  const left = desk.locator('.menu .notice.is-unread');
  await expect.poll(() => left.count()).toBe(1);
  const row = desk.locator('.menu .notices li').filter({ has: desk.locator('.is-unread') });
  const text = (await row.locator('a').innerText()).replace('New:', '').trim();
  await row.getByRole('button', { name: 'Mark as read' }).focus();
  await desk.keyboard.press('Enter');
  await expect.poll(() => unreadOn(desk)).toBe('Notifications');
  await expect.poll(() => left.count()).toBe(0);
  await expect.poll(() => desk.evaluate('document.activeElement.innerText.trim()')).toBe(text);
  await desk.keyboard.press('Escape');
  await faucet('SOL', '1');
  await expect.poll(() => unreadOn(desk)).toBe('Notifications: 1 new notification');
});

test('what one browser read is read in the other; what comes later is new', async () => {
  // The list of before is on screen until the new one comes: all is what the bell counts.
  const { promise: marked, resolve: letThrough } = Promise.withResolvers<void>();
  const route = '**/api/web/v1/notices?*';
  await desk.route(route, async (request) => {
    await marked;
    await request.continue();
  });
  await bell(desk).click();
  await desk.getByRole('button', { name: 'Mark all as read' }).click();
  letThrough();
  await expect.poll(() => unreadOn(desk)).toBe('Notifications');
  await desk.unroute(route);
  await expect.poll(() => desk.locator('.notice.is-unread').count()).toBe(0);
  await phone.reload();
  await phone.locator('.header').waitFor();
  await expect.poll(() => unreadOn(phone)).toBe('Notifications');
  await faucet('ETH', '1');
  for (const page of [desk, phone]) {
    await expect.poll(() => unreadOn(page)).toBe('Notifications: 1 new notification');
  }
});

test('their page narrows them down, and says what there is not', async () => {
  await settle(desk, exchange.baseUrl + NOTICES);
  await expect.poll(() => desk.locator('.notice').count()).toBe(6);
  expect(await desk.locator('.notice.is-unread').allInnerTexts()).toEqual([
    expect.stringContaining('Deposit: 1 ETH'),
  ]);
  await desk.getByRole('tab', { name: 'Risk' }).click();
  await desk.getByText('There are no notifications of this kind yet.').waitFor();
  expect(new URL(desk.url()).search).toBe('?group=risk');
  await desk.getByRole('tabpanel').getByRole('button', { name: 'All notifications' }).click();
  await expect.poll(() => desk.locator('.notice').count()).toBe(6);
  await desk.getByRole('tab', { name: 'Funds' }).click();
  await expect.poll(() => desk.locator('.notice').count()).toBe(4);
  await desk.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => unreadOn(desk)).toBe('Notifications');
});

test('mails about danger are switched off, and stay so', async () => {
  const mails = () => desk.getByRole('checkbox', { name: /Mail me margin calls/ });
  await expect.poll(() => mails().isEnabled()).toBe(true);
  expect(await mails().isChecked()).toBe(true);
  await mails().click();
  const kept = async () => {
    const answer = (await (await session.get('/settings/riskMails')).json()) as { data: unknown };
    return answer.data;
  };
  // A page that is left before it has sent it keeps nothing.
  await expect.poll(kept).toBe(false);
  await settle(desk, exchange.baseUrl + NOTICES);
  await expect.poll(() => mails().isEnabled()).toBe(true);
  expect(await mails().isChecked()).toBe(false);
});

test('what cannot be read is said, and is read at the next try', async () => {
  const route = '**/api/web/v1/notices?*';
  await desk.route(route, (request) => request.abort());
  await desk.goto(exchange.baseUrl + NOTICES);
  const failed = desk.locator('.tab-panel [role="alert"]');
  await failed.waitFor();
  await desk.unroute(route);
  await failed.getByRole('button').click();
  await expect.poll(() => desk.locator('.notice').count()).toBe(6);
});

test('after a kill they are there, and what was read still is', async () => {
  expect(complaints.filter((text) => !/ERR_FAILED/.test(text))).toEqual([]);
  await exchange.stop('SIGKILL');
  await exchange.launch();
  await settle(phone, `${exchange.baseUrl}/ar${NOTICES}`);
  await expect.poll(() => phone.locator('.notice').count()).toBe(6);
  expect(await phone.locator('.notice.is-unread').count()).toBe(0);
  const page = await phone.evaluate('[document.dir, document.documentElement.scrollWidth]');
  expect(page).toEqual(['rtl', 360]);
});
