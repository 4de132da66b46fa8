/** S2, S3 in the browser: an authenticator app is set up, asked for, stood in for, and removed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCode } from '../../packages/testkit/src/authenticator/index.ts';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { makeSessionsOlder } from '../support/older-sessions.ts';
import { dropSession, signIn } from '../support/web-pages.ts';

const PASSWORD = 'plum tree under rain 77';
const EMAIL = 'second-factor-ada@example.com';
const PROOF_MS = 5 * 60 * 1000;

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let complaints: string[];
let codes: string[] = [];

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', EMAIL, '--password', PASSWORD);
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
  await signIn(page.context(), exchange.baseUrl, { email: EMAIL, password: PASSWORD });
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** Makes the proof of every session look old. */
function timePasses(): void {
  makeSessionsOlder(exchange.folder, EMAIL, 'created_at', PROOF_MS);
}

const dialogOf = (name: string) => page.getByRole('dialog', { name });
const secretShown = () => dialogOf('Authenticator app').locator('code').innerText();

/** Opens the page and begins to set an app up. */
async function beginSetup(button: string): Promise<void> {
  await page.goto(`${exchange.baseUrl}/modifyverification`);
  await page.getByRole('button', { name: button }).click();
  await dialogOf('Authenticator app').getByRole('img', { name: 'Authenticator key' }).waitFor();
}

/** Codes that were typed again. */
let retyped = 0;

/** Shows the code of now; one whose 30 s ended on the way is typed again. */
async function typeCode(secret: string): Promise<void> {
  const dialog = dialogOf('Authenticator app');
  for (let tries = 0; tries < 2; tries++) {
    await dialog.getByLabel('Code from the app').fill(appCode(secret, Date.now()));
    await page.keyboard.press('Enter');
    const refused = dialog.getByRole('alert');
    const kept = page.getByRole('button', { name: 'I have saved them' });
    await refused.or(kept).first().waitFor();
    if (await kept.isVisible()) return;
    retyped += 1;
  }
}

test('a QR code expires and is refreshed', async () => {
  await page.clock.install();
  await beginSetup('Set up');
  const first = await secretShown();
  await page.clock.fastForward(PROOF_MS);
  await page.getByText('The QR code has expired.').waitFor();
  expect(await dialogOf('Authenticator app').getByText(first).count()).toBe(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('The QR code has expired.').waitFor({ state: 'detached' });
  expect(await secretShown()).not.toBe(first);
});

test('the first code sets the app up; backup codes are shown once', async () => {
  await beginSetup('Set up');
  await typeCode(await secretShown());
  const shown = await dialogOf('Backup codes').locator('code').innerText();
  codes = shown.trim().split('\n');
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('Backup codes left: 10').waitFor();
  await page.reload();
  await page.getByText('Backup codes left: 10').waitFor();
  expect(await page.content()).not.toContain(codes[0]);
});

test('log-in asks for the code after the password', async () => {
  await dropSession(page);
  await page.goto(`${exchange.baseUrl}/login?returnTo=%2Fmodifyverification`);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code', { exact: true });
  await code.waitFor();
  // The field that came is where one goes on.
  await expect.poll(() => code.evaluate((field) => field.matches(':focus'))).toBe(true);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong or has been used.').waitFor();
  await code.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('Backup codes left: 9').waitFor();
});

test('what is grave asks for a code when the last proof is old, and goes on', async () => {
  timePasses();
  await page.getByRole('button', { name: 'New backup codes' }).click();
  const dialog = dialogOf('Confirm your identity');
  await dialog.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const shown = await dialogOf('Backup codes').locator('code').innerText();
  expect(shown).not.toContain(codes[2]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('Backup codes left: 10').waitFor();
});

test('removed, it is asked for no more; the mails told of both', async () => {
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = dialogOf('Authenticator app');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await toastSaid(page, 'The authenticator app was removed.');
  await page.getByText('Not set up').waitFor();
  const mails = exchange.command<{ subject: string }[]>('mail', 'list', '--email', EMAIL);
  // Its cookies were gone: the browser was a new one.
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Authenticator app removed',
    'New log-in to Halcyon',
    'Authenticator app set up',
  ]);
  // The browser itself reports what was refused; nothing else went wrong.
  const others = complaints.filter((text) => !/status of 40[13]/.test(text));
  expect(others.filter((text) => !/status of 400/.test(text))).toEqual([]);
  expect(others).toHaveLength(retyped);
});
