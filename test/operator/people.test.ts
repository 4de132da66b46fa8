/**
 * What an operator gives and takes holds at once, in the running exchange, and the log says who and
 * why.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { appCode } from '../../packages/testkit/src/authenticator/index.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const PATH = '/api/v2/spot/account/assets';
const RATE = '/api/v2/common/trade-rate?symbol=BTCUSDT&businessType=spot';
const PASSWORD = 'a long enough passphrase';

let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
});

afterAll(() => exchange?.remove());

function sign(key: KeyMaterial, text: string): string {
  return createHmac('sha256', key.secretKey).update(text).digest('base64');
}

/** The answer to a signed request. */
async function get(key: KeyMaterial, path: string): Promise<{ code: string; data: unknown }> {
  const timestamp = String(Date.now());
  const response = await fetch(exchange.baseUrl + path, {
    headers: {
      'ACCESS-KEY': key.apiKey,
      'ACCESS-SIGN': sign(key, `${timestamp}GET${path}`),
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-PASSPHRASE': key.passphrase,
    },
  });
  return (await response.json()) as { code: string; data: unknown };
}

/** The wire code of a signed request. */
const ask = async (key: KeyMaterial): Promise<string> => (await get(key, PATH)).code;

/** A socket that the key opened; `closed` resolves when the server closes it. */
async function socketOf(key: KeyMaterial): Promise<{ readonly closed: Promise<unknown> }> {
  const socket = new WebSocket(`${exchange.wsUrl}/v2/ws/private`);
  await new Promise((resolve) => socket.once('open', resolve));
  const timestamp = String(Date.now());
  const signature = sign(key, `${timestamp}GET/user/verify`);
  const { apiKey, passphrase } = key;
  const login = { apiKey, passphrase, timestamp, sign: signature };
  socket.send(JSON.stringify({ op: 'login', args: [login] }));
  const answer = await new Promise((resolve) => socket.once('message', resolve));
  expect(String(answer)).toContain('"login"');
  return { closed: new Promise((resolve) => socket.once('close', resolve)) };
}

async function trader(
  name: string,
): Promise<{ readonly key: KeyMaterial; readonly person: string[] }> {
  return {
    key: await exchange.trader(name, 'USDT=10'),
    person: ['--email', `${name}@example.com`],
  };
}

/** Lines of the log about operations of a name. */
function logged(operation: string): Record<string, unknown>[] {
  const lines = exchange.log.split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return entries.filter((entry) => entry['operation'] === operation);
}

describe('the command line', () => {
  test('a deleted key is refused at once and its sockets are closed', async () => {
    const { key, person } = await trader('delia');
    expect(await ask(key)).toBe('00000');
    const { closed } = await socketOf(key);
    expect(exchange.command('key', 'list', ...person)).toMatchObject([{ apiKey: key.apiKey }]);
    const end = ['key', 'delete', ...person, '--key', key.apiKey, '--reason', 'leaked'];
    expect(exchange.command(...end)).toEqual({ apiKey: key.apiKey, deleted: true });
    expect(await ask(key)).toBe('40037');
    await closed;
    expect(exchange.command('key', 'list', ...person)).toEqual([]);
  });

  test('a frozen user has no keys, sockets or sessions until thawed', async () => {
    const { key, person } = await trader('frida');
    expect(await ask(key)).toBe('00000');
    const { closed } = await socketOf(key);
    const login = (): Promise<Response> =>
      fetch(`${exchange.baseUrl}/api/web/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person[1], password: PASSWORD }),
      });
    const cookie = (await login()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const csrf = (): Promise<Response> =>
      fetch(`${exchange.baseUrl}/api/web/v1/csrf`, { headers: { cookie } });
    expect((await csrf()).status).toBe(200);
    exchange.command('user', 'freeze', ...person, '--reason', 'asked for it');
    expect(await ask(key)).toBe('40037');
    await closed;
    expect((await csrf()).status).toBe(401);
    expect((await login()).status).toBe(403);
    exchange.command('user', 'thaw', ...person);
    expect(await ask(key)).toBe('00000');
  });

  test('INV-20 the log names actor and reason, and no password', async () => {
    exchange.command('instrument', 'halt', 'BTCUSDT', '--reason', 'prices are wrong');
    exchange.command('instrument', 'open', 'BTCUSDT', '--reason', 'prices are right');
    await expect.poll(() => logged('instrument-state')).toHaveLength(2);
    const by = { actor: 'command line' };
    expect(logged('instrument-state')).toMatchObject([
      { ...by, state: 'halt', symbols: ['BTCUSDT'], reason: 'prices are wrong' },
      { ...by, state: 'open', symbols: ['BTCUSDT'], reason: 'prices are right' },
    ]);
    const long = ['instrument', 'halt', '--reason', 'x'.repeat(201)];
    const limit = '--reason: 201 characters, at most 200 are allowed';
    expect(() => exchange.output(...long)).toThrow(limit);
    expect(logged('instrument-state')).toHaveLength(2);
    expect(logged('key-delete')).toMatchObject([{ ...by, reason: 'leaked' }]);
    expect(logged('user-status')).toMatchObject([
      { ...by, status: 'frozen', email: 'frida@example.com', reason: 'asked for it' },
      { ...by, status: 'active', email: 'frida@example.com' },
    ]);
    expect(logged('user-create')).toHaveLength(2);
    const audit = exchange.command<{ whole: boolean; entries: { act: string; detail: string }[] }>(
      'audit',
      'list',
    );
    expect(audit.whole).toBe(true);
    const halts = audit.entries.filter(({ act }) => act === 'operator instrument-state');
    expect(halts.map(({ detail }) => JSON.parse(detail))).toMatchObject([
      { ...by, state: 'open' },
      { ...by, state: 'halt' },
    ]);
    expect(JSON.stringify(audit)).not.toContain(PASSWORD);
    expect(exchange.log).not.toContain(PASSWORD);
  });

  test('a command says what is missing or unknown', () => {
    const user = ['user', 'create', '--email', 'zoe@example.com', '--password', PASSWORD];
    const endless = `USDT=${'9'.repeat(30)}`;
    for (const fund of [
      'USDT=10=20',
      'BTC=1,USDT=10=20',
      'USDT',
      'USDT=',
      'USDT=1,BTC=1,usdt=1',
      endless,
    ]) {
      expect(() => exchange.output(...user, '--fund', fund)).toThrow(/--fund: /);
    }
    expect(JSON.stringify(exchange.command('user', 'list'))).not.toContain('zoe@');
    const turned = ['instrument', 'halt', '--reason', 'a\u202Eb'];
    expect(() => exchange.output(...turned)).toThrow('--reason has the character U+202E');
    const key = ['key', 'create', '--email', 'x@example.com', '--label', 'x', '--permissions'];
    expect(() => exchange.output(...key, 'read', '--type', 'rsa')).toThrow(
      '--type rsa needs --public-key FILE',
    );
    expect(() => exchange.output('launch')).toThrow('there is no command "launch"');
  });

  test('a person pays by the level that he was given, on paper too, until it is released', async () => {
    const { key, person } = await trader('felix');
    const paper = await exchange.trader('felix-paper', 'USDT=10', undefined, 'paper');
    const onPaper = ['--email', 'felix-paper@example.com'];
    const rate = async (one: KeyMaterial) => (await get(one, RATE)).data;
    const everybodys = { makerFeeRate: '0.001', takerFeeRate: '0.001' };
    expect(await rate(key)).toMatchObject(everybodys);
    const second = { makerFeeRate: '0.00025', takerFeeRate: '0.0005' };
    const give = ['user', 'level', '--level', '2', '--reason', 'much volume'];
    expect(exchange.command(...give, ...person)).toMatchObject({ level: 2, ...second });
    expect(await rate(key)).toMatchObject(second);
    expect(await rate(paper)).toMatchObject(everybodys);
    expect(exchange.command(...give, ...onPaper)).toMatchObject(second);
    await vi.waitFor(async () => expect(await rate(paper)).toMatchObject(second), 20_000);
    const reason = 'much volume';
    expect(logged('user-level')).toMatchObject([
      { level: '2', reason },
      { level: '2', reason },
    ]);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const coupon = ['user', 'coupon', ...person, '--until', until];
    exchange.command(...coupon, '--percent', '20');
    const less = { makerFeeRate: '0.0002', takerFeeRate: '0.0004' };
    expect(exchange.command('user', 'fees', ...person)).toMatchObject({
      ...{ level: 2, discount: 20, earned: 0, assets: '10', ...less },
      grants: [
        { kind: 'fixed', value: 2, until: null },
        { kind: 'discount', value: 20, until: Date.parse(until) },
      ],
    });
    expect(await rate(key)).toMatchObject(less);
    exchange.command('user', 'level', ...person, '--release');
    expect(await rate(key)).toMatchObject({ makerFeeRate: '0.0008', takerFeeRate: '0.0008' });
    for (const [wrong, message] of [
      [['user', 'level', ...person, '--level', '99'], /no whole number from 0 to 5/],
      [['user', 'level', ...person, '--release'], /no level set by hand/],
      [[...coupon, '--percent', '7'], /"7" is none of 10, 20, 30, 40, 50/],
      [['user', 'coupon', ...person, '--level', '1'], /--until is missing/],
      [['user', 'coupon', ...person, '--level', '1', '--until', '2001-01-01'], /no time to come/],
      [['user', 'coupon', ...person, '--end', '99'], /has no grant "99"/],
    ] as const) {
      expect(() => exchange.command(...wrong)).toThrow(message);
    }
  });
});

describe('a second factor', () => {
  test('that its owner has lost is removed, and both were told by mail', async () => {
    const person = ['--email', 'lost@example.com'];
    exchange.command('user', 'create', ...person, '--password', PASSWORD);
    const headers = new Headers({ 'content-type': 'application/json' });
    const post = async (path: string, body: object = {}) => {
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${exchange.baseUrl}/api/web/v1${path}`, request);
      const cookie = response.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
      const answer = (await response.json()) as {
        reason?: string;
        data: { csrfToken?: string; secret?: string } | null;
      };
      const { csrfToken } = answer.data ?? {};
      if (csrfToken !== undefined) headers.set('x-csrf-token', csrfToken);
      if (cookie.length > 0) headers.set('cookie', cookie.join('; '));
      return answer;
    };
    const login = () => post('/login', { email: 'lost@example.com', password: PASSWORD });
    await login();
    const { data } = await post('/second-factor/setup');
    const shown = () => post('/second-factor', { code: appCode(data?.secret ?? '', Date.now()) });
    // Its 30 s may end on the way.
    if ((await shown()).reason === 'badCode') await shown();
    expect((await login()).reason).toBe('codeNeeded');
    const removed = exchange.command('user', 'reset-factor', ...person, '--reason', 'passport');
    expect(removed).toMatchObject({ email: 'lost@example.com', removed: true });
    expect((await login()).reason).toBeUndefined();
    const mails = exchange.command<{ subject: string }[]>('mail', 'list', ...person);
    expect(mails.slice(-2).map(({ subject }) => subject)).toEqual([
      'Authenticator app removed',
      'Authenticator app set up',
    ]);
    expect(() => exchange.command('user', 'reset-factor', ...person)).toThrow(/no second factor/);
  });
});

describe('closing', () => {
  test('closes an empty account for good', () => {
    const person = ['--email', 'leaver@example.com'];
    const create = ['user', 'create', ...person, '--password', PASSWORD];
    exchange.command(...create, '--fund', 'USDT=2');
    expect(() => exchange.command('user', 'close', ...person)).toThrow(/while it has 2 USDT/);
    const empty = ['--email', 'empty@example.com'];
    exchange.command('user', 'create', ...empty, '--password', PASSWORD);
    const closed = exchange.command('user', 'close', ...empty, '--reason', 'asked for it');
    expect(closed).toMatchObject({ email: 'empty@example.com', status: 'closed' });
    expect(() => exchange.command('user', 'thaw', ...empty)).toThrow(/closed/);
  });
});
