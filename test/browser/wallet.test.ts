/** Deposits and withdrawals in the browser: addresses, the book that cools, a withdrawal and its cancelling. */
import { OWN_CHAIN } from '@halcyon/domain';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { goTo, settle, signIn } from '../support/web-pages.ts';

const { addressOf } = OWN_CHAIN;

/** Id of the coin. */
const USDT = 0;
const PASSWORD = 'plum tree under rain 77';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];
let bobAddress: string;

async function opened(email: string): Promise<Page> {
  const made = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(made.context(), exchange.baseUrl, { email, password: PASSWORD });
  return made;
}

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  for (const name of ['ann', 'bob']) {
    const who = ['--email', `${name}@example.com`, '--password', PASSWORD];
    await exchange.ask('user', 'create', ...who, '--fund', 'USDT=300000');
  }
  browser = await workerBrowser();
  page = await opened('ann@example.com');
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const rowsOf = (name: string) => page.getByRole('region', { name }).locator('tbody tr');

test('the deposit page has an own address for each coin, and what arrived', async () => {
  const bob = await opened('bob@example.com');
  let isComing = false;
  await bob.route('**/records/arriving', async (route) => {
    if (!isComing) return route.continue();
    const row = { coin: 'USDT', size: '77', toAddress: bobAddress, seenAt: 1_000 };
    const rows = [{ ...row, transaction: 'ab'.repeat(32), confirmations: 1 }];
    const data = { confirmationsNeeded: 2, rows };
    return route.fulfill({ json: { code: '00000', msg: 'success', requestTime: 1, data } });
  });
  await settle(bob, `${exchange.baseUrl}/asset/deposit`);
  bobAddress = await bob.locator('output.wallet-address').innerText();
  expect(bobAddress).toMatch(/^hal1[a-z0-9]{18}$/);
  await bob.getByRole('img', { name: bobAddress }).waitFor();
  await bob.getByRole('region', { name: 'Deposits' }).getByText('300,000').first().waitFor();
  await bob.getByRole('region', { name: 'Deposits' }).getByRole('button', { name: 'Show' }).click();
  await bob
    .getByRole('dialog', { name: 'Receipt' })
    .getByText(/^0 \+ 300000 = /)
    .waitFor();
  await bob.keyboard.press('Escape');
  isComing = true;
  const list = bob.getByRole('region', { name: 'Deposits' });
  const coming = list.locator('tbody tr').filter({ hasText: 'Confirming' });
  await coming.getByText('1 of 2 confirmations').waitFor();
  expect(await axeFaults(bob)).toEqual([]);
  isComing = false;
  await list.getByText('Confirming').waitFor({ state: 'detached' });
  await bob.getByRole('button', { name: /^Get [\d,]+ USDT$/ }).click();
  await toastSaid(bob, '10,000 USDT are on their way.');
  await list.getByRole('row', { name: / 10,000 Credited [0-9a-f]{64} Show$/ }).waitFor();
  await recordsOfDeposits(bob);
  await settle(bob, `${exchange.baseUrl}/asset/deposit`);
  await bob.getByLabel('Coin').selectOption('BTC');
  await expect.poll(() => bob.locator('output.wallet-address').innerText()).not.toBe(bobAddress);
  await bob.context().close();
});

type Box = { readonly x: number; readonly width: number } | null;

/** Where a box ends, px from the start of the window. */
function endOf(box: Box): number {
  if (box === null) throw new Error('nothing is drawn');
  return box.x + box.width;
}

/** The transaction of a row ends before what follows it begins, whatever its length. */
async function keepsToItsColumn(row: Locator): Promise<void> {
  const hash = row.locator('.hash');
  const next = await row.locator('td:has(.hash) + td').boundingBox();
  expect(endOf(await hash.boundingBox())).toBeLessThanOrEqual(next?.x ?? 0);
  const flowsOver = await hash.evaluate((text) => {
    const { overflowX } = text.ownerDocument.defaultView.getComputedStyle(text);
    return text.scrollWidth > text.clientWidth && overflowX === 'visible';
  });
  expect(flowsOver).toBe(false);
}

/** The records have what is on its way too, first, and the transaction of what was credited. */
async function recordsOfDeposits(bob: Page): Promise<void> {
  const answers = '**/records/movements?list=deposits**';
  await bob.route(answers, async (route) => {
    const answer = await (await route.fetch()).json();
    const [row] = answer.data.rows;
    const coming = { orderId: '5', tradeId: 'cd'.repeat(32), status: 'pending' };
    const rows = [
      { ...row, ...coming, confirm: '1' },
      { ...row, ...coming, orderId: '4', confirm: '0' },
    ];
    answer.data.rows.unshift(...rows);
    await route.fulfill({ json: answer });
  });
  await settle(bob, `${exchange.baseUrl}/record/exchange?tab=deposits`);
  const row = (name: RegExp) => bob.getByRole('row', { name });
  await row(/Confirming · 1 of 2 confirmations (cd){32} 5$/).waitFor();
  await row(/Pending (cd){32} 4$/).waitFor();
  const done = row(/ 10,000 HALCYON Done [0-9a-f]{64} \d+ Show$/);
  await done.waitFor();
  await keepsToItsColumn(done);
  await bob.setViewportSize({ width: 900, height: 900 });
  // However narrow the window, the receipt of a row is in sight, and its transaction a press away.
  const narrow = row(/ 10,000 HALCYON Done .*Show Other values$/);
  const show = await narrow.getByRole('button', { name: 'Show', exact: true }).boundingBox();
  await narrow.getByRole('button', { name: 'Other values' }).click();
  await bob
    .locator('.row-rest-values')
    .getByText(/^[0-9a-f]{64}$/)
    .waitFor();
  const list = await bob.getByRole('region', { name: 'Deposits' }).boundingBox();
  expect(await bob.evaluate('document.querySelector(".card-table").scrollLeft')).toBe(0);
  expect(endOf(show)).toBeLessThanOrEqual(endOf(list));
  await bob.setViewportSize({ width: 1440, height: 900 });
  await bob.unrouteAll({ behavior: 'wait' });
}

test('an address that cannot be one says so below its field, and no field moves', async () => {
  await goTo(page, `${exchange.baseUrl}/asset/withdraw`);
  const form = page.locator('form.wallet-add');
  const fields = form.locator('.input-box, .select-box, .btn');
  const endsOf = () =>
    fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  const before = await endsOf();
  expect(before).toHaveLength(4);
  expect(Math.max(...before) - Math.min(...before)).toBeLessThanOrEqual(1);
  await form.getByLabel('Address').fill('nowhere');
  await page.keyboard.press('Enter');
  await form.getByText(/not an address/i).waitFor();
  expect(await endsOf()).toEqual(before);
  await form.getByLabel('Address').fill('');
});

test('a new address cools; one that an operator allowed takes a withdrawal at once', async () => {
  await goTo(page, `${exchange.baseUrl}/asset/withdraw`);
  const nav = page.getByRole('navigation').first();
  await nav.getByRole('link', { name: 'Assets' }).and(page.locator('[aria-current]')).waitFor();
  await page.getByText('Add an address of this coin').waitFor();
  await page.getByLabel('Address', { exact: true }).fill(bobAddress);
  await page.getByLabel('Name').fill('Bob');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Address saved.');
  await rowsOf('Address book').getByText('From ').waitFor();
  await page.getByText('Add an address of this coin').waitFor();
  await page.getByRole('button', { name: `Remove Bob ${bobAddress}` }).click();
  await toastSaid(page, 'The address was removed.');
  exchange.allowAddress('ann', 'USDT', bobAddress);
  await page.reload();
  await page.getByLabel('Amount').fill('50');
  await page.getByText('51 USDT').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await dialog.getByText(bobAddress).waitFor();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await toastSaid(page, 'The withdrawal was requested.');
  await rowsOf('Withdrawals').getByText('Done').waitFor();
  await page.getByRole('button', { name: 'Notifications' }).click();
  // What was paid for it is no withdrawal of its own.
  const notices = page.locator('.notice-withdrawal');
  await notices.first().waitFor();
  expect(await notices.allInnerTexts()).toEqual([expect.stringContaining('Withdrawal: 50 USDT')]);
  await page.keyboard.press('Escape');
  const [mail] = exchange.command<{ text: string }[]>('mail', 'list', '--email', 'ann@example.com');
  expect(mail?.text).toContain(`50 USDT > ${bobAddress}`);
});

test('a large one waits for an operator, and is cancelled meanwhile', async () => {
  await page.getByLabel('Amount').fill('150000');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  const row = rowsOf('Withdrawals').filter({ hasText: '150,001' });
  await row.getByText('Awaiting approval').waitFor();
  const open = exchange.command<{ id: string; approvals: number }[]>('withdrawal', 'list');
  expect(open).toMatchObject([{ approvals: 1, amount: '150000', status: 'requested' }]);
  await row.getByRole('button', { name: 'Cancel' }).click();
  await toastSaid(page, 'The withdrawal was cancelled.');
  await row.getByText('Cancelled').waitFor();
  expect(exchange.command('withdrawal', 'list')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('one that leaves counts its blocks, and then has its transaction', async () => {
  const outside = addressOf(900_000, USDT);
  exchange.allowAddress('ann', 'USDT', outside);
  const answers = '**/withdrawal-records**';
  await page.route(answers, async (route) => {
    const answer = await (await route.fetch()).json();
    const [row] = answer.data;
    Object.assign(row, { status: 'pending', tradeId: 'ef'.repeat(32), confirm: '1' });
    await route.fulfill({ json: answer });
  });
  await page.reload();
  const row = rowsOf('Withdrawals').filter({ hasText: outside });
  await page.getByRole('combobox', { name: 'Address' }).selectOption(outside);
  await page.getByLabel('Amount').fill('60');
  await page.getByText('61 USDT').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await row.getByText('Processing').waitFor();
  await row.getByText('1 of 2 confirmations').waitFor();
  await row.getByText('ef'.repeat(32)).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await row.getByText('Done').waitFor();
  await row.getByText(/^[0-9a-f]{64}$/).waitFor();
  expect(await row.getByText('ef'.repeat(32)).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('Enter before the balance is known says what it waits for, and goes on', async () => {
  const balances = '**/account/assets*';
  const known = Promise.withResolvers<void>();
  await page.route(balances, async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByLabel('Amount').fill('70');
  await page.keyboard.press('Enter');
  await page.getByText('still loading').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  expect(await dialog.count()).toBe(0);
  known.resolve();
  await dialog.getByText('70 USDT').waitFor();
  expect(await page.getByText('still loading').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.unrouteAll({ behavior: 'wait' });
  expect(complaints).toEqual([]);
});

test('a fee that is another one by now is said anew, and nothing is asked for', async () => {
  const terms = '**/withdrawal-terms';
  await page.route(terms, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const row of answer.data) row.fee = '0.5';
    await route.fulfill({ json: answer });
  });
  await page.reload();
  await page.getByLabel('Amount').fill('40');
  await page.getByText('40.5 USDT').waitFor();
  await page.keyboard.press('Enter');
  await page.unrouteAll({ behavior: 'wait' });
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await dialog.getByText('0.5 USDT').waitFor();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByText('The fee is 1 USDT now. Check it and try again.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('41 USDT').waitFor();
  expect(exchange.command('withdrawal', 'list')).toEqual([]);
  complaints.splice(0);
});

test('one that the chain failed says so, in its list and in the records', async () => {
  const ended = { status: 'fail', tradeId: 'cd'.repeat(32), confirm: '0' };
  const answers = /withdrawal-records|records\/movements\?list=withdrawals/;
  await page.route(answers, async (route) => {
    const answer = await (await route.fetch()).json();
    Object.assign(answer.data.rows?.[0] ?? answer.data[0], ended);
    await route.fulfill({ json: answer });
  });
  const failed = page.getByRole('row').filter({ hasText: 'cd'.repeat(32) });
  for (const address of ['/record/exchange?tab=withdrawals', '/asset/withdraw']) {
    await goTo(page, `${exchange.baseUrl}${address}`);
    await failed.getByText('Failed, money returned').waitFor();
    await keepsToItsColumn(failed);
  }
  // A list that is being asked for has its answer first.
  await page.unrouteAll({ behavior: 'wait' });
  expect(complaints).toEqual([]);
});

test('on a phone, from right to left, nothing is wider than the window', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/ar/asset/withdraw', '/ru/asset/withdraw', '/ar/asset/deposit']) {
    await goTo(page, `${exchange.baseUrl}${address}`);
    const wide = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(wide).toBeLessThanOrEqual(360);
  }
});
