/**
 * S17: what is asked for 50 times at once under one id of its owner happens once, on every route that
 * takes such an id to make something: they are found by what they declare.
 */
import { AccountKind, accountOf, OWN_CHAIN, wireUserId } from '@halcyon/domain';
import { ROUTES } from '@halcyon/protocol';
import { describe, expect, it } from 'vitest';
import { openContracts } from './contracts.ts';
import { ALICE, BOB, type TestRest } from './harness.ts';
import { MarginFixture, openMargin } from './margin-fixture.ts';
import { CONTRACT, MixTrader } from './mix-trader.ts';

const { addressOf } = OWN_CHAIN;

const AT_ONCE = 50;
const USDT = 1;

/** Routes that name an order by its id rather than give it one. */
const NAMING = /\.(?:cancel|modify|pause|resume)/;
const GIVING = ROUTES.filter(
  ({ method, name, request }) =>
    method === 'POST' &&
    !NAMING.test(name) &&
    Object.keys(request.properties).some((field) => /clientOid$/i.test(field)),
);

interface Case {
  /** What has to be there. */
  readonly open: () => Promise<TestRest>;
  readonly body: Readonly<Record<string, unknown>>;
}

const SPOT = { symbol: 'BTCUSDT', side: 'buy', size: '0.01' };
const MARGIN = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' };
const MIX = { ...CONTRACT, side: 'buy', orderType: 'limit', price: '59000', size: '0.1' };
const HELD = { ...CONTRACT, holdSide: 'long' };

async function marginAccount(kind: 'crossed' | 'isolated'): Promise<TestRest> {
  const rest = await openMargin();
  const pair = kind === 'crossed' ? {} : { symbol: 'BTCUSDT' };
  await new MarginFixture(rest).bring(`${kind}_margin`, 'USDT', '100000', pair);
  return rest;
}

async function indebted(kind: 'crossed' | 'isolated'): Promise<TestRest> {
  const rest = await marginAccount(kind);
  const loan = { coin: 'BTC', symbol: 'BTCUSDT', borrowAmount: '0.5' };
  await new MarginFixture(rest).post(`/${kind}/account/borrow`, loan);
  return rest;
}

async function withPosition(): Promise<TestRest> {
  const rest = await openContracts();
  await new MixTrader(rest).trade();
  return rest;
}

/** Bob buys what Alice sells. */
async function withBuyer(): Promise<TestRest> {
  const rest = await withPosition();
  await new MixTrader(rest).place({ size: '5' }, 'bob');
  return rest;
}

async function withMoney(): Promise<TestRest> {
  const rest = await openMargin();
  rest.takeNewestRules();
  return rest;
}

const loans = (kind: 'crossed' | 'isolated'): Record<string, Case> => {
  const coin = { coin: 'BTC', ...(kind === 'isolated' && { symbol: 'BTCUSDT' }) };
  return {
    [`margin.${kind}.borrow`]: {
      open: () => marginAccount(kind),
      body: { ...coin, borrowAmount: '0.1' },
    },
    [`margin.${kind}.repay`]: { open: () => indebted(kind), body: { ...coin, repayAmount: '0.1' } },
    [`margin.${kind}.placeOrder`]: {
      open: () => marginAccount(kind),
      body: { ...MARGIN, loanType: 'normal', price: '59000', baseSize: '0.01' },
    },
  };
};

/** A request of each, which succeeds once. */
const CASES: Readonly<Record<string, Case>> = {
  'spot.trade.placeOrder': {
    open: withMoney,
    body: { ...SPOT, orderType: 'limit', force: 'gtc', price: '59000' },
  },
  'spot.trade.placeOcoOrder': {
    open: withMoney,
    body: { ...SPOT, price: '59000', triggerPrice: '61000', stopClientOid: 'once-stop' },
  },
  'spot.trade.placePlanOrder': {
    open: withMoney,
    body: {
      ...{ ...SPOT, orderType: 'limit', executePrice: '59000' },
      ...{ triggerPrice: '61000', triggerType: 'fill_price' },
    },
  },
  'spot.trade.placeParentOrder': {
    open: withMoney,
    body: { ...SPOT, parentType: 'iceberg', price: '59000', displaySize: '0.004' },
  },
  'spot.wallet.transfer': {
    open: withMoney,
    body: { fromType: 'spot', toType: 'p2p', amount: '10', coin: 'USDT' },
  },
  'spot.wallet.subAccountTransfer': {
    open: withMoney,
    body: {
      ...{ fromType: 'spot', toType: 'p2p', amount: '10', coin: 'USDT' },
      ...{ fromUserId: wireUserId(ALICE), toUserId: wireUserId(ALICE) },
    },
  },
  'spot.wallet.withdrawal': {
    open: withMoney,
    body: {
      ...{ coin: 'USDT', transferType: 'on_chain', chain: 'HALCYON', size: '50' },
      address: addressOf(BOB, USDT),
    },
  },
  ...loans('crossed'),
  ...loans('isolated'),
  'mix.trade.placeOrder': { open: openContracts, body: { ...MIX, marginMode: 'crossed' } },
  'mix.trade.reverse': { open: withBuyer, body: { ...CONTRACT, size: '0.5' } },
  'mix.plan.placePlanOrder': {
    open: openContracts,
    body: {
      ...{ ...MIX, marginMode: 'crossed', planType: 'normal_plan' },
      ...{ triggerPrice: '58000', triggerType: 'mark_price' },
    },
  },
  'mix.plan.placeTpslOrder': {
    open: withPosition,
    body: { ...HELD, planType: 'profit_plan', triggerPrice: '61000', size: '0.1' },
  },
  'mix.plan.placePositionTpsl': {
    open: withPosition,
    body: {
      ...{ ...HELD, stopSurplusTriggerPrice: '61000', stopSurplusClientOid: 'once-profit' },
      ...{ stopLossTriggerPrice: '59000', stopLossClientOid: 'once-loss' },
    },
  },
};

/** All that Alice has and has asked for. */
function effects({ views, mails }: TestRest): object {
  const kinds = Object.entries(AccountKind).map(([name, kind]) => {
    const account = accountOf(ALICE, kind);
    const money = views
      .balances(account)
      .map(({ asset, available, held }) => [asset, String(available), String(held)]);
    const orders = [views.openOrderCount(account), views.plans(account).length];
    orders.push(views.parents(account).length);
    const debts = views.loans.debts(account).map(({ asset, principal }) => [asset, principal]);
    const positions = views.contracts.positions(account).map(({ lots }) => lots);
    return [name, { money, orders, debts, positions }];
  });
  return { ...Object.fromEntries(kinds), mails: mails.length };
}

/** What becomes of so many requests at once to an engine that takes its time. */
async function afterAsking(path: string, { open, body }: Case, times: number): Promise<object> {
  const rest = await open();
  rest.engine.delayMs = () => 1;
  const before = JSON.stringify(effects(rest));
  const fields = { clientOid: 'once', ...body };
  const request = () => rest.call('alice-key-1', 'POST', path, { body: fields });
  const answers = await Promise.all(Array.from({ length: times }, request));
  expect(
    answers.some(({ body: { code } }) => code === '00000'),
    JSON.stringify(answers[0]),
  ).toBe(true);
  const after = effects(rest);
  expect(JSON.stringify(after)).not.toBe(before);
  await rest.app.close();
  return after;
}

describe(`S17 ${AT_ONCE} requests at once under one id`, () => {
  it('are tried of every route that takes one', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(GIVING.map(({ name }) => name).toSorted());
  });

  it.each(GIVING.map(({ name, path }) => [name, path] as const))('%s', async (name, path) => {
    const one = CASES[name]!;
    expect(await afterAsking(path, one, AT_ONCE)).toEqual(await afterAsking(path, one, 1));
  });
});
