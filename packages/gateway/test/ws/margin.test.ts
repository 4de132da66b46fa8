/** Channels of margin accounts, driven by the real core. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf, type TestClient } from '../../src/ws/testing/client.ts';
import { loginMessage, startServerOf, type TestServer } from '../../src/ws/testing/server.ts';
import { ALICE, type TestRest, textOf } from '../rest/harness.ts';
import { MarginFixture, openMargin, prices } from '../rest/margin-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

const PAIR = { symbol: 'BTCUSDT' };
const HOUR_MS = 3_600_000;
const KINDS = [
  ['crossed', 'crossed_margin', {}],
  ['isolated', 'isolated_margin', PAIR],
] as const;

let rest: TestRest;
let desk: MarginFixture;
let server: TestServer<Market>;
let clients: TestClient[] = [];

interface Market {
  readonly views: TestRest['views'];
  readonly onCommit: TestRest['engine']['onCommit'];
}

beforeEach(async () => {
  rest = await openMargin();
  desk = new MarginFixture(rest);
  const onCommit: Market['onCommit'] = (listener) => rest.engine.onCommit(listener);
  server = await startServerOf({ views: rest.views, onCommit });
});

afterEach(async () => {
  for (const client of clients) client.end();
  clients = [];
  await server.close();
});

/** A client of Alice's that listens to one channel. */
async function listener(channel: string, arg: Row): Promise<TestClient> {
  const client = await server.connect('/v2/ws/private');
  clients.push(client);
  client.send(loginMessage(ALICE));
  await client.answer('login');
  client.subscribe({ instType: 'MARGIN', channel, ...arg });
  expect((await client.answer('subscribe')).arg).toEqual({ instType: 'MARGIN', channel, ...arg });
  return client;
}

async function rows(client: TestClient, channel: string): Promise<readonly Row[]> {
  const push = await client.push(channel);
  expect(push.action).toBe('snapshot');
  return rowsOf<Row>(push);
}

/** Rows of all pushes that are here once an answer to a later message is. */
async function settled(client: TestClient): Promise<Row[]> {
  const pongs = () => client.texts.filter((text) => text === 'pong').length;
  const before = pongs();
  client.send('ping');
  await client.until(() => pongs() > before);
  return client.told.flatMap((told) => rowsOf<Row>(told));
}

async function bob(side: string, price: string, size: string): Promise<void> {
  const order = { ...PAIR, side, orderType: 'limit', force: 'gtc', price, size };
  const { body } = await rest.bob('POST', '/spot/trade/place-order', order);
  expect(body.msg).toBe('success');
}

describe.each(KINDS)('the account channel of %s margin', (kind, account, pair) => {
  const channel = `account-${kind}`;

  it('tells what there is at first, then each coin whose money or debt changed', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    const client = await listener(channel, { coin: 'default' });
    const usdt = {
      id: expect.stringMatching(/^\d{19}$/),
      ...pair,
      coin: 'USDT',
      available: '10000',
      frozen: '0',
      borrow: '0',
      interest: '0',
      coupon: '0',
      uTime: expect.stringMatching(/^\d{13}$/),
    };
    expect(await rows(client, channel)).toEqual([usdt]);
    await desk.post(`/${kind}/account/borrow`, { ...pair, coin: 'BTC', borrowAmount: '0.1' });
    const borrowed = { coin: 'BTC', available: '0.1', borrow: '0.1', interest: '0.00000042' };
    expect(await rows(client, channel)).toMatchObject([borrowed]);
    await desk.post(`/${kind}/account/repay`, { ...pair, coin: 'BTC', repayAmount: '0.05' });
    expect(await rows(client, channel)).toMatchObject([
      { ...borrowed, available: '0.05', borrow: '0.05000042', interest: '0' },
    ]);
    expect(await settled(client)).toEqual([]);
  });

  it('tells one coin only where that is asked, and nothing of the other kind', async () => {
    const other = kind === 'crossed' ? KINDS[1] : KINDS[0];
    const client = await listener(channel, { coin: 'btc' });
    expect(await rows(client, channel)).toEqual([]);
    await desk.bring(account, 'USDT', '100', pair);
    await desk.bring(other[1], 'BTC', '1', other[2]);
    await desk.bring(account, 'BTC', '2', pair);
    expect(await settled(client)).toMatchObject([{ coin: 'BTC', available: '2' }]);
  });

  it('tells the interest of an hour', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    await desk.post(`/${kind}/account/borrow`, { ...pair, coin: 'BTC', borrowAmount: '0.1' });
    const client = await listener(channel, { coin: 'BTC' });
    expect(await rows(client, channel)).toMatchObject([{ borrow: '0.1', interest: '0.00000042' }]);
    rest.now += HOUR_MS;
    prices(rest, 60_000, 3_000);
    const [charged] = await rows(client, channel);
    expect(Number(charged?.['interest'])).toBeGreaterThan(0.00000042);
  });
});

describe.each(KINDS)('the orders channel of %s margin', (kind, account, pair) => {
  const channel = `orders-${kind}`;
  const limit = { ...PAIR, orderType: 'limit', force: 'gtc' };
  const place = async (order: object) =>
    textOf((await desk.post(`/${kind}/place-order`, order))['orderId']);

  it('has a row for each change of an order, with all that was filled', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    const client = await listener(channel, { instId: 'BTCUSDT' });
    const order = { ...limit, side: 'buy', price: '60000', baseSize: '0.3', loanType: 'autoLoan' };
    const orderId = await place({ ...order, clientOid: 'mine' });
    const opened = {
      orderId,
      clientOid: 'mine',
      symbol: 'BTCUSDT',
      orderType: 'limit',
      force: 'gtc',
      loanType: 'autoLoan',
      price: '60000.00',
      side: 'buy',
      status: 'live',
      baseSize: '0.300000',
      quoteSize: '18000',
      fillPrice: '0',
      baseVolume: '0.000000',
      fillTotalAmount: '0',
      feeDetail: [] as object[],
      enterPointSource: 'API',
      stpMode: 'none',
      cTime: expect.stringMatching(/^\d{13}$/),
      uTime: expect.stringMatching(/^\d{13}$/),
    };
    expect(await rows(client, channel)).toEqual([opened]);
    await bob('sell', '60000', '0.1');
    const fee = { feeCoin: 'BTC', deduction: 'no', totalDeductionFee: '0', totalFee: '-0.0001' };
    expect(await rows(client, channel)).toEqual([
      {
        ...opened,
        ...{ status: 'partially_filled', fillPrice: '60000.00', baseVolume: '0.100000' },
        ...{ fillTotalAmount: '6000', feeDetail: [fee] },
      },
    ]);
    await desk.post(`/${kind}/cancel-order`, { ...PAIR, orderId });
    expect(await rows(client, channel)).toMatchObject([
      { status: 'canceled', baseVolume: '0.100000', fillTotalAmount: '6000' },
    ]);
    expect(await settled(client)).toEqual([]);
  });

  it('tells a market order by its amount', async () => {
    await desk.bring(account, 'USDT', '10000', pair);
    await bob('sell', '60000', '0.1');
    const client = await listener(channel, { instId: 'default' });
    const order = { ...PAIR, orderType: 'market', force: 'gtc', side: 'buy', loanType: 'normal' };
    await place({ ...order, quoteSize: '600' });
    const told = await settled(client);
    expect(told.at(-1)).toMatchObject({
      ...{ orderType: 'market', price: '0', quoteSize: '600', status: 'filled' },
      ...{ baseVolume: '0.010000', fillTotalAmount: '600' },
    });
  });

  it('tells nothing of orders of spot or of the other kind, nor of another pair', async () => {
    const [other, otherAccount, otherPair] = kind === 'crossed' ? KINDS[1] : KINDS[0];
    await desk.bring(otherAccount, 'USDT', '1000', otherPair);
    await desk.bring(account, 'USDT', '1000', pair);
    const client = await listener(channel, { instId: 'ETHUSDT' });
    const order = { ...limit, side: 'buy', price: '58000', baseSize: '0.01', loanType: 'normal' };
    await desk.post(`/${other}/place-order`, order);
    await place(order);
    const { body } = await rest.alice('POST', '/spot/trade/place-order', {
      ...order,
      size: '0.01',
    });
    expect(body.msg).toBe('success');
    expect(await settled(client)).toEqual([]);
  });
});

describe('the index prices', () => {
  const BTC = { symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT' };
  const ETH = { symbol: 'ETHUSDT', baseCoin: 'ETH', quoteCoin: 'USDT' };
  const channel = 'index-price';
  const ts = expect.stringMatching(/^\d{13}$/);

  it('are told whole at first and when they moved, without a login', async () => {
    const client = await server.connect('/v2/ws/public');
    clients.push(client);
    client.subscribe({ instType: 'MARGIN', channel, instId: 'default' });
    const first = [
      { ...BTC, indexPrice: '60000.00', ts },
      { ...ETH, indexPrice: '3000.00', ts },
    ];
    expect(await rows(client, channel)).toEqual(first);
    prices(rest, 61_000, 3_000);
    expect(await rows(client, channel)).toEqual([
      { ...first[0], indexPrice: '61000.00' },
      first[1],
    ]);
  });

  it('of one pair are told alone', async () => {
    const client = await listener(channel, { instId: 'ETHUSDT' });
    expect(await rows(client, channel)).toEqual([{ ...ETH, indexPrice: '3000.00', ts }]);
  });
});

it.each([
  ['a channel of spot', { channel: 'ticker', instId: 'BTCUSDT' }, /channel ticker does not exist/],
  ['an unknown pair', { channel: 'orders-crossed', instId: 'X' }, /instId X does not exist/],
  ['an unknown coin', { channel: 'account-isolated', coin: 'X' }, /coin X does not exist/],
  ['an unknown index', { channel: 'index-price', instId: 'X' }, /instId X does not exist/],
])('%s is refused by name', async (_name, arg, message) => {
  const client = await server.connect('/v2/ws/private');
  clients.push(client);
  client.send(loginMessage(ALICE));
  await client.answer('login');
  client.subscribe({ instType: 'MARGIN', ...arg });
  const { code, msg } = await client.answer('error');
  expect([code, msg]).toEqual([30001, expect.stringMatching(message)]);
});
