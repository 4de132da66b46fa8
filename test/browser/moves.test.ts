/** Transfers and conversions on their own pages. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, launchBrowser, toastSaid } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { settle, signIn } from '../support/web-pages.ts';

const EMAIL = 'moves@example.com';
const PASSWORD = 'plum tree under rain 78';

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  const who = ['--email', EMAIL, '--password', PASSWORD];
  exchange.command('user', 'create', ...who, '--fund', 'USDT=1000,ETH=0.002');
  const maker = await exchange.trader('maker', 'USDT=1000000,BTC=10,ETH=100');
  await exchange.rest(maker).call('trade.placeOrder', MAKER_SELL);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page.context(), exchange.baseUrl, { email: EMAIL, password: PASSWORD });
  complaints = complaintsOf(page);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});
