/**
 * A receipt is sealed, downloaded, and checked by a stranger in another browser, on the public page and on
 * the command line.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestClient } from '@halcyon/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const PASSWORD = 'a long enough passphrase';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 760 };
const SEALED_WITHIN_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-proof-'));
let exchange: ExchangeProcess;
let browser: Browser;
/** Text of the file that was downloaded. */
let file = '';

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const trader = async (name: string, funds: string) =>
    new RestClient({ baseUrl: exchange.baseUrl, credentials: await exchange.trader(name, funds) });
  const maker = await trader('maker', 'USDT=1000000,BTC=10');
  const ada = await trader('ada', 'USDT=1000000,BTC=10');
  const [ticker] = await maker.call('market.tickers', { symbol: 'BTCUSDT' });
  const price = Number(ticker?.lastPr).toFixed(2);
  const both = {
    symbol: 'BTCUSDT',
    orderType: 'limit',
    force: 'gtc',
    size: '0.01',
    price,
  } as const;
  await maker.call('trade.placeOrder', { ...both, side: 'sell' });
  await ada.call('trade.placeOrder', { ...both, side: 'buy' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of nobody's, in a browser that was never here. */
async function stranger(
  viewport: typeof DESKTOP,
  theme: 'dark' | 'light',
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: exchange.baseUrl });
  await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto('/verify-receipt');
  await page.getByRole('heading', { name: 'Check a receipt' }).waitFor();
  return page;
}

async function drop(page: Page, text: string): Promise<void> {
  const script = `(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], 'receipt.json', { type: 'application/json' }));
    return data;
  })()`;
  const dataTransfer = await page.evaluateHandle(script);
  await page.locator('.upload').dispatchEvent('drop', { dataTransfer });
}

/** The same file with another last digit in a field. */
function forged(text: string, field: string): string {
  const known = new RegExp(`("${field}": "[0-9.]*)([0-9])"`);
  expect(text).toMatch(known);
  return text.replace(known, (_all, start: string, digit: string) => {
    return `${start}${digit === '1' ? '2' : '1'}"`;
  });
}

describe('a receipt proves itself to strangers', () => {
  test('its owner has it sealed, and downloads it with its proof', async () => {
    const context = await browser.newContext({ viewport: DESKTOP, baseURL: exchange.baseUrl });
    await signIn(context, exchange.baseUrl, { email: 'ada@example.com', password: PASSWORD });
    const page = await context.newPage();
    await page.goto('/record/exchange?tab=fills');
    const fills = page.getByRole('region', { name: 'Fills' });
    await fills.getByRole('button', { name: 'Show' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    await dialog.getByText('It is sealed within the hour.').waitFor();
    await dialog.getByRole('button', { name: 'Seal now' }).press('Enter');
    await dialog.getByText('It is being sealed.').waitFor();
    // A copy takes a snapshot, and a snapshot is a seal: nobody waits for two minutes.
    await exchange.run('backup', '--to', join(folder, 'copy'));
    const proved = dialog.getByText('Anyone can check this receipt.');
    await proved.waitFor({ timeout: SEALED_WITHIN_MS });
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    file = readFileSync(await (await coming).path(), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ kind: 'fill', proof: { seal: { from: 1 } } });
    await context.close();
  });

  test('a stranger drops the file and sees that it is proved, and by which link', async () => {
    const page = await stranger(DESKTOP, 'dark');
    const complaints = complaintsOf(page);
    const sent: (string | null)[] = [];
    page.on('request', (request) => sent.push(request.postData()));
    await drop(page, file);
    await page.getByText('Proved: it is just as this exchange sealed it.').waitFor();
    await page.getByText('Its arithmetic holds.').waitFor();
    const answer = await fetch(`${exchange.baseUrl}/api/web/v1/seals?venue=live`);
    const { seals } = ((await answer.json()) as { data: { seals: { link: string }[] } }).data;
    expect(seals.map(({ link }) => link)).toContain(
      await page.locator('.receipt-link [title]').getAttribute('title'),
    );
    expect(sent.filter((body) => body?.includes('"trade"'))).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('another digit anywhere is told: by the arithmetic, by the proof, or by both', async () => {
    const page = await stranger(PHONE, 'light');
    const box = page.getByRole('textbox', { name: 'Or paste its text' });
    await box.fill(file);
    await page.getByText('Proved: it is just').waitFor();
    await box.fill(forged(file, 'trade'));
    await page.getByText('It differs: its proof leads to none').waitFor();
    await page.getByText('Its arithmetic holds.').waitFor();
    await box.fill(forged(file, 'fee'));
    await page.getByText('What is marked does not come out').waitFor();
    await page.getByText('It differs: its proof leads to none').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await page.context().close();
  });

  test('what is no receipt, has no proof or is of another exchange is told as such', async () => {
    const page = await stranger(DESKTOP, 'dark');
    const box = page.getByRole('textbox', { name: 'Or paste its text' });
    await box.fill('{');
    await page.getByText('it is not JSON').waitFor();
    const { proof: _proof, ...bare } = JSON.parse(file) as Record<string, unknown>;
    await box.fill(JSON.stringify({ ...bare, price: 'much' }));
    await page.getByText('the field price is missing or cannot be so').waitFor();
    await box.fill(JSON.stringify(bare));
    await page.getByText('The file has no proof.').waitFor();
    const foreign = { ...(JSON.parse(file) as object), exchange: 'elsewhere' };
    await box.fill(JSON.stringify(foreign));
    await page.getByText('It is of another exchange: elsewhere.').waitFor();
    await drop(page, ' '.repeat(1_100_000));
    await page.getByText('The file is larger than 1024 KB.').waitFor();
    await page.context().close();
  });

  test('a list that cannot be read is asked for again', async () => {
    const page = await stranger(DESKTOP, 'dark', (fresh) =>
      fresh.route('**/seals?*', (route) => route.fulfill({ status: 404, json: {} })),
    );
    await drop(page, file);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor({ timeout: SEALED_WITHIN_MS });
    await page.unroute('**/seals?*');
    await again.press('Enter');
    await page.getByText('Proved: it is just').waitFor();
    await page.context().close();
  });

  test('the command line says the same with the two files alone', async () => {
    const paths = ['receipt.json', 'seals.json'].map((name) => join(folder, name));
    const answer = await fetch(`${exchange.baseUrl}/api/web/v1/seals?venue=live`);
    writeFileSync(paths[1]!, await answer.text());
    const args = ['verify', '--receipt', paths[0]!, '--seals', paths[1]!];
    writeFileSync(paths[0]!, file);
    expect(exchange.output(...args)).toContain('proved by the seal of commands 1 to');
    writeFileSync(paths[0]!, forged(file, 'trade'));
    expect(() => exchange.output(...args)).toThrow();
  });

  test('a damaged seal costs the proof alone: page, health and log say so', async () => {
    const seals = join(exchange.folder, 'live/seals');
    // What is two snapshots old is not made again: an operator must put it back.
    await exchange.run('backup', '--to', join(folder, 'second'));
    const [name = ''] = readdirSync(seals)
      .filter((entry) => entry.endsWith('.tree'))
      .sort();
    const whole = readFileSync(join(seals, name));
    writeFileSync(join(seals, name), whole.subarray(0, 100));
    const context = await browser.newContext({ viewport: PHONE, baseURL: exchange.baseUrl });
    await signIn(context, exchange.baseUrl, { email: 'ada@example.com', password: PASSWORD });
    const page = await context.newPage();
    await page.goto('/record/exchange?tab=fills');
    const fills = page.getByRole('region', { name: 'Fills' });
    const show = fills.getByRole('button', { name: 'Show' }).first();
    await show.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    const told = dialog.getByText('The file of its seal is damaged, so there is no proof now.');
    await told.waitFor({ timeout: SEALED_WITHIN_MS });
    await dialog.getByRole('button', { name: 'Download' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await exchange.health()).toMatchObject({
      status: 'degraded',
      parts: {
        seals: { state: 'degraded', detail: expect.stringContaining(`${name} is damaged`) },
      },
    });
    // Everybody has the links as before.
    const other = await stranger(DESKTOP, 'dark');
    await drop(other, file);
    await other.getByText('Proved: it is just as this exchange sealed it.').waitFor();
    await other.context().close();
    await expect
      .poll(() => exchange.log, { timeout: SEALED_WITHIN_MS })
      .toContain(`${name} is damaged`);
    writeFileSync(join(seals, name), whole);
    await page.reload();
    await show.press('Enter');
    await dialog.getByText('Anyone can check this receipt.').waitFor();
    await context.close();
  });
});
