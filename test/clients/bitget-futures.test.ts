/** The unmodified bitget-api package on contracts: every method about market, account and positions. */
import { RestClientV2 } from 'bitget-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyMaterial } from '../support/exchange-process.ts';
import { PricedExchange } from '../support/priced-exchange.ts';

const USDT = { productType: 'USDT-FUTURES' } as const;
const CONTRACT = { ...USDT, symbol: 'BTCUSDT' } as const;
const OWN = { ...CONTRACT, marginCoin: 'USDT' } as const;

type Row = Readonly<Record<string, string>>;

let exchange: PricedExchange;
let carol: RestClientV2;
let dave: RestClientV2;
let price = 0;

function clientOf(key: KeyMaterial | undefined): RestClientV2 {
  return new RestClientV2({
    apiKey: key?.apiKey ?? '',
    apiSecret: key?.secretKey ?? '',
    apiPass: key?.passphrase ?? '',
    baseUrl: exchange.baseUrl,
  });
}

beforeAll(async () => {
  exchange = await PricedExchange.start();
  carol = clientOf(await exchange.trader('carol', 'USDT=100000'));
  dave = clientOf(await exchange.trader('dave', 'USDT=100000'));
  const [spot] = data<Row[]>(await carol.getSpotTicker({ symbol: 'BTCUSDT' }));
  price = Math.round(Number(spot?.['lastPr']));
  await exchange.index('BTCUSDT', price);
});

afterAll(async () => {
  await exchange?.close();
});

/** Data of an answer whose types the package leaves open. */
function data<T>(answer: unknown): T {
  const { code, msg, data: found } = answer as { code: string; msg: string; data: T };
  expect([code, msg]).toEqual(['00000', 'success']);
  return found;
}

/** Carol buys or sells at the index from Dave. */
async function trade(side: 'buy' | 'sell', marginMode: 'isolated' | 'crossed'): Promise<void> {
  const order = { ...OWN, size: '0.1', price: String(price), orderType: 'limit' } as const;
  const other = side === 'buy' ? 'sell' : 'buy';
  data(await dave.futuresSubmitOrder({ ...order, side: other, marginMode: 'crossed' }));
  data(await carol.futuresSubmitOrder({ ...order, side, marginMode }));
}

test('transfers', async () => {
  const move = { fromType: 'spot', toType: 'usdt_futures', amount: '50000', coin: 'USDT' } as const;
  for (const who of [carol, dave]) data(await who.spotTransfer({ ...move, symbol: '' }));
  const coins = await carol.getSpotTransferableCoins({ fromType: 'spot', toType: 'usdt_futures' });
  expect(data<string[]>(coins)).toEqual(['USDT']);
  const balances = data<Row[]>(await carol.getBalances());
  expect(balances).toContainEqual({ accountType: 'futures', usdtBalance: '50000' });
  const rates = await carol.getTradeRate({ symbol: 'BTCUSDT', businessType: 'mix' });
  expect(data<Row>(rates)).toEqual({ makerFeeRate: '0.0002', takerFeeRate: '0.0006' });
});

test('settings', async () => {
  expect(
    data<Row>(await carol.setFuturesPositionMode({ ...USDT, posMode: 'one_way_mode' })),
  ).toEqual({ posMode: 'one_way_mode' });
  data(await carol.setFuturesMarginMode({ ...OWN, marginMode: 'isolated' }));
  const set = data<Row>(await carol.setFuturesLeverage({ ...OWN, leverage: '25' }));
  expect(set).toMatchObject({ longLeverage: '25', shortLeverage: '25', marginMode: 'isolated' });
  data(await carol.setFuturesAssetMode({ ...USDT, assetMode: 'single' }));
  const isolated = data<Row[]>(await carol.getFuturesIsolatedSymbols(USDT));
  expect(isolated).toEqual([{ symbol: 'BTCUSDT', marginMode: 'isolated' }]);
  await expect(carol.setFuturesLeverage({ ...OWN, leverage: '126' })).rejects.toMatchObject({
    body: { code: '40797', msg: 'leverage 126 is outside 1 to 125', data: null },
  });
});

test('a position', async () => {
  await trade('buy', 'isolated');
  const [one] = data<Row[]>(await carol.getFuturesPosition(OWN));
  const [same] = data<Row[]>(await carol.getFuturesPositions({ ...USDT, marginCoin: 'USDT' }));
  expect(one).toMatchObject({ holdSide: 'long', total: '0.1000', leverage: '25' });
  expect(same).toMatchObject({ symbol: 'BTCUSDT', marginSize: one?.['marginSize'] });
  const side = { holdSide: 'long' } as const;
  data(await carol.setFuturesPositionMargin({ ...OWN, ...side, amount: '10' }));
  const auto = { symbol: 'BTCUSDT', marginCoin: 'USDT', amount: '10', ...side } as const;
  data(await carol.setFuturesPositionAutoMargin({ ...auto, autoMargin: 'on' }));
  const [changed] = data<Row[]>(await carol.getFuturesPosition(OWN));
  expect(changed?.['autoMargin']).toBe('on');
  expect(Number(changed?.['marginSize'])).toBe(Number(one?.['marginSize']) + 10);
  expect(data<Row[]>(await carol.getFuturesPositionAdlRank(USDT))).toMatchObject([
    { symbol: 'BTCUSDT', adlRank: '5' },
  ]);
  const open = data<{ openInterestList: Row[] }>(await carol.getFuturesOpenInterest(CONTRACT));
  expect(open.openInterestList).toEqual([{ symbol: 'BTCUSDT', size: '0.1000' }]);
  await trade('sell', 'isolated');
  const history = data<{ list: Row[] }>(await carol.getFuturesHistoricPositions(USDT));
  expect(history.list).toMatchObject([{ symbol: 'BTCUSDT', closeTotalPos: '0.1000' }]);
});

test('the account', async () => {
  const account = data<Row>(await carol.getFuturesAccountAsset(OWN));
  expect(account).toMatchObject({ marginCoin: 'USDT', isolatedLongLever: '25' });
  const [row] = data<Row[]>(await carol.getFuturesAccountAssets(USDT));
  expect(row?.['accountEquity']).toBe(account['accountEquity']);
  const { bills } = data<{ bills: Row[] }>(await carol.getFuturesAccountBills(USDT));
  expect(bills.map((bill) => bill['businessType'])).toEqual(['sell', 'buy', 'trans_from_exchange']);
  expect(data(await carol.getFuturesSubAccountAssets(USDT))).toEqual([]);
  expect(data(await carol.getFuturesInterestHistory(USDT))).toMatchObject({ interestList: [] });
  expect(data(await carol.getUnionTransferLimits({ coin: 'USDT' }))).toMatchObject({
    coin: 'USDT',
  });
  expect(data(await carol.getUnionConfig())).toMatchObject({ imr: '0' });
  expect(data(await carol.getSwitchUnionUsdt())).toEqual({ usdtAmount: '0' });
  await expect(carol.unionConvert({ coin: 'BTC', amount: '1' })).rejects.toMatchObject({
    body: { code: '40919' },
  });
});

test('what an order would be', async () => {
  const asked = { openAmount: '100', openPrice: String(price) };
  const count = data<Row>(await carol.getFuturesOpenCount({ ...OWN, ...asked, leverage: '20' }));
  expect(Number(count['size'])).toBeGreaterThan(0);
  const order = { ...OWN, posSide: 'long', orderType: 'limit', openPrice: String(price) } as const;
  const most = data<Row>(await carol.getFuturesMaxOpenableQuantity(order));
  expect(Number(most['maxOpen'])).toBeGreaterThan(1);
  const size = { ...order, openAmount: '0.1' };
  const liquidation = data<Row>(await carol.getFuturesLiquidationPrice(size));
  expect(Number(liquidation['liqPrice'])).toBeLessThan(price);
});

test('the market', async () => {
  const [contract] = data<Row[]>(await carol.getFuturesContractConfig(CONTRACT));
  expect(contract).toMatchObject({ symbol: 'BTCUSDT', maxLever: '125', volumePlace: '4' });
  expect(data<Row[]>(await carol.getFuturesAllTickers(USDT))).toHaveLength(12);
  expect(data<Row[]>(await carol.getFuturesTicker(CONTRACT))).toHaveLength(1);
  const depth = data<{ bids: number[][] }>(
    await carol.getFuturesMergeDepth({ ...CONTRACT, limit: 'max', precision: 'scale0' }),
  );
  expect(depth.bids).toEqual([]);
  expect(data<Row[]>(await carol.getFuturesRecentTrades(CONTRACT))).toHaveLength(2);
  expect(data<Row[]>(await carol.getFuturesHistoricTrades(CONTRACT))).toHaveLength(2);
  const candles = { ...CONTRACT, granularity: '1m', limit: '5' } as const;
  for (const answer of [
    await carol.getFuturesCandles({ ...candles, kLineType: 'MARK' }),
    await carol.getFuturesCandles({ ...candles, kLineType: 'INDEX' }),
    await carol.getFuturesCandles({ ...candles, kLineType: 'MARKET' }),
    await carol.getFuturesHistoricCandles(candles),
    await carol.getFuturesHistoricIndexPriceCandles(candles),
    await carol.getFuturesHistoricMarkPriceCandles(candles),
  ]) {
    expect(data<string[][]>(answer).length).toBeGreaterThan(0);
  }
  const [prices] = data<Row[]>(await carol.getFuturesSymbolPrice(CONTRACT));
  expect(Number(prices?.['indexPrice'])).toBe(price);
  expect(data<Row[]>(await carol.getFuturesOiLimit(USDT))).toHaveLength(12);
  expect(data<Row[]>(await carol.getFuturesPositionTier(CONTRACT))).toHaveLength(6);
});

test('funding, fees and what is not kept', async () => {
  expect(data<Row[]>(await carol.getFuturesCurrentFundingRate(CONTRACT))).toHaveLength(1);
  expect(data<Row[]>(await carol.getFuturesNextFundingTime(CONTRACT))).toHaveLength(1);
  expect(data<Row[]>(await carol.getFuturesHistoricFundingRates(CONTRACT))).toEqual([]);
  const fees = data<Row[]>(await carol.getFuturesVIPFeeRate());
  expect(fees[0]).toMatchObject({ level: '0', takerFeeRate: '0.0006' });
  const period = { symbol: 'BTCUSDT', period: '5m' } as const;
  expect(data(await carol.getFuturesActiveLongShortAccountData(period))).toEqual([]);
  expect(data(await carol.getFuturesActiveLongShortPositionData(period))).toEqual([]);
  expect(data(await carol.getFuturesActiveBuySellVolumeData(period))).toEqual([]);
  expect(data(await carol.getFuturesDiscountRate())).toEqual([]);
  expect(data(await carol.getFuturesInterestExchangeRate())).toEqual([]);
  const interest = await carol.getFuturesInterestRateHistory({ coin: 'USDT' });
  expect(data(interest)).toMatchObject({ coin: 'USDT' });
});
