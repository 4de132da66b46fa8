/** Languages and currencies in a real browser: the pickers, addresses, right-to-left, the libraries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, messageKey, shownLocale } from '@halcyon/domain/web';
import { localeDetails } from '@halcyon/domain/web/locale-details';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { settle } from '../support/web-pages.ts';

const PERSON = { email: 'locale-ada@example.com', password: 'plum tree under rain 77' };
const MESSAGES = join(import.meta.dirname, '../../apps/web/src/platform/locale/messages');

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([ExchangeProcess.shared(), workerBrowser()]);
  const { email, password } = PERSON;
  await exchange.ask(
    'user',
    'create',
    '--email',
    email,
    '--password',
    password,
    '--fund',
    'USDT=1000',
  );
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

beforeEach(async () => {
  const viewport = { width: 1440, height: 900 };
  context = await browser.newContext({ viewport, baseURL: exchange.baseUrl });
  page = await context.newPage();
});

afterEach(async () => {
  await context.close();
});

/** A text of a language's message file. */
function text(code: string, id: string): string {
  const file = readFileSync(join(MESSAGES, `${messageKey(code)}.json`), 'utf8');
  return (JSON.parse(file) as Record<string, string>)[id] ?? '';
}

/** Waits until the page is in a language. */
async function shown(code: string): Promise<void> {
  await page
    .locator('.nav a')
    .filter({ hasText: text(code, 'nav.markets') })
    .waitFor();
}

/** Waits until it is, and has this path, language and direction. */
async function isShown(code: string, expected: readonly string[]): Promise<void> {
  await shown(code);
  const html = page.locator('html');
  await expect
    .poll(async () => [
      new URL(page.url()).pathname,
      await html.getAttribute('lang'),
      await html.getAttribute('dir'),
    ])
    .toEqual(expected);
}

function stored(key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The fields of the preferences: language, then currency. */
async function pickers(code: string) {
  await page.getByRole('button', { name: text(code, 'nav.preferences'), exact: true }).click();
  const language = page.getByLabel(text(code, 'prefs.language'));
  await language.waitFor();
  return { language, currency: page.getByLabel(text(code, 'prefs.currency')) };
}

async function signIn(): Promise<void> {
  const answer = await page.request.post('/api/web/v1/login', {
    headers: { origin: exchange.baseUrl },
    data: PERSON,
  });
  expect(answer.ok()).toBe(true);
}

describe('the language', () => {
  test('is picked from the list, and kept', async () => {
    await page.goto('/markets?sort=1#x');
    const { language, currency } = await pickers('en');
    const options = await language
      .locator('option')
      .evaluateAll((all) =>
        all.map((option) => [(option as unknown as { value: string }).value, option.textContent]),
      );
    expect(options).toEqual(LOCALES.map(({ code }) => [code, localeDetails(code).name]));
    expect(await currency.inputValue()).toBe('USD');
    await language.selectOption('ar');
    await isShown('ar', ['/ar/markets', 'ar-AE', 'rtl']);
    expect(page.url()).toBe(`${exchange.baseUrl}/ar/markets?sort=1#x`);
    expect([await stored('locale'), await stored('currency')]).toEqual(['ar', null]);
    expect(await (await pickers('ar')).currency.inputValue()).toBe('AED');

    await page.locator('.nav a').nth(1).click();
    await isShown('ar', ['/ar/spot/BTCUSDT', 'ar-AE', 'rtl']);
    await page.reload();
    await isShown('ar', ['/ar/spot/BTCUSDT', 'ar-AE', 'rtl']);
    await page.goto('/download');
    await isShown('ar', ['/ar/download', 'ar-AE', 'rtl']);

    await (await pickers('ar')).language.selectOption('en');
    await isShown('en', ['/download', 'en', 'ltr']);
  });

  test('leaves the keyboard on its button when another is chosen', async () => {
    await page.goto('/download');
    await (await pickers('en')).language.selectOption('de');
    await shown('de');
    const button = page.getByRole('button', { name: text('de', 'nav.preferences'), exact: true });
    await expect.poll(() => button.evaluate((node) => node.matches(':focus'))).toBe(true);
  });

  test.each(['es', 'zh-TC', 'uz', 'ph', 'en-GB', 'bg'])(
    '%s can stand in an address',
    async (code) => {
      await page.goto(`/${code}/download`);
      const { tag } = shownLocale(code);
      await isShown(code, [`/${code}/download`, tag, 'ltr']);
      await page.locator('.nav a').first().click();
      await isShown(code, [`/${code}/markets`, tag, 'ltr']);
      expect(await stored('locale')).toBeNull();
    },
  );

  test.each([
    ['', '/markets'],
    ['/en', '/en/markets'],
    ['/ja', '/ja/markets'],
    ['/bg', '/bg/markets'],
  ])('before any script runs, links of %s/download stay in its language', async (at, to) => {
    const answer = await page.request.get(`${at}/download`, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    expect(/<nav class="nav"><a href="([^"]+)"/.exec(html)?.[1]).toBe(to);
  });

  test('goes back and forth with the history', async () => {
    await page.goto('/download');
    await page.locator('.nav a').first().click();
    await isShown('en', ['/markets', 'en', 'ltr']);
    await (await pickers('en')).language.selectOption('ja');
    await isShown('ja', ['/ja/markets', 'ja', 'ltr']);
    await page.goBack();
    await page.locator('.ways').waitFor();
    await isShown('ja', ['/ja/download', 'ja', 'ltr']);
    await page.goForward();
    await page.locator('.market-table').waitFor();
    await isShown('ja', ['/ja/markets', 'ja', 'ltr']);
  });

  test('changes in the history where its entries are in several', async () => {
    await page.goto('/de/download');
    await shown('de');
    // As a link of another page would: an entry of this document in another language.
    await page.evaluate(`history.pushState(null, '', '/ar/markets')`);
    await page.goBack();
    await page.goForward();
    await isShown('ar', ['/ar/markets', 'ar-AE', 'rtl']);
    await page.locator('.market-table').waitFor();
    await page.goBack();
    await isShown('de', ['/de/download', 'de', 'ltr']);
    await page.locator('.ways').waitFor();
  });

  /** Holds the messages of a language back. @returns what lets them come */
  async function holdMessages(code: string): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`assets/${messageKey(code)}-`), async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  }

  /** Goes to the entry before or after this one, which has this path, without waiting for its words. */
  async function go(steps: 1 | -1, path: string): Promise<void> {
    await page.evaluate(`history.go(${steps})`);
    await expect.poll(() => page.evaluate('location.pathname')).toBe(path);
  }

  test('is not that of an address that was left before its words came', async () => {
    const come = await holdMessages('de');
    await page.goto('/ar/markets');
    await shown('ar');
    await page.locator('.market-table').waitFor();
    await page.evaluate(`history.replaceState(null, '', '/de/download')`);
    await page.evaluate(`history.pushState(null, '', '/ar/markets')`);
    const asked = page.waitForRequest(/assets\/de_DE-/);
    await go(-1, '/de/download');
    await go(1, '/ar/markets');
    come();
    // Its words are there as soon as anybody else has them.
    const words = JSON.stringify((await asked).url());
    await page.evaluate(`import(${words}).then(() => new Promise(requestAnimationFrame))`);
    await isShown('ar', ['/ar/markets', 'ar-AE', 'rtl']);
  });

  test('is that of the address where one is when the first words come', async () => {
    const [german, arabic] = [await holdMessages('de'), await holdMessages('ar')];
    const asked = page.waitForRequest(/assets\/de_DE-/);
    const begun = page.waitForRequest('**/api/web/v1/session');
    await page.goto('/de/download', { waitUntil: 'commit' });
    await begun;
    await page.evaluate(`history.pushState(null, '', '/ar/markets')`);
    await go(-1, '/de/download');
    await go(1, '/ar/markets');
    german();
    // The page has time to be drawn with them, which it must not be.
    await page.evaluate(`import(${JSON.stringify((await asked).url())})`);
    await page.waitForTimeout(500);
    arabic();
    await page.locator('.market-table').waitFor();
    await isShown('ar', ['/ar/markets', 'ar-AE', 'rtl']);
  });

  test('comes as one file, when it is shown', async () => {
    const files: string[] = [];
    page.on('request', (request) => {
      const found = /assets\/([a-z]{2,3}_[A-Z]{2})-/.exec(request.url())?.[1];
      if (found !== undefined) files.push(found);
    });
    await page.goto('/download');
    await shown('en');
    await (await pickers('en')).language.selectOption('fr');
    await shown('fr');
    expect([...new Set(files)].sort()).toEqual(['en_US', 'fr_FR']);
  });

  test('stays as it is where the file of another cannot be fetched', async () => {
    await page.route(/assets\/ar_AE-/, (route) => route.abort());
    await page.goto('/download');
    await (await pickers('en')).language.selectOption('ar');
    await toastSaid(page, text('en', 'state.unreachable'));
    await isShown('en', ['/download', 'en', 'ltr']);
    expect(await stored('locale')).toBeNull();
    await page.goto('/ar/download');
    await isShown('en', ['/ar/download', 'en', 'ltr']);
  });

  test('is that of the UI library and its dates', async () => {
    await signIn();
    const days = page.locator('.ant-picker-dropdown thead th');
    // They are chosen by hand in orders.test.ts.
    const showDays = (code: string) => settle(page, `/${code}/record/exchange?period=custom`);
    await showDays('ja');
    await page.locator('.ant-picker').first().click();
    await days.first().waitFor();
    expect((await days.allInnerTexts()).slice(0, 7).join('')).toBe('日月火水木金土');
    await showDays('ar');
    await page.locator('.ant-picker.ant-picker-rtl').first().click();
    await days.first().waitFor();
    expect((await days.allInnerTexts()).join('')).toMatch(/^\p{Script=Arabic}+$/u);
  });
});

/** Script of the page: amounts with a coin, alone in their element, whose coin is left of the number. */
const TURNED = `[...document.querySelectorAll('#main *')].flatMap((element) => {
  const amount = /^\\s*([-+]?[\\d.,]+)\\s[A-Z]{3,5}\\s*$/.exec(element.textContent)?.[1];
  if (amount === undefined || element.childElementCount > 0) return [];
  const texts = [...element.childNodes].filter(({ data }) => data.trim() !== '');
  const edge = (text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  const [first, last] = [texts[0], texts.at(-1)];
  const turned = edge(last, last.data.trimEnd().length - 1) < edge(first, first.data.search(/\\S/));
  return turned ? [element.textContent] : [];
})`;

describe('Arabic', () => {
  /** Left edge of an element, px, and the direction of what is in it. */
  function layoutOf(selector: string): Promise<[number, string]> {
    return page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left } = (
          element as unknown as { getBoundingClientRect(): { left: number } }
        ).getBoundingClientRect();
        const view = globalThis as unknown as {
          getComputedStyle(of: unknown): { direction: string };
        };
        return [left, view.getComputedStyle(element).direction];
      });
  }

  test('is laid out from right to left, books and charts from left to right', async () => {
    await page.goto('/ar/spot/BTCUSDT');
    await shown('ar');
    await page.locator('.book-frame').waitFor();
    const [brand] = await layoutOf('.header .brand');
    const [account] = await layoutOf('.header .header-signup');
    expect([brand > 720, account < 720]).toEqual([true, true]);
    const [book, order] = [await layoutOf('.book-frame'), await layoutOf('.chart-canvas')];
    expect([book[1], order[1]]).toEqual(['ltr', 'ltr']);
    expect((await layoutOf('main'))[1]).toBe('rtl');
  });

  test('writes a coin behind its amount on every page', async () => {
    await signIn();
    const turned: string[] = [];
    for (const path of [
      'withdraw',
      'deposit',
      'convert',
      'transfer',
      'spot',
      'margin',
      'futures',
    ]) {
      await settle(page, `/ar/asset/${path}`);
      turned.push(...(await page.evaluate<string[]>(TURNED)));
    }
    await settle(page, '/ar/account/security');
    await page.getByText(/^1,?000 USDT$/).waitFor();
    turned.push(...(await page.evaluate<string[]>(TURNED)));
    expect(turned).toEqual([]);
  });

  test.each(['/ar', '/ar/markets', '/ar/spot/BTCUSDT', '/ar/no/page'])(
    '%s fits a phone',
    async (path) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBe(360);
    },
  );
});

describe('the currency', () => {
  test('of totals is picked, kept, and not changed with the language', async () => {
    await signIn();
    const rates = await page.request.get('/api/web/v1/currency-rates');
    const { data } = (await rates.json()) as { data: { rates: Record<string, string> } };
    const total = (currency: string, tag: string) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency })
        .format(1000 * Number(data.rates[currency]))
        .replace(/\s/g, ' ');
    const sum = page.locator('.asset-sum');
    const reads = async (expected: string) =>
      expect.poll(async () => (await sum.innerText()).replace(/\s/g, ' ')).toBe(expected);

    await page.goto('/asset');
    await reads(total('USD', 'en'));
    await (await pickers('en')).currency.selectOption('EUR');
    await reads(total('EUR', 'en'));
    expect(await stored('currency')).toBe('EUR');
    await page.goto('/ja/asset');
    await reads(total('EUR', 'ja'));
    expect(await (await pickers('ja')).currency.inputValue()).toBe('EUR');

    const other = await context.newPage();
    await other.goto('/favicon.svg');
    await other.evaluate(() => localStorage.setItem('currency', 'JPY'));
    await reads(total('JPY', 'ja'));
    await other.evaluate(() => localStorage.removeItem('currency'));
    await page.goto('/de/asset');
    await reads(total('EUR', 'de'));
  });
});

describe('a number that is typed', () => {
  const field = () => page.getByRole('textbox', { name: text('de', 'order.size') });

  test('has the signs of the language, and is refused where it could be two', async () => {
    await page.goto('/de/spot/BTCUSDT');
    await field().fill('1.234,5');
    await field().blur();
    await expect.poll(() => field().inputValue()).toBe('1234,5');
    await field().fill('1.234');
    await page.getByText(text('de', 'check.number')).waitFor();
    await field().blur();
    expect(await field().inputValue()).toBe('1.234');
    await field().fill('0.25');
    await field().blur();
    await expect.poll(() => field().inputValue()).toBe('0,25');
    await field().press('ArrowUp');
    await expect.poll(() => field().inputValue()).toMatch(/^0,250*1$/);
  });
});
