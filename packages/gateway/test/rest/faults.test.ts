/** What a request meets when it may not, cannot or must not be carried out: limits, faults, bodies. */
import { EngineUnavailable, OutcomeUnknown } from '@halcyon/domain';
import { expandNumber, ROUTES } from '@halcyon/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, recordsError, sampleRequest, TestRest } from './harness.ts';

const SIGNED = ROUTES.filter(({ access }) => access.auth === 'signed');
const KEY = 'alice-key-1';
const EACH = SIGNED.map((route) => [route.name, route] as const);

/** What no answer may say. */
const SECRET = 'SELECT secret FROM /etc/passwd at file.ts:1:2';

let rest: TestRest;

/** For a group whose tests each need a side of their own. */
function anew(): void {
  beforeEach(async () => {
    rest = await TestRest.open();
  });
}

describe('S12 rate limits', () => {
  anew();

  it('an endpoint takes its number of requests a second from a user, over all keys', async () => {
    rest.addKey('normal-key1', ALICE, { tier: 'normal' });
    rest.addKey('normal-key2', ALICE, { tier: 'normal' });
    rest.now = Math.ceil(rest.now / 1000) * 1000;
    const ask = (key: string) => rest.call(key, 'GET', '/api/v2/spot/account/assets');
    for (let i = 9; i >= 0; i--) {
      const answer = await ask(i % 2 === 0 ? 'normal-key1' : 'normal-key2');
      expect(answer.headers['x-mbx-used-remain-limit']).toBe(String(i));
    }
    const over = await ask('normal-key1');
    expect(over).toMatchObject({
      status: 429,
      body: { code: '429', msg: 'Too Many Requests', data: null, retryable: true },
    });
    expect(over.headers['x-mbx-used-remain-limit']).toBe('0');
    rest.now += 1_000;
    const path = '/api/v2/spot/trade/history-orders';
    const refused = await rest.call('normal-key1', 'GET', path, { query: { limit: 'x' } });
    expect(refused.status).toBe(400);
    expect(refused.headers['x-mbx-used-remain-limit']).toBe('19');
    rest.now -= 1_000;
    const elsewhere = await rest.call('normal-key1', 'GET', '/api/v2/spot/trade/unfilled-orders');
    expect(elsewhere.body.code).toBe('00000');
    rest.now += 1_000;
    expect((await ask('normal-key1')).body.code).toBe('00000');
  });

  it('public endpoints count by address, loopback is not counted', async () => {
    rest.now = Math.ceil(rest.now / 1000) * 1000;
    const ask = (address: string) =>
      rest.call(null, 'GET', '/api/v2/spot/public/coins', { address });
    for (let i = 0; i < 3; i++) expect((await ask('198.51.100.1')).status).toBe(200);
    expect((await ask('198.51.100.1')).status).toBe(429);
    expect((await ask('198.51.100.2')).status).toBe(200);
    for (let i = 0; i < 20; i++) expect((await ask('127.0.0.1')).status).toBe(200);
  });
});

describe('S15 faults', () => {
  anew();

  const ORDER = {
    symbol: 'BTCUSDT',
    orderType: 'limit',
    side: 'buy',
    size: '0.01',
    price: '59000',
  };

  it('an unknown outcome is never called a failure', async () => {
    rest.engine.fault = new OutcomeUnknown('journal');
    const answer = await rest.alice('POST', '/spot/trade/place-order', ORDER);
    expect(answer).toMatchObject({ status: 504, body: { code: '50008', retryable: false } });
    expect(answer.body.msg).toMatch(/outcome is unknown.*clientOid/);
    expect(answer.body.msg).not.toMatch(/fail/i);
  });

  it('of a batch, items say for themselves that their outcome is unknown', async () => {
    rest.engine.fault = new OutcomeUnknown('journal');
    const orderList = [ORDER, { ...ORDER, price: '1.001' }];
    const answer = await rest.alice('POST', '/spot/trade/batch-orders', { orderList });
    expect(answer.body.data).toMatchObject({
      successList: [],
      failureList: [{ errorCode: '50008' }, { errorCode: '40808' }],
    });
    rest.engine.fault = new EngineUnavailable('the exchange is stopping');
    const refused = await rest.alice('POST', '/spot/trade/batch-orders', { orderList: [ORDER] });
    expect(refused).toMatchObject({ status: 503, body: { code: '40200' } });
  });

  it('an engine that takes nothing says so', async () => {
    rest.engine.fault = new EngineUnavailable('stopping');
    const answer = await rest.alice('POST', '/spot/trade/place-order', ORDER);
    expect(answer).toMatchObject({ status: 503, body: { code: '40200', retryable: true } });
    expect(answer.body.msg).toBe('not taken, nothing happened: stopping');
  });

  it('records that lag or are away ask for a retry', async () => {
    const away = new Proxy({}, { get: () => () => Promise.reject(recordsError('lagging')) });
    rest = await TestRest.open((before) => {
      before.history = away as typeof before.history;
    });
    const answer = await rest.alice('GET', '/spot/trade/fills');
    expect(answer).toMatchObject({ status: 503, body: { retryable: true } });
  });
});

describe('S15 faults inside', () => {
  beforeAll(async () => {
    const thrower = new Proxy({}, { get: () => () => Promise.reject(new Error(SECRET)) });
    rest = await TestRest.open((before) => {
      before.history = thrower as typeof before.history;
      before.users = thrower as typeof before.users;
    });
    rest.engine.fault = new Error(SECRET);
  });

  beforeEach(() => {
    rest.faults.length = 0;
    // Later, so that no limit counts what was asked of other routes.
    rest.now += 60_000;
  });

  it.each(EACH)('%s never leaks what broke inside', async (_name, route) => {
    const given = sampleRequest(route);
    const answer =
      route.method === 'GET'
        ? await rest.call(KEY, 'GET', route.path, { query: given as Record<string, string> })
        : await rest.call(KEY, 'POST', route.path, { body: given });
    expect(answer.text).not.toContain('SELECT');
    expect(answer.text).not.toContain('.ts');
    if (answer.status === 500) expect(rest.faults).toHaveLength(1);
  });
});

describe('bodies', () => {
  anew();

  const path = '/api/v2/spot/trade/place-order';
  const send = (body: string, headers: Record<string, string> = {}) =>
    rest.call(KEY, 'POST', path, { body, headers });

  it.each([
    ['{"symbol":"BTCUSDT"', '400', 'expected , or } at character'],
    ['{"symbol":"A","symbol":"B"}', '400', 'repeated key'],
    ['{"__proto__":{"a":1}}', '400', '__proto__'],
    ['[]', '400', 'must be a JSON object'],
    ['"x"', '400', 'must be a JSON object'],
    [`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`, '400', 'nesting deeper than 20'],
  ])('%s', async (body, code, message) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(code);
    expect(answer.body.msg).toContain(message);
  });

  it('addresses that cannot be read are refused in the envelope', async () => {
    const answer = await rest.raw('GET', '/api/v2/%zz', '');
    expect(answer).toMatchObject({ status: 400, body: { code: '400', data: null } });
  });

  it('an empty body is no parameters; other content types are refused', async () => {
    expect((await send('')).body.msg).toBe('symbol is required');
    const form = await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(form.body.code).toBe('40007');
    const charset = await send('{}', { 'content-type': 'application/json; charset=UTF-8' });
    expect(charset.body.msg).toBe('symbol is required');
  });

  it('more than a mebibyte is refused, and the next request is served', async () => {
    const large = await rest.raw('POST', path, `"${'x'.repeat(1_048_576)}"`);
    expect(large).toMatchObject({ status: 413, body: { code: '400' } });
    expect((await rest.call(null, 'GET', '/api/v2/public/time')).status).toBe(200);
  });

  it('expanding a JSON number never passes a double', () => {
    expect(expandNumber('0.1000000000000000055511151231257827')).toBe(
      '0.1000000000000000055511151231257827',
    );
  });
});
