import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  NoAnswer,
  NotConnected,
  type StreamState,
  type TradeItem,
  WsClient,
} from '../src/index.ts';
import { CREDENTIALS, sendPush, TestExchange, until } from './test-exchange.ts';

let exchange: TestExchange;
const clients: WsClient[] = [];

function clientOf(options: object = {}): WsClient {
  const client = new WsClient({ url: exchange.wsUrl, reconnectMs: 5, ...options });
  clients.push(client);
  return client;
}

beforeEach(async () => {
  exchange = await TestExchange.start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  vi.useRealTimers();
  await exchange.stop();
});

const TICKER = { instType: 'SPOT', channel: 'ticker', instId: 'BTCUSDT' } as const;
const item = (clientOid: string): TradeItem => ({
  channel: 'place-order',
  instId: 'BTCUSDT',
  params: { clientOid },
});
const streamOps = (): string[] =>
  exchange.messages
    .filter(({ op }) => op !== 'login')
    .flatMap(({ op, args }) => args.map((arg) => `${op} ${String(arg['instId'])}`));

describe('WsClient', () => {
  it('logs in, subscribes and hands on pushes of its streams only', async () => {
    const states: StreamState[] = [];
    const client = clientOf({
      credentials: CREDENTIALS,
      onState: (state: StreamState) => states.push(state),
    });
    const rows: unknown[] = [];
    exchange.onSubscribe = (arg, socket) => {
      sendPush(socket, { ...TICKER, instId: 'ETHUSDT' }, [{ lastPr: '9' }]);
      sendPush(socket, arg, [{ lastPr: '1' }]);
    };
    client.subscribe(TICKER, { onPush: (push) => rows.push(...push.data) });
    await client.open();
    await until(() => rows.length > 0);
    expect(rows).toEqual([{ lastPr: '1' }]);
    expect(exchange.messages.map(({ op }) => op)).toEqual(['login', 'subscribe']);
    expect(states).toEqual(['connecting', 'live']);
  });

  it('counts listeners of a stream; a second one gets a snapshot too', async () => {
    const client = clientOf();
    await client.open();
    const stops = [0, 1].map(() => client.subscribe(TICKER, { onPush: () => undefined }));
    stops[0]!();
    stops[0]!();
    await until(() => exchange.messages.length === 3);
    stops[1]!();
    await until(() => exchange.messages.length === 4);
    expect(streamOps()).toEqual(
      ['subscribe', 'unsubscribe', 'subscribe', 'unsubscribe'].map((op) => `${op} BTCUSDT`),
    );
  });

  it('reconnects, subscribes again and says that pushes may be missing', async () => {
    const client = clientOf({ credentials: CREDENTIALS });
    let gaps = 0;
    const stop = client.subscribe({ ...TICKER, instId: 'ETHUSDT' }, { onPush: () => undefined });
    client.subscribe(TICKER, { onPush: () => undefined, onGap: () => gaps++ });
    await client.open();
    await until(() => exchange.messages.length === 2);
    stop();
    await until(() => exchange.messages.length === 3);
    expect(gaps).toBe(0);
    for (let round = 1; round <= 3; round++) {
      exchange.messages.length = 0;
      exchange.cut();
      await until(() => gaps === round);
      await until(() => exchange.messages.length === 2);
      expect(streamOps()).toEqual(['subscribe BTCUSDT']);
    }
    expect(exchange.connections).toBe(4);
  });

  it('takes a silent connection for a broken one', async () => {
    // Pings come when the test says so: on a busy machine a pong would be late for the next one.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const client = clientOf({ pingMs: 1_000 });
    const holds = (check: () => boolean) => vi.waitUntil(check, { timeout: 60_000 });
    await client.open();
    for (let pings = 1; pings <= 4; pings++) {
      vi.advanceTimersByTime(1_000);
      await holds(() => exchange.pings === pings);
      // The pong is on its way within this machine: what comes later comes behind it.
      const seen = exchange.messages.length;
      client.subscribe({ ...TICKER, instId: `${pings}` }, { onPush: () => undefined })();
      await holds(() => exchange.messages.length === seen + 2);
    }
    expect(exchange.connections).toBe(1);
    exchange.pongs = false;
    vi.advanceTimersByTime(1_000);
    expect(client.state).toBe('live');
    vi.advanceTimersByTime(1_000);
    expect(client.state).toBe('reconnecting');
    vi.advanceTimersByTime(5);
    await holds(() => exchange.connections === 2);
  });

  it('keeps subscribe messages below what the server takes', async () => {
    const client = clientOf();
    const names = Array.from({ length: 200 }, (_, i) => `COIN${i}USDT`);
    for (const instId of names) {
      client.subscribe({ ...TICKER, instId }, { onPush: () => undefined });
    }
    await client.open();
    await until(() => streamOps().length === 200);
    expect(streamOps()).toEqual(names.map((name) => `subscribe ${name}`));
    for (const message of exchange.messages) {
      expect(JSON.stringify(message).length).toBeLessThanOrEqual(4096);
    }
  });

  it('tells who waits that a login was refused', async () => {
    const errors: Error[] = [];
    const credentials = { ...CREDENTIALS, secretKey: 'another' };
    const client = clientOf({ credentials, onError: (error: Error) => errors.push(error) });
    await expect(client.open()).rejects.toMatchObject({ code: '30015' });
    expect(errors[0]).toMatchObject({ message: 'wrong signature' });
  });

  it('trade: one result an item, in the order of the items', async () => {
    const client = clientOf({ credentials: CREDENTIALS });
    await client.open();
    exchange.onTrade = (args, socket) => {
      const arg = args
        .map(({ params, ...rest }, i) =>
          i === 1
            ? { ...rest, params, code: '43012', msg: 'no money' }
            : { ...rest, params: { ...(params as object), orderId: `${i}` } },
        )
        .reverse();
      socket.send(JSON.stringify({ event: 'trade', arg, code: 0, msg: 'Success' }));
    };
    const results = await client.trade([item('a'), item('b'), item('c')]);
    expect(results).toEqual([
      { code: '0', msg: 'Success', orderId: '0', clientOid: 'a' },
      { code: '43012', msg: 'no money', orderId: '', clientOid: 'b' },
      { code: '0', msg: 'Success', orderId: '2', clientOid: 'c' },
    ]);
    expect(exchange.messages.at(-1)!.args[0]).toMatchObject({
      instType: 'SPOT',
      channel: 'place-order',
      instId: 'BTCUSDT',
    });
  });

  it('trade: an error for the whole message is every item’s', async () => {
    const client = clientOf({ credentials: CREDENTIALS });
    await client.open();
    exchange.onTrade = (arg, socket) => {
      socket.send(JSON.stringify({ event: 'error', arg, code: 43011, msg: 'bad' }));
    };
    const results = await client.trade([item('a'), item('b')]);
    expect(results.map(({ code, msg }) => `${code} ${msg}`)).toEqual(['43011 bad', '43011 bad']);
  });

  it('trade: a key that may not trade is told so', async () => {
    const client = clientOf({ credentials: CREDENTIALS });
    await client.open();
    exchange.onTrade = (_, socket) => {
      socket.send(JSON.stringify({ event: 'error', code: 40014, msg: 'lacks trade' }));
    };
    await expect(client.trade([item('a')])).rejects.toMatchObject({ code: '40014' });
  });

  it('trade: what is under way when the connection breaks has no answer', async () => {
    const client = clientOf({ credentials: CREDENTIALS });
    await expect(client.trade([item('a')])).rejects.toBeInstanceOf(NotConnected);
    await client.open();
    const sent = client.trade([item('a')]);
    await until(() => exchange.messages.some(({ op }) => op === 'trade'));
    exchange.cut();
    await expect(sent).rejects.toBeInstanceOf(NoAnswer);
    await client.open();
    expect(exchange.messages.filter(({ op }) => op === 'trade')).toHaveLength(1);
    await expect(client.trade([])).rejects.toBeInstanceOf(RangeError);
    await expect(client.trade(Array(51).fill(item('x')))).rejects.toThrow('1 to 50');
  });

  it('trade: waits for an answer no longer than it was told to', async () => {
    const client = clientOf({ credentials: CREDENTIALS, answerMs: 20 });
    await client.open();
    await expect(client.trade([item('a')])).rejects.toThrow('in time');
  });

  it('close ends everything', async () => {
    const client = clientOf();
    await client.open();
    client.close();
    await until(() => exchange.sockets.size === 0);
    expect(client.state).toBe('idle');
    await expect(client.trade([item('a')])).rejects.toBeInstanceOf(NotConnected);
    const connections = exchange.connections;
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(exchange.connections).toBe(connections);
  });
});
