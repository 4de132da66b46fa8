/** S13: what people do to sign in to and secure their account is in the audit log. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFUSALS_NOTED } from './sessions.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const EMAIL = 'audited@example.com';

let server: TestGateway;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

it('has sign-ins, log-outs, refused ones, keys and the emergency stop, in their order, and is whole', async () => {
  const browser = new Browser(server.url);
  await browser.register(EMAIL);
  await browser.call('POST', `${API}/login`, { email: EMAIL, password: 'not the password' });
  const key = { label: 'bot', permissions: ['read'] };
  const made = await browser.call<{ apiKey: string }>('POST', `${API}/api-keys`, key);
  const { apiKey } = made.data;
  await browser.call('POST', `${API}/kill-switch`);
  await browser.call('DELETE', `${API}/api-keys/${apiKey}`);
  await browser.call('POST', `${API}/logout`);
  const again = { email: EMAIL, password: PASSWORD };
  const login = await browser.call<{ csrfToken: string }>('POST', `${API}/login`, again);
  browser.csrfToken = login.data.csrfToken;
  await browser.call('POST', `${API}/freeze`);
  const { identity } = server.records;
  const acts = (await identity.listAudit({ limit: 100 })).reverse();
  expect(acts.map(({ act }) => act)).toEqual([
    'createUser',
    'createSession',
    'verifyLogin refused: badCredentials',
    'createApiKey',
    'disableApiKeys',
    'deleteApiKey',
    'endSession',
    'createSession',
    'freezeSelf',
  ]);
  const user = await identity.userByEmail({ email: EMAIL });
  const own = acts.filter(({ act }) => !act.includes('refused'));
  expect(new Set(own.map(({ uid }) => uid))).toEqual(new Set([user?.uid]));
  expect(acts[3]?.detail).toContain(apiKey);
  expect(JSON.stringify(acts)).not.toContain(PASSWORD);
  expect(await identity.checkAudit(undefined)).toEqual({ entries: 9, faultAt: 0 });
});

it('has requests of a session that were refused, and no more of them than it bears', async () => {
  const browser = new Browser(server.url);
  await browser.register('forged@example.com');
  const { identity } = server.records;
  const uid = (await identity.userByEmail({ email: 'forged@example.com' }))?.uid ?? 0;
  const acts = async () => {
    const entries = await identity.listAudit({ uid, limit: 100 });
    return entries.map(({ act }) => act).filter((act) => act.startsWith('request refused'));
  };
  const settle = (change: Record<string, string>, path = '/freeze') =>
    browser.call('POST', API + path, {}, change);
  await settle({ 'x-csrf-token': 'wrong' });
  await settle({ origin: 'https://evil.example' });
  // An order goes another way to the same session.
  const order = ['POST', '/api/v2/spot/trade/place-order', {}] as const;
  await browser.call(...order, { 'x-csrf-token': 'wrong' });
  await expect.poll(acts).toHaveLength(3);
  expect((await acts()).toSorted()).toEqual([
    'request refused: csrf',
    'request refused: csrf',
    'request refused: foreignOrigin',
  ]);
  for (let n = 0; n < REFUSALS_NOTED; n++) await settle({ 'x-csrf-token': 'wrong' });
  await expect.poll(acts).toHaveLength(REFUSALS_NOTED);
  expect((await identity.checkAudit(undefined)).faultAt).toBe(0);
});
