/** The design page of a development build: each component in each state, and toasts as they behave. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, showTheme, workerBrowser } from '../support/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const BASE = 'http://design.test';
const TOAST_MS = 3_000;
/** How long the sample's loading lasts; longer than a toast. */
const SAMPLE_MS = 9_000;
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

let browser: Browser;
let page: Page;
let complaints: string[];
const files = new Map<string, string | Uint8Array>();

beforeAll(async () => {
  const { build } = await import('vite');
  const built = await build({
    configFile: join(ROOT, 'apps/web/vite.config.ts'),
    mode: 'development',
    logLevel: 'silent',
    build: { write: false, minify: false },
  });
  for (const { output } of [built].flat() as { output: readonly { fileName: string }[] }[]) {
    for (const file of output) {
      const { code, source } = file as { code?: string; source?: string | Uint8Array };
      files.set(`/${file.fileName}`, code ?? source ?? '');
    }
  }
  browser = await workerBrowser();
  page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  complaints = complaintsOf(page);
  await page.clock.install();
  await page.route(`${BASE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    // No exchange is behind this page: it shows components, not data.
    if (/^\/(api|v2)\//.test(pathname)) return route.abort();
    const name = files.has(pathname) ? pathname : '/index.html';
    const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: Buffer.from(files.get(name) ?? '') });
  });
  await page.goto(`${BASE}/design`);
  await page.getByRole('heading', { name: 'Ant Design' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
});

const sample = (name: string) =>
  page.locator('.design-sample').filter({ has: page.locator(`figcaption:text-is("${name}")`) });

describe('the states that the product fixes', () => {
  test('are all on the page', async () => {
    const texts = [
      ['List, empty', 'No data found.'],
      ['Table, empty', 'No data found.'],
      ['Upload: The upload failed.', 'The upload failed.'],
      ['Image preview, failed', 'FAILED'],
      ['QR code, expired', 'The QR code has expired.'],
      ['With the label filled in', /Please enter \w+/],
      ['With the label filled in', /must be between 6 and 8 characters/],
      ['Form with errors', 'Please enter Name'],
    ] as const;
    for (const [name, text] of texts) await sample(name).getByText(text).first().waitFor();
    const toasts = await sample('Toasts, still').locator('.toast').count();
    expect(toasts).toBe(6);
  });

  test('a part that fails leaves the rest alive', async () => {
    await sample('A part of the page that failed').getByRole('alert').waitFor();
    expect(complaints.join('\n')).toContain('a sample of a part that fails');
  });

  test('an expired QR code is gone until it is refreshed', async () => {
    const code = sample('QR code, expired');
    const before = await code.locator('path').getAttribute('d');
    await code.getByRole('button', { name: 'Refresh' }).click();
    await code.getByText('The QR code has expired.').waitFor({ state: 'detached' });
    expect(await code.locator('path').getAttribute('d')).not.toBe(before);
  });

  test('axe finds no serious fault, in both themes', async () => {
    await page.addStyleTag({ content: '* { transition: none !important; }' });
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme);
      expect([theme, await axeFaults(page, { serious: true })]).toEqual([theme, []]);
    }
  });
});

describe('a toast', () => {
  const live = () => page.locator('.toasts .toast');
  const press = (name: string) =>
    sample('Toasts, live').getByRole('button', { name, exact: true }).click();

  /** The page's clock stands still; each test moves it. */
  beforeAll(async () => {
    await page.clock.pauseAt(Date.now() + 3_600_000);
  });

  afterEach(async () => {
    await page.mouse.move(0, 0);
    await page.clock.runFor(TOAST_MS);
    expect(await live().count()).toBe(0);
  });

  test('stands at the top, in the middle, 8 pixels down', async () => {
    await press('info');
    // It slides in.
    await expect.poll(async () => (await live().boundingBox())?.y).toBe(8);
    const box = await live().boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThanOrEqual(1);
  });

  test('of five kinds is announced, stacks, and goes after 3 seconds', async () => {
    for (const kind of ['info', 'success', 'question', 'warning', 'error']) await press(kind);
    const roles = await live().evaluateAll((toasts) => toasts.map((one) => one.role));
    expect(roles).toEqual(['status', 'status', 'status', 'status', 'alert']);
    await page.clock.runFor(TOAST_MS - 1);
    expect(await live().count()).toBe(5);
  });

  test('stays while the pointer is on it', async () => {
    await press('question');
    await live().hover();
    await page.clock.runFor(10 * TOAST_MS);
    expect(await live().count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(TOAST_MS - 1);
    expect(await live().count()).toBe(1);
  });

  test('loading stays until what it tells of is done', async () => {
    await press('loading');
    await page.clock.runFor(SAMPLE_MS - 1);
    expect(await page.locator('.toasts .toast-loading').count()).toBe(1);
    await page.clock.runFor(1);
    expect(await page.locator('.toasts .toast-loading').count()).toBe(0);
    expect(await page.locator('.toasts .toast-success').count()).toBe(1);
  });
});
