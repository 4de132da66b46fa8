/** The client cache in a real browser: the module on a page of its own, then the app that uses it. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workerBrowser } from '../support/browser.ts';
import { browserModule } from '../support/browser-module.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { kept } from '../support/kept.ts';

const BLANK = 'http://cache.test/';

/** What the module looks like to a script of the page. */
interface Cache {
  setArea(name: string): string | null;
  get(key: string, isValid: (value: unknown) => boolean): Promise<unknown>;
  set(key: string, value: unknown, lifetimeMs?: number): Promise<unknown>;
}
/** The page's global object; scripts of the page are typed as the test is, without DOM. */
interface CachePage {
  readonly ClientCache: { ClientCache: new () => Cache };
}

let browser: Browser;
let context: BrowserContext;
let page: Page;
let told: string[];

beforeAll(async () => {
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  told = [];
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text());
  });
});

afterEach(async () => {
  await context.close();
});

/** Names of the databases with the keys of their store. */
function databases(): Promise<Record<string, string[]>> {
  return page.evaluate<Record<string, string[]>>(`(async () => {
    const found = {};
    const result = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      const store = database.transaction('local_cache').objectStore('local_cache');
      found[name] = (await result(store.getAllKeys())).map(String).sort();
      database.close();
    }
    return found;
  })()`);
}

describe('the module', () => {
  let script: string;

  beforeAll(async () => {
    script = await browserModule('platform/cache/client-cache.ts', 'ClientCache');
  });

  beforeEach(async () => {
    await page.route(BLANK, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>cache</title>' }),
    );
  });

  /** Opens the page; `before` runs in it first. */
  async function open(before = ''): Promise<void> {
    await page.addInitScript(before);
    await page.goto(BLANK);
    await page.addScriptTag({ content: script });
  }

  /** Keeps and reads back one value in each of the areas. */
  function use(areas: readonly string[], key: string): Promise<unknown[]> {
    return page.evaluate(
      async ([names, name]) => {
        const cache = new (globalThis as unknown as CachePage).ClientCache.ClientCache();
        const results: unknown[] = [];
        for (const area of names) {
          const chosen = cache.setArea(area);
          await cache.set(name, `of ${area}`);
          results.push([chosen, await cache.get(name, () => true)]);
        }
        return results;
      },
      [areas, key] as const,
    );
  }

  const OWN = [
    'default',
    'separation',
    'common',
    'mix',
    'copy',
    'community',
    'activity',
    'earn',
    'webSdk',
    'Web3',
  ];

  test('every area has its database, the two micro areas share one', async () => {
    await open();
    const areas = [...OWN, 'microAxios', 'microMd5'];
    expect(await use(areas, 'a')).toEqual(areas.map((area) => [area, `of ${area}`]));
    expect(await databases()).toEqual({
      ...Object.fromEntries(OWN.map((area) => [area, ['a']])),
      micro: ['microAxios:a', 'microMd5:a'],
    });
    expect(told).toEqual([]);
  });

  test('forced keys go to the common store', async () => {
    await open();
    await use(['earn'], 'theme');
    await use(['mix'], 'instruments:live');
    expect(await databases()).toEqual({ common: ['instruments:live', 'theme'] });
  });

  test('an unknown area is a console error and a null result', async () => {
    await open();
    expect(await use(['savings'], 'a')).toEqual([[null, null]]);
    expect(told[0]).toContain('"savings" is not a business area');
    expect(await databases()).toEqual({});
  });

  test('use before an area is set says what to do', async () => {
    await open();
    const result = await page.evaluate(() => {
      const cache = new (globalThis as unknown as CachePage).ClientCache.ClientCache();
      return cache.get('a', () => true);
    });
    expect(result).toBeNull();
    expect(told).toEqual(['client cache: set the business area first, with setArea()']);
  });

  test('an entry is gone after its time, also after a reload', async () => {
    await open();
    const read = () =>
      page.evaluate(async () => {
        const cache = new (globalThis as unknown as CachePage).ClientCache.ClientCache();
        cache.setArea('default');
        return [await cache.get('short', () => true), await cache.get('long', () => true)];
      });
    await page.evaluate(async () => {
      const cache = new (globalThis as unknown as CachePage).ClientCache.ClientCache();
      cache.setArea('default');
      await cache.set('short', 1, 1);
      await cache.set('long', 2, 3_600_000);
    });
    await page.reload();
    await page.addScriptTag({ content: script });
    expect(await read()).toEqual([null, 2]);
  });

  const NO_DATABASE = 'Object.defineProperty(window, "indexedDB", { value: undefined });';

  test('without IndexedDB and WebSQL it is localStorage', async () => {
    await open(NO_DATABASE);
    expect(await use(['earn'], 'a')).toEqual([['earn', 'of earn']]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['earn/local_cache/a']);
  });

  test('without any storage it says so, and finds nothing', async () => {
    await open(`${NO_DATABASE}
      Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });`);
    expect(await use(['earn'], 'a')).toEqual([['earn', null]]);
    expect(told).toEqual(['No available storage method found.']);
  });
});

describe('the app', () => {
  let exchange: ExchangeProcess;

  beforeAll(async () => {
    exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default' });
  });

  afterAll(async () => {
    await exchange?.remove();
  });

  /** From here on the server's API is silent: what is on screen comes from the cache. */
  async function cutOff(): Promise<void> {
    await page.route('**/api/**', (route) => route.abort());
    await page.routeWebSocket(/\/v2\/ws\//, (socket) => socket.close());
  }

  async function visitTerminal(): Promise<void> {
    await page.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
    await page.getByRole('status').getByText('Live').first().waitFor();
    await page.locator('.book:not(.is-stale) .book-row').first().waitFor();
    await expect
      .poll(async () => (await databases())['default'])
      .toEqual(expect.arrayContaining(['book:live:BTCUSDT', 'tickers:live']));
  }

  test('keeps instruments and snapshots by venue', async () => {
    await visitTerminal();
    await expect.poll(async () => (await databases())['common']).toEqual(['instruments:live']);
    const { default: own = [] } = await databases();
    expect(own.every((key) => key.split(':')[1] === 'live')).toBe(true);
  });

  test('shows the last known market, as stale, while the exchange is silent', async () => {
    await visitTerminal();
    await cutOff();
    await page.reload();
    await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor();
    await page.locator('.book.is-stale .book-row').first().waitFor();
    const last = page.locator('.bar.is-stale .bar-last');
    await expect.poll(() => last.innerText()).toMatch(/[0-9]/);
    await page.goto(`${exchange.baseUrl}/markets`);
    await page.getByRole('status').getByText('Prices are stale').waitFor();
    const rows = page.locator('.market-table tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
  });

  test('what is stale becomes live', async () => {
    await visitTerminal();
    await page.reload();
    await page.getByRole('status').getByText('Live').first().waitFor();
    await page.locator('.book:not(.is-stale) .book-row').first().waitFor();
    await page.locator('.bar:not(.is-stale)').waitFor();
  });

  test('shows nothing of the live market in simulation mode', async () => {
    await visitTerminal();
    await cutOff();
    await page.evaluate(() => localStorage.setItem('simulation-trading', '1'));
    await page.reload();
    await page.getByText('The exchange cannot be reached').first().waitFor();
    expect(await page.locator('.book-row').count()).toBe(0);
  });

  test('the form and the arrangement come back after a reload', async () => {
    await visitTerminal();
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.125');
    await page.getByRole('textbox', { name: 'Price' }).fill('12345');
    await page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name: /Fills/ }).click();
    const group = page.locator('.book-group select');
    await group.selectOption({ index: 2 });
    await expect.poll(() => kept(page, 'draft:live:guest:BTCUSDT')).toContain('"0.125"');
    const arranged = () => page.evaluate(`localStorage.getItem('terminal-view:live')`);
    expect(await arranged()).toMatch(/"fills".*"BTCUSDT":2/);
    await page.reload();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await expect.poll(() => amount.inputValue()).toBe('0.125');
    // All but prices: the market has gone on.
    const price = page.getByRole('textbox', { name: 'Price' });
    await expect.poll(() => price.inputValue()).not.toBe('');
    expect(await price.inputValue()).not.toBe('12345');
    expect(await kept(page, 'draft:live:guest:BTCUSDT')).not.toContain('12345');
    await page.getByRole('tab', { name: /Fills/, selected: true }).waitFor();
    await expect.poll(() => group.inputValue()).toBe('2');
  });

  test('what is written as the page goes away is there on the next one', async () => {
    await visitTerminal();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.fill('0.125');
    await expect.poll(() => kept(page, 'draft:live:guest:BTCUSDT')).toContain('"0.125"');
    // A transaction that goes on for as long as this page is there: no other writes before it.
    await page.evaluate(`new Promise((begun) => {
      indexedDB.open('default').onsuccess = ({ target }) => {
        const store = target.result.transaction('local_cache', 'readwrite').objectStore('local_cache');
        const goOn = () => { store.get('nothing').onsuccess = goOn; begun(); };
        goOn();
      };
    })`);
    await amount.fill('0.25');
    // A draft is kept when nothing has been typed for 400 ms.
    await page.waitForTimeout(1_000);
    await page.reload();
    await expect.poll(() => amount.inputValue()).toBe('0.25');
  });

  test('works without any storage', async () => {
    await page.addInitScript(`
      Object.defineProperty(window, 'indexedDB', { value: undefined });
      Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });`);
    await page.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
    await page.locator('.book:not(.is-stale) .book-row').first().waitFor();
    expect(told).toContain('No available storage method found.');
  });
});
