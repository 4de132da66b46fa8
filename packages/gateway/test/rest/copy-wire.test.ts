/** Copy trading by the trading API: from the follow to the settled share, with rows that connect both sides. */
import { createHmac } from 'node:crypto';
import { AccountKind, accountOf, parseWireUserId } from '@halcyon/domain';
import { preHash, ROUTES } from '@halcyon/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, startTestGateway, type TestGateway } from '../../src/web/testing/gateway.ts';
import type { Fields } from '../estate.ts';
import { PASSPHRASE } from '../matrix.ts';
import {
  CONTRACT,
  done,
  estate,
  FOLLOWER,
  follow,
  follower,
  got,
  keyOf,
  MIX,
  ORDER,
  openEstate,
  opened,
  said,
  settle,
  TRADER,
  trader,
  type WireRow,
  type WireSaid,
} from './copy-wire-fixture.ts';

beforeAll(openEstate);
afterAll(() => estate.close());
beforeEach(() => estate.prices());

describe('copy trading on the wire', () => {
  it('goes from the follow to the settled share, and numbers connect both sides', async () => {
    const traderId = await opened({ share: '10' });
    const key = await keyOf(traderId);
    await follow(traderId);
    estate.offerContract(60_000);
    const bought = { ...ORDER, side: 'buy', size: '0.02' };
    const { orderId } = await done(key, '/api/v2/mix/order/place-order', bought);
    settle();
    const { trackingList: open } = await got(key, `${TRADER}/order-current-track`, MIX);
    expect(open).toMatchObject([
      { symbol: 'BTCUSDT', posSide: 'long', openOrderId: orderId, openPriceAvg: '60000.0' },
    ]);
    expect(open[0]).toMatchObject({ openSize: '0.0200', followCount: '1' });
    const { trackingNo } = open[0];
    const positions = await got(key, '/api/v2/mix/position/all-position', MIX);
    expect(positions).toMatchObject([{ symbol: 'BTCUSDT', total: '0.0200' }]);
    const current = await got(follower.key, `${FOLLOWER}/query-current-orders`, {
      ...MIX,
      traderId,
    });
    expect(current).toMatchObject([
      { trackingNo, traderId, openOrderId: orderId, openSize: '0.0100', closeTime: '' },
    ]);
    estate.prices(63_000);
    const takeOut = estate.bid(63_000);
    const due = await got(key, `${TRADER}/profit-details`);
    expect(Number(due[0].profit)).toBe(0);
    const closed = await done(key, `${TRADER}/order-close-positions`, { ...MIX, trackingNo });
    expect(closed).toEqual([{ trackingNo, symbol: 'BTCUSDT', productType: 'USDT-FUTURES' }]);
    settle();
    takeOut();
    const past = await got(key, `${TRADER}/order-history-track`, MIX);
    expect(past.trackingList).toMatchObject([
      { trackingNo, openSize: '0.0200', closeSize: '0.0200', closePriceAvg: '63000.0' },
    ]);
    expect(past.trackingList[0]).toMatchObject({ achievedPL: '60', openOrderId: orderId });
    const ours = await got(follower.key, `${FOLLOWER}/query-history-orders`, MIX);
    expect(ours.trackingList).toMatchObject([
      { trackingNo, traderId, achievedPL: '30', closeOrderId: past.trackingList[0].closeOrderId },
    ]);
    const [wait] = await got(key, `${TRADER}/profit-details`);
    await done(follower.key, `${FOLLOWER}/cancel-trader`, { traderId });
    settle();
    const { profitList } = await got(key, `${TRADER}/profit-history-details`);
    expect(profitList).toMatchObject([{ coin: 'USDT', profit: wait.profit }]);
    expect(Number(wait.profit)).toBeGreaterThan(2.9);
    const sums = await got(key, `${TRADER}/profit-history-summarys`);
    expect(sums.profitSummary).toMatchObject({ sumProfit: wait.profit, waitProfit: '0' });
    expect(sums.profitHistoryList).toMatchObject([{ coin: 'USDT', profitCount: '1' }]);
    const days = await got(key, `${TRADER}/profits-group-coin-date`);
    expect(days).toMatchObject([{ coin: 'USDT', profit: wait.profit }]);
    const followers = await got(key, `${TRADER}/config-query-followers`);
    expect(followers).toMatchObject([{ isRemove: 'YES', accountEquity: '0' }]);
    const totals = await got(key, `${TRADER}/order-total-detail`);
    expect(totals).toMatchObject({ tradingOrderNum: '1', gainNum: '1', winRate: '100' });
    expect(totals).toMatchObject({ totalFollowerNum: '1', currentFollowerNum: '0' });
  });

  it('sets what is copied, and tells it one row a contract', async () => {
    const traderId = await opened();
    await follow(traderId, {
      ...{ autoCopy: 'off', marginMode: 'isolated', leverage: 'fixed_leverage', multiple: '7' },
      ...{ equityGuardian: 'on', equity: '400' },
    });
    const read = () => got(follower.key, `${FOLLOWER}/query-settings`, { traderId });
    expect(await read()).toMatchObject({
      followerEnable: 'NO',
      detailList: [
        { symbol: 'BTCUSDT', marginType: 'specify', leverType: 'specify', longLeverage: '7' },
      ],
    });
    const row = {
      ...{ ...CONTRACT, marginType: 'trader', leverType: 'trader', traceType: 'amount' },
      ...{ traceValue: '25', maxHoldSize: '900', stopLossRatio: '5' },
    };
    const path = `${FOLLOWER}/settings`;
    await done(follower.key, path, { traderId, autoCopy: 'on', settings: [row] });
    expect(await read()).toMatchObject({
      followerEnable: 'YES',
      detailList: [
        { traceType: 'amount', traceValue: '25', maxHoldSize: '900', stopLossRatio: '5' },
      ],
    });
    const pages = JSON.parse(
      (await estate.web(follower, 'GET', '/copy/portfolios')).text,
    ) as WireSaid;
    const own = pages.data.rows.find((one: WireRow) => one.trader === traderId);
    expect(own.choices).toMatchObject({
      portfolioLoss: '20',
      margin: 'traders',
      only: ['BTCUSDT'],
    });
  });

  it('names field and limit of what it refuses, and nothing changes', async () => {
    const traderId = await opened();
    const asked = (path: string, fields: Fields) => said(follower.key, 'POST', path, fields);
    const begin = { traderId, copyAmount: '500' };
    const start = `${FOLLOWER}/copy-settings`;
    for (const [fields, code, words] of [
      [{ ...begin, copyAmount: '5' }, '40020', /copyAmount 5.* 10/],
      [{ ...begin, copyAmount: 'x' }, '40808', /copyAmount/],
      [{ ...begin, leverage: 'fixed_leverage' }, '40019', /multiple/],
      [{ ...begin, leverage: 'fixed_leverage', multiple: '0' }, '40020', /multiple/],
      [{ ...begin, equityGuardian: 'on', equity: '500' }, '40020', /equity/],
      [{ ...begin, copyAllPostions: 'yes' }, '40020', /copyAllPostions/],
      [{ ...begin, traderId: '1' }, '40017', /portfolio/],
    ] as const) {
      const { code: was, msg } = await asked(start, fields);
      expect([fields, was, words.test(msg) || msg]).toEqual([fields, code, true]);
    }
    const own = await said(trader.key, 'POST', start, begin);
    expect([own.code, own.reason]).toEqual(['40020', 'copyOwnPortfolio']);
    await follow(traderId);
    expect((await asked(start, begin)).reason).toBe('copyFollowedAlready');
    const row = { ...CONTRACT, marginType: 'trader', leverType: 'trader', traceType: 'count' };
    const rows = [
      { ...row, traceValue: '2' },
      { ...row, traceValue: '3' },
    ];
    const unlike = await asked(`${FOLLOWER}/settings`, { traderId, settings: rows });
    expect([unlike.code, unlike.msg]).toEqual(['40020', expect.stringMatching(/settings\[1\]/)]);
    const many = { ...rows[0], traceValue: '101' };
    const wide = await asked(`${FOLLOWER}/settings`, { traderId, settings: [many] });
    expect([wide.reason, wide.msg]).toEqual([
      'copySettingsRange',
      expect.stringMatching(/traceValue.*101.*100/),
    ]);
  });

  it('gives a key of a portfolio to its owner alone, and to the portfolio alone', async () => {
    const traderId = await opened();
    const path = `${TRADER}/create-copy-api`;
    const terms = { traderId, passphrase: 'passphrase1' };
    expect((await said(follower.key, 'POST', path, terms)).reason).toBe('copyPortfolioNotFound');
    expect((await said(trader.subKey, 'POST', path, terms)).code).toBe('40014');
    // It may no more than what makes it.
    const writer = await estate.keyFor(trader.uid, ['copy']);
    const [made] = await done(writer, path, terms);
    expect(made.permissions).toEqual(['copy']);
    const key = await keyOf(traderId);
    expect((await said(key, 'POST', path, terms)).reason).toBe('subAccountCannot');
    for (const [method, other] of [
      ['GET', '/api/v2/spot/account/assets'],
      ['GET', '/api/v2/user/virtual-subaccount-list'],
      ['POST', '/api/v2/spot/trade/place-order'],
      ['POST', '/api/v2/spot/wallet/transfer'],
      ['POST', '/api/v2/mix/account/set-margin'],
      ['GET', `${FOLLOWER}/query-traders`],
    ] as const) {
      expect([other, (await said(key, method, other)).reason]).toEqual([other, 'copyKeyOnly']);
    }
    const list = await got(trader.key, '/api/v2/user/virtual-subaccount-list');
    expect(list.subAccountList).toHaveLength(1);
    const portfolio = accountOf(parseWireUserId(traderId)!, AccountKind.usdtFutures);
    expect(estate.server.engine.views.openOrders(portfolio)).toEqual([]);
  });

  it('is told apart in the list of keys and in the log, and is given no more than it can use', async () => {
    const traderId = await opened();
    const { apiKey } = await keyOf(traderId);
    const { text } = await estate.web(trader, 'GET', '/api-keys');
    const rows = (JSON.parse(text) as WireSaid).data as WireRow[];
    const marks = new Map(rows.map((row) => [row.apiKey, row.portfolio]));
    expect([marks.get(apiKey), marks.get(trader.key.apiKey)]).toEqual([traderId, '']);
    const change = (permissions: string[]) =>
      estate.web(trader, 'PATCH', `/api-keys/${apiKey}`, { permissions });
    expect((await change(['read', 'contract_trade'])).text).toMatch(/read, copy/);
    expect((await change(['read'])).status).toBe(200);
    const { identity } = estate.server.records;
    const log = await identity.listAudit({ uid: trader.uid, limit: 100 });
    const about = log
      .filter(({ detail }) => detail.includes(apiKey))
      .map(({ act, detail }) => {
        return [act, (JSON.parse(detail) as WireRow).portfolio];
      });
    const portfolio = parseWireUserId(traderId);
    expect(about).toEqual([
      ['updateApiKey', portfolio],
      ['createApiKey', portfolio],
    ]);
  });

  it('places, changes, cancels and lists orders of a portfolio by its key', async () => {
    const traderId = await opened();
    const key = await keyOf(traderId);
    await follow(traderId);
    const mix = '/api/v2/mix/order';
    const limit = { ...ORDER, orderType: 'limit', force: 'gtc', side: 'buy', price: '50000' };
    const { orderId } = await done(key, `${mix}/place-order`, { ...limit, size: '0.02' });
    settle();
    const pending = () => got(key, `${mix}/orders-pending`, MIX);
    expect((await pending()).entrustedList).toMatchObject([
      { orderId, size: '0.0200', price: '50000.0', status: 'live', posSide: 'net' },
    ]);
    const change = { ...CONTRACT, orderId, newClientOid: 'a1', newPrice: '51000', newSize: '0.01' };
    await done(key, `${mix}/modify-order`, change);
    settle();
    expect((await pending()).entrustedList).toMatchObject([{ size: '0.0100', price: '51000.0' }]);
    await done(key, `${mix}/cancel-order`, { ...CONTRACT, orderId });
    settle();
    expect((await pending()).entrustedList).toEqual([]);
    const named = await said(key, 'POST', `${mix}/place-order`, {
      ...limit,
      ...{ size: '0.02', clientOid: 'mine' },
    });
    expect([named.code, named.msg]).toEqual(['40020', expect.stringMatching(/clientOid/)]);
  });

  it('lets followers close a position of their own, and traders let followers go', async () => {
    const traderId = await opened();
    const key = await keyOf(traderId);
    await follow(traderId);
    estate.prices(63_900);
    estate.offerContract(64_000);
    const bought = { ...ORDER, side: 'buy', size: '0.02' };
    await done(key, '/api/v2/mix/order/place-order', bought);
    settle();
    const held = () => got(follower.key, `${FOLLOWER}/query-current-orders`, { ...MIX, traderId });
    const [{ trackingNo }] = await held();
    const close = (fields: Fields) =>
      said(follower.key, 'POST', `${FOLLOWER}/close-positions`, { ...MIX, ...fields });
    for (const other of [{ trackingNo: '1' }, { trackingNo, holdSide: 'short' }]) {
      expect((await close(other)).code).toBe('22002');
    }
    expect((await close({ trackingNo, symbol: 'NONE' })).code).not.toBe('00000');
    estate.prices(63_000);
    const end = estate.bid(63_500, 1_000);
    const closed = await close({ trackingNo, holdSide: 'long', marginMode: 'crossed' });
    expect(closed.data.orderIdList).toEqual([expect.stringMatching(/^\d+$/)]);
    expect(await held()).toEqual([]);
    const open = await got(key, `${TRADER}/order-current-track`, MIX);
    expect(open.trackingList).toMatchObject([{ trackingNo, openSize: '0.0200' }]);
    const [{ followerUid }] = await got(key, `${TRADER}/config-query-followers`);
    const remove = `${TRADER}/config-remove-follower`;
    const foreign = await said(follower.key, 'POST', remove, { traderId, followerUid });
    expect(foreign.reason).toBe('copyPortfolioNotFound');
    const nobody = await said(key, 'POST', remove, { followerUid: traderId });
    expect(nobody.reason).toBe('copyPortfolioNotFound');
    await done(key, remove, { followerUid });
    end();
    const followers = await got(key, `${TRADER}/config-query-followers`);
    expect(followers).toMatchObject([{ followerUid, isRemove: 'YES' }]);
  });

  it('has the legs of a portfolio in hedge mode apart: orders, positions, numbers, stops, closing', async () => {
    const traderId = await opened({ positionMode: 'hedge' });
    const key = await keyOf(traderId);
    await follow(traderId);
    // Above and below what is left of the tests before.
    estate.prices(64_400);
    estate.offerContract(64_500);
    const place = (fields: Fields) =>
      said(key, 'POST', '/api/v2/mix/order/place-order', { ...ORDER, size: '0.02', ...fields });
    expect((await place({ side: 'buy' })).reason).toBe('positionLegMissing');
    expect((await place({ side: 'buy', tradeSide: 'open' })).code).toBe('00000');
    settle();
    estate.prices();
    estate.bid(60_100, 1_000);
    expect((await place({ side: 'sell', tradeSide: 'open', size: '0.01' })).code).toBe('00000');
    settle();
    const limit = { orderType: 'limit', force: 'gtc', price: '66000', size: '0.01' };
    expect((await place({ side: 'buy', tradeSide: 'close', ...limit })).code).toBe('00000');
    settle();
    const { entrustedList } = await got(key, '/api/v2/mix/order/orders-pending', MIX);
    expect(entrustedList).toMatchObject([
      {
        side: 'buy',
        tradeSide: 'close',
        posSide: 'long',
        posMode: 'hedge_mode',
        reduceOnly: 'YES',
      },
    ]);
    const held = await got(key, '/api/v2/mix/position/all-position', MIX);
    expect(held).toMatchObject([
      { holdSide: 'long', posMode: 'hedge_mode', total: '0.0200' },
      { holdSide: 'short', posMode: 'hedge_mode', total: '0.0100' },
    ]);
    const tracks = async () =>
      (await got(key, `${TRADER}/order-current-track`, MIX)).trackingList as WireRow[];
    const [short, long] = await tracks();
    expect([long.posSide, short.posSide]).toEqual(['long', 'short']);
    expect(long.openOrderId).not.toBe(short.openOrderId);
    const theirs = await got(follower.key, `${FOLLOWER}/query-current-orders`, {
      ...{ ...MIX, traderId },
    });
    expect(theirs).toMatchObject([
      { posSide: 'short', trackingNo: short.trackingNo, openOrderId: short.openOrderId },
      { posSide: 'long', trackingNo: long.trackingNo, openOrderId: long.openOrderId },
    ]);
    const { trackingNo } = short;
    const stop = { ...MIX, trackingNo, stopLossPrice: '69000' };
    await done(key, `${TRADER}/order-modify-tpsl`, stop);
    expect((await tracks()).map((row) => row.presetStopLossPrice)).toEqual(['69000.0', '']);
    const pages = JSON.parse(
      (await estate.web(trader, 'GET', `/copy/portfolios/${traderId}`)).text,
    ) as WireSaid;
    expect(pages.data).toMatchObject({ positionMode: 'hedge', orders: [{ leg: 'long' }] });
    estate.prices(64_400);
    estate.offerContract(64_500);
    const closed = await done(key, '/api/v2/mix/order/close-positions', {
      ...{ ...CONTRACT, holdSide: 'short' },
    });
    expect(closed.successList).toHaveLength(1);
    settle();
    expect((await tracks()).map((row) => row.posSide)).toEqual(['long']);
    const reverse = { ...CONTRACT, side: 'buy' };
    const refused = await said(key, 'POST', '/api/v2/mix/order/click-backhand', reverse);
    expect(refused.reason).toBe('reverseHedge');
    estate.prices();
    estate.bid(60_100, 1_000);
    await done(key, `${TRADER}/order-close-positions`, { ...MIX, trackingNo: long.trackingNo });
    settle();
    expect(await tracks()).toEqual([]);
  });

  it('asks which portfolio is meant where there are several', async () => {
    await opened();
    const asked = await said(trader.key, 'GET', `${TRADER}/order-current-track`, MIX);
    expect([asked.code, asked.msg]).toEqual(['40019', 'traderId is required']);
  });
});

/** A key that was made while copying was offered reads and trades no more. */
async function expectKeyOff({ gateway, records, url }: TestGateway): Promise<void> {
  await new Browser(url).register('off@example.com');
  const user = await records.identity.userByEmail({ email: 'off@example.com' });
  const { record, secretKey } = await records.identity.createApiKey({
    ...{ uid: user!.uid, portfolio: 4_000, label: 'copy', type: 'hmac', passphrase: PASSPHRASE },
    ...{ permissions: ['read', 'copy'], ipList: [], venue: 'live', tier: 'normal', expiresAt: 0 },
  });
  for (const [method, path] of [
    ['GET', '/api/v2/mix/position/all-position'],
    ['POST', '/api/v2/mix/order/place-order'],
  ] as const) {
    const at = String(Date.now());
    const payload = method === 'GET' ? '' : JSON.stringify({ ...ORDER, side: 'buy', size: '0.01' });
    const text = preHash(at, method, path, '', payload);
    const reply = await gateway.app.inject({
      ...{ method, url: path, ...(payload !== '' && { payload }) },
      headers: {
        host: new URL(url).host,
        ...(payload !== '' && { 'content-type': 'application/json' }),
        ...{ 'access-key': record.apiKey, 'access-passphrase': PASSPHRASE },
        ...{ 'access-timestamp': at },
        'access-sign': createHmac('sha256', secretKey).update(text).digest('base64'),
      },
    });
    expect([path, (JSON.parse(reply.body) as WireSaid).reason]).toEqual([path, 'copyKeyOff']);
  }
}

it('without copy trading its routes are not there, nor in the reference', async () => {
  const server = await startTestGateway({ copyTrading: false });
  try {
    const { app } = server.gateway;
    const headers = { host: new URL(server.url).host };
    for (const { method, path } of ROUTES.filter((route) => route.path.includes('/copy/'))) {
      const answer = await app.inject({ method, url: path, headers });
      expect([path, (JSON.parse(answer.body) as WireSaid).code]).toEqual([path, '40919']);
    }
    await expectKeyOff(server);
    const reference = await app.inject({ url: '/api/web/v1/openapi.json', headers });
    expect(reference.body).not.toContain('/api/v2/copy/');
  } finally {
    await server.close();
  }
});
