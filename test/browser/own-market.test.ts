/** An exchange with price sources and no simulator: no page says that its market is simulated or gives test funds. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALES, messageKey } from '@halcyon/domain/web';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PriceSigner } from '../../apps/halcyon/src/prices/price-signer.ts';
import { workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { someOf } from '../support/some-of.ts';
import { goTo, PAGES_OF_ACCOUNT, settle, signIn, VISITOR_PAGES } from '../support/web-pages.ts';

const PERSON = { email: 'ada@example.com', password: 'plum tree under rain 77' };
const MESSAGES = join(import.meta.dirname, '../../apps/web/src/platform/locale/messages');
/** What is said of a simulated market and of a faucet. */
const UNSAID = [
  'footer.note',
  'sim.badge',
  'sim.detail',
  'landing.text',
  'landing.simulated',
  'faucet.title',
  'faucet.text',
  'faucet.own',
  'order.addFunds',
  'auth.registerFaucet',
  'assets.faucet',
];
/** Sources that say it where there is something to say, and who shows the panel of the faucet. */
const SAYERS = [
  'features/assets/faucet-panel.tsx',
  'features/assets/overview-page.tsx',
  'features/assets/spot-assets-page.tsx',
  'features/auth/auth-page.tsx',
  'features/landing/landing-page.tsx',
  'features/shell/footer.tsx',
  'features/shell/header.tsx',
  'features/terminal/spot-form/spot-product.tsx',
  'features/wallet/deposit-page.tsx',
];
/** Their pages, with the order form and what an empty account has; `/register` is for visitors. */
const SAYING = ['', '/asset', '/asset/spot', '/asset/deposit', '/spot/BTCUSDT'];

/** What is said depends on the exchange alone: a few languages stand for all. */
const CODES = LOCALES.filter((_one, i) => i % 6 === 1).map(({ code }) => code);
const SECRET = 's'.repeat(40);
const FEEDS = ['a', 'b', 'c'];
const signers = FEEDS.map((name) => new PriceSigner(name, SECRET));
const folder = mkdtempSync(join(tmpdir(), 'halcyon-own-market-'));

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  writeFileSync(join(folder, 'secret'), SECRET);
  const sources = FEEDS.map((name) => ({ name, feed: 'hmac', secretFile: 'secret' }));
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  [exchange, browser] = await Promise.all([
    ExchangeProcess.start({ HALCYON_PRICE_SOURCES: file, HALCYON_PAPER: 'off' }),
    workerBrowser(),
  ]);
  const { email, password } = PERSON;
  await exchange.ask('user', 'create', '--email', email, '--password', password);
  const viewport = { width: 1440, height: 900 };
  const options = { viewport, baseURL: exchange.baseUrl, serviceWorkers: 'block' } as const;
  context = await browser.newContext(options);
  page = await context.newPage();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What pages say of it in a language, texts that only readers of the page hear and hints among it. */
async function saidOn(code: string, paths: readonly string[]): Promise<string[]> {
  const file = readFileSync(join(MESSAGES, `${messageKey(code)}.json`), 'utf8');
  const messages = JSON.parse(file) as Record<string, string>;
  const said: string[] = [];
  for (const [at, path] of paths.entries()) {
    // Another language is another page; within it one is gone to as people go.
    await (at === 0 ? settle : goTo)(page, `/${code}${path}`);
    const all = await page.evaluate<string>(
      `document.body.textContent + [...document.querySelectorAll('[title]')].map((one) => one.title)`,
    );
    const found = UNSAID.filter((id) => all.includes(messages[id]!));
    said.push(...found.map((id) => `/${code}${path}: ${id}`));
  }
  return said;
}

test('visitors are told nothing of it, whatever their language', async () => {
  for (const code of CODES) expect(await saidOn(code, ['', '/register'])).toEqual([]);
  expect(await saidOn('en', VISITOR_PAGES)).toEqual([]);
}, 300_000);

test('nobody else says it than the pages that are looked at', () => {
  const cwd = join(import.meta.dirname, '../../apps/web/src');
  const words = [...UNSAID.map((id) => `'${id}'`), '/faucet-panel.tsx'];
  const isSayer = (file: string) => {
    const text = readFileSync(join(cwd, file), 'utf8');
    return words.some((word) => text.includes(word));
  };
  const sources = globSync('**/*.{ts,tsx}', { cwd }).filter((file) => !file.includes('.test.'));
  expect(sources.filter(isSayer).sort()).toEqual(SAYERS);
});

test('nor is somebody who is signed in', async () => {
  await signIn(context, exchange.baseUrl, PERSON);
  const pages = new Set([...SAYING, ...someOf(PAGES_OF_ACCOUNT, 8)]);
  expect(await saidOn('en', [...pages])).toEqual([]);
  for (const code of CODES) expect(await saidOn(code, SAYING)).toEqual([]);
}, 480_000);

test('nor is a program', async () => {
  const session = await page.request.get('/api/web/v1/session');
  expect(await session.json()).toMatchObject({
    data: { market: { simulated: false }, faucet: { enabled: false } },
  });
});

/** Every feed quotes a price of the contract. */
async function feed(price: string): Promise<void> {
  for (const signer of signers) {
    const { source, timestamp, signature, body } = signer.message({ BTCUSDT: price });
    const headers = {
      ...{ 'content-type': 'application/json' },
      ...{ 'access-timestamp': timestamp, 'access-sign': signature },
    };
    const url = `${exchange.baseUrl}/api/feed/v1/prices/${source}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }
}

test('without a source the contract page says so of orders, and each that goes is no more in use', async () => {
  await settle(page, '/futures/usdt/BTCUSDT');
  const stale = page.getByText('The index price is out of date');
  const index = page
    .locator('.bar-figure')
    .filter({ hasText: /^Index/ })
    .getByRole('button');
  const states = async () => {
    const cells = page.getByRole('dialog').locator('tbody tr td:last-child');
    return (await cells.allInnerTexts()).map((text) => text.trim());
  };
  await stale.waitFor();
  await index.click();
  await expect.poll(states).toEqual(FEEDS.map(() => 'Stopped'));
  await expect
    .poll(async () => {
      await feed('90000');
      return states();
    })
    .toEqual(FEEDS.map(() => 'In use'));
  // Nothing more is told.
  await expect
    .poll(async () => (await states()).every((state) => /^(Late|Stopped)$/.test(state)))
    .toBe(true);
  await page.keyboard.press('Escape');
  await stale.waitFor({ state: 'detached' });
  expect(await index.innerText()).toMatch(/^90,000/);
}, 300_000);
