import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandKind } from '@halcyon/domain';
import { WEB_ROUTES } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../ws/testing/client.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';

let server: TestGateway;
let people = 0;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function signedIn(): Promise<{ browser: Browser; email: string; uid: string }> {
  const browser = new Browser(server.url);
  const email = `person${people++}@example.com`;
  return { browser, email, uid: await browser.register(email) };
}

/** Registers while the engine still answers, then lets it fail again. */
async function signedInAs(
  email: string,
  submit: TestGateway['engine']['submit'],
): Promise<{ browser: Browser }> {
  const failing = server.engine.submit;
  server.engine.submit = submit;
  const browser = new Browser(server.url);
  await browser.register(email);
  server.engine.submit = failing;
  return { browser };
}

describe('registration and sessions', () => {
  it('registering opens a core user; signing in sets the cookie and answers with the person', async () => {
    const browser = new Browser(server.url);
    const person = { email: 'Ann@Example.com', password: PASSWORD };
    const body = { ...person, attribution: { vipCode: 'v' } };
    const made = await browser.call('POST', `${API}/register`, body);
    expect(made).toMatchObject({ status: 200, code: '00000', msg: 'success', data: null });
    expect(server.engine.commands.at(-1)?.kind).toBe(CommandKind.openUser);
    expect(made.headers.getSetCookie()).toEqual([]);
    const answer = await browser.call<{ user: { uid: string; email: string } }>(
      'POST',
      `${API}/login`,
      person,
    );
    expect(answer).toMatchObject({ status: 200, code: '00000', msg: 'success' });
    expect(answer.data.user.email).toBe('ann@example.com');
    expect(answer.data.user.uid).toMatch(/^10000000[0-9]{2}$/);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^halcyon-session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    );
  });

  it('session: null before, the person after, null again after logout', async () => {
    const stranger = await new Browser(server.url).call('GET', `${API}/session`);
    expect(stranger.data).toEqual({
      user: null,
      subAccount: null,
      csrfToken: null,
      market: { simulated: true },
      faucet: { enabled: true },
      images: { hosts: [] },
      outbox: { open: true },
      paper: { open: false, guests: false, fault: false },
      copyTrading: true,
    });
    const { browser, email, uid } = await signedIn();
    const session = await browser.call('GET', `${API}/session`);
    expect(session.data).toMatchObject({ user: { uid, email }, csrfToken: browser.csrfToken });
    expect((await browser.call('POST', `${API}/logout`)).status).toBe(200);
    const after = await browser.call<{ user: unknown }>('GET', `${API}/session`);
    expect(after.data.user).toBeNull();
  });

  const refused: readonly (readonly [string, unknown, number, RegExp])[] = [
    ['no body', undefined, 400, /email is required/],
    ['a list', [], 400, /must be a JSON object/],
    ['a number as e-mail', { email: 5, password: PASSWORD }, 400, /email must be a string/],
    ['no address', { email: 'nobody', password: PASSWORD }, 400, /email must look like/],
    ['a short password', { email: 'a@b.example', password: 'short' }, 400, /at least 12/],
    ['a common password', { email: 'a@b.example', password: 'password1234' }, 400, /common/],
    [
      'text as attribution',
      { email: 'a@b.example', password: PASSWORD, attribution: 'x' },
      400,
      /object/,
    ],
    [
      'an e-mail address that turns its direction',
      { email: 'a\u202Eb@b.example', password: PASSWORD },
      400,
      /email has the character U\+202E/,
    ],
    [
      'a NUL in a code',
      { email: 'a@b.example', password: PASSWORD, attribution: { vipCode: 'v\u0000' } },
      400,
      /vipCode has the character U\+0000/,
    ],
    ['broken JSON', '{"email":', 400, /not valid JSON/],
    ['a repeated key', '{"email":"a@b.c","email":"d@e.f"}', 400, /repeated key/],
  ];
  it.each(refused)(
    'registration with %s is refused by name',
    async (_name, body, status, message) => {
      const answer = await new Browser(server.url).call('POST', `${API}/register`, body);
      expect(answer.status).toBe(status);
      expect(answer.msg).toMatch(message);
      expect(answer.data).toBeNull();
    },
  );

  it('S12 a taken address is answered and worked on like a free one, and stays as it was', async () => {
    const { email } = await signedIn();
    const before = server.engine.commands.length;
    const stranger = { email, password: 'another blue horse hums' };
    const ask = (body: unknown) => new Browser(server.url).call('POST', `${API}/register`, body);
    const taken = await ask(stranger);
    const free = await ask({ ...stranger, email: 'free@example.com' });
    const said = ({ headers, ...answer }: Awaited<ReturnType<typeof ask>>) => ({
      ...answer,
      headers: [...headers.keys()],
    });
    expect(said(taken)).toEqual(said(free));
    expect(taken).toMatchObject({ status: 200, data: null });
    expect(server.engine.commands.length).toBe(before + 2);
    const login = (password: string) =>
      new Browser(server.url).call('POST', `${API}/login`, { email, password });
    expect(await login(stranger.password)).toMatchObject({ status: 401, reason: 'badCredentials' });
    expect((await login(PASSWORD)).status).toBe(200);
  });

  it('S12 answers alike for a wrong password and an unknown address', async () => {
    const { email } = await signedIn();
    const wrong = { password: 'not the right password' };
    const known = await new Browser(server.url).call('POST', `${API}/login`, { email, ...wrong });
    const unknown = await new Browser(server.url).call('POST', `${API}/login`, {
      email: 'nobody@example.com',
      ...wrong,
    });
    expect(known.status).toBe(401);
    expect([known.status, known.code, known.msg]).toEqual([
      unknown.status,
      unknown.code,
      unknown.msg,
    ]);
  });

  it('S12 slows guessing down without locking the owner out', async () => {
    const { browser, email } = await signedIn();
    await browser.call('POST', `${API}/login`, { email, password: PASSWORD });
    let last = 0;
    for (let guess = 0; guess < 12 && last !== 429; guess++) {
      const body = { email, password: `wrong guess number ${guess}` };
      last = (await new Browser(server.url).call('POST', `${API}/login`, body)).status;
    }
    expect(last).toBe(429);
    const owner = await browser.call('POST', `${API}/login`, { email, password: PASSWORD });
    expect(owner.status).toBe(200);
  });
});

describe('S5 sessions', () => {
  it('a login rotates the token and ends the one before', async () => {
    const { browser, email } = await signedIn();
    const before = browser.cookieHeader;
    const answer = await browser.call<{ csrfToken: string }>('POST', `${API}/login`, {
      email,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(browser.cookieHeader).not.toBe(before);
    expect(answer.data.csrfToken).not.toBe(browser.csrfToken);
    const old = await fetch(`${server.url}${API}/session`, { headers: { cookie: before } });
    expect(((await old.json()) as { data: { user: unknown } }).data.user).toBeNull();
  });

  it('does not take over a token that a stranger planted', async () => {
    const planted = `halcyon-session=${'A'.repeat(43)}`;
    const { email } = await signedIn();
    const victim = new Browser(server.url);
    victim.cookies.set('halcyon-session', 'A'.repeat(43));
    await victim.call('POST', `${API}/login`, { email, password: PASSWORD });
    expect(victim.cookieHeader).not.toContain('AAAAAAAA');
    const attacker = await fetch(`${server.url}${API}/session`, { headers: { cookie: planted } });
    expect(((await attacker.json()) as { data: { user: unknown } }).data.user).toBeNull();
  });

  it('takes no session from a cookie given twice', async () => {
    const { browser } = await signedIn();
    const cookie = `${browser.cookieHeader}; halcyon-session=${'B'.repeat(43)}`;
    const answer = await browser.call('GET', `${API}/csrf`, undefined, { cookie });
    expect(answer.status).toBe(401);
  });

  it('a new password ends every other session', async () => {
    const { browser, email } = await signedIn();
    const other = new Browser(server.url);
    await other.call('POST', `${API}/login`, { email, password: PASSWORD });
    const newPassword = 'another good passphrase';
    const changed = await browser.call('POST', `${API}/password`, {
      currentPassword: PASSWORD,
      newPassword,
    });
    expect(changed.status).toBe(200);
    expect((await other.call('GET', `${API}/csrf`)).status).toBe(401);
    expect((await browser.call('GET', `${API}/csrf`)).status).toBe(200);
  });
});

describe('S6 forged requests', () => {
  const FORGERIES: readonly (readonly [string, Record<string, string>])[] = [
    ['no token', { 'x-csrf-token': '' }],
    ['a wrong token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['the page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['our name at another port', { origin: 'http://127.0.0.1:1' }],
    ['a cross-site request without an origin', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ];
  const mutating = WEB_ROUTES.filter((route) => route.method !== 'GET');
  const cases = mutating.flatMap((route) =>
    FORGERIES.map(([name, headers]) => [route.method, route.path, name, headers] as const),
  );
  const BEFORE =
    /^\/(?:register|login|passkeys\/login.*|password-reset|email-change|thaw(?:\/needs)?|paper\/guest)$/;
  const without = (route: string): boolean => BEFORE.test(route);

  it.each(cases)('%s %s with %s is refused', async (method, path, name, headers) => {
    // Before there is a session there is no token to show: only the origin speaks.
    if (without(path) && name.endsWith('token')) return;
    const { browser } = await signedIn();
    const target = path.replace(':id', 'x').replace(':name', 'x');
    const answer = await browser.call(method, API + target, { value: 1 }, headers);
    expect(answer.status).toBe(403);
    const about = name.endsWith('token') ? 'CSRF token' : 'pages of another origin';
    expect(answer.msg).toContain(about);
    const after = await browser.call<{ user: unknown }>('GET', `${API}/session`);
    expect(after.data.user).not.toBeNull();
  });

  it('orders of a session need the token too', async () => {
    const { browser } = await signedIn();
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '1', size: '1' };
    const path = '/api/v2/spot/trade/place-order';
    for (const [, headers] of FORGERIES) {
      const before = server.engine.commands.length;
      expect((await browser.call('POST', path, order, headers)).status).toBe(403);
      expect(server.engine.commands.length).toBe(before);
    }
    expect((await browser.call('POST', path, order)).status).toBe(200);
  });

  it.each(mutating.map((route) => [route.method, route.path] as const))(
    '%s %s changes nothing by GET',
    async (_method, path) => {
      const { browser } = await signedIn();
      if (WEB_ROUTES.some((route) => route.path === path && route.method === 'GET')) return;
      const answer = await browser.call('GET', API + path.replace(':id', 'x'));
      expect(answer.status).toBe(404);
    },
  );
});

describe('who is not signed in', () => {
  const routes = WEB_ROUTES.filter((route) => route.need !== 'public');
  it.each(routes.map((route) => [route.method, route.path] as const))(
    '%s %s answers 401',
    async (method, path) => {
      const target = path.replace(':id', 'x').replace(':name', 'x');
      const body = method === 'GET' ? undefined : {};
      const answer = await new Browser(server.url).call(method, API + target, body);
      expect([answer.status, answer.code, answer.data]).toEqual([401, '40001', null]);
    },
  );
});

describe('API keys', () => {
  interface Row {
    readonly id: string;
    readonly apiKey: string;
    readonly secretKey?: string;
    readonly passphrase?: string;
    readonly permissions: string[];
    readonly label: string;
  }

  it('shows the secret once, lists, edits and deletes', async () => {
    const { browser } = await signedIn();
    const made = await browser.call<Row>('POST', `${API}/api-keys`, {
      label: 'bot',
      type: 'hmac',
      permissions: ['read', 'trade'],
      passphrase: 'passphrase1',
    });
    expect(made.status).toBe(200);
    expect(made.data.secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(made.data.passphrase).toBe('passphrase1');
    const listed = await browser.call<Row[]>('GET', `${API}/api-keys`);
    expect(listed.data).toMatchObject([{ id: made.data.id, label: 'bot', expiresAt: null }]);
    expect(JSON.stringify(listed.data)).not.toContain(made.data.secretKey);
    const path = `${API}/api-keys/${made.data.id}`;
    const edited = await browser.call<Row>('PATCH', path, {
      label: 'robot',
      permissions: ['read'],
    });
    expect(edited.data).toMatchObject({ label: 'robot', permissions: ['read'], windowMs: 30_000 });
    const narrow = await browser.call<Row>('PATCH', path, { windowMs: 5_000 });
    expect(narrow.data).toMatchObject({ label: 'robot', windowMs: 5_000 });
    const wide = await browser.call('PATCH', path, { windowMs: 60_000 });
    expect(wide.msg).toMatch(/windowMs .*30,?000/);
    expect((await browser.call<Row>('PATCH', path, { windowMs: null })).data).toMatchObject({
      windowMs: 30_000,
    });
    expect((await browser.call('DELETE', path)).status).toBe(200);
    expect((await browser.call<Row[]>('GET', `${API}/api-keys`)).data).toEqual([]);
    for (const method of ['PATCH', 'DELETE']) {
      const gone = await browser.call(method, path, {});
      expect([method, gone.status, gone.code, gone.msg]).toEqual([
        method,
        404,
        '40037',
        'there is no such API key',
      ]);
    }
  });

  it('S9 gives no withdraw permission without an IP list', async () => {
    const { browser } = await signedIn();
    const key = { label: 'w', type: 'hmac', permissions: ['read', 'withdraw'] };
    const refused = await browser.call('POST', `${API}/api-keys`, key);
    expect(refused.status).toBe(400);
    expect(refused.msg).toMatch(/list of addresses/);
    const made = await browser.call('POST', `${API}/api-keys`, { ...key, ipList: ['10.0.0.0/8'] });
    expect(made.status).toBe(200);
  });

  it('S8 shows and changes only the own ones', async () => {
    const { browser: ann } = await signedIn();
    const { browser: bob } = await signedIn();
    const key = { label: 'mine', type: 'hmac', permissions: ['read'] };
    const { data } = await ann.call<Row>('POST', `${API}/api-keys`, key);
    expect((await bob.call<Row[]>('GET', `${API}/api-keys`)).data).toEqual([]);
    const path = `${API}/api-keys/${data.id}`;
    expect((await bob.call('PATCH', path, { label: 'yours' })).status).toBe(404);
    expect((await bob.call('DELETE', path)).status).toBe(404);
    expect((await ann.call<Row[]>('GET', `${API}/api-keys`)).data).toMatchObject([
      { label: 'mine' },
    ]);
  });
});

describe('faucet, settings, attribution', () => {
  it('deposits within its limits and says what is left', async () => {
    const { browser } = await signedIn();
    const rows = await browser.call<Record<string, string>[]>('GET', `${API}/faucet`);
    const usdt = rows.data.find((row) => row['coin'] === 'USDT');
    expect(usdt).toEqual({
      coin: 'USDT',
      perClaim: '10000',
      dailyLimit: '50000',
      claimedToday: '0',
    });
    const claim = (amount: string) =>
      browser.call('POST', `${API}/faucet`, { coin: 'USDT', amount });
    expect((await claim('10000')).data).toEqual({ coin: 'USDT', amount: '10000' });
    const command = server.engine.commands.at(-1);
    expect(command).toMatchObject({
      kind: CommandKind.deposit,
      from: 3,
      amount: 1_000_000_000_000n,
    });
    expect((await claim('10000.1')).msg).toMatch(/above 10000 USDT/);
    expect((await claim('-1')).status).toBe(400);
    expect((await claim('1e3')).status).toBe(400);
    const results = await Promise.all(Array.from({ length: 10 }, () => claim('10000')));
    expect(results.filter((result) => result.status === 200)).toHaveLength(4);
  });

  it('keeps settings as JSON by name', async () => {
    const { browser } = await signedIn();
    const value = { symbols: ['BTCUSDT'], n: 1 };
    expect((await browser.call('PUT', `${API}/settings/favourites`, { value })).status).toBe(200);
    expect((await browser.call('GET', `${API}/settings/favourites`)).data).toEqual(value);
    expect((await browser.call('GET', `${API}/settings`)).data).toEqual({ favourites: value });
    await browser.call('DELETE', `${API}/settings/favourites`);
    expect((await browser.call('GET', `${API}/settings/favourites`)).data).toBeNull();
  });

  it('attribution: open without a file, the checked file, closed when it is broken', async () => {
    const read = async () =>
      (
        await new Browser(server.url).call<Record<string, unknown>>(
          'GET',
          `${API}/attribution-config`,
        )
      ).data;
    expect(await read()).toMatchObject({ open: true, channelCodeList: [], activeLinkList: [] });
    const file = join(server.folder, 'attribution.json');
    const entry = { channelCode: 'abc', cacheEffectiveTime: 3 };
    await writeFile(file, JSON.stringify({ open: false, channelCodeList: [entry], more: 1 }));
    expect(await read()).toMatchObject({ open: false, channelCodeList: [entry] });
    await writeFile(file, JSON.stringify({ open: 'perhaps' }));
    expect(await read()).toMatchObject({ open: false, channelCodeList: [] });
    expect(server.problems.splice(0)).toEqual([
      expect.stringContaining('open must be true or false'),
    ]);
  });

  it('currency rates: the shipped ones, the operator file, the shipped ones when it is broken', async () => {
    type Rates = { date: string; rates: Record<string, string> };
    const read = async () =>
      (await new Browser(server.url).call<Rates>('GET', `${API}/currency-rates`)).data;
    const shipped = await read();
    expect(shipped?.rates['USD']).toBe('1');
    const file = join(server.folder, 'currency-rates.json');
    await writeFile(file, JSON.stringify({ date: '2026-05-01', rates: { EUR: '0.91' } }));
    expect(await read()).toMatchObject({ date: '2026-05-01', rates: { EUR: '0.91', USD: '1' } });
    await writeFile(file, JSON.stringify({ date: 'today', rates: {} }));
    expect(await read()).toEqual(shipped);
    expect(server.problems.splice(0)).toEqual([expect.stringContaining('date must be a day')]);
  });

  it('describes the API', async () => {
    const response = await fetch(`${server.url}${API}/openapi.json`);
    const document = (await response.json()) as { openapi: string; servers: { url: string }[] };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.servers[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  });
});

describe('S15 faults', () => {
  it('leak nothing: a bare 500 with an id that the log has too', async () => {
    const secret = 'SELECT password_hash FROM users at /srv/halcyon/records.ts';
    const submit = server.engine.submit;
    server.engine.submit = () => Promise.reject(new Error(secret));
    const { browser } = await signedInAs('fault@example.com', submit);
    const answers = [
      await browser.call('POST', `${API}/register`, { email: 'x@y.example', password: PASSWORD }),
      await browser.call('POST', `${API}/faucet`, { coin: 'USDT', amount: '1' }),
      await browser.call('POST', '/api/v2/spot/trade/place-order', {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        price: '1',
        size: '1',
      }),
    ];
    server.engine.submit = submit;
    for (const { status, code, msg, data } of answers) {
      expect([status, code, data]).toEqual([500, '500', null]);
      expect(msg).toMatch(/^internal error, request [0-9a-f-]{36}$/);
    }
    expect(server.problems.splice(0)).toHaveLength(answers.length);
  });
});

describe('S14 WebSocket logins of a session', () => {
  const socketUrl = (): string => `${server.url.replace('http', 'ws')}/v2/ws/private`;

  it('works once with a token, and ends with the session', async () => {
    const { browser } = await signedIn();
    const { data } = await browser.call<{ token: string }>('GET', `${API}/ws-token`);
    const login = { op: 'login', args: [{ token: data.token }] };
    const client = await new TestClient(socketUrl(), { origin: server.url }).opened();
    client.send(login);
    await client.answer('login');
    client.subscribe({ instType: 'SPOT', channel: 'account', coin: 'default' });
    await client.push('account');
    const second = await new TestClient(socketUrl(), { origin: server.url }).opened();
    second.send(login);
    expect((await second.answer('error')).code).toBe(30005);
    await browser.call('POST', `${API}/logout`);
    await client.closed(1_000);
  });

  it('a token dies with its session', async () => {
    const { browser } = await signedIn();
    const { data } = await browser.call<{ token: string }>('GET', `${API}/ws-token`);
    await browser.call('POST', `${API}/logout`);
    const client = await new TestClient(socketUrl(), { origin: server.url }).opened();
    client.send({ op: 'login', args: [{ token: data.token }] });
    expect((await client.answer('error')).code).toBe(30005);
    client.end();
  });
});
