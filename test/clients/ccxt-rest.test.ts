/** The unmodified ccxt package against a started exchange: every unified spot method, every error. */
import { OWN_CHAIN } from '@halcyon/domain';
import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { depositOverChain } from '../support/chain-deposit.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const { addressOf } = OWN_CHAIN;

const SYMBOL = 'BTC/USDT';
const DAY_MS = 86_400_000;
/** Blocks come every two seconds, on a machine that has more to do. */
const SLOW = { timeout: 60_000, interval: 250 };
const TRIGGER = { trigger: true };
const filledAll = { status: 'closed', filled: 0.02 };

let exchange: ExchangeProcess;
let aliceKey: KeyMaterial;
let alice: Awaited<ReturnType<typeof ccxtClient>>;
let bob: Awaited<ReturnType<typeof ccxtClient>>;
let last = 0;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  await exchange.paperReady();
});

afterAll(async () => {
  await exchange?.remove();
});

/** ccxt's types allow an order without an id; ours have one. */
function idOf(order: { readonly id?: string | undefined }): string {
  if (order.id === undefined) throw new Error('an order without an id');
  return order.id;
}

/** Bob rests one sell and one buy around the last price. */
async function makeBook(): Promise<void> {
  await bob.createOrder(SYMBOL, 'limit', 'sell', 1, Math.round(last * 1.001));
  await bob.createOrder(SYMBOL, 'limit', 'buy', 1, Math.round(last * 0.999));
}

describe.each(['live', 'paper'] as const)('%s', (venue) => {
  /** A trader of the venue; each venue has its own. */
  function trader(name: string, fund: string, permissions?: string): Promise<KeyMaterial> {
    return exchange.trader(`${name}-${venue}`, fund, permissions, venue);
  }

  beforeAll(async () => {
    aliceKey = await trader('alice', 'USDT=1000000,BTC=10,ETH=100');
    alice = await ccxtClient(exchange, aliceKey, venue);
    bob = await ccxtClient(exchange, await trader('bob', 'USDT=1000000,BTC=10'), venue);
    await alice.loadMarkets();
    await bob.loadMarkets();
    last = (await alice.fetchTicker(SYMBOL)).last ?? 0;
  });

  afterAll(async () => {
    await alice?.close();
    await bob?.close();
  });

  describe('market data', () => {
    test('markets, currencies, time', async () => {
      expect(Object.keys(alice.markets ?? {}).length).toBeGreaterThanOrEqual(20);
      const market = alice.market(SYMBOL);
      expect(market.precision.price).toBe(0.01);
      expect(market.precision.amount).toBe(0.000001);
      const currencies = await alice.fetchCurrencies();
      expect(Object.keys(currencies)).toContain('BTC');
      const before = Date.now();
      const time = (await alice.fetchTime()) ?? 0;
      // The machine may stand still in between: the answer is from between the two.
      expect(time).toBeGreaterThanOrEqual(before - 5_000);
      expect(time).toBeLessThanOrEqual(Date.now() + 5_000);
    });

    test('tickers, book, trades, candles', async () => {
      await makeBook();
      expect((await alice.fetchTicker(SYMBOL)).last).toBeGreaterThan(0);
      expect(Object.keys(await alice.fetchTickers()).length).toBeGreaterThanOrEqual(20);
      const book = await alice.fetchOrderBook(SYMBOL, 5);
      expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] ?? 0);
      await alice.createOrder(SYMBOL, 'market', 'sell', 0.01);
      expect((await alice.fetchTrades(SYMBOL)).length).toBeGreaterThan(0);
      expect(await alice.fetchOHLCV(SYMBOL, '1h', undefined, 100)).toHaveLength(100);
      const since = Date.now() - DAY_MS;
      const candles = await alice.fetchOHLCV(SYMBOL, '1m', since, 20);
      expect(candles).toHaveLength(20);
      expect(candles[1]![0]! - candles[0]![0]!).toBe(60_000);
      const recent = await alice.fetchTrades(SYMBOL, undefined, 5, {
        method: 'publicSpotGetV2SpotMarketFills',
      });
      expect(recent.length).toBeGreaterThan(0);
      expect((await alice.fetchL2OrderBook(SYMBOL)).asks.length).toBeGreaterThan(0);
      await bob.cancelAllOrders(SYMBOL);
    });

    test('a book of more levels than there are; candles that have not begun', async () => {
      const book = await alice.fetchOrderBook(SYMBOL, 1_000);
      expect(Math.max(book.bids.length, book.asks.length)).toBeLessThanOrEqual(150);
      const [newest] = await alice.fetchOHLCV(SYMBOL, '1h', undefined, 1);
      expect(await alice.fetchOHLCV(SYMBOL, '1h', newest![0]! + 3_600_000)).toEqual([]);
    });

    test('candles of every interval that ccxt has for spot, the latest and older ones', async () => {
      const { timeframes } = alice.options['fetchOHLCV'] as { timeframes: { spot: object } };
      const names = Object.keys(timeframes.spot);
      expect(names.length).toBeGreaterThanOrEqual(12);
      for (const name of names) {
        expect(await alice.fetchOHLCV(SYMBOL, name, undefined, 3), name).toHaveLength(3);
        const since = Date.now() - 20 * 1_000 * (alice.parseTimeframe(name) as number);
        const older = await alice.fetchOHLCV(SYMBOL, name, since, 3);
        expect(older.length, name).toBeGreaterThanOrEqual(2);
        expect(older[0]![0], name).toBeGreaterThanOrEqual(since);
        // A window that begins with a candle has that candle, whether it is recent or further back.
        for (const [first] of [older, await alice.fetchOHLCV(SYMBOL, name, undefined, 3)]) {
          const window = await alice.fetchOHLCV(SYMBOL, name, first![0], 2);
          expect(window[0]?.[0], name).toBe(first![0]);
        }
      }
    });
  });

  describe('orders', () => {
    test('a limit order is found everywhere, edited and cancelled', async () => {
      const price = Math.round(last * 0.95);
      const id = idOf(
        await alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, price, { clientOrderId: 'first-1' }),
      );
      const open = await alice.fetchOpenOrders(SYMBOL);
      expect(open.map((order) => [order.id, order.price, order.amount, order.status])).toEqual([
        [id, price, 0.01, 'open'],
      ]);
      expect((await alice.fetchOrder(id, SYMBOL)).clientOrderId).toBe('first-1');
      const edited = idOf(await alice.editOrder(id, SYMBOL, 'limit', 'buy', 0.02, price - 1));
      expect((await alice.fetchOrder(id, SYMBOL)).status).toBe('canceled');
      await alice.cancelOrder(edited, SYMBOL);
      const canceled = await alice.fetchCanceledOrders(SYMBOL);
      expect(canceled.map((order) => order.id)).toEqual([id, edited]);
    });

    test('a market order fills, costs its fee, and is in trades, orders and ledger at once', async () => {
      await makeBook();
      const before = await alice.fetchBalance();
      const id = idOf(await alice.createMarketBuyOrderWithCost(SYMBOL, 1_000));
      const order = await alice.fetchOrder(id, SYMBOL);
      expect(order.status).toBe('closed');
      const mine = await alice.fetchMyTrades(SYMBOL);
      const trades = mine.filter((trade) => trade.order === id);
      expect(trades).toHaveLength(1);
      expect(trades[0]?.takerOrMaker).toBe('taker');
      expect(trades[0]?.fee?.currency).toBe('BTC');
      const after = await alice.fetchBalance();
      const spent = before['USDT']!.total! - after['USDT']!.total!;
      expect(spent).toBeCloseTo(trades[0]!.cost!, 8);
      expect((await alice.fetchClosedOrders(SYMBOL)).map((one) => one.id)).toContain(id);
      const late = alice.cancelOrder(id, SYMBOL);
      await expect(late).rejects.toBeInstanceOf(ccxt.OrderNotFound);
      await expect(late).rejects.toThrow('the order is filled already');
      const ledger = await alice.fetchLedger('BTC');
      expect(new Set(ledger.map(({ type }) => type))).toEqual(new Set(['trade', 'deposit']));
      await bob.cancelAllOrders(SYMBOL);
    });

    test('several at once, all cancelled by one call', async () => {
      const price = Math.round(last * 0.9);
      const orders = await alice.createOrders(
        [0, 1, 2].map((i) => ({
          symbol: SYMBOL,
          type: 'limit' as const,
          side: 'buy' as const,
          amount: 0.01,
          price: price + i,
        })),
      );
      expect(orders).toHaveLength(3);
      await alice.cancelOrders([idOf(orders[0]!)], SYMBOL);
      expect(await alice.fetchOpenOrders(SYMBOL)).toHaveLength(2);
      await alice.cancelAllOrders(SYMBOL);
      expect(await alice.fetchOpenOrders(SYMBOL)).toEqual([]);
    });

    test('trigger orders wait, are edited and cancelled', async () => {
      const params = { triggerPrice: Math.round(last * 0.9) };
      const price = Math.round(last * 0.89);
      const id = idOf(await alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, price, params));
      const open = async (): Promise<unknown[]> =>
        (await alice.fetchOpenOrders(SYMBOL, undefined, undefined, TRIGGER)).map((order) => [
          order.id,
          order.triggerPrice,
          order.amount,
        ]);
      expect(await open()).toEqual([[id, params.triggerPrice, 0.01]]);
      const lower = { triggerPrice: params.triggerPrice - 5 };
      await alice.editOrder(id, SYMBOL, 'limit', 'buy', 0.02, price, lower);
      expect(await open()).toEqual([[id, lower.triggerPrice, 0.02]]);
      await alice.cancelOrder(id, SYMBOL, TRIGGER);
      expect(await open()).toEqual([]);
      const ended = await alice.fetchCanceledAndClosedOrders(SYMBOL, undefined, 10, TRIGGER);
      expect(ended.map((order) => [order.id, order.status])).toEqual([[id, 'canceled']]);
    });

    test('a stop that fired is found as bots find it, with average and cost', async () => {
      const [at, deeper] = [Math.round(last * 0.98), Math.round(last * 0.97)];
      await bob.createOrder(SYMBOL, 'limit', 'buy', 0.01, at);
      await bob.createOrder(SYMBOL, 'limit', 'buy', 1, deeper);
      const clientOrderId = `stop-${venue}`;
      const params = { triggerPrice: at, triggerType: 'fill_price', clientOrderId };
      const id = idOf(await alice.createOrder(SYMBOL, 'market', 'sell', 0.02, undefined, params));
      // Enough to reach that price, whoever else bids above it.
      await alice.createOrder(SYMBOL, 'limit', 'sell', 4, at, { timeInForce: 'IOC' });
      const ended = await alice.fetchCanceledAndClosedOrders(SYMBOL, undefined, 10, TRIGGER);
      const plan = ended.find((order) => order.id === id);
      expect(plan).toMatchObject({ ...filledAll, clientOrderId });
      expect(plan?.average).toBeGreaterThanOrEqual(deeper);
      // What it became has its id as client order id: in the list, and asked for alone.
      const orders = await alice.fetchCanceledAndClosedOrders(SYMBOL);
      const [child, ...others] = orders.filter((order) => order.clientOrderId === id);
      expect(others).toEqual([]);
      const filled = { ...filledAll, average: plan?.average };
      expect(child).toMatchObject(filled);
      expect(child?.cost).toBeCloseTo(0.02 * (child?.average ?? 0), 4);
      expect(plan?.cost).toBeCloseTo(child?.cost ?? 0, 4);
      expect(plan?.info.executeOrderId).toBe(child?.id);
      const named = await alice.fetchOrder(undefined as never, SYMBOL, { clientOrderId: id });
      expect(named).toMatchObject({ id: child?.id, ...filled });
      await bob.cancelAllOrders(SYMBOL);
    });

    test('every kind of trigger order that ccxt makes for spot, all cancelled by one call', async () => {
      const at = Math.round(last * 0.9);
      const placed = [
        await alice.createTriggerOrder(SYMBOL, 'limit', 'buy', 0.01, at - 10, at),
        await alice.createTriggerOrder(SYMBOL, 'market', 'buy', 0.01, at - 10, at),
        await alice.createTriggerOrder(SYMBOL, 'market', 'sell', 0.01, undefined, at),
        await alice.createStopOrder(SYMBOL, 'limit', 'sell', 0.01, at - 10, at),
        await alice.createStopLimitOrder(SYMBOL, 'buy', 0.01, at - 10, at),
        await alice.createStopMarketOrder(SYMBOL, 'sell', 0.01, at),
      ];
      const open = await alice.fetchOpenOrders(SYMBOL, undefined, undefined, TRIGGER);
      expect(open.map(idOf).sort()).toEqual(placed.map(idOf).sort());
      expect(new Set(open.map((order) => `${order.type} ${order.side}`)).size).toBe(4);
      await alice.cancelAllOrders(SYMBOL, TRIGGER);
      expect(await alice.fetchOpenOrders(SYMBOL, undefined, undefined, TRIGGER)).toEqual([]);
    });

    test('a client order id names the order wherever ccxt sends it', async () => {
      const params = { clientOrderId: `named-${venue}` };
      const price = Math.round(last * 0.95);
      const { id } = await alice.createLimitBuyOrder(SYMBOL, 0.01, price, params);
      const found = await alice.fetchOrder(undefined as never, SYMBOL, params);
      expect([found.id, found.status]).toEqual([id, 'open']);
      await alice.cancelOrder(undefined as never, SYMBOL, params);
      expect((await alice.fetchOrder(undefined as never, SYMBOL, params)).status).toBe('canceled');
    });

    test('lists in pages, with as many rows as ccxt asks for', async () => {
      const pages = { paginate: true };
      const price = Math.round(last * 0.95);
      const { id } = await alice.createPostOnlyOrder(SYMBOL, 'limit', 'buy', 0.01, price);
      const all = [undefined, undefined, pages] as const;
      expect((await alice.fetchOpenOrders(SYMBOL, ...all)).map(idOf)).toContain(id);
      await alice.cancelOrders([id ?? ''], SYMBOL);
      const ended = await alice.fetchCanceledAndClosedOrders(SYMBOL, ...all);
      expect(ended.map(idOf)).toContain(id);
      expect((await alice.fetchClosedOrders(SYMBOL, ...all)).length).toBeGreaterThan(0);
      expect((await alice.fetchMyTrades(SYMBOL, ...all)).length).toBeGreaterThan(0);
      expect((await alice.fetchTrades(SYMBOL, ...all)).length).toBeGreaterThan(0);
      expect((await alice.fetchLedger('USDT', ...all)).length).toBeGreaterThan(0);
      expect((await alice.fetchDeposits('USDT', ...all)).length).toBeGreaterThan(0);
      expect((await alice.fetchOHLCV(SYMBOL, '1m', Date.now() - DAY_MS, 300, pages)).length).toBe(
        300,
      );
    });

    test('post only, immediate or cancel, fill or kill', async () => {
      await makeBook();
      const through = Math.round(last * 1.01);
      const params = { timeInForce: 'IOC' };
      const ioc = idOf(await alice.createOrder(SYMBOL, 'limit', 'buy', 2, through, params));
      const done = await alice.fetchOrder(ioc, SYMBOL);
      expect([done.status, done.filled]).toEqual(['canceled', 1]);
      const kill = alice.createOrder(SYMBOL, 'limit', 'buy', 2, through, { timeInForce: 'FOK' });
      await expect(kill).rejects.toBeInstanceOf(ccxt.InvalidOrder);
      const best = Math.round(last * 0.999);
      const post = alice.createOrder(SYMBOL, 'limit', 'sell', 1, best, { postOnly: true });
      await expect(post).rejects.toBeInstanceOf(ccxt.InvalidOrder);
      await bob.cancelAllOrders(SYMBOL);
    });
  });

  describe('money', () => {
    test('fees, transfers, deposits, withdrawals', async () => {
      expect(await alice.fetchTradingFee(SYMBOL)).toMatchObject({ maker: 0.001, taker: 0.001 });
      expect(Object.keys(await alice.fetchTradingFees()).length).toBeGreaterThan(10);
      await alice.transfer('USDT', 10, 'spot', 'p2p');
      expect((await alice.fetchDeposits('USDT')).map((row) => row.amount)).toContain(1_000_000);
      expect(await alice.fetchWithdrawals('USDT')).toEqual([]);
      expect((await alice.fetchDepositAddress('USDT')).address).toMatch(/^hal1/);
      const fees = await alice.fetchDepositWithdrawFees(['USDT']);
      expect(Object.keys(fees)).toEqual(['USDT']);
      expect((await alice.fetchDepositWithdrawFee('BTC')).networks).toHaveProperty('HALCYON');
    });

    test('a transfer, a deposit and a withdrawal are found again', async () => {
      const { id } = await alice.transfer('USDT', 3, 'spot', 'p2p');
      const transfers = await alice.fetchTransfers('USDT');
      expect(transfers.find((row) => row.id === id)).toMatchObject({ amount: 3, status: 'ok' });
      const [deposit] = await alice.fetchDeposits('USDT');
      expect(await alice.fetchDeposit(deposit?.id ?? '', 'USDT')).toMatchObject({ status: 'ok' });
      if (venue === 'paper') return;
      const sender = await ccxtClient(exchange, await exchange.withdrawer('alice-live'));
      const address = String((await bob.fetchDepositAddress('USDT')).address);
      const network = { network: 'HALCYON' };
      const send = () => sender.withdraw('USDT', 50, address, undefined, network);
      await expect(send()).rejects.toBeInstanceOf(ccxt.PermissionDenied);
      exchange.allowAddress('alice-live', 'USDT', address);
      const sent = await send();
      expect(await sender.fetchWithdrawal(sent.id ?? '', 'USDT')).toMatchObject({
        amount: 50,
        status: 'ok',
      });
      expect((await bob.fetchDeposits('USDT')).map((row) => row.amount)).toContain(50);
    });

    test.runIf(venue === 'live')('a deposit is pending, and then has come', async () => {
      await depositOverChain(exchange, 'alice-live', 'USDT', '250');
      const pending = (await alice.fetchDeposits('USDT')).at(-1);
      expect(pending).toMatchObject({ amount: 250, status: 'pending', type: 'deposit' });
      expect(pending?.txid).toMatch(/^[0-9a-f]{64}$/);
      const id = pending?.id ?? '';
      expect(await alice.fetchDeposit(id, 'USDT')).toMatchObject({ txid: pending?.txid });
      const same = async () =>
        (await alice.fetchDeposits('USDT')).filter(({ txid }) => txid === pending?.txid);
      await expect.poll(async () => (await same())[0]?.status, SLOW).toBe('ok');
      const [credited, ...rest] = await same();
      expect([credited?.amount, rest]).toEqual([250, []]);
      expect(credited?.addressTo).toBe(pending?.addressTo);
    });

    test.runIf(venue === 'live')('a withdrawal leaves, or waits until it is approved', async () => {
      const { address } = await bob.fetchDepositAddress('USDT');
      // Of nobody here: the number of a user is in it.
      const outside = addressOf(900_000, 0);
      expect([outside.length, outside.slice(0, 5)]).toEqual([
        String(address).length,
        String(address).slice(0, 5),
      ]);
      exchange.allowAddress('alice-live', 'USDT', outside);
      const sender = await ccxtClient(exchange, await exchange.withdrawer('alice-live'));
      const send = (amount: number) =>
        sender.withdraw('USDT', amount, outside, undefined, { network: 'HALCYON' });
      const stateOf = async (id: string | undefined) =>
        (await sender.fetchWithdrawal(id ?? '', 'USDT')).status;
      const { id } = await send(60);
      expect(await stateOf(id)).toBe('pending');
      await expect.poll(() => stateOf(id), SLOW).toBe('ok');
      const done = await sender.fetchWithdrawal(id ?? '', 'USDT');
      expect(done).toMatchObject({ amount: 60, addressTo: outside });
      expect(done.txid).toMatch(/^[0-9a-f]{64}$/);
      const large = await send(150_000);
      expect(await stateOf(large.id)).toBe('pending');
      exchange.decide('withdrawal', 'approve', '--id', large.id ?? '');
      await expect.poll(() => stateOf(large.id), SLOW).toBe('ok');
      await sender.close();
    });

    test('a conversion is quoted, carried out once and found again', async () => {
      await makeBook();
      const { USDT } = await alice.fetchConvertCurrencies();
      expect(USDT?.limits.amount?.min).toBeGreaterThan(0);
      const quote = await alice.fetchConvertQuote('USDT', 'BTC', 500);
      const { id = '', fromAmount, toAmount, price } = quote;
      expect(toAmount).toBeCloseTo((499 / last) * 0.999, 3);
      const before = await alice.fetchBalance();
      const carryOut = () =>
        alice.createConvertTrade(id, 'USDT', 'BTC', fromAmount, { price, toAmount });
      const done = await carryOut();
      expect(done).toMatchObject({ toCurrency: 'BTC', toAmount });
      expect((await carryOut()).toAmount).toBe(toAmount);
      const after = await alice.fetchBalance();
      expect(after['BTC']!.free! - before['BTC']!.free!).toBeCloseTo(toAmount!, 8);
      const [found] = await alice.fetchConvertTradeHistory();
      expect(found).toMatchObject({
        fromCurrency: 'USDT',
        fromAmount,
        toCurrency: 'BTC',
        toAmount,
      });
      await expect(
        alice.createConvertTrade('1', 'USDT', 'BTC', fromAmount, { price, toAmount }),
      ).rejects.toBeInstanceOf(ccxt.ExchangeError);
      await bob.cancelAllOrders(SYMBOL);
    });
  });

  describe('errors are the exceptions that bots catch', () => {
    const low = (): number => Math.round(last * 0.95);
    const cases: [string, () => Promise<unknown>, new (...args: never[]) => Error][] = [
      [
        'too little money',
        () => alice.createOrder(SYMBOL, 'limit', 'sell', 100, Math.round(last)),
        ccxt.InsufficientFunds,
      ],
      [
        'an unknown order',
        () => alice.cancelOrder('1200000000999999999', SYMBOL),
        ccxt.OrderNotFound,
      ],
      [
        'a quantity below the least value',
        () => alice.createOrder(SYMBOL, 'limit', 'buy', 0.000001, low()),
        ccxt.InvalidOrder,
      ],
      [
        'a price outside the band',
        () => alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, Math.round(last * 2)),
        ccxt.InvalidOrder,
      ],
      [
        'a quantity above the largest',
        () => alice.createOrder(SYMBOL, 'limit', 'buy', 900_000, low()),
        ccxt.InvalidOrder,
      ],
      [
        'a symbol that does not exist',
        () => alice.publicSpotGetV2SpotMarketOrderbook({ symbol: 'NOPE' }),
        ccxt.BadSymbol,
      ],
    ];

    test.each(cases)('%s', async (_name, call, type) => {
      await expect(call()).rejects.toBeInstanceOf(type);
    });

    test('one broken order of a batch: the others are placed', async () => {
      const order = { side: 'buy', orderType: 'limit', force: 'gtc', price: String(low()) };
      const { data } = await alice.privateSpotPostV2SpotTradeBatchOrders({
        symbol: 'BTCUSDT',
        orderList: [
          { ...order, size: '0.01' },
          { ...order, size: 'much' },
        ],
      });
      expect(data.successList).toHaveLength(1);
      expect(data.failureList).toMatchObject([{ errorCode: '40808', reason: 'fieldDecimal' }]);
      await alice.cancelAllOrders(SYMBOL);
    });

    test('a client order id twice', async () => {
      const params = { clientOrderId: 'twice-1' };
      const first = await alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, low(), params);
      const again = alice.createOrder(SYMBOL, 'limit', 'buy', 0.01, low(), params);
      // ccxt has no class of its own for this code; the message names the order that holds the id.
      await expect(again).rejects.toBeInstanceOf(ccxt.ExchangeError);
      await expect(again).rejects.toThrow(idOf(first));
      await alice.cancelOrder(idOf(first), SYMBOL);
    });

    test('wrong secret, wrong passphrase, missing permission', async () => {
      const forged = await ccxtClient(exchange, { ...aliceKey, secretKey: 'f'.repeat(64) }, venue);
      await expect(forged.fetchBalance()).rejects.toBeInstanceOf(ccxt.AuthenticationError);
      if (venue === 'live') {
        const marked = await ccxtClient(exchange, aliceKey, 'paper');
        await expect(marked.fetchBalance()).rejects.toBeInstanceOf(ccxt.PermissionDenied);
      }
      const wrong = await ccxtClient(exchange, { ...aliceKey, passphrase: 'notthisone1' }, venue);
      await expect(wrong.fetchBalance()).rejects.toBeInstanceOf(ccxt.AuthenticationError);
      const reader = await ccxtClient(exchange, await trader('reader', 'USDT=10', 'read'), venue);
      await reader.fetchBalance();
      const order = reader.createOrder(SYMBOL, 'limit', 'buy', 0.001, low());
      await expect(order).rejects.toBeInstanceOf(ccxt.PermissionDenied);
    });
  });
});
