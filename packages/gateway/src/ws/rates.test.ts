/** What becomes of messages that come faster than the rate. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from './feeds/throttle.ts';
import {
  CHANNELS_MAX,
  MESSAGES_PER_SECOND,
  ORDER_WAIT_MS,
  SUBSCRIBES_PER_HOUR,
  WAITING_BYTES_MAX,
  WAITING_MESSAGES_MAX,
} from './limits.ts';
import type { ServerMessage, TestClient } from './testing/client.ts';
import { ALICE, loginMessage, startTestServer, type TestServer } from './testing/server.ts';

const BURST = MESSAGES_PER_SECOND * 2;
const TICKER = { instType: 'SPOT', channel: 'ticker', instId: 'BTCUSDT' };
const TRADE = { ...TICKER, channel: 'trade' };

let server: TestServer;
const orders: unknown[] = [];
const clients: TestClient[] = [];
/** Ahead of the real time, ms; so that no test waits for a rate. */
let ahead = 0;

beforeAll(async () => {
  server = await startTestServer({
    clock: { ...systemClock, now: () => Date.now() + ahead },
    orderEntry: {
      trade: async (_principal, args) => {
        orders.push(...args);
        return '{"event":"trade","arg":[{"id":"taken"}],"code":0,"msg":"Success"}';
      },
    },
  });
});

afterAll(async () => {
  for (const client of clients) client.end();
  await server.close();
});

async function connect(): Promise<TestClient> {
  const client = await server.connect();
  clients.push(client);
  return client;
}

async function loggedIn(): Promise<TestClient> {
  const client = await connect();
  client.send(loginMessage(ALICE));
  await client.answer('login');
  return client;
}

/** An argument that names itself, so that its answer can be told from others. */
function numbered(n: number): Record<string, unknown> {
  return { ...TICKER, n };
}

function order(id: string): Record<string, unknown> {
  return { op: 'trade', args: [{ ...TICKER, id, channel: 'place-order', params: {} }] };
}

/** Numbers of the arguments that were answered by `event`, in the order of the answers. */
function answered(client: TestClient, event: string): unknown[] {
  return client.told.filter((told) => told.event === event).map((told) => told.arg?.['n']);
}

const upTo = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, n) => from + n);

describe('subscriptions', () => {
  it('that come too fast are carried out later, in order, and pings answered meanwhile', async () => {
    const client = await connect();
    const before = server.stats.delayed;
    for (const n of upTo(63)) client.subscribe(numbered(n));
    client.send('ping');
    await client.until(() => client.texts.includes('pong'));
    expect(answered(client, 'subscribe').length).toBeLessThan(63);
    expect(server.stats.delayed - before).toBeGreaterThan(0);
    await client.until(() => answered(client, 'subscribe').length === 63);
    expect(answered(client, 'subscribe')).toEqual(upTo(63));
    expect(answered(client, 'error')).toEqual([]);
  });

  it('beyond the bound are refused by name, and the connection is closed with a reason', async () => {
    const client = await connect();
    const sent = BURST + WAITING_MESSAGES_MAX + 50;
    for (const n of upTo(sent)) client.subscribe(numbered(n));
    await client.closed();
    expect(client.closeCode).toBe(1013);
    expect(client.closeReason).toMatch(/more than 1000 messages or 131072 bytes wait/);
    const [refused] = client.told.filter((told) => told.event === 'error');
    expect(refused).toMatchObject({ code: 30007, arg: TICKER });
    expect(refused?.arg?.['n']).toBeGreaterThanOrEqual(BURST + WAITING_MESSAGES_MAX);
    expect(server.stats.closed.get(client.closeReason)).toBe(1);
  });

  it('beyond the bound do not show the login that did not fit', async () => {
    const client = await connect();
    for (const n of upTo(BURST + Math.floor(WAITING_BYTES_MAX / 4_000))) {
      client.subscribe({ ...numbered(n), filler: 'x'.repeat(3_900) });
    }
    const [login] = loginMessage(ALICE)['args'] as object[];
    for (const _ of upTo(20)) {
      client.send({ op: 'login', args: [{ ...login, filler: 'y'.repeat(3_900) }] });
    }
    await client.closed();
    expect(client.closeReason).toMatch(/wait/);
    expect(answered(client, 'error')).toEqual([undefined]);
    expect(client.texts.join()).not.toContain('secret');
  });

  it('with something new in them are counted by the hour: then clients come anew', async () => {
    server.logins.tier = 'maker';
    const client = await loggedIn();
    server.logins.tier = 'normal';
    for (const n of upTo(SUBSCRIBES_PER_HOUR)) {
      client.send({ op: n % 2 === 0 ? 'subscribe' : 'unsubscribe', args: [TRADE] });
    }
    // Half of them subscribed; what is subscribed already counts for nothing.
    client.subscribe(TICKER);
    for (const _ of upTo(SUBSCRIBES_PER_HOUR)) client.subscribe(TICKER);
    client.send('ping');
    await client.until(() => client.texts.includes('pong'));
    expect(answered(client, 'error')).toEqual([]);
    for (const n of upTo(SUBSCRIBES_PER_HOUR + 2)) {
      const args = [TICKER, TRADE, { ...TRADE, instId: 'ETHUSDT' }];
      client.send({ op: n % 2 === 0 ? 'subscribe' : 'unsubscribe', args });
    }
    await client.closed();
    expect(client.closeCode).toBe(1013);
    expect(client.closeReason).toBe('more than 1000 subscribe messages an hour');
    const refused = client.told.filter((told) => told.event === 'error');
    expect(refused.map((told) => [told.code, told.arg?.['channel'], told.arg?.['instId']])).toEqual(
      [
        [30007, 'ticker', 'BTCUSDT'],
        [30007, 'trade', 'BTCUSDT'],
        [30007, 'trade', 'ETHUSDT'],
      ],
    );
  });

  it('to too many channels are each refused by name', async () => {
    const client = await connect();
    client.subscribe(TICKER);
    await client.answer('subscribe');
    const own = [...server.gateway.connections()].at(-1);
    const [topic] = own?.topics.values() ?? [];
    for (const n of upTo(CHANNELS_MAX)) if (topic !== undefined) own?.topics.set(`x${n}`, topic);
    client.subscribe(TRADE, { ...TRADE, instId: 'ETHUSDT' });
    await client.until(() => client.told.filter(({ event }) => event === 'error').length === 2);
  });
});

describe('orders', () => {
  it('do not wait behind subscriptions', async () => {
    const client = await loggedIn();
    for (const n of upTo(63)) client.subscribe(numbered(n));
    client.send(order('at once'));
    const answer = await client.answer('trade');
    expect(answer.arg).toEqual([{ id: 'taken' }]);
    expect(answered(client, 'subscribe').length).toBeLessThan(63);
  });

  it('that come too fast are refused at once by the name the client gave them', async () => {
    const client = await loggedIn();
    orders.length = 0;
    for (const n of upTo(BURST + 15)) client.send(order(`o${n}`));
    const answers = (): ServerMessage[] => client.told.filter((told) => told.arg !== undefined);
    await client.until(() => answers().length === BURST + 15);
    const refused = answers().filter((told) => told.event === 'error');
    expect(refused.length).toBeGreaterThan(0);
    expect(orders).toHaveLength(BURST + 15 - refused.length);
    const last = refused.at(-1)?.arg as unknown as readonly Record<string, unknown>[];
    expect(last).toMatchObject([{ id: `o${BURST + 14}`, channel: 'place-order', code: 30006 }]);
    expect(last[0]?.['msg']).toMatch(/more than 10 messages with orders a second/);
    // Nothing comes of them later.
    const placed = orders.length;
    client.subscribe(numbered(1));
    await client.answer('subscribe');
    expect(orders).toHaveLength(placed);
  });

  it('behind a login are carried out after it, unless it took too long', async () => {
    const { byKey } = server.logins;
    let letIn = (): void => undefined;
    server.logins.byKey = async (login) => {
      await new Promise<void>((resolve) => {
        letIn = resolve;
      });
      return byKey.call(server.logins, login);
    };
    const through = async (id: string, ms: number): Promise<TestClient> => {
      const client = await connect();
      client.send(loginMessage(ALICE));
      client.send(order(id));
      client.send('ping');
      await client.until(() => client.texts.includes('pong'));
      ahead += ms;
      letIn();
      return client;
    };
    orders.length = 0;
    await (await through('quick', 0)).answer('trade');
    expect(orders).toMatchObject([{ id: 'quick' }]);
    const late = await (await through('slow', ORDER_WAIT_MS + 1)).answer('error');
    server.logins.byKey = byKey;
    expect(late).toMatchObject({ arg: [{ id: 'slow', code: 30006 }] });
    expect(late.msg).toMatch(/not carried out: the login took \d+ ms/);
    expect(orders).toHaveLength(1);
  });
});

describe('what is refused', () => {
  it.each([
    ['messages that are none', (n: number) => `no JSON ${n}`],
    ['orders', (n: number) => order(`o${n}`)],
  ])('%s: too many of them end the connection', async (_name, message) => {
    const client = await loggedIn();
    for (const n of upTo(300)) client.send(message(n));
    await client.closed();
    expect(client.closeReason).toMatch(/too many messages/);
    expect(client.told.at(-1)?.code).toBe(30007);
  });
});
