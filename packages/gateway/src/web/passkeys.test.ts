/** S2, S3: passkeys over HTTP: bound to the page's origin, to the session's person, and to one use. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PasskeyRow, SecurityState } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoftPasskey } from '../../../testkit/src/authenticator/passkey.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const ROUTE = `${API}/passkeys`;

let server: TestGateway;
/** The same server by its name: an address has no passkeys. */
let site: string;
let people = 0;

beforeAll(async () => {
  server = await startTestGateway();
  site = server.url.replace('127.0.0.1', 'localhost');
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

interface Begun {
  readonly user: { readonly email: string };
  readonly csrfToken: string;
  readonly codes: readonly string[];
}

const post = <T>(browser: Browser, path: string, body?: unknown, origin = site) =>
  browser.call<T>('POST', path, body, { origin });

async function signedIn(): Promise<{ browser: Browser; email: string }> {
  const browser = new Browser(server.url);
  const email = `passkey${people++}@example.com`;
  await browser.register(email);
  return { browser, email };
}

async function addTo(browser: Browser, device: SoftPasskey) {
  const { data: options } = await post(browser, `${ROUTE}/setup`);
  const body = { name: 'Phone', passkey: device.make(options) };
  const answer = await post<Begun>(browser, ROUTE, body);
  expect(answer.status).toBe(200);
  browser.csrfToken = answer.data.csrfToken;
  return answer.data;
}

async function enter(browser: Browser, device: SoftPasskey, shownAt = site) {
  const { data: options } = await post(browser, `${ROUTE}/login-challenge`);
  const passkey = device.show(options, { origin: shownAt });
  return post<Begun>(browser, `${ROUTE}/login`, { passkey });
}

describe('passkeys', () => {
  it('is made with a proof, listed, named, signs in, and is removed', async () => {
    const { browser, email } = await signedIn();
    const device = new SoftPasskey(site);
    expect((await addTo(browser, device)).codes).toHaveLength(10);
    const rows = async () => (await browser.call<PasskeyRow[]>('GET', ROUTE)).data;
    const [{ id } = { id: '' }] = await rows();
    expect(await rows()).toMatchObject([{ name: 'Phone', usedAt: null }]);
    const named = await browser.call('PATCH', `${ROUTE}/${id}`, { name: 'Work' });
    expect(named.status).toBe(200);
    const elsewhere = new Browser(server.url);
    const answer = await enter(elsewhere, device);
    expect([answer.status, answer.data.user.email]).toEqual([200, email]);
    elsewhere.csrfToken = answer.data.csrfToken;
    expect(await rows()).toMatchObject([{ name: 'Work', usedAt: expect.any(Number) }]);
    const { data: state } = await elsewhere.call<SecurityState>('GET', `${API}/security`);
    expect(state.secondFactor).toBe(true);
    expect(state.withdrawalsFrozenUntil).toBeGreaterThan(Date.now());
    expect((await elsewhere.call('DELETE', `${ROUTE}/${id}`)).status).toBe(200);
    // Every other session has ended with it.
    expect((await browser.call('GET', ROUTE)).status).toBe(401);
    const refused = await enter(new Browser(server.url), device);
    expect([refused.status, refused.reason]).toEqual([401, 'badPasskey']);
  });

  it('works on a page of ours that has a name, and on no other', async () => {
    const { browser } = await signedIn();
    const device = new SoftPasskey(site);
    await addTo(browser, device);
    const byAddress = await post(browser, `${ROUTE}/setup`, undefined, server.url);
    expect([byAddress.status, byAddress.reason]).toEqual([400, 'badRequest']);
    const foreign = await enter(new Browser(server.url), device, 'https://halcyon.example.net');
    expect([foreign.status, foreign.reason]).toEqual([401, 'badPasskey']);
    const page = await post(
      new Browser(server.url),
      `${ROUTE}/login-challenge`,
      undefined,
      'https://halcyon.example.net',
    );
    expect(page.status).toBe(403);
    // Without an Origin header the page is ours all the same, never one that the Host header names.
    const { data: options } = await post(new Browser(server.url), `${ROUTE}/login-challenge`);
    const host = { host: 'halcyon.example.net', origin: '' };
    const sent = { passkey: device.show(options) };
    const named = await new Browser(server.url).call('POST', `${ROUTE}/login`, sent, host);
    expect(named.status).toBeGreaterThanOrEqual(400);
  });

  it('is a proof in the session of its person, where the password is none any more', async () => {
    const { browser, email } = await signedIn();
    const device = new SoftPasskey(site);
    await addTo(browser, device);
    const file = new DatabaseSync(join(server.folder, 'identity.db'));
    file.exec('pragma busy_timeout = 5000');
    file.prepare('update sessions set created_at = created_at - 300000').run();
    file.close();
    expect((await post(browser, `${ROUTE}/setup`)).reason).toBe('proof');
    const byPassword = await post(browser, `${API}/step-up`, { password: PASSWORD });
    expect([byPassword.status, byPassword.reason]).toEqual([401, 'codeNeeded']);
    const { data: options } = await post(browser, `${ROUTE}/proof-challenge`);
    const passkey = device.show(options);
    const other = await signedIn();
    const stolen = await post(other.browser, `${API}/step-up`, { passkey });
    expect([stolen.status, stolen.reason]).toEqual([401, 'badPasskey']);
    const proved = await post<Begun>(browser, `${API}/step-up`, { passkey });
    expect(proved.status).toBe(200);
    browser.csrfToken = proved.data.csrfToken;
    expect((await post(browser, `${ROUTE}/setup`)).status).toBe(200);
    const session = await browser.call<{ user: object }>('GET', `${API}/session`);
    expect(session.data.user).toMatchObject({ email, secondFactor: true, passkeys: true });
  });

  it('refuses what is no passkey by its field', async () => {
    for (const [body, reason] of [
      [{}, 'fieldMissing'],
      [{ passkey: 7 }, 'fieldType'],
      [{ passkey: 'x'.repeat(16_001) }, 'fieldType'],
    ] as const) {
      const answer = await post(new Browser(server.url), `${ROUTE}/login`, body);
      expect([answer.status, answer.reason]).toEqual([400, reason]);
    }
  });
});
