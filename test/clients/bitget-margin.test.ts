/**
 * The unmodified bitget-api package on cross and isolated margin. The test sets the index prices.
 * Six of the package's methods send the text `${marginType}` in their path and reach no exchange.
 */
import { Product } from '@halcyon/domain';
import { RestClientV2, WebsocketClientV2 } from 'bitget-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyMaterial } from '../support/exchange-process.ts';
import { PricedExchange } from '../support/priced-exchange.ts';

const BTC = { symbol: 'BTCUSDT' };
const KINDS = ['crossed', 'isolated'] as const;
type Kind = (typeof KINDS)[number];

type Row = Readonly<Record<string, string>>;
type List = Readonly<Record<'resultList' | 'orderList' | 'fills', readonly Row[]>>;

const keys: KeyMaterial[] = [];
let exchange: PricedExchange;
let carol: RestClientV2;
let dave: RestClientV2;
let price = 0;

beforeAll(async () => {
  exchange = await PricedExchange.start();
  keys.push(await exchange.trader('carol', 'USDT=100000,BTC=1'));
  keys.push(await exchange.trader('dave', 'USDT=100000,BTC=5'));
  keys.push(await exchange.trader('erin', 'USDT=4000'));
  [carol, dave] = [clientOf(keys[0]), clientOf(keys[1])];
  const [spot] = data<Row[]>(await carol.getSpotTicker(BTC));
  price = Math.round(Number(spot?.['lastPr']));
  await exchange.lend();
  await exchange.index('BTCUSDT', price, Product.spot);
});

afterAll(async () => {
  await exchange?.close();
});

function clientOf(key: KeyMaterial | undefined): RestClientV2 {
  return new RestClientV2({ ...credentialsOf(key), baseUrl: exchange.baseUrl });
}

function credentialsOf(key: KeyMaterial | undefined) {
  const { apiKey = '', secretKey = '', passphrase = '' } = key ?? {};
  return { apiKey, apiSecret: secretKey, apiPass: passphrase };
}

/** Data of an answer whose types the package leaves open. */
function data<T>(answer: unknown): T {
  const { code, msg, data: found } = answer as { code: string; msg: string; data: T };
  expect([code, msg]).toEqual(['00000', 'success']);
  return found;
}

/** A request as the package has it, which asks for fields of the answer in some of them. */
function asked<T>(request: unknown): T {
  return request as T;
}

async function assetOf(kind: Kind, coin: string): Promise<Row | undefined> {
  const rows = data<readonly Row[]>(await carol.getMarginAccountAssets(kind, asked({ ...BTC })));
  return rows.find((row) => row['coin'] === coin);
}

test('pairs of the margin area', async () => {
  const pairs = data<readonly Row[]>(await carol.getMarginCurrencies());
  expect(pairs.find((row) => row['symbol'] === 'BTCUSDT')).toMatchObject({
    ...{ baseCoin: 'BTC', quoteCoin: 'USDT', maxCrossedLeverage: '5', maxIsolatedLeverage: '5' },
    ...{ isBorrowable: true, isCrossBorrowable: true, isIsolatedBaseBorrowable: true, status: '1' },
  });
  expect(pairs.find((row) => row['symbol'] === 'USDCUSDT')).toMatchObject({
    ...{ maxIsolatedLeverage: '0', isIsolatedBaseBorrowable: false },
  });
});

describe.each(KINDS)('%s margin', (kind) => {
  const pair = kind === 'isolated' ? BTC : {};
  const window = { ...BTC, startTime: String(Date.now() - 3_600_000) };
  const coinWindow = { ...pair, startTime: window.startTime };

  test('money comes, is borrowed and paid back, and is found again', async () => {
    const toType = `${kind}_margin` as const;
    const move = { fromType: 'spot', toType, coin: 'USDT', amount: '20000', ...BTC };
    data(await carol.spotTransfer(asked(move)));
    const loan = { ...pair, coin: 'BTC', borrowAmount: '0.05' };
    const { loanId } = data<Row>(await carol.marginBorrow(kind, asked(loan)));
    expect(loanId).toMatch(/^\d{19}$/);
    expect(await assetOf(kind, 'BTC')).toMatchObject({ borrow: '0.05', totalAmount: '0.05' });
    const back = { ...pair, coin: 'BTC', repayAmount: '0.04' };
    expect(data<Row>(await carol.marginRepay(kind, asked(back)))).toMatchObject({
      coin: 'BTC',
      repayAmount: '0.04',
      remainDebtAmount: expect.stringMatching(/^0\.0100/),
    });
    const loans = data<List>(await carol.getMarginBorrowHistory(kind, asked(coinWindow)));
    expect(loans.resultList).toMatchObject([{ loanId, coin: 'BTC', borrowAmount: '0.05' }]);
    const repaid = data<List>(await carol.getMarginRepayHistory(kind, asked(coinWindow)));
    expect(repaid.resultList).toMatchObject([{ coin: 'BTC', repayAmount: '0.04' }]);
    const interest = data<List>(await carol.getMarginInterestHistory(kind, asked(coinWindow)));
    expect(interest.resultList).toMatchObject([{ loanCoin: 'BTC', interestCoin: 'BTC' }]);
    const bills = data<List>(await carol.getMarginFinancialHistory(kind, asked(coinWindow)));
    expect(bills.resultList.map((row) => row['marginType'])).toContain('transfer_in');
  });

  test('tiers and risk', async () => {
    const coin = asked<{ coin: string }>(kind === 'isolated' ? BTC : { coin: 'BTC' });
    const tiers = data<Row[]>(await carol.getMarginTierConfiguration(kind, coin));
    expect(tiers[0]).toMatchObject({ tier: '1', leverage: expect.stringMatching(/^\d+$/) });
    const risk = data<Row | Row[]>(await carol.getMarginRiskRate(kind));
    const [first] = Array.isArray(risk) ? risk : [risk];
    expect(Number(first?.['riskRateRatio'])).toBeGreaterThan(0);
  });

  test('orders: placed alone and together, listed, cancelled, filled', async () => {
    const order = {
      ...BTC,
      side: 'buy',
      orderType: 'limit',
      force: 'gtc',
      loanType: 'normal',
    } as const;
    const low = { ...order, price: String(Math.round(price * 0.95)), baseSize: '0.001' };
    const { orderId } = data<Row>(await carol.marginSubmitOrder(kind, low));
    const open = data<List>(await carol.getMarginOpenOrders(kind, asked(window)));
    expect(open.orderList).toMatchObject([{ orderId, loanType: 'normal', status: 'live' }]);
    data(await carol.marginCancelOrder(kind, { ...BTC, orderId: orderId ?? '' }));
    const list = { ...BTC, orderList: [low, { ...low, baseSize: '0' }] };
    const made = data<Record<'successList' | 'failureList', readonly Row[]>>(
      await carol.marginBatchSubmitOrders(kind, asked(list)),
    );
    expect([made.successList.length, made.failureList.length]).toEqual([1, 1]);
    const orderIdList = made.successList.map((row) => ({ orderId: row['orderId'] }));
    for (const { orderId: id } of orderIdList) {
      data(await carol.marginCancelOrder(kind, { ...BTC, orderId: id ?? '' }));
    }
    const sell = { ...BTC, side: 'sell', orderType: 'limit', force: 'gtc' } as const;
    data(await dave.spotSubmitOrder({ ...sell, price: String(price), size: '0.3' }));
    const loan = { ...order, price: String(price), baseSize: '0.3', loanType: 'autoLoan' } as const;
    const bought = data<Row>(await carol.marginSubmitOrder(kind, loan));
    expect(Number((await assetOf(kind, 'USDT'))?.['borrow'])).toBeGreaterThan(1_000);
    const ended = data<List>(await carol.getMarginHistoricOrders(kind, asked(window)));
    expect(ended.orderList[0]).toMatchObject({ orderId: bought['orderId'], status: 'filled' });
    const fills = data<List>(await carol.getMarginHistoricOrderFills(kind, asked(window)));
    expect(fills.fills[0]).toMatchObject({ orderId: bought['orderId'], tradeScope: 'taker' });
  });

  test('what is refused names field and limit', async () => {
    const tooMuch = { ...pair, coin: 'BTC', borrowAmount: '1000000' };
    await expect(carol.marginBorrow(kind, asked(tooMuch))).rejects.toMatchObject({
      body: {
        code: '50035',
        msg: expect.stringMatching(/^borrowAmount: the debt would be .* may owe/),
      },
    });
    const back = { ...pair, coin: 'BTC', repayAmount: '0.3' };
    await expect(carol.marginRepay(kind, asked(back))).rejects.toMatchObject({
      body: { code: '50041', msg: expect.stringMatching(/repayAmount 0\.3 BTC is above 0\.01/) },
    });
  });

  test('streams', async () => {
    const wsUrl = `${exchange.baseUrl.replace('http', 'ws')}/v2/ws/private`;
    const stream = new WebsocketClientV2({ ...credentialsOf(keys[0]), wsUrl });
    const topics: string[] = [];
    const told = new Promise<void>((resolve) => {
      stream.on('update', ({ arg }: { arg: { channel: string } }) => {
        topics.push(arg.channel);
        if (topics.includes(`account-${kind}`) && topics.includes('index-price')) resolve();
      });
    });
    const area = asked<'SPOT'>('MARGIN');
    stream.subscribeTopic(area, `account-${kind}`);
    stream.subscribeTopic(area, 'index-price');
    await told;
    await stream.closeAll(true);
  });
});

test('liquidations of cross margin and their orders', async () => {
  const kind = 'crossed';
  const erin = clientOf(keys[2]);
  const window = { startTime: String(Date.now() - 3_600_000) };
  const steps = async () =>
    data<List>(await erin.getMarginLiquidationHistory(kind, asked(window))).resultList;
  expect(await steps()).toEqual([]);
  const move = { fromType: 'spot', toType: 'crossed_margin', coin: 'USDT', amount: '2000' };
  data(await erin.spotTransfer(asked(move)));
  const size = (5_000 / price).toFixed(3);
  data(await erin.marginBorrow(kind, asked({ coin: 'BTC', borrowAmount: size })));
  const limit = { ...BTC, orderType: 'limit', force: 'gtc' } as const;
  const at = String(price);
  data(await dave.spotSubmitOrder({ ...limit, side: 'buy', price: at, size }));
  const sale = { ...limit, side: 'sell', loanType: 'normal', price: at, baseSize: size } as const;
  data(await erin.marginSubmitOrder(kind, sale));
  const high = String(Math.round(price * 1.35));
  data(await dave.spotSubmitOrder({ ...limit, side: 'sell', price: high, size: '1' }));
  await exchange.index('BTCUSDT', Number(high), Product.spot);
  await expect.poll(async () => (await steps()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const first = (await steps()).at(-1)!;
  expect(Number(first['liqRiskRatio'])).toBeGreaterThan(1);
  expect(Number(first['totalDebt'])).toBeGreaterThan(5_000);
  const orders = data<List>(await erin.getMarginLiquidationOrders(kind, asked(window)));
  expect(orders.resultList[0]).toMatchObject({
    ...{ symbol: 'BTCUSDT', side: 'buy', fromCoin: 'USDT', toCoin: 'BTC' },
    orderId: expect.stringMatching(/^\d{19}$/),
  });
  data(await dave.spotCancelSymbolOrder(BTC));
  await exchange.index('BTCUSDT', price, Product.spot);
});
