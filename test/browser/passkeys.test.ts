/** S2, S3 in the browser: a passkey is made, signs in by button and by field, proves, and is removed. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, toastSaid, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { makeSessionsOlder } from '../support/older-sessions.ts';
import { dropSession, signIn } from '../support/web-pages.ts';

const PERSON = { email: 'passkeys-ada@example.com', password: 'plum tree under rain 77' };
const PROOF_MS = 5 * 60 * 1000;

let exchange: ExchangeProcess;
let browser: Browser;
let page: Page;
let device: CDPSession;
let authenticatorId: string;
let complaints: string[];
let site: string;

beforeAll(async () => {
  exchange = await ExchangeProcess.shared();
  await exchange.ask('user', 'create', '--email', PERSON.email, '--password', PERSON.password);
  site = exchange.baseUrl.replace('127.0.0.1', 'localhost');
  browser = await workerBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  complaints = complaintsOf(page);
  await signIn(page.context(), site, PERSON);
  device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable', { enableUI: false });
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options }));
});

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

const dialogOf = (name: string) => page.getByRole('dialog', { name });
// The whole name: what a passkey was called before may hold its new name.
const row = (name: string) =>
  page.getByRole('region', { name: 'Passkeys' }).getByText(name, { exact: true });

/** Whether its person touches the device when asked. */
async function touches(enabled: boolean): Promise<void> {
  await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}

/** Whether the device knows its person's finger. */
async function knows(isUserVerified: boolean): Promise<void> {
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a page by its address says why it has none', async () => {
  await signIn(page.context(), exchange.baseUrl, PERSON);
  await page.goto(`${exchange.baseUrl}/account/security`);
  await page.getByText('open the exchange as localhost').waitFor();
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
});

test('one is made and named; the first brings backup codes', async () => {
  await page.goto(`${site}/account/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialogOf('Add a passkey').getByLabel('Name').fill('Work laptop');
  await knows(false);
  await page.keyboard.press('Enter');
  await dialogOf('Add a passkey').getByRole('alert').getByText('No passkey was shown').waitFor();
  await knows(true);
  await dialogOf('Add a passkey').getByRole('button', { name: 'Add a passkey' }).click();
  await toastSaid(page, 'The passkey was added.');
  const codes = await dialogOf('Backup codes').locator('code').innerText();
  expect(codes.trim().split('\n')).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await row('Work laptop').waitFor();
  await page.getByText('Withdrawals are frozen until').waitFor();
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
});

test('it gets another name', async () => {
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialogOf('Rename').getByLabel('Name').fill('Travel laptop');
  await page.keyboard.press('Enter');
  await row('Travel laptop').waitFor();
});

test('what is grave is proved with it', async () => {
  makeSessionsOlder(exchange.folder, PERSON.email, 'created_at', PROOF_MS);
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialogOf('Rename').getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  await dialogOf('Confirm your identity').getByRole('button', { name: 'Use a passkey' }).click();
  await row('Laptop').waitFor();
});

test('log-in takes it by the button, by keyboard too', async () => {
  await touches(false);
  await dropSession(page);
  await page.goto(`${site}/login?returnTo=%2Faccount%2Fsecurity`);
  await page.getByLabel('Password').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await button.waitFor();
  await button.focus();
  await touches(true);
  await page.keyboard.press('Enter');
  await row('Laptop').waitFor();
});

test('log-in takes it from the field, without a button', async () => {
  await dropSession(page);
  await page.goto(`${site}/login?returnTo=%2Faccount%2Fsecurity`);
  await row('Laptop').waitFor();
});

test('the password alone signs in no more', async () => {
  await touches(false);
  await dropSession(page);
  await page.goto(`${site}/login?returnTo=%2Faccount%2Fsecurity`);
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Password').fill(PERSON.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code', { exact: true }).waitFor();
  await touches(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await row('Laptop').waitFor();
});

test('removed, the device shows it in vain', async () => {
  const list = page.getByRole('region', { name: 'Passkeys' });
  await list.getByRole('button', { name: 'Remove' }).click();
  await dialogOf('Laptop').getByRole('button', { name: 'Remove' }).click();
  await toastSaid(page, 'The passkey was removed.');
  await touches(false);
  await dropSession(page);
  await page.goto(`${site}/login`);
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await button.waitFor();
  await touches(true);
  await button.click();
  await page.getByRole('alert').getByText('The passkey was not accepted').waitFor();
  const mails = exchange.command<{ subject: string }[]>('mail', 'list', '--email', PERSON.email);
  const subjects = mails.map(({ subject }) => subject);
  expect(subjects).toContain('Passkey added');
  expect(subjects).toContain('Passkey removed');
  // The browser itself reports what was refused; nothing else went wrong.
  expect(complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([]);
});
