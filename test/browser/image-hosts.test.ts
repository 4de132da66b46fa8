/** Images from other hosts: measured, chosen, rewritten, and given up when they fail. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const IMAGES = join(import.meta.dirname, '../../apps/web/public');
const ENTRY = 'fastest-image-domain';
const MARK = '/static/img/coins/btc.svg';

/** A host that serves the images as the exchange does. */
class ImageHost {
  readonly server: Server;
  origin = '';
  down = false;
  /** Takes requests and does not answer them. */
  silent = false;
  asked: string[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname;
      this.asked.push(path);
      if (this.down || !/^\/static\/img\/[a-z/]+\.svg$/.test(path)) {
        response.writeHead(503).end();
        return;
      }
      if (this.silent) return;
      const body = readFileSync(join(IMAGES, path));
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(body);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

let slow: ImageHost;
let fast: ImageHost;
let stranger: ImageHost;
let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [slow, fast, stranger] = await Promise.all([
    new ImageHost().start(),
    new ImageHost().start(),
    new ImageHost().start(),
  ]);
  const hosts = `${slow.origin},${fast.origin}`;
  exchange = await ExchangeProcess.start({ HALCYON_IMAGE_HOSTS: hosts, HALCYON_PAPER: 'off' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
  for (const host of [slow, fast, stranger]) host?.stop();
});

beforeEach(async () => {
  for (const host of [slow, fast, stranger]) {
    host.asked = [];
    host.down = false;
    host.silent = false;
  }
  context = await browser.newContext();
  page = await context.newPage();
  complaints = complaintsOf(page);
});

afterEach(async () => {
  await context.close();
});

function entry(): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), ENTRY);
}

/** Where the mark of the first market comes from, once it is drawn. */
async function markSource(): Promise<string> {
  const mark = page.locator('.market-table img[src*="btc.svg"]').first();
  await expect
    .poll(() =>
      mark.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBeGreaterThan(0);
  return (await mark.getAttribute('src')) ?? '';
}

async function visit(): Promise<string> {
  await page.goto(`${exchange.baseUrl}/markets`);
  return markSource();
}

/** Measuring waits for the list of hosts, which comes with the session: not before the call. */
async function holdMeasurement(): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/web/v1/session', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe('images', () => {
  test('come from the exchange first, then from the host that was measured as fastest', async () => {
    slow.silent = true;
    const measure = await holdMeasurement();
    expect(await visit()).toBe(MARK);
    expect(await entry()).toBeNull();
    measure();
    await expect.poll(entry).toBe(fast.origin);
    const probe = ['/static/img/probe.svg'];
    await expect.poll(() => [slow.asked, fast.asked]).toEqual([probe, probe]);
    expect(await visit()).toBe(fast.origin + MARK);
    expect(complaints).toEqual([]);
  });

  test('an entry that is a bare host name of the list counts too', async () => {
    await page.addInitScript(`localStorage.setItem('${ENTRY}', '${new URL(slow.origin).host}')`);
    expect(await visit()).toBe(slow.origin + MARK);
  });

  test('an entry outside the served list is ignored', async () => {
    await page.addInitScript(`localStorage.setItem('${ENTRY}', '${stranger.origin}')`);
    expect(await visit()).toBe(MARK);
    expect(stranger.asked).toEqual([]);
  });

  test('the default stays when no host answers', async () => {
    slow.down = true;
    fast.down = true;
    expect(await visit()).toBe(MARK);
    await expect.poll(() => fast.asked.length).toBeGreaterThan(0);
    await expect.poll(() => slow.asked.length).toBeGreaterThan(0);
    expect(await entry()).toBeNull();
  });

  test('an image that its host has not comes from the exchange, and the entry goes', async () => {
    slow.silent = true;
    await visit();
    await expect.poll(entry).toBe(fast.origin);
    fast.down = true;
    expect(await visit()).toBe(MARK);
    expect(await entry()).toBeNull();
  });

  test('may come from exactly the listed hosts', async () => {
    const answer = await page.goto(`${exchange.baseUrl}/markets`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    const allowed = policy.split('; ').find((part) => part.startsWith('img-src'));
    expect(allowed).toBe(`img-src 'self' data: ${slow.origin} ${fast.origin}`);
    const image = await fetch(exchange.baseUrl + MARK);
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
    expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('every listed coin has a mark', async () => {
    const answer = await fetch(`${exchange.baseUrl}/api/web/v1/coins`);
    const { data } = (await answer.json()) as { data: { coin: string; iconUrl: string }[] };
    expect(data.length).toBeGreaterThan(15);
    expect(data.filter(({ iconUrl }) => iconUrl === '')).toEqual([]);
  });
});
