/** The unmodified bitget-api package against a started exchange. */
import { RestClientV2, WebsocketClientV2 } from 'bitget-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

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

/** Data of an answer whose types the package leaves open. */
function data<T>(answer: unknown): T {
  return (answer as { data: T }).data;
}

describe.each(['live', 'paper'] as const)('%s', (venue) => {
  beforeAll(() => {
    key = exchange.trader(`carol-${venue}`, 'USDT=100000,BTC=5', undefined, venue);
    client = new RestClientV2({
      apiKey: key.apiKey,
      apiSecret: key.secretKey,
      apiPass: key.passphrase,
      baseUrl: exchange.baseUrl,
      demoTrading: venue === 'paper',
    });
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
          if (seen.has('ticker') && seen.has('account') && seen.has('books15')) resolve();
        });
      });
      stream.subscribeTopic('SPOT', 'ticker', 'BTCUSDT');
      stream.subscribeTopic('SPOT', 'books15', 'BTCUSDT');
      stream.subscribeTopic('SPOT', 'account');
      await all;
      stream.closeAll(true);
    });
  });
});
