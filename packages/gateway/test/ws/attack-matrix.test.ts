/**
 * S14: every way of not being allowed against every private channel and kind of order entry, made from
 * their own declarations. A log-in that is refused ends the connection, so no channel is left to ask for.
 */
import { createHmac } from 'node:crypto';
import { parseWireUserId } from '@halcyon/domain';
import { type Permission, PRIVATE_CHANNELS, specs } from '@halcyon/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestContext } from '../../src/http/context.ts';
import { Browser, startTestGateway } from '../../src/web/testing/gateway.ts';
import { orderBuilders } from '../../src/ws/order-builders.ts';
import { TestClient } from '../../src/ws/testing/client.ts';
import { type Key, Matrix, PASSPHRASE } from '../matrix.ts';

let matrix: Matrix;
const clients: TestClient[] = [];

beforeAll(async () => {
  matrix = await Matrix.open();
});

afterAll(async () => {
  for (const client of clients) client.end();
  await matrix.close();
});

async function connect(query = ''): Promise<TestClient> {
  const url = `${matrix.server.url.replace('http', 'ws')}/v2/ws/private${query}`;
  const client = await new TestClient(url, { 'x-forwarded-for': '10.0.0.1' }).opened();
  clients.push(client);
  return client;
}

/** The argument of a log-in; `at` is when it says it is made. */
function loginOf({ apiKey, secret }: Key, at = Date.now(), signed = ''): object {
  const text = `${at}GET/user/verify${signed}`;
  const sign = createHmac('sha256', secret).update(text).digest('base64');
  return { apiKey, passphrase: PASSPHRASE, timestamp: String(at), sign };
}

async function loggedIn(name: string): Promise<TestClient> {
  const client = await connect();
  client.send({ op: 'login', args: [loginOf(matrix.keyOf(name))] });
  await client.answer('login');
  return client;
}

interface Target {
  readonly name: string;
  readonly needs: Permission;
  readonly message: object;
}

const PARAMS = { orderId: '1200000000000001', side: 'buy', orderType: 'limit', size: '1' };
const MAKERS = orderBuilders({} as RestContext);
const TRADES = [...MAKERS].flatMap(([instType, { needs, make }]) =>
  Object.keys(make).flatMap((verb): Target[] =>
    [verb, `batch-${verb}`].map((channel) => {
      const params = channel === verb ? PARAMS : { orderList: [PARAMS] };
      const arg = { instType, instId: 'BTCUSDT', id: '1', channel, params };
      const name = `${instType} ${channel}`;
      return { name, needs, message: { op: 'trade', args: [arg] } };
    }),
  ),
);
const CHANNELS = PRIVATE_CHANNELS.map(({ instType, channel, needs }): Target => {
  const arg = { instType, channel, instId: 'default', coin: 'default' };
  return {
    name: `${instType} ${channel}`,
    needs,
    message: { op: 'subscribe', args: [arg] },
  };
});
const TARGETS = [...CHANNELS, ...TRADES];

/** The code of the refusal; nothing may have come of it. */
async function refusal(client: TestClient, message: object): Promise<number | undefined> {
  const before = matrix.server.engine.commands.length;
  client.send(message);
  const { code } = await client.answer('error');
  expect(matrix.server.engine.commands).toHaveLength(before);
  expect(client.told.filter(({ data }) => data !== undefined)).toEqual([]);
  return code;
}

describe('private channels and order entry', () => {
  it('are declared for each area', () => {
    const areas = new Set(PRIVATE_CHANNELS.map(({ instType }) => instType));
    expect([...areas]).toEqual(expect.arrayContaining(['SPOT', 'USDT-FUTURES']));
    expect(CHANNELS.length).toBeGreaterThan(10);
    expect(TRADES.length).toBeGreaterThan(10);
  });

  it('need what the same needs over REST', () => {
    const rest = { SPOT: specs.trade.placeOrder, 'USDT-FUTURES': specs.mix.placeOrder };
    for (const [instType, { access }] of Object.entries(rest)) {
      expect(access).toEqual({ auth: 'signed', permission: MAKERS.get(instType)?.needs });
    }
    // Channels show and change nothing.
    expect(new Set(CHANNELS.map(({ needs }) => needs))).toEqual(new Set(['read']));
  });

  it('are refused without a log-in', async () => {
    for (const { name, message } of TARGETS) {
      expect([name, await refusal(await connect(), message)]).toEqual([name, 30004]);
    }
  });

  it('are refused to a key without the permission', async () => {
    for (const { name, needs, message } of TARGETS) {
      const client = await loggedIn(`without ${needs}`);
      expect([name, await refusal(client, message)]).toEqual([
        name,
        needs === 'read' ? 30004 : 40014,
      ]);
    }
  });

  it('are refused to a key that may more than its sub-account', async () => {
    for (const { name, message } of TRADES) {
      const client = await loggedIn('sub that may read');
      expect([name, await refusal(client, message)]).toEqual([name, 40014]);
    }
  });

  it('are refused to a session, where they are orders', async () => {
    const path = '/api/web/v1/ws-token';
    for (const { name, message } of TRADES) {
      const { data } = await matrix.owner.browser.call<{ token: string }>('GET', path);
      const client = await connect();
      client.send({ op: 'login', args: [{ token: data.token }] });
      await client.answer('login');
      expect([name, await refusal(client, message)]).toEqual([name, 40014]);
    }
  });
});

describe('log-ins', () => {
  const withKey = (name: string, offMs = 0, signed = '') => {
    return () => loginOf(matrix.keyOf(name), Date.now() + offMs, signed);
  };
  const ofAnother = () => ({ ...matrix.keyOf('good'), secret: matrix.keyOf('other').secret });

  it.each([
    { name: 'an expired key', code: 30011, login: withKey('expired') },
    { name: 'a revoked key', code: 30011, login: withKey('revoked') },
    { name: 'a key that is off', code: 30011, login: withKey('off') },
    { name: 'the key of a frozen account', code: 30011, login: withKey('frozen') },
    { name: 'the key of a frozen sub-account', code: 30011, login: withKey('frozen sub') },
    { name: 'the key of a frozen one’s sub-account', code: 30011, login: withKey('sub of frozen') },
    { name: 'the secret of another', code: 30015, login: () => loginOf(ofAnother()) },
    { name: 'an address that is only claimed', code: 30005, login: withKey('elsewhere') },
    { name: 'a paper key for live', code: 30005, login: withKey('paper') },
    { name: 'a time in the past', code: 30014, login: withKey('good', -32_000) },
    { name: 'a time in the future', code: 30014, login: withKey('good', 32_000) },
    { name: 'another text', code: 30015, login: withKey('good', 0, '?a=1') },
  ])('$name: refused, and the connection ends', async ({ code, login }) => {
    const client = await connect();
    client.send({ op: 'login', args: [login()] });
    expect((await client.answer('error')).code).toBe(code);
    await client.closed();
  });

  it('a live key for paper: there is no paper venue', async () => {
    const client = await connect('?paptrading=1');
    client.send({ op: 'login', args: [withKey('good')()] });
    expect((await client.answer('error')).code).toBe(30002);
    await client.closed();
  });

  it('a copy of a log-in, sent from another address', async () => {
    const server = await startTestGateway({ env: { HALCYON_TRUST_PROXY: '1' } });
    const uid = parseWireUserId(await new Browser(server.url).register('copied@example.com')) ?? 0;
    const { record, secretKey } = await server.records.identity.createApiKey({
      ...{ uid, label: 'matrix', type: 'hmac', passphrase: PASSPHRASE, permissions: ['read'] },
      ...{ ipList: [], venue: 'live', tier: 'normal', expiresAt: 0 },
    });
    const url = `${server.url.replace('http', 'ws')}/v2/ws/private`;
    const login = { op: 'login', args: [loginOf({ apiKey: record.apiKey, secret: secretKey })] };
    const from = async (address: string) => {
      const client = await new TestClient(url, { 'x-forwarded-for': address }).opened();
      clients.push(client);
      client.send(login);
      return client;
    };
    await (await from('203.0.113.7')).answer('login');
    const copy = await from('203.0.113.8');
    expect((await copy.answer('error')).code).toBe(30014);
    await copy.closed();
    await server.close();
    expect(server.problems).toEqual([]);
  });

  it('the freeze of an account ends its connections, and those of its sub-accounts', async () => {
    const { family } = matrix.server.gateway;
    const person = await matrix.person('freezing');
    await matrix.addKey('freezing', person);
    const sub = await family.create(person.uid, 'freezesu');
    await matrix.addKey('sub of freezing', sub, { permissions: ['read'] });
    const { data } = await person.browser.call<{ token: string }>('GET', '/api/web/v1/ws-token');
    const page = await connect();
    page.send({ op: 'login', args: [{ token: data.token }] });
    await page.answer('login');
    const all = [page, await loggedIn('freezing'), await loggedIn('sub of freezing')];
    const frozen = await person.browser.call('POST', '/api/web/v1/freeze', {});
    expect(frozen.status).toBe(200);
    for (const client of all) await client.closed(1_000);
    const late = await connect();
    late.send({ op: 'login', args: [loginOf(matrix.keyOf('freezing'))] });
    expect((await late.answer('error')).code).toBe(30011);
  });

  it('the freeze of a sub-account ends its connections', async () => {
    const client = await loggedIn('sub');
    const { family } = matrix.server.gateway;
    await family.change({ root: matrix.owner.uid, uid: matrix.sub, frozen: true });
    await client.closed(1_000);
  });

  it('a key that is taken away ends its connection', async () => {
    const client = await loggedIn('good');
    matrix.server.revocations.key(matrix.keyOf('good').apiKey);
    await client.closed(1_000);
  });
});
