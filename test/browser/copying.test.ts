/** Copy trading on its pages: a trader and a follower, one price, who was left out and why, the share, and leaving. */
import { join } from 'node:path';
import { CommandKind } from '@halcyon/domain';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../packages/gateway/src/web/testing/gateway.ts';
import { Estate } from '../../packages/gateway/test/estate.ts';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { signIn } from '../support/web-pages.ts';

const WEB_ROOT = join(import.meta.dirname, '../../apps/web/dist');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 760 };
const SHOTS = process.env['HALCYON_SHOTS'];

let estate: Estate;
let browser: Browser;
let trader: BrowserContext;
let follower: BrowserContext;

beforeAll(async () => {
  estate = await Estate.open(WEB_ROOT);
  browser = await workerBrowser();
  [trader, follower] = await Promise.all([contextOf('owner'), contextOf('other')]);
});
afterAll(async () => {
  await browser?.close();
  await estate?.close();
});
beforeEach(() => estate.prices());

/** The browser of somebody who has an estate. */
async function contextOf(who: 'owner' | 'other', viewport = DESKTOP): Promise<BrowserContext> {
  const { url: baseURL } = estate.server;
  const context = await browser.newContext({ viewport, baseURL });
  await signIn(context, baseURL, { email: `${who}@example.com`, password: PASSWORD });
  return context;
}

async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('.copy-page h1').waitFor();
  return page;
}

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined)
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

/** Portions of batches are worked out with the next commands. */
function settle(): void {
  for (let i = 0; i < 3; i++) estate.server.engine.apply({ kind: CommandKind.tick });
}

const said = (page: Page) => page.getByText('Done.', { exact: true }).first().waitFor();

describe('copy trading', () => {
  let id = '';

  test('somebody becomes a trader, and somebody follows with settings of their own', async () => {
    const mine = await opened(trader, '/copy-trading/mine');
    await mine.getByRole('button', { name: 'Become a trader' }).click();
    const dialog = mine.getByRole('dialog');
    await dialog.getByLabel('Amount', { exact: true }).fill('50');
    await dialog.getByRole('button', { name: 'Become a trader' }).click();
    await dialog.getByText('At least 100 USDT.').waitFor();
    expect(await dialog.getByLabel('Amount', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await dialog.getByLabel('Amount', { exact: true }).fill('1000');
    await dialog.getByRole('button', { name: 'Become a trader' }).click();
    await said(mine);
    const link = mine.getByRole('link', { name: /^Portfolio \d+$/ });
    id = (await link.textContent())!.replace(/\D/g, '');

    const page = await opened(follower, `/copy-trading/trader/${id}`);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Amount', { exact: true }).fill('500');
    await form.getByLabel('Largest order').fill('800');
    await form.getByLabel('Slippage at most').fill('20');
    await shot(page, 'follow');
    await form.getByRole('button', { name: 'Follow', exact: true }).click();
    await form.getByText('20 % is out of range. The limit is 10 %.').waitFor();
    // The keyboard is where it is to be put right.
    await form.locator('input[aria-invalid="true"]:focus').waitFor();
    await form.getByLabel('Slippage at most').fill('5');
    await form.getByRole('button', { name: 'Follow', exact: true }).click();
    await said(page);
    await page.getByRole('link', { name: 'You follow this trader' }).waitFor();
    for (const one of [mine, page]) await one.close();
  });

  test('a trader sets leverage and margin mode of a contract, and is told the limit', async () => {
    const mine = await opened(trader, '/copy-trading/mine');
    await mine.getByRole('button', { name: 'Details' }).click();
    const open = mine.getByRole('button', { name: 'Leverage / Margin mode' });
    await open.click();
    const dialog = mine.getByRole('dialog');
    const leverage = dialog.getByLabel('Leverage', { exact: true });
    const before = await leverage.inputValue();
    await dialog.getByLabel('Margin mode').selectOption('isolated');
    await leverage.fill('21');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('input[aria-invalid="true"]:focus').waitFor();
    expect(await axeFaults(mine)).toEqual([]);
    await shot(mine, 'contract-terms');
    await leverage.fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said(mine);
    await open.click();
    await dialog.waitFor();
    expect(await leverage.inputValue()).toBe('7');
    expect(await dialog.getByLabel('Margin mode').inputValue()).toBe('isolated');
    // As it was, for what follows.
    await dialog.getByLabel('Margin mode').selectOption('crossed');
    await leverage.fill(before);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await mine.close();
  });

  test('both have the same price, and who was left out sees why', async () => {
    estate.offerContract(60_000);
    const mine = await opened(trader, '/copy-trading/mine');
    await mine.getByRole('button', { name: 'Details' }).click();
    for (const size of ['0.02', '0.04']) {
      await mine.getByLabel('Size').fill(size);
      await mine.getByRole('button', { name: 'Place an order for all' }).click();
      await said(mine);
      settle();
    }
    await mine
      .getByRole('region', { name: 'Orders and followers' })
      .getByText('0.04')
      .first()
      .waitFor();
    await shot(mine, 'mine-trader');
    const page = await opened(follower, '/copy-trading/mine');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByText('Above your largest order').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog');
    await settings.getByRole('button', { name: 'Try on the last 90 days' }).click();
    const tried = settings.getByRole('region', { name: 'What it would have brought' }).first();
    await tried.getByText('1 / 2', { exact: true }).waitFor();
    await tried.getByText('Left out: Above your largest order').waitFor();
    await shot(page, 'dry-run');
    // With other settings it is another result, and the one before is gone.
    await settings.getByLabel('Largest order').fill('');
    await tried.waitFor({ state: 'detached' });
    await settings.getByRole('button', { name: 'Try on the last 90 days' }).click();
    await tried.getByText('2 / 2', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: '0.01' }).filter({ hasText: 'BTC' });
    expect((await row.allTextContents()).join()).toContain('60,000');
    await shot(page, 'mine-follower');
    const detail = await opened(follower, `/copy-trading/trader/${id}`);
    await detail
      .getByRole('button', { name: /^Each owner’s part of order/ })
      .last()
      .click();
    const dialog = detail.getByRole('dialog');
    await dialog.getByRole('row').nth(2).waitFor();
    const parts = (await dialog.getByRole('row').allTextContents()).slice(1);
    expect(parts.filter((part) => part.includes('60,000'))).toHaveLength(2);
    await detail.keyboard.press('Escape');
    await shot(detail, 'trader');
    for (const one of [mine, page, detail]) await one.close();
  });

  test('the share is settled when the follower stops, and the trader sees its arithmetic', async () => {
    estate.prices(63_000);
    estate.bid(63_000);
    const page = await opened(follower, '/copy-trading/mine');
    await page.getByRole('button', { name: 'Stop copying' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop copying' }).click();
    await said(page);
    await page.getByText('Ended').first().waitFor();
    const detail = await opened(trader, `/copy-trading/trader/${id}`);
    const shares = detail.getByRole('region', { name: 'Profit shares' });
    await shares.getByRole('row').filter({ hasText: '10 %' }).waitFor();
    await page.goto('/copy-trading/mine');
    await page.getByText('Ended').first().waitFor();
    await page.getByText('Closed by you').waitFor();
    for (const one of [page, detail]) await one.close();
  });

  test('both are told, and the overview of assets has what is in portfolios', async () => {
    const page = await follower.newPage();
    await page.goto('/record/exchange/notifications');
    const own = page.getByRole('link', { name: /^(New: )?Copy portfolio \d+/ });
    await own.filter({ hasText: 'was opened with 500 USDT' }).waitFor();
    await own.filter({ hasText: 'orders left out that day: 1' }).waitFor();
    await own.filter({ hasText: 'profit share paid' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, 'notices');
    await page.goto('/asset');
    await page.locator('.asset-account').first().waitFor();
    // What has ended is no account any more.
    expect(await page.locator('.asset-account', { hasText: 'Copy trading' }).count()).toBe(0);
    const traders = await trader.newPage();
    await traders.goto('/asset');
    const row = traders.locator('.asset-account', { hasText: 'Copy trading' });
    await row.waitFor();
    expect(await row.textContent()).toContain('997.84');
    await shot(traders, 'assets');
    await row.click();
    await traders.getByRole('button', { name: 'Details' }).click();
    await traders.getByRole('region', { name: 'Money in and out' }).waitFor();
    const [file] = await Promise.all([
      traders.waitForEvent('download'),
      traders.getByRole('group', { name: 'Export' }).getByRole('button').first().click(),
    ]);
    expect(file.suggestedFilename()).toBe(`halcyon-${id}-ledger.csv`);
    for (const one of [page, traders]) await one.close();
  });

  test('traders are listed, narrowed and compared', async () => {
    const { data } = JSON.parse(
      (await estate.web(estate.owner, 'POST', '/copy/portfolios', { amount: '200' })).text,
    ) as { data: { id: string } };
    const context = await browser.newContext({ viewport: DESKTOP, baseURL: estate.server.url });
    const page = await opened(context, '/copy-trading');
    const complaints = complaintsOf(page);
    await page.getByRole('link', { name: id }).waitFor();
    for (const one of [id, data.id]) {
      await page.getByRole('checkbox', { name: `Compare trader ${one}` }).check();
    }
    await page.getByRole('region', { name: 'Compare' }).getByText(`Trader ${id}`).waitFor();
    await shot(page, 'traders');
    await page.getByLabel('Followers at least').fill('5');
    await page.getByText('No trader fits.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('every page fits and has no faults of accessibility: %s', async (_name, viewport) => {
    const context = await contextOf('owner', viewport);
    for (const theme of ['dark', 'light'] as const) {
      for (const path of ['/copy-trading', '/copy-trading/mine', `/copy-trading/trader/${id}`]) {
        const page = await context.newPage();
        await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
        await page.goto(path);
        await page.locator('.copy-section').first().waitFor();
        const details = page.getByRole('button', { name: 'Details' });
        if (path.endsWith('mine')) await details.last().click();
        await page.waitForLoadState('networkidle');
        await shot(page, `${path.split('/')[2] ?? 'list'}-${viewport.width}-${theme}`);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([path, wide]).toEqual([path, viewport.width]);
        expect(await axeFaults(page)).toEqual([]);
        await page.close();
      }
    }
    await context.close();
  });
});
