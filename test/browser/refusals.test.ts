/**
 * What only the server knows to be wrong is told in the page's language, at its field, which has the
 * keyboard then; and before anybody is asked who they are.
 */
import { OWN_CHAIN } from '@halcyon/domain';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import ar from '../../apps/web/src/platform/locale/messages/ar_AE.json' with { type: 'json' };
import de from '../../apps/web/src/platform/locale/messages/de_DE.json' with { type: 'json' };
import { toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { makeSessionsOlder } from '../support/older-sessions.ts';
import { settle, signIn } from '../support/web-pages.ts';

const PASSWORD = 'plum tree under rain 77';
const HOUR_MS = 3_600_000;
const USDT = 0;
const ADDRESS = OWN_CHAIN.addressOf(900_000, USDT);

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  for (const name of ['de', 'ar']) {
    const who = ['--email', emailOf(name), '--password', PASSWORD];
    await exchange.ask('user', 'create', ...who, '--fund', 'USDT=300000');
  }
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** Who reads the pages in a language. */
function emailOf(code: string): string {
  return `refusals-${code}@example.com`;
}

/** They have not proved for an hour who they are. */
function timePasses(code: string): void {
  makeSessionsOlder(exchange.folder, emailOf(code), 'created_at', HOUR_MS);
}

/** What the field with the keyboard says of itself. */
const TOLD = `(() => {
  const field = document.activeElement;
  const notes = (field.getAttribute('aria-describedby') ?? '').split(' ');
  const said = notes.map((id) => document.getElementById(id)?.textContent.trim() ?? '');
  return [field.getAttribute('aria-invalid'), said.join(' ')];
})()`;

/** The field with the keyboard says that it is wrong, and what. */
async function toldAtField(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(TOLD), { timeout: 60_000 }).toEqual(['true', text]);
}

const LANGUAGES = [
  ['de', de],
  ['ar', ar],
] as const;

describe.each(LANGUAGES)('in %s', (code, words: Readonly<Record<string, string>>) => {
  const say = (id: string, values: Readonly<Record<string, string>> = {}) =>
    (words[id] ?? '').replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const at = (path: string) => `${exchange.baseUrl}/${code}${path}`;

  async function opened(): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page.context(), exchange.baseUrl, {
      email: emailOf(code),
      password: PASSWORD,
    });
    return page;
  }

  test('a wrong password at log-in', async () => {
    const page = await browser.newPage();
    await settle(page, at('/login'));
    await page.getByLabel(say('auth.email')).fill(emailOf(code));
    await page.getByLabel(say('auth.password')).fill('not the password');
    await page.keyboard.press('Enter');
    await toldAtField(page, say('refusal.credentials'));
    await page.close();
  });

  test('an address that the book has, before the identity is asked for; then a wrong password', async () => {
    const page = await opened();
    await settle(page, at('/asset/withdraw'));
    const field = page.locator('.wallet-add').getByLabel(say('security.address'));
    const add = page.locator('.wallet-add').getByRole('button', { name: say('wallet.add') });
    await field.fill(ADDRESS);
    await add.click();
    await page.locator('.wallet-address', { hasText: ADDRESS }).waitFor();
    timePasses(code);
    await field.fill(ADDRESS);
    await add.click();
    await toldAtField(page, say('refusal.addressKnown'));
    expect(await page.getByRole('dialog').count()).toBe(0);
    await field.fill(OWN_CHAIN.addressOf(900_001, USDT));
    await add.click();
    const dialog = page.getByRole('dialog', { name: say('stepUp.title') });
    await dialog.getByLabel(say('auth.password')).fill('not the password');
    await page.keyboard.press('Enter');
    await toldAtField(page, say('refusal.password'));
    await page.context().close();
  });

  test('a key that may not be so, and one that has too little', async () => {
    const page = await opened();
    timePasses(code);
    await settle(page, at('/account/newapi'));
    await page.getByRole('button', { name: say('keys.create') }).click();
    const dialog = page.getByRole('dialog', { name: say('keys.create') });
    await dialog.getByRole('button', { name: say('keys.create') }).click();
    // The first field that is wrong has the keyboard.
    await expect
      .poll(() => page.evaluate('document.activeElement.id'))
      .toBe(await dialog.getByLabel(say('keys.label')).getAttribute('id'));
    await dialog.getByLabel(say('keys.label')).fill('one');
    await dialog.getByLabel(say('keys.addresses')).fill('10.0.0.0/99');
    await dialog.getByRole('button', { name: say('keys.create') }).click();
    await dialog.getByText(say('keys.check.ip', { address: '10.0.0.0/99' })).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.context().close();
  });

  test('too little to convert, more decimals than there are, and none', async () => {
    const page = await opened();
    await settle(page, at('/asset/convert'));
    const field = page.getByLabel(say('transfer.amount'));
    await field.fill('10.123456789');
    await page.getByText(say('check.decimals', { decimals: '8' })).waitFor();
    await field.fill('0');
    await page.getByText(say('check.positive')).waitFor();
    await field.fill('0.00001');
    await page.keyboard.press('Enter');
    const told = () => page.locator('.field-error').innerText();
    // The book may be thinner than the least that it takes.
    const least = say('refusal.least', { limit: '' }).replace('.', '').trim();
    const refused = (text: string) => text.includes(least) || text === say('refusal.depth');
    await expect.poll(async () => refused(await told()), { timeout: 60_000 }).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.context().close();
  });

  test('an order of whose session is over, and its cookie with it', async () => {
    const page = await opened();
    await settle(page, at('/spot/BTCUSDT'));
    const form = page.locator('#order-form');
    await form.locator('.order-size input').fill('0.01');
    await page.context().clearCookies();
    await form.locator('.btn-buy, .btn-sell').last().click();
    await toastSaid(page, say('refusal.login'));
    // What was typed waits for the log-in.
    expect(await form.locator('.order-size input').inputValue()).not.toBe('');
    await page.context().close();
  });

  test('the name of a sub-account that there is', async () => {
    const page = await opened();
    await settle(page, at('/subaccount'));
    const make = async () => {
      await page
        .getByRole('button', { name: say('subs.create') })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: say('subs.create') });
      await dialog.getByLabel(say('subs.name')).fill('abcdefgh');
      await page.keyboard.press('Enter');
      return dialog;
    };
    await (await make()).waitFor({ state: 'detached' });
    await make();
    await toldAtField(page, say('refusal.nameTaken'));
    await page.context().close();
  });
});
