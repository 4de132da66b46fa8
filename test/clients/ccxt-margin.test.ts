/** The unmodified ccxt package on cross and isolated margin. The test sets the index prices. */

import { Product } from '@halcyon/domain';
import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import type { KeyMaterial } from '../support/exchange-process.ts';
import { PricedExchange } from '../support/priced-exchange.ts';

const SYMBOL = 'BTC/USDT';
const PAIR = { symbol: SYMBOL };
const MODES = ['cross', 'isolated'] as const;
type Mode = (typeof MODES)[number];

type Client = Awaited<ReturnType<typeof ccxtClient>>;

const keys: KeyMaterial[] = [];
let exchange: PricedExchange;
let alice: Client;
let bob: Client;
let price = 0;

beforeAll(async () => {
  exchange = await PricedExchange.start();
  keys.push(await exchange.trader('alice', 'USDT=200000,BTC=1'));
  keys.push(await exchange.trader('bob', 'USDT=1000000,BTC=10'));
  keys.push(await exchange.trader('carol', 'USDT=4000'));
  await exchange.listPair('GOLD');
  alice = await ccxtClient(exchange, keys[0]);
  bob = await ccxtClient(exchange, keys[1]);
  await alice.loadMarkets();
  await bob.loadMarkets();
  price = Math.round((await alice.fetchTicker(SYMBOL)).last ?? 0);
  await exchange.lend();
  await exchange.index('BTCUSDT', price, Product.spot);
});

afterAll(async () => {
  await alice?.close();
  await bob?.close();
  await exchange?.close();
});

/** What ccxt names an account and a debt by. */
const ofPair = (mode: Mode) => (mode === 'isolated' ? PAIR : {});

function borrow(mode: Mode, coin: string, amount: number) {
  return mode === 'cross'
    ? alice.borrowCrossMargin(coin, amount)
    : alice.borrowIsolatedMargin(SYMBOL, coin, amount);
}

function repay(mode: Mode, coin: string, amount: number) {
  return mode === 'cross'
    ? alice.repayCrossMargin(coin, amount)
    : alice.repayIsolatedMargin(SYMBOL, coin, amount);
}

/** An order of Alice's; its id. */
async function placed(...order: Parameters<Client['createOrder']>): Promise<string> {
  return (await alice.createOrder(...order)).id ?? '';
}

/** All that an account has and owes, as ccxt reports it. */
async function balance(marginMode: Mode, coin: string) {
  return (await alice.fetchBalance({ marginMode }))[coin];
}

describe.each(MODES)('%s margin', (marginMode) => {
  const margin = { marginMode };

  test('money comes, is borrowed, paid back, and leaves', async () => {
    await alice.transfer('USDT', 30_000, 'spot', marginMode, ofPair(marginMode));
    expect(await balance(marginMode, 'USDT')).toMatchObject({
      total: 30_000,
      free: 30_000,
      debt: 0,
    });
    const loan = await borrow(marginMode, 'BTC', 0.05);
    expect(loan).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      currency: 'BTC',
      amount: 0.05,
    });
    const owed = await balance(marginMode, 'BTC');
    expect(owed?.total).toBe(0.05);
    expect(owed?.debt).toBeGreaterThan(0.05);
    expect(owed?.debt).toBeLessThan(0.0501);
    expect((await balance(marginMode, 'USDT'))?.free).toBeLessThan(30_000);
    expect(await repay(marginMode, 'BTC', 0.04)).toMatchObject({ currency: 'BTC', amount: 0.04 });
    expect((await balance(marginMode, 'BTC'))?.debt).toBeCloseTo(0.01, 4);
    await alice.transfer('BTC', 0.01, 'spot', marginMode, ofPair(marginMode));
    await repay(marginMode, 'BTC', (await balance(marginMode, 'BTC'))?.debt ?? 0);
    expect((await balance(marginMode, 'BTC'))?.debt).toBe(0);
    await alice.transfer('USDT', 1_000, marginMode, 'spot', ofPair(marginMode));
    expect(await balance(marginMode, 'USDT')).toMatchObject({ total: 29_000, free: 29_000 });
    const left = await alice.fetchTransfers('USDT', undefined, 10, { fromAccount: marginMode });
    expect(left).toMatchObject([{ amount: 1_000, fromAccount: marginMode, toAccount: 'spot' }]);
    const interest = await alice.fetchBorrowInterest('BTC', SYMBOL, undefined, 10, margin);
    expect(interest).toMatchObject([{ currency: 'BTC', marginMode }]);
    expect(interest[0]?.interest).toBeGreaterThan(0);
  });

  test('an order rests, is listed, and is cancelled, alone and with others', async () => {
    const low = Math.round(price * 0.95);
    const place = (amount: number) =>
      placed(SYMBOL, 'limit', 'buy', amount, low, {
        ...margin,
        clientOrderId: `${marginMode}-${amount}`.replace('.', '-'),
      });
    const first = await place(0.001);
    const [open] = await alice.fetchOpenOrders(SYMBOL, undefined, 10, margin);
    expect(open).toMatchObject({
      ...{ id: first, symbol: SYMBOL, side: 'buy', type: 'limit', price: low, amount: 0.001 },
      ...{ filled: 0, status: 'open', timeInForce: 'GTC', clientOrderId: `${marginMode}-0-001` },
    });
    expect((await balance(marginMode, 'USDT'))?.used).toBeGreaterThan(0);
    await alice.cancelOrder(first, SYMBOL, margin);
    const ids = [await place(0.002), await place(0.003)];
    await alice.cancelOrders(ids, SYMBOL, margin);
    expect(await alice.fetchOpenOrders(SYMBOL, undefined, 10, margin)).toEqual([]);
    const ended = await alice.fetchCanceledOrders(SYMBOL, undefined, 10, margin);
    expect(ended.map(({ id, status }) => [id, status])).toEqual(
      [first, ...ids].map((id) => [id, 'canceled']),
    );
    const gone = alice.cancelOrder(first, SYMBOL, margin);
    await expect(gone).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  });

  test('orders borrow what they lack and pay back what they owe', async () => {
    const own = (await balance(marginMode, 'USDT'))?.total ?? 0;
    const amount = Math.round((own / price) * 1.5 * 1_000) / 1_000;
    await bob.createOrder(SYMBOL, 'limit', 'sell', amount, price);
    const loan = { ...margin, loanType: 'autoLoan' };
    const bought = await placed(SYMBOL, 'limit', 'buy', amount, price, loan);
    const debt = (await balance(marginMode, 'USDT'))?.debt ?? 0;
    expect(debt).toBeGreaterThan(own * 0.4);
    await bob.createOrder(SYMBOL, 'limit', 'buy', amount, price);
    const back = { ...margin, loanType: 'autoRepay' };
    const held = (await balance(marginMode, 'BTC'))?.total ?? 0;
    await alice.createOrder(SYMBOL, 'market', 'sell', held, undefined, back);
    expect((await balance(marginMode, 'USDT'))?.debt).toBe(0);
    await bob.cancelAllOrders(SYMBOL);
    const closed = await alice.fetchClosedOrders(SYMBOL, undefined, 10, margin);
    const filled = closed.find(({ id }) => id === bought);
    expect(filled).toMatchObject({ amount, filled: amount, average: price, status: 'closed' });
    expect(filled?.info.loanType).toBe('autoLoan');
    const trades = await alice.fetchMyTrades(SYMBOL, undefined, 10, margin);
    const [trade] = trades.filter(({ order }) => order === bought);
    expect(trade).toMatchObject({ side: 'buy', price, amount, fee: { currency: 'BTC' } });
  });

  test('a market order by its amount', async () => {
    await bob.createOrder(SYMBOL, 'limit', 'sell', 0.1, price);
    const order = await alice.createMarketBuyOrderWithCost(SYMBOL, 100, margin);
    await bob.cancelAllOrders(SYMBOL);
    const closed = await alice.fetchClosedOrders(SYMBOL, undefined, 10, margin);
    expect(closed.find(({ id }) => id === order.id)).toMatchObject({ status: 'closed', cost: 100 });
    const [one] = await alice.fetchMyTrades(SYMBOL, undefined, 1, margin);
    expect(one?.order).toBe(order.id);
  });

  test('several orders at once: each has its own answer', async () => {
    const low = Math.round(price * 0.95);
    const order = (amount: number, clientOrderId: string) =>
      ({
        ...{ symbol: SYMBOL, type: 'limit', side: 'buy', amount, price: low },
        params: { ...margin, clientOrderId },
      }) as const;
    const ids = ['one', 'two', 'much'].map((name) => `${marginMode}-${name}`);
    const made = await alice.createOrders([
      ...[order(0.001, ids[0]!), order(0.002, ids[1]!), order(1_000, ids[2]!)],
    ]);
    // ccxt drops the one that was refused, for it has no symbol.
    expect(made.map(({ clientOrderId }) => clientOrderId)).toEqual(ids.slice(0, 2));
    const open = await alice.fetchOpenOrders(SYMBOL, undefined, 10, margin);
    expect(open.map(({ amount }) => amount).sort()).toEqual([0.001, 0.002]);
    const [first, second] = made;
    await alice.cancelOrders([first?.id ?? '', second?.id ?? ''], SYMBOL, margin);
    expect(await alice.fetchOpenOrders(SYMBOL, undefined, 10, margin)).toEqual([]);
  });

  test('market orders borrow what they lack, and pay back in the same breath', async () => {
    const own = (await balance(marginMode, 'USDT'))?.total ?? 0;
    const cost = Math.round(own * 1.2);
    const size = (usdt: number) => Math.ceil((usdt / price) * 1_000) / 1_000;
    await bob.createOrder(SYMBOL, 'limit', 'sell', size(cost), price);
    const loan = { ...margin, loanType: 'autoLoan' };
    await alice.createMarketBuyOrderWithCost(SYMBOL, cost, loan);
    await bob.cancelAllOrders(SYMBOL);
    const owed = async (coin: string) => (await balance(marginMode, coin))?.debt ?? 0;
    expect(await owed('USDT')).toBeGreaterThan(own * 0.15);
    // It sells more than there is: what it lacks is borrowed, what it brings pays back.
    const held = (await balance(marginMode, 'BTC'))?.total ?? 0;
    const sold = Math.round((held + 0.01) * 1e6) / 1e6;
    await bob.createOrder(SYMBOL, 'limit', 'buy', size(sold * price), price);
    const both = { ...margin, loanType: 'autoLoanAndRepay' };
    const sale = await placed(SYMBOL, 'market', 'sell', sold, undefined, both);
    await bob.cancelAllOrders(SYMBOL);
    expect(await owed('USDT')).toBe(0);
    expect(await owed('BTC')).toBeGreaterThan(0.0099);
    await bob.createOrder(SYMBOL, 'limit', 'sell', 0.02, price);
    await alice.createMarketBuyOrderWithCost(SYMBOL, Math.ceil(0.0104 * price), both);
    await bob.cancelAllOrders(SYMBOL);
    expect(await owed('BTC')).toBe(0);
    const closed = await alice.fetchClosedOrders(SYMBOL, undefined, 10, margin);
    const order = closed.find(({ id }) => id === sale);
    expect(order).toMatchObject({ status: 'closed', filled: sold, average: price });
    expect(order?.cost).toBeCloseTo(sold * price, 6);
    expect(order?.info.loanType).toBe('autoLoanAndRepay');
  });

  test('fees of one pair and of all', async () => {
    const one = await alice.fetchTradingFee(SYMBOL, margin);
    const all = await alice.fetchTradingFees(margin);
    expect(one.taker).toBeGreaterThan(0);
    expect(all[SYMBOL]).toMatchObject({ maker: one.maker, taker: one.taker });
    expect(Object.keys(all)).toContain('ETH/USDT');
    expect(Object.keys(all)).not.toContain('GOLD/USDT');
  });

  test('streams of balances and orders', async () => {
    // One ccxt client hears the balances of one margin mode: both are "balance:margin" to it.
    const listener = await ccxtClient(exchange, keys[0]);
    const balances = await listener.watchBalance(margin);
    expect(balances['USDT']?.free).toBeGreaterThan(0);
    const low = Math.round(price * 0.95);
    let next: Awaited<ReturnType<Client['watchBalance']>> | undefined;
    const told: Awaited<ReturnType<Client['watchOrders']>> = [];
    const heard = Promise.all([
      listener.watchBalance(margin).then((all) => (next = all)),
      listener.watchOrders(SYMBOL, undefined, undefined, margin).then((rows) => told.push(...rows)),
    ]);
    const ids: string[] = [];
    // Orders over REST may come before the subscription does.
    while (next === undefined || told.length === 0) {
      const id = await placed(SYMBOL, 'limit', 'buy', 0.001, low, margin);
      ids.push(id);
      await alice.cancelOrder(id, SYMBOL, margin);
    }
    await heard;
    await listener.close();
    expect(ids).toContain(told[0]?.id);
    expect(told[0]).toMatchObject({ symbol: SYMBOL, amount: 0.001, price: low, filled: 0 });
    expect(next['USDT']?.debt).toBe(0);
  });

  test('what is refused says why, in the right class, and changes nothing', async () => {
    await borrow(marginMode, 'BTC', 0.1);
    const before = await alice.fetchBalance(margin);
    const own = before['USDT']?.total ?? 0;
    const { BadRequest, BadSymbol, ExchangeError, InsufficientFunds, InvalidOrder } = ccxt;
    const order = (symbol: string, amount: number, more: object = {}) =>
      alice.createOrder(symbol, 'limit', 'buy', amount, Math.round(price * 0.95), {
        ...margin,
        ...more,
      });
    const place =
      marginMode === 'cross' ? 'cross margin account' : 'isolated margin account of BTCUSDT';
    const refusals = [
      [() => borrow(marginMode, 'BTC', 0), InvalidOrder, /borrowAmount must be above 0/],
      [() => borrow(marginMode, 'BTC', 0.000001), InvalidOrder, /borrowAmount .* smallest loan/],
      [
        () => borrow(marginMode, 'BTC', 1e6),
        ExchangeError,
        /borrowAmount: .* (may owe|can be lent)/,
      ],
      [() => borrow(marginMode, 'USDT', 300_000), InsufficientFunds, /borrowAmount .* margin/],
      [() => repay(marginMode, 'BTC', 0.5), ExchangeError, /owed/],
      [() => repay(marginMode, 'BTC', 0), InvalidOrder, /repayAmount must be above 0/],
      [() => order(SYMBOL, 100), InsufficientFunds, `insufficient balance in the ${place}: `],
      [() => order(SYMBOL, 100, { loanType: 'autoLoan' }), ExchangeError, /baseSize: /],
      [() => order(SYMBOL, 0.001, { loanType: 'perhaps' }), BadRequest, /loanType/],
      [
        () => alice.transfer('USDT', own - 1_000, marginMode, 'spot', ofPair(marginMode)),
        InsufficientFunds,
        /amount .* USDT is above .* USDT, all that open positions and debts do not need/,
      ],
    ] as const;
    for (const [ask, Class, message] of refusals) {
      const error = await ask().then(
        () => new Error('it was taken'),
        (reason: Error) => reason,
      );
      expect(error, String(error)).toBeInstanceOf(Class);
      expect(error.message).toMatch(message);
    }
    // A pair of which a coin is not lent.
    const other = order('GOLD/USDT', 1);
    await expect(other).rejects.toBeInstanceOf(BadSymbol);
    await expect(other).rejects.toThrow(`symbol GOLDUSDT has no ${marginMode} margin`);
    if (marginMode === 'isolated') {
      // It has terms, and nothing was ever brought there.
      const at = Math.round(((await alice.fetchTicker('ETH/USDT')).last ?? 0) * 0.99);
      const bare = alice.createOrder('ETH/USDT', 'limit', 'buy', 1, at, margin);
      await expect(bare).rejects.toBeInstanceOf(InsufficientFunds);
      await expect(bare).rejects.toThrow(
        `insufficient balance in the isolated margin account of ETHUSDT: ${at} USDT needed, 0 USDT`,
      );
      await expect(order('USDC/USDT', 10)).rejects.toBeInstanceOf(BadSymbol);
      const loan = alice.borrowIsolatedMargin('USDC/USDT', 'USDC', 10);
      await expect(loan).rejects.toBeInstanceOf(BadSymbol);
    }
    const after = await alice.fetchBalance(margin);
    for (const coin of ['BTC', 'USDT']) expect(after[coin]?.total).toBe(before[coin]?.total);
    expect(await alice.fetchOpenOrders(SYMBOL, undefined, 10, margin)).toEqual([]);
  });
});

test('ratios of long and short are not kept', async () => {
  expect(await alice.fetchLongShortRatioHistory(SYMBOL, '24h')).toEqual([]);
});

test('rates, tiers and the ledger', async () => {
  const rate = await alice.fetchCrossBorrowRate('BTC');
  expect(rate).toMatchObject({ currency: 'BTC', period: 86_400_000 });
  expect(rate.rate).toBeGreaterThan(0);
  const pair = await alice.fetchIsolatedBorrowRate(SYMBOL);
  expect(pair).toMatchObject({ symbol: SYMBOL, base: 'BTC', quote: 'USDT' });
  expect(pair.baseRate).toBe(rate.rate);
  const cross = await alice.fetchMarketLeverageTiers(SYMBOL, { marginMode: 'cross', code: 'BTC' });
  const isolated = await alice.fetchMarketLeverageTiers(SYMBOL, { marginMode: 'isolated' });
  for (const tiers of [cross, isolated]) {
    expect(tiers[0]).toMatchObject({ tier: 1, minNotional: 0 });
    expect(tiers[0]?.maxLeverage).toBeGreaterThan(tiers.at(-1)?.maxLeverage ?? 0);
    expect(tiers[0]?.maintenanceMarginRate).toBeGreaterThan(0);
  }
  const records = async (marginType?: string) => {
    const startTime = Date.now() - 3_600_000;
    const asked = { startTime, ...(marginType === undefined ? {} : { marginType }) };
    const { data } = await alice.privateMarginGetV2MarginCrossedFinancialRecords(asked);
    const rows: { marginType: string }[] = data.resultList;
    return new Set(rows.map((row) => row.marginType));
  };
  const types = await records();
  for (const type of ['transfer_in', 'transfer_out', 'deal_in', 'deal_out', 'borrow', 'repay']) {
    expect(types, type).toContain(type);
    expect(await records(type)).toEqual(new Set([type]));
  }
});

test.each(MODES)('what is owed in %s margin is paid back at once', async (marginMode) => {
  const debt = async () => (await balance(marginMode, 'BTC'))?.debt;
  expect(await debt()).toBeGreaterThan(0);
  // Interest is owed beside what was borrowed: coins for it are bought.
  await bob.createOrder(SYMBOL, 'limit', 'sell', 0.01, price);
  const { data } =
    marginMode === 'cross'
      ? await alice.privateMarginPostV2MarginCrossedAccountFlashRepay({ coin: 'BTC' })
      : await alice.privateMarginPostV2MarginIsolatedAccountFlashRepay({ symbolList: ['BTCUSDT'] });
  await bob.cancelAllOrders(SYMBOL);
  expect([data].flat()[0]?.repayId).toMatch(/^\d{19}$/);
  expect(await debt()).toBe(0);
});

test('liquidations of both kinds are told', async () => {
  const carol = await ccxtClient(exchange, keys[2]);
  const told = (marginMode: Mode) =>
    carol.fetchMyLiquidations(SYMBOL, undefined, 10, { marginMode });
  const amount = Math.round((5_000 / price) * 1_000) / 1_000;
  for (const marginMode of MODES) {
    await carol.transfer('USDT', 2_000, 'spot', marginMode, ofPair(marginMode));
    expect(await told(marginMode)).toEqual([]);
    if (marginMode === 'cross') await carol.borrowCrossMargin('BTC', amount);
    else await carol.borrowIsolatedMargin(SYMBOL, 'BTC', amount);
    await bob.createOrder(SYMBOL, 'limit', 'buy', amount, price);
    await carol.createOrder(SYMBOL, 'limit', 'sell', amount, price, { marginMode });
  }
  const high = Math.round(price * 1.35);
  await bob.createOrder(SYMBOL, 'limit', 'sell', 4 * amount, high);
  await exchange.index('BTCUSDT', high, Product.spot);
  for (const marginMode of MODES) {
    await expect
      .poll(async () => (await told(marginMode)).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    const first = (await told(marginMode))[0]!;
    expect(first).toMatchObject({ symbol: SYMBOL, timestamp: expect.any(Number) });
    expect(first.quoteValue).toBeGreaterThan(5_000);
    expect(Number(first.info.liqRiskRatio)).toBeGreaterThan(1);
  }
  await carol.close();
});
