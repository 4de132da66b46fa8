/** Safe links in a real browser: every way to go somewhere, and where a person lands after signing in. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { workerBrowser } from '../support/browser.ts';
import { browserModule } from '../support/browser-module.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const SITE = 'http://links.test';
const HERE = `${SITE}/here/now`;
const REFUSED = [
  'javascript:document.title="ran"',
  'JaVaScRiPt:document.title="ran"',
  ' javascript:document.title="ran"',
  'java\nscript:document.title="ran"',
  '\u0001javascript:document.title="ran"',
  'vbscript:x',
  'data:text/html,<script>document.title="ran"</script>',
  'file:///etc/passwd',
  '//evil.test/',
  '/\\evil.test/',
  '/\t/evil.test/',
  'spot/BTCUSDT',
  '',
];
const WAYS = 7;

/** The page's global object; scripts of the page are typed as the test is, without DOM. */
interface LinksPage {
  readonly Links: {
    showWays(targets: readonly string[]): void;
    redirect(target: string): void;
    judge(count: number, seed: number): { accepted: number; scripts: number; faults: string[] };
  };
}

let browser: Browser;
let context: BrowserContext;
let page: Page;
let warnings: string[];
/** Addresses of pages that anything tried to load. */
let visited: string[];

beforeAll(async () => {
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  warnings = [];
  visited = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  context.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url());
  });
});

afterEach(async () => {
  await context.close();
});

describe('the module', () => {
  let script: string;

  beforeAll(async () => {
    script = await browserModule('platform/links/testing/links-page.tsx', 'Links');
  });

  beforeEach(async () => {
    const html = '<!doctype html><title>links</title><body><script src="/links.js"></script>';
    await context.route('**', (route) =>
      route.request().url().endsWith('/links.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: html }),
    );
    await page.goto(HERE);
  });

  /** Shows the ways below those that are there, and waits until they are drawn. */
  async function show(targets: readonly string[]): Promise<void> {
    const sections = page.locator('section');
    const before = await sections.count();
    await page.evaluate((all) => {
      (globalThis as unknown as LinksPage).Links.showWays(all);
    }, targets);
    await sections.nth(before + targets.length - 1).waitFor();
  }

  test('a refused target warns and goes nowhere, by whichever way', async () => {
    await show(REFUSED);
    const ways = page.locator('section > *');
    expect(await ways.count()).toBe(REFUSED.length * WAYS);
    visited.length = 0;
    await ways.evaluateAll((all) => {
      for (const way of all) (way as unknown as { click(): void }).click();
    });
    const expected = REFUSED.flatMap((target) => Array(WAYS).fill(`invalid href: ${target}`));
    await expect.poll(() => warnings).toEqual(expected);
    expect([page.url(), await page.title(), visited]).toEqual([HERE, 'links', []]);
    expect(context.pages()).toHaveLength(1);
  });

  test('a refused redirect warns and goes nowhere', async () => {
    await page.evaluate((target) => {
      (globalThis as unknown as LinksPage).Links.redirect(target);
    }, REFUSED[0] ?? '');
    await expect.poll(() => warnings).toEqual([`invalid href: ${REFUSED[0]}`]);
    expect([page.url(), await page.title()]).toEqual([HERE, 'links']);
  });

  test('an accepted target is where each way leads', async () => {
    const click = (way: number) => page.locator('section').last().locator('> *').nth(way).click();
    for (const way of [0, 1, 2, 3, 4]) {
      const there = `/there/${way}?x=1#y`;
      await show([there]);
      await click(way);
      await page.waitForURL(SITE + there);
    }
    await show(['https://elsewhere.test/']);
    const opened = context.waitForEvent('page');
    await click(5);
    await (await opened).waitForURL('https://elsewhere.test/');
    expect(await (await opened).evaluate('window.opener')).toBeNull();
    await click(2);
    await page.waitForURL('https://elsewhere.test/');
    expect(warnings).toEqual([]);
  });

  test('accepts of 100,000 generated targets only what the browser reads as written', async () => {
    const { accepted, scripts, faults } = await page.evaluate(
      (seed) => (globalThis as unknown as LinksPage).Links.judge(100_000, seed),
      seedOf() | 0,
    );
    expect(faults).toEqual([]);
    expect([accepted > 2_000, scripts > 1_000]).toEqual([true, true]);
  });
});

describe('a return address', () => {
  const PERSON = { email: 'links-ada@example.com', password: 'plum tree under rain 77' };
  let exchange: ExchangeProcess;

  beforeAll(async () => {
    exchange = await ExchangeProcess.shared();
    const { email, password } = PERSON;
    await exchange.ask('user', 'create', '--email', email, '--password', password);
  });

  afterAll(async () => {
    await exchange?.remove();
  });

  function loginAt(returnTo: string, language = ''): string {
    return `${exchange.baseUrl}${language}/login?returnTo=${encodeURIComponent(returnTo)}`;
  }

  async function signedIn(): Promise<void> {
    const { baseUrl } = exchange;
    const answer = await page.request.post(`${baseUrl}/api/web/v1/login`, {
      headers: { origin: baseUrl },
      data: PERSON,
    });
    expect(answer.ok()).toBe(true);
  }

  test('of our own is where one lands, in its own language or else in this one', async () => {
    await page.goto(loginAt('/fee?x=1#y', '/ja'));
    await page.locator('input[name="email"]').fill(PERSON.email);
    await page.locator('input[name="password"]').fill(PERSON.password);
    await page.locator('input[name="password"]').press('Enter');
    await page.waitForURL(`${exchange.baseUrl}/ja/fee?x=1#y`);
    await page.goto(loginAt('/de/asset/spot', '/ja'));
    await page.waitForURL(`${exchange.baseUrl}/de/asset/spot`);
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' });
    expect(warnings.filter((text) => text.includes('href'))).toEqual([]);
  });

  test('of anywhere else is refused with a warning', async () => {
    await signedIn();
    const targets = [...REFUSED.filter((text) => text !== ''), 'https://evil.test/', '/a/..//evil'];
    for (const target of targets) {
      warnings.length = 0;
      await page.goto(loginAt(target));
      await page.waitForURL(`${exchange.baseUrl}/spot/BTCUSDT`);
      const told = () => warnings.filter((text) => text.startsWith('invalid href:'));
      await expect.poll(() => [...new Set(told())]).toEqual([`invalid href: ${target}`]);
    }
    expect(visited.filter((address) => !address.startsWith(exchange.baseUrl))).toEqual([]);
  });

  test('is the page that asked for somebody', async () => {
    await page.goto(`${exchange.baseUrl}/ja/asset/spot?x=1`);
    await page.waitForURL(`${exchange.baseUrl}/ja/login?returnTo=%2Fasset%2Fspot%3Fx%3D1`);
  });
});
