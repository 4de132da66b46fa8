/** Anyone sees what the exchange owes and has; an owner checks to be counted, here and with the verifier alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { complaintsOf, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { signIn } from '../support/web-pages.ts';

const PASSWORD = 'a long enough passphrase';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 760 };

const folder = mkdtempSync(join(tmpdir(), 'halcyon-reserves-'));
let exchange: ExchangeProcess;
let browser: Browser;
let copies = 0;

/** A copy takes a snapshot, and a snapshot makes a root: nobody waits for two minutes. */
async function makeRoot(): Promise<void> {
  copies += 1;
  await exchange.run('backup', '--to', join(folder, `copy-${copies}`));
}

async function opened(viewport: typeof DESKTOP, theme: 'dark' | 'light', name = ''): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: exchange.baseUrl });
  await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  if (name !== '') {
    await signIn(context, exchange.baseUrl, { email: `${name}@example.com`, password: PASSWORD });
  }
  const page = await context.newPage();
  await page.goto('/proof-of-reserves');
  await page.getByRole('heading', { name: 'Proof of reserves' }).waitFor();
  return page;
}

async function downloaded(page: Page, button: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync(await (await coming).path(), 'utf8');
}

/** The verifier with files alone, as somebody runs it elsewhere. */
function verified(...texts: readonly string[]): { readonly status: number; readonly said: string } {
  const paths = texts.map((text, n) => {
    const path = join(folder, `given-${n}.json`);
    writeFileSync(path, text);
    return path;
  });
  const args = [join(folder, 'verify-reserves.mjs'), ...paths];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status: status ?? -1, said: stdout };
}

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  await exchange.trader('ada', 'USDT=1000000,BTC=10');
  await exchange.trader('bob', 'USDT=250');
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('the proof of reserves', () => {
  let proof = '';
  let roots = '';

  test('before the first root the page says so', async () => {
    const page = await opened(PHONE, 'dark');
    await page.getByText('No root has been made yet.').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('a stranger sees every coin, and that all roots hold together', async () => {
    await makeRoot();
    const page = await opened(DESKTOP, 'dark');
    const complaints = complaintsOf(page);
    const table = page.getByRole('region', { name: 'Reserves' });
    await table.getByText('1,000,250').first().waitFor();
    await page.getByText('Roots: 1. Each covers the one before.').waitFor();
    await page.getByRole('link', { name: 'Log in to check your balance' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('an owner sees to be counted, with each step, and keeps the proof', async () => {
    const page = await opened(PHONE, 'light', 'ada');
    await page.getByRole('button', { name: 'Check my balance' }).click();
    await page.getByText('Counted: every amount below is in the root.').waitFor();
    const usdt = page.locator('details').filter({ hasText: 'USDT' });
    await usdt.getByText('1,000,000 USDT').first().waitFor();
    await usdt.locator('summary').click();
    await usdt.getByText('The root: all users together').waitFor();
    await usdt.getByText('1,000,250 USDT').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    proof = await downloaded(page, 'Download my proof');
    roots = await downloaded(page, 'Download all roots');
    const verifier = await downloaded(page, 'Download the verifier');
    writeFileSync(join(folder, 'verify-reserves.mjs'), verifier);
    await page.context().close();
  });

  test('the verifier says the same with the files alone, and finds what was changed', () => {
    const sound = verified(proof, roots);
    expect(sound.said).toContain('Proved: every amount below is in the root.');
    expect(sound.said).toContain('USDT: 1000000 owed to you');
    expect(sound.status).toBe(0);
    const more = proof.replace('"owed": "100000', '"owed": "200000');
    expect(more).not.toBe(proof);
    expect(verified(more, roots).status).toBe(1);
    expect(verified(proof, '[]').said).toContain('The list has no root with this link.');
    expect(verified('{}').said).toContain('This is no proof of reserves');
  });

  test('a root that this browser saw and that is gone is told', async () => {
    const page = await opened(DESKTOP, 'light', 'bob');
    await page.getByText('Roots: 1.').waitFor();
    await exchange.trader('cid', 'USDT=5');
    await makeRoot();
    await page.reload();
    await page.getByText('Roots: 2.').waitFor();
    await page.getByText('All of them are still there, unchanged.').waitFor();
    await page.route('**/reserves/roots?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { roots: object[] } };
      const [first] = body.data.roots;
      await route.fulfill({ json: { ...body, data: { roots: [first] } } });
    });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'is missing or was changed' }).waitFor();
    await page.context().close();
  });

  test('trees that a disk lost are told on page and health; the roots stay', async () => {
    const reserves = join(exchange.folder, 'live/reserves');
    for (const name of readdirSync(reserves)) {
      if (name.startsWith('tree-')) rmSync(join(reserves, name));
    }
    const page = await opened(DESKTOP, 'dark', 'ada');
    await page.getByRole('button', { name: 'Check my balance' }).click();
    await page.getByText('A file of the proof is damaged or missing.').first().waitFor();
    await page.getByText('Roots: 2. Each covers the one before.').waitFor();
    const health = await fetch(`${exchange.baseUrl}/healthz`);
    expect(JSON.stringify(await health.json())).toContain('reserves');
    await page.context().close();
  });
});
