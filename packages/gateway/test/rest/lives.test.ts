/**
 * What ends with what: keys with the key that made them; sockets, tokens and quotes with their key or
 * session; freezes with who said them. Over the real core, the real records and the real gateway.
 */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { wireUserId } from '@halcyon/domain';
import { SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, PASSWORD } from '../../src/web/testing/gateway.ts';
import { TestClient } from '../../src/ws/testing/client.ts';
import { Estate } from '../estate.ts';
import { type Key, PASSPHRASE } from '../matrix.ts';

const API = '/api/web/v1';
const USER = '/api/v2/user';
const ASSETS = '/api/v2/spot/account/assets';
const PERMISSIONS = ['read', 'spot_trade', 'transfer'];
const GONE = '40037';
const EXPIRED = '12021';
const LIMITED_MS = 200;

let estate: Estate;
let page: Browser;
let sub: string;

beforeAll(async () => {
  estate = await Estate.open();
  page = estate.owner.browser;
  sub = wireUserId(estate.owner.sub);
});

afterAll(() => estate.close());

beforeEach(() => estate.offer());

type Made = { readonly apiKey: string; readonly secretKey: string };

const keyIn = ({ apiKey, secretKey: secret }: Made): Key => ({ apiKey, secret });

/** A key that the person makes on the page, of the sub-account where one is named. */
async function byPerson(of = ''): Promise<Key> {
  const body = { label: 'bot', permissions: PERMISSIONS, passphrase: PASSPHRASE, ipList: [] };
  const { data, msg } = await page.call<Made>('POST', `${API}/api-keys${of}`, body);
  expect(msg).toBe('success');
  return keyIn(data);
}

async function wire(key: Key, method: 'GET' | 'POST', path: string, fields: object) {
  for (;;) {
    const { status, text } = await estate.wire(key, method, path, { ...fields });
    if (status !== 429) return JSON.parse(text) as { code: string; data: Record<string, string> };
    await wait(LIMITED_MS);
  }
}

/** A key of the sub-account that a key makes. */
async function byKey(maker: Key): Promise<Key> {
  const terms = { subAccountUid: sub, passphrase: PASSPHRASE, label: 'bot', permList: PERMISSIONS };
  const { data } = await wire(maker, 'POST', `${USER}/create-virtual-subaccount-apikey`, terms);
  return { apiKey: data['subAccountApiKey']!, secret: data['secretKey']! };
}

const use = async (key: Key): Promise<string> => (await wire(key, 'GET', ASSETS, {})).code;

async function socket(): Promise<TestClient> {
  return new TestClient(`${estate.server.url.replace('http', 'ws')}/v2/ws/private`, {
    origin: estate.server.url,
  }).opened();
}

function loginOf({ apiKey, secret }: Key) {
  const timestamp = String(Date.now());
  const sign = createHmac('sha256', secret).update(`${timestamp}GET/user/verify`);
  return { apiKey, passphrase: PASSPHRASE, timestamp, sign: sign.digest('base64') };
}

/** A socket that somebody has logged in on. */
async function listening(args: object): Promise<TestClient> {
  const client = await socket();
  client.send({ op: 'login', args: [args] });
  await client.answer('login');
  return client;
}

async function quoted(key: Key): Promise<Record<string, string>> {
  const fields = { fromCoin: 'USDT', toCoin: 'BTC', fromCoinSize: '100' };
  const { data } = await wire(key, 'GET', '/api/v2/convert/quoted-price', fields);
  const { fee: _, ...named } = data;
  return named;
}

const convert = async (key: Key, quote: object): Promise<string> =>
  (await wire(key, 'POST', '/api/v2/convert/trade', quote)).code;

const forget = ({ apiKey }: Key) => page.call('DELETE', `${API}/api-keys/${apiKey}`);

/** The same person in another browser. */
async function secondPage(): Promise<Browser> {
  const browser = new Browser(estate.server.url);
  const person = { email: 'owner@example.com', password: PASSWORD };
  const { data } = await browser.call<{ csrfToken: string }>('POST', `${API}/login`, person);
  browser.csrfToken = data.csrfToken;
  return browser;
}

describe('what a key made', () => {
  it('S8 ends with the key: requests, sockets and quotes; what a person made stays', async () => {
    const maker = await byPerson();
    const made = await byKey(maker);
    const own = await byPerson(`?account=${sub}`);
    for (const key of [maker, made, own]) expect(await use(key)).toBe('00000');
    const [heard, stays] = [await listening(loginOf(made)), await listening(loginOf(own))];
    const quote = await quoted(made);
    expect((await forget(maker)).status).toBe(200);
    expect(await use(made)).toBe(GONE);
    await heard.closed(1_000);
    expect(heard.closeCode).toBe(1008);
    expect(await convert(own, quote)).toBe(EXPIRED);
    expect(await use(own)).toBe('00000');
    stays.send('ping');
    await stays.until(() => stays.texts.includes('pong'));
    const late = await socket();
    late.send({ op: 'login', args: [loginOf(made)] });
    expect((await late.answer('error')).code).toBe(30011);
    const list = await page.call<{ apiKey: string }[]>('GET', `${API}/api-keys?account=${sub}`);
    const names = list.data.map(({ apiKey }) => apiKey);
    expect([names.includes(made.apiKey), names.includes(own.apiKey)]).toEqual([false, true]);
  });

  it('is off while the key is off, its sockets end, and it goes on with the key', async () => {
    const maker = await byPerson();
    const made = await byKey(maker);
    const heard = await listening(loginOf(made));
    const change = (disabled: boolean) =>
      page.call('PATCH', `${API}/api-keys/${maker.apiKey}`, { disabled });
    await change(true);
    expect(await use(made)).toBe(GONE);
    await heard.closed(1_000);
    await change(false);
    expect(await use(made)).toBe('00000');
  });

  it('ends when the key ends by its time, and its sockets with it', async () => {
    const maker = await byPerson();
    const made = await byKey(maker);
    const heard = await listening(loginOf(made));
    const path = `${API}/api-keys/${maker.apiKey}`;
    const ends = Date.now() + 3_600_000;
    expect((await page.call('PATCH', path, { expiresAt: ends })).status).toBe(200);
    await heard.closed(1_000);
    const known = await estate.server.records.identity.apiKeyByKey(made);
    expect(known?.expiresAt).toBe(ends);
    estate.store('update api_keys set expires_at = 1 where api_key = ?', maker.apiKey);
    estate.server.revocations.key(made.apiKey);
    expect(await use(made)).not.toBe('00000');
  });

  it('is off with the kill switch, as what a person made is', async () => {
    const [maker, own] = [await byPerson(), await byPerson(`?account=${sub}`)];
    const made = await byKey(maker);
    const quote = await quoted(own);
    await page.call('POST', `${API}/kill-switch`);
    for (const key of [maker, made, own]) expect(await use(key)).toBe(GONE);
    const later = await byPerson(`?account=${sub}`);
    expect(await convert(later, quote)).toBe(EXPIRED);
    expect(await use(later)).toBe('00000');
  });

  it('no key of a sub-account makes keys, so that there are none of none', async () => {
    const own = await byPerson(`?account=${sub}`);
    const terms = { subAccountUid: sub, passphrase: PASSPHRASE, label: 'x', permList: ['read'] };
    const made = await wire(own, 'POST', `${USER}/create-virtual-subaccount-apikey`, terms);
    expect(made.code).toBe('40068');
  });
});

describe('a quote', () => {
  it('is carried out by whoever has the account while who asked for it is good', async () => {
    const [one, two] = [await byPerson(), await byPerson()];
    expect(await convert(two, await quoted(one))).toBe('00000');
    const [kept, lost] = [await quoted(two), await quoted(one)];
    await forget(one);
    expect(await convert(two, lost)).toBe(EXPIRED);
    expect(await convert(two, kept)).toBe('00000');
  });

  it('that was carried out answers the same after its key has ended', async () => {
    const [one, two] = [await byPerson(), await byPerson()];
    const quote = await quoted(one);
    expect(await convert(one, quote)).toBe('00000');
    await forget(one);
    expect(await convert(two, quote)).toBe('00000');
  });

  it('of a session ends with it', async () => {
    const second = await secondPage();
    const path = '/api/v2/convert/quoted-price?fromCoin=USDT&toCoin=BTC&fromCoinSize=100';
    const { data } = await second.call<Record<string, string>>('GET', path);
    const { fee: _, ...quote } = data;
    await second.call('POST', `${API}/logout`);
    const trade = async () => (await page.call('POST', '/api/v2/convert/trade', quote)).code;
    // Long before its time is over.
    await expect.poll(trade, { interval: LIMITED_MS, timeout: 5_000 }).toBe(EXPIRED);
  });
});

describe('what a session has', () => {
  const token = async (browser: Browser, as = {}) =>
    (await browser.call<{ token: string }>('GET', `${API}/ws-token`, undefined, as)).data.token;
  const ways = [
    ['its person logs out', (second: Browser) => second.call('POST', `${API}/logout`)],
    [
      'another session ends it',
      async () => {
        const { data } = await page.call<{ id: string; current: boolean }[]>(
          'GET',
          `${API}/sessions`,
        );
        for (const { id, current } of data) {
          if (!current) await page.call('DELETE', `${API}/sessions/${id}`);
        }
      },
    ],
  ] as const;

  it.each(ways)(
    'ends when %s: sockets and tokens, those of its sub-account too',
    async (_, end) => {
      const second = await secondPage();
      const as = { [SUB_ACCOUNT_HEADER]: sub };
      const sockets = [
        await listening({ token: await token(second) }),
        await listening({ token: await token(second, as) }),
      ];
      const tokens = [await token(second), await token(second, as)];
      await end(second);
      for (const one of sockets) await one.closed(1_000);
      for (const one of tokens) {
        const client = await socket();
        client.send({ op: 'login', args: [{ token: one }] });
        expect((await client.answer('error')).code).toBe(30005);
      }
      const good = await listening({ token: await token(page) });
      good.send('ping');
      await good.until(() => good.texts.includes('pong'));
    },
  );
});

describe('a frozen sub-account', () => {
  const modify = async (key: Key, status: 'freeze' | 'normal') => {
    const fields = { subAccountUid: sub, status, permList: PERMISSIONS };
    return (await wire(key, 'POST', `${USER}/modify-virtual-subaccount`, fields)).code;
  };
  const target = () => `${API}/sub-accounts/${sub}`;
  const thaw = () => page.call('PATCH', target(), { frozen: false });

  it('S8 is thawed by no key where its owner froze it on the page', async () => {
    const key = await byPerson();
    const own = await byPerson(`?account=${sub}`);
    await page.call('POST', `${target()}/freeze`);
    expect(await modify(key, 'normal')).toBe('40013');
    expect(await modify(key, 'freeze')).toBe('00000');
    expect(await modify(key, 'normal')).toBe('40013');
    expect(await use(own)).toBe(GONE);
    expect((await thaw()).status).toBe(200);
    expect(await use(own)).toBe('00000');
  });

  it('is thawed by the key that froze it, by no other one, and by its owner', async () => {
    const [one, two] = [await byPerson(), await byPerson()];
    expect(await modify(one, 'freeze')).toBe('00000');
    expect(await modify(two, 'normal')).toBe('40013');
    expect(await modify(one, 'normal')).toBe('00000');
    expect(await modify(one, 'freeze')).toBe('00000');
    expect((await thaw()).status).toBe(200);
    expect(await modify(one, 'freeze')).toBe('00000');
    await forget(one);
    expect(await modify(two, 'normal')).toBe('40013');
    expect((await thaw()).status).toBe(200);
  });
});
