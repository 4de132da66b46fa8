import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { ApiMarketPort, contractMarket, type PortOrder, type PortReport } from '../src/index.ts';
import { CREDENTIALS, type SeenRequest, sendPush, TestExchange, until } from './test-exchange.ts';

type Who = 'maker' | 'taker';

const SYMBOLS = [
  { symbol: 'BTCUSDT', ...digits('price', 2, 2), ...digits('quantity', 4, 4) },
  { symbol: 'ETHUSDT', ...digits('price', 1, 1), ...digits('quantity', 3, 3) },
];

function digits(of: string, scale: number, precision: number): object {
  return { [`${of}Scale`]: String(scale), [`${of}Precision`]: String(precision) };
}

const ORDERS = { instType: 'SPOT', channel: 'orders', instId: 'default' };

let exchange: TestExchange;
let port: ApiMarketPort<Who>;
let reports: PortReport<Who>[];
let unfilled: object[];
let info: object[];
let symbolRows: readonly object[];

function answer(seen: SeenRequest): { data: unknown } {
  if (seen.path.endsWith('/public/symbols')) return { data: symbolRows };
  if (seen.path.endsWith('/market/tickers')) {
    return {
      data: [
        { symbol: 'BTCUSDT', lastPr: '60000.5' },
        { symbol: 'ETHUSDT', lastPr: '0' },
        { symbol: 'NEWUSDT', lastPr: '7' },
      ],
    };
  }
  if (seen.path.endsWith('/unfilled-orders')) {
    const after = new URLSearchParams(seen.query).get('idLessThan');
    const from =
      after === null
        ? 0
        : unfilled.findIndex((row) => 'orderId' in row && row.orderId === after) + 1;
    return { data: unfilled.slice(from, from + 100) };
  }
  return { data: info };
}

function row(clientOid: string, status: string, total: string, more: object = {}): object {
  const asked = { side: 'buy', price: '1', size: '1', newSize: '1' };
  const order = { instId: 'BTCUSDT', orderId: '1', clientOid, ...asked };
  return { ...order, accBaseVolume: total, status, ...more };
}

beforeEach(async () => {
  exchange = await TestExchange.start();
  reports = [];
  unfilled = [];
  info = [];
  symbolRows = SYMBOLS;
  exchange.answer = answer;
  exchange.onSubscribe = (arg, socket) => {
    if (arg['channel'] !== 'books1') return;
    const book = { bids: [['100.50', '2.5000']], asks: [], checksum: 0, seq: 1, pseq: 0, ts: '1' };
    sendPush(socket, arg, [arg['instId'] === 'BTCUSDT' ? book : { ...book, bids: [] }]);
  };
  const accounts = new Map<Who, typeof CREDENTIALS>([
    ['maker', CREDENTIALS],
    ['taker', CREDENTIALS],
  ]);
  const symbols = SYMBOLS.map(({ symbol }) => symbol);
  port = new ApiMarketPort({ baseUrl: exchange.baseUrl, accounts, symbols });
  await port.start({ onOrder: (report) => reports.push(report) });
  await until(() => exchange.messages.filter(({ op }) => op === 'subscribe').length === 3);
});
afterEach(async () => {
  await port.stop();
  await exchange.stop();
});

function place(clientId: string, participant: Who = 'maker'): PortOrder<Who> {
  const terms = { side: 'buy', force: 'post_only', price: 1234567, quantity: 50 } as const;
  return { op: 'limit', participant, symbol: 'BTCUSDT', clientId, ...terms };
}

function acceptAll(): void {
  exchange.onTrade = (arg, socket) => {
    socket.send(JSON.stringify({ event: 'trade', arg, code: 0, msg: 'Success' }));
  };
}

describe('ApiMarketPort', () => {
  it('shows best and last prices in ticks and lots', async () => {
    expect(port.top('BTCUSDT')).toEqual({
      bidPrice: 10050,
      bidQuantity: 25000,
      askPrice: 0,
      askQuantity: 0,
    });
    expect(port.top('NONEUSDT').bidPrice).toBe(0);
    expect(await port.lastPrices()).toEqual(new Map([['BTCUSDT', 6000050]]));
  });

  it('keeps to the steps of an instrument once an order off them was refused', async () => {
    const sent: Record<string, unknown>[] = [];
    exchange.onTrade = (arg, socket) => {
      const items = arg as { params: Record<string, unknown> }[];
      sent.push(...items.map(({ params }) => params));
      const off = items.map((item) => ({ ...item, code: '40808', msg: 'off the tick' }));
      socket.send(JSON.stringify({ event: 'trade', arg: off, code: 0, msg: 'Success' }));
    };
    const [btc, eth] = SYMBOLS;
    symbolRows = [{ ...btc, pricePrecision: '0', quantityPrecision: '3' }, eth!];
    port.submit([place('a')]);
    await until(() => sent.length === 1);
    expect(sent[0]).toMatchObject({ price: '12345.67', size: '0.0050' });
    await until(() => {
      port.submit([place('b')]);
      return sent.at(-1)?.['price'] === '12345.00';
    });
    acceptAll();
    const last = () => exchange.messages.at(-1)?.args.map(({ params }) => params) ?? [];
    const amend = { op: 'amend', participant: 'maker', symbol: 'BTCUSDT', clientId: 'c' } as const;
    port.submit([
      { ...place('c'), quantity: 55 } as PortOrder<Who>,
      { ...amend, price: 1_234_501, quantity: 58 },
      { ...amend, price: 1_234_601, quantity: 61 },
    ]);
    await until(() => last().length > 1);
    expect(last()).toMatchObject([
      { price: '12345.00', size: '0.0060' },
      { newPrice: '12346.00', newSize: '0.0070' },
    ]);
  });

  it('sends orders in their sequence, one message an account, 50 at most', async () => {
    acceptAll();
    port.submit([
      place('a'),
      {
        op: 'amend',
        participant: 'maker',
        symbol: 'ETHUSDT',
        clientId: 'b',
        price: 15,
        quantity: 7,
      },
      { op: 'cancel', participant: 'maker', symbol: 'BTCUSDT', clientId: 'c' },
      place('', 'taker'),
      ...Array.from({ length: 60 }, (_, i) => place(`m${i}`)),
    ]);
    const sent = (): Record<string, unknown>[][] =>
      exchange.messages.filter(({ op }) => op === 'trade').map(({ args }) => args);
    await until(() => sent().length === 4);
    expect(
      sent()
        .map((args) => args.length)
        .sort((x, y) => x - y),
    ).toEqual([1, 3, 10, 50]);
    const params = sent().flatMap((args) =>
      args.map(({ channel, params }) => ({ channel, params })),
    );
    expect(params).toContainEqual({
      channel: 'place-order',
      params: {
        side: 'buy',
        orderType: 'limit',
        force: 'post_only',
        price: '12345.67',
        size: '0.0050',
        clientOid: 'a',
      },
    });
    expect(params).toContainEqual({
      channel: 'modify-order',
      params: { clientOid: 'b', newPrice: '1.5', newSize: '0.007' },
    });
    expect(params).toContainEqual({ channel: 'cancel-order', params: { clientOid: 'c' } });
    expect(params.filter((entry) => !('clientOid' in (entry.params as object)))).toHaveLength(1);
    expect(reports).toEqual([]);
  });

  it('reports fills by their lots, ends, and refusals', async () => {
    const sockets: WebSocket[] = [];
    exchange.onTrade = (args, socket) => {
      sockets.push(socket);
      const arg = args.map((item, i) => (i === 0 ? item : { ...item, code: '43001', msg: 'none' }));
      socket.send(JSON.stringify({ event: 'trade', arg, code: 0, msg: 'Success' }));
    };
    port.submit([
      place('a'),
      { op: 'cancel', participant: 'maker', symbol: 'BTCUSDT', clientId: 'z' },
    ]);
    await until(() => reports.length === 1);
    const maker = sockets[0]!;
    sendPush(maker, ORDERS, [row('a', 'live', '0')]);
    sendPush(maker, ORDERS, [row('a', 'partially_filled', '0.0010'), row('1', 'filled', '9')]);
    sendPush(maker, ORDERS, [row('a', 'filled', '0.0050')]);
    sendPush(maker, ORDERS, [row('b', 'canceled', '0')]);
    await until(() => reports.length === 4);
    const told = reports.map((r) => [r.clientId, r.kind, r.filled, r.unknownOrder]);
    expect(told).toEqual([
      ['z', 'refused', 0, true],
      ['a', 'filled', 10, false],
      ['a', 'ended', 40, false],
      ['b', 'ended', 0, false],
    ]);
  });

  it('finds its open orders again, page after page', async () => {
    unfilled = Array.from({ length: 230 }, (_, i) => ({
      symbol: 'BTCUSDT',
      orderId: `${1000 - i}`,
      clientOid: i === 0 ? '1000' : `o${i}`,
      side: 'sell',
      priceAvg: '5.25',
      size: '0.0030',
      baseVolume: '0.001',
    }));
    const orders = await port.openOrders();
    expect(orders).toHaveLength(460);
    expect(orders[0]).toMatchObject({ clientId: '', participant: 'maker' });
    expect(orders[229]).toEqual({
      participant: 'maker',
      symbol: 'BTCUSDT',
      clientId: 'o229',
      side: 'sell',
      price: 525,
      quantity: 30,
      filled: 10,
    });
  });

  it('refuses at once what cannot be sent', async () => {
    await exchange.stop();
    await until(() => {
      if (reports.length === 0) port.submit([place('late'), place('')]);
      return reports.length > 0;
    });
    expect(reports[0]).toMatchObject({ clientId: 'late', kind: 'refused', unknownOrder: false });
  });

  it('reports after a broken connection what was missed', async () => {
    exchange.onTrade = (arg, socket) => {
      socket.send(JSON.stringify({ event: 'trade', arg, code: 0, msg: 'Success' }));
      sendPush(socket, ORDERS, [row('other', 'canceled', '0')]);
    };
    port.submit([place('gone'), place('part'), place('same')]);
    // The answer comes before this push on the same connection: it has been read too.
    await until(() => reports.length === 1);
    const left = { symbol: 'BTCUSDT', side: 'buy', priceAvg: '12345.67', size: '0.0050' };
    unfilled = [
      { ...left, orderId: '2', clientOid: 'part', baseVolume: '0.0020' },
      { ...left, orderId: '3', clientOid: 'same', baseVolume: '0' },
    ];
    info = [{ ...left, orderId: '1', clientOid: 'gone', baseVolume: '0.0050' }];
    exchange.cut();
    await until(() => reports.length === 3);
    expect(reports.map((r) => [r.clientId, r.kind, r.filled])).toEqual([
      ['other', 'ended', 0],
      ['gone', 'ended', 50],
      ['part', 'filled', 20],
    ]);
  });
});

describe('a port on contracts', () => {
  const FUTURES = { instType: 'USDT-FUTURES', instId: 'default' };
  const CONTRACT = {
    symbol: 'BTCUSDT',
    pricePlace: '1',
    priceEndStep: '1',
    sizeMultiplier: '0.001',
  };
  let contracts: ApiMarketPort<Who>;

  beforeEach(async () => {
    exchange.answer = (seen) => {
      if (seen.path.endsWith('/mix/market/contracts')) return { data: [CONTRACT] };
      if (seen.path.endsWith('/mix/market/tickers')) {
        return { data: [{ symbol: 'BTCUSDT', lastPr: '60000.5' }] };
      }
      if (seen.path.endsWith('/orders-pending')) {
        const row = { orderId: '7', clientOid: 'mine', symbol: 'BTCUSDT', side: 'sell' };
        const entrustedList = [{ ...row, price: '60001', size: '2', baseVolume: '0.5' }];
        return { data: { entrustedList, endId: '7' } };
      }
      return { data: [] };
    };
    contracts = new ApiMarketPort<Who>({
      baseUrl: exchange.baseUrl,
      accounts: new Map([['taker', CREDENTIALS]]),
      symbols: ['BTCUSDT'],
      product: contractMarket(new Map([['BTCUSDT', { price: 2, quantity: 4 }]])),
    });
    exchange.messages.length = 0;
    await contracts.start({ onOrder: (report) => reports.push(report) });
    await until(() =>
      exchange.messages.some(({ args }) => args.some(({ channel }) => channel === 'positions')),
    );
  });
  afterEach(() => contracts.stop());

  it('counts in the ticks and lots of its caller, whatever digits new orders may have', async () => {
    expect([...(await contracts.lastPrices())]).toEqual([['BTCUSDT', 6_000_050]]);
    expect(await contracts.openOrders()).toEqual([
      {
        ...{ participant: 'taker', symbol: 'BTCUSDT', clientId: 'mine', side: 'sell' },
        ...{ price: 6_000_100, quantity: 20_000, filled: 5_000 },
      },
    ]);
  });

  it('sends orders of its product on the steps, reductions as such', async () => {
    const sent: unknown[] = [];
    exchange.onTrade = (arg, socket) => {
      sent.push(arg);
      socket.send(JSON.stringify({ event: 'trade', arg, code: 0, msg: 'Success' }));
    };
    const reducing = { op: 'limit', force: 'ioc', reduceOnly: true } as const;
    const named = { participant: 'taker', symbol: 'BTCUSDT', clientId: '' } as const;
    contracts.submit([{ ...reducing, ...named, side: 'sell', price: 6_000_057, quantity: 15 }]);
    await until(() => sent.length > 0);
    expect(sent[0]).toMatchObject([
      {
        ...{ instType: 'USDT-FUTURES', instId: 'BTCUSDT', channel: 'place-order' },
        params: { side: 'sell', price: '60000.50', size: '0.0020', reduceOnly: 'YES' },
      },
    ]);
  });

  it('knows the position of each account, and when it is gone', async () => {
    expect(contracts.position('taker', 'BTCUSDT')).toBe(0);
    const arg = { ...FUTURES, channel: 'positions' };
    exchange.push(arg, [{ instId: 'BTCUSDT', total: '0.25', holdSide: 'short' }]);
    await until(() => contracts.position('taker', 'BTCUSDT') === -2_500);
    exchange.push(arg, []);
    await until(() => contracts.position('taker', 'BTCUSDT') === 0);
  });
});
