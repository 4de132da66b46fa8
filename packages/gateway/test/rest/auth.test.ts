/** Who may do what: every signed route against every way of not being allowed. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { CommandKind } from '@halcyon/domain';
import {
  PERMISSIONS,
  type Permission,
  preHash,
  ROUTES,
  type RouteSpec,
  WireError,
} from '@halcyon/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionVerifier } from '../../src/auth/authenticate.ts';
import { ROUTE_HANDLERS } from '../../src/routes/index.ts';
import { ALICE, listOf, PASSPHRASE, TestRest, textOf } from './harness.ts';
import { TestPaperVenue } from './paper-venue.ts';

const SIGNED = ROUTES.filter(({ access }) => access.auth === 'signed');
const EACH = SIGNED.map((route) => [route.name, route] as const);
const KEY = 'alice-key-1';
const ETH = { symbol: 'ETHUSDT' };
const ETH_LIMITS = {
  kind: CommandKind.setInstrument,
  instrument: 1,
  state: 0,
  quantityMin: 10,
  quantityMax: 100_000_000,
  notionalMin: 5_00000000,
  bandPpm: 100_000,
  openOrdersMax: 500,
  actor: 'test',
  reason: 'test',
} as const;

let rest: TestRest;

/** For a group whose tests each need a side of their own. */
function anew(): void {
  beforeEach(async () => {
    rest = await TestRest.open();
  });
}

/** For a group that changes nothing; each of its tests is later, so that no limit counts the others. */
function shared(): void {
  beforeAll(async () => {
    rest = await TestRest.open();
  });
  beforeEach(() => {
    rest.now += 60_000;
  });
}

/** A request of a route as a client would send it, empty of parameters. */
function probe(route: RouteSpec, apiKey: string, options = {}) {
  return rest.call(apiKey, route.method, route.path, options);
}

describe('route registry', () => {
  it('every route of the contract is served, and only those', () => {
    const served = ROUTE_HANDLERS.map(({ spec }) => `${spec.method} ${spec.path}`).sort();
    expect(served).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('every private route declares a permission', () => {
    for (const { spec } of ROUTE_HANDLERS) {
      if (spec.access.auth === 'public') continue;
      expect(PERMISSIONS).toContain(spec.access.permission);
    }
  });
});

describe('S9 permissions', () => {
  shared();

  it.each(EACH)('%s is refused to every key without its permission', async (_name, route) => {
    const needed = route.access.auth === 'signed' ? route.access.permission : 'read';
    for (const missing of PERMISSIONS) {
      const permissions = PERMISSIONS.filter((one) => one !== missing) as Permission[];
      rest.addKey(`scope-${missing}`, ALICE, { permissions });
      const answer = await probe(route, `scope-${missing}`);
      expect(answer.body.code === '40014').toBe(missing === needed);
      if (missing === needed) {
        expect(answer.status).toBe(403);
        expect(answer.body.msg).toContain(needed);
      }
    }
  });

  it.each(EACH)(
    '%s is refused to a key that may only copy, unless it copies',
    async (_name, route) => {
      rest.addKey('scope-copy-only', ALICE, { permissions: ['copy'] });
      const copies = route.access.auth === 'signed' && route.access.permission === 'copy';
      expect((await probe(route, 'scope-copy-only')).body.code === '40014').toBe(!copies);
    },
  );

  it('a key that may copy says so among its authorities, and others do not', async () => {
    const said = async (name: string, permissions: Permission[]) => {
      rest.addKey(name, ALICE, { permissions });
      const info = ROUTES.find(({ name: one }) => one === 'spot.account.info');
      return (await probe(info as RouteSpec, name)).body.data['authorities'];
    };
    expect(await said('scope-copier', ['read', 'copy'])).toContain('chow');
    expect(await said('scope-trader', ['read', 'spot_trade'])).not.toContain('chow');
  });
});

describe('S10 signatures of each route', () => {
  shared();

  it.each(EACH)('%s refuses every request that is not signed rightly', async (_name, route) => {
    const { method, path } = route;
    const now = rest.now;
    const right = rest.sign(KEY, method, path, '', '', now);
    const other = (name: keyof typeof right, value: string) => ({ ...right, [name]: value });
    const without = (name: keyof typeof right) =>
      Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
    const flipped = right['access-sign'].startsWith('A') ? 'B' : 'A';
    const cases: [Record<string, string>, string][] = [
      [{}, '40001'],
      [without('access-key'), '40001'],
      [without('access-sign'), '40002'],
      [without('access-timestamp'), '40005'],
      [without('access-passphrase'), '40011'],
      [other('access-key', 'no-such-key-1'), '40037'],
      [other('access-key', "' or 1=1 --"), '40006'],
      [other('access-sign', ''), '40003'],
      [other('access-sign', flipped + right['access-sign'].slice(1)), '40009'],
      [other('access-sign', 'x'.repeat(44)), '40009'],
      [other('access-sign', right['access-sign'].slice(0, -1)), '40009'],
      [other('access-passphrase', 'wrong'), '40012'],
      [other('access-timestamp', String(now + 1)), '40009'],
      [other('access-timestamp', 'soon'), '40005'],
      [rest.sign(KEY, method, path, '', '', now - 30_001), '40008'],
      [rest.sign(KEY, method, path, '', '', now + 30_001), '40008'],
      [rest.sign(KEY, method === 'GET' ? 'POST' : 'GET', path, '', '', now), '40009'],
      [rest.sign(KEY, method, `${path}/`, '', '', now), '40009'],
      [rest.sign(KEY, method, path, 'a=1', '', now), '40009'],
      [rest.sign(KEY, method, path, '', '{}', now), '40009'],
      [{ ...rest.sign('bob-key-001', method, path, '', '', now), 'access-key': KEY }, '40009'],
    ];
    for (const [headers, code] of cases) {
      const answer = await rest.raw(method, path, '', { headers });
      expect(answer.body.code).toBe(code);
      expect(answer.body.data).toBeNull();
    }
    expect(rest.engine.submitted).toEqual([]);
  });
});

describe('S10 signatures', () => {
  anew();

  it.each(['GET', 'POST'] as const)('a key narrows the window of its times: %s', async (method) => {
    rest.addKey('narrow-key', ALICE, { windowMs: 5_000 });
    // A POST that was signed before the server started is refused for that.
    rest.now += 60_000;
    const path = method === 'GET' ? '/spot/account/assets' : '/spot/trade/cancel-symbol-order';
    const body = method === 'GET' ? '' : '{"symbol":"BTCUSDT"}';
    const answer = async (off: number) => {
      const full = `/api/v2${path}`;
      const headers = rest.sign('narrow-key', method, full, '', body, rest.now + off);
      return (await rest.raw(method, full, body, { headers })).body;
    };
    for (const off of [-5_000, 0, 5_000]) expect((await answer(off)).code, `${off}`).toBe('00000');
    for (const off of [-5_001, 5_001, -30_000]) {
      const { code, msg } = await answer(off);
      expect(code, `${off}`).toBe('40008');
      expect(msg).toContain('at most 5000 ms');
    }
  });

  it('both forms of the query pass, re-sorted ones do not', async () => {
    const path = '/api/v2/spot/trade/unfilled-orders';
    const wire = 'symbol=BTCUSDT&x=a%20b%2Bc';
    const plus = 'symbol=BTCUSDT&x=a+b%2Bc';
    const decoded = 'symbol=BTCUSDT&x=a b+c';
    const ask = (url: string, signed: string) =>
      rest.raw('GET', `${path}?${url}`, '', {
        headers: rest.sign(KEY, 'GET', path, signed, '', rest.now),
      });
    for (const [url, signed] of [
      [wire, wire],
      [wire, decoded],
      [plus, plus],
      [plus, decoded],
    ] as const) {
      expect((await ask(url, signed)).body.code).toBe('00000');
    }
    expect((await ask('symbol=BTCUSDT&a=1', 'a=1&symbol=BTCUSDT')).body.code).toBe('40009');
  });

  it('the window is 30 s on either side', async () => {
    const path = '/api/v2/spot/account/assets';
    for (const skew of [-30_000, -29_999, -1, 0, 1, 29_999, 30_000]) {
      const headers = rest.sign(KEY, 'GET', path, '', '', rest.now + skew);
      expect((await rest.raw('GET', path, '', { headers })).body.code).toBe('00000');
    }
  });

  it('F6 no bit of a signed POST can be changed', async () => {
    const path = '/api/v2/spot/trade/cancel-order';
    const body = '{"symbol":"BTCUSDT","orderId":"1200000000000000001"}';
    const headers = rest.sign(KEY, 'POST', path, '', body, rest.now);
    for (let bit = 0; bit < body.length * 7; bit++) {
      const at = Math.floor(bit / 7);
      const changed = String.fromCharCode(body.charCodeAt(at) ^ (1 << (bit % 7)));
      const forged = body.slice(0, at) + changed + body.slice(at + 1);
      const answer = await rest.raw('POST', path, forged, { headers });
      expect(answer.body.code).toBe('40009');
    }
    expect((await rest.raw('POST', path, body, { headers })).body.code).toBe('43001');
  });

  it('RSA and Ed25519 keys verify with their public keys', async () => {
    const path = '/api/v2/spot/account/assets';
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ed = generateKeyPairSync('ed25519');
    const pem = (key: typeof rsa.publicKey) =>
      key.export({ type: 'spki', format: 'pem' }).toString();
    rest.addKey('rsa-key-0001', ALICE, { type: 'rsa', secret: '', publicKey: pem(rsa.publicKey) });
    rest.addKey('ed-key-00001', ALICE, {
      type: 'ed25519',
      secret: '',
      publicKey: pem(ed.publicKey),
    });
    const ask = (apiKey: string, make: (text: Buffer) => Buffer, spoil = false) => {
      const text = preHash(String(rest.now), 'GET', path, '', spoil ? 'x' : '');
      return rest.raw('GET', path, '', {
        headers: {
          'access-key': apiKey,
          'access-sign': make(Buffer.from(text)).toString('base64'),
          'access-timestamp': String(rest.now),
          'access-passphrase': PASSPHRASE,
        },
      });
    };
    const byRsa = (text: Buffer) => sign('sha256', text, rsa.privateKey);
    const byEd = (text: Buffer) => sign(null, text, ed.privateKey);
    expect((await ask('rsa-key-0001', byRsa)).body.code).toBe('00000');
    expect((await ask('ed-key-00001', byEd)).body.code).toBe('00000');
    expect((await ask('rsa-key-0001', byRsa, true)).body.code).toBe('40009');
    expect((await ask('ed-key-00001', byEd, true)).body.code).toBe('40009');
    expect((await ask('rsa-key-0001', byEd)).body.code).toBe('40009');
    const byPublic = (text: Buffer) =>
      createHmac('sha256', pem(rsa.publicKey)).update(text).digest();
    expect((await ask('rsa-key-0001', byPublic)).body.code).toBe('40009');
    const signed = 'timestamp+METHOD+path+?query+body';
    for (const [key, kind] of [
      ['rsa-key-0001', 'RSA'],
      ['ed-key-00001', 'Ed25519'],
      [KEY, 'HMAC'],
    ] as const) {
      const { msg } = (await ask(key, byPublic)).body;
      expect(msg).toBe(`the signature is wrong: this is an ${kind} key, which must sign ${signed}`);
    }
  });

  it('a POST that repeats a signature is refused, a read is not', async () => {
    const order =
      '"symbol":"BTCUSDT","orderType":"limit","side":"buy","size":"0.01","price":"59000"';
    const path = '/api/v2/spot/trade/place-order';
    const send = (body: string, headers: Record<string, string>) =>
      rest.raw('POST', path, body, { headers });
    const plain = `{${order}}`;
    const headers = rest.sign(KEY, 'POST', path, '', plain, rest.now);
    expect((await send(plain, headers)).body.code).toBe('00000');
    expect((await send(plain, headers)).body).toMatchObject({
      code: '40008',
      reason: 'signatureReplayed',
    });
    rest.now += 29_000;
    expect((await send(plain, headers)).body.reason).toBe('signatureReplayed');
    rest.now += 2_000;
    expect((await send(plain, headers)).body.reason).toBe('timestampWindow');
    const named = `{${order},"clientOid":"again"}`;
    const own = rest.sign(KEY, 'POST', path, '', named, rest.now);
    expect((await send(named, own)).body.code).toBe('00000');
    expect((await send(named, own)).body.code).toBe('43118');
    const reading = '/api/v2/spot/account/assets';
    const read = rest.sign(KEY, 'GET', reading, '', '', rest.now);
    for (let i = 0; i < 3; i++) {
      expect((await rest.raw('GET', reading, '', { headers: read })).body.code).toBe('00000');
    }
  });

  it('a POST signed before the start is refused unless it is idempotent', async () => {
    const cancel = { symbol: 'BTCUSDT', orderId: '1200000000000000001' };
    const early = await rest.call(KEY, 'POST', '/api/v2/spot/trade/cancel-order', {
      body: cancel,
      timestamp: rest.now - 10,
    });
    expect(early.body.reason).toBe('signedBeforeStart');
  });
});

describe('S9 keys', () => {
  anew();

  it('expiry, address lists, venue and deletion count', async () => {
    const path = '/api/v2/spot/account/assets';
    const ask = (apiKey: string, options = {}) => rest.call(apiKey, 'GET', path, options);
    rest.addKey('expired-key', ALICE, { expiresAt: rest.now + 5 });
    expect((await ask('expired-key')).body.code).toBe('00000');
    rest.now += 10;
    expect((await ask('expired-key')).body).toMatchObject({ code: '40037', reason: 'keyExpired' });

    rest.addKey('listed-key', ALICE, { ipList: ['10.1.0.0/16', '2001:db8::/32', '192.0.2.7'] });
    const from = async (address: string) => (await ask('listed-key', { address })).body.code;
    expect(await from('10.1.255.1')).toBe('00000');
    expect(await from('::ffff:10.1.2.3')).toBe('00000');
    expect(await from('2001:db8::1')).toBe('00000');
    expect(await from('192.0.2.7')).toBe('00000');
    expect(await from('10.2.0.1')).toBe('40018');
    expect(await from('2001:db9::1')).toBe('40018');
    expect(await from('127.0.0.1')).toBe('40018');
    const forged = await ask('listed-key', { headers: { 'x-forwarded-for': '10.1.0.1' } });
    expect(forged.body.code).toBe('40018');

    rest.addKey('paper-key-1', ALICE, { venue: 'paper' });
    expect((await ask('paper-key-1')).body.code).toBe('40919');

    expect((await ask('bob-key-001')).body.code).toBe('00000');
    rest.keys.delete('bob-key-001');
    expect((await ask('bob-key-001')).body.code).toBe('00000');
    rest.rest.authenticator.keys.forget('bob-key-001');
    expect((await ask('bob-key-001')).body.code).toBe('40037');
  });

  it('known keys go on while the store is away; unknown and forgotten ones wait for it', async () => {
    const ask = (apiKey: string) => rest.call(apiKey, 'GET', '/api/v2/spot/account/assets');
    expect((await ask(KEY)).body.code).toBe('00000');
    rest.storeAway = true;
    rest.now += 120_000;
    expect((await ask(KEY)).body.code).toBe('00000');
    expect(await ask('bob-key-001')).toMatchObject({ status: 503, body: { retryable: true } });
    rest.rest.authenticator.keys.forget(KEY);
    expect((await ask(KEY)).status).toBe(503);
    expect(rest.faults).toEqual([]);
  });

  it('a live key with the paper marker is told what to do; other values are no marker', async () => {
    const path = '/api/v2/spot/account/assets';
    const marked = await rest.call(KEY, 'GET', path, { headers: { PAPTRADING: '1' } });
    expect(marked.body.msg).toContain('remove the marker, or use a paper key');
    const query = await rest.call(KEY, 'GET', path, { query: { paptrading: '1' } });
    expect(query.body.reason).toBe('liveKeyPaper');
    for (const value of ['0', 'true', '']) {
      const other = await rest.call(KEY, 'GET', path, { headers: { paptrading: value } });
      expect(other.body.code).toBe('00000');
    }
    const open = await rest.call(null, 'GET', '/api/v2/public/time', {
      headers: { paptrading: '1' },
    });
    expect(open.body.reason).toBe('paperClosed');
    expect(rest.engine.submitted).toEqual([]);
  });

  it('the key that a public request names decides its venue, without proving itself', async () => {
    const paperVenue = new TestPaperVenue(() => rest.now);
    rest = await TestRest.open((made) => {
      made.paper = paperVenue;
    });
    rest.addKey('paper-key-1', ALICE, { venue: 'paper' });
    paperVenue.apply({ ...ETH_LIMITS, quantityMin: 20 });
    const path = '/api/v2/spot/public/symbols';
    const least = async (headers: Record<string, string>): Promise<string> => {
      const { body } = await rest.call(null, 'GET', path, { query: ETH, headers });
      return body.code === '00000' ? textOf(listOf(body.data)[0]?.['minTradeAmount']) : body.code;
    };
    const [onLive, onPaper] = ['0.0010', '0.0020'];
    expect(await least({})).toBe(onLive);
    expect(await least({ paptrading: '1' })).toBe(onPaper);
    expect(await least({ 'access-key': 'paper-key-1' })).toBe(onPaper);
    expect(await least({ 'access-key': 'paper-key-1', paptrading: '1' })).toBe(onPaper);
    expect(await least({ 'access-key': KEY, 'access-sign': 'wrong' })).toBe(onLive);
    expect(await least({ 'access-key': KEY, paptrading: '1' })).toBe('40018');
    expect(await least({ 'access-key': 'nobodys-key' })).toBe(onLive);
    expect(await least({ 'access-key': '?', paptrading: '1' })).toBe(onPaper);
  });
});

describe('S8 the orders of others', () => {
  anew();

  it('cannot be seen, changed or cancelled, and look like orders that do not exist', async () => {
    const placed = await rest.alice('POST', '/spot/trade/place-order', {
      symbol: 'BTCUSDT',
      orderType: 'limit',
      side: 'buy',
      size: '0.01',
      price: '59000',
      clientOid: 'mine',
    });
    const orderId = textOf(placed.body.data['orderId']);
    const plan = await rest.alice('POST', '/spot/trade/place-plan-order', {
      symbol: 'BTCUSDT',
      orderType: 'market',
      side: 'sell',
      size: '0.01',
      triggerPrice: '50000',
    });
    const planId = textOf(plan.body.data['orderId']);
    const absent = '1200000000000999999';
    const price = '58000';
    const size = '0.02';
    const symbol = 'BTCUSDT';
    const tries: [string, (id: string) => Record<string, unknown>][] = [
      ['/cancel-order', (id) => ({ symbol, orderId: id })],
      ['/cancel-order', () => ({ symbol, clientOid: 'mine' })],
      ['/modify-order', (id) => ({ orderId: id, newSize: size })],
      ['/cancel-replace-order', (id) => ({ symbol, orderId: id, price, size })],
      ['/batch-cancel-order', (id) => ({ orderList: [{ orderId: id }] })],
      ['/batch-modify-order', (id) => ({ orderList: [{ orderId: id, newSize: size }] })],
      [
        '/batch-cancel-replace-order',
        (id) => ({ orderList: [{ symbol, orderId: id, price, size }] }),
      ],
      ['/cancel-plan-order', (id) => ({ orderId: id })],
      ['/modify-plan-order', (id) => ({ orderId: id, size, orderType: 'market', triggerPrice: 1 })],
    ];
    const without = (text: string, id: string) =>
      text.replaceAll(id, 'ID').replace(/"requestTime":[0-9]+/, '');
    for (const [path, body] of tries) {
      const own = path.includes('plan') ? planId : orderId;
      const theirs = await rest.bob('POST', `/spot/trade${path}`, body(own));
      const nobodys = await rest.bob('POST', `/spot/trade${path}`, body(absent));
      expect(without(theirs.text, own)).toBe(without(nobodys.text, absent));
      expect(theirs.text).not.toContain('"success":"success"');
    }
    for (const query of [{ orderId }, { clientOid: 'mine' }]) {
      const seen = await rest.bob('GET', '/spot/trade/orderInfo', query);
      expect(seen.body.data).toEqual([]);
    }
    const sub = await rest.bob('GET', '/spot/trade/plan-sub-order', { planOrderId: planId });
    expect(sub.body.data).toEqual([]);
    expect((await rest.bob('GET', '/spot/trade/unfilled-orders')).body.data).toEqual([]);
    const mine = await rest.alice('GET', '/spot/trade/unfilled-orders');
    expect(listOf(mine.body.data)).toMatchObject([{ orderId, size: '0.010000' }]);
  });
});

describe('sessions', () => {
  const verifier: SessionVerifier = {
    bearer: async (headers, need) => {
      if (headers.cookie !== 'session=alice') return null;
      if (need !== 'session' && headers['x-csrf-token'] !== 'token') throw new WireError('csrf');
      return { user: ALICE, id: 'session-1' };
    },
  };

  it('may do what a key may, POSTs with their CSRF token only', async () => {
    rest = await TestRest.open((before) => {
      before.sessions = verifier;
    });
    const cookie = { cookie: 'session=alice' };
    const assets = await rest.call(null, 'GET', '/api/v2/spot/account/assets', { headers: cookie });
    expect(assets.body.code).toBe('00000');
    const cancel = (headers: Record<string, string>) =>
      rest.call(null, 'POST', '/api/v2/spot/trade/cancel-symbol-order', {
        headers,
        body: { symbol: 'BTCUSDT' },
      });
    expect(await cancel(cookie)).toMatchObject({ status: 403, body: { reason: 'csrf' } });
    expect((await cancel({ ...cookie, 'x-csrf-token': 'token' })).body.code).toBe('00000');
    expect((await cancel({ cookie: 'session=eve' })).body.reason).toBe('notLoggedIn');
    const paper = await cancel({ ...cookie, 'x-csrf-token': 'token', paptrading: '1' });
    expect(paper.body.reason).toBe('paperClosed');
  });
});
