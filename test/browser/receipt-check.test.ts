/** A receipt goes from hand to hand: sealed, saved, and proved to somebody who is not signed in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, launchBrowser, showTheme } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const PASSWORD = 'a long enough passphrase';
const PHONE = { width: 360, height: 740 };

let exchange: ExchangeProcess;
let browser: Browser;
let saved = '';

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const { baseUrl } = exchange;
  const client = (name: string, funds: string) =>
    new RestClient({ baseUrl, credentials: exchange.trader(name, funds), timeoutMs: 60_000 });
  const maker = client('maker', 'BTC=1');
  const ada = client('ada', 'USDT=100000');
  const [ticker] = await maker.call('market.tickers', { symbol: 'BTCUSDT' });
  const price = (Number(ticker?.lastPr) * 0.999).toFixed(2);
  const order = { symbol: 'BTCUSDT', orderType: 'limit', force: 'gtc', size: '0.01' } as const;
  await maker.call('trade.placeOrder', { ...order, side: 'sell', price });
  await ada.call('trade.placeOrder', {
    ...order,
    side: 'buy',
    price: (Number(price) * 1.01).toFixed(2),
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** Opens the page as somebody whom the exchange does not know, with a file. */
async function check(content: string, locale = 'en'): Promise<Page> {
  const context = await browser.newContext({ baseURL: exchange.baseUrl, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(locale === 'en' ? '/verify-receipt' : `/${locale}/verify-receipt`);
  const file = join(exchange.folder, 'given.json');
  writeFileSync(file, content);
  await page.locator('input[type=file]').setInputFiles(file);
  return page;
}

test('a fill is sealed when its person asks, and the file has its proof', async () => {
  const context = await browser.newContext({ baseURL: exchange.baseUrl });
  await signIn(context, exchange.baseUrl, { email: 'ada@example.com', password: PASSWORD });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto('/record/exchange?tab=fills');
  const fills = page.getByRole('region', { name: 'Fills' });
  await fills.getByRole('button', { name: 'Show' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Receipt' });
  await dialog.getByText('Not sealed yet. Receipts are sealed within the hour.').waitFor();
  await dialog.getByRole('button', { name: 'Seal now' }).press('Enter');
  await dialog.getByText('It is being sealed.').waitFor();
  // A backup does not wait for its turn as a wish does.
  exchange.output('backup', '--to', join(exchange.folder, 'sealed'));
  await dialog.getByText('Anyone can check this receipt').waitFor();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  saved = readFileSync(await (await coming).path(), 'utf8');
  expect(JSON.parse(saved)).toMatchObject({ kind: 'fill', proof: { salt: expect.any(String) } });
  expect(complaints).toEqual([]);
  await context.close();
});

describe('somebody who is given the file', () => {
  test('sees what it says and that it is proved, on a phone and in both themes', async () => {
    const page = await check(saved);
    await page.getByText('Proved: this receipt was sealed by this exchange').waitFor();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    expect(await receipt.innerText()).toMatch(/Fee\s+0\.\d+ BTC × 0\.\d+ = 0\.\d+ BTC/);
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme);
      // Colours fade from one theme to the other.
      await expect.poll(() => axeFaults(page), { timeout: 10_000 }).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await page.getByRole('button', { name: 'Remove given.json' }).press('Enter');
    await receipt.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('in Arabic too', async () => {
    const page = await check(saved, 'ar');
    await page.locator('.receipt-right').waitFor();
    await page.context().close();
  });

  test('is told of another number, of a file without a proof, of another exchange and of no receipt', async () => {
    const receipt = JSON.parse(saved) as Record<string, unknown>;
    const { proof: _proof, ...bare } = receipt;
    for (const [content, told] of [
      [
        { ...receipt, role: receipt['role'] === 'maker' ? 'taker' : 'maker' },
        'Not proved: something',
      ],
      [bare, 'The file has no proof.'],
      [{ ...receipt, exchange: 'another' }, 'This receipt is of another exchange.'],
      [{ ...receipt, price: 'much' }, 'This file is no receipt: price cannot be'],
    ] as const) {
      const page = await check(JSON.stringify(content));
      await page.getByText(told).waitFor();
      await page.context().close();
    }
  });

  test('and the command line says the same, with the list of seals alone', async () => {
    const [file, list] = [join(exchange.folder, 'given.json'), join(exchange.folder, 'seals.json')];
    writeFileSync(file, saved);
    const seals = await fetch(`${exchange.baseUrl}/api/web/v1/seals?venue=live`);
    writeFileSync(list, await seals.text());
    const said = exchange.output('verify', '--receipt', file, '--seals', list);
    expect(said).toContain('proved by the seal of commands');
  });
});
