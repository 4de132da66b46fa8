/** S14: whom a stream says no to, before a login, without the permission, and once it was taken away. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../ws/testing/client.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const PASSPHRASE = 'passphrase1';

interface Target {
  readonly name: string;
  /** What the key must be allowed. */
  readonly needs: 'read' | 'trade';
  readonly message: object;
}

const SPOT = { instType: 'SPOT', instId: 'BTCUSDT' };
const TARGETS: readonly Target[] = [
  ...['account', 'orders', 'fill', 'orders-algo', 'orders-parent'].map((channel): Target => {
    const arg = channel === 'account' ? { instType: 'SPOT', channel, coin: 'default' } : SPOT;
    return {
      name: `channel ${channel}`,
      needs: 'read',
      message: { op: 'subscribe', args: [{ ...arg, channel }] },
    };
  }),
  ...['crossed', 'isolated'].flatMap((kind) =>
    [
      { channel: `account-${kind}`, coin: 'default' },
      { channel: `orders-${kind}`, instId: 'BTCUSDT' },
    ].map(
      (arg): Target => ({
        name: `channel ${arg.channel}`,
        needs: 'read',
        message: { op: 'subscribe', args: [{ instType: 'MARGIN', ...arg }] },
      }),
    ),
  ),
  ...['place-order', 'cancel-order', 'modify-order'].flatMap((verb) =>
    [verb, `batch-${verb}`].map((channel): Target => {
      const one = { orderId: '1200000000000000001', side: 'buy', orderType: 'limit', size: '1' };
      const params = channel === verb ? one : { orderList: [one] };
      return {
        name: `trade ${channel}`,
        needs: 'trade',
        message: { op: 'trade', args: [{ ...SPOT, id: '1', channel, params }] },
      };
    }),
  ),
];

interface Key {
  readonly id: string;
  readonly secretKey: string;
}

let server: TestGateway;
let browser: Browser;
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await startTestGateway();
  browser = new Browser(server.url);
  await browser.register('streams@example.com');
});

afterAll(async () => {
  for (const client of clients) client.end();
  await server.close();
});

async function makeKey(more: object): Promise<Key> {
  const key = { label: 'stream', type: 'hmac', passphrase: PASSPHRASE, ...more };
  return (await browser.call<Key>('POST', `${API}/api-keys`, key)).data;
}

async function connect(headers: Record<string, string> = {}): Promise<TestClient> {
  const url = `${server.url.replace('http', 'ws')}/v2/ws/private`;
  const client = await new TestClient(url, headers).opened();
  clients.push(client);
  return client;
}

function loginArg({ id, secretKey }: Key, more: object = {}): object {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = `${timestamp}GET/user/verify`;
  const sign = createHmac('sha256', secretKey).update(text).digest('base64');
  return { apiKey: id, passphrase: PASSPHRASE, timestamp, sign, ...more };
}

async function loggedIn(key: Key): Promise<TestClient> {
  const client = await connect();
  client.send({ op: 'login', args: [loginArg(key)] });
  await client.answer('login');
  return client;
}

/** Code and text with which a target is refused; nothing of it may have reached the engine. */
async function refusal(client: TestClient, { message }: Target): Promise<string> {
  const before = server.engine.commands.length;
  client.send(message);
  const { code, msg } = await client.answer('error');
  expect(server.engine.commands).toHaveLength(before);
  expect(client.told.filter(({ data }) => data !== undefined)).toEqual([]);
  return `${code} ${msg}`;
}

const FORBIDDEN = {
  read: '30004 this API key lacks the permission read',
  trade: '40014 this API key lacks the permission spot_trade',
} as const;
const OTHER = { read: 'trade', trade: 'read' } as const;

describe.each(TARGETS)('S14 $name', (target) => {
  it('is refused without a login', async () => {
    expect(await refusal(await connect(), target)).toMatch(/^30004 .* needs a login$/);
  });

  it('is refused to a key without the permission', async () => {
    const key = await makeKey({ permissions: [OTHER[target.needs]] });
    expect(await refusal(await loggedIn(key), target)).toBe(FORBIDDEN[target.needs]);
    await browser.call('DELETE', `${API}/api-keys/${key.id}`);
  });

  it('is lost when the key loses the permission: the connection ends, and a new one is refused', async () => {
    const key = await makeKey({ permissions: ['read', 'trade'] });
    const client = await loggedIn(key);
    const change = { permissions: [OTHER[target.needs]] };
    await browser.call('PATCH', `${API}/api-keys/${key.id}`, change);
    await client.closed(1_000);
    expect(client.closeCode).toBe(1008);
    expect(await refusal(await loggedIn(key), target)).toBe(FORBIDDEN[target.needs]);
    await browser.call('DELETE', `${API}/api-keys/${key.id}`);
  });
});

describe('S14 logins', () => {
  it.each<readonly [string, object, object, number]>([
    ['a wrong signature', {}, { sign: 'x'.repeat(44) }, 30015],
    ['a wrong passphrase', {}, { passphrase: 'passphrase2' }, 30012],
    ['a time of long ago', {}, { timestamp: '1700000000' }, 30014],
    ['an address that is not in the list', { ipList: ['10.0.0.0/8'] }, {}, 30005],
    ['a key that does not exist', {}, { apiKey: `hk_${'x'.repeat(28)}` }, 30011],
  ])('%s: refused, and the connection ends', async (_name, made, given, code) => {
    const key = await makeKey({ permissions: ['read'], ...made });
    const client = await connect();
    client.send({ op: 'login', args: [loginArg(key, given)] });
    expect((await client.answer('error')).code).toBe(code);
    await client.closed();
    await browser.call('DELETE', `${API}/api-keys/${key.id}`);
  });

  it('a session token from a page of another origin, or from none', async () => {
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }]) {
      const { data } = await browser.call<{ token: string }>('GET', `${API}/ws-token`);
      const client = await connect(headers);
      client.send({ op: 'login', args: [{ token: data.token }] });
      expect((await client.answer('error')).code).toBe(30005);
    }
  });
});
