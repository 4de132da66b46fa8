/**
 * What the reference says of answers, and what answers say: amounts, prices and sizes are text everywhere,
 * and a populated exchange answers each route with the fields that it declares and with no others.
 */
import { ROUTES, type RouteSpec } from '@halcyon/protocol';
import type { TObject, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopyThings } from '../copy-things.ts';
import { Estate, type Fields, named, type Reply } from '../estate.ts';
import { MIX, PAIR, thingsOf } from '../things.ts';
import { sampleRequest } from './harness.ts';

const HOUR_MS = 3_600_000;
const CONVERSION = { fromCoin: 'BTC', toCoin: 'USDT', fromCoinSize: '0.01' };

/** The numbers that are no text, as the wire has them: ids below 2^53, counts, and one kind of book. */
const NUMBERS = [
  'mix.account.subAccountAssets [].userId',
  'mix.market.mergeDepth asks[][]',
  'mix.market.mergeDepth bids[][]',
  'spot.account.info parentId',
  'spot.account.subAccountAssets [].id',
  'spot.account.subAccountAssets [].userId',
  'spot.market.vipFeeRate [].level',
  'user.virtualSubAccounts endId',
];

/** Names of fields that count money, coins or what a coin costs. */
const COUNTED =
  /amount|size|price|avail|frozen|locked|balance|volume|fee|profit|margin|pnl|rate|worth/i;

interface Keywords {
  readonly type?: string;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** Every declared field below a schema that has no others below it. */
function leavesOf(schema: TSchema, at = ''): [path: string, type: string][] {
  const { type = '', anyOf, items, properties } = schema as Keywords;
  if (anyOf !== undefined) return anyOf.flatMap((one) => leavesOf(one, at));
  if (items !== undefined) return leavesOf(items, `${at}[]`);
  if (properties === undefined) return [[at, type]];
  return Object.entries(properties).flatMap(([name, field]) =>
    leavesOf(field, at === '' ? name : `${at}.${name}`),
  );
}

describe('what is declared of answers', () => {
  const leaves = ROUTES.flatMap(({ name, data }) =>
    leavesOf(data).map(([path, type]) => ({ path: `${name} ${path}`.trimEnd(), type })),
  );

  it('is text, but for numbers that are named one by one', () => {
    expect(leaves.length).toBeGreaterThan(900);
    const numbers = leaves.filter(({ type }) => type === 'number' || type === 'integer');
    expect(numbers.map(({ path }) => path).sort()).toEqual(NUMBERS);
    const kinds = new Set(leaves.map(({ type }) => type));
    expect([...kinds].sort()).toEqual(['boolean', 'null', 'number', 'string']);
  });

  it('is text wherever the name is that of an amount, a price or a size', () => {
    const counted = leaves.filter(({ path }) => COUNTED.test(path.split('.').at(-1) ?? ''));
    expect(counted.length).toBeGreaterThan(300);
    expect(counted.filter(({ type }) => type === 'number')).toEqual([]);
  });
});

/** Where a value has fields that its schema has not. */
function undeclared(schema: TSchema, value: unknown, at = ''): string[] {
  const { anyOf, items, properties } = schema as Keywords;
  if (anyOf !== undefined) {
    const meant = anyOf.find((one) => Check(one, value));
    return meant === undefined ? [] : undeclared(meant, value, at);
  }
  if (items !== undefined) {
    return (value as unknown[]).flatMap((one) => undeclared(items, one, `${at}[]`));
  }
  if (properties === undefined) return [];
  return Object.entries(value as object).flatMap(([name, field]) => {
    const own = properties[name];
    return own === undefined ? [`${at}.${name}`] : undeclared(own, field, `${at}.${name}`);
  });
}

let estate: Estate;
const answered = new Map<string, unknown[]>();

/** What was made, by what it is called. */
const made = new Map<string, string>();

const pairs = (names: readonly string[], fields: () => Fields) =>
  Object.fromEntries(names.map((name) => [name, fields] as const));

/** What requests say beside their required fields, and where those have other words. */
const MORE: Readonly<Record<string, () => Fields>> = {
  ...pairs(
    ['mix.market.candles', 'mix.market.historyCandles', 'mix.market.historyMarkCandles'],
    () => ({ granularity: '1m' }),
  ),
  'mix.market.historyIndexCandles': () => ({ granularity: '1m' }),
  ...pairs(['mix.plan.plansHistory', 'mix.plan.plansPending'], () => ({
    planType: 'normal_plan',
  })),
  ...pairs(
    ['spot.wallet.subAccountDepositAddress', 'spot.wallet.subAccountDepositRecords'],
    () => ({ subUid: named(estate.owner.sub) }),
  ),
  'user.virtualSubAccountApiKeys': () => ({ subAccountUid: named(estate.owner.sub) }),
  'spot.trade.orderInfo': () => ({ orderId: made.get('spot fill') }),
  'spot.trade.planSubOrder': () => ({ planOrderId: made.get('spot plan that became an order') }),
  'mix.plan.planSubOrder': () => ({ planOrderId: made.get('contract plan that became an order') }),
  'mix.trade.orderDetail': () => ({ ...MIX, orderId: made.get('contract fill') }),
  'convert.quotedPrice': () => CONVERSION,
  ...pairs(['mix.account.account', 'mix.position.singlePosition'], () => MIX),
  'mix.account.openCount': () => ({ ...MIX, openAmount: '1000', openPrice: '60000' }),
  'mix.account.maxOpen': () => ({ ...MIX, posSide: 'long', orderType: 'market' }),
  'mix.account.liqPrice': () => ({
    ...{ ...MIX, posSide: 'short', orderType: 'limit' },
    ...{ openAmount: '0.01', openPrice: '60000' },
  }),
  ...pairs(
    ROUTES.filter(({ name }) => name.startsWith('copy.trader.')).map(({ name }) => name),
    () => ({ traderId: made.get('own trader') }),
  ),
  'copy.follower.querySettings': () => ({ traderId: made.get('followed trader') }),
};

/** What this exchange has nothing of: no auctions, no platform coin, no bots, no copies of other venues. */
const NONE = [
  'public.announcements',
  'margin.longShort',
  'account.botAssets',
  'convert.bgbCoins',
  'convert.bgbRecords',
  'mix.market.discountRate',
  'mix.market.exchangeRate',
  'mix.market.unionInterestRateHistory',
  'mix.market.accountLongShort',
  'mix.market.positionLongShort',
  'mix.market.longShort',
  'mix.account.isolatedSymbols',
  'mix.account.interestHistory',
];

/** Always refused: pairs open without one. */
const AUCTION = 'spot.market.auction';

/** What did not happen to the owner. */
const NOT_HERE = [
  'margin.crossed.liquidationHistory',
  'margin.crossed.liquidationOrders',
  'margin.isolated.liquidationHistory',
  'margin.isolated.liquidationOrders',
  'mix.market.historyFundRate',
];

function requestOf(route: RouteSpec): Fields {
  const required = (route.request as TObject).required as readonly string[] | undefined;
  const sample: Fields = {
    ...sampleRequest(route),
    ...{ startTime: String(Date.now() - HOUR_MS), endTime: String(Date.now() + HOUR_MS) },
  };
  const base = Object.entries(sample).filter(([name]) => required?.includes(name));
  return { ...Object.fromEntries(base), ...MORE[route.name]?.() };
}

function note(path: string, { text }: Reply): void {
  const { code, data } = JSON.parse(text) as { code: string; data: unknown };
  if (code === '00000') answered.set(path, [...(answered.get(path) ?? []), data]);
}

beforeAll(async () => {
  estate = await Estate.open();
  const wire = estate.wire.bind(estate);
  estate.wire = async (key, method, path, fields) => {
    const reply = await wire(key, method, path, fields);
    note(path, reply);
    return reply;
  };
  for (const [name, make] of Object.entries(thingsOf(estate))) {
    estate.prices();
    made.set(name, (await make()).id);
  }
  // A position that is closed, by a market order.
  estate.bid();
  await estate.asked('/mix/order/close-positions', MIX);
  const order = { ...MIX, marginMode: 'crossed', side: 'sell', orderType: 'limit', size: '0.01' };
  await estate.asked('/mix/order/place-order', { ...order, price: '60000' });
  // One that meets the owner's own, and a conversion.
  const own = { ...PAIR, orderType: 'limit', force: 'gtc', size: '0.01', price: '59500' };
  await estate.asked('/spot/trade/place-order', { ...own, side: 'buy' });
  await estate.asked('/spot/trade/place-order', { ...own, side: 'sell', stpMode: 'cancel_taker' });
  const orderId = made.get('paused spot parent order');
  await estate.asked('/spot/trade/cancel-parent-order', { orderId });
  const { traceId, ...quoted } = await estate.asked('/convert/quoted-price', CONVERSION, 'GET');
  await estate.asked('/convert/trade', { ...quoted, traceId });
  await copyTrading();
});

/** The owner trades for somebody who follows, and follows somebody; a share was paid, positions are open. */
async function copyTrading(): Promise<void> {
  const { owner } = estate;
  const copying = new CopyThings(estate);
  const [own, followed] = [await copying.trader(), await copying.followed()];
  const leave = copying.joined(own);
  await copying.opens(owner, own);
  await copying.closes(owner, own);
  leave();
  copying.joined(own);
  await copying.opens(owner, own);
  // What was in the book was taken.
  const order = { ...MIX, marginMode: 'crossed', side: 'buy', orderType: 'limit', size: '0.01' };
  await estate.asked('/mix/order/place-order', { ...order, price: '58000' });
  made.set('own trader', own).set('followed trader', followed);
}

afterAll(async () => {
  await estate?.close();
});

describe('what a populated exchange answers', () => {
  const reads = ROUTES.filter(({ method, name }) => method === 'GET' && name !== AUCTION);

  it.each(reads.map((route) => [route.path, route] as const))('%s', async (path, route) => {
    estate.prices();
    const { text } = await estate.wire(estate.owner.key, 'GET', path, requestOf(route));
    expect(text).toContain('"code":"00000"');
  });

  it('has the fields that are declared, of their kinds, and no others', () => {
    const routes = ROUTES.filter(({ path }) => answered.has(path));
    expect(routes.length).toBeGreaterThan(reads.length + 15);
    const faults = routes.flatMap(({ path, data }) =>
      answered
        .get(path)!
        .flatMap((said) => [
          ...[...Errors(data, said)].map((error) => `${path}: ${JSON.stringify(error)}`),
          ...undeclared(data, said).map((field) => `${path} says ${field}`),
        ]),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('is of lists that have rows, but for those that this exchange has nothing for', () => {
    const empty = (data: unknown): boolean =>
      Array.isArray(data)
        ? data.length === 0
        : typeof data === 'object' &&
          data !== null &&
          Object.values(data).some((part) => Array.isArray(part)) &&
          Object.values(data).every((part) => !Array.isArray(part) || part.length === 0);
    const bare = reads.filter(({ path }) => answered.get(path)?.every(empty) ?? true);
    expect(bare.map(({ name }) => name).sort()).toEqual([...NONE, ...NOT_HERE].sort());
  });
});
