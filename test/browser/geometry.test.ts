/**
 * Where things stand: headings over their values and values beside their names, right-to-left too; tables
 * without a cut cell in every language; panels of the terminal that no form and no list moves.
 */
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardFaults } from '../support/cards.ts';
import { showLongest } from '../support/longest-words.ts';
import { MarginDeskPage } from '../support/margin-desk-page.ts';
import { someOf } from '../support/some-of.ts';
import { goTo, PAGES_OF_ACCOUNT, settle } from '../support/web-pages.ts';

const IN_PAGE = join(import.meta.dirname, '../support/geometry.js');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 780 };
const PAIR = 'BTCUSDT';
const CONTRACT = { symbol: PAIR, productType: 'USDT-FUTURES', marginCoin: 'USDT' } as const;

let desk: MarginDeskPage;
let page: Page;

beforeAll(async () => {
  desk = await MarginDeskPage.open();
  await furnish();
  page = await signedIn();
}, 300_000);

afterAll(() => desk?.close());

/** Orders, trades, refusals, debts and a position of `ada`: what is empty shows no fault. */
async function furnish(): Promise<void> {
  const { ada, maker } = desk;
  const transfers = [
    [ada, 'crossed_margin', '5000'],
    [ada, 'usdt_futures', '3000'],
    [maker, 'usdt_futures', '1000000'],
  ] as const;
  for (const [who, toType, amount] of transfers) {
    await who.call('account.transfer', { fromType: 'spot', toType, coin: 'USDT', amount });
  }
  await desk.exchange.index(PAIR, desk.first);
  await desk.quote('sell', desk.at(0.1), '5');
  await desk.quote('buy', desk.at(-0.1), '5');
  const spot = { symbol: PAIR, orderType: 'limit', force: 'gtc' } as const;
  for (const [side, percent] of [
    ['buy', 0.2],
    ['buy', 0.3],
    ['sell', -0.2],
    ['buy', -3],
  ] as const) {
    const order = { ...spot, side, price: desk.at(percent), size: '0.012345' };
    await ada.call('trade.placeOrder', order);
  }
  const tooLarge = { ...spot, side: 'buy', price: desk.at(0), size: '3' } as const;
  await expect(ada.call('trade.placeOrder', tooLarge)).rejects.toThrow();
  const cross = { symbol: PAIR, side: 'buy', orderType: 'limit', force: 'gtc' } as const;
  const borrowed = {
    ...cross,
    price: desk.at(0.2),
    baseSize: '0.08',
    loanType: 'autoLoan',
  } as const;
  await ada.call('crossed.placeOrder', borrowed);
  for (const [who, side] of [
    [maker, 'sell'],
    [ada, 'buy'],
  ] as const) {
    const order = { ...CONTRACT, side, price: (desk.first * 1.001).toFixed(1), size: '0.02' };
    await who.call('mix.placeOrder', { ...order, orderType: 'limit', marginMode: 'crossed' });
  }
}

/** A page of `ada` that measures itself. */
async function signedIn(prepare?: (context: BrowserContext) => Promise<void>): Promise<Page> {
  const { page: own, exchange } = desk;
  const browser = own.context().browser()!;
  const context = await browser.newContext({
    baseURL: exchange.baseUrl,
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    storageState: await own.context().storageState(),
  });
  await context.addInitScript({ path: IN_PAGE });
  await prepare?.(context);
  return context.newPage();
}

type Measure = 'misplaced' | 'cut' | 'wide';

/** Frames in which a page may settle. */
const FRAMES = 60;

/** What is wrong once the page has settled; nothing as soon as nothing is. */
function faultsOf(shown: Page, ...measures: Measure[]): Promise<string[]> {
  const all = measures.map((measure) => `...geometry.${measure}()`).join();
  return shown.evaluate<string[]>(`new Promise((resolve) => {
    const look = (frames) => requestAnimationFrame(() => {
      const faults = [${all}];
      if (faults.length === 0 || frames === 0) resolve(faults);
      else look(frames - 1);
    });
    requestAnimationFrame(() => look(${FRAMES}));
  })`);
}

const RECORDS = {
  '/record/exchange': ['orders', 'fills', 'ledger', 'deposits', 'transfers', 'refusals'],
  '/record/mcp': ['orders', 'plans', 'fills', 'positions', 'funding', 'ledger'],
  '/record/margin': ['orders', 'fills', 'ledger', 'loans', 'repayments', 'interest', 'transfers'],
} as const;

const RECORD_TABS_MAX = Math.max(...Object.values(RECORDS).map((tabs) => tabs.length));

/** Pages of records, a tab each; one follows one of another path, so that none needs a load. */
const RECORD_PAGES = Array.from({ length: RECORD_TABS_MAX }, (_none, place) =>
  Object.entries(RECORDS)
    .filter(([, tabs]) => place < tabs.length)
    .map(([path, tabs]) => `${path}?tab=${tabs[place]}`),
).flat();

/** Others with tables. */
const TABLE_PAGES = [
  '/asset/spot',
  '/account/newapi',
  `/spot/${PAIR}`,
  '/account/security',
  `/spot/${PAIR}?account=cross`,
  '/fee',
  `/futures/usdt/${PAIR}`,
];

/** Those where a cell could be cut. */
const CUT_PAGES = [...RECORD_PAGES, ...TABLE_PAGES];

/** The pages in a language, each drawn once: what is wrong on a desktop, and on a phone. */
async function look(
  shown: Page,
  prefix: string,
  paths: readonly string[],
  ...measures: Measure[]
): Promise<string[]> {
  const faults: string[] = [];
  for (const [place, path] of paths.entries()) {
    // Each page begins at the width of the one before: a page that is left is not laid out once more.
    const viewports = place % 2 === 0 ? [DESKTOP, PHONE] : [PHONE, DESKTOP];
    await shown.setViewportSize(viewports[0]!);
    await goTo(shown, prefix + path);
    for (const viewport of viewports) {
      await shown.setViewportSize(viewport);
      const found = await faultsOf(shown, ...measures, 'wide');
      faults.push(...found.map((fault) => `${prefix}${path} at ${viewport.width}: ${fault}`));
    }
  }
  return faults;
}

test('from right to left, headings are over their values, values beside their names, no cell is cut', async () => {
  const paths = someOf([...new Set([...PAGES_OF_ACCOUNT, ...CUT_PAGES])]);
  expect(await look(page, '/ar', paths, 'misplaced', 'cut')).toEqual([]);
}, 480_000);

describe('tables', () => {
  test('have no cut cell where each word is that of the longest language', async () => {
    const longest = await signedIn(showLongest);
    expect(await look(longest, '', CUT_PAGES, 'cut')).toEqual([]);
    await longest.context().close();
  }, 480_000);

  // All of them were seen in the longest words.
  test.each(['/en', '/de'])(
    'have none either at the address "%s"',
    async (prefix) => {
      const paths = someOf(CUT_PAGES, 6, prefix === '/en' ? 0 : 3);
      expect(await look(page, prefix, paths, 'cut')).toEqual([]);
    },
    480_000,
  );

  test('drop columns in their order, and a row says what they said', async () => {
    await settle(page, '/de/record/exchange?tab=orders');
    const keys = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.card-table [data-column]')].map((head) => head.dataset.column)`,
      );
    const going = [
      'force',
      'order',
      'reason',
      'trigger',
      'fee',
      'average',
      'kind',
      'filled',
      'size',
    ];
    let before = 0;
    for (const width of [2560, 1440, 1100, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => faultsOf(page, 'cut')).toEqual([]);
      const shown = await keys();
      const gone = going.filter((key) => !shown.includes(key));
      expect(gone).toEqual(going.slice(0, gone.length));
      expect(gone.length).toBeGreaterThanOrEqual(before);
      before = gone.length;
    }
    const opener = page.getByRole('button', { name: 'Weitere Werte' }).first();
    await opener.click();
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('.row-rest-values dt').count()).toBe(before);
    expect(await faultsOf(page, 'cut')).toEqual([]);
    await page.setViewportSize({ width: 2560, height: 900 });
    await page.locator('.row-rest-values').waitFor({ state: 'detached' });
    expect(await keys()).toContain('force');
  });
});

describe('panels of the terminal', () => {
  const panels = () => page.evaluate<string[]>('geometry.panels()');
  const MARKETS = [
    `/spot/${PAIR}`,
    `/spot/${PAIR}?account=cross`,
    `/spot/${PAIR}?account=isolated`,
  ];

  /** Figures of an order that is typed in that nobody sees without scrolling: its value, its fee. */
  const hiddenFigures = async (): Promise<string[]> => {
    for (const field of await page.locator('#order-form .number-field input').all()) {
      if (await field.isEditable()) await field.fill('0.01');
    }
    return page.evaluate<string[]>(`[...document.querySelectorAll('#order-form dl.order-figures')]
      .filter((list) => list.nextElementSibling?.type === 'submit')
      .flatMap((list) => [...list.querySelectorAll('dd')])
      .filter((value) => {
        const { x, y, width, height } = value.getBoundingClientRect();
        return !value.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((value) => value.parentElement.textContent)`);
  };

  test.each([...MARKETS, `/futures/usdt/${PAIR}`])('keep their places on %s', async (path) => {
    for (const viewport of [DESKTOP, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(viewport);
      await settle(page, `/en${path}`);
      await page.locator('.area-lists .tab-panel > *').first().waitFor();
      // The box of the account comes with the account.
      if (path !== MARKETS[0]) await page.locator('.area-side .account-box').waitFor();
      await expect.poll(async () => (await panels()).length).toBeGreaterThanOrEqual(6);
      const first = await panels();
      const lists = await page.locator('.area-lists').boundingBox();
      expect((lists?.y ?? 0) + (lists?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      const boxes = page.locator('#order-form input[type=checkbox]');
      for (let at = 0; at < (await boxes.count()); at += 1) await boxes.nth(at).check();
      expect(await panels()).toEqual(first);
      const sends = page.locator('#order-form').locator('.btn-buy, .btn-sell').last();
      const button = await sends.boundingBox();
      const side = await page.locator('.area-side > .panel').first().boundingBox();
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(
        (side?.y ?? 0) + (side?.height ?? 0),
      );
      expect(await hiddenFigures()).toEqual([]);
      for (const tab of await page.locator('.area-lists [role=tab]').all()) {
        await tab.click();
        expect(await panels()).toEqual(first);
      }
    }
  });
});

describe('on a phone a card of margin and futures is no higher than 120 px, and breaks no figure', () => {
  beforeAll(async () => {
    // What is closed is in the history of positions.
    const shared = {
      ...CONTRACT,
      size: '0.01',
      orderType: 'limit',
      marginMode: 'crossed',
    } as const;
    const price = (desk.first * 0.999).toFixed(1);
    await desk.maker.call('mix.placeOrder', { ...shared, side: 'buy', price });
    await desk.ada.call('mix.placeOrder', { ...shared, side: 'sell', price });
    const far = { ...shared, side: 'buy', price: (desk.first * 0.98).toFixed(1) } as const;
    await desk.ada.call('mix.placeOrder', far);
    const { first } = desk;
    await desk.ada.call('mix.placeTpslOrder', {
      ...CONTRACT,
      planType: 'pos_profit',
      holdSide: 'buy',
      triggerPrice: (first * 1.1).toFixed(1),
      triggerType: 'mark_price',
    });
    await page.setViewportSize(PHONE);
  }, 120_000);

  test.each([
    [`/futures/usdt/${PAIR}`, ['Open orders', 'Trigger orders', 'Order history', 'Fills']],
    [`/spot/${PAIR}?account=cross`, ['Coins and debts', 'Order history', 'Fills']],
    ['/order/mcp', ['Positions', 'Open orders', 'Trigger orders']],
    ['/ru/order/mcp', ['Позиции', 'Открытые ордера', 'Условные ордера']],
    ['/de/order/mcp', ['Positionen', 'Offene Orders', 'Trigger-Orders']],
  ] as const)('%s', async (path, tabs) => {
    await page.goto(path);
    for (const name of tabs) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      const cards = '.orders :is(tr[aria-rowindex], .position-card)';
      await page.locator(cards).first().waitFor();
      const faults = () => cardFaults(page, cards);
      await expect.poll(async () => [name, await faults()]).toEqual([name, []]);
    }
  });

  test.each(['', '/de', '/ar'])(
    'amounts of all their decimals at %s/asset/margin',
    async (prefix) => {
      await goTo(page, `${prefix}/asset/margin`);
      await page.locator('.table.cards tbody tr').first().waitFor();
      const whole = () => page.locator('.margin-lines .num').first().innerText();
      await expect.poll(whole).toMatch(/\d[.,]\d{8}/);
      expect(await cardFaults(page, '.table.cards tbody tr')).toEqual([]);
    },
  );

  test.each([...new Set([...RECORDS['/record/mcp'], ...RECORDS['/record/margin']])])(
    'records of %s',
    async (tab) => {
      // Its dates are the longest, and break.
      for (const prefix of ['', '/ar']) {
        for (const path of ['/record/mcp', '/record/margin']) {
          await goTo(page, `${prefix}${path}?tab=${tab}`);
          expect(await cardFaults(page, '.ant-table-row')).toEqual([]);
        }
      }
    },
  );
});

test.each([
  `/futures/usdt/${PAIR}`,
  `/spot/${PAIR}?account=cross`,
  `/spot/${PAIR}?account=isolated`,
])('%s on a phone does not move when the account comes', async (path) => {
  const account = Promise.withResolvers<void>();
  const own = await signedIn();
  await own.setViewportSize({ width: 390, height: 844 });
  await own.route(/web\/v1\/(futures|margin)\/account/, async (route) => {
    await account.promise;
    await route.continue();
  });
  await own.goto(path);
  const box = own.locator('.account-box');
  await box.waitFor();
  // What else a page waits for is there.
  await expect.poll(() => own.title()).toMatch(/^[\d,.]+ /);
  const places = () =>
    own.evaluate<number[]>(`
        [...document.querySelectorAll('.percent, .account-box, .orders')]
          .map((part) => Math.round(part.getBoundingClientRect().top + scrollY))`);
  const before = await places();
  account.resolve();
  await expect.poll(() => box.locator('dd').first().innerText()).toMatch(/\d/);
  expect(await places()).toEqual(before);
  await own.context().close();
});
