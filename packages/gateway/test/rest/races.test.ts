/** S17: many requests at once. A client order id is used once and a balance is spent once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { TestRest } from './harness.ts';

const AT_ONCE = 50;
/** Races of each kind; there are three. */
const ROUNDS = Math.ceil(Number(process.env['HALCYON_RACES'] ?? 600) / 3);

let rest: TestRest;

beforeAll(async () => {
  rest = await TestRest.open();
});

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
