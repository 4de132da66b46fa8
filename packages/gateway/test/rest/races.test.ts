/**
 * S17: many requests at once, on both venues. A client order id is used once, a balance is spent once, and
 * no limit is passed. What the web app asks for has its own: src/web/races.test.ts.
 */
import { CommandKind } from '@halcyon/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALICE, listOf, TestRest } from './harness.ts';
import { TestPaperVenue } from './paper-venue.ts';

const AT_ONCE = 50;
/** Races of each kind; there are three. */
const ROUNDS = Math.ceil(Number(process.env['HALCYON_RACES'] ?? 300) / 3);
const PAPER_KEY = 'paper-key-1';

let rest: TestRest;

beforeAll(async () => {
  rest = await openRest();
});

/** Both venues; the engines answer after a while. */
async function openRest(delayMs = 0): Promise<TestRest> {
  const made = await TestRest.open((opening) => {
    const paperVenue = new TestPaperVenue(() => opening.now);
    for (const engine of [paperVenue, opening.engine]) engine.delayMs = () => delayMs;
    opening.paper = paperVenue;
  });
  made.addKey(PAPER_KEY, ALICE, { venue: 'paper' });
  return made;
}

const buy = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  force: 'gtc',
  price: '59000',
  size: '0.01',
};

/** The codes of as many answers as there are at once, each with its count. */
async function codes(ask: (n: number) => ReturnType<TestRest['alice']>): Promise<object> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(n)));
  const counts: Record<string, number> = {};
  for (const { body } of answers) counts[body.code] = (counts[body.code] ?? 0) + 1;
  return counts;
}

describe(`S17 ${AT_ONCE} requests at once, ${ROUNDS} times`, () => {
  it('one client order id makes one order', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const order = { ...buy, clientOid: `race-${round}` };
      const found = await codes(() => rest.alice('POST', '/spot/trade/place-order', order));
      expect(found).toEqual({ '00000': 1, '43118': AT_ONCE - 1 });
      await rest.alice('POST', '/spot/trade/cancel-symbol-order', { symbol: 'BTCUSDT' });
    }
  });

  it('a balance that is enough for two orders takes two', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      // 1,000,000 USDT are there; each order holds 413,000.
      const order = { ...buy, size: '7' };
      const found = await codes(() => rest.alice('POST', '/spot/trade/place-order', order));
      expect(found).toEqual({ '00000': 2, '43012': AT_ONCE - 2 });
      await rest.alice('POST', '/spot/trade/cancel-symbol-order', { symbol: 'BTCUSDT' });
    }
  });

  it('an order is cancelled once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const placed = await rest.alice('POST', '/spot/trade/place-order', buy);
      const { orderId } = placed.body.data;
      const cancel = { symbol: 'BTCUSDT', orderId };
      const found = await codes(() => rest.alice('POST', '/spot/trade/cancel-order', cancel));
      expect(found).toEqual({ '00000': 1, '43001': AT_ONCE - 1 });
    }
  });
});

describe.each([
  ['live', 'alice-key-1'],
  ['paper', PAPER_KEY],
])(`S17 ${AT_ONCE} requests at once to an engine that takes its time: %s`, (venue, apiKey) => {
  let at: TestRest;

  const post = (path: string, body: object) => at.call(apiKey, 'POST', `/api/v2${path}`, { body });

  beforeAll(async () => {
    at = await openRest(3);
    // Opens the paper account.
    await at.call(apiKey, 'GET', '/api/v2/spot/account/assets');
  });

  it('no more orders are open than an instrument allows', async () => {
    const engine = venue === 'live' ? at.engine : (at.paper as TestPaperVenue);
    const { instrument } = engine.core.state.markets[0]!;
    const allow = (openOrdersMax: number) =>
      engine.apply({
        ...instrument,
        kind: CommandKind.setInstrument,
        instrument: instrument.id,
        openOrdersMax,
        actor: 'test',
        reason: 'test',
      });
    allow(7);
    const order = { ...buy, size: '0.001' };
    const found = await codes(() => post('/spot/trade/place-order', order));
    expect(found).toEqual({ '00000': 7, '43005': AT_ONCE - 7 });
    await post('/spot/trade/cancel-symbol-order', { symbol: 'BTCUSDT' });
    allow(instrument.openOrdersMax);
  });

  it('one client order id makes one order', async () => {
    const order = { ...buy, size: '0.001', clientOid: 'once' };
    const found = await codes(() => post('/spot/trade/place-order', order));
    expect(found).toEqual({ '00000': 1, '43118': AT_ONCE - 1 });
    await post('/spot/trade/cancel-symbol-order', { symbol: 'BTCUSDT' });
  });

  it('a plan that becomes a limit order keeps its price, whatever else is asked', async () => {
    const placed = await post('/spot/trade/place-plan-order', {
      symbol: 'BTCUSDT',
      side: 'buy',
      triggerPrice: '61000',
      orderType: 'limit',
      executePrice: '59000',
      size: '0.01',
      triggerType: 'fill_price',
    });
    const { orderId } = placed.body.data;
    const change = { orderId, triggerPrice: '61500', size: '0.01' };
    const changes = ['market', 'limit'].map((orderType) => ({ ...change, orderType }));
    await Promise.all(changes.map((body) => post('/spot/trade/modify-plan-order', body)));
    const query = { symbol: 'BTCUSDT' };
    const path = '/api/v2/spot/trade/current-plan-order';
    const { body } = await at.call(apiKey, 'GET', path, { query });
    const [plan] = listOf(body.data['orderList']);
    expect(plan).toMatchObject({ orderType: 'limit', executePrice: '59000.00' });
  });
});

describe(`S17 ${AT_ONCE} requests at once that move money`, () => {
  it('move what is there once', async () => {
    const at = await openRest(3);
    const move = { fromType: 'spot', toType: 'p2p', amount: '300000', coin: 'USDT' };
    const found = await codes(() => at.alice('POST', '/spot/wallet/transfer', move));
    expect(found).toEqual({ '00000': 3, '43012': AT_ONCE - 3 });
  });

  it('with one client id happen once', async () => {
    const at = await openRest(3);
    const move = { fromType: 'spot', toType: 'p2p', amount: '1', coin: 'USDT', clientOid: 'x' };
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => at.alice('POST', '/spot/wallet/transfer', move)),
    );
    const ids = answers.filter(({ status }) => status === 200).map(({ text }) => text);
    expect(ids.length).toBeGreaterThan(0);
    const { body } = await at.alice('GET', '/spot/account/assets', { coin: 'USDT' });
    expect(listOf(body.data)[0]).toMatchObject({ available: '999999' });
  });
});
