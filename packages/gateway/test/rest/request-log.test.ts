/** What the owner of a key sees of its requests, and what is found out about wrong signatures. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyRequestRow } from '@halcyon/domain/web';
import { preHash } from '@halcyon/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, PASSPHRASE, TestRest } from './harness.ts';

const KEY = 'hex-secret-1';
const SECRET = '00ff'.repeat(16);
const PATH = '/api/v2/spot/trade/place-order';
const LIST = '/api/v2/spot/trade/unfilled-orders';
const BODY = '{"symbol":"BTCUSDT","side":"buy","orderType":"limit","force":"gtc","size":"0.1"}';

let rest: TestRest;

beforeEach(async () => {
  rest = await TestRest.open();
  rest.addKey(KEY, ALICE, { secret: SECRET, tier: 'normal' });
});

interface Signed {
  readonly method?: 'GET' | 'POST';
  readonly url?: string;
  readonly body?: string;
  /** What is signed in place of the right text. */
  readonly text?: (at: string) => string;
  readonly secret?: string | Buffer;
  readonly form?: (digest: Buffer) => string;
  readonly headers?: Record<string, string>;
}

/** Sends a request, signed as asked; the newest row of the key's log. */
async function send(signed: Signed): Promise<KeyRequestRow | undefined> {
  rest.now += 1;
  const { method = 'GET', url = LIST, body = '', secret = SECRET } = signed;
  const at = String(rest.now);
  const [path = '', query = ''] = url.split('?');
  const text = signed.text?.(at) ?? preHash(at, method, path, query, body);
  const digest = createHmac('sha256', secret).update(text).digest();
  const headers = {
    host: 'halcyon.test',
    'access-key': KEY,
    'access-sign': signed.form?.(digest) ?? digest.toString('base64'),
    'access-timestamp': at,
    'access-passphrase': PASSPHRASE,
    ...signed.headers,
  };
  await rest.raw(method, url, body, { headers, address: '203.0.113.7' });
  await Promise.resolve();
  return rest.rest.requests.of(headers['access-key']).requests[0];
}

describe('the log of a key', () => {
  it('has each request with its answer, newest first', async () => {
    await send({});
    await send({ url: `${LIST}?limit=x` });
    const { requests } = rest.rest.requests.of(KEY);
    expect(requests).toMatchObject([
      { method: 'GET', path: LIST, status: 400, code: '40020', signature: null },
      { method: 'GET', path: LIST, status: 200, code: '00000', reason: '', signature: null },
    ]);
    expect(requests.map(({ address, ms }) => [address, ms])).toEqual([
      ['203.0.113.7', 0],
      ['203.0.113.7', 0],
    ]);
  });

  it('has nothing of public data, of unknown keys, and of keys of frozen users', async () => {
    await send({ url: '/api/v2/spot/public/coins' });
    expect(rest.rest.requests.of(KEY).requests).toEqual([]);
    for (const name of ['no-such-key-1', "' or 1=1 --"]) {
      expect(await send({ headers: { 'access-key': name } })).toBeUndefined();
    }
  });

  it('is bounded, and who only knows its name pushes nothing out of it', async () => {
    for (let n = 0; n < 120; n++) await send({});
    for (let n = 0; n < 30; n++) await send({ secret: 'guess' });
    const rows = rest.rest.requests.of(KEY).requests;
    const count = (code: string) => rows.filter((row) => row.code === code).length;
    expect([count('00000') + count('429'), count('40009')]).toEqual([100, 20]);
  });

  it('tells how much of each limit was used, and what was refused for it', async () => {
    for (let n = 0; n < 25; n++) await send({});
    const { limits } = rest.rest.requests.of(KEY);
    expect(limits).toEqual([{ path: LIST, perSecond: 20, busiest: 20, refused: 5 }]);
  });

  it('of one key says nothing about another one', async () => {
    rest.addKey('bob-other-1', BOB);
    await send({ secret: 'guess' });
    expect(rest.rest.requests.of('bob-other-1')).toEqual({ requests: [], limits: [] });
  });
});

describe('a wrong signature', () => {
  it('is explained by the text that it has to cover, and by the clock', async () => {
    const row = await send({ method: 'POST', url: PATH, body: BODY, secret: 'guess' });
    expect(row).toMatchObject({ code: '40009', status: 400 });
    const text = preHash(String(rest.now), 'POST', PATH, '', BODY);
    const signature = { text, cut: false, timestamp: String(rest.now), aheadMs: 0, mistakes: [] };
    expect(row?.signature).toEqual(signature);
  });

  it('is kept without its end when the text is long', async () => {
    const row = await send({ method: 'POST', url: PATH, body: 'x'.repeat(9_000), secret: 'guess' });
    expect([row?.signature?.text.length, row?.signature?.cut]).toEqual([2_048, true]);
  });

  it('never shows a secret, wherever it was put', async () => {
    const sent = [
      { url: `${LIST}?secret=${SECRET}&pass=${PASSPHRASE}`, secret: 'guess' },
      { method: 'POST', url: PATH, body: `{"secret":"${SECRET}"}`, secret: 'guess' },
      { headers: { 'access-passphrase': SECRET } },
      { headers: { 'access-timestamp': SECRET } },
      { headers: { 'access-sign': SECRET } },
    ] as const;
    for (const one of sent) expect(await send(one)).toBeDefined();
    const log = JSON.stringify(rest.rest.requests.of(KEY));
    for (const secret of [SECRET, PASSPHRASE]) expect(log).not.toContain(secret);
    expect(log).toContain(`secret=${'*'.repeat(SECRET.length)}&pass=***********`);
  });

  const order = { method: 'POST', url: PATH, body: BODY } as const;
  const listed = { url: `${LIST}?symbol=BTCUSDT&limit=5` };
  const query = 'symbol=BTCUSDT&limit=5';
  const parsed = JSON.parse(BODY) as Record<string, string>;
  const spaced = BODY.replaceAll(',', ', ').replaceAll(':', ': ');
  const sorted = JSON.stringify(Object.fromEntries(Object.entries(parsed).sort()));
  const seconds = (at: string) => String(Math.floor(Number(at) / 1000));
  it.each<readonly [string[], Signed]>([
    [['queryLeftOut'], { ...listed, text: (at) => `${at}GET${LIST}` }],
    [['questionMark'], { ...listed, text: (at) => `${at}GET${LIST}${query}` }],
    [['queryOrder'], { ...listed, text: (at) => `${at}GET${LIST}?limit=5&symbol=BTCUSDT` }],
    [['bodyLeftOut'], { ...order, text: (at) => `${at}POST${PATH}` }],
    [['bodyRewritten'], { ...order, text: (at) => `${at}POST${PATH}${spaced}` }],
    [['bodyRewritten'], { ...order, text: (at) => `${at}POST${PATH}${sorted}` }],
    [['bodyRewritten'], { ...order, body: spaced, text: (at) => `${at}POST${PATH}${BODY}` }],
    [['methodCase'], { text: (at) => `${at}get${LIST}` }],
    [['wholeUrl'], { text: (at) => `${at}GEThttps://halcyon.test${LIST}` }],
    [['timestampUnit'], { text: (at) => `${seconds(at)}GET${LIST}` }],
    [['hex'], { form: (digest) => digest.toString('hex') }],
    [['base64Url'], { form: (digest) => digest.toString('base64').replace('=', '') }],
    [['secretDecoded'], { secret: Buffer.from(SECRET, 'hex') }],
    [['secretDecoded'], { secret: Buffer.from(SECRET, 'base64') }],
    [['passphraseAsSecret'], { secret: PASSPHRASE }],
    [
      ['queryLeftOut', 'hex'],
      { ...listed, text: (at) => `${at}GET${LIST}`, form: (digest) => digest.toString('hex') },
    ],
    [[], { secret: 'guess' }],
    [[], { text: () => 'something' }],
    [[], { form: () => '!' }],
  ])('is known as %s', async (mistakes, signed) => {
    const row = await send(signed);
    expect([row?.code, row?.signature?.mistakes]).toEqual(['40009', mistakes]);
  });

  it('of a key pair is explained as well', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    rest.addKey(KEY, ALICE, { type: 'ed25519', secret: '', publicKey: pem });
    const text = `${rest.now + 1}GET${LIST}`;
    const made = sign(null, Buffer.from(text), privateKey);
    const row = await send({ ...listed, form: () => made.toString('base64') });
    expect(row?.signature?.mistakes).toEqual(['queryLeftOut']);
  });
});

describe('a wrong time or passphrase', () => {
  it.each([
    ['seconds', (now: number) => String(Math.floor(now / 1000)), ['timestampUnit']],
    ['microseconds', (now: number) => `${now}000`, ['timestampUnit']],
    ['an hour ago', (now: number) => String(now - 3_600_000), []],
    ['no time', () => 'soon', []],
  ] as const)('a time in %s', async (_name, time, mistakes) => {
    const timestamp = time(rest.now + 1);
    const row = await send({ headers: { 'access-timestamp': timestamp } });
    const aheadMs = timestamp === 'soon' ? null : Number(timestamp) - rest.now;
    expect(row?.signature).toMatchObject({ timestamp, aheadMs, mistakes });
  });

  it('the secret sent as the passphrase', async () => {
    const row = await send({ headers: { 'access-passphrase': SECRET } });
    expect([row?.code, row?.signature?.mistakes]).toEqual(['40012', ['secretAsPassphrase']]);
    expect((await send({ headers: { 'access-passphrase': 'x' } }))?.signature?.mistakes).toEqual(
      [],
    );
  });

  it('other refusals say what they are by their code alone', async () => {
    rest.addKey(KEY, ALICE, { secret: SECRET, ipList: ['10.0.0.0/8'] });
    expect(await send({})).toMatchObject({ code: '40018', signature: null });
  });
});
