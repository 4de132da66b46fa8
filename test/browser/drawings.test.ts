/** Drawings on the chart: drawn, moved, undone, kept over a reload, and a position fills the form. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const KEY = 'drawings:BTCUSDT';
const PERSON = { email: 'ada@example.com', password: 'a long enough passphrase' };

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  await exchange.trader('ada', 'USDT=100000,BTC=1');
  browser = await workerBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, exchange.baseUrl, PERSON);
  page = await context.newPage();
  complaints = complaintsOf(page);
  await page.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
  await page.locator('.chart-host canvas').first().waitFor();
  await page.locator('.chart-cover').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Drawing tools' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

interface Kept {
  readonly tool: string;
  readonly points: readonly { readonly time: number; readonly price: number }[];
}

async function kept(): Promise<readonly Kept[]> {
  const text = await page.evaluate((key) => localStorage.getItem(key), KEY);
  return text === null ? [] : (JSON.parse(text) as { drawings: Kept[] }).drawings;
}

async function choose(group: string, tool: string): Promise<void> {
  await page.getByRole('button', { name: group, exact: true }).click();
  await page.getByRole('group', { name: group }).getByRole('button', { name: tool }).click();
}

/** A place on the candles, in shares of them. */
async function spot(x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.chart-host').boundingBox();
  if (box === null) throw new Error('no chart');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function click(x: number, y: number): Promise<void> {
  const at = await spot(x, y);
  await page.mouse.move(at.x, at.y, { steps: 4 });
  await page.mouse.click(at.x, at.y);
}

test('a trend line is drawn, moved, undone and redone, and there after a reload', async () => {
  await choose('Lines', 'Trend line');
  await click(0.3, 0.5);
  await click(0.5, 0.3);
  await expect.poll(async () => (await kept()).length).toBe(1);
  const [drawn] = await kept();
  expect(drawn).toMatchObject({ tool: 'trend' });
  expect(drawn?.points).toHaveLength(2);
  const from = await spot(0.4, 0.4);
  const to = await spot(0.45, 0.45);
  await page.mouse.move(from.x, from.y, { steps: 4 });
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await kept())[0]?.points).not.toEqual(drawn?.points);
  const [moved] = await kept();
  const [before, after] = [drawn?.points[0], moved?.points[0]];
  expect(after?.price).toBeLessThan(before?.price ?? 0);
  expect(after?.time).toBeGreaterThan(before?.time ?? 0);
  await page.keyboard.press('Control+z');
  await expect.poll(kept).toEqual([drawn]);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(kept).toEqual([moved]);
  await page.reload();
  await page.getByRole('toolbar', { name: 'Drawing tools' }).waitFor();
  await page.getByRole('button', { name: 'List of drawings' }).click();
  await page.getByRole('region', { name: 'List of drawings' }).getByText('Trend line').click();
  await page.getByRole('region', { name: 'Style of the drawing' }).waitFor();
});

test('another browser of the account has it, and what is drawn there comes here by a look', async () => {
  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(other, exchange.baseUrl, PERSON);
  const there = await other.newPage();
  await there.goto(`${exchange.baseUrl}/spot/BTCUSDT`);
  const text = (of: Page) => of.evaluate<string>(`localStorage.getItem('${KEY}') ?? ''`);
  await expect.poll(() => text(there)).toBe(await text(page));
  // The chart shows it at once: its tools are there.
  await there.getByRole('button', { name: 'List of drawings' }).click();
  const listed = there.getByRole('region', { name: 'List of drawings' });
  await listed.getByText('Trend line').waitFor();
  await listed.getByRole('button', { name: 'Hide', exact: true }).click();
  const hidden = await text(there);
  expect(hidden).toContain('"hidden":true');
  await expect
    .poll(async () => {
      await page.evaluate('dispatchEvent(new Event("focus"))');
      return text(page);
    })
    .toBe(hidden);
  await listed.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect
    .poll(async () => {
      await page.evaluate('dispatchEvent(new Event("focus"))');
      return text(page);
    })
    .not.toBe(hidden);
  await other.close();
});

test('arrow keys move the selected drawing, Delete removes it', async () => {
  const [before] = await kept();
  await page.keyboard.press('Shift+ArrowUp');
  await expect
    .poll(async () => (await kept())[0]?.points[0]?.price)
    .toBeGreaterThan(before?.points[0]?.price ?? 0);
  await page.keyboard.press('Delete');
  await expect.poll(kept).toEqual([]);
});

test('Escape leads from the tools of a group back to its button, Tab past them closes them', async () => {
  const group = page.getByRole('button', { name: 'Shapes', exact: true });
  const tools = page.getByRole('group', { name: 'Shapes' });
  const isOn = () => group.evaluate((one) => one === one.ownerDocument.activeElement);
  await group.focus();
  await page.keyboard.press('Enter');
  await tools.getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await tools.waitFor({ state: 'detached' });
  expect(await isOn()).toBe(true);
  await page.keyboard.press('Enter');
  await tools.getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  await tools.waitFor({ state: 'detached' });
});

test('arrow keys go along the bar of tools and round its ends', async () => {
  const bar = page.getByRole('toolbar', { name: 'Drawing tools' });
  const focused = () =>
    bar.evaluate((one) => one.ownerDocument.activeElement?.getAttribute('aria-label'));
  await bar.getByRole('button').first().focus();
  const first = await focused();
  await page.keyboard.press('End');
  const last = await focused();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe(last);
  expect(last).not.toBe(first);
});

test('a tool that is chosen by keyboard draws in the middle', async () => {
  await page.getByRole('button', { name: 'Fibonacci', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fibonacci retracement' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await kept())[0]?.tool).toBe('fibRetracement');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete all drawings' }).click();
  await expect.poll(kept).toEqual([]);
});

test('clicks that follow each other at once place a point each', async () => {
  const before = (await kept()).length;
  await choose('Channels', 'Parallel channel');
  for (const [x, y] of [
    [0.3, 0.6],
    [0.5, 0.4],
    [0.5, 0.7],
  ] as const) {
    const at = await spot(x, y);
    await page.mouse.click(at.x, at.y);
  }
  await expect.poll(async () => (await kept()).length).toBe(before + 1);
  expect((await kept()).at(-1)?.points).toHaveLength(3);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await kept()).length).toBe(before);
});

test('a long position fills the order form with its prices and the size of its risk', async () => {
  await choose('Measure and positions', 'Long position');
  await click(0.4, 0.5);
  await click(0.6, 0.35);
  await expect.poll(async () => (await kept())[0]?.points.length).toBe(3);
  const [position] = await kept();
  const [entry, target, stop] = position?.points ?? [];
  await page.getByRole('button', { name: 'Fill in the order form' }).click();
  const field = (name: string) => page.locator('.order-form').getByLabel(name, { exact: true });
  const typed = async (name: string) =>
    Number((await field(name).first().inputValue()).replaceAll(',', ''));
  await expect.poll(() => typed('Price')).toBe(entry?.price);
  expect(await typed('Take profit')).toBe(target?.price);
  expect(await typed('Stop loss')).toBe(stop?.price);
  expect(complaints).toEqual([]);
});
