/** Nothing sticks out: every page at many widths, Arabic in its places, and the longest of numbers. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { showLongest } from '../support/longest-words.ts';
import { FIT_SCRIPT, fitFaults } from '../support/page-fit.ts';
import { someOf } from '../support/some-of.ts';
import { goTo, PAGES_OF_ACCOUNT, settle, signIn, VISITOR_PAGES } from '../support/web-pages.ts';

const PERSON = { email: 'fit@example.com', password: 'a long enough passphrase' };
const NARROWEST = 360;
const WIDEST = 2_560;
/** Languages with the longest headings. */
const LONGEST = ['ru', 'uk', 'de', 'pl', 'fr', 'vi'];

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default', HALCYON_PAPER: 'off' });
  exchange.output('asset', 'add', 'HUGE', '--scale', '0');
  const scales = ['--price-scale', '8', '--quantity-scale', '0', '--last-price', '123456.12345678'];
  exchange.output('instrument', 'add', 'HUGEUSDT', '--base', 'HUGE', '--quote', 'USDT', ...scales);
  exchange.output('instrument', 'open', 'HUGEUSDT');
  const person = ['--email', PERSON.email, '--password', PERSON.password];
  const funds = ['--fund', 'HUGE=1000000000000000,USDT=9000000000'];
  await exchange.ask('user', 'create', ...person, ...funds);
  browser = await workerBrowser();
  context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript({ path: FIT_SCRIPT });
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const BILLIONS = /\d([,.٬]\d{3}){3}/;

/** The narrowest width, the widest, and all that are so far apart between them. */
function widthsEach(step: number): readonly number[] {
  const steps = Math.ceil((WIDEST - NARROWEST) / step);
  return [...Array.from({ length: steps }, (_none, n) => NARROWEST + n * step), WIDEST];
}

/** Both ends, and some between them. @param from others than where it is another number */
function someWidths(step: number, from: number): readonly number[] {
  return [NARROWEST, ...someOf(widthsEach(step).slice(1, -1), 3, from), WIDEST];
}

describe('every width', () => {
  test.each(someOf(LONGEST, LONGEST.length))('the markets in %s', async (language) => {
    await settle(page, `${exchange.baseUrl}/${language}/markets`);
    await page.locator('.market-table').waitFor();
    const faults = await fitFaults(page, widthsEach(40), '.market-card');
    expect(faults).toEqual([]);
  });

  test('the tabs of the lists of a contract beside its book, and the buttons of its form', async () => {
    const cut: string[] = [];
    const cutButtons = async (where: string) => {
      await page.locator('.contract-settings').waitFor();
      const parts = page.locator('#order-form :is(button, button bdi)');
      const texts = await parts.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      cut.push(...texts.map((text) => `${where}: ${text}`));
    };
    for (const language of someOf([...LONGEST, 'es', 'ph', 'ar'])) {
      await page.setViewportSize({ width: 1_440, height: 900 });
      await goTo(page, `${exchange.baseUrl}/${language}/futures/usdt/BTCUSDT`);
      const tabs = page.locator('.area-lists .tabs');
      await tabs.locator('.tab').nth(6).waitFor();
      const room = await tabs.evaluate((row) => row.clientWidth - row.scrollWidth);
      if (room < 0) cut.push(`${language} ${room}`);
      await cutButtons(language);
      await page.setViewportSize({ width: NARROWEST, height: 780 });
      await cutButtons(`${language} ${NARROWEST}`);
    }
    expect(cut).toEqual([]);
  });

  test('pages, in the longest words of all languages', async () => {
    const long = await browser.newContext({
      viewport: { width: 1_440, height: 900 },
      reducedMotion: 'reduce',
    });
    await long.addInitScript({ path: FIT_SCRIPT });
    await showLongest(long);
    const shown = await long.newPage();
    const faults: string[] = [];
    let place = 0;
    const look = async (path: string) => {
      await goTo(shown, exchange.baseUrl + path);
      const found = await fitFaults(shown, someWidths(160, place++));
      faults.push(...found.map((fault) => `${path} ${fault}`));
    };
    for (const path of someOf(VISITOR_PAGES, 6)) await look(path);
    await signIn(long, exchange.baseUrl, PERSON);
    await shown.goto('about:blank');
    for (const path of someOf(PAGES_OF_ACCOUNT, 6)) await look(path);
    await long.close();
    expect(faults).toEqual([]);
  }, 480_000);
});

describe('numbers of many digits', () => {
  test.each(['/spot/HUGEUSDT', '/asset', '/asset/spot'])(
    'stay in their boxes on %s',
    async (path) => {
      await signIn(context, exchange.baseUrl, PERSON);
      for (const [place, language] of ['', '/ar'].entries()) {
        await settle(page, exchange.baseUrl + language + path);
        // Values are in the currency of the language: 9 billion dollars, or what they are in it.
        await page.getByText(BILLIONS).first().waitFor({ state: 'attached' });
        expect([language, await fitFaults(page, someWidths(200, place))]).toEqual([language, []]);
      }
    },
  );
});

describe('Arabic', () => {
  /** Left and right edge of the text in the first element that fits. */
  function edges(selector: string): Promise<[left: number, right: number]> {
    return page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { document } = globalThis as unknown as {
          document: { createRange(): { selectNodeContents(node: unknown): void } };
        };
        const range = document.createRange() as unknown as {
          selectNodeContents(node: unknown): void;
          getBoundingClientRect(): { left: number; right: number };
        };
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
  }

  async function open(path: string, first: string): Promise<void> {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await settle(page, `${exchange.baseUrl}/ar${path}`);
    await page.locator(first).first().waitFor();
  }

  test('has headings over their numbers', async () => {
    await open('/markets', '.market-table td');
    for (const column of [3, 4, 5, 6, 7]) {
      const apart = async () => {
        const [head] = await edges(`.market-table th:nth-child(${column})`);
        const [cell] = await edges(`.market-table tbody td:nth-child(${column})`);
        return Math.abs(head - cell);
      };
      // Columns take their widths from prices that come later; between two measures they may move.
      await expect.poll(apart, { message: `column ${column}` }).toBeLessThanOrEqual(1);
    }
  });

  test('has names beside their coins', async () => {
    await open('', '.top-markets strong');
    const coin = await page.locator('.top-markets .coin').first().boundingBox();
    const [, right] = await edges('.top-markets strong');
    expect((coin?.x ?? 0) - right).toBeLessThanOrEqual(16);
  });

  test('has totals under their labels', async () => {
    await signIn(context, exchange.baseUrl, PERSON);
    await open('/asset', '.asset-sum');
    const [, label] = await edges('.asset-total h2');
    const [, coins] = await edges('.asset-worth p.muted');
    expect(Math.abs(label - coins)).toBeLessThanOrEqual(1);
  });
});
