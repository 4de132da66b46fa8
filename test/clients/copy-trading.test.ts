/** Copy trading by unmodified clients: a trader with ccxt, a follower with bitget-api, from the follow to the settled share. */
import {
  CommandKind,
  PositionMode,
  Product,
  parseWireUserId,
  shareDueAfter,
  wireUserId,
} from '@halcyon/domain';
import { RestClientV2, WebsocketClientV2 } from 'bitget-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bitget, ccxtClient } from '../support/ccxt.ts';
import type { KeyMaterial } from '../support/exchange-process.ts';
import { PricedExchange } from '../support/priced-exchange.ts';

const MIX = { productType: 'USDT-FUTURES' } as const;
const SYMBOL = 'BTC/USDT:USDT';
const PASSPHRASE = 'passphrase9';

type Row = Readonly<Record<string, string>>;

let exchange: PricedExchange;
let owner: Bitget;
/** By the key of the portfolio. */
let trader: Bitget;
let follower: RestClientV2;
let other: RestClientV2;
let traderId: string;
let copyKey: KeyMaterial;
let price = 0;

/** Data of an answer whose types the packages leave open. */
function data<T>(answer: unknown): T {
  const { code, msg, data: found } = answer as { code: string; msg: string; data: T };
  expect([code, msg]).toEqual(['00000', 'success']);
  return found;
}

function clientOf(key: KeyMaterial): RestClientV2 {
  const { apiKey, secretKey: apiSecret, passphrase: apiPass } = key;
  return new RestClientV2({ apiKey, apiSecret, apiPass, baseUrl: exchange.baseUrl });
}

beforeAll(async () => {
  exchange = await PricedExchange.start({ copyTrading: true });
  const ownerKey = await exchange.trader('owner', 'USDT=100000', 'read,copy');
  follower = clientOf(await exchange.trader('follower', 'USDT=100000', 'read,copy'));
  other = clientOf(await exchange.trader('other', 'USDT=1000000'));
  const move = {
    fromType: 'spot',
    toType: 'usdt_futures',
    amount: '500000',
    coin: 'USDT',
  } as const;
  data(await other.spotTransfer({ ...move, symbol: '' }));
  owner = await ccxtClient(exchange, ownerKey);
  const [spot] = data<Row[]>(await other.getSpotTicker({ symbol: 'BTCUSDT' }));
  price = Math.round(Number(spot?.['lastPr']));
  await exchange.index('BTCUSDT', price);
  const { quote: asset } = exchange.instrument('BTCUSDT', Product.usdtFutures);
  const user = parseWireUserId(ownerKey.uid)!;
  const terms = { sharePpm: 100_000, followersMax: 10, amountMin: 10_00000000, code: '' };
  const id = await exchange.operate({
    ...{ kind: CommandKind.openCopyPortfolio, user, asset, amount: 10_000_00000000n },
    terms: { ...terms, amountMax: 9_000_00000000 },
    positionMode: PositionMode.oneWay,
  });
  traderId = wireUserId(id);
});

afterAll(async () => {
  await exchange?.close();
});

/** Somebody else buys or sells, for whom the trader meets. */
const offers = async (side: 'buy' | 'sell', at: number, size: string) =>
  data(
    await other.futuresSubmitOrder({
      ...{ ...MIX, symbol: 'BTCUSDT', marginCoin: 'USDT', marginMode: 'crossed' },
      ...{ side, size, price: String(at), orderType: 'limit', force: 'gtc' },
    }),
  );

test('a trader makes a key of the portfolio', async () => {
  const asked = { traderId, passphrase: PASSPHRASE };
  const [made] = data<{ apikey: string; secret: string; permissions: string[] }[]>(
    await owner.request('v2/copy/mix-trader/create-copy-api', ['private', 'copy'], 'POST', asked),
  );
  expect(made?.permissions).toEqual(['read', 'copy']);
  const { apikey: apiKey, secret: secretKey } = made!;
  copyKey = { apiKey, secretKey, passphrase: PASSPHRASE, uid: traderId } as KeyMaterial;
  trader = await ccxtClient(exchange, copyKey);
  trader.options['uta'] = false;
  await trader.loadMarkets();
  expect(data(await owner.privateCopyGetV2CopyMixTraderConfigQuerySymbols(MIX))).not.toEqual([]);
});

test('a follower joins, and sees what is copied', async () => {
  const path = '/api/v2/copy/mix-follower/copy-settings';
  const begin = { traderId, copyAmount: '5000', autoCopy: 'on', marginMode: 'follow_trader' };
  data(await follower.postPrivate(path, begin));
  const settings = [
    {
      ...{ symbol: 'BTCUSDT', ...MIX, marginType: 'trader', marginCoin: 'USDT' },
      ...{ leverType: 'trader', traceType: 'count', traceValue: '0.5', maxHoldSize: '' },
    },
  ];
  data(await follower.updateFuturesFollowerSettings({ traderId, settings } as never));
  const said = data<{ detailList: Row[] }>(await follower.getFuturesFollowerSettings({ traderId }));
  expect(said.detailList).toMatchObject([
    { symbol: 'BTCUSDT', traceType: 'count', traceValue: '0.5' },
  ]);
  expect(data<Row[]>(await follower.getFuturesFollowerTraders({}))).toMatchObject([
    { traderId, traceTotalMarginAmount: '5000', followCount: '1' },
  ]);
  const limits = await follower.getFuturesFollowerFollowLimit({ ...MIX, symbol: 'BTCUSDT' });
  expect(data<Row[]>(limits)).toMatchObject([{ symbol: 'BTCUSDT' }]);
});

test('an order of the trader is one of both, at one price, and is pushed to the portfolio', async () => {
  const pushes: string[] = [];
  const ws = new WebsocketClientV2({
    ...{ apiKey: copyKey.apiKey, apiSecret: copyKey.secretKey, apiPass: PASSPHRASE },
    wsUrl: `${exchange.baseUrl.replace('http', 'ws')}/v2/ws/private`,
  });
  const pushed = new Promise<void>((resolve) => {
    ws.on('update', ({ arg, data: rows }) => {
      const [row] = rows as { total?: string }[];
      if (arg.channel === 'positions' && row?.total !== undefined) pushes.push(row.total);
      if (pushes.includes('0.1000')) resolve();
    });
    ws.on('exception', () => {});
  });
  ws.subscribeTopic('USDT-FUTURES', 'positions');
  await new Promise((resolve) => ws.on('response', resolve));
  await offers('sell', price, '1');
  const placed = await trader.createOrder(SYMBOL, 'market', 'buy', 0.1);
  const order = await trader.fetchOrder(placed.id!, SYMBOL);
  expect(order).toMatchObject({ id: placed.id, status: 'closed', filled: 0.1, side: 'buy' });
  expect(await trader.fetchCanceledAndClosedOrders(SYMBOL)).toMatchObject([{ id: placed.id }]);
  const [position] = await trader.fetchPositions();
  expect(position).toMatchObject({ symbol: SYMBOL, side: 'long', contracts: 0.1 });
  const { trackingList } = data<{ trackingList: Row[] }>(
    await trader.privateCopyGetV2CopyMixTraderOrderCurrentTrack(MIX),
  );
  expect(trackingList).toMatchObject([
    { openOrderId: placed.id, openSize: '0.1000', followCount: '1', posSide: 'long' },
  ]);
  const rows = data<Row[]>(await follower.getFuturesFollowerCurrentOrders({ ...MIX } as never));
  const { trackingNo, openPriceAvg } = trackingList[0]!;
  expect(rows).toMatchObject([
    { trackingNo, traderId, openOrderId: placed.id, openSize: '0.0500', openPriceAvg },
  ]);
  await pushed;
  ws.closeAll(true);
});

test('refusals raise the class that is meant', async () => {
  const close = (asked: object) =>
    trader.privateCopyPostV2CopyMixTraderOrderClosePositions({ ...MIX, ...asked });
  await expect(close({ trackingNo: '1' })).rejects.toThrow(/no such open position/);
  await expect(trader.fetchBalance({ type: 'spot' })).rejects.toMatchObject({
    name: 'PermissionDenied',
  });
  const leave = follower.unfollowFuturesTrader({ traderId: '1000000001' });
  await expect(leave).rejects.toMatchObject({ body: { code: '40017' } });
});

/** The time of the settlement comes. ccxt has taken its clock before the exchange had another. */
function passWeek(): void {
  const ms = shareDueAfter(Date.now()) - Date.now();
  exchange.advance(ms);
  for (const client of [owner, trader]) client.options['timeDifference'] = -ms;
}

test('the trader closes it, and the share is settled with the week', async () => {
  const [open] = data<{ trackingList: Row[] }>(
    await trader.privateCopyGetV2CopyMixTraderOrderCurrentTrack(MIX),
  ).trackingList;
  const { trackingNo } = open!;
  const higher = Math.round(price * 1.01);
  // What is left of the offers would meet the bids.
  await other.futuresCancelAllOrders({ ...MIX });
  await exchange.index('BTCUSDT', higher);
  await offers('buy', higher, '1');
  const closed = data<Row[]>(
    await trader.privateCopyPostV2CopyMixTraderOrderClosePositions({ ...MIX, trackingNo }),
  );
  expect(closed).toMatchObject([{ trackingNo, symbol: 'BTCUSDT' }]);
  const past = data<{ trackingList: Row[] }>(
    await follower.getFuturesFollowerHistoryOrders({ ...MIX } as never),
  );
  expect(past.trackingList).toMatchObject([{ trackingNo, traderId, closeSize: '0.0500' }]);
  const net = Number(past.trackingList[0]?.['netProfit']);
  expect(net).toBeGreaterThan(0);
  const fills = await trader.fetchMyTrades(SYMBOL);
  expect(fills.map(({ side, amount }) => [side, amount])).toEqual([
    ['buy', 0.1],
    ['sell', 0.1],
  ]);
  passWeek();
  const paid = async () =>
    data<{ profitList: Row[] }>(await trader.privateCopyGetV2CopyMixTraderProfitHistoryDetails())
      .profitList;
  await expect.poll(paid, { timeout: 20_000 }).toHaveLength(1);
  const [share] = await paid();
  expect(Number(share?.['profit'])).toBeCloseTo(net / 10, 6);
  const sums = data<{ profitSummary: Row }>(
    await owner.privateCopyGetV2CopyMixTraderProfitHistorySummarys(),
  );
  expect(sums.profitSummary).toMatchObject({ sumProfit: share?.['profit'], waitProfit: '0' });
  const total = data<Row>(await trader.privateCopyGetV2CopyMixTraderOrderTotalDetail());
  expect(total).toMatchObject({ tradingOrderNum: '1', gainNum: '1', totalFollowerNum: '1' });
});

test('the follower leaves, owes nothing more, and cannot leave twice', async () => {
  data(await follower.unfollowFuturesTrader({ traderId }));
  const { profitList } = data<{ profitList: Row[] }>(
    await trader.privateCopyGetV2CopyMixTraderProfitHistoryDetails(),
  );
  expect(profitList).toHaveLength(1);
  expect(data<Row[]>(await follower.getFuturesFollowerTraders({}))).toEqual([]);
  const again = follower.unfollowFuturesTrader({ traderId });
  await expect(again).rejects.toMatchObject({ body: { code: '40017' } });
});

test('bad input names field and limit, in the class that is meant, and changes nothing', async () => {
  const third = await ccxtClient(
    exchange,
    await exchange.trader('third', 'USDT=1000', 'read,copy'),
  );
  third.options['timeDifference'] = owner.options['timeDifference'];
  const post = (client: Bitget, path: string, fields: object) =>
    client.request(`v2/copy/${path}`, ['private', 'copy'], 'POST', fields as never);
  const begin = { traderId, copyAmount: '50' };
  const row = { symbol: 'BTCUSDT', ...MIX, marginType: 'trader', leverType: 'trader' };
  const sized = (traceValue: string) => ({
    traderId,
    settings: [{ ...row, traceType: 'percent', traceValue }],
  });
  const says = async (asked: Promise<unknown>, name: string, words: RegExp) => {
    const error = await asked.then(
      () => ({ name: 'none', message: '' }),
      (thrown: Error) => thrown,
    );
    expect([error.name, words.test(error.message) || error.message]).toEqual([name, true]);
  };
  await says(
    post(third, 'mix-follower/copy-settings', { ...begin, copyAmount: '5' }),
    ...(['BadRequest', /copyAmount 5 USDT.* 10 USDT/] as const),
  );
  await says(
    post(third, 'mix-follower/copy-settings', { ...begin, copyAmount: '0' }),
    ...(['InvalidOrder', /copyAmount/] as const),
  );
  await says(
    post(owner, 'mix-follower/copy-settings', begin),
    ...(['BadRequest', /traderId.*own account/] as const),
  );
  await says(
    post(third, 'mix-trader/open-portfolio', { copyAmount: '200', profitShare: '50' }),
    ...(['BadRequest', /profitShare.*50.*10 %/] as const),
  );
  expect(await third.fetchBalance()).toMatchObject({ USDT: { free: 1_000 } });
  await post(third, 'mix-follower/copy-settings', begin);
  for (const [value, name, words] of [
    ['0', 'BadRequest', /traceValue.*0 %.*1 %/],
    ['1001', 'BadRequest', /traceValue.*1001 %.*1000 %/],
    ['abc', 'InvalidOrder', /traceValue/],
  ] as const) {
    await says(post(third, 'mix-follower/settings', sized(value)), name, words);
  }
  const opened = await post(third, 'mix-trader/open-portfolio', { copyAmount: '200' });
  const { traderId: own } = data<Row>(opened);
  await says(
    post(owner, 'mix-follower/copy-settings', { ...begin, traderId: own }),
    ...(['ExchangeError', /traderId follows you/] as const),
  );
  expect(await third.fetchBalance()).toMatchObject({ USDT: { free: 750 } });
});

test('leverage and margin mode are the trader’s to set by ccxt, the position mode is not', async () => {
  expect(await trader.setLeverage(7, SYMBOL)).toMatchObject({ code: '00000' });
  expect(await trader.setMarginMode('isolated', SYMBOL)).toMatchObject({ code: '00000' });
  expect(await trader.fetchLeverage(SYMBOL)).toMatchObject({
    longLeverage: 7,
    marginMode: 'isolated',
  });
  await expect(trader.setPositionMode(true)).rejects.toMatchObject({
    ...{ name: 'BadRequest', message: expect.stringMatching(/posMode.*one_way_mode/) },
  });
});
