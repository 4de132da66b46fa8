/** The paper venue of a started exchange: what it follows, whom it serves, what it leaves alone. */
import { Signer } from '@halcyon/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

interface Answer {
  readonly code: string;
  readonly msg: string;
  readonly data: never;
}

interface Order {
  readonly orderId: string;
  readonly status: string;
  readonly priceAvg: string;
  readonly baseVolume: string;
}

let exchange: ExchangeProcess;
let maker: KeyMaterial;
let person: KeyMaterial;
let paperKey: KeyMaterial;

async function call<T>(
  key: KeyMaterial | null,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const { code, msg, data } = await raw(key, method, path, body, headers);
  if (code !== '00000') throw new Error(`${code} ${msg}`);
  return data as T;
}

async function raw(
  key: KeyMaterial | null,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const [pathOnly = '', query = ''] = path.split('?');
  const parts = { timestamp: String(Date.now()), method, path: pathOnly, query, body: text };
  const signed = key === null ? {} : await new Signer(key).headers(parts);
  const response = await fetch(exchange.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    ...(text === '' ? {} : { body: text }),
  });
  return (await response.json()) as Answer;
}

const order = { symbol: 'BTCUSDT', orderType: 'limit', force: 'gtc' } as const;
const PLACE = '/api/v2/spot/trade/place-order';

function place(
  key: KeyMaterial,
  side: string,
  price: string,
  size: string,
): Promise<{ orderId: string }> {
  return call(key, 'POST', PLACE, { ...order, side, price, size });
}

async function info(key: KeyMaterial, orderId: string): Promise<Order> {
  const path = `/api/v2/spot/trade/orderInfo?orderId=${orderId}`;
  const [found] = await call<Order[]>(key, 'GET', path);
  if (found === undefined) throw new Error(`there is no order ${orderId}`);
  return found;
}

interface Book {
  readonly asks: string[][];
  readonly bids: string[][];
}

async function book(marker: string): Promise<Book> {
  const path = `/api/v2/spot/market/orderbook?symbol=BTCUSDT${marker}`;
  const { asks, bids } = await call<Book>(null, 'GET', path);
  return { asks, bids };
}

async function available(key: KeyMaterial, coin: string): Promise<number> {
  const path = `/api/v2/spot/account/assets?coin=${coin}`;
  const [row] = await call<{ available: string }[]>(key, 'GET', path);
  return Number(row?.available ?? 0);
}

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  maker = exchange.trader('maker', 'USDT=10000000,BTC=100');
  person = exchange.trader('person', 'USDT=1000,BTC=1');
  paperKey = exchange.key('person', 'read,trade', 'paper');
  await exchange.paperReady();
}, 180_000);

afterAll(async () => {
  await exchange?.remove();
});

describe('the paper venue', () => {
  test('shows the live book, and nothing of paper reaches live', async () => {
    await place(maker, 'sell', '95000', '1');
    await place(maker, 'buy', '94000', '1');
    await exchange.paperReady();
    expect(await book('&paptrading=1')).toMatchObject({
      asks: [['95000.00', '1.000000']],
      bids: [['94000.00', '1.000000']],
    });
    const { orderId } = await place(paperKey, 'buy', '95000', '0.4');
    expect(await info(paperKey, orderId)).toMatchObject({ status: 'filled', priceAvg: '95000.00' });
    expect((await book('&PAPTRADING=1')).asks).toEqual([['95000.00', '0.600000']]);
    expect((await book('')).asks).toEqual([['95000.00', '1.000000']]);
    expect(await available(person, 'BTC')).toBe(1);
    expect(await available(paperKey, 'BTC')).toBeCloseTo(1.3996);
    expect(await available(paperKey, 'USDT')).toBe(62_000);
  });

  test('a resting paper order is filled by the live flow, in its turn', async () => {
    const { orderId } = await place(paperKey, 'buy', '94000', '0.5');
    expect((await book('&paptrading=1')).bids).toEqual([['94000.00', '1.500000']]);
    await place(maker, 'buy', '93000', '5');
    const other = exchange.trader('other', 'BTC=10');
    await place(other, 'sell', '94000', '0.7');
    await exchange.paperReady();
    expect((await info(paperKey, orderId)).status).toBe('live');
    await place(other, 'sell', '93000', '0.5');
    await exchange.paperReady();
    expect(await info(paperKey, orderId)).toMatchObject({ baseVolume: '0.200000' });
  });

  test('a key decides; a live key with the marker is told what to do', async () => {
    const path = '/api/v2/spot/account/assets?coin=BTC';
    const marked = { paptrading: '1' };
    const refused = await raw(person, 'GET', path, undefined, marked);
    expect(refused.msg).toContain('remove the marker, or use a paper key');
    const same = await call(paperKey, 'GET', path, undefined, marked);
    expect(same).toEqual(await call(paperKey, 'GET', path));
    const { userId } = await call<{ userId: string }>(paperKey, 'GET', '/api/v2/spot/account/info');
    expect(userId).toBe(person.uid);
  });

  test('after kill -9 both venues go on where they were, and verify finds no fault', async () => {
    const open = '/api/v2/spot/trade/unfilled-orders';
    const before = await call<Order[]>(paperKey, 'GET', open);
    const books = [await book(''), await book('&paptrading=1')];
    expect(before.length).toBeGreaterThan(0);
    await exchange.stop('SIGKILL');
    await exchange.launch();
    await exchange.paperReady();
    expect(await call(paperKey, 'GET', open)).toEqual(before);
    expect([await book(''), await book('&paptrading=1')]).toEqual(books);
    await place(maker, 'sell', '95500', '2');
    await exchange.paperReady();
    const { asks } = await book('&paptrading=1');
    expect(asks[1]).toEqual(['95500.00', '2.000000']);
    const fills = await call<unknown[]>(paperKey, 'GET', '/api/v2/spot/trade/fills?symbol=BTCUSDT');
    expect(fills.length).toBe(2);
    await exchange.stop('SIGTERM');
    expect(exchange.output('verify')).toMatch(/^paper: \d+ commands.*\nok \d+ commands/m);
  });
});
