/** The unmodified ccxt package on contracts: market, account, settings and positions. The test sets the index. */
import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { PricedExchange } from '../support/priced-exchange.ts';

const SYMBOL = 'BTC/USDT:USDT';
const ETHER = 'ETH/USDT:USDT';
const HOUR_MS = 3_600_000;
const SWAP = { type: 'swap' };

type Client = Awaited<ReturnType<typeof ccxtClient>>;

let exchange: PricedExchange;
let alice: Client;
let bob: Client;
let carol: Client;
let price = 0;

beforeAll(async () => {
  exchange = await PricedExchange.start();
  alice = await ccxtClient(exchange, await exchange.trader('alice', 'USDT=200000,BTC=1'));
  bob = await ccxtClient(exchange, await exchange.trader('bob', 'USDT=1000000'));
  carol = await ccxtClient(exchange, await exchange.trader('carol', 'USDT=1000000'));
  await alice.loadMarkets();
  await bob.loadMarkets();
  await carol.loadMarkets();
  price = Math.round((await alice.fetchTicker('BTC/USDT')).last ?? 0);
  await exchange.index('BTCUSDT', price);
  await exchange.index('ETHUSDT', 3_000);
  for (const who of [bob, carol]) await who.transfer('USDT', 500_000, 'spot', 'swap');
  await trade('buy', 0.01, {}, carol);
});

afterAll(async () => {
  await alice?.close();
  await bob?.close();
  await carol?.close();
  await exchange?.close();
});

/** Alice buys or sells at the index from Bob. */
async function trade(
  side: 'buy' | 'sell',
  amount: number,
  params: object = {},
  who: Client = alice,
): Promise<void> {
  const other = side === 'buy' ? 'sell' : 'buy';
  await bob.createOrder(SYMBOL, 'limit', other, amount, price);
  await who.createOrder(SYMBOL, 'limit', side, amount, price, params);
}

describe('the market', () => {
  test('contracts are markets beside the spot pairs of their symbols', async () => {
    const market = alice.market(SYMBOL);
    expect(market).toMatchObject({
      id: 'BTCUSDT',
      type: 'swap',
      linear: true,
      active: true,
      contractSize: 1,
      settle: 'USDT',
      taker: 0.0006,
      maker: 0.0002,
      precision: { price: 0.1, amount: 0.0001 },
      limits: { leverage: { min: 1, max: 125 } },
    });
    const swaps = Object.values(alice.markets ?? {}).filter((each) => each?.swap);
    expect(swaps).toHaveLength(12);
    expect(alice.market('BTC/USDT').spot).toBe(true);
  });

  test('tickers, mark price, book, trades', async () => {
    await bob.createOrder(SYMBOL, 'limit', 'sell', 0.5, price + 10);
    await bob.createOrder(SYMBOL, 'limit', 'buy', 0.5, price - 10);
    const ticker = await alice.fetchTicker(SYMBOL);
    expect(ticker).toMatchObject({
      symbol: SYMBOL,
      bid: price - 10,
      ask: price + 10,
      indexPrice: price,
    });
    expect(ticker.markPrice).toBeGreaterThan(0);
    const tickers = await alice.fetchTickers([SYMBOL, ETHER]);
    expect(Object.keys(tickers).sort()).toEqual([SYMBOL, ETHER]);
    const all = await alice.fetchTickers(undefined, SWAP);
    expect(Object.keys(all)).toHaveLength(12);
    expect((await alice.fetchMarkPrice(SYMBOL)).markPrice).toBeCloseTo(price, -1);
    for (const limit of [undefined, 5, 50, 1_000]) {
      const book = await alice.fetchOrderBook(SYMBOL, limit);
      expect(book.asks[0]).toEqual([price + 10, 0.5]);
      expect(book.bids[0]).toEqual([price - 10, 0.5]);
    }
    const since = Date.now() - 100 * 24 * HOUR_MS;
    for (const ask of [[], [undefined, 1_000], [since, 10]] as const) {
      expect(Array.isArray(await alice.fetchTrades(SYMBOL, ...ask))).toBe(true);
    }
    await bob.cancelAllOrders(SYMBOL);
  });

  test('candles of trades, mark and index price, the latest and older ones, in every interval', async () => {
    const { timeframes } = alice.options['fetchOHLCV'] as { timeframes: { swap: object } };
    const names = Object.keys(timeframes.swap);
    expect(names).toContain('2h');
    for (const name of names) {
      for (const params of [{}, { price: 'mark' }, { price: 'index' }]) {
        const candles = await alice.fetchOHLCV(SYMBOL, name, undefined, 3, params);
        expect(candles.length, `${name} ${JSON.stringify(params)}`).toBeGreaterThan(0);
        const since = Date.now() - 400 * 1_000 * (alice.parseTimeframe(name) as number);
        await alice.fetchOHLCV(SYMBOL, name, since, 3, params);
        const window = await alice.fetchOHLCV(SYMBOL, name, candles[0]![0], 2, params);
        expect(window[0]?.[0], name).toBe(candles[0]![0]);
      }
    }
    expect((await alice.fetchMarkOHLCV(SYMBOL, '1m')).at(-1)?.[4]).toBeCloseTo(price, -1);
    expect((await alice.fetchIndexOHLCV(SYMBOL, '1m')).at(-1)?.[4]).toBe(price);
    // They reach back as far as those of trades, which the seed gives.
    for (const price of ['mark', 'index']) {
      const since = Date.now() - 100 * 24 * HOUR_MS;
      const older = await alice.fetchOHLCV(SYMBOL, '1d', since, 10, { price });
      expect(older, price).toHaveLength(10);
      expect(older[0]![0], price).toBeLessThan(since + 24 * HOUR_MS);
      expect((await alice.fetchOHLCV(SYMBOL, '4h', undefined, 50, { price })).length).toBe(50);
    }
    const paged = { paginate: true };
    const since = Date.now() - 12 * HOUR_MS;
    expect(Array.isArray(await alice.fetchOHLCV(SYMBOL, '1m', since, 300, paged))).toBe(true);
  });

  test('funding: what comes, when, and what was', async () => {
    const asked = Date.now();
    const rate = await alice.fetchFundingRate(SYMBOL);
    expect(rate.interval).toBe('8h');
    expect(rate.fundingTimestamp).toBeGreaterThan(asked);
    expect(rate.fundingRate).toBeTypeOf('number');
    expect(Object.keys(await alice.fetchFundingRates([SYMBOL]))).toEqual([SYMBOL]);
    const interval = await alice.fetchFundingInterval(SYMBOL);
    expect(interval).toMatchObject({ interval: '8h', fundingTimestamp: rate.fundingTimestamp });
    expect(Object.keys(await alice.fetchFundingIntervals())).toHaveLength(12);
    expect(await alice.fetchFundingRateHistory(SYMBOL, undefined, 1_000)).toEqual([]);
    const pages = { paginate: true };
    expect(await alice.fetchFundingRateHistory(SYMBOL, undefined, undefined, pages)).toEqual([]);
  });

  test('open interest, tiers, ratios', async () => {
    const interest = await alice.fetchOpenInterest(SYMBOL);
    expect(interest).toMatchObject({ symbol: SYMBOL });
    const tiers = await alice.fetchMarketLeverageTiers(SYMBOL);
    expect(tiers[0]).toMatchObject({
      minNotional: 0,
      maxNotional: 150_000,
      maxLeverage: 125,
      maintenanceMarginRate: 0.004,
    });
    expect(tiers).toHaveLength(6);
    expect(await alice.fetchLongShortRatioHistory(SYMBOL, '5m')).toEqual([]);
  });
});

describe('the account', () => {
  test('money moves between spot and swap, and is found again', async () => {
    const { id } = await alice.transfer('USDT', 100_000.5, 'spot', 'swap');
    const balance = await alice.fetchBalance(SWAP);
    expect(balance['USDT']).toMatchObject({ total: 100_000.5, free: 100_000.5 });
    await alice.transfer('USDT', 0.5, 'swap', 'spot');
    const sent = await alice.fetchTransfers('USDT', undefined, 10, { fromAccount: 'spot' });
    expect(sent.find((row) => row.id === id)).toMatchObject({
      amount: 100_000.5,
      fromAccount: 'spot',
      toAccount: 'swap',
      status: 'ok',
    });
    const back = await alice.fetchTransfers('USDT', undefined, 10, { fromAccount: 'swap' });
    expect(back.map((row) => row.amount)).toEqual([0.5]);
    const ledger = await alice.fetchLedger('USDT', undefined, 1_000, SWAP);
    expect(ledger.map((row) => [row.type, row.amount])).toEqual([
      ['transfer', 100_000.5],
      ['transfer', 0.5],
    ]);
    const tooMuch = alice.transfer('USDT', 200_000, 'swap', 'spot');
    await expect(tooMuch).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
    await expect(alice.transfer('BTC', 1, 'spot', 'swap')).rejects.toThrow('take only USDT');
  });

  test('fees', async () => {
    const fee = await alice.fetchTradingFee(SYMBOL);
    expect(fee).toMatchObject({ maker: 0.0002, taker: 0.0006 });
    const fees = await alice.fetchTradingFees(SWAP);
    expect(fees[SYMBOL]).toMatchObject({ maker: 0.0002, taker: 0.0006 });
  });

  test('leverage, margin mode, position mode', async () => {
    await alice.setLeverage(10, SYMBOL);
    expect(await alice.fetchLeverage(SYMBOL)).toMatchObject({
      marginMode: 'cross',
      longLeverage: 10,
      shortLeverage: 10,
    });
    await alice.setPositionMode(false, SYMBOL);
    await alice.setPositionMode(true, SYMBOL);
    await alice.setMarginMode('isolated', SYMBOL);
    await alice.setMarginMode('isolated', SYMBOL);
    expect(await alice.fetchMarginMode(SYMBOL)).toMatchObject({ marginMode: 'isolated' });
    await alice.setLeverage(7, SYMBOL, { holdSide: 'short' });
    expect(await alice.fetchLeverage(SYMBOL)).toMatchObject({
      marginMode: 'isolated',
      longLeverage: 10,
      shortLeverage: 7,
    });
    await alice.setMarginMode('cross', SYMBOL);
    await alice.setPositionMode(false);
    await expect(alice.setLeverage(126, SYMBOL)).rejects.toThrow(
      'leverage 126 is outside 1 to 125',
    );
    await expect(alice.setLeverage(0, SYMBOL)).rejects.toBeInstanceOf(ccxt.ExchangeError);
  });
});

describe('positions', () => {
  test('open, with margin added and taken, closed, and in the history', async () => {
    await alice.setMarginMode('isolated', SYMBOL);
    await alice.setLeverage(10, SYMBOL);
    await trade('buy', 0.5, { marginMode: 'isolated' });
    const position = await alice.fetchPosition(SYMBOL);
    expect(position).toMatchObject({
      symbol: SYMBOL,
      side: 'long',
      contracts: 0.5,
      entryPrice: price,
      leverage: 10,
      marginMode: 'isolated',
      hedged: false,
    });
    expect(position.liquidationPrice).toBeGreaterThan(0);
    expect(position.liquidationPrice).toBeLessThan(price);
    expect(position.marginRatio).toBeLessThan(1);
    const [same] = await alice.fetchPositions([SYMBOL]);
    expect(same?.liquidationPrice).toBe(position.liquidationPrice);
    const margin = Number(position.info.marginSize);
    await alice.addMargin(SYMBOL, 100, { holdSide: 'long' });
    expect(Number((await alice.fetchPosition(SYMBOL)).info.marginSize)).toBeCloseTo(
      margin + 100,
      6,
    );
    await alice.reduceMargin(SYMBOL, -40, { holdSide: 'long' });
    expect(Number((await alice.fetchPosition(SYMBOL)).info.marginSize)).toBeCloseTo(margin + 60, 6);
    const wrong = alice.addMargin(SYMBOL, 10, { holdSide: 'short' });
    await expect(wrong).rejects.toThrow('no such open position');
    const poor = alice.addMargin(SYMBOL, 1e6, { holdSide: 'long' });
    await expect(poor).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
    const locked = alice.setMarginMode('cross', SYMBOL);
    await expect(locked).rejects.toThrow(`close the position first: 0.5 BTC of BTCUSDT is open`);
    await expect(alice.setPositionMode(true)).rejects.toBeInstanceOf(ccxt.ExchangeError);
    await trade('sell', 0.5, { marginMode: 'isolated', reduceOnly: true });
    expect(await alice.fetchPositions()).toEqual([]);
    const [closed] = await alice.fetchPositionsHistory([SYMBOL], undefined, 1_000);
    expect(closed).toMatchObject({
      symbol: SYMBOL,
      side: 'long',
      entryPrice: price,
      contracts: 0.5,
      hedged: false,
      realizedPnl: 0,
    });
    const since = Date.now() - 80 * 24 * HOUR_MS;
    expect(await alice.fetchPositionsHistory(undefined, since)).toHaveLength(1);
    const paged = await alice.fetchPositions([SYMBOL], { paginate: true });
    expect(Array.isArray(paged)).toBe(true);
    await alice.setMarginMode('cross', SYMBOL);
  });

  test('a stop loss that fired is found as bots find it, with average and cost', async () => {
    await trade('buy', 0.02);
    const [at, deeper] = [price - 50, price - 60];
    await bob.createOrder(SYMBOL, 'limit', 'buy', 0.01, at);
    await bob.createOrder(SYMBOL, 'limit', 'buy', 1, deeper);
    const params = { stopLossPrice: at, triggerType: 'fill_price' };
    const { id } = await alice.createOrder(SYMBOL, 'market', 'sell', 0.02, undefined, params);
    await carol.createOrder(SYMBOL, 'limit', 'sell', 0.01, at);
    const tpsl = { planType: 'profit_loss' };
    const plans = await alice.fetchCanceledAndClosedOrders(SYMBOL, undefined, undefined, tpsl);
    const filled = { status: 'closed', filled: 0.02, average: deeper, cost: 0.02 * deeper };
    expect(plans.filter((order) => order.id === id)).toMatchObject([filled]);
    const orders = await alice.fetchCanceledAndClosedOrders(SYMBOL);
    const children = orders.filter(({ clientOrderId }) => clientOrderId === id);
    expect(children).toMatchObject([{ ...filled, reduceOnly: true }]);
    const named = { clientOrderId: id };
    const child = await alice.fetchOrder(undefined as never, SYMBOL, named);
    expect(child).toMatchObject({ ...filled, id: children[0]?.id });
    await bob.cancelAllOrders(SYMBOL);
  });

  test('a long and a short one in hedge mode', async () => {
    await alice.setPositionMode(true);
    const hedged = { marginMode: 'cross', hedged: true };
    await trade('buy', 0.02, hedged);
    await trade('sell', 0.01, hedged);
    const open = await alice.fetchPositions([SYMBOL]);
    expect(open.map(({ side, contracts, hedged: both }) => [side, contracts, both])).toEqual([
      ['long', 0.02, true],
      ['short', 0.01, true],
    ]);
    const balance = await alice.fetchBalance(SWAP);
    expect(balance['USDT']?.free).toBeLessThan(balance['USDT']?.total ?? 0);
  });

  test('fundings that were paid', async () => {
    const since = Date.now() - 80 * 24 * HOUR_MS;
    expect(await alice.fetchFundingHistory(SYMBOL, since, 1_000)).toEqual([]);
    const query = { paginate: true };
    expect(await alice.fetchFundingHistory(SYMBOL, since, undefined, query)).toEqual([]);
  });
});
