/** The log of a key's requests is for its owner; log-ins over sockets are in it too. */
import { createHmac } from 'node:crypto';
import type { KeyRequests } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../ws/testing/client.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const KEYS = '/api/web/v1/api-keys';
const ASSETS = '/api/v2/spot/account/assets';
const PASSPHRASE = 'passphrase1';

interface Made {
  readonly apiKey: string;
  readonly secretKey: string;
}

let server: TestGateway;
let owner: Browser;
let made: Made;

beforeAll(async () => {
  server = await startTestGateway();
  owner = await signedIn('owner');
  const key = { label: 'bot', permissions: ['read'], passphrase: PASSPHRASE };
  made = (await owner.call<Made>('POST', KEYS, key)).data;
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function signedIn(name: string): Promise<Browser> {
  const browser = new Browser(server.url);
  await browser.register(`${name}@example.com`);
  return browser;
}

function signed(text: string, secret = made.secretKey) {
  const timestamp = String(Date.now());
  return {
    'access-key': made.apiKey,
    'access-sign': createHmac('sha256', secret).update(`${timestamp}${text}`).digest('base64'),
    'access-timestamp': timestamp,
    'access-passphrase': PASSPHRASE,
  };
}

async function logOf(browser: Browser) {
  return browser.call<KeyRequests>('GET', `${KEYS}/${made.apiKey}/requests`);
}

describe('requests of a key', () => {
  it('are shown to its owner, who is told why one was refused', async () => {
    const program = new Browser(server.url);
    await program.call('GET', ASSETS, undefined, signed(`GET${ASSETS}`));
    await program.call('GET', `${ASSETS}?coin=BTC`, undefined, signed(`GET${ASSETS}`));
    const { data } = await logOf(owner);
    expect(data.requests).toMatchObject([
      { path: ASSETS, code: '40009', signature: { mistakes: ['queryLeftOut'] } },
      { path: ASSETS, code: '00000', address: '127.0.0.1', signature: null },
    ]);
    expect(data.limits).toMatchObject([{ path: ASSETS, busiest: 1, refused: 0 }]);
    expect(JSON.stringify(data)).not.toContain(made.secretKey);
  });

  it('are there with log-ins over sockets', async () => {
    const url = `${server.url.replace('http', 'ws')}/v2/ws/private`;
    const client = await new TestClient(url).opened();
    const seconds = String(Math.floor(Date.now() / 1000));
    const given = { apiKey: made.apiKey, passphrase: PASSPHRASE, timestamp: seconds };
    client.send({ op: 'login', args: [{ ...given, sign: 'A'.repeat(43) }] });
    await client.answer('error');
    client.end();
    const { data } = await logOf(owner);
    const signature = { text: `${seconds}GET/user/verify`, cut: false, mistakes: [] };
    expect(data.requests[0]).toMatchObject({ path: '/user/verify', code: '40009', signature });
    expect(Math.abs(data.requests[0]?.signature?.aheadMs ?? 1e9)).toBeLessThan(30_000);
  });

  it('are shown to nobody else, who cannot even tell that the key exists', async () => {
    const stranger = await signedIn('stranger');
    const other = await logOf(stranger);
    const none = await stranger.call('GET', `${KEYS}/hk_${'a'.repeat(28)}/requests`);
    expect([other.status, other.code, other.msg]).toEqual([none.status, none.code, none.msg]);
    expect([other.status, other.data]).toEqual([404, null]);
    expect((await logOf(new Browser(server.url))).status).toBe(401);
  });

  it('are gone for everybody once the key is deleted', async () => {
    expect((await owner.call('DELETE', `${KEYS}/${made.apiKey}`)).status).toBe(200);
    expect((await logOf(owner)).status).toBe(404);
  });
});
