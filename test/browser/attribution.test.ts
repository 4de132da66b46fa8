/** Referral attribution as a visitor's browser shows it: storage, console, and what is registered. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const DAY = 24 * 60 * 60 * 1000;
const CODES =
  'channelCode=chan&vipCode=vip&clacCode=cl&commonCode=co&groupId=gr&actCode=ac' as const;

let exchange: ExchangeProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  complaints = complaintsOf(page);
});

afterEach(async () => {
  await context.close();
  rmSync(join(exchange.folder, 'attribution.json'), { force: true });
});

/** Opens a path and waits until nothing more is loaded. */
async function land(path: string): Promise<string> {
  const address = exchange.baseUrl + path;
  await page.goto(address, { waitUntil: 'networkidle' });
  return address;
}

/** Everything of attribution in localStorage. */
function kept(): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).filter(([key]) => /^(referral|register)-/.test(key)),
    ),
  );
}

async function record(): Promise<Record<string, unknown>> {
  const text = (await kept())['referral-attribution'];
  return text === undefined ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function configure(config: unknown): void {
  writeFileSync(join(exchange.folder, 'attribution.json'), JSON.stringify(config));
}

describe('a landing', () => {
  test('is kept as a record and as single registration keys', async () => {
    const before = Date.now();
    const address = await land(`/markets?${CODES}`);
    await expect.poll(record).not.toEqual({});
    const { effectiveEndTime, ...rest } = await record();
    expect(rest).toEqual({
      channelCode: 'chan',
      vipCode: 'vip',
      clacCode: 'cl',
      commonCode: 'co',
      groupId: 'gr',
      actCode: 'ac',
      currentLink: address,
    });
    expect(effectiveEndTime).toBeGreaterThanOrEqual(before + 30 * DAY);
    expect(effectiveEndTime).toBeLessThanOrEqual(Date.now() + 30 * DAY);
    expect(await kept()).toMatchObject({
      'register-channel-code': 'chan',
      'register-vip-code': 'vip',
      'register-clac-code': 'cl',
      'register-common-code': 'co',
      'register-group-id': 'gr',
      'register-act-code': 'ac',
    });
  });

  test('keeps no channel without its vipCode', async () => {
    await land('/?channelCode=chan');
    expect(await kept()).toEqual({});
  });

  test('follows the lists while the configuration is not open', async () => {
    const channelCodeList = [{ channelCode: 'chan', cacheEffectiveTime: 2 }];
    configure({ open: false, channelCodeList, activeLinkList: [{ activeLink: '/markets' }] });
    await land('/?channelCode=stranger&vipCode=vip&actCode=ac');
    expect(await kept()).toEqual({});
    await land(`/?${CODES}`);
    const listed = { channelCode: 'chan', vipCode: 'vip', actCode: '' };
    await expect.poll(record).toMatchObject(listed);
    await land(`/markets?${CODES}`);
    const active = { channelCode: 'chan', actCode: 'ac', groupId: 'gr' };
    await expect.poll(record).toMatchObject(active);
    const first = await record();
    await land(`/markets?${CODES}`);
    expect(await record()).toEqual(first);
  });

  test('outside the window keeps nothing', async () => {
    configure({ open: true, cacheBeginTime: Date.now() + DAY });
    await land(`/?${CODES}`);
    expect(await kept()).toEqual({});
  });

  test('whose configuration cannot be read is logged and ignored', async () => {
    await page.route('**/attribution-config', (route) => route.abort());
    await land(`/markets?${CODES}`);
    await expect.poll(() => complaints.join('\n')).toContain('referral attribution:');
    expect(await kept()).toEqual({});
    await page.getByRole('heading', { name: 'Markets' }).waitFor();
  });

  test('is forgotten once it has expired', async () => {
    await land(`/?${CODES}`);
    await expect.poll(record).not.toEqual({});
    await page.evaluate(() => {
      const text = localStorage.getItem('referral-attribution') ?? '{}';
      const expired = { ...JSON.parse(text), effectiveEndTime: Date.now() - 1 };
      localStorage.setItem('referral-attribution', JSON.stringify(expired));
    });
    await land('/markets');
    await expect.poll(kept).toEqual({});
  });

  test('goes along with the registration and is shown to the operator', async () => {
    const address = await land(`/?${CODES}`);
    await expect.poll(record).not.toEqual({});
    await land('/register');
    await page.getByLabel('E-mail').fill('referred@example.com');
    await page.getByLabel('Password').fill('plum tree under rain 77');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/asset/spot');
    const users = exchange.command<{ email: string; attribution: unknown }[]>(
      'user',
      'list',
      '--attribution',
    );
    expect(users.find(({ email }) => email === 'referred@example.com')?.attribution).toEqual({
      channelCode: 'chan',
      vipCode: 'vip',
      clacCode: 'cl',
      commonCode: 'co',
      groupId: 'gr',
      actCode: 'ac',
      currentLink: address,
    });
  });
});
