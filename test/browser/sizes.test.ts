/** What the pages download stays within the limits of `npm run measure -- sizes`. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureSizes } from '../../tools/measure/sizes.ts';
import { isGood, line } from '../../tools/measure/verdict.ts';
import { workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const PERSON = { email: 'sizes@example.com', password: 'a long enough passphrase' };

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', PERSON.email, '--password', PERSON.password);
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

test('every page downloads what it may, and no more', async () => {
  const { baseUrl } = exchange;
  const figures = await measureSizes(browser, baseUrl, (context) =>
    signIn(context, baseUrl, PERSON),
  );
  expect(figures.filter((figure) => !isGood(figure)).map(line)).toEqual([]);
}, 480_000);
