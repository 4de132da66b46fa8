/** One act stops everything that trades for a person: keys, their sockets, orders on both venues. */
import { createHmac } from 'node:crypto';
import { AccountKind, accountOf, CommandKind, EVERY_INSTRUMENT } from '@halcyon/domain';
import type { Stopped } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestPaperVenue } from '../../test/rest/paper-venue.ts';
import { TestClient } from '../ws/testing/client.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const ASSETS = '/api/v2/spot/account/assets';
const ORDERS = '/api/v2/spot/trade/unfilled-orders';
const PLACE = '/api/v2/spot/trade/place-order';
const PASSPHRASE = 'passphrase1';
const PAPER = { paptrading: '1' };
const AT_ONCE = 50;

interface Key {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly disabled: boolean;
}

let server: TestGateway;
let people = 0;

beforeAll(async () => {
  server = await startTestGateway({ paper: new TestPaperVenue(Date.now) });
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function signedIn() {
  const browser = new Browser(server.url);
  const email = `stopper${people++}@example.com`;
  await browser.register(email);
  const user = await server.records.identity.userByEmail({ email });
  return { browser, uid: user?.uid ?? 0 };
}

async function newKey(browser: Browser, more: object = {}): Promise<Key> {
  const key = { label: 'bot', permissions: ['read', 'trade'], passphrase: PASSPHRASE, ...more };
  return (await browser.call<Key>('POST', `${API}/api-keys`, key)).data;
}

function signed({ apiKey, secretKey }: Key) {
  const timestamp = String(Date.now());
  const text = `${timestamp}GET${ASSETS}`;
  return {
    'access-key': apiKey,
    'access-sign': createHmac('sha256', secretKey).update(text).digest('base64'),
    'access-timestamp': timestamp,
    'access-passphrase': PASSPHRASE,
  };
}

const use = (key: Key) => new Browser(server.url).call('GET', ASSETS, undefined, signed(key));
const stop = (browser: Browser) => browser.call<Stopped>('POST', `${API}/kill-switch`);

describe('the kill switch', () => {
  it('switches off all keys and no others, until each is switched on again', async () => {
    const [me, other] = [await signedIn(), await signedIn()];
    const keys = [await newKey(me.browser), await newKey(me.browser, { venue: 'paper' })];
    const foreign = await newKey(other.browser);
    for (const key of [...keys, foreign]) expect((await use(key)).code).toBe('00000');
    expect((await stop(me.browser)).data).toMatchObject({ keys: 2 });
    for (const key of keys) expect((await use(key)).code).toBe('40037');
    expect((await use(foreign)).code).toBe('00000');
    const [key] = keys as [Key];
    const path = `${API}/api-keys/${key.apiKey}`;
    expect((await me.browser.call('PATCH', path, { disabled: 'no' })).status).toBe(400);
    const on = await me.browser.call<Key>('PATCH', path, { disabled: false });
    expect(on.data.disabled).toBe(false);
    expect((await use(key)).code).toBe('00000');
    // A change of something else leaves it on.
    expect((await me.browser.call<Key>('PATCH', path, { label: 'x' })).data.disabled).toBe(false);
    const listed = await me.browser.call<Key[]>('GET', `${API}/api-keys`);
    expect(listed.data.map(({ disabled }) => disabled).toSorted()).toEqual([false, true]);
  });

  it('reaches keys and orders of sub-accounts', async () => {
    const [me, other] = [await signedIn(), await signedIn()];
    const { family } = server.gateway;
    const keyOf = async (root: number): Promise<Key & { readonly uid: number }> => {
      const { uid } = await family.create(root, 'stopsubs');
      const { record, secretKey } = await family.createKey(
        { root, uid },
        {
          type: 'hmac',
          label: 'bot',
          permissions: ['read'],
          passphrase: PASSPHRASE,
          ipList: [],
          venue: 'live',
          tier: 'normal',
          expiresAt: 0,
        },
      );
      return { ...record, secretKey };
    };
    const [own, foreign] = [await keyOf(me.uid), await keyOf(other.uid)];
    const before = server.engine.commands.length;
    expect((await stop(me.browser)).data).toMatchObject({ keys: 1 });
    expect((await use(own)).code).toBe('40037');
    expect((await use(foreign)).code).toBe('00000');
    const account = accountOf(own.uid, AccountKind.usdtFutures);
    expect(server.engine.commands.slice(before)).toContainEqual({
      ...{ kind: CommandKind.cancelAll, account, instrument: EVERY_INSTRUMENT },
    });
  });

  it('ends the sockets that its keys opened', async () => {
    const { browser } = await signedIn();
    const key = await newKey(browser);
    const client = new TestClient(`${server.url.replace('http', 'ws')}/v2/ws/private`);
    await client.opened();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const sign = createHmac('sha256', key.secretKey)
      .update(`${timestamp}GET/user/verify`)
      .digest('base64');
    const login = { apiKey: key.apiKey, passphrase: PASSPHRASE, timestamp, sign };
    client.send({ op: 'login', args: [login] });
    await client.answer('login');
    await stop(browser);
    await client.closed(1_000);
  });

  it('cancels every order and plan of each account of the person', async () => {
    const { browser, uid } = await signedIn();
    const before = server.engine.commands.length;
    await stop(browser);
    const kinds = [AccountKind.spot, AccountKind.crossMargin, AccountKind.isolatedMargin];
    const accounts = [...kinds, AccountKind.usdtFutures].map((kind) => accountOf(uid, kind));
    const given = server.engine.commands.slice(before);
    expect(given).toEqual(
      accounts.flatMap((account) => [
        { kind: CommandKind.cancelAll, account, instrument: EVERY_INSTRUMENT },
        { kind: CommandKind.cancelAllPlans, account, instrument: EVERY_INSTRUMENT },
      ]),
    );
  });

  it('reaches the orders in simulation', async () => {
    const { browser } = await signedIn();
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '100', size: '1' };
    for (let n = 0; n < 2; n++) {
      expect((await browser.call('POST', PLACE, { ...order, force: 'gtc' }, PAPER)).msg).toBe(
        'success',
      );
    }
    expect((await stop(browser)).data).toEqual({ keys: 0, orders: 2 });
    expect((await browser.call('GET', ORDERS, undefined, PAPER)).data).toEqual([]);
  });

  it(`S17 asked ${AT_ONCE} times at once switches each key off once`, async () => {
    const { browser } = await signedIn();
    for (let n = 0; n < 3; n++) await newKey(browser);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => stop(browser)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.reduce((sum, { data }) => sum + data.keys, 0)).toBe(3);
  });
});
