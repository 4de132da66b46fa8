/** What an account chooses for its contracts over REST, and what stands in its way. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE_FUTURES, BTC_CONTRACT, mixOf, openContracts } from './contracts.ts';
import { listOf, type TestRest } from './harness.ts';
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

/** A request is refused and changes nothing. */
async function refused(path: string, body: object = {}) {
  const { seq } = rest.views;
  const before = JSON.stringify([settings(), positions(), wallet()], big);
  const { status, body: answer } = await mix.post(path, body);
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

describe('leverage', () => {
  it('is that of the contract until it is chosen, and then of both directions', async () => {
    expect(await mix.get('account', 'account')).toMatchObject({
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
    expect(await mix.done('set-leverage', { leverage: '10' })).toEqual(chosen);
    expect(await mix.done('set-leverage', { leverage: 10, holdSide: 'long' })).toEqual(chosen);
    expect(await mix.done('set-leverage', { longLeverage: '9', shortLeverage: '9' })).toMatchObject(
      {
        crossMarginLeverage: '9',
      },
    );
  });

  it('may differ by direction where margin is isolated in hedge mode', async () => {
    await mix.done('set-position-mode', { posMode: 'hedge_mode' });
    await mix.done('set-margin-mode', { marginMode: 'isolated' });
    await mix.done('set-leverage', { leverage: '10', holdSide: 'long' });
    expect(await mix.done('set-leverage', { shortLeverage: '7' })).toMatchObject({
      longLeverage: '10',
      shortLeverage: '7',
    });
    expect(await mix.done('set-leverage', { longLeverage: '5', shortLeverage: '6' })).toMatchObject(
      {
        longLeverage: '5',
        shortLeverage: '6',
      },
    );
    expect(await mix.get('account', 'account')).toMatchObject({
      isolatedLongLever: '5',
      isolatedShortLever: '6',
      marginMode: 'isolated',
      posMode: 'hedge_mode',
    });
  });

  it('of both directions is refused for both', async () => {
    await mix.done('set-position-mode', { posMode: 'hedge_mode' });
    await mix.done('set-margin-mode', { marginMode: 'isolated' });
    await mix.done('set-leverage', { longLeverage: '5', shortLeverage: '20' });
    await mix.place({ side: 'sell', tradeSide: 'open', size: '20', price: '61000' });
    const high = await refused('set-leverage', { longLeverage: '7', shortLeverage: '25' });
    expect(high.code).toBe('40762');
    expect(await mix.get('account', 'account')).toMatchObject({
      isolatedLongLever: '5',
      isolatedShortLever: '20',
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
    await mix.trade({ size: '20', price: '60000' });
    expect(await refused('set-leverage', { leverage: '25' })).toEqual({
      code: '40762',
      msg: 'the position would be worth 1200000 USDT: this leverage allows at most 1000000 USDT',
    });
    const poor = await refused('set-leverage', { leverage: '5' });
    expect(poor.code).toBe('40712');
    expect(poor.msg).toMatch(/^insufficient margin: 180000 USDT needed, 3\d{4}(\.\d+)? USDT av/);
  });

  it('of all contracts at once, where all have it', async () => {
    await mix.done('set-all-leverage', { leverage: '12' });
    const ether = { ...CONTRACT, symbol: 'ETHUSDT' };
    expect(await mix.get('account', 'account', ether)).toMatchObject({
      crossedMarginLeverage: '12',
    });
    expect((await refused('set-all-leverage', { leverage: '101' })).code).toBe('40797');
    await mix.trade({ symbol: 'ETHUSDT', size: '350', price: '3000' });
    expect(await refused('set-all-leverage', { leverage: '25' })).toEqual({
      code: '40762',
      msg: 'the position would be worth 1050000 USDT: this leverage allows at most 1000000 USDT',
    });
    expect(rest.views.contracts.settings(ALICE_FUTURES, BTC_CONTRACT).leverage).toBe(12);
    const other = await refused('set-all-leverage', { leverage: '5', productType: 'COIN-FUTURES' });
    expect(other.msg).toMatch(/^contracts of COIN-FUTURES do not exist on this exchange/);
  });
});

describe('modes', () => {
  it('choosing what is so already is no error', async () => {
    expect(await mix.done('set-margin-mode', { marginMode: 'crossed' })).toEqual({
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      longLeverage: '20',
      shortLeverage: '20',
      marginMode: 'crossed',
    });
    const mode = await mix.done('set-position-mode', { posMode: 'one_way_mode' });
    expect(mode).toEqual({ posMode: 'one_way_mode' });
    expect(await mix.done('set-asset-mode', { assetMode: 'single' })).toBe('success');
  });

  it('what stands in the way of a margin mode is named', async () => {
    await mix.place({ price: '59000' });
    expect(await refused('set-margin-mode', { marginMode: 'isolated' })).toEqual({
      code: '40920',
      msg: 'cancel the open orders first: 1 are there',
    });
    await mix.trade();
    expect(await refused('set-margin-mode', { marginMode: 'isolated' })).toEqual({
      code: '45117',
      msg: 'close the position first: 0.5 BTC of BTCUSDT is open',
    });
  });

  it('what stands in the way of a position mode is named', async () => {
    const hedge = { posMode: 'hedge_mode' };
    await mix.place({ price: '59000' });
    expect(await refused('set-position-mode', hedge)).toMatchObject({ code: '40920' });
    await mix.trade({ size: '0.3' });
    expect(await refused('set-position-mode', hedge)).toEqual({
      code: '45117',
      msg: 'close the position first: 0.3 BTC of BTCUSDT is open',
    });
    const other = await refused('set-position-mode', { ...hedge, productType: 'USDC-FUTURES' });
    expect(other.code).toBe('40919');
  });

  it('contracts with isolated margin are listed', async () => {
    expect(await mix.get('account', 'isolated-symbols')).toEqual([]);
    await mix.done('set-margin-mode', { marginMode: 'isolated' });
    expect(await mix.get('account', 'isolated-symbols')).toEqual([
      { symbol: 'BTCUSDT', marginMode: 'isolated' },
    ]);
  });
});

describe('margin of a position', () => {
  const margin = async () =>
    listOf(await mix.get('position', 'single-position'))[0]?.['marginSize'];

  it('is added and taken', async () => {
    await mix.done('set-margin-mode', { marginMode: 'isolated' });
    await mix.trade();
    expect(await margin()).toBe('1500');
    await mix.done('set-margin', { amount: '100.5', holdSide: 'long' });
    expect(await margin()).toBe('1600.5');
    await mix.done('set-margin', { amount: -50 });
    await mix.done('set-margin', { amount: '-0.5', holdSide: 'buy' });
    expect(await margin()).toBe('1550');
  });

  it('is refused by name', async () => {
    expect(await refused('set-margin', { amount: '10' })).toMatchObject({ code: '22002' });
    await mix.trade();
    expect(await refused('set-margin', { amount: '10' })).toEqual({
      code: '40714',
      msg: 'only a position with isolated margin has margin of its own',
    });
    await mixOf(rest).post('/close-positions', { symbol: 'BTCUSDT' });
    await mix.place({ side: 'sell' }, 'bob');
    await mix.place({ side: 'buy' }, 'bob');
  });

  it('goes by what is there and what is needed', async () => {
    await mix.done('set-margin-mode', { marginMode: 'isolated' });
    await mix.trade();
    expect(await refused('set-margin', { amount: '1000000' })).toEqual({
      code: '40711',
      msg: 'amount 1000000 USDT is above 98482 USDT, all that open positions and debts do not need',
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
    await mix.done('set-position-mode', { posMode: 'hedge_mode' });
    await mix.done('set-margin-mode', { marginMode: 'isolated' });
    await mix.trade({ tradeSide: 'open' });
    expect((await refused('set-auto-margin', { autoMargin: 'on' })).msg).toBe(
      'holdSide is required',
    );
    const body = { autoMargin: 'on', holdSide: 'long', productType: undefined };
    await mix.done('set-auto-margin', body);
    expect(listOf(await mix.get('position', 'all-position'))).toMatchObject([
      { autoMargin: 'on', posMode: 'hedge_mode', holdSide: 'long' },
    ]);
    const other = await refused('set-auto-margin', { ...body, holdSide: 'short' });
    expect(other.code).toBe('22002');
  });
});
