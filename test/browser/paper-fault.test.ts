/** A fault closes simulation trading: pages that are open say so, entering is refused, live goes on. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { segmentName } from '@halcyon/journal';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const FAULT = 'Simulation trading is closed because of a fault. Live trading goes on.';

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let journal: Buffer;

const segment = (): string => join(exchange.folder, 'paper', segmentName(1));
const banner = () => page.locator('.simulation-banner');

/** Starts the exchange again with another paper journal. */
async function startWith(bytes: Buffer): Promise<void> {
  await exchange.stop();
  writeFileSync(segment(), bytes);
  await exchange.launch();
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([ExchangeProcess.start(), workerBrowser()]);
  await exchange.paperReady();
  context = await browser.newContext({ baseURL: exchange.baseUrl });
  page = await context.newPage();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

test('a page in simulation trading says that a fault has closed it', async () => {
  await page.goto('/markets');
  await page.locator('.header-simulation').click();
  await banner().getByText('Practice with paper funds').waitFor();
  await exchange.stop();
  journal = readFileSync(segment());
  const damaged = Buffer.from(journal);
  damaged.fill(0xff, 0, 4_096);
  await startWith(damaged);
  await banner().getByText(FAULT).waitFor({ timeout: 120_000 });
});

test('it cannot be entered, and the reason is said; live trading is there', async () => {
  const other = await browser.newContext({ baseURL: exchange.baseUrl });
  const visitor = await other.newPage();
  await visitor.goto('/markets');
  await visitor.locator('.header-simulation').click();
  await toastSaid(visitor, FAULT);
  expect(await visitor.evaluate('localStorage.getItem("simulation-trading")')).toBeNull();
  await visitor.goto('/spot/BTCUSDT');
  await visitor.locator('.link-badge.live').waitFor();
  await other.close();
});

test('once it is open again the page goes on by itself', async () => {
  await startWith(journal);
  await banner().getByText('Practice with paper funds').waitFor({ timeout: 120_000 });
  await page.locator('.link-badge').getByText('Connected').waitFor({ timeout: 120_000 });
});
