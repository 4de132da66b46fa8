/** What HTTP asks of an API: HEAD, OPTIONS, Allow, Retry-After, and what other origins may read. */
import { ROUTES } from '@halcyon/protocol';
import { RecordsError } from '@halcyon/records';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, TestRest } from './harness.ts';

const TICKERS = '/api/v2/spot/market/tickers';
const ASSETS = '/api/v2/spot/account/assets';
const ORDER = '/api/v2/spot/trade/place-order';
const ORIGIN = { origin: 'https://elsewhere.example' };

let rest: TestRest;

beforeEach(async () => {
  rest = await TestRest.open();
});

function inject(method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST', url: string, headers = {}) {
  return rest.app.inject({ method, url, headers, remoteAddress: '127.0.0.1' });
}

describe('HEAD', () => {
  it('answers as GET does, without the body', async () => {
    const get = await inject('GET', TICKERS);
    const head = await inject('HEAD', TICKERS);
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'access-control-allow-origin']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('is signed with its own method, and refused unsigned as GET is', async () => {
    rest.now += 1;
    const headers = rest.sign('alice-key-1', 'HEAD', ASSETS, '', '', rest.now);
    expect((await inject('HEAD', ASSETS, headers)).statusCode).toBe(200);
    const unsigned = await inject('HEAD', ASSETS);
    expect(unsigned.statusCode).toBe((await inject('GET', ASSETS)).statusCode);
    expect((await inject('HEAD', '/api/v2/spot/none')).statusCode).toBe(404);
  });

  it('with a session needs no CSRF token, as reading does not', async () => {
    const asked: string[] = [];
    rest.sessions = {
      bearer: async (_headers, need) => {
        asked.push(need);
        return { user: ALICE, id: 's' };
      },
    };
    await rest.start();
    expect((await inject('HEAD', ASSETS, { cookie: 'x=1' })).statusCode).toBe(200);
    expect(asked).toEqual(['session']);
  });
});

describe('OPTIONS and Allow', () => {
  it('names the methods of an address', async () => {
    const market = await inject('OPTIONS', TICKERS);
    expect([market.statusCode, market.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const order = await inject('OPTIONS', ORDER);
    expect([order.statusCode, order.headers['allow']]).toEqual([204, 'POST, OPTIONS']);
    expect((await inject('OPTIONS', '/api/v2/spot/none')).statusCode).toBe(404);
    const wrong = await inject('GET', ORDER);
    expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });

  it('S14 pages of other origins may read public data and nothing else', async () => {
    for (const { method, path, access } of ROUTES) {
      const preflight = await inject('OPTIONS', path, ORIGIN);
      const answer = await inject(method, path, ORIGIN);
      const open = access.auth === 'public' ? '*' : undefined;
      for (const { headers } of [preflight, answer]) {
        expect([path, headers['access-control-allow-origin']]).toEqual([path, open]);
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
    }
  });
});

describe('Retry-After', () => {
  it('a full second says when the next one begins', async () => {
    rest.now = Math.ceil(rest.now / 1000) * 1000 + 250;
    rest.addKey('slow-key-01', ALICE, { tier: 'normal' });
    const ask = () => rest.call('slow-key-01', 'GET', '/api/v2/account/all-account-balance');
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: '429', retryAfterMs: 748 } });
    expect(refused.headers['retry-after']).toBe('1');
    rest.now += 748;
    expect((await ask()).status).toBe(200);
  });

  it('records that are busy say when to come back', async () => {
    rest.history = new Proxy(
      {},
      {
        get: () => () => {
          throw new RecordsError('busy', 'test', { retryAfterMs: 1_500 });
        },
      },
    ) as typeof rest.history;
    await rest.start();
    const fills = await rest.alice('GET', '/spot/trade/fills');
    expect(fills).toMatchObject({ status: 429, body: { code: '429', retryAfterMs: 1_500 } });
    expect(fills.headers['retry-after']).toBe('2');
  });
});

describe('what the contract has and this exchange has not', () => {
  it.each([
    ['POST', '/spot/account/switch-deduct', { deduct: 'on' }, '40919'],
    ['POST', '/spot/account/upgrade', {}, '40919'],
    [
      'POST',
      '/spot/wallet/modify-deposit-account',
      { accountType: 'funding', coin: 'BTC' },
      '40919',
    ],
    ['POST', '/spot/wallet/modify-deposit-account', { accountType: 'spot', coin: 'NONE' }, '40034'],
    ['GET', '/mix/market/loan-growth', { symbol: 'BTCUSDT' }, '40919'],
    ['POST', '/mix/account/union-convert', { coin: 'BTC', amount: '1' }, '40919'],
    [
      'POST',
      '/mix/account/set-asset-mode',
      { productType: 'USDT-FUTURES', assetMode: 'union' },
      '40919',
    ],
    ['GET', '/margin/loan-growth', { symbol: 'BTCUSDT' }, '40919'],
    ['POST', '/convert/bgb-convert', { coinList: ['BTC'] }, '40919'],
  ] as const)('%s %s is refused in words', async (method, path, params, code) => {
    const { body } = await rest.alice(method, path, params);
    expect(body.code).toBe(code);
    expect(body.msg.length).toBeGreaterThan(20);
  });

  it('switches that are in their one position already say so', async () => {
    const off = await rest.alice('POST', '/spot/account/switch-deduct', { deduct: 'off' });
    expect(off.body.data).toBe(true);
    const status = await rest.alice('GET', '/spot/account/upgrade-status');
    expect(status.body.data).toMatchObject({ status: 'fail' });
    const spot = { accountType: 'spot', coin: 'BTC' };
    const deposits = await rest.alice('POST', '/spot/wallet/modify-deposit-account', spot);
    expect(deposits.body.data).toBe('success');
  });

  it('fee levels name the volume they are for', async () => {
    const { body } = await rest.call(null, 'GET', '/api/v2/spot/market/vip-fee-rate');
    // The third is for no volume: nobody can trade his way to it.
    expect(body.data).toMatchObject([
      { level: 0, dealAmount: '0' },
      { level: 1, dealAmount: '250000' },
    ]);
  });
});
