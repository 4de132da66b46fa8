/** The unmodified bitget-api package against a started exchange. */
import { OWN_CHAIN } from '@halcyon/domain';
import { CANDLE_CHANNELS } from '@halcyon/protocol';
import { RestClientV2, WebsocketClientV2, type WsTopicV2 } from 'bitget-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depositOverChain } from '../support/chain-deposit.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const { addressOf } = OWN_CHAIN;

/** Public topics that push at once. */
const TOPICS = ['ticker', 'trade', 'candle1m', 'books', 'books1', 'books5', 'books15'] as const;
/** All public topics of an instrument. */
const EVERYTHING = [...new Set([...TOPICS, ...Object.keys(CANDLE_CHANNELS)])] as WsTopicV2[];

/** Blocks come every two seconds, on a machine that has more to do. */
const SLOW = { timeout: 60_000, interval: 250 };

let exchange: ExchangeProcess;
let key: KeyMaterial;
let client: RestClientV2;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  await exchange.paperReady();
});

afterAll(async () => {
  await exchange?.remove();
});

interface Wanted {
  readonly topic: WsTopicV2;
  readonly payload: { readonly instType: 'SPOT'; readonly instId: string };
}
interface Batch {
  readonly successList: readonly { orderId: string }[];
  readonly failureList: readonly { orderId: string }[];
}
interface Plans {
  readonly orderList: readonly object[];
}

/** A deposit or a withdrawal. */
interface Moved {
  readonly orderId: string;
  readonly tradeId: string;
  readonly status: string;
  readonly confirm: string;
}

interface Quoted {
  readonly traceId: string;
  readonly fromCoin: string;
  readonly fromCoinSize: string;
  readonly toCoin: string;
  readonly toCoinSize: string;
  readonly cnvtPrice: string;
  readonly fee: string;
}

function clientOf(
  { apiKey, secretKey: apiSecret, passphrase: apiPass }: KeyMaterial,
  venue: 'live' | 'paper',
): RestClientV2 {
  const { baseUrl } = exchange;
  return new RestClientV2({ apiKey, apiSecret, apiPass, baseUrl, demoTrading: venue === 'paper' });
}

/** Data of an answer whose types the package leaves open. */
function data<T>(answer: unknown): T {
  return (answer as { data: T }).data;
}

describe.each(['live', 'paper'] as const)('%s', (venue) => {
  beforeAll(async () => {
    key = await exchange.trader(`carol-${venue}`, 'USDT=100000,BTC=5', undefined, venue);
    client = clientOf(key, venue);
  });

  describe('REST', () => {
    test('public data', async () => {
      expect((await client.getServerTime()).code).toBe('00000');
      const symbols = data<{ symbol: string }[]>(await client.getSpotSymbolInfo());
      expect(symbols.length).toBeGreaterThanOrEqual(20);
      const tickers = data<unknown[]>(await client.getSpotTicker({ symbol: 'BTCUSDT' }));
      expect(tickers).toHaveLength(1);
      const answer = await client.getSpotCandles({
        symbol: 'BTCUSDT',
        granularity: '1h',
        limit: '5',
      });
      expect(data<unknown[]>(answer)).toHaveLength(5);
      expect((await client.getSpotVIPFeeRate()).code).toBe('00000');
    });

    test('account and assets', async () => {
      const info = data<{ userId: string }>(await client.getSpotAccount());
      expect(info.userId).toBe(key.uid);
      const assets = data<{ coin: string; available: string }[]>(
        await client.getSpotAccountAssets(),
      );
      expect(assets.find(({ coin }) => coin === 'BTC')?.available).toMatch(/^5(\.0+)?$/);
    });

    test('an order from placing to history', async () => {
      const placed = await client.spotSubmitOrder({
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        force: 'gtc',
        price: '90000',
        size: '0.01',
        clientOid: 'c-1',
      });
      const { orderId } = data<{ orderId: string }>(placed);
      const open = data<{ orderId: string; priceAvg: string }[]>(await client.getSpotOpenOrders());
      expect(open.map((row) => [row.orderId, Number(row.priceAvg)])).toEqual([[orderId, 90_000]]);
      await client.spotCancelOrder({ symbol: 'BTCUSDT', orderId });
      const history = data<{ orderId: string; status: string }[]>(
        await client.getSpotHistoricOrders({ symbol: 'BTCUSDT' }),
      );
      expect(history.map((row) => [row.orderId, row.status])).toEqual([[orderId, 'canceled']]);
    });

    test('replace, batches and plan orders', async () => {
      const buy = { side: 'buy', orderType: 'limit', force: 'gtc', size: '0.01' } as const;
      const placed = data<Batch>(
        await client.spotBatchSubmitOrders({
          symbol: 'BTCUSDT',
          orderList: ['90000', '90001', '90002'].map((price) => ({ ...buy, price })),
        }),
      );
      const [first, second, third] = placed.successList.map(({ orderId }) => orderId);
      const replaced = data<{ orderId: string; success: string }>(
        await client.spotCancelandSubmitOrder({
          symbol: 'BTCUSDT',
          orderId: first ?? '',
          price: '89000',
          size: '0.02',
        }),
      );
      expect(replaced.success).toBe('success');
      const several = data<{ success: string }[]>(
        await client.spotBatchCancelandSubmitOrder({
          orderList: [{ symbol: 'BTCUSDT', orderId: second ?? '', price: '89001', size: '0.02' }],
        }),
      );
      expect(several).toMatchObject([{ success: 'success' }]);
      const gone = data<Batch>(
        await client.spotBatchCancelOrders({
          symbol: 'BTCUSDT',
          orderList: [{ orderId: third ?? '' }, { orderId: first ?? '' }],
        }),
      );
      expect([gone.successList.length, gone.failureList.length]).toEqual([1, 1]);
      await client.spotCancelSymbolOrder({ symbol: 'BTCUSDT' });
      expect(data<unknown[]>(await client.getSpotOpenOrders())).toEqual([]);
      const found = data<{ status: string }[]>(
        await client.getSpotOrder({ orderId: replaced.orderId }),
      );
      expect(found).toMatchObject([{ status: 'canceled' }]);

      const plan = { triggerPrice: '80000', executePrice: '80000', size: '0.01' };
      const { orderId } = data<{ orderId: string }>(
        await client.spotSubmitPlanOrder({
          ...plan,
          symbol: 'BTCUSDT',
          side: 'buy',
          orderType: 'limit',
          planType: 'amount',
          triggerType: 'fill_price',
        }),
      );
      const changed = { ...plan, orderId, orderType: 'limit', triggerPrice: '81000' } as const;
      await client.spotModifyPlanOrder(changed);
      const waiting = data<Plans>(await client.getSpotCurrentPlanOrders({ symbol: 'BTCUSDT' }));
      expect(waiting.orderList).toMatchObject([{ orderId, triggerPrice: '81000.00' }]);
      const sub = await client.getSpotPlanSubOrder({ planOrderId: orderId });
      expect(data<unknown[]>(sub)).toEqual([]);
      await client.spotCancelPlanOrder({ orderId });
      const window = { startTime: String(Date.now() - 600_000), endTime: String(Date.now()) };
      const ended = data<Plans>(
        await client.getSpotHistoricPlanOrders({ symbol: 'BTCUSDT', ...window }),
      );
      expect(ended.orderList).toMatchObject([{ orderId, status: 'cancelled' }]);
      const none = await client.spotCancelPlanOrders({ symbolList: ['BTCUSDT'] });
      expect(data<Batch>(none)).toEqual({ successList: [], failureList: [] });
    });

    test('transfers, bills and records', async () => {
      const move = { fromType: 'spot', toType: 'p2p', amount: '1', coin: 'USDT' } as const;
      const { transferId } = data<{ transferId: string }>(
        await client.spotTransfer({ ...move, symbol: '', clientOid: `move-${venue}` }),
      );
      const moved = data<{ transferId: string; size: string }[]>(
        await client.getSpotTransferHistory({ coin: 'USDT', fromType: 'spot' }),
      );
      expect(moved).toMatchObject([{ transferId, size: '1' }]);
      const kinds = { fromType: 'spot', toType: 'p2p' } as const;
      expect(data<string[]>(await client.getSpotTransferableCoins(kinds))).toContain('USDT');
      const bills = data<{ businessType: string; size: string }[]>(
        await client.getSpotAccountBills({ coin: 'USDT' }),
      );
      expect(bills[0]).toMatchObject({ businessType: 'transfer_out', size: '-1' });
      const window = { startTime: String(Date.now() - 600_000), endTime: String(Date.now()) };
      const deposits = data<{ coin: string }[]>(await client.getSpotDepositHistory(window));
      expect(deposits.map(({ coin }) => coin).sort()).toEqual(['BTC', 'USDT']);
      expect(data<unknown[]>(await client.getSpotWithdrawalHistory(window))).toEqual([]);
      const address = data<{ address: string }>(
        await client.getSpotDepositAddress({ coin: 'USDT', size: '1' }),
      );
      expect(address.address).toMatch(/^hal1/);
      const funding = data<unknown[]>(await client.getFundingAssets({ coin: 'USDT' }));
      expect(funding).toMatchObject([{ coin: 'USDT', available: '1' }]);
      const margin = { symbol: 'BTCUSDT', businessType: 'margin' } as const;
      expect((await client.getTradeRate(margin)).data).toMatchObject({ takerFeeRate: '0.001' });
      const rate = await client.getTradeRate({ symbol: 'BTCUSDT', businessType: 'spot' });
      expect(data<object>(rate)).toEqual({ makerFeeRate: '0.001', takerFeeRate: '0.001' });
    });

    test.runIf(venue === 'live')(
      'a deposit comes and a withdrawal leaves, block by block',
      async () => {
        const depositor = await exchange.trader('erin', 'USDT=1000');
        const erin = clientOf(depositor, 'live');
        const window = () => {
          const now = Date.now();
          return { startTime: String(now - 600_000), endTime: String(now + 60_000) };
        };
        await depositOverChain(exchange, 'erin', 'USDT', '250');
        const deposits = async () =>
          data<Moved[]>(await erin.getSpotDepositHistory({ ...window(), coin: 'USDT' }));
        const [pending] = await deposits();
        // Blocks come by the clock: a machine that stands still sees the end alone.
        const onTheWay = expect.stringMatching(/^(pending|success)$/);
        expect(pending).toMatchObject({ size: '250', status: onTheWay, dest: 'on_chain' });
        const tradeId = pending?.tradeId ?? '';
        const stateOf = (rows: readonly Moved[]) =>
          rows.find((row) => row.tradeId === tradeId)?.status;
        await expect.poll(async () => stateOf(await deposits()), SLOW).toBe('success');

        const withdrawing = clientOf(await exchange.withdrawer('erin'), 'live');
        const address = addressOf(900_000, 0);
        exchange.allowAddress('erin', 'USDT', address);
        const target = {
          coin: 'USDT',
          transferType: 'on_chain',
          chain: 'HALCYON',
          address,
        } as const;
        const { orderId } = data<Moved>(await withdrawing.spotWithdraw({ ...target, size: '50' }));
        const withdrawal = async () => {
          const found = await withdrawing.getSpotWithdrawalHistory({ ...window(), orderId });
          return data<Moved[]>(found)[0];
        };
        expect((await withdrawal())?.status).toEqual(onTheWay);
        const counts = new Set<string | undefined>();
        const seen = async () => {
          const row = await withdrawal();
          counts.add(row?.confirm);
          return row?.status;
        };
        await expect.poll(seen, SLOW).toBe('success');
        expect(await withdrawal()).toMatchObject({ confirm: '2', size: '51', toAddress: address });
        expect([...counts].filter((count) => !/^[012]$/.test(count ?? ''))).toEqual([]);
      },
    );

    test.runIf(venue === 'live')('one that waits for an operator is taken back, once', async () => {
      await exchange.trader('fay', 'USDT=300000');
      const fay = clientOf(await exchange.withdrawer('fay'), 'live');
      const address = addressOf(900_000, 0);
      exchange.allowAddress('fay', 'USDT', address);
      const { orderId } = data<Moved>(
        await fay.spotWithdraw({
          ...{ coin: 'USDT', transferType: 'on_chain', chain: 'HALCYON', address },
          size: '150000',
        }),
      );
      const now = Date.now();
      const window = { startTime: String(now - 600_000), endTime: String(now + 60_000) };
      const state = async () =>
        data<Moved[]>(await fay.getSpotWithdrawalHistory({ ...window, orderId }))[0]?.status;
      expect(await state()).toBe('pending_review');
      expect(data<string>(await fay.spotCancelWithdrawal({ orderId }))).toBe('success');
      expect(await state()).toBe('fail');
      const again = fay.spotCancelWithdrawal({ orderId });
      await expect(again).rejects.toMatchObject({ body: { data: null } });
    });

    test('a conversion is quoted, carried out and found again', async () => {
      const seller = await exchange.trader(`dora-${venue}`, 'BTC=1', undefined, venue);
      const dora = clientOf(seller, venue);
      const [ticker] = data<{ lastPr: string }[]>(
        await client.getSpotTicker({ symbol: 'BTCUSDT' }),
      );
      const offer = {
        symbol: 'BTCUSDT',
        side: 'sell',
        orderType: 'limit',
        force: 'gtc',
        price: ticker!.lastPr,
        size: '0.5',
      } as const;
      const { orderId } = data<{ orderId: string }>(await dora.spotSubmitOrder(offer));
      const coins = data<{ coin: string }[]>(await client.getConvertCoins());
      expect(coins.map(({ coin }) => coin)).toContain('USDT');
      const wanted = { fromCoin: 'USDT', toCoin: 'BTC', fromCoinSize: '200' };
      const { fee: _fee, ...quote } = data<Quoted>(await client.getConvertQuotedPrice(wanted));
      const asked = quote;
      const done = data<Quoted>(await client.convert(asked));
      expect(done).toMatchObject({ toCoin: 'BTC', toCoinSize: quote.toCoinSize });
      const window = { startTime: String(Date.now() - 600_000), endTime: String(Date.now()) };
      const { dataList } = data<{ dataList: Quoted[] }>(await client.getConvertHistory(window));
      expect(dataList).toMatchObject([{ fromCoin: 'USDT', toCoinSize: quote.toCoinSize }]);
      expect(data<object>(await client.getConvertBGBCoins())).toEqual({ coinList: [] });
      await dora.spotCancelOrder({ symbol: 'BTCUSDT', orderId });
    });

    test('a refusal is HTTP 400 with a code, a message and null data', async () => {
      const order = client.spotSubmitOrder({
        symbol: 'BTCUSDT',
        side: 'sell',
        orderType: 'limit',
        force: 'gtc',
        price: '95000',
        size: '100',
      });
      const refusal = await order.then(
        () => null,
        (error: { code: number; body: { code: string; data: null } }) => error,
      );
      expect(refusal?.code).toBe(400);
      expect(refusal?.body).toMatchObject({ code: '43012', data: null });
    });
  });

  describe('WebSocket', () => {
    test('public and private topics over one address', async () => {
      const stream = new WebsocketClientV2({
        apiKey: key.apiKey,
        apiSecret: key.secretKey,
        apiPass: key.passphrase,
        wsUrl: `${exchange.wsUrl}/v2/ws/private${venue === 'paper' ? '?paptrading=1' : ''}`,
        demoTrading: venue === 'paper',
      });
      const seen = new Set<string>();
      const all = new Promise<void>((resolve) => {
        stream.on('update', (push: { arg: { channel: string } }) => {
          seen.add(push.arg.channel);
          if (TOPICS.every((topic) => seen.has(topic)) && seen.has('account')) resolve();
        });
      });
      for (const topic of TOPICS) stream.subscribeTopic('SPOT', topic, 'BTCUSDT');
      stream.subscribeTopic('SPOT', 'account');
      await all;
      stream.closeAll(true);
    });

    /** Resolves once each topic of each instrument has pushed, without an error or a new connection. */
    async function watchAll(
      topics: readonly WsTopicV2[],
      subscribe: (stream: WebsocketClientV2, wanted: readonly Wanted[]) => void,
    ): Promise<void> {
      const stream = new WebsocketClientV2({
        wsUrl: `${exchange.wsUrl}/v2/ws/public${venue === 'paper' ? '?paptrading=1' : ''}`,
        demoTrading: venue === 'paper',
      });
      const wrong: unknown[] = [];
      stream.on('exception', (error) => wrong.push(error));
      stream.on('reconnect', (event) => wrong.push(event));
      const symbols = data<{ symbol: string }[]>(await client.getSpotSymbolInfo());
      const wanted = symbols.flatMap(({ symbol }) =>
        topics.map((topic) => ({ topic, payload: { instType: 'SPOT', instId: symbol } }) as const),
      );
      const missing = new Set(wanted.map(({ topic, payload }) => `${topic} ${payload.instId}`));
      await new Promise<void>((resolve) => {
        stream.on('update', ({ arg }: { arg: { channel: string; instId: string } }) => {
          missing.delete(`${arg.channel} ${arg.instId}`);
          if (missing.size === 0) resolve();
        });
        subscribe(stream, wanted);
      });
      expect(wrong).toEqual([]);
      stream.closeAll(true);
    }

    test('every topic of every instrument', async () => {
      await watchAll(EVERYTHING, (stream, wanted) => {
        void stream.subscribe([...wanted], 'v2Public');
      });
    });

    test('every instrument by single calls on an open connection', async () => {
      await watchAll(TOPICS, (stream, wanted) => {
        void stream.connect('v2Public').then(() => {
          for (const { topic, payload } of wanted) {
            void stream.subscribeTopic('SPOT', topic, payload.instId);
          }
        });
      });
    });
  });
});
