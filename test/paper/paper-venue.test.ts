/** The paper venue of a started exchange: what it follows, whom it serves, what it leaves alone. */
import { Signer } from '@halcyon/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../packages/gateway/src/web/testing/gateway.ts';
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

interface Funds {
  readonly coin: string;
  readonly available: string;
}

function usdt(rows: readonly Funds[]): Funds {
  const row = rows.find(({ coin }) => coin === 'USDT');
  if (row === undefined) throw new Error('there is no row of USDT');
  return row;
}

const FUNDS = '/api/web/v1/paper/funds';
const RESET = '/api/web/v1/paper/reset';
const FIDELITY = '/api/web/v1/paper/fidelity';
const SESSION = '/api/web/v1/session';
const OPEN = '/api/v2/spot/trade/unfilled-orders';
const ASSETS = '/api/v2/spot/account/assets';
const TICKERS = '/api/v2/spot/market/tickers';
const PAPER = { paptrading: '1' };

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
  const path = `${ASSETS}?coin=${coin}`;
  const [row] = await call<{ available: string }[]>(key, 'GET', path);
  return Number(row?.available ?? 0);
}

/** The first push of a book over a socket. @param key logs in first; null = nobody does */
async function bookOf(path: string, key: KeyMaterial | null): Promise<unknown> {
  const login = key === null ? null : await new Signer(key).login(Date.now());
  const socket = new WebSocket(exchange.wsUrl + path);
  const subscribe = { instType: 'SPOT', channel: 'books', instId: 'BTCUSDT' };
  try {
    return await new Promise((resolve, reject) => {
      const listen = (): void =>
        socket.send(JSON.stringify({ op: 'subscribe', args: [subscribe] }));
      socket.onopen = () => {
        if (login === null) listen();
        else socket.send(JSON.stringify({ op: 'login', args: [login] }));
      };
      socket.onmessage = ({ data }) => {
        const { event, msg, data: rows } = JSON.parse(String(data));
        if (event === 'error') reject(new Error(msg));
        else if (event === 'login') listen();
        else if (event === undefined) resolve({ asks: rows[0].asks, bids: rows[0].bids });
      };
    });
  } finally {
    socket.close();
  }
}

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  maker = await exchange.trader('maker', 'USDT=10000000,BTC=100,ETH=100');
  person = await exchange.trader('person', 'USDT=1000,BTC=1');
  paperKey = await exchange.key('person', 'read,trade', 'paper');
  await exchange.paperReady();
});

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
    await place(maker, 'sell', '94000', '0.7');
    await exchange.paperReady();
    expect((await info(paperKey, orderId)).status).toBe('live');
    await place(maker, 'sell', '93000', '0.5');
    await exchange.paperReady();
    expect(await info(paperKey, orderId)).toMatchObject({ baseVolume: '0.200000' });
  });

  test('a key decides; a live key with the marker is told what to do', async () => {
    const path = `${ASSETS}?coin=BTC`;
    const marked = { paptrading: '1' };
    const refused = await raw(person, 'GET', path, undefined, marked);
    expect(refused.msg).toContain('remove the marker, or use a paper key');
    const same = await call(paperKey, 'GET', path, undefined, marked);
    expect(same).toEqual(await call(paperKey, 'GET', path));
    const { userId } = await call<{ userId: string }>(paperKey, 'GET', '/api/v2/spot/account/info');
    expect(userId).toBe(person.uid);
  });

  test('funds are added, reduced and reset within limits, and every change is recorded', async () => {
    const browser = new Browser(exchange.baseUrl);
    await browser.register('funds@example.com');
    const rows = (await browser.call<Funds[]>('GET', FUNDS)).data;
    expect(usdt(rows)).toMatchObject({ available: '100000', start: '100000', addMax: '900000' });
    const add = { direction: 'add', coin: 'USDT', amount: '50000' };
    expect(usdt((await browser.call<Funds[]>('POST', FUNDS, add)).data).available).toBe('150000');
    const tooMuch = await browser.call('POST', FUNDS, { ...add, amount: '850001' });
    expect([tooMuch.status, tooMuch.msg]).toEqual([
      400,
      'amount 850001 is above 850000 USDT, the largest that is taken',
    ]);
    const less = { direction: 'reduce', coin: 'BTC', amount: '0.25' };
    await browser.call('POST', FUNDS, less);
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc', size: '0.1' };
    const placed = await browser.call('POST', PLACE, { ...order, price: '91000' }, PAPER);
    expect(placed.code).toBe('00000');
    const after = (await browser.call<Funds[]>('POST', RESET)).data;
    expect(usdt(after).available).toBe('100000');
    expect(after.find(({ coin }) => coin === 'BTC')?.available).toBe('1');
    const open = await browser.call<unknown[]>('GET', OPEN, undefined, PAPER);
    expect(open.data).toEqual([]);
    const now = Date.now();
    const window = `startTime=${now - 3_600_000}&endTime=${now + 60_000}`;
    const out = `/api/v2/spot/wallet/withdrawal-records?${window}`;
    const moved = await browser.call<{ toAddress: string }[]>('GET', out, undefined, PAPER);
    expect(new Set(moved.data.map(({ toAddress }) => toAddress))).toEqual(
      new Set(['paper funds reduced', 'paper reset']),
    );
    const live = await browser.call<{ available: string }[]>('GET', ASSETS);
    expect(live.data.filter(({ available }) => Number(available) > 0)).toEqual([]);
  });

  test('a guest trades on paper only, and keeps the account by registering', async () => {
    const guest = new Browser(exchange.baseUrl);
    expect((await guest.call<Funds[]>('GET', FUNDS)).data.length).toBeGreaterThan(10);
    const begun = await guest.call<{ csrfToken: string }>('POST', '/api/web/v1/paper/guest');
    guest.csrfToken = begun.data.csrfToken;
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc', size: '0.1' };
    const placed = await guest.call('POST', PLACE, { ...order, price: '91000' }, PAPER);
    expect(placed.code).toBe('00000');
    expect(await guest.call('POST', PLACE, { ...order, price: '91000' })).toMatchObject({
      status: 401,
      reason: 'guestLive',
    });
    expect((await guest.call('GET', '/api/web/v1/api-keys')).status).toBe(401);
    const session = await guest.call<{ user: { guest?: boolean } }>('GET', SESSION);
    expect(session.data).toMatchObject({ user: { guest: true }, paper: { open: true } });
    const uid = await guest.register('once-a-guest@example.com');
    const open = await guest.call<{ userId: string; size: string }[]>(
      'GET',
      OPEN,
      undefined,
      PAPER,
    );
    expect(open.data.map(({ userId, size }) => [userId, size])).toEqual([[uid, '0.100000']]);
    const again = await guest.call<{ user: { guest?: boolean } }>('GET', SESSION);
    expect(again.data.user.guest).toBeUndefined();
  });

  test('fidelity holds the fills against the live tape', async () => {
    const browser = new Browser(exchange.baseUrl);
    await browser.register('true@example.com');
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '1000' };
    const tape = await exchange.trader('tape', 'USDT=10000');
    // The order is held against what live traded in its minute: both are in one.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 20_000) await new Promise((resolve) => setTimeout(resolve, left));
    await call(tape, 'POST', PLACE, { ...order, size: '20' });
    await exchange.paperReady();
    await browser.call('POST', PLACE, order, PAPER);
    const { data } = await browser.call<{ orders: number; filled: number }>('GET', FIDELITY);
    expect(data).toMatchObject({ orders: 1, filled: 1, queue: null, slippage: { orders: 1 } });
  });

  test('sockets: the address chooses public channels, a key its own', async () => {
    const onPaper = await bookOf('/v2/ws/public?paptrading=1', null);
    const onLive = await bookOf('/v2/ws/public', null);
    const byKey = await bookOf('/v2/ws/private', paperKey);
    expect(onPaper).not.toEqual(onLive);
    expect(byKey).toEqual(onPaper);
    await expect(bookOf('/v2/ws/private?paptrading=1', person)).rejects.toThrow('live API key');
  });

  test('an instrument that leaves live by more than 5 % pauses, and comes back', async () => {
    const symbol = 'ETHUSDT';
    const eth = { symbol, orderType: 'limit', force: 'gtc' } as const;
    const [ticker] = await call<{ lastPr: string }[]>(null, 'GET', `${TICKERS}?symbol=${symbol}`);
    const last = Number(ticker?.lastPr);
    const at = (factor: number): string => (last * factor).toFixed(2);
    const far = { ...eth, side: 'sell', price: at(1.07), size: '0.1' };
    await call(maker, 'POST', PLACE, far);
    await exchange.paperReady();
    await call(paperKey, 'POST', PLACE, { ...eth, side: 'buy', price: at(1.07), size: '0.1' });
    const refused = await raw(paperKey, 'POST', PLACE, { ...far, price: at(1.06) });
    expect(refused.msg).toContain('paused');
    const pauses = await new Browser(exchange.baseUrl).call('GET', '/api/web/v1/paper/pauses');
    expect(pauses.data).toEqual([{ product: 'spot', symbol, reason: 'apart' }]);
    await call(maker, 'POST', PLACE, { ...eth, side: 'sell', price: at(1.05), size: '0.1' });
    // Somebody else: a trade with oneself is no price.
    const taker = await exchange.trader('taker', 'USDT=10000');
    await call(taker, 'POST', PLACE, { ...eth, side: 'buy', price: at(1.05), size: '0.1' });
    await exchange.paperReady();
    expect((await raw(paperKey, 'POST', PLACE, { ...far, price: at(1.06) })).code).toBe('00000');
  });

  test('after kill -9 both venues go on where they were, and verify finds no fault', async () => {
    const before = await call<Order[]>(paperKey, 'GET', OPEN);
    const books = [await book(''), await book('&paptrading=1')];
    expect(before.length).toBeGreaterThan(0);
    await exchange.stop('SIGKILL');
    await exchange.launch();
    await exchange.paperReady();
    expect(await call(paperKey, 'GET', OPEN)).toEqual(before);
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
