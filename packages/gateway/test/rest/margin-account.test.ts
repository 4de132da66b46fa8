/** Margin accounts over REST: money, loans, limits, history; real core, real records. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOf, type TestRest, textOf } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { MarginFixture, openMargin, prices } from './margin-fixture.ts';

const HOUR = 3_600_000;
let rest: TestRest;
let records: KeptRecords;
let desk: MarginFixture;

beforeEach(async () => {
  records = await KeptRecords.open();
  rest = await openMargin((before) => records.follow(before));
  desk = new MarginFixture(rest);
});

afterEach(() => records.close());

describe('cross margin', () => {
  it('money comes, is borrowed, paid back, and leaves', async () => {
    await desk.bring('crossed_margin', 'USDT', '10000');
    const loan = await desk.post('/crossed/account/borrow', { coin: 'BTC', borrowAmount: '0.5' });
    expect(loan).toMatchObject({ coin: 'BTC', borrowAmount: '0.5' });
    const rows = listOf(await desk.get('/crossed/account/assets'));
    expect(rows.map(({ coin }) => coin)).toEqual(['BTC', 'USDT']);
    const [btc] = rows;
    // An hour at once, of the yearly 3.65 %: 0.5 · 0.0365 / 8,760, up.
    const interest = '0.00000209';
    expect(btc).toMatchObject({
      totalAmount: '0.5',
      available: '0.5',
      frozen: '0',
      borrow: '0.5',
      interest,
      net: `-${interest}`,
    });
    expect(await desk.get('/crossed/account/assets', { coin: 'btc' })).toEqual([btc]);
    const repaid = await desk.post('/crossed/account/repay', { coin: 'BTC', repayAmount: '0.2' });
    expect(repaid).toMatchObject({ repayAmount: '0.2', remainDebtAmount: '0.30000209' });
    const out = { fromType: 'crossed_margin', toType: 'spot', coin: 'USDT', amount: '1000' };
    const { body } = await rest.alice('POST', '/spot/wallet/transfer', out);
    expect(body.msg).toBe('success');
    const moved = listOf((await rest.alice('GET', '/spot/account/transferRecords')).body.data);
    expect(moved.map((row) => [row['fromType'], row['toType']])).toEqual([
      ['crossed_margin', 'spot'],
      ['spot', 'crossed_margin'],
    ]);
  });

  it('the most that may be borrowed and taken out is given, and not more', async () => {
    await desk.bring('crossed_margin', 'USDT', '10000');
    expect(await desk.get('/crossed/account/risk-rate')).toEqual({
      riskRateRatio: '0',
      riskRate: '0',
    });
    const most = async () => {
      const answer = await desk.get('/crossed/account/max-borrowable-amount', { coin: 'BTC' });
      return textOf(answer['maxBorrowableAmount']);
    };
    const before = Number(await most());
    expect(before).toBeGreaterThan(0.4);
    const over = { coin: 'BTC', borrowAmount: (before + 0.001).toFixed(8) };
    expect(await desk.refused('/crossed/account/borrow', over)).toContain('margin');
    await desk.post('/crossed/account/borrow', { coin: 'BTC', borrowAmount: await most() });
    expect(await most()).toBe('0');
    const out = async () => {
      const answer = await desk.get('/crossed/account/max-transfer-out-amount', { coin: 'USDT' });
      return textOf(answer['maxTransferOutAmount']);
    };
    const spare = await out();
    const transfer = (amount: string) =>
      rest.alice('POST', '/spot/wallet/transfer', {
        ...{ fromType: 'crossed_margin', toType: 'spot', coin: 'USDT', amount },
      });
    const beyond = await transfer(String(Number(spare) + 1));
    expect(beyond.body.code).not.toBe('00000');
    if (Number(spare) > 0) expect((await transfer(spare)).body.code).toBe('00000');
    const { riskRateRatio, riskRate } = await desk.get('/crossed/account/risk-rate');
    expect(riskRate).toBe(riskRateRatio);
    const { equity, keeps } = rest.views.loans.figures(16 * 8 + 2);
    expect(Number(riskRateRatio)).toBeCloseTo(keeps / equity, 5);
  });

  it('rates, levels and tiers are those of the terms', async () => {
    const [rates] = listOf(await desk.get('/crossed/interest-rate-and-limit', { coin: 'BTC' }));
    expect(rates).toMatchObject({
      coin: 'BTC',
      leverage: '5',
      borrowable: true,
      dailyInterestRate: '0.0001',
      annualInterestRate: '0.0365',
      maxBorrowableAmount: '10',
    });
    expect(listOf(rates?.['vipList']).map((row) => [row['level'], row['limit']])).toEqual([
      ['0', '10'],
      ['1', '16'],
    ]);
    // Nothing is in the pool of ETH.
    const [eth] = listOf(await desk.get('/crossed/interest-rate-and-limit', { coin: 'ETH' }));
    expect(eth).toMatchObject({ borrowable: false });
    expect(await desk.get('/crossed/tier-data', { coin: 'BTC' })).toEqual([
      {
        tier: '1',
        leverage: '5',
        coin: 'BTC',
        maxBorrowableAmount: '2',
        maintainMarginRate: '0.05',
      },
      {
        tier: '2',
        leverage: '3',
        coin: 'BTC',
        maxBorrowableAmount: '20',
        maintainMarginRate: '0.1',
      },
    ]);
  });

  it('what happened is listed, newest first, page by page', async () => {
    await desk.bring('crossed_margin', 'USDT', '10000');
    const ids: string[] = [];
    for (const borrowAmount of ['0.1', '0.2', '0.05']) {
      const request = { coin: 'BTC', borrowAmount, clientOid: `loan-${ids.length}` };
      const { loanId } = await desk.post('/crossed/account/borrow', request);
      ids.unshift(textOf(loanId));
      // Asked again, it is the same loan.
      expect((await desk.post('/crossed/account/borrow', request))['loanId']).toBe(loanId);
    }
    rest.now += HOUR;
    prices(rest, 60_000, 3_000);
    await desk.post('/crossed/account/repay', { coin: 'BTC', repayAmount: '0.1' });
    const window = { startTime: String(rest.now - 2 * HOUR), endTime: String(rest.now + 1) };
    const first = await desk.get('/crossed/borrow-history', { ...window, limit: '2' });
    expect(listOf(first['resultList']).map(({ loanId }) => loanId)).toEqual(ids.slice(0, 2));
    const rest2 = { ...window, idLessThan: textOf(first['minId']) };
    const second = await desk.get('/crossed/borrow-history', rest2);
    expect(listOf(second['resultList'])).toMatchObject([
      {
        ...{ loanId: ids[2], coin: 'BTC', borrowType: 'manual_loan' },
        ...{ borrowAmount: '0.1', amount: '0.1' },
      },
    ]);
    const one = await desk.get('/crossed/borrow-history', { ...window, loanId: ids[1]! });
    expect(listOf(one['resultList'])).toMatchObject([{ borrowAmount: '0.2' }]);
    const [repaid] = listOf((await desk.get('/crossed/repay-history', window))['resultList']);
    expect(repaid).toMatchObject({ repayAmount: '0.1', repayType: 'manual_repay' });
    const parts = Number(repaid?.['repayInterest']) + Number(repaid?.['repayPrincipal']);
    expect(parts).toBeCloseTo(0.1, 8);
    const interest = await desk.get('/crossed/interest-history', { ...window, coin: 'BTC' });
    const charged = listOf(interest['resultList']);
    expect(charged.map((row) => row['interstType'])).toEqual([
      'scheduled',
      ...['first', 'first', 'first'],
    ]);
    const ledger = await desk.get('/crossed/financial-records', window);
    expect(listOf(ledger['resultList']).map((row) => [row['marginType'], row['coin']])).toEqual([
      ['repay', 'BTC'],
      ['interest', 'BTC'],
      ...Array.from({ length: 3 }, () => ['borrow', 'BTC']),
      ['transfer_in', 'USDT'],
    ]);
    const bills = async (query: Record<string, string>) =>
      listOf((await desk.get('/crossed/financial-records', { ...window, ...query }))['resultList']);
    expect(await bills({ marginType: 'transfer_in' })).toMatchObject([
      { amount: '10000', balance: '10000' },
    ]);
    const amounts = async (marginType: string) =>
      (await bills({ marginType })).map((row) => [row['marginType'], row['amount']]);
    expect(await amounts('borrow')).toEqual(
      ['0.05', '0.2', '0.1'].map((amount) => ['borrow', amount]),
    );
    expect(await amounts('REPAY')).toEqual([['repay', expect.stringMatching(/^-0\.0999/)]]);
    expect(await amounts('interest')).toEqual([['interest', expect.stringMatching(/^-0\.0000/)]]);
    // A page of one kind is full of it.
    expect(await bills({ marginType: 'borrow', limit: '2' })).toMatchObject([
      { amount: '0.05' },
      { amount: '0.2' },
    ]);
    for (const marginType of [
      ...['transfer_out', 'liquidation_fee', 'compensate', 'deal_in', 'deal_out', 'confiscated'],
      ...['exchange_in', 'exchange_out', 'sys_exchange_in', 'sys_exchange_out'],
    ]) {
      const none = await desk.get('/crossed/financial-records', { marginType });
      expect(none, marginType).toEqual({ resultList: [], minId: '', maxId: '' });
    }
    const wrong = await desk.refused('/crossed/financial-records', { marginType: 'gift' }, 'GET');
    expect(wrong).toBe(
      '40020 marginType must be transfer_in/transfer_out/borrow/repay/liquidation_fee/compensate/' +
        'confiscated/deal_in/deal_out/interest, not gift',
    );
  });

  it('refuses by name', async () => {
    const borrow = (request: object) => desk.refused('/crossed/account/borrow', request);
    expect(await borrow({ coin: 'NOPE', borrowAmount: '1' })).toContain('NOPE does not exist');
    expect(await borrow({ coin: 'BTC', borrowAmount: '0' })).toContain('borrowAmount');
    expect(await borrow({ coin: 'BTC', borrowAmount: '0.0001' })).toContain('0.001 BTC');
    expect(await borrow({ coin: 'BTC', borrowAmount: '11' })).toContain('10 BTC');
    expect(await borrow({ coin: 'BTC', borrowAmount: '0.1' })).toContain('margin');
    const repay = await desk.refused('/crossed/account/repay', { coin: 'BTC', repayAmount: '1' });
    expect(repay).toContain('0 BTC');
    rest.now += 61_000;
    await desk.bring('crossed_margin', 'USDT', '10000');
    const stale = { coin: 'BTC' };
    const { maxBorrowableAmount } = await desk.get('/crossed/account/max-borrowable-amount', stale);
    expect(maxBorrowableAmount).toBe('0');
    expect(await borrow({ coin: 'BTC', borrowAmount: '0.1' })).toContain('too old to borrow');
  });
});

describe('a repeated clientOid', () => {
  it.each([
    ['crossed', {}],
    ['isolated', { symbol: 'BTCUSDT' }],
  ] as const)('of %s margin answers what was done the first time', async (kind, pair) => {
    await desk.bring(`${kind}_margin`, 'USDT', '10000', pair);
    const post = (name: string, request: object) =>
      desk.post(`/${kind}/account/${name}`, { ...pair, ...request });
    const loan = { coin: 'BTC', borrowAmount: '0.2', clientOid: 'same' };
    const lent = await post('borrow', loan);
    expect(lent).toMatchObject({ ...pair, coin: 'BTC', borrowAmount: '0.2' });
    const back = { coin: 'BTC', repayAmount: '0.05', clientOid: 'same' };
    const paid = await post('repay', back);
    expect(paid).toMatchObject({ repayAmount: '0.05', remainDebtAmount: '0.15000084' });
    await post('repay', { coin: 'BTC', repayAmount: '0.1' });
    for (const other of [{}, { coin: 'USDT', borrowAmount: '70', repayAmount: '70' }]) {
      expect(await post('borrow', { ...loan, ...other })).toEqual(lent);
      expect(await post('repay', { ...back, ...other })).toEqual(paid);
    }
    const rows = listOf(await desk.get(`/${kind}/account/assets`, pair));
    expect(rows.map((row) => [row['coin'], row['borrow']])).toEqual([
      ['BTC', '0.05000084'],
      ['USDT', '0'],
    ]);
  });
});

describe('isolated margin', () => {
  it('a pair has money, debts and limits of its own', async () => {
    const pair = { symbol: 'BTCUSDT' };
    await desk.bring('crossed_margin', 'USDT', '500');
    await desk.bring('isolated_margin', 'USDT', '10000', pair);
    const loan = { ...pair, coin: 'BTC', borrowAmount: '0.3' };
    expect(await desk.post('/isolated/account/borrow', loan)).toMatchObject({
      ...{ symbol: 'BTCUSDT', coin: 'BTC', borrowAmount: '0.3' },
    });
    const rows = listOf(await desk.get('/isolated/account/assets'));
    // Half a thousand and ten thousand; what was borrowed is there and owed, and an hour's interest.
    const values = listOf((await rest.alice('GET', '/account/all-account-balance')).body.data);
    const margin = values.find(({ accountType }) => textOf(accountType) === 'margin');
    expect(Number(margin?.['usdtBalance'])).toBeCloseTo(
      10_500 - 0.3 * (0.0365 / 8_760) * 60_000,
      2,
    );
    expect(rows).toMatchObject([
      { symbol: 'BTCUSDT', coin: 'BTC', totalAmount: '0.3', borrow: '0.3' },
      { symbol: 'BTCUSDT', coin: 'USDT', totalAmount: '10000', borrow: '0' },
    ]);
    const [cross] = listOf(await desk.get('/crossed/account/assets', { coin: 'USDT' }));
    expect(cross).toMatchObject({ totalAmount: '500', borrow: '0' });
    const { body } = await rest.alice('GET', '/spot/account/transferRecords');
    const moved = listOf(body.data).find(({ toType }) => textOf(toType) === 'isolated_margin');
    expect(moved).toMatchObject({ fromSymbol: '', toSymbol: 'BTCUSDT' });
    const [risk] = listOf(await desk.get('/isolated/account/risk-rate'));
    expect(risk?.['symbol']).toBe('BTCUSDT');
    expect(Number(risk?.['riskRateRatio'])).toBeGreaterThan(0);
    const most = await desk.get('/isolated/account/max-borrowable-amount', pair);
    expect(most).toMatchObject({ baseCoin: 'BTC', quoteCoin: 'USDT' });
    const amount = textOf(most['baseCoinMaxBorrowAmount']);
    await desk.post('/isolated/account/borrow', { ...pair, coin: 'BTC', borrowAmount: amount });
    const spare = await desk.get('/isolated/account/max-transfer-out-amount', pair);
    expect(Number(spare['baseCoinMaxTransferOutAmount'])).toBeLessThan(Number(amount));
    const repaid = { ...pair, coin: 'BTC', repayAmount: '0.1' };
    expect(await desk.post('/isolated/account/repay', repaid)).toMatchObject(pair);
  });

  it('rates, tiers and what happened name the pair', async () => {
    const pair = { symbol: 'BTCUSDT' };
    await desk.bring('isolated_margin', 'USDT', '10000', pair);
    await desk.post('/isolated/account/borrow', { ...pair, coin: 'USDT', borrowAmount: '50' });
    const [rates] = listOf(await desk.get('/isolated/interest-rate-and-limit', pair));
    expect(rates).toMatchObject({
      ...{ symbol: 'BTCUSDT', leverage: '5', baseCoin: 'BTC', quoteCoin: 'USDT' },
      ...{ baseMaxBorrowableAmount: '10', quoteMaxBorrowableAmount: '500000' },
      ...{ quoteTransferable: true, quoteTransferInAble: true },
    });
    expect(listOf(await desk.get('/isolated/tier-data', pair))).toMatchObject([
      { tier: '1', leverage: '5', initRate: '0.25', baseMaxBorrowableAmount: '2' },
      { tier: '2', leverage: '3', initRate: '0.5', quoteMaxBorrowableAmount: '500000' },
    ]);
    const [own] = listOf((await desk.get('/isolated/borrow-history', pair))['resultList']);
    expect(own).toMatchObject({ coin: 'USDT', borrowAmount: '50', amount: '50' });
    for (const path of ['borrow-history', 'interest-history', 'financial-records']) {
      const { resultList } = await desk.get(`/isolated/${path}`, pair);
      const rows = listOf(resultList);
      expect(rows.length, path).toBeGreaterThan(0);
      expect(new Set(rows.map(({ symbol }) => symbol))).toEqual(new Set(['BTCUSDT']));
    }
  });

  it('refuses a pair without terms, and a coin of another', async () => {
    const borrow = (request: object) => desk.refused('/isolated/account/borrow', request);
    const amount = { borrowAmount: '1' };
    expect(await borrow({ symbol: 'ETHUSDT', coin: 'ETH', ...amount })).toContain('ETHUSDT');
    expect(await borrow({ symbol: 'BTCUSDT', coin: 'ETH', ...amount })).toContain('ETH');
    expect(await borrow({ coin: 'BTC', ...amount })).toContain('symbol');
    const transfer = { fromType: 'spot', toType: 'isolated_margin', coin: 'USDT', amount: '1' };
    const { body } = await rest.alice('POST', '/spot/wallet/transfer', transfer);
    expect(body.msg).toContain('symbol');
  });
});
