/** Accounts and positions of contracts over REST: real core, real records. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordsClient } from '@halcyon/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE_FUTURES, BTC_CONTRACT, index, mixOf, openContracts, type Who } from './contracts.ts';
import { ALICE_SPOT, type Answer, listOf, START, type TestRest, textOf } from './harness.ts';

let rest: TestRest;
let records: RecordsClient;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halcyon-mix-account-'));
  records = await RecordsClient.open({ dataFolder: folder });
  rest = await openContracts((before) => {
    before.engine.onCommit((batch) => records.push(batch));
    before.history = records.history;
  });
});

afterEach(async () => {
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

const CONTRACT = { productType: 'USDT-FUTURES', symbol: 'BTCUSDT', marginCoin: 'USDT' };

function post(path: string, body: object = {}, who: Who = 'alice'): Promise<Answer> {
  return rest[who]('POST', `/mix/account/${path}`, { ...CONTRACT, ...body });
}

async function done(path: string, body: object = {}, who: Who = 'alice') {
  const { body: answer } = await post(path, body, who);
  expect(answer.msg).toBe('success');
  return answer.data;
}

/** A request is refused and changes nothing. */
async function refused(path: string, body: object = {}) {
  const { seq } = rest.views;
  const before = JSON.stringify([settings(), positions(), wallet()], big);
  const { status, body: answer } = await post(path, body);
  expect(status).toBe(400);
  expect(JSON.stringify([settings(), positions(), wallet()], big)).toBe(before);
  expect(rest.views.seq - seq).toBeLessThanOrEqual(1);
  const { code, msg } = answer;
  return { code, msg };
}

function big(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
function settings() {
  return rest.views.contracts.settings(ALICE_FUTURES, BTC_CONTRACT);
}
function positions() {
  return rest.views.contracts.positions(ALICE_FUTURES);
}
function wallet() {
  return rest.views.balance(ALICE_FUTURES, 1);
}

async function get(area: 'account' | 'position', path: string, query: object = CONTRACT) {
  const { body } = await rest.alice('GET', `/mix/${area}/${path}`, { ...query });
  expect(body.msg).toBe('success');
  return body.data;
}

async function place(change: object, who: Who = 'alice'): Promise<string> {
  const order = {
    symbol: 'BTCUSDT',
    marginCoin: 'USDT',
    orderType: 'limit',
    side: 'buy',
    price: '60000',
    size: '0.5',
  };
  const { body } = await mixOf(rest, who).post('/place-order', { ...order, ...change });
  expect(body.msg).toBe('success');
  return textOf(body.data['orderId']);
}

/** Alice is long, Bob short. */
async function trade(change: object = {}): Promise<void> {
  await place({ ...change, side: 'sell', tradeSide: undefined }, 'bob');
  await place(change);
}

describe('leverage', () => {
  it('is that of the contract until it is chosen, and then of both directions', async () => {
    expect(await get('account', 'account')).toMatchObject({
      crossedMarginLeverage: '20',
      isolatedLongLever: '20',
      isolatedShortLever: '20',
      marginMode: 'crossed',
      posMode: 'one_way_mode',
    });
    const chosen = {
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      longLeverage: '10',
      shortLeverage: '10',
      crossMarginLeverage: '10',
      marginMode: 'crossed',
    };
    expect(await done('set-leverage', { leverage: '10' })).toEqual(chosen);
    expect(await done('set-leverage', { leverage: 10, holdSide: 'long' })).toEqual(chosen);
    expect(await done('set-leverage', { longLeverage: '9', shortLeverage: '9' })).toMatchObject({
      crossMarginLeverage: '9',
    });
  });

  it('may differ by direction where margin is isolated in hedge mode', async () => {
    await done('set-position-mode', { posMode: 'hedge_mode' });
    await done('set-margin-mode', { marginMode: 'isolated' });
    await done('set-leverage', { leverage: '10', holdSide: 'long' });
    expect(await done('set-leverage', { shortLeverage: '7' })).toMatchObject({
      longLeverage: '10',
      shortLeverage: '7',
    });
    expect(await done('set-leverage', { longLeverage: '5', shortLeverage: '6' })).toMatchObject({
      longLeverage: '5',
      shortLeverage: '6',
    });
    expect(await get('account', 'account')).toMatchObject({
      isolatedLongLever: '5',
      isolatedShortLever: '6',
      marginMode: 'isolated',
      posMode: 'hedge_mode',
    });
  });

  it.each([
    [{ leverage: '0' }, '40797', 'leverage 0 is outside 1 to 100'],
    [{ leverage: '1000' }, '40797', 'leverage 1000 is outside 1 to 100'],
    [{ leverage: 101 }, '40797', 'leverage 101 is outside 1 to 100'],
    [{ leverage: '-5' }, '40020', /^leverage must be a whole number/],
    [{ leverage: '2.5' }, '40020', /^leverage must be a whole number/],
    [{}, '40913', 'one of leverage, longLeverage, shortLeverage is required'],
    [
      { longLeverage: '5', shortLeverage: '6' },
      '40020',
      /^shortLeverage must be 5 as longLeverage/,
    ],
    [{ longLeverage: '5', shortLeverage: '500' }, '40797', 'leverage 500 is outside 1 to 100'],
    [{ leverage: '5', marginCoin: 'BTC' }, '40020', 'marginCoin must be USDT, not BTC'],
    [{ leverage: '5', symbol: 'NOPE' }, '40309', 'symbol NOPE does not exist'],
    [{ leverage: '5', productType: 'COIN-FUTURES' }, '40309', 'symbol BTCUSDT does not exist'],
  ])('%j is refused', async (body, code, msg) => {
    const answer = await refused('set-leverage', body);
    expect(answer.code).toBe(code);
    expect(answer.msg).toMatch(msg);
  });

  it('goes by what is open: its tier, and the margin that less of it needs', async () => {
    await trade({ size: '20', price: '60000' });
    expect(await refused('set-leverage', { leverage: '25' })).toEqual({
      code: '40762',
      msg: 'the position would be worth 1200000 USDT: this leverage allows at most 1000000 USDT',
    });
    const poor = await refused('set-leverage', { leverage: '5' });
    expect(poor.code).toBe('40712');
    expect(poor.msg).toMatch(/^insufficient margin: 180000 USDT needed, 3\d{4}(\.\d+)? USDT av/);
  });

  it('of all contracts at once, where all have it', async () => {
    await done('set-all-leverage', { leverage: '12' });
    const ether = { ...CONTRACT, symbol: 'ETHUSDT' };
    expect(await get('account', 'account', ether)).toMatchObject({ crossedMarginLeverage: '12' });
    expect((await refused('set-all-leverage', { leverage: '101' })).code).toBe('40797');
    const other = await refused('set-all-leverage', { leverage: '5', productType: 'COIN-FUTURES' });
    expect(other.msg).toMatch(/^contracts of COIN-FUTURES do not exist on this exchange/);
  });
});

describe('modes', () => {
  it('choosing what is so already is no error', async () => {
    expect(await done('set-margin-mode', { marginMode: 'crossed' })).toEqual({
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      longLeverage: '20',
      shortLeverage: '20',
      marginMode: 'crossed',
    });
    const mode = await done('set-position-mode', { posMode: 'one_way_mode' });
    expect(mode).toEqual({ posMode: 'one_way_mode' });
    expect(await done('set-asset-mode', { assetMode: 'single' })).toBe('success');
  });

  it('what stands in the way of a margin mode is named', async () => {
    await place({ price: '59000' });
    expect(await refused('set-margin-mode', { marginMode: 'isolated' })).toEqual({
      code: '40920',
      msg: 'cancel the open orders first: 1 are there',
    });
    await trade();
    expect(await refused('set-margin-mode', { marginMode: 'isolated' })).toEqual({
      code: '45117',
      msg: 'close the position first: 0.5 BTC of BTCUSDT is open',
    });
  });

  it('what stands in the way of a position mode is named', async () => {
    const hedge = { posMode: 'hedge_mode' };
    await place({ price: '59000' });
    expect(await refused('set-position-mode', hedge)).toMatchObject({ code: '40920' });
    await trade({ size: '0.3' });
    expect(await refused('set-position-mode', hedge)).toEqual({
      code: '45117',
      msg: 'close the position first: 0.3 BTC of BTCUSDT is open',
    });
    const other = await refused('set-position-mode', { ...hedge, productType: 'USDC-FUTURES' });
    expect(other.code).toBe('40919');
  });

  it('contracts with isolated margin are listed', async () => {
    expect(await get('account', 'isolated-symbols')).toEqual([]);
    await done('set-margin-mode', { marginMode: 'isolated' });
    expect(await get('account', 'isolated-symbols')).toEqual([
      { symbol: 'BTCUSDT', marginMode: 'isolated' },
    ]);
  });
});

describe('margin of a position', () => {
  const margin = async () => listOf(await get('position', 'single-position'))[0]?.['marginSize'];

  it('is added and taken', async () => {
    await done('set-margin-mode', { marginMode: 'isolated' });
    await trade();
    expect(await margin()).toBe('1500');
    await done('set-margin', { amount: '100.5', holdSide: 'long' });
    expect(await margin()).toBe('1600.5');
    await done('set-margin', { amount: -50 });
    await done('set-margin', { amount: '-0.5', holdSide: 'buy' });
    expect(await margin()).toBe('1550');
  });

  it('is refused by name', async () => {
    expect(await refused('set-margin', { amount: '10' })).toMatchObject({ code: '22002' });
    await trade();
    expect(await refused('set-margin', { amount: '10' })).toEqual({
      code: '40714',
      msg: 'only a position with isolated margin has margin of its own',
    });
    await mixOf(rest).post('/close-positions', { symbol: 'BTCUSDT' });
    await place({ side: 'sell' }, 'bob');
    await place({ side: 'buy' }, 'bob');
  });

  it('goes by what is there and what is needed', async () => {
    await done('set-margin-mode', { marginMode: 'isolated' });
    await trade();
    expect(await refused('set-margin', { amount: '1000000' })).toEqual({
      code: '40711',
      msg: '1000000 USDT asked for, 98482 USDT is not needed by open positions',
    });
    expect((await refused('set-margin', { amount: '-1000' })).msg).toMatch(
      /^1000 USDT asked for, [\d.]+ USDT of the margin is not needed$/,
    );
    expect((await refused('set-margin', { amount: '0' })).msg).toBe(
      'amount must be above 0, not 0',
    );
    expect((await refused('set-margin', { amount: 'much' })).code).toBe('40808');
    expect((await refused('set-margin', { amount: '--5' })).code).toBe('40808');
    expect((await refused('set-margin', { amount: '0.000000001' })).msg).toMatch(/8 digits/);
    const short = await refused('set-margin', { amount: '10', holdSide: 'short' });
    expect(short).toEqual({ code: '22002', msg: 'there is no such open position' });
  });

  it('is added by itself where that was chosen; hedge mode wants the direction', async () => {
    await done('set-position-mode', { posMode: 'hedge_mode' });
    await done('set-margin-mode', { marginMode: 'isolated' });
    await trade({ tradeSide: 'open' });
    expect((await refused('set-auto-margin', { autoMargin: 'on' })).msg).toBe(
      'holdSide is required',
    );
    const body = { autoMargin: 'on', holdSide: 'long', productType: undefined };
    await done('set-auto-margin', body);
    expect(listOf(await get('position', 'all-position'))).toMatchObject([
      { autoMargin: 'on', posMode: 'hedge_mode', holdSide: 'long' },
    ]);
    const other = await refused('set-auto-margin', { ...body, holdSide: 'short' });
    expect(other.code).toBe('22002');
  });
});

describe('an account', () => {
  it('has what is in its wallet, its margins and its profits', async () => {
    await trade();
    await place({ price: '59000', size: '1' });
    index(rest, 61_000, 3_000);
    const { mark } = rest.views.contracts.contract(BTC_CONTRACT);
    const profit = ((mark - 600_000) / 10) * 0.5;
    const [row] = listOf(await get('account', 'accounts'));
    expect(row).toMatchObject({
      marginCoin: 'USDT',
      available: '99982',
      unrealizedPL: String(profit),
      crossedUnrealizedPL: String(profit),
      isolatedUnrealizedPL: '0',
      accountEquity: String(99_982 + profit),
      crossedMargin: String((mark / 10) * 0.5 * 0.05),
      isolatedMargin: '0',
      locked: String(59_000 * 0.05),
      assetMode: 'single',
      assetList: [{ coin: 'USDT', balance: '99982' }],
    });
    expect(Number(row?.['crossedRiskRate'])).toBeGreaterThan(0);
    const one = await get('account', 'account');
    expect(one['accountEquity']).toBe(row?.['accountEquity']);
    const all = listOf((await rest.alice('GET', '/account/all-account-balance')).body.data);
    expect(all[1]).toEqual({ accountType: 'futures', usdtBalance: row?.['accountEquity'] });
  });

  it('that nothing was ever done with is empty; other product types have none', async () => {
    rest.addKey('nobody-key', 16);
    expect(await get('account', 'accounts', { productType: 'COIN-FUTURES' })).toEqual([]);
    for (const path of ['all-position', 'adlRank', 'single-position']) {
      expect(await get('position', path)).toEqual([]);
    }
    expect(await get('position', 'all-position', { productType: 'usdc-futures' })).toEqual([]);
    const history = await get('position', 'history-position', { productType: 'COIN-FUTURES' });
    expect(history).toEqual({ list: [], endId: '' });
    expect(await get('account', 'bill', { productType: 'COIN-FUTURES' })).toEqual({
      bills: [],
      endId: '',
    });
    expect(await get('account', 'sub-account-assets')).toEqual([]);
    expect(await get('account', 'union-config', {})).toMatchObject({ imr: '0' });
    expect(await get('account', 'switch-union-usdt', {})).toEqual({ usdtAmount: '0' });
    expect(await get('account', 'transfer-limits', { coin: 'USDT' })).toMatchObject({
      maxTransferIn: '0',
    });
    expect(await get('account', 'interest-history')).toMatchObject({ interestList: [] });
  });

  it('below nothing is told as it is', async () => {
    await done('set-leverage', { leverage: '100' });
    await trade({ size: '16' });
    await rest.bob('POST', '/mix/account/set-leverage', { ...CONTRACT, leverage: '20' });
    index(rest, 53_700, 3_000);
    expect(listOf(await get('account', 'accounts'))).toHaveLength(1);
    expect((await rest.alice('GET', '/account/all-account-balance')).body.code).toBe('00000');
  });

  it('has fees of its own in each contract', async () => {
    const rates = async (path: string, query: object) =>
      (await rest.alice('GET', `/common/${path}`, { ...query })).body;
    const mine = { makerFeeRate: '0.0002', takerFeeRate: '0.0006' };
    const query = { symbol: 'BTCUSDT', businessType: 'mix' };
    expect((await rates('trade-rate', query)).data).toEqual(mine);
    expect((await rates('all-trade-rate', { businessType: 'mix' })).data).toEqual([
      { symbol: 'BTCUSDT', ...mine },
      { symbol: 'ETHUSDT', ...mine },
    ]);
    expect((await rates('trade-rate', { ...query, businessType: 'margin' })).code).toBe('40919');
    expect((await rates('trade-rate', { ...query, symbol: 'NOPE' })).code).toBe('40309');
  });
});

describe('what an order would be', () => {
  it('the largest that may be placed is placed, and not a lot more', async () => {
    const { maxOpen } = (await get('account', 'max-open', {
      ...CONTRACT,
      posSide: 'long',
      orderType: 'limit',
      openPrice: '60000',
    })) as unknown as { maxOpen: string };
    // 100,000 of margin at 20x, less the fee of a taker.
    expect(Number(maxOpen)).toBeGreaterThan(32);
    expect(Number(maxOpen)).toBeLessThan(33.334);
    const more = (Number(maxOpen) + 0.0001).toFixed(4);
    const order = { symbol: 'BTCUSDT', marginCoin: 'USDT', orderType: 'limit', side: 'buy' };
    const at = { ...order, price: '60000' };
    expect((await mixOf(rest).post('/place-order', { ...at, size: more })).body.code).toBe('40712');
    await place({ size: maxOpen });
    const again = { ...CONTRACT, posSide: 'long', orderType: 'market' };
    // What rests holds its margin, not yet its fee.
    expect(Number((await get('account', 'max-open', again))['maxOpen'])).toBeLessThan(1);
    // The other way round it would only be smaller than the tier allows.
    const short = { ...again, posSide: 'short' };
    expect(Number((await get('account', 'max-open', short))['maxOpen'])).toBeGreaterThan(10);
  });

  it('is bounded by the tier of the leverage', async () => {
    await done('set-leverage', { leverage: '100' });
    const query = { ...CONTRACT, posSide: 'short', orderType: 'limit', openPrice: '60000' };
    expect(await get('account', 'max-open', query)).toEqual({ maxOpen: '16.6666' });
    await place({ size: '16.6666', side: 'sell' });
    expect(await get('account', 'max-open', query)).toEqual({ maxOpen: '0.0000' });
  });

  it('an amount of margin opens what it pays for, fee included', async () => {
    const query = { ...CONTRACT, openAmount: '1000', openPrice: '60000', leverage: '10' };
    const size = Number((await get('account', 'open-count', query))['size']);
    expect(size * 60_000 * (0.1 + 0.0006)).toBeLessThanOrEqual(1_000);
    expect((size + 0.0001) * 60_000 * (0.1 + 0.0006)).toBeGreaterThan(1_000);
  });

  it('its liquidation price is the one that the position has then', async () => {
    const query = { ...CONTRACT, posSide: 'long', orderType: 'limit', openPrice: '60000' };
    const { liqPrice } = await get('account', 'liq-price', { ...query, openAmount: '10' });
    await place({ side: 'sell', size: '10' }, 'bob');
    await place({ size: '10' });
    const [row] = listOf(await get('position', 'single-position'));
    expect(row?.['liquidationPrice']).toBe(liqPrice);
    const none = await get('account', 'liq-price', { ...query, openAmount: '0.5' });
    expect(Number(none['liqPrice'])).toBeGreaterThan(0);
    const missing = await rest.alice('GET', '/mix/account/liq-price', {
      ...CONTRACT,
      posSide: 'long',
      orderType: 'limit',
      openAmount: '1',
    });
    expect(missing.body.msg).toBe('openPrice is required');
  });
});

describe('a position', () => {
  it('from its opening to its history', async () => {
    await trade();
    await place({ price: '59000', size: '0.2' });
    await place({ side: 'sell', price: '62000', size: '0.1', reduceOnly: 'YES' });
    index(rest, 60_600, 3_000);
    const [row] = listOf(await get('position', 'all-position'));
    expect(row).toMatchObject({
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      holdSide: 'long',
      total: '0.5000',
      available: '0.4000',
      locked: '0.1000',
      openDelegateSize: '0.2000',
      openPriceAvg: '60000.0',
      leverage: '20',
      marginMode: 'crossed',
      posMode: 'one_way_mode',
      keepMarginRate: '0.004',
      achievedProfits: '0',
      deductedFee: '18',
      totalFee: '0',
      takeProfit: '',
      stopLoss: '',
      autoMargin: 'off',
      assetMode: 'single',
    });
    const [rank] = listOf(await get('position', 'adlRank'));
    expect(rank).toMatchObject({ symbol: 'BTCUSDT', holdSide: 'long', adlRank: '5' });
    await mixOf(rest, 'bob').post('/cancel-all-orders');
    await place({ side: 'buy', price: '60600' }, 'bob');
    await place({ side: 'sell', price: '60600', orderType: 'market' });
    expect(await get('position', 'all-position')).toEqual([]);
    const history = await get('position', 'history-position', { symbol: 'BTCUSDT' });
    expect(listOf(history['list'])).toMatchObject([
      {
        symbol: 'BTCUSDT',
        holdSide: 'long',
        openAvgPrice: '60000.0',
        closeAvgPrice: '60600.0',
        openTotalPos: '0.5000',
        closeTotalPos: '0.5000',
        pnl: '300',
        netProfit: '263.82',
        totalFunding: '0',
        openFee: '-18',
        closeFee: '-18.18',
        posMode: 'one_way_mode',
        leverage: '20',
        ctime: row?.['cTime'],
      },
    ]);
  });

  it('shows the take profit and the stop loss that are on it', async () => {
    await trade();
    const plan = { ...CONTRACT, holdSide: 'buy', triggerType: 'mark_price' };
    const profit = { ...plan, planType: 'pos_profit', triggerPrice: '65000' };
    const placed = await rest.alice('POST', '/mix/order/place-tpsl-order', profit);
    const [row] = listOf(await get('position', 'single-position'));
    expect(row).toMatchObject({
      takeProfit: '65000.0',
      takeProfitId: placed.body.data['orderId'],
      stopLoss: '',
    });
  });

  it('history goes on below its endId', async () => {
    for (let i = 0; i < 5; i++) {
      await trade({ size: '0.1' });
      await place({ side: 'buy', size: '0.1' }, 'bob');
      await place({ side: 'sell', size: '0.1' });
    }
    const seen: string[] = [];
    for (let idLessThan: string | undefined; ; ) {
      const query = { limit: '2', ...(idLessThan === undefined ? {} : { idLessThan }) };
      const { list, endId } = await get('position', 'history-position', query);
      if (listOf(list).length === 0) break;
      seen.push(...listOf(list).map((row) => textOf(row['positionId'])));
      idLessThan = textOf(endId);
    }
    expect(new Set(seen).size).toBe(5);
    const late = { startTime: String(rest.now + 60_000), endTime: String(rest.now + 70_000) };
    expect(listOf((await get('position', 'history-position', late))['list'])).toEqual([]);
    const all = await get('position', 'history-position', { limit: '1000' });
    expect(listOf(all['list'])).toHaveLength(5);
  });
});

describe('the ledger', () => {
  const bills = async (query: object = {}) =>
    listOf((await get('account', 'bill', { productType: 'USDT-FUTURES', ...query }))['bills']);

  it('tells trades with profit and fee, fundings and transfers, with the balance after each', async () => {
    await trade();
    rest.now = START + 8 * 3_600_000;
    index(rest, 60_000, 3_000);
    const transfer = { fromType: 'spot', toType: 'usdt_futures', coin: 'USDT', amount: 5 };
    await rest.alice('POST', '/spot/wallet/transfer', transfer);
    const all = await bills();
    expect(all.map((row) => row['businessType'])).toEqual([
      'trans_from_exchange',
      'contract_settle_fee',
      'buy',
      'deposit',
    ]);
    expect(all[2]).toMatchObject({ symbol: 'BTCUSDT', amount: '0', fee: '-18', balance: '99982' });
    const funding = { businessType: 'contract_settle_fee' };
    const [paid] = await bills({ ...funding, symbol: 'BTCUSDT' });
    expect(paid).toMatchObject({ symbol: 'BTCUSDT', coin: 'USDT', fee: '0' });
    expect(Number(paid?.['amount'])).toBeLessThan(0);
    expect(await bills({ onlyFunding: 'yes' })).toHaveLength(3);
    expect(await bills({ businessType: 'BUY' })).toHaveLength(1);
    expect(await bills({ businessType: 'append_margin' })).toEqual([]);
    const unheard = await rest.alice('GET', '/mix/account/bill', {
      ...CONTRACT,
      businessType: 'heist',
    });
    expect(unheard.body.msg).toMatch(/^businessType must be buy\/sell\/contract_settle_fee/);
    const page = await bills({ limit: '1000', idLessThan: all[1]?.['billId'] });
    expect(page).toHaveLength(2);
  });
});

describe('transfers', () => {
  const move = (change: object) =>
    rest.alice('POST', '/spot/wallet/transfer', {
      fromType: 'spot',
      toType: 'usdt_futures',
      coin: 'USDT',
      amount: '1000',
      ...change,
    });

  it('between spot and futures, found again on both sides', async () => {
    const before = rest.views.balance(ALICE_SPOT, 1).available;
    const there = await move({ clientOid: 't-1' });
    expect((await move({ clientOid: 't-1' })).body.data).toEqual(there.body.data);
    expect(rest.views.balance(ALICE_SPOT, 1).available).toBe(before - 1_000_00000000n);
    await move({ fromType: 'usdt_futures', toType: 'p2p', amount: '50.12345678' });
    const records = await rest.alice('GET', '/spot/account/transferRecords', { coin: 'USDT' });
    expect(records.body.data).toMatchObject([
      { fromType: 'usdt_futures', toType: 'p2p', size: '50.12345678', status: 'Successful' },
      { fromType: 'spot', toType: 'usdt_futures', size: '1000', clientOid: 't-1' },
    ]);
    const from = { coin: 'USDT', fromType: 'usdt_futures' };
    expect(
      listOf((await rest.alice('GET', '/spot/account/transferRecords', from)).body.data),
    ).toHaveLength(1);
    const equity = listOf(await get('account', 'accounts'))[0]?.['accountEquity'];
    expect(equity).toBe('100949.87654322');
  });

  it('take only what no position needs, and only the margin coin', async () => {
    await trade();
    const out = { fromType: 'usdt_futures', toType: 'spot' };
    const refusal = async (change: object) => (await move(change)).body;
    expect(await refusal({ ...out, amount: '99000' })).toMatchObject({
      code: '40711',
      msg: expect.stringMatching(/^99000 USDT asked for, 984\d\d(\.\d+)? USDT is not needed/),
    });
    expect(await refusal({ coin: 'BTC' })).toMatchObject({
      code: '43129',
      msg: 'a futures account takes only USDT, not BTC',
    });
    expect(await refusal({ toType: 'usdc_futures' })).toMatchObject({ code: '40919' });
    expect(await refusal({ amount: '9999999' })).toMatchObject({ code: '43012' });
    const coins = async (fromType: string, toType: string) =>
      (await rest.alice('GET', '/spot/wallet/transfer-coin-info', { fromType, toType })).body.data;
    expect(await coins('spot', 'usdt_futures')).toEqual(['USDT']);
    expect(await coins('usdt_futures', 'p2p')).toEqual(['USDT']);
    expect(listOf(await coins('spot', 'p2p'))).toHaveLength(3);
  });
});
