/**
 * `npm run screenshots`: the terminals as a trader has them, into docs/screenshots: spot, margin and futures, with
 * orders, a position and a loan, in each window, theme and language. Name words to take only those that have
 * all of them: `npm run screenshots -- futures phone dark en`. Prints each file with its size.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { ccxtClient } from '../test/support/ccxt.ts';
import { ExchangeProcess } from '../test/support/exchange-process.ts';
import { settle, signIn } from '../test/support/web-pages.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const PERSON = { email: 'screenshots@example.com', password: 'a long enough passphrase' };

const PRODUCTS = {
  spot: '/spot/BTCUSDT',
  margin: '/spot/BTCUSDT?account=cross',
  futures: '/futures/usdt/BTCUSDT',
} as const;

/** Width and height of the window; a finger in place of a pointer. */
const WINDOWS = {
  wide: { width: 2560, height: 1340, touch: false },
  desktop: { width: 1440, height: 900, touch: false },
  tablet: { width: 820, height: 1180, touch: true },
  phone: { width: 390, height: 844, touch: true },
} as const;

const THEMES = ['dark', 'light'] as const;
const LANGUAGES = { en: '', ar: '/ar', ru: '/ru' } as const;

type Client = Awaited<ReturnType<typeof ccxtClient>>;

type Look = Readonly<{
  product: keyof typeof PRODUCTS;
  window: keyof typeof WINDOWS;
  theme: (typeof THEMES)[number];
  language: keyof typeof LANGUAGES;
}>;

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

function allLooks(): Look[] {
  return keysOf(PRODUCTS).flatMap((product) =>
    keysOf(WINDOWS).flatMap((window) =>
      THEMES.flatMap((theme) =>
        keysOf(LANGUAGES).map((language) => ({ product, window, theme, language })),
      ),
    ),
  );
}

function nameOf({ product, window, theme, language }: Look): string {
  return [product, window, theme, language].join('-');
}

/** Those that have every word of the command. */
function chosenLooks(words: readonly string[]): Look[] {
  const looks = allLooks();
  const known = new Set(looks.flatMap((look) => Object.values<string>(look)));
  const unknown = words.find((word) => !known.has(word));
  if (unknown !== undefined) {
    console.error(`nothing is called ${unknown}; there are ${[...known].join(', ')}`);
    process.exit(2);
  }
  return looks.filter((look) => words.every((word) => Object.values<string>(look).includes(word)));
}

/** Waits until the simulated market has orders on both sides. */
async function marketOpens(client: Client, symbol: string): Promise<void> {
  for (;;) {
    const { bids, asks } = await client.fetchOrderBook(symbol);
    if (bids.length > 0 && asks.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Orders of both sides, a holding, a position with its exits and a loan. */
async function trade(exchange: ExchangeProcess): Promise<void> {
  const key = await exchange.trader('screenshots', 'USDT=100000,BTC=1');
  const client = await ccxtClient(exchange, key);
  await client.loadMarkets();
  const [pair, perpetual] = ['BTC/USDT', 'BTC/USDT:USDT'];
  for (const symbol of [pair, perpetual]) await marketOpens(client, symbol);
  const { last } = await client.fetchTicker(pair);
  const near = (factor: number) => Number(client.priceToPrecision(pair, Number(last) * factor));
  await client.createOrder(pair, 'market', 'sell', 0.05);
  await client.createOrder(pair, 'limit', 'buy', 0.04, near(0.9985));
  await client.createOrder(pair, 'limit', 'sell', 0.06, near(1.002));
  await client.transfer('USDT', 20_000, 'spot', 'swap');
  await client.createOrder(perpetual, 'market', 'buy', 0.2);
  await client.createOrder(perpetual, 'limit', 'buy', 0.1, near(0.998));
  await client.createOrder(perpetual, 'limit', 'sell', 0.2, near(1.01), { reduceOnly: true });
  await client.transfer('USDT', 10_000, 'spot', 'cross');
  await client.borrowCrossMargin('USDT', 2_000);
  const margin = { marginMode: 'cross' };
  await client.createOrder(pair, 'limit', 'buy', 0.05, near(0.997), margin);
  await client.close();
}

async function open(browser: Browser, exchange: ExchangeProcess, look: Look): Promise<Page> {
  const { touch, ...viewport } = WINDOWS[look.window];
  const context = await browser.newContext({
    viewport,
    baseURL: exchange.baseUrl,
    colorScheme: look.theme,
    hasTouch: touch,
    isMobile: look.window === 'phone',
    deviceScaleFactor: look.window === 'phone' ? 2 : 1,
  });
  await signIn(context, exchange.baseUrl, PERSON);
  return context.newPage();
}

async function take(browser: Browser, exchange: ExchangeProcess, look: Look): Promise<void> {
  const page = await open(browser, exchange, look);
  await settle(page, LANGUAGES[look.language] + PRODUCTS[look.product]);
  // A phone has the chart behind a tab.
  if (look.window !== 'phone') await page.locator('canvas').first().waitFor();
  // Candles and the list's rows come after the frame: no more requests means that all is there.
  await page.waitForLoadState('networkidle');
  const path = join(FOLDER, `${nameOf(look)}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: 80 });
  await page.context().close();
  console.log(`${path} ${Math.round(statSync(path).size / 1024)} KB`);
}

async function main(): Promise<void> {
  const looks = chosenLooks(process.argv.slice(2));
  mkdirSync(FOLDER, { recursive: true });
  const exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default' });
  const browser = await launchBrowser();
  try {
    await trade(exchange);
    for (const look of looks) await take(browser, exchange, look);
  } finally {
    await browser.close();
    await exchange.stop();
    await exchange.remove();
  }
}

await main();
