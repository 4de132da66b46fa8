import { ROUTES } from '@halcyon/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, NoAnswer, RestClient, ROUTE_NAMES, routeSpec, Signer } from '../src/index.ts';
import { CREDENTIALS, SECRET, signatureOf, TestExchange } from './test-exchange.ts';

let exchange: TestExchange;
beforeEach(async () => {
  exchange = await TestExchange.start();
});
afterEach(() => exchange.stop());

function refusal(
  status: number,
  code: string,
  retryable = false,
): { status: number; text: string } {
  const body = { code, msg: `refused ${code}`, data: null, reason: 'someReason', retryable };
  return { status, text: JSON.stringify({ ...body, requestTime: 1 }) };
}

describe('Signer', () => {
  const signer = new Signer({ apiKey: 'k', secretKey: SECRET, passphrase: 'p' });
  const timestamp = '1684814440729';

  it('signs requests as the wire contract says', async () => {
    const get = { timestamp, method: 'GET', path: '/api/v2/mix/market/depth' };
    const query = 'limit=20&symbol=BTCUSDT';
    expect((await signer.headers({ ...get, query, body: '' }))['ACCESS-SIGN']).toBe(
      '4wH9k+z6o5iofVyJ/5/Z0KDKf50iEK6AvhFm9rXKTOs=',
    );
    const body =
      '{"symbol":"BTCUSDT","productType":"USDT-FUTURES","marginMode":"isolated",' +
      '"marginCoin":"USDT","size":"0.01","price":"60000","side":"buy","orderType":"limit"}';
    const path = '/api/v2/mix/order/place-order';
    expect(await signer.headers({ timestamp, method: 'POST', path, query: '', body })).toEqual({
      'ACCESS-KEY': 'k',
      'ACCESS-SIGN': 'xfT0gQPpkIx2KQ0t/H5K7UEof/+O2pZWmzi+7AjkrfM=',
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-PASSPHRASE': 'p',
    });
  });

  it('signs logins', async () => {
    expect(await signer.login(1684814440)).toEqual({
      apiKey: 'k',
      passphrase: 'p',
      timestamp: '1684814440',
      sign: 'TE5So/FsPyGfxslTt/EQTl8tRnjOm/JcxkQ5UTNJj7g=',
    });
  });
});

describe('RestClient', () => {
  it('knows every route of the protocol', () => {
    expect(ROUTE_NAMES.map(routeSpec)).toEqual(ROUTES);
    expect(() => routeSpec('market.nothing' as never)).toThrow(RangeError);
  });

  it('sends what it signs, escapes included', async () => {
    const client = new RestClient({ baseUrl: exchange.baseUrl, credentials: CREDENTIALS });
    exchange.answer = () => ({ data: [] });
    const request = { symbol: 'BTCUSDT', clientOid: 'a+b c#ü', limit: undefined };
    await client.call('trade.orderInfo', request);
    await client.call('trade.cancelOrder', { symbol: 'BTCUSDT', clientOid: 'x"y' });
    const [get, post] = exchange.requests;
    expect(get!.query).toBe('symbol=BTCUSDT&clientOid=a%2Bb%20c%23%C3%BC');
    for (const seen of [get!, post!]) {
      const { method, path, query, body, headers } = seen;
      const asked = query === '' ? '' : `?${query}`;
      const text = `${headers['access-timestamp']}${method}${path}${asked}${body}`;
      expect(headers['access-sign']).toBe(signatureOf(text));
      expect(headers['access-key']).toBe('key-1');
      expect(headers['access-passphrase']).toBe('words');
    }
    expect(post!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(post!.body)).toEqual({ symbol: 'BTCUSDT', clientOid: 'x"y' });
  });

  it('leaves public requests unsigned, and marks paper ones', async () => {
    exchange.answer = () => ({ data: { serverTime: '5' } });
    const client = new RestClient({ baseUrl: exchange.baseUrl, paper: true });
    expect(await client.call('market.publicTime', {})).toEqual({ serverTime: '5' });
    expect(exchange.requests[0]!.headers['access-sign']).toBeUndefined();
    expect(exchange.requests[0]!.headers['paptrading']).toBe('1');
    await expect(client.call('account.assets', {})).rejects.toThrow('needs credentials');
  });

  it('signs with the clock of the server once that is known', async () => {
    let now = 1_000_000;
    const options = { baseUrl: exchange.baseUrl, credentials: CREDENTIALS, now: () => now };
    const client = new RestClient(options);
    exchange.answer = () => ({ data: { serverTime: '1042000' } });
    expect(await client.syncClock()).toBe(42_000);
    now = 2_000_000;
    await client.call('account.assets', {});
    expect(exchange.requests[1]!.headers['access-timestamp']).toBe('2042000');
  });

  it('turns refusals into ApiError with code, status and reason', async () => {
    const client = new RestClient({ baseUrl: exchange.baseUrl, credentials: CREDENTIALS });
    exchange.answer = () => refusal(400, '43012');
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '1' } as const;
    const error = await client.call('trade.placeOrder', order).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: '43012',
      status: 400,
      reason: 'someReason',
      retryable: false,
      message: 'refused 43012',
    });
    exchange.answer = () => ({ status: 502, text: '<html>' });
    await expect(client.call('trade.placeOrder', order)).rejects.toMatchObject({ code: 'http' });
  });

  it('asks GETs again when no answer came or the server was busy, POSTs never', async () => {
    const client = new RestClient({ baseUrl: exchange.baseUrl, credentials: CREDENTIALS });
    const answers = [null, refusal(429, '429', true), { data: [] }];
    exchange.answer = () => answers.shift() ?? null;
    expect(await client.call('account.assets', {})).toEqual([]);
    expect(exchange.requests).toHaveLength(3);
    expect(new Set(exchange.requests.map((seen) => seen.path)).size).toBe(1);
    exchange.requests.length = 0;
    const cancel = client.call('trade.cancelOrder', { orderId: '1' });
    await expect(cancel).rejects.toBeInstanceOf(NoAnswer);
    expect(exchange.requests).toHaveLength(1);
    exchange.requests.length = 0;
    exchange.answer = () => refusal(400, '40034');
    await expect(client.call('account.assets', {})).rejects.toMatchObject({ code: '40034' });
    expect(exchange.requests).toHaveLength(1);
  });
});
