import { AccountKind, accountOf, Side } from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from './feeds/throttle.ts';
import { CONNECTIONS_PER_ADDRESS } from './limits.ts';
import { rowsOf, type TestClient } from './testing/client.ts';
import { level, posting, trade } from './testing/market.ts';
import { ALICE, BOB, loginMessage, startTestServer, type TestServer } from './testing/server.ts';

const SPOT = 'SPOT';
const TICKER = { instType: SPOT, channel: 'ticker', instId: 'BTCUSDT' };

let server: TestServer;
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  for (const client of clients) client.end();
  await server.close();
});

async function connect(path?: string, headers?: Record<string, string>): Promise<TestClient> {
  const client = await server.connect(path, headers);
  clients.push(client);
  return client;
}

async function loggedIn(user: number): Promise<TestClient> {
  const client = await connect('/v2/ws/private');
  client.send(loginMessage(user));
  await client.answer('login');
  return client;
}

describe('messages that are no requests', () => {
  const cases: readonly (readonly [name: string, message: string | Buffer, code: number])[] = [
    ['text that is not JSON', 'hello', 30002],
    ['a JSON list', '[1]', 30002],
    ['a repeated key', '{"op":"login","op":"login","args":[{}]}', 30002],
    ['nesting without end', '['.repeat(3000), 30002],
    ['a binary message', Buffer.from('{"op":"subscribe"}'), 30002],
    [
      'a subscribe message of more than 4096 bytes',
      `{"op":"subscribe","x":"${'y'.repeat(4096)}"}`,
      30002,
    ],
    ['no op', '{"args":[{}]}', 30003],
    ['an unknown op', '{"op":"order","args":[{}]}', 30003],
    ['no args', '{"op":"subscribe"}', 30016],
    ['empty args', '{"op":"subscribe","args":[]}', 30016],
    ['args that are no objects', '{"op":"subscribe","args":["ticker"]}', 30016],
    ['a number as channel', '{"op":"subscribe","args":[{"instType":"SPOT","channel":1}]}', 30016],
    [
      'an unknown channel',
      '{"op":"subscribe","args":[{"instType":"SPOT","channel":"x","instId":"BTCUSDT"}]}',
      30001,
    ],
    [
      'an unknown instrument',
      '{"op":"subscribe","args":[{"instType":"SPOT","channel":"ticker","instId":"X"}]}',
      30001,
    ],
    [
      'another area',
      '{"op":"subscribe","args":[{"instType":"MARGIN","channel":"ticker","instId":"BTCUSDT"}]}',
      30001,
    ],
    [
      'a private channel without a login',
      '{"op":"subscribe","args":[{"instType":"SPOT","channel":"orders","instId":"default"}]}',
      30004,
    ],
    ['an order without a login', '{"op":"trade","args":[{}]}', 30004],
    [
      'a login without a passphrase',
      '{"op":"login","args":[{"apiKey":"a","timestamp":1,"sign":"s"}]}',
      30016,
    ],
  ];
  it.each(cases)('%s', async (_name, message, code) => {
    const client = await connect();
    client.socket.send(message);
    const answer = await client.answer('error');
    expect(answer.code).toBe(code);
    expect(answer.msg).not.toBe('');
    client.send('ping');
    await client.until(() => client.texts.includes('pong'));
    client.end();
  });
});

describe('subscribe', () => {
  it('acknowledges with the argument as it was sent and no code', async () => {
    const client = await connect();
    client.send(
      '{"op":"subscribe","args":[{"instType":"SPOT","channel":"ticker","instId":"BTCUSDT","n":1.50}]}',
    );
    const ack = await client.answer('subscribe');
    expect(client.texts[0]).toBe(
      '{"event":"subscribe","arg":{"instType":"SPOT","channel":"ticker","instId":"BTCUSDT","n":1.50}}',
    );
    expect(ack).not.toHaveProperty('code');
    const push = await client.push('ticker');
    expect(push).toMatchObject({ action: 'snapshot', arg: TICKER });
    expect(typeof push.ts).toBe('number');
  });

  it('takes snake-case keys and lower-case symbols, and pushes the usual keys', async () => {
    const client = await connect();
    client.subscribe({ inst_type: 'SPOT', channel: 'ticker', inst_id: 'btcusdt' });
    const ack = await client.answer('subscribe');
    expect(ack.arg).toEqual({ inst_type: 'SPOT', channel: 'ticker', inst_id: 'btcusdt' });
    const push = await client.push('ticker');
    expect(push.arg).toEqual({ instType: 'SPOT', channel: 'ticker', instId: 'btcusdt' });
  });

  it.each([
    ['positions', 'default', 'channel positions does not exist'],
    ['candle2m', 'BTCUSDT', 'channel candle2m does not exist'],
    ['Ticker', 'BTCUSDT', 'channel Ticker does not exist'],
    ['ticker', 'BTCU\u017FDT', 'instId BTCU\u017FDT does not exist'],
  ])('%s of %s: %s', async (channel, instId, message) => {
    const client = await connect();
    client.subscribe({ instType: SPOT, channel, instId });
    expect(await client.answer('error')).toMatchObject({ code: 30001, msg: message });
  });

  it('is idempotent: the same again is acknowledged without a second snapshot', async () => {
    const client = await connect();
    client.subscribe(TICKER);
    await client.push('ticker');
    for (let i = 0; i < 5; i++) client.subscribe(TICKER);
    for (let i = 0; i < 6; i++) await client.answer('subscribe');
    expect(client.told).toEqual([]);
  });

  it('answers each argument by itself', async () => {
    const client = await connect();
    client.subscribe(TICKER, { ...TICKER, instId: 'NOPE' }, { ...TICKER, instId: 'ETHUSDT' });
    expect((await client.answer('error')).arg).toEqual({ ...TICKER, instId: 'NOPE' });
    await client.answer('subscribe');
    await client.answer('subscribe');
  });

  it('stops after unsubscribe', async () => {
    const client = await connect();
    const arg = { instType: SPOT, channel: 'trade', instId: 'BTCUSDT' };
    client.subscribe(arg);
    await client.push('trade');
    await client.answer('subscribe');
    client.send({ op: 'unsubscribe', args: [arg] });
    expect((await client.answer('unsubscribe')).arg).toEqual(arg);
    server.engine.commit(trade(900, 100, 1));
    client.send('ping');
    await client.until(() => client.texts.includes('pong'));
    expect(client.told).toEqual([]);
  });
});

describe('public channels', () => {
  it('trade: newest first, then what happens', async () => {
    server.engine.commit(trade(1, 6_000_050, 5));
    server.engine.commit(trade(2, 6_000_100, 7));
    const client = await connect();
    client.subscribe({ instType: SPOT, channel: 'trade', instId: 'BTCUSDT' });
    const first = await client.push('trade');
    expect(first.action).toBe('snapshot');
    const rows = rowsOf<Record<string, string>>(first);
    expect(rows[0]).toMatchObject({ price: '60001.00', size: '0.0007', side: 'buy' });
    expect(rows[1]).toMatchObject({ price: '60000.50', size: '0.0005' });
    server.engine.commit([...trade(3, 6_000_200, 1), ...trade(4, 6_000_300, 2)]);
    const update = await client.push('trade');
    expect(update.action).toBe('update');
    expect(rowsOf<Record<string, string>>(update).map((row) => row['price'])).toEqual([
      '60003.00',
      '60002.00',
    ]);
  });

  it('candle: the current candle after a trade', async () => {
    const client = await connect();
    client.subscribe({ instType: SPOT, channel: 'candle1m', instId: 'BTCUSDT' });
    await client.push('candle1m');
    server.engine.commit(trade(10, 7_000_000, 3));
    const update = await client.push('candle1m');
    expect(update.action).toBe('update');
    const [, , high, , close] = rowsOf<string[]>(update).at(-1) ?? [];
    expect([high, close]).toEqual(['70000.00', '70000.00']);
  });

  it('books5: the best five levels, whole', async () => {
    server.engine.commit([
      ...[1, 2, 3, 4, 5, 6].map((n) => level(Side.buy, 1_000 - n, n)),
      level(Side.sell, 1_001, 9),
    ]);
    const client = await connect();
    client.subscribe({ instType: SPOT, channel: 'books5', instId: 'BTCUSDT' });
    const push = await client.push('books5');
    const [book] = rowsOf<{ bids: string[][]; asks: string[][] }>(push);
    expect(book?.bids).toHaveLength(5);
    expect(book?.bids[0]).toEqual(['9.99', '0.0001']);
    expect(book?.asks).toEqual([['10.01', '0.0009']]);
    server.engine.commit([level(Side.buy, 994, 77)]);
    server.engine.commit([level(Side.sell, 1_001, 0)]);
    const next = await client.push('books5');
    expect(rowsOf<{ asks: string[][] }>(next)[0]?.asks).toEqual([]);
  });
});

describe('login', () => {
  it('answers with the number 0 and opens the private channels', async () => {
    const client = await connect('/v2/ws/public');
    client.send(loginMessage(ALICE));
    expect((await client.answer('login')).code).toBe(0);
    expect(client.texts[0]).toBe('{"event":"login","code":0,"msg":""}');
    client.subscribe({ instType: SPOT, channel: 'account', coin: 'default' });
    expect((await client.push('account')).action).toBe('snapshot');
  });

  it('takes snake-case keys and a number as timestamp', async () => {
    const client = await connect();
    const args = [{ api_key: 'key-16', passphrase: 'secret', timestamp: 1700000000, sign: 's' }];
    client.send({ op: 'login', args, url: 'ignored' });
    await client.answer('login');
  });

  it('is idempotent and not checked twice', async () => {
    const client = await loggedIn(ALICE);
    const before = server.logins.checks;
    for (let i = 0; i < 5; i++) client.send(loginMessage(ALICE));
    for (let i = 0; i < 5; i++) await client.answer('login');
    expect(server.logins.checks).toBe(before);
  });

  it('carries out messages that were sent before its answer, in order', async () => {
    const client = await connect();
    client.send(loginMessage(ALICE));
    client.subscribe({ instType: SPOT, channel: 'account', coin: 'default' });
    await client.push('account');
    expect(client.told.map((told) => told.event)).toEqual(['login', 'subscribe']);
  });

  it('does not change hands', async () => {
    const client = await loggedIn(ALICE);
    client.send(loginMessage(BOB));
    expect((await client.answer('error')).code).toBe(30002);
  });

  const refused: readonly (readonly [string, Record<string, unknown>, number])[] = [
    [
      'an unknown key',
      { apiKey: 'nobody', passphrase: 'secret', timestamp: '1', sign: 's' },
      30011,
    ],
    ['a wrong passphrase', { apiKey: 'key-16', passphrase: 'x', timestamp: '1', sign: 's' }, 30012],
    ['an unknown token', { token: 'token-99' }, 30005],
  ];
  it.each(refused)('%s: the reason, then the connection is closed', async (_name, arg, code) => {
    const client = await connect();
    client.send({ op: 'login', args: [arg] });
    expect((await client.answer('error')).code).toBe(code);
    await client.closed();
    expect(client.closeCode).toBe(1008);
  });

  it('S14 takes session tokens from pages of our own origin only', async () => {
    const foreign = await connect('/v2/ws/private', { origin: 'http://evil.example' });
    foreign.send({ op: 'login', args: [{ token: 'token-16' }] });
    expect((await foreign.answer('error')).code).toBe(30005);
    await foreign.closed();
    const own = await connect('/v2/ws/private', { origin: 'http://own.example' });
    own.send({ op: 'login', args: [{ token: 'token-16' }] });
    await own.answer('login');
  });

  const revocations = [
    ['its key', { kind: 'key', id: 'key-17' }],
    ['its user', { kind: 'user', user: BOB }],
  ] as const;
  it.each(revocations)(
    'S5 closes within a second of the revocation of %s',
    async (_n, revocation) => {
      const bob = await loggedIn(BOB);
      const alice = await loggedIn(ALICE);
      server.revoke(revocation);
      await bob.closed(1_000);
      expect(bob.closeCode).toBe(1008);
      alice.send('ping');
      await alice.until(() => alice.texts.includes('pong'));
    },
  );
});

describe('a log-in', () => {
  const meanwhile = [
    ['its key', { kind: 'key', id: 'key-17' }, false],
    ['its user', { kind: 'user', user: BOB }, false],
    ['another key', { kind: 'key', id: 'key-16' }, true],
    ['another user', { kind: 'user', user: ALICE }, true],
  ] as const;
  it.each(meanwhile)('S5 during which %s is revoked', async (_name, revocation, good) => {
    server.logins.meanwhile = () => server.revoke(revocation);
    try {
      const client = await connect('/v2/ws/private');
      const args = [{ apiKey: 'key-17', passphrase: 'secret', timestamp: '1', sign: 'x' }];
      client.send({ op: 'login', args });
      if (good) await client.answer('login');
      else {
        expect((await client.answer('error')).code).toBe(30005);
        await client.closed(1_000);
      }
    } finally {
      server.logins.meanwhile = () => {};
    }
  });
});

describe('private channels', () => {
  it('show only the own account', async () => {
    const alice = await loggedIn(ALICE);
    const bob = await loggedIn(BOB);
    for (const client of [alice, bob]) {
      client.subscribe({ instType: SPOT, channel: 'account', coin: 'default' });
      await client.push('account');
    }
    server.engine.commit([posting(accountOf(ALICE, AccountKind.spot), 1, 5_00000000n)]);
    const push = await alice.push('account');
    expect(rowsOf<Record<string, string>>(push)).toMatchObject([
      { coin: 'USDT', available: '5', frozen: '0', locked: '0' },
    ]);
    bob.send('ping');
    await bob.until(() => bob.texts.includes('pong'));
    expect(bob.told.filter((told) => told.data !== undefined)).toEqual([]);
  });
});

describe('limits', () => {
  it('bounds the connections of an address that is not this machine', async () => {
    const far = { 'x-forwarded-for': '203.0.113.7' };
    const open: TestClient[] = [];
    for (let i = 0; i < CONNECTIONS_PER_ADDRESS; i++) open.push(await connect(undefined, far));
    await expect(connect(undefined, far)).rejects.toThrow('429');
    await connect(undefined, { 'x-forwarded-for': '203.0.113.8' });
    const before = server.stats.connections;
    open[0]?.end();
    await open[1]?.until(() => server.stats.connections < before);
    await connect(undefined, far);
    for (const client of open) client.end();
  });

  it('paper trading is refused in words', async () => {
    const client = await connect('/v2/ws/public?paptrading=1');
    await client.closed();
    expect(client.told[0]?.msg).toContain('paper trading is not open');
  });

  it('has no WebSocket at other paths', async () => {
    await expect(connect('/v3/ws/public')).rejects.toThrow('404');
  });
});

describe('E5 time', () => {
  it('closes connections that say nothing for 120 s, and logins that are over', async () => {
    let ahead = 0;
    const clock = { ...systemClock, now: () => Date.now() + ahead };
    const timed = await startTestServer({ clock });
    timed.logins.expiresAt = Date.now() + 150_000;
    const silent = await timed.connect();
    const loud = await timed.connect();
    const holder = await timed.connect();
    holder.send(loginMessage(ALICE));
    await holder.answer('login');
    ahead = 119_000;
    for (const client of [loud, holder]) client.send('ping');
    await holder.until(() => holder.texts.includes('pong'));
    ahead = 121_000;
    await silent.closed();
    expect(silent.closeReason).toMatch(/120 s/);
    expect(loud.closeCode).toBe(0);
    ahead = 151_000;
    await holder.closed();
    expect(holder.closeReason).toMatch(/expired/);
    loud.end();
    await timed.close();
  });
});
