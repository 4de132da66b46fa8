/** Accounts and positions of contracts over REST: real core, real records. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BTC_CONTRACT, index, mixOf, openContracts } from './contracts.ts';
import { ALICE_SPOT, listOf, START, type TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { CONTRACT, MixTrader } from './mix-trader.ts';

let rest: TestRest;
let records: KeptRecords;
let mix: MixTrader;

beforeEach(async () => {
  records = await KeptRecords.open();
  rest = await openContracts((before) => records.follow(before));
  mix = new MixTrader(rest);
});

afterEach(() => records.close());

describe('an account', () => {
  it('has what is in its wallet, its margins and its profits', async () => {
    await mix.trade();
    await mix.place({ price: '59000', size: '1' });
    index(rest, 61_000, 3_000);
    const { mark } = rest.views.contracts.contract(BTC_CONTRACT);
    const profit = ((mark - 600_000) / 10) * 0.5;
    const [row] = listOf(await mix.get('account', 'accounts'));
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
    const one = await mix.get('account', 'account');
    expect(one['accountEquity']).toBe(row?.['accountEquity']);
    const all = listOf((await rest.alice('GET', '/account/all-account-balance')).body.data);
    expect(all[1]).toEqual({ accountType: 'futures', usdtBalance: row?.['accountEquity'] });
  });

  it('that nothing was ever done with is empty; other product types have none', async () => {
    rest.addKey('nobody-key', 16);
    expect(await mix.get('account', 'accounts', { productType: 'COIN-FUTURES' })).toEqual([]);
    for (const path of ['all-position', 'adlRank', 'single-position']) {
      expect(await mix.get('position', path)).toEqual([]);
    }
    expect(await mix.get('position', 'all-position', { productType: 'usdc-futures' })).toEqual([]);
    const history = await mix.get('position', 'history-position', { productType: 'COIN-FUTURES' });
    expect(history).toEqual({ list: [], endId: '' });
    expect(await mix.get('account', 'bill', { productType: 'COIN-FUTURES' })).toEqual({
      bills: [],
      endId: '',
    });
    expect(await mix.get('account', 'sub-account-assets')).toEqual([]);
    expect(await mix.get('account', 'union-config', {})).toMatchObject({ imr: '0' });
    expect(await mix.get('account', 'switch-union-usdt', {})).toEqual({ usdtAmount: '0' });
    expect(await mix.get('account', 'transfer-limits', { coin: 'USDT' })).toMatchObject({
      maxTransferIn: '0',
    });
    expect(await mix.get('account', 'interest-history')).toMatchObject({ interestList: [] });
  });

  it('below nothing is told as it is', async () => {
    await mix.done('set-leverage', { leverage: '100' });
    await mix.trade({ size: '16' });
    await rest.bob('POST', '/mix/account/set-leverage', { ...CONTRACT, leverage: '20' });
    index(rest, 53_700, 3_000);
    expect(listOf(await mix.get('account', 'accounts'))).toHaveLength(1);
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
    expect((await rates('trade-rate', { ...query, businessType: 'margin' })).data).toEqual(
      (await rates('trade-rate', { ...query, businessType: 'spot' })).data,
    );
    expect((await rates('trade-rate', { ...query, symbol: 'NOPE' })).code).toBe('40309');
  });
});

describe('what an order would be', () => {
  it('the largest that may be placed is placed, and not a lot more', async () => {
    const { maxOpen } = (await mix.get('account', 'max-open', {
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
    await mix.place({ size: maxOpen });
    const again = { ...CONTRACT, posSide: 'long', orderType: 'market' };
    // What rests holds its margin, not yet its fee.
    expect(Number((await mix.get('account', 'max-open', again))['maxOpen'])).toBeLessThan(1);
    // The other way round it would only be smaller than the tier allows.
    const short = { ...again, posSide: 'short' };
    expect(Number((await mix.get('account', 'max-open', short))['maxOpen'])).toBeGreaterThan(10);
  });

  it('is bounded by the tier of the leverage', async () => {
    await mix.done('set-leverage', { leverage: '100' });
    const query = { ...CONTRACT, posSide: 'short', orderType: 'limit', openPrice: '60000' };
    expect(await mix.get('account', 'max-open', query)).toEqual({ maxOpen: '16.6666' });
    await mix.place({ size: '16.6666', side: 'sell' });
    expect(await mix.get('account', 'max-open', query)).toEqual({ maxOpen: '0.0000' });
  });

  it('an amount of margin opens what it pays for, fee included', async () => {
    const query = { ...CONTRACT, openAmount: '1000', openPrice: '60000', leverage: '10' };
    const size = Number((await mix.get('account', 'open-count', query))['size']);
    expect(size * 60_000 * (0.1 + 0.0006)).toBeLessThanOrEqual(1_000);
    expect((size + 0.0001) * 60_000 * (0.1 + 0.0006)).toBeGreaterThan(1_000);
  });

  it('its liquidation price is the one that the position has then', async () => {
    const query = { ...CONTRACT, posSide: 'long', orderType: 'limit', openPrice: '60000' };
    const { liqPrice } = await mix.get('account', 'liq-price', { ...query, openAmount: '10' });
    await mix.place({ side: 'sell', size: '10' }, 'bob');
    await mix.place({ size: '10' });
    const [row] = listOf(await mix.get('position', 'single-position'));
    expect(row?.['liquidationPrice']).toBe(liqPrice);
    const none = await mix.get('account', 'liq-price', { ...query, openAmount: '0.5' });
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
    await mix.trade();
    await mix.place({ price: '59000', size: '0.2' });
    await mix.place({ side: 'sell', price: '62000', size: '0.1', reduceOnly: 'YES' });
    index(rest, 60_600, 3_000);
    const [row] = listOf(await mix.get('position', 'all-position'));
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
    const [rank] = listOf(await mix.get('position', 'adlRank'));
    expect(rank).toMatchObject({ symbol: 'BTCUSDT', holdSide: 'long', adlRank: '5' });
    await mixOf(rest, 'bob').post('/cancel-all-orders');
    await mix.place({ side: 'buy', price: '60600' }, 'bob');
    await mix.place({ side: 'sell', price: '60600', orderType: 'market' });
    expect(await mix.get('position', 'all-position')).toEqual([]);
    const history = await mix.get('position', 'history-position', { symbol: 'BTCUSDT' });
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
    await mix.trade();
    const plan = { ...CONTRACT, holdSide: 'buy', triggerType: 'mark_price' };
    const profit = { ...plan, planType: 'pos_profit', triggerPrice: '65000' };
    const placed = await rest.alice('POST', '/mix/order/place-tpsl-order', profit);
    const [row] = listOf(await mix.get('position', 'single-position'));
    expect(row).toMatchObject({
      takeProfit: '65000.0',
      takeProfitId: placed.body.data['orderId'],
      stopLoss: '',
    });
  });

  it('history goes on below its endId', async () => {
    for (let i = 0; i < 5; i++) {
      await mix.trade({ size: '0.1' });
      await mix.place({ side: 'buy', size: '0.1' }, 'bob');
      await mix.place({ side: 'sell', size: '0.1' });
    }
    const seen: string[] = [];
    for (let idLessThan: string | undefined; ; ) {
      const query = { limit: '2', ...(idLessThan === undefined ? {} : { idLessThan }) };
      const { list, endId } = await mix.get('position', 'history-position', query);
      if (listOf(list).length === 0) break;
      seen.push(...listOf(list).map((row) => textOf(row['positionId'])));
      idLessThan = textOf(endId);
    }
    expect(new Set(seen).size).toBe(5);
    const late = { startTime: String(rest.now + 60_000), endTime: String(rest.now + 70_000) };
    expect(listOf((await mix.get('position', 'history-position', late))['list'])).toEqual([]);
    const all = await mix.get('position', 'history-position', { limit: '1000' });
    expect(listOf(all['list'])).toHaveLength(5);
  });
});

describe('the ledger', () => {
  const bills = async (query: object = {}) =>
    listOf((await mix.get('account', 'bill', { productType: 'USDT-FUTURES', ...query }))['bills']);

  it('tells trades with profit and fee, fundings and transfers, with the balance after each', async () => {
    await mix.trade();
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
    const equity = listOf(await mix.get('account', 'accounts'))[0]?.['accountEquity'];
    expect(equity).toBe('100949.87654322');
  });

  it('take only what no position needs, and only the margin coin', async () => {
    await mix.trade();
    const out = { fromType: 'usdt_futures', toType: 'spot' };
    const refusal = async (change: object) => (await move(change)).body;
    expect(await refusal({ ...out, amount: '99000' })).toMatchObject({
      code: '40711',
      msg: expect.stringMatching(
        /^amount 99000 USDT is above 984\d\d(\.\d+)? USDT, all that open pos/,
      ),
    });
    expect(await refusal({ coin: 'BTC' })).toMatchObject({
      code: '43129',
      msg: 'transfers spot to usdt_futures take only USDT, not BTC',
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
