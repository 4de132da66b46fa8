/** Conversions over REST: quoted from the book, never worse than quoted, once or not at all. */
import { CommandKind } from '@halcyon/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { carryOut, quoteSmall } from '../../src/convert/convert.ts';
import { ConvertQuotes } from '../../src/quotes/quotes.ts';
import { ALICE_SPOT, BOB_SPOT, type Loose, listOf, TestRest, textOf } from './harness.ts';

let rest: TestRest;

beforeEach(async () => {
  rest = await TestRest.open();
});

const order = (side: string, price: string, size: string, symbol = 'BTCUSDT') =>
  rest.bob('POST', '/spot/trade/place-order', {
    ...{ symbol, side, price, size },
    ...{ orderType: 'limit', force: 'gtc' },
  });

const quote = (from: string, to: string, size: object) =>
  rest.alice('GET', '/convert/quoted-price', { fromCoin: from, toCoin: to, ...size });

/** The request that carries a quote out. */
function tradeOf(data: Loose) {
  const { fee: _fee, ...named } = data;
  return named;
}

/** What Alice has: BTC and USDT, units. */
function balances(): bigint[] {
  return [0, 1].map((asset) => {
    const { available, held } = rest.views.balance(ALICE_SPOT, asset);
    return available + held;
  });
}

describe('a quote', () => {
  it('is what the worst price that is needed gives, after the fee; what is better is a gain', async () => {
    await order('sell', '60000', '0.01');
    await order('sell', '60100', '1');
    const { body } = await quote('USDT', 'BTC', { fromCoinSize: '1000' });
    expect(body.data).toMatchObject({
      ...{ fromCoin: 'USDT', toCoin: 'BTC', fee: '0.00003327' },
      ...{ fromCoinSize: '999.9438', toCoinSize: '0.01660473' },
    });
    expect(textOf(body.data['cnvtPrice']).slice(0, 14)).toBe('0.000016605663');
    const [btc, usdt] = balances();
    const done = await rest.alice('POST', '/convert/trade', tradeOf(body.data));
    expect(done.body.data).toMatchObject({ toCoin: 'BTC', toCoinSize: '0.01660473' });
    // A hundredth of the coins came at the better price.
    expect(balances()).toEqual([btc! + 1_660_473n, usdt! - 998_94380000n]);
  });

  it('of a pair that paper does not follow says so, not that its book is empty', async () => {
    rest.views.follows = ({ symbol }) => symbol !== 'BTCUSDT';
    const { body } = await quote('USDT', 'BTC', { fromCoinSize: '1000' });
    expect(body).toMatchObject({ code: '41114', reason: 'notFollowed' });
    expect(body.msg).toContain('there is no paper trading of BTCUSDT');
  });

  it('sells, and reckons back from what is wanted', async () => {
    await order('buy', '59000', '0.5');
    const { body } = await quote('BTC', 'USDT', { toCoinSize: '1000' });
    const wanted = { fromCoinSize: '0.016984', toCoinSize: '1000.051888' };
    expect(body.data).toMatchObject({ ...wanted, fee: '2.004112' });
    const done = await rest.alice('POST', '/convert/trade', tradeOf(body.data));
    expect(done.body.data['toCoinSize']).toBe('1000.051888');
  });

  it.each([
    ['USDT', 'ETH', { fromCoinSize: '100' }, 'convertDepth', '50026'],
    ['USDT', 'BTC', { fromCoinSize: '90000' }, 'convertDepth', '50026'],
    ['USDT', 'BTC', { fromCoinSize: '4' }, 'quantityTooSmall', '50019'],
    ['BTC', 'ETH', { fromCoinSize: '1' }, 'noConvertPair', '40309'],
    ['BTC', 'DOGE', { fromCoinSize: '1' }, 'coinUnknown', '40034'],
    ['USDT', 'BTC', {}, 'needOneOf', '40913'],
    ['USDT', 'BTC', { fromCoinSize: '5', toCoinSize: '1' }, 'needOneOf', '40913'],
  ])('of %s to %s with %o is refused: %s', async (from, to, size, reason, code) => {
    await order('sell', '60000', '1');
    const { body } = await quote(from, to, size);
    expect(body).toMatchObject({ reason, code });
  });

  it('is refused by name where the request is not what was quoted', async () => {
    await order('sell', '60000', '1');
    const { body } = await quote('USDT', 'BTC', { fromCoinSize: '600' });
    const asked = { ...tradeOf(body.data), toCoinSize: '0.02' };
    const answer = await rest.alice('POST', '/convert/trade', asked);
    expect(answer.body.msg).toBe('toCoinSize must be 0.00998, as quoted, not 0.02');
  });
});

describe('its execution', () => {
  async function quoted() {
    const placed = await order('sell', '60000', '1');
    const { body } = await quote('USDT', 'BTC', { fromCoinSize: '600' });
    return { id: textOf(placed.body.data['orderId']), asked: tradeOf(body.data) };
  }

  it('is of the quote as it was given: another price or size is refused', async () => {
    const { asked } = await quoted();
    const before = balances();
    for (const field of ['cnvtPrice', 'fromCoinSize', 'toCoinSize'] as const) {
      const other = { ...asked, [field]: '1.5' };
      const { body } = await rest.alice('POST', '/convert/trade', other);
      expect(body).toMatchObject({ code: '40020', reason: 'fieldValue' });
      expect(body.msg).toContain(field);
    }
    expect(balances()).toEqual(before);
  });

  it('does nothing where the price is gone', async () => {
    const { id, asked } = await quoted();
    await rest.bob('POST', '/spot/trade/cancel-order', { symbol: 'BTCUSDT', orderId: id });
    await order('sell', '60001', '1');
    const before = balances();
    const { body } = await rest.alice('POST', '/convert/trade', asked);
    expect(body).toMatchObject({ reason: 'convertMoved', code: '12021' });
    expect(balances()).toEqual(before);
  });

  it('does nothing after ten seconds, and nothing for somebody else', async () => {
    const { asked } = await quoted();
    expect((await rest.bob('POST', '/convert/trade', asked)).body.reason).toBe('convertExpired');
    rest.now += 10_000;
    const { body } = await rest.alice('POST', '/convert/trade', asked);
    expect(body).toMatchObject({ reason: 'convertExpired', code: '12021' });
    expect(rest.views.balance(ALICE_SPOT, 0).available).toBe(100_00000000n);
  });

  it('happens once, however often it is asked for', async () => {
    const { asked } = await quoted();
    const both = [1, 2].map(() => rest.alice('POST', '/convert/trade', asked));
    const [one, other] = await Promise.all(both);
    rest.now += 30_000;
    const late = await rest.alice('POST', '/convert/trade', asked);
    expect([other?.body.data, late.body.data]).toEqual([one?.body.data, one?.body.data]);
    expect(rest.views.balance(ALICE_SPOT, 1).available).toBe(999_400_00000000n);
  });

  it.each([20_261, 7, 1_234_567])(
    'is never worse than quoted, whatever happens to the book in between: seed %d',
    async (first) => {
      let seed = first;
      const chance = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((seed / 2_147_483_648) * below);
      };
      const open: string[] = [];
      const change = async () => {
        const side = chance(2) === 0 ? 'buy' : 'sell';
        const price = side === 'buy' ? 59_999 - chance(40) : 60_000 + chance(40);
        const answer = await order(side, String(price), (0.001 * (1 + chance(9))).toFixed(3));
        open.push(textOf(answer.body.data['orderId']));
        if (chance(3) > 0) return;
        const orderId = open.splice(chance(open.length), 1)[0];
        await rest.bob('POST', '/spot/trade/cancel-order', { symbol: 'BTCUSDT', orderId });
      };
      /** All that rests is taken back, and a little comes instead. */
      const renew = async () => {
        open.length = 0;
        await rest.bob('POST', '/spot/trade/cancel-symbol-order', { symbol: 'BTCUSDT' });
        for (let left = 8; left > 0; left--) await change();
      };
      for (let i = 0; i < 20; i++) await change();
      let [done, moved] = [0, 0];
      for (let i = 0; i < 120; i++) {
        const selling = chance(2) === 0;
        const [from, to] = selling ? (['BTC', 'USDT'] as const) : (['USDT', 'BTC'] as const);
        const size = selling ? (0.0004 * (1 + chance(40))).toFixed(4) : String(20 + chance(900));
        const { body } = await quote(from, to, { fromCoinSize: size });
        for (let left = chance(4); left > 0; left--) await change();
        if (chance(6) === 0) await renew();
        const before = balances();
        const answer =
          body.code === '00000' && (await rest.alice('POST', '/convert/trade', tradeOf(body.data)));
        const [btc, usdt] = balances().map((now, k) => now - before[k]!);
        if (answer === false || answer.body.code !== '00000') {
          expect([btc, usdt]).toEqual([0n, 0n]);
          if (answer !== false && answer.body.reason === 'convertMoved') moved += 1;
          continue;
        }
        done += 1;
        const [paid, got] = selling ? [-btc!, usdt!] : [-usdt!, btc!];
        const units = (field: string) => BigInt(Math.round(Number(body.data[field]) * 1e8));
        expect(paid).toBeLessThanOrEqual(units('fromCoinSize'));
        expect(got).toBeGreaterThanOrEqual(units('toCoinSize'));
      }
      expect(done).toBeGreaterThan(40);
      expect(moved).toBeGreaterThan(0);
    },
  );
});

it('lists the coins that a market converts now', async () => {
  await order('sell', '60000', '1');
  const { body } = await rest.alice('GET', '/convert/currencies');
  // Money buys bitcoins; nobody bids for them, and nobody trades ether.
  expect(listOf(body.data)).toEqual([
    { coin: 'USDT', available: '1000000', minAmount: '5.04', maxAmount: '6000000' },
  ]);
});

describe('small balances in one go', () => {
  it('are quoted where a market takes them, and each is carried out by itself', async () => {
    await order('buy', '59000', '1');
    await order('buy', '3000', '5', 'ETHUSDT');
    const venueContext = {
      views: rest.views,
      commands: rest.engine,
      quotes: new ConvertQuotes(() => rest.now),
    };
    const bobs = BOB_SPOT + 8;
    const asking = (account: number) => ({ via: 'key', id: 'k', person: 16, account }) as const;
    rest.engine.apply({ kind: CommandKind.openUser, simulated: false });
    // Worth 5.9 and 6.3 USDT; a third, of 4.5, is below what one order takes.
    rest.fund(bobs, 0, 10_000n);
    rest.fund(bobs, 2, 210_000n);
    const usdt = rest.views.asset(1)!;
    const quotes = quoteSmall(venueContext, asking(bobs), usdt);
    expect(quotes.map(({ from, given, received }) => [from.code, given, received])).toEqual([
      ['BTC', 10_000n, 5_88820000n],
      ['ETH', 210_000n, 6_28740000n],
    ]);
    expect(quoteSmall(venueContext, asking(ALICE_SPOT), usdt)).toEqual([]);
    await carryOut(venueContext, quotes[1]!);
    rest.now += 11_000;
    await expect(carryOut(venueContext, quotes[0]!)).rejects.toMatchObject({
      reason: 'convertExpired',
    });
    expect(rest.views.balance(bobs, 1).available).toBe(6_28740000n);
    rest.fund(bobs, 2, 150_000n);
    expect(quoteSmall(venueContext, asking(bobs), usdt).map(({ from }) => from.code)).toEqual([
      'BTC',
    ]);
  });
});
