/** Orders of contracts with the unmodified ccxt and bitget-api against a started exchange. */
import { SEED_CONTRACTS } from '@halcyon/simulator';
import { RestClientV2 } from 'bitget-api';
import ccxt, { type Order } from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const SYMBOL = 'BTC/USDT:USDT';
const ETH = 'ETH/USDT:USDT';
const SWAP = { type: 'swap' };
const TRIGGER = { trigger: true };
const PRICES_MS = 120_000;
/** The quotes of the first seconds are one thin level a side, too little for a market order. */
const LEVELS_MIN = 10;

let exchange: ExchangeProcess;
let alice: Awaited<ReturnType<typeof ccxtClient>>;
let mark = 0;

/** The simulator quotes the contracts, so that market orders find another side. */
beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default', HALCYON_PAPER: 'off' });
  alice = await ccxtClient(exchange, await exchange.trader('alice', 'USDT=200000'));
  await alice.loadMarkets();
  mark = await quoted();
  await alice.transfer('USDT', 100_000, 'spot', 'swap');
});

afterAll(async () => {
  await alice?.close();
  await exchange?.remove();
});

/** The mark price, once there is one and both sides are quoted in depth. */
async function quoted(): Promise<number> {
  const until = Date.now() + PRICES_MS;
  while (Date.now() < until) {
    const { markPrice = 0 } = await alice.fetchMarkPrice(SYMBOL);
    const books = await Promise.all([alice.fetchOrderBook(SYMBOL), alice.fetchOrderBook(ETH)]);
    const sides = books.flatMap(({ bids, asks }) => [bids.length, asks.length]);
    if (markPrice > 0 && sides.every((levels) => levels >= LEVELS_MIN)) return markPrice;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error(`nobody quotes contracts: ${exchange.log}`);
}

/** ccxt's types allow an order without an id; ours have one. */
function idOf(order: { readonly id?: string | undefined }): string {
  if (order.id === undefined) throw new Error('an order without an id');
  return order.id;
}

/** A price at some part of the mark. */
function near(part: number): number {
  return Math.round(mark * part);
}

/** A buy that waits well below the market. */
function waiting(params: object = {}, size = 0.01): Promise<Order> {
  return alice.createOrder(SYMBOL, 'limit', 'buy', size, near(0.9), params);
}

async function openIds(params: object = {}): Promise<(string | undefined)[]> {
  return (await alice.fetchOpenOrders(SYMBOL, undefined, undefined, params)).map(({ id }) => id);
}

/** The data of a public request for contracts. */
async function publicData<T>(path: string, query: string): Promise<T> {
  const address = `${exchange.baseUrl}/api/v2/mix/market/${path}?productType=USDT-FUTURES${query}`;
  return ((await (await fetch(address)).json()) as { data: T }).data;
}

describe('the simulated market over REST', () => {
  test('all contracts are listed', async () => {
    const listed = await publicData<{ symbol: string }[]>('contracts', '');
    const symbols = SEED_CONTRACTS.map(({ symbol }) => symbol);
    expect(symbols).toHaveLength(12);
    expect(listed.map(({ symbol }) => symbol).sort()).toEqual(symbols.sort());
  });

  test.each(SEED_CONTRACTS)('$symbol has prices, a funding rate and a book', async ({ symbol }) => {
    const only = `&symbol=${symbol}`;
    const prices = async (): Promise<number[]> => {
      const [row] = await publicData<Record<string, string>[]>('symbol-price', only);
      return [Number(row?.['indexPrice']), Number(row?.['markPrice'])];
    };
    await expect.poll(async () => Math.min(...(await prices()))).toBeGreaterThan(0);
    const [funding] = await publicData<Record<string, string>[]>('current-fund-rate', only);
    expect(funding?.['fundingRate']).toMatch(/^-?\d+\.\d+$/);
    expect(Number(funding?.['nextUpdate'])).toBeGreaterThan(Date.now() - 60_000);
    const levels = async (): Promise<number> => {
      const book = await publicData<Record<'bids' | 'asks', unknown[]>>('merge-depth', only);
      return Math.min(book.bids.length, book.asks.length);
    };
    await expect.poll(levels).toBeGreaterThan(0);
  });
});

describe('orders of ccxt', () => {
  test('a limit order is found everywhere, edited and cancelled', async () => {
    const params = { clientOrderId: 'limit-1', stopLoss: { triggerPrice: near(0.8) } };
    const id = idOf(await waiting(params));
    const open = await alice.fetchOpenOrders(SYMBOL, undefined, 1);
    expect(open).toMatchObject([
      {
        id,
        clientOrderId: 'limit-1',
        symbol: SYMBOL,
        type: 'limit',
        side: 'buy',
        price: near(0.9),
        amount: 0.01,
        filled: 0,
        remaining: 0.01,
        status: 'open',
        timeInForce: 'GTC',
        reduceOnly: false,
        stopLossPrice: near(0.8),
      },
    ]);
    const edited = await alice.editOrder(id, SYMBOL, 'limit', 'buy', 0.02, near(0.91));
    const found = await alice.fetchOrder(idOf(edited), SYMBOL);
    const changed = { price: near(0.91), amount: 0.02, stopLossPrice: near(0.8), status: 'open' };
    expect(found).toMatchObject(changed);
    expect((await alice.fetchOrder(id, SYMBOL)).status).toBe('canceled');
    expect(await openIds()).toEqual([edited.id]);
    await alice.cancelOrder(idOf(edited), SYMBOL);
    expect(await openIds()).toEqual([]);
    const canceled = await alice.fetchCanceledOrders(SYMBOL, undefined, 2);
    expect(canceled.map((order) => order.id).sort()).toEqual([id, edited.id].sort());
    const byClient = await alice.fetchOrder('', SYMBOL, { clientOrderId: 'limit-1' });
    expect(byClient.id).toBe(id);
  });

  test('market orders open and close a position; trades have fees and pages', async () => {
    const since = Date.now() - 60_000;
    const bought = await alice.createOrder(SYMBOL, 'market', 'buy', 0.02);
    const filled = await alice.fetchOrder(idOf(bought), SYMBOL);
    expect(filled).toMatchObject({ status: 'closed', filled: 0.02, type: 'market', side: 'buy' });
    expect(filled.average).toBeGreaterThan(near(0.9));
    expect(filled.fee?.cost).toBeGreaterThan(0);
    expect(filled.fee?.currency).toBe('USDT');
    expect((await alice.fetchPosition(SYMBOL)).contracts).toBe(0.02);
    const reduce = { reduceOnly: true };
    const sold = await alice.createOrder(SYMBOL, 'market', 'sell', 0.03, undefined, reduce);
    const closed = await alice.fetchOrder(idOf(sold), SYMBOL);
    expect(closed).toMatchObject({ filled: 0.02, reduceOnly: true, status: 'closed' });
    const history = await alice.fetchClosedOrders(SYMBOL, since, 50);
    expect(history.map(({ id }) => id)).toEqual(expect.arrayContaining([bought.id, sold.id]));
    const trades = await alice.fetchMyTrades(SYMBOL, since);
    const bySide = (side: string) => trades.filter((trade) => trade.side === side);
    for (const side of ['buy', 'sell']) {
      const amount = bySide(side).reduce((sum, trade) => sum + (trade.amount ?? 0), 0);
      expect(amount, side).toBeCloseTo(0.02, 6);
    }
    expect(trades[0]?.fee?.cost).toBeGreaterThan(0);
    expect(await alice.fetchMyTrades(SYMBOL, undefined, 1)).toHaveLength(1);
    expect((await alice.fetchMyTrades(SYMBOL, since, 1_000)).length).toBe(trades.length);
    const paged = await alice.fetchMyTrades(SYMBOL, since, 1, { paginate: true });
    expect(paged.length).toBeGreaterThanOrEqual(1);
    expect(await alice.fetchMyTrades(SYMBOL, Date.now() + 60_000)).toEqual([]);
  });

  test('times in force', async () => {
    const ioc = await waiting({ timeInForce: 'IOC' });
    expect(await alice.fetchOrder(idOf(ioc), SYMBOL)).toMatchObject({
      status: 'canceled',
      filled: 0,
      timeInForce: 'IOC',
    });
    await expect(waiting({ timeInForce: 'FOK' })).rejects.toThrow(ccxt.InvalidOrder);
    const post = await waiting({ postOnly: true });
    expect(await alice.fetchOrder(idOf(post), SYMBOL)).toMatchObject({ postOnly: true });
    const crossing = alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, near(1.02), {
      postOnly: true,
    });
    await expect(crossing).rejects.toThrow(ccxt.InvalidOrder);
    await alice.cancelAllOrders(SYMBOL);
  });

  test('several at once are placed, paged through and cancelled', async () => {
    const order = { symbol: SYMBOL, type: 'limit', side: 'buy', amount: 0.01, price: near(0.9) };
    const placed = await alice.createOrders(
      Array.from({ length: 5 }, () => ({ ...order })) as Parameters<typeof alice.createOrders>[0],
    );
    const ids = placed.map(idOf);
    expect(new Set(ids).size).toBe(5);
    expect((await openIds()).sort()).toEqual([...ids].sort());
    const since = Date.now() - 60_000;
    const paged = await alice.fetchOpenOrders(SYMBOL, since, undefined, {
      paginate: true,
      maxEntriesPerRequest: 2,
    });
    expect(paged.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const [one = '', two = ''] = ids;
    const cancelled = await alice.cancelOrders([one, two], SYMBOL);
    expect(cancelled.map(({ id }) => id)).toEqual([one, two]);
    const rest = await alice.cancelAllOrders(SYMBOL);
    expect(rest.map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
    const ended = await alice.fetchCanceledOrders(SYMBOL, since, undefined, { paginate: true });
    expect(ended.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  test('errors have their classes', async () => {
    const missing = '1200000000000999999';
    await expect(alice.fetchOrder(missing, SYMBOL)).rejects.toThrow(ccxt.OrderNotFound);
    await expect(alice.cancelOrder(missing, SYMBOL)).rejects.toThrow(ccxt.OrderNotFound);
    await expect(waiting({}, 60)).rejects.toThrow(ccxt.InsufficientFunds);
    await expect(waiting({ hedged: true })).rejects.toThrow(ccxt.InvalidOrder);
    await expect(waiting({ marginMode: 'isolated' })).rejects.toThrow(ccxt.InvalidOrder);
    const nothing = alice.createOrder(SYMBOL, 'market', 'sell', 0.01, undefined, {
      reduceOnly: true,
    });
    await expect(nothing).rejects.toThrow(ccxt.ExchangeError);
    await expect(alice.closePosition(SYMBOL)).rejects.toThrow(ccxt.ExchangeError);
  });
});

describe('plan orders of ccxt', () => {
  test('a trigger order with both attached is edited and cancelled', async () => {
    const placed = await alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, near(1.04), {
      triggerPrice: near(1.03),
      clientOrderId: 'trigger-1',
      stopLoss: { triggerPrice: near(0.95), price: near(0.949) },
      takeProfit: { triggerPrice: near(1.1), price: near(1.1) },
    });
    const id = idOf(placed);
    const [open] = await alice.fetchOpenOrders(SYMBOL, undefined, 10, TRIGGER);
    expect(open).toMatchObject({
      id,
      clientOrderId: 'trigger-1',
      triggerPrice: near(1.03),
      price: near(1.04),
      amount: 0.01,
      stopLossPrice: near(0.95),
      takeProfitPrice: near(1.1),
      status: 'open',
    });
    await alice.editOrder(id, SYMBOL, 'limit', 'buy', 0.02, near(1.045), {
      triggerPrice: near(1.035),
    });
    const [edited] = await alice.fetchOpenOrders(SYMBOL, undefined, undefined, TRIGGER);
    expect(edited).toMatchObject({ id, triggerPrice: near(1.035), amount: 0.02 });
    await alice.cancelOrder(id, SYMBOL, TRIGGER);
    expect(await openIds(TRIGGER)).toEqual([]);
    const ended = await alice.fetchCanceledOrders(SYMBOL, undefined, 5, TRIGGER);
    expect(ended.map((order) => [order.id, order.status])).toEqual([[id, 'canceled']]);
  });

  test('one that is set off says what it filled', async () => {
    const { markPrice = 0 } = await alice.fetchMarkPrice(SYMBOL);
    const placed = await alice.createOrder(SYMBOL, 'market', 'buy', 0.01, undefined, {
      triggerPrice: markPrice,
    });
    await expect.poll(() => openIds(TRIGGER), { timeout: PRICES_MS }).toEqual([]);
    const [ended] = await alice.fetchClosedOrders(SYMBOL, undefined, 1, TRIGGER);
    expect(ended).toMatchObject({ id: placed.id, status: 'closed', filled: 0.01 });
    const orders = await alice.fetchCanceledAndClosedOrders(SYMBOL);
    const children = orders.filter(({ clientOrderId }) => clientOrderId === placed.id);
    const { average } = ended!;
    expect(children).toMatchObject([{ status: 'closed', filled: 0.01, average }]);
    expect(ended?.cost).toBeCloseTo(children[0]!.cost!, 6);
    await alice.closePosition(SYMBOL);
    const below = await alice.createOrder(SYMBOL, 'market', 'sell', 0.01, undefined, {
      triggerPrice: near(0.5),
    });
    const cancelled = await alice.cancelAllOrders(SYMBOL, TRIGGER);
    expect(cancelled.map(({ id }) => id)).toEqual([below.id]);
  });

  test('stop loss, take profit and trailing stop of a position', async () => {
    await alice.createOrder(SYMBOL, 'market', 'buy', 0.02);
    const loss = await alice.createOrder(SYMBOL, 'market', 'sell', 0.01, undefined, {
      stopLossPrice: near(0.8),
    });
    const profit = await alice.createOrder(SYMBOL, 'limit', 'sell', 0.02, near(1.2), {
      takeProfitPrice: near(1.2),
    });
    const tpsl = { planType: 'profit_loss' };
    const open = await alice.fetchOpenOrders(SYMBOL, undefined, undefined, tpsl);
    expect(open).toMatchObject([
      { id: loss.id, triggerPrice: near(0.8), amount: 0.01, side: 'sell', type: 'market' },
      { id: profit.id, triggerPrice: near(1.2), amount: 0.02, side: 'sell', price: near(1.2) },
    ]);
    const id = idOf(loss);
    await alice.editOrder(id, SYMBOL, 'market', 'sell', 0.02, undefined, {
      stopLossPrice: near(0.81),
    });
    const trailing = await alice.createOrder(SYMBOL, 'market', 'sell', 0.02, undefined, {
      trailingPercent: '5',
      trailingTriggerPrice: near(1.3),
      reduceOnly: true,
    });
    const trails = { trailing: true };
    await alice.editOrder(idOf(trailing), SYMBOL, 'market', 'sell', 0.01, undefined, {
      trailingPercent: '3',
      trailingTriggerPrice: near(1.4),
    });
    const [followed] = await alice.fetchOpenOrders(SYMBOL, undefined, undefined, trails);
    expect(followed).toMatchObject({
      id: trailing.id,
      triggerPrice: near(1.4),
      amount: 0.01,
      info: { callbackRatio: '3' },
    });
    await alice.cancelOrder(idOf(trailing), SYMBOL, trails);
    const closed = await alice.closePosition(SYMBOL);
    expect(await alice.fetchOrder(idOf(closed), SYMBOL)).toMatchObject({ status: 'closed' });
    const gone = await alice.fetchCanceledOrders(SYMBOL, undefined, 10, tpsl);
    const ended = gone.map((order) => [order.id, order.triggerPrice, order.amount]);
    expect(ended).toEqual(
      expect.arrayContaining([
        [loss.id, near(0.81), 0.02],
        [profit.id, near(1.2), 0.02],
      ]),
    );
    expect(await openIds(tpsl)).toEqual([]);
  });
});

describe('hedge mode of ccxt', () => {
  test('opens and closes both directions', async () => {
    await alice.setPositionMode(true, SYMBOL);
    const open = { hedged: true };
    const close = { hedged: true, reduceOnly: true };
    await alice.createOrder(SYMBOL, 'market', 'buy', 0.02, undefined, open);
    await alice.createOrder(SYMBOL, 'market', 'sell', 0.01, undefined, open);
    const sides = async () =>
      (await alice.fetchPositions([SYMBOL])).map(({ side, contracts }) => [side, contracts]);
    expect((await sides()).sort()).toEqual([
      ['long', 0.02],
      ['short', 0.01],
    ]);
    const sold = await alice.createOrder(SYMBOL, 'market', 'sell', 0.01, undefined, close);
    expect(await alice.fetchOrder(idOf(sold), SYMBOL)).toMatchObject({
      side: 'sell',
      reduceOnly: true,
      filled: 0.01,
    });
    const stop = { hedged: true, takeProfitPrice: near(1.2) };
    const profit = await alice.createOrder(SYMBOL, 'market', 'sell', 0.01, undefined, stop);
    expect(await openIds({ planType: 'profit_loss' })).toEqual([profit.id]);
    await expect(waiting()).rejects.toThrow(ccxt.InvalidOrder);
    await alice.closePosition(SYMBOL, 'long');
    expect(await sides()).toEqual([['short', 0.01]]);
    await alice.createOrder(ETH, 'market', 'buy', 1, undefined, open);
    await alice.closeAllPositions({ productType: 'USDT-FUTURES' });
    expect(await alice.fetchPositions()).toEqual([]);
    await alice.setPositionMode(false, SYMBOL);
    expect(await alice.fetchOpenOrders(undefined, undefined, undefined, SWAP)).toEqual([]);
  });
});

describe('bitget-api', () => {
  const CONTRACT = { symbol: 'BTCUSDT', productType: 'USDT-FUTURES', marginCoin: 'USDT' } as const;
  const BUY = { ...CONTRACT, marginMode: 'crossed', side: 'buy', size: '0.01' } as const;
  let client: RestClientV2;

  /** Data of an answer whose types the package leaves open. */
  function data<T>(answer: unknown): T {
    return (answer as { data: T }).data;
  }
  type Named = { readonly orderId: string; readonly clientOid: string };
  type Batch = { readonly successList: readonly Named[]; readonly failureList: readonly Named[] };
  type Rows = { readonly entrustedList: readonly Named[] };

  beforeAll(async () => {
    const key: KeyMaterial = await exchange.trader('bert', 'USDT=200000');
    client = new RestClientV2({
      apiKey: key.apiKey,
      apiSecret: key.secretKey,
      apiPass: key.passphrase,
      baseUrl: exchange.baseUrl,
    });
    await client.spotTransfer({
      fromType: 'spot',
      toType: 'usdt_futures',
      amount: '100000',
      coin: 'USDT',
      symbol: 'BTCUSDT',
    });
  });

  test('orders', async () => {
    const limit = { ...BUY, orderType: 'limit', force: 'gtc', price: String(near(0.9)) } as const;
    const placed = data<Named>(await client.futuresSubmitOrder({ ...limit, clientOid: 'b-1' }));
    const modified = data<Named>(
      await client.futuresModifyOrder({
        ...CONTRACT,
        orderId: placed.orderId,
        newClientOid: 'b-2',
        newPrice: String(near(0.89)),
      }),
    );
    expect(modified.clientOid).toBe('b-2');
    const { orderId } = modified;
    const one = data<{ state: string }>(await client.getFuturesOrder({ ...CONTRACT, orderId }));
    expect(one.state).toBe('live');
    const open = data<Rows>(await client.getFuturesOpenOrders(CONTRACT));
    expect(open.entrustedList.map((row) => row.orderId)).toEqual([orderId]);
    await client.futuresCancelOrder({ ...CONTRACT, orderId });
    const { side, size, orderType, force, price } = limit;
    const item = { side, size, orderType, force, price };
    const batch = data<Batch>(
      await client.futuresBatchSubmitOrders({ ...limit, orderList: [item, item, item] }),
    );
    expect(batch.successList).toHaveLength(3);
    const orderIdList = [{ orderId: batch.successList[0]?.orderId ?? '' }];
    const some = data<Batch>(await client.futuresBatchCancelOrders({ ...CONTRACT, orderIdList }));
    expect(some.successList).toHaveLength(1);
    const all = data<Batch>(await client.futuresCancelAllOrders(CONTRACT));
    expect(all.successList).toHaveLength(2);
    const history = data<Rows>(await client.getFuturesHistoricOrders(CONTRACT));
    expect(history.entrustedList).toHaveLength(5);
  });

  test('positions: fills, reversal, flash close', async () => {
    await client.futuresSubmitOrder({ ...BUY, orderType: 'market' });
    await client.futuresSubmitReversal({ ...CONTRACT, side: 'buy', size: '0.01' });
    const fills = data<{ fillList: readonly { side: string }[] }>(
      await client.getFuturesFills(CONTRACT),
    );
    expect(new Set(fills.fillList.map(({ side }) => side))).toEqual(new Set(['buy', 'sell']));
    const old = data<{ fillList: readonly object[] }>(
      await client.getFuturesHistoricOrderFills(CONTRACT),
    );
    expect(old.fillList).toHaveLength(fills.fillList.length);
    const closed = data<Batch>(await client.futuresFlashClosePositions(CONTRACT));
    expect(closed.successList).toMatchObject([{ symbol: 'BTCUSDT' }]);
  });

  test('plan orders', async () => {
    const plan = {
      ...BUY,
      planType: 'normal_plan',
      triggerPrice: String(near(0.5)),
      triggerType: 'mark_price',
      orderType: 'market',
    } as const;
    const { orderId } = data<Named>(await client.futuresSubmitPlanOrder(plan));
    const change = { ...CONTRACT, planType: 'normal_plan', orderId, newSize: '0.02' } as const;
    await client.futuresModifyPlanOrder(change);
    const listed = { ...CONTRACT, planType: 'normal_plan' } as const;
    const waits = data<Rows>(await client.getFuturesPlanOrders(listed));
    expect(waits.entrustedList).toMatchObject([{ orderId, size: '0.0200' }]);
    const sub = { planType: 'normal_plan', planOrderId: orderId, productType: 'USDT-FUTURES' };
    const became = await client.getFuturesTriggerSubOrder(
      sub as Parameters<typeof client.getFuturesTriggerSubOrder>[0],
    );
    expect(data<unknown[]>(became)).toEqual([]);
    const cancelled = data<Batch>(await client.futuresCancelPlanOrder(CONTRACT));
    expect(cancelled.successList).toMatchObject([{ orderId }]);
    const ended = data<Rows>(await client.getFuturesHistoricPlanOrders(listed));
    expect(ended.entrustedList).toMatchObject([{ orderId }]);
  });

  test('take profit and stop loss of a position', async () => {
    await client.futuresSubmitOrder({ ...BUY, orderType: 'market' });
    const both = data<readonly Named[]>(
      await client.futuresSubmitPositionTPSL({
        ...CONTRACT,
        holdSide: 'buy',
        stopSurplusTriggerPrice: String(near(1.2)),
        stopLossTriggerPrice: String(near(0.8)),
      }),
    );
    expect(both).toHaveLength(2);
    const part = data<Named>(
      await client.futuresSubmitTPSLOrder({
        ...CONTRACT,
        planType: 'loss_plan',
        holdSide: 'buy',
        triggerPrice: String(near(0.7)),
        size: '0.005',
      }),
    );
    await client.futuresModifyTPSLPOrder({
      ...CONTRACT,
      orderId: part.orderId,
      triggerPrice: String(near(0.75)),
      size: '0.006',
    });
    const tpsl = { ...CONTRACT, planType: 'profit_loss' } as const;
    const waits = data<Rows>(await client.getFuturesPlanOrders(tpsl));
    expect(waits.entrustedList).toMatchObject([
      { orderId: part.orderId, size: '0.0060', planType: 'loss_plan' },
      { planType: 'pos_loss' },
      { planType: 'pos_profit' },
    ]);
    await client.futuresFlashClosePositions(CONTRACT);
    const left = data<Rows>(await client.getFuturesPlanOrders(tpsl));
    expect(left.entrustedList).toEqual([]);
  });
});
