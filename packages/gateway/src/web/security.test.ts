/** An account's own look at its security: sessions, sign-ins, anti-phishing code, frozen withdrawals. */
import type { BrowserRow, LoginRow, SecurityState, SessionEntryRow } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const HOUR_MS = 60 * 60 * 1000;

let server: TestGateway;
let people = 0;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function signedIn(): Promise<{ browser: Browser; email: string }> {
  const browser = new Browser(server.url);
  const email = `security${people++}@example.com`;
  await browser.register(email);
  return { browser, email };
}

async function signInAgain(email: string): Promise<Browser> {
  const browser = new Browser(server.url);
  const person = { email, password: PASSWORD };
  const answer = await browser.call<{ csrfToken: string }>('POST', `${API}/login`, person);
  browser.csrfToken = answer.data.csrfToken;
  return browser;
}

const sessionsOf = async (browser: Browser) =>
  (await browser.call<SessionEntryRow[]>('GET', `${API}/sessions`)).data;
const isIn = async (browser: Browser) =>
  (await browser.call('GET', `${API}/sessions`)).status === 200;

describe('sessions', () => {
  it('are listed to their owner, who ends one, or all others', async () => {
    const { browser, email } = await signedIn();
    const [second, third] = [await signInAgain(email), await signInAgain(email)];
    const rows = await sessionsOf(browser);
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ current }) => current)).toHaveLength(1);
    const other = (await sessionsOf(second)).find(({ current }) => current)?.id ?? '';
    const stranger = (await signedIn()).browser;
    const refused = await stranger.call('DELETE', `${API}/sessions/${other}`);
    expect([refused.status, refused.reason]).toEqual([404, 'notFound']);
    expect((await browser.call('DELETE', `${API}/sessions/${other}`)).status).toBe(200);
    expect([await isIn(second), await isIn(third)]).toEqual([false, true]);
    expect((await browser.call('DELETE', `${API}/sessions`)).status).toBe(200);
    expect([await isIn(third), await isIn(browser), await isIn(stranger)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('sign-ins', () => {
  it('are listed; one from a new browser is marked and told in the language of its page', async () => {
    const { browser, email } = await signedIn();
    const elsewhere = new Browser(server.url);
    const headers = { 'accept-language': 'fr', 'user-agent': 'Elsewhere/1' };
    await elsewhere.call('POST', `${API}/login`, { email, password: PASSWORD }, headers);
    const { data } = await browser.call<LoginRow[]>('GET', `${API}/logins`);
    expect(data.map(({ unusual }) => unusual)).toEqual([true, false]);
    expect(data[0]).toMatchObject({ userAgent: 'Elsewhere/1', address: '127.0.0.1' });
    const mails = await server.records.identity.listMails({ recipient: email, limit: 5 });
    expect(mails).toMatchObject([{ kind: 'newLogin', language: 'fr' }]);
    const again = { email, password: PASSWORD };
    await elsewhere.call('POST', `${API}/login`, again);
    expect(await server.records.identity.listMails({ recipient: email, limit: 5 })).toHaveLength(1);
  });
});

describe('the language of mails that nobody asks for', () => {
  let id = 1_000;
  /** That of a mail about a request that names none, as one of a program. */
  const mailed = async (email: string) => {
    const { identity } = server.records;
    const { uid = 0 } = (await identity.userByEmail({ email })) ?? {};
    const origin = { address: '', language: '' };
    const detail = `withdrawal ${++id}`;
    await identity.mailWithdrawal({ uid, id, detail: [detail], origin });
    const mails = await identity.listMails({ recipient: email, limit: 50 });
    return mails.find((mail) => mail.detail[0]?.[0] === detail)?.language;
  };
  const inLanguage = (tag: string) => ({ 'accept-language': tag });

  it('is that of the page: at registration, at log-in, and of another that it changes to', async () => {
    const email = 'polyglot@example.com';
    const person = { email, password: PASSWORD };
    const browser = new Browser(server.url);
    await browser.call('POST', `${API}/register`, person, inLanguage('ja'));
    expect(await mailed(email)).toBe('ja');
    const { data } = await browser.call<{ csrfToken: string }>(
      ...(['POST', `${API}/login`, person, inLanguage('pl,en;q=0.5')] as const),
    );
    browser.csrfToken = data.csrfToken;
    expect(await mailed(email)).toBe('pl');
    await browser.call('POST', `${API}/activity`, {}, inLanguage('zh-TW'));
    expect(await mailed(email)).toBe('zh-TC');
    // Neither a language that there is none of, nor none, takes it away.
    for (const tag of ['sv', '*', '']) {
      await browser.call('POST', `${API}/activity`, {}, inLanguage(tag));
      await browser.call('POST', `${API}/login`, person, inLanguage(tag));
    }
    expect(await mailed(email)).toBe('zh-TC');
  });
});

describe('known browsers', () => {
  it('are listed to their owner, and a removed one is told of again', async () => {
    const { browser, email } = await signedIn();
    const rows = async () => (await browser.call<BrowserRow[]>('GET', `${API}/browsers`)).data;
    const [{ id } = { id: '' }] = await rows();
    expect(await rows()).toMatchObject([{ current: true, userAgent: 'node' }]);
    const stranger = (await signedIn()).browser;
    expect((await stranger.call('DELETE', `${API}/browsers/${id}`)).status).toBe(404);
    const mails = () => server.records.identity.listMails({ recipient: email, limit: 5 });
    const again = { email, password: PASSWORD };
    const login = await browser.call<{ csrfToken: string }>('POST', `${API}/login`, again);
    browser.csrfToken = login.data.csrfToken;
    expect(await mails()).toEqual([]);
    expect((await browser.call('DELETE', `${API}/browsers/${id}`)).status).toBe(200);
    await browser.call('POST', `${API}/login`, again);
    expect(await mails()).toMatchObject([{ kind: 'newLogin' }]);
  });
});

describe('the anti-phishing code', () => {
  it('is set and taken away, and is in every mail from then on', async () => {
    const { browser, email } = await signedIn();
    const set = (antiPhishing: string) =>
      browser.call('PUT', `${API}/anti-phishing`, { antiPhishing });
    const state = async () =>
      (await browser.call<SecurityState>('GET', `${API}/security`)).data.antiPhishing;
    const short = await set('abc');
    expect([short.status, short.reason]).toEqual([400, 'badRequest']);
    expect((await set('Blue heron')).status).toBe(200);
    expect(await state()).toBe('Blue heron');
    await signInAgain(email);
    const [mail] = await server.records.identity.listMails({ recipient: email, limit: 1 });
    expect(mail).toMatchObject({ antiPhishing: 'Blue heron' });
    await set('');
    expect(await state()).toBe('');
  });
});

describe('a change of what proves a person', () => {
  it('freezes withdrawals for a day, by the page and by the API', async () => {
    const { browser } = await signedIn();
    const until = async () =>
      (await browser.call<SecurityState>('GET', `${API}/security`)).data.withdrawalsFrozenUntil;
    const withdraw = () => browser.call('POST', '/api/v2/spot/wallet/withdrawal', WITHDRAWAL);
    expect(await until()).toBeNull();
    expect((await withdraw()).reason).not.toBe('withdrawFrozen');
    const change = { currentPassword: PASSWORD, newPassword: 'seven green mice nap' };
    const changed = await browser.call<{ csrfToken: string }>('POST', `${API}/password`, change);
    browser.csrfToken = changed.data.csrfToken;
    const frozen = (await until()) ?? 0;
    expect(Math.abs(frozen - Date.now() - 24 * HOUR_MS)).toBeLessThan(HOUR_MS);
    const before = server.engine.commands.length;
    const refused = await withdraw();
    expect([refused.status, refused.reason]).toEqual([403, 'withdrawFrozen']);
    expect(refused.msg).toContain(new Date(frozen).toISOString());
    expect(server.engine.commands.length).toBe(before);
  });
});

describe('the e-mail address', () => {
  it('is another one once the link to it was followed; every session has ended', async () => {
    const { browser, email } = await signedIn();
    const next = `next-${email}`;
    const headers = { 'accept-language': 'it' };
    const asked = await browser.call('POST', `${API}/email`, { email: next }, headers);
    expect([asked.status, asked.data]).toEqual([200, null]);
    const [mail] = await server.records.identity.listMails({ recipient: next, limit: 1 });
    const link = new URL(mail?.link ?? '');
    expect([link.origin, link.pathname]).toEqual([server.url, '/it/account/security']);
    const token = link.hash.slice('#email='.length);
    const anybody = new Browser(server.url);
    const answer = await anybody.call('PUT', `${API}/email-change`, { token });
    expect([answer.status, [...anybody.cookies]]).toEqual([200, []]);
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(await signInAgain(next))).toBe(true);
    const again = await anybody.call('PUT', `${API}/email-change`, { token });
    expect([again.status, again.reason]).toEqual([400, 'resetOver']);
  });
});

describe('freezing the account', () => {
  it('ends everything at once', async () => {
    const { browser, email } = await signedIn();
    const other = await signInAgain(email);
    expect((await browser.call('POST', `${API}/freeze`)).status).toBe(200);
    expect([await isIn(browser), await isIn(other)]).toEqual([false, false]);
    const person = { email, password: PASSWORD };
    const refused = await browser.call('POST', `${API}/login`, person);
    expect([refused.status, refused.reason]).toEqual([403, 'selfFrozen']);
  });
});

describe('thawing the account', () => {
  it('takes the link of a mail and a proof, signs nobody in, and freezes withdrawals', async () => {
    const { browser, email } = await signedIn();
    const key = { label: 'bot', permissions: ['read'] };
    const { data } = await browser.call<{ apiKey: string }>('POST', `${API}/api-keys`, key);
    await browser.call('POST', `${API}/freeze`);
    const anybody = new Browser(server.url);
    const ask = (to: string) =>
      anybody.call('POST', `${API}/thaw`, { email: to }, { 'accept-language': 'it' });
    const [known, unknown] = [await ask(email), await ask('nobody@example.com')];
    expect([known.status, known.msg, known.data]).toEqual([200, unknown.msg, null]);
    const [mail] = await server.records.identity.listMails({ recipient: email, limit: 1 });
    const link = new URL(mail?.link ?? '');
    expect([link.origin, link.pathname]).toEqual([server.url, '/it/account/security']);
    const token = link.hash.slice('#thaw='.length);
    const needs = await anybody.call('POST', `${API}/thaw/needs`, { token });
    expect(needs.data).toEqual({ secondFactor: false });
    const thaw = (password?: string) => anybody.call('PUT', `${API}/thaw`, { token, password });
    expect((await thaw()).reason).toBe('badCredentials');
    expect((await thaw('not the password')).reason).toBe('badCredentials');
    expect(await server.records.identity.apiKeyByKey(data)).toBeNull();
    const answer = await thaw(PASSWORD);
    expect([answer.status, answer.data, [...anybody.cookies]]).toEqual([200, null, []]);
    expect((await thaw(PASSWORD)).reason).toBe('resetOver');
    expect(await server.records.identity.apiKeyByKey(data)).not.toBeNull();
    const again = await signInAgain(email);
    const { data: state } = await again.call<SecurityState>('GET', `${API}/security`);
    expect(state.withdrawalsFrozenUntil).not.toBeNull();
    const acts = (await server.records.identity.listAudit({ limit: 10 })).map(({ act }) => act);
    expect(acts).toContain('thawSelf');
  });

  it('is not for whom the operator froze', async () => {
    const { browser, email } = await signedIn();
    await browser.call('POST', `${API}/freeze`);
    const user = await server.records.identity.userByEmail({ email });
    await server.records.identity.setUserStatus({ uid: user?.uid ?? 0, status: 'frozen' });
    const refused = await browser.call('POST', `${API}/login`, { email, password: PASSWORD });
    expect([refused.status, refused.reason]).toEqual([403, 'accountFrozen']);
  });
});

const WITHDRAWAL = {
  coin: 'USDT',
  transferType: 'internal_transfer',
  address: '1',
  size: '1',
};
