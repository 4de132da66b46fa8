/** Forms: where they begin, what Enter does, errors at their field, and what is shown once. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CHAIN } from '../../packages/domain/src/halcyon-chain.ts';
import { toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { focused } from '../support/keyboard.ts';
import { settle, signIn, withoutPrices } from '../support/web-pages.ts';

const ANOTHER_COIN = 1_000;
const PERSON = { email: 'forms-ada@example.com', password: 'plum tree under rain 77' };

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  const who = ['--email', PERSON.email, '--password', PERSON.password];
  await exchange.ask('user', 'create', ...who, '--fund', 'USDT=5000');
  browser = await workerBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

test('log-in, register and both forms of a forgotten password begin in their first field', async () => {
  for (const path of ['/login', '/register', '/reset-password']) {
    await settle(page, exchange.baseUrl + path);
    await expect.poll(() => focused(page)).toBe('E-mail');
  }
  await page.goto('about:blank');
  await settle(page, `${exchange.baseUrl}/reset-password#token=${'a'.repeat(43)}`);
  await expect.poll(() => focused(page)).toBe('New password');
});

test('a wrong address is told at its field, in the language, and nothing is asked for', async () => {
  await signIn(context, exchange.baseUrl, PERSON);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('withdrawal-addresses')) sent += 1;
  });
  await settle(page, `${exchange.baseUrl}/de/asset/withdraw`);
  const field = page.getByRole('textbox', { name: 'Adresse' });
  await field.fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await field.press('Enter');
  await page.getByText('Das ist keine Adresse des Netzwerks HALCYON.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toBe(0);
  // What only the exchange can know stands there too.
  await field.fill(OWN_CHAIN.addressOf(999_999, ANOTHER_COIN));
  await page.locator('.wallet-add select').selectOption('USDT');
  await field.press('Enter');
  await page.getByText('Diese Adresse kann diesen Coin nicht empfangen.').waitFor();
  expect(sent).toBe(1);
});

test('a secret stays until its button is pressed, whatever keys are pressed before', async () => {
  await settle(page, `${exchange.baseUrl}/account/newapi`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('bot');
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create API key' });
  // An error is not nearer to the next field than to its own.
  await page.getByRole('textbox', { name: 'Label' }).fill('');
  await page.getByText('Please enter Label').waitFor();
  const next = page.getByRole('dialog').locator('.ant-form-item').nth(1);
  const error = page.getByRole('dialog').locator('.ant-form-item-explain');
  const apart = async () => {
    const [below, above] = [await next.boundingBox(), await error.boundingBox()];
    return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
  };
  await expect.poll(apart).toBeGreaterThanOrEqual(8);
  await page.getByRole('textbox', { name: 'Label' }).fill('bot');
  await create.press('Enter');
  const secret = page.getByRole('dialog', { name: 'Your new API key' });
  await secret.waitFor();
  await expect.poll(() => focused(page)).toContain('Copy');
  for (const key of ['Enter', 'Escape', 'Escape', 'Enter']) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  expect(await secret.getByText('Secret key').first().isVisible()).toBe(true);
  await secret.getByRole('button', { name: 'I have saved it' }).click();
  await secret.waitFor({ state: 'detached' });
});

test('Enter in the amount of a contract asks for its order', async () => {
  await settle(page, `${exchange.baseUrl}/asset/transfer`);
  await page.getByRole('textbox', { name: 'Amount' }).fill('2000');
  await page.keyboard.press('Enter');
  await toastSaid(page, 'Transferred 2,000 USDT');
  await settle(page, `${exchange.baseUrl}/futures/usdt/BTCUSDT`);
  const form = page.getByRole('region', { name: 'Place an order' });
  const size = form.getByRole('textbox', { name: 'Amount' });
  await size.press('Enter');
  await expect.poll(() => size.getAttribute('aria-invalid')).toBe('true');
  await form.getByRole('button', { name: 'Market', exact: true }).click();
  await size.fill('0.001');
  await size.press('Enter');
  const question = page.getByRole('dialog', { name: 'Check your order' });
  await question.getByRole('button', { name: 'Buy / Long' }).click();
  // It was sent: nobody trades on this exchange.
  await toastSaid(page, 'The order book does not have that much at present.');
});

test.each([
  ['/futures/usdt/BTCUSDT', 'Amount', '0.001', '0.002'],
  // At the market a buy says what it pays.
  ['/spot/BTCUSDT', 'Total', '20', '30'],
] as const)(
  'a field that the exchange refuses has the focus, however the order was sent: %s',
  async (path, label, first, second) => {
    const refusal = { field: 'size', text: 'Refused.' };
    const json = {
      ...{ code: '40000', msg: refusal.text, requestTime: 1, data: null },
      ...{ reason: 'quantityTooLarge', field: refusal.field },
    };
    await page.route('**/place-order', (route) => route.fulfill({ status: 400, json }));
    await settle(page, exchange.baseUrl + path);
    const form = page.locator('#order-form');
    const size = form.getByRole('textbox', { name: label });
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    const refused = async (next: string) => {
      await expect.poll(() => size.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => focused(page)).toContain(label);
      // What is typed anew is not refused yet.
      await size.fill(next);
      await expect.poll(() => size.getAttribute('aria-invalid')).not.toBe('true');
    };
    await size.fill(first);
    await form.getByRole('button', { name: /^Buy/ }).last().click();
    await refused(second);
    await size.press('Enter');
    if (path.startsWith('/futures')) {
      const question = page.getByRole('dialog', { name: 'Check your order' });
      await question.getByRole('button', { name: /^Buy/ }).click();
    }
    await refused(first);
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test.each([
  ['Limit', ['Price', 'Amount']],
  ['Market', ['Amount']],
])('what is wrong in a %s order stays said when the price comes', async (kind, wrong) => {
  // A browser that keeps no draft of an earlier test.
  const fresh = await browser.newContext();
  await signIn(fresh, exchange.baseUrl, PERSON);
  const target = await fresh.newPage();
  const letPrices = await withoutPrices(target);
  await settle(target, `${exchange.baseUrl}/futures/usdt/BTCUSDT`);
  const form = target.getByRole('region', { name: 'Place an order' });
  await form.getByRole('button', { name: kind, exact: true }).click();
  await form.getByRole('textbox', { name: 'Amount' }).press('Enter');
  const invalid = () =>
    form.locator('[aria-invalid="true"]').evaluateAll((fields) =>
      // The prefix of a field is its label.
      fields.map((field) => field.closest('.number-field')?.querySelector('label')?.textContent),
    );
  expect(await invalid()).toEqual(wrong);
  letPrices();
  await expect.poll(() => target.title()).toMatch(/\d/);
  expect(await invalid()).toEqual(wrong);
  await fresh.close();
});

test('simulation has the transfer page in its menus', async () => {
  await page.evaluate("localStorage.setItem('simulation-trading', '1')");
  await settle(page, `${exchange.baseUrl}/asset/transfer`);
  expect(new URL(page.url()).pathname).toBe('/asset/transfer');
  await page.getByRole('heading', { name: 'Transfer between accounts' }).waitFor();
  await page.getByRole('button', { name: 'Account', exact: true }).press('Enter');
  const menu = page.getByRole('region', { name: 'Account', exact: true });
  await menu.getByRole('link', { name: 'Transfer', exact: true }).waitFor();
});

/** Where fields to type in, to choose from and to search by are, with a dialog of fields. */
const FIELD_PAGES = [
  '/asset/spot',
  '/asset/withdraw',
  '/asset/transfer',
  '/asset/convert',
  '/account/security',
  '/account/newapi',
  '/record/exchange?period=custom',
  '/markets',
] as const;
/** A field of ours, and those of the component library. */
const BOXES = '.input-box, input.ant-input, .ant-select, .ant-picker';

test('fields are as high and look alike on all pages, and labels stand above them', async () => {
  await page.evaluate("localStorage.removeItem('simulation-trading')");
  const looks = new Map<string, string>();
  const labelled: string[] = [];
  for (const path of FIELD_PAGES) {
    await settle(page, exchange.baseUrl + path);
    if (path === '/account/newapi') {
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByRole('textbox', { name: 'Label' }).waitFor();
    }
    // As they rest: not pointed at, not typed in, in a dialog that has opened.
    await page.mouse.move(0, 0);
    await page.evaluate('document.activeElement?.blur()');
    const moving = () =>
      page.evaluate(
        "document.getAnimations().filter(({ playState }) => playState === 'running').length",
      );
    await expect.poll(moving).toBe(0);
    const found = await page.evaluate<[look: string, inside: boolean][]>(`
      [...document.querySelectorAll('#main :is(${BOXES}), dialog :is(${BOXES}), .ant-modal :is(${BOXES})')]
        .filter((box) => box.getClientRects().length > 0)
        .map((box) => {
          const { backgroundColor, borderTopColor, borderTopWidth, borderRadius } = getComputedStyle(box);
          const height = Math.round(box.getBoundingClientRect().height);
          const label = box.querySelector(':scope > .input-prefix')?.getBoundingClientRect();
          const inside = label !== undefined && label.bottom > box.getBoundingClientRect().top;
          return [[height, backgroundColor, borderTopColor, borderTopWidth, borderRadius].join(' '), inside];
        })`);
    expect([path, found.length > 0]).toEqual([path, true]);
    for (const [look, inside] of found) {
      if (!looks.has(look)) looks.set(look, path);
      if (inside) labelled.push(path);
    }
  }
  expect([...looks]).toHaveLength(1);
  expect(labelled).toEqual([]);
});
