/** What margin accounts are refused: each by the field and its limit, and nothing has changed. Real core. */
import { snapshotCore } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  SystemAccount,
} from '@halcyon/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, type TestRest } from './harness.ts';
import { MarginFixture, openMargin } from './margin-fixture.ts';

const PAIR = { symbol: 'BTCUSDT' };
const ORDER = { ...PAIR, side: 'buy', orderType: 'limit', force: 'gtc', loanType: 'normal' };
const KINDS = [
  ['crossed', {}],
  ['isolated', PAIR],
] as const;
/** What a request names as its coin where it is not about one that is lent there. */
const NOT_LENT = { crossed: 'GOLD', isolated: 'ETH' } as const;

let rest: TestRest;
let desk: MarginFixture;

beforeEach(async () => {
  rest = await openMargin();
  desk = new MarginFixture(rest);
});

/** All that Alice has and owes, what is in the pools, and the core's state but how many commands there were. */
function standing(): unknown {
  const { crossMargin, isolatedMargin, spot } = AccountKind;
  const accounts = [spot, crossMargin, isolatedMargin].map((kind) => accountOf(ALICE, kind));
  const seen = [...accounts, SystemAccount.loans].map((account) => [
    rest.views.balances(account),
    rest.views.loans.debts(account),
    rest.views.openOrders(account),
  ]);
  const parts = snapshotCore(rest.engine.core);
  const more = JSON.parse(new TextDecoder().decode(parts.get('rest')));
  const { seq: _seq, time: _time, chain: _chain, ...counters } = more.counters;
  return [seen, parts.get('loans'), parts.get('orders'), parts.get('users'), { ...more, counters }];
}

describe.each(KINDS)('a %s account', (kind, pair) => {
  const path = (name: string) => `/${kind}/${name}`;
  const account = `${kind}_margin`;
  const place = kind === 'crossed' ? 'cross margin account' : 'isolated margin account of BTCUSDT';

  beforeEach(async () => {
    const done = rest.engine.apply({
      kind: CommandKind.listAsset,
      code: 'GOLD',
      name: 'Gold',
      scale: 6,
    });
    expect(done.code).toBe(0);
    await desk.bring(account, 'USDT', '10000', pair);
    await desk.post(path('account/borrow'), { ...pair, coin: 'BTC', borrowAmount: '0.3' });
  });

  it.each([
    ['borrow', { borrowAmount: '0' }, 'borrowAmount must be above 0'],
    ['borrow', { borrowAmount: '-1' }, 'borrowAmount'],
    ['borrow', { borrowAmount: '0.000000001' }, 'borrowAmount'],
    ['borrow', { borrowAmount: '0.0009' }, '0.0009 BTC is below the smallest loan 0.001 BTC'],
    ['borrow', { borrowAmount: '1' }, 'borrowAmount 1 BTC is above '],
    [
      'borrow',
      { borrowAmount: '9.8' },
      '50035 borrowAmount: the debt would be 10.10000125 BTC, and one account may owe 10 BTC',
    ],
    ['borrow', {}, 'borrowAmount'],
    ['repay', { repayAmount: '0' }, 'repayAmount must be above 0'],
    ['repay', { repayAmount: '0.31' }, 'repayAmount 0.31 BTC is above 0.3'],
    ['repay', { coin: 'USDT', repayAmount: '5' }, 'repayAmount 5 USDT is above 0 USDT'],
    ['borrow', { coin: NOT_LENT[kind], borrowAmount: '1' }, `coin ${NOT_LENT[kind]} is not lent`],
    ['repay', { coin: NOT_LENT[kind], repayAmount: '1' }, `coin ${NOT_LENT[kind]} is not lent`],
  ])('%s %j: %s', async (name, request, message) => {
    const before = standing();
    const asked = { ...pair, coin: 'BTC', ...request };
    expect(await desk.refused(path(`account/${name}`), asked)).toContain(message);
    expect(standing()).toEqual(before);
  });

  it('borrows no more than is in the pool', async () => {
    const { views } = rest;
    const { unlent } = views.loans.coin(0)!;
    const left = 50_000_000n;
    const taken = { account: SystemAccount.external, from: SystemAccount.loans, asset: 0 };
    const amount = BigInt(unlent) - left;
    const by = { actor: 'test', reason: 'test', reference: '' };
    expect(rest.engine.apply({ kind: CommandKind.deposit, ...taken, amount, ...by }).code).toBe(0);
    const before = standing();
    const asked = { ...pair, coin: 'BTC', borrowAmount: '0.6' };
    expect(await desk.refused(path('account/borrow'), asked)).toContain(
      '50035 borrowAmount: a loan of 0.6 BTC is above 0.5 BTC, all that can be lent now',
    );
    // An order borrows what it lacks, and says which of its own fields was too much.
    const order = { ...ORDER, loanType: 'autoLoan', side: 'sell', price: '60000' };
    expect(await desk.refused(path('place-order'), { ...order, baseSize: '0.9' })).toBe(
      '50035 baseSize: a loan of 0.6 BTC is above 0.5 BTC, all that can be lent now',
    );
    expect(standing()).toEqual(before);
  });

  it('keeps what its debts need', async () => {
    const before = standing();
    const request = { fromType: account, toType: 'spot', coin: 'USDT', amount: '9900', ...pair };
    const { body } = await rest.alice('POST', '/spot/wallet/transfer', request);
    expect(`${body.code} ${body.msg}`).toMatch(
      /^40711 amount 9900 USDT is above [\d.]+ USDT, all that open positions and debts do not need$/,
    );
    expect(standing()).toEqual(before);
    const lacking = { ...request, amount: '20000' };
    const more = await rest.alice('POST', '/spot/wallet/transfer', lacking);
    expect(`${more.body.code} ${more.body.msg}`).toBe(
      `43012 insufficient balance in the ${place}: 20000 USDT needed, 10000 USDT available`,
    );
  });

  it('pays back no more than it has', async () => {
    const bought = { ...ORDER, side: 'sell', price: '61000', baseSize: '0.2' };
    await desk.post(path('place-order'), bought);
    const before = standing();
    const asked = { ...pair, coin: 'BTC', repayAmount: '0.15' };
    expect(await desk.refused(path('account/repay'), asked)).toBe(
      `43012 insufficient balance in the ${place}: 0.15 BTC needed, 0.1 BTC available`,
    );
    expect(standing()).toEqual(before);
  });

  it('places no order beyond what it has and may borrow', async () => {
    const offer = { ...PAIR, side: 'sell', orderType: 'limit', force: 'gtc', price: '61000' };
    await rest.bob('POST', '/spot/trade/place-order', { ...offer, size: '1' });
    const before = standing();
    const order = (more: object) => desk.refused(path('place-order'), { ...ORDER, ...more });
    const large = { price: '60000', baseSize: '0.2' };
    expect(await order(large)).toBe(
      `43012 insufficient balance in the ${place}: 12000 USDT needed, 10000 USDT available`,
    );
    const loan = { loanType: 'autoLoan', price: '60000' };
    expect(await order({ ...loan, baseSize: '4' })).toMatch(
      new RegExp(
        `^40712 insufficient margin in the ${place}: [\\d.]+ USDT needed, [\\d.]+ USDT av`,
      ),
    );
    expect(await order({ ...loan, baseSize: '9' })).toBe(
      '50035 baseSize: the debt would be 530000 USDT, and one account may owe 500000 USDT',
    );
    const market = { ...loan, orderType: 'market', quoteSize: '530000' };
    expect(await order(market)).toBe(
      '50035 quoteSize: the debt would be 520000 USDT, and one account may owe 500000 USDT',
    );
    expect(await order({ ...large, loanType: 'perhaps' })).toContain('loanType');
    expect(standing()).toEqual(before);
  });
});

it('margin is told in the coin in which it is reckoned, whatever the pair is of', async () => {
  const done = (command: CommandInput) => expect(rest.engine.apply(command).code).toBe(0);
  const [like] = rest.views.instruments();
  done({
    kind: CommandKind.listInstrument,
    ...like!,
    ...{ symbol: 'ETHBTC', base: 2, quote: 0, priceScale: 4, quantityScale: 4, notionalMin: 1 },
  });
  const last = rest.views.instruments().at(-1)!.id;
  done({ kind: CommandKind.seedLastPrice, instrument: last, price: 500 });
  await desk.bring('crossed_margin', 'USDT', '10000');
  const order = { ...ORDER, symbol: 'ETHBTC', price: '0.05', baseSize: '20', loanType: 'autoLoan' };
  expect(await desk.refused('/crossed/place-order', order)).toMatch(
    /^40712 insufficient margin in the cross margin account: [\d.]+ USDT needed, [\d.]+ USDT av/,
  );
});

it('an order in a pair of which a coin is not lent is refused by the name of the pair', async () => {
  const [like] = rest.views.instruments();
  const listing = { kind: CommandKind.listAsset, code: 'GOLD', name: 'Gold', scale: 6 } as const;
  expect(rest.engine.apply(listing).code).toBe(0);
  const base = rest.views.assetByCode('GOLD')!.id;
  const terms = { ...like!, symbol: 'GOLDUSDT', base, quantityScale: 4 };
  expect(rest.engine.apply({ kind: CommandKind.listInstrument, ...terms }).code).toBe(0);
  const before = standing();
  const order = { ...ORDER, symbol: 'GOLDUSDT', price: '3000', baseSize: '0.1' };
  expect(await desk.refused('/crossed/place-order', order)).toBe(
    '40309 symbol GOLDUSDT has no cross margin',
  );
  expect(standing()).toEqual(before);
});

it('a pair that has no isolated margin, and one where nothing was brought', async () => {
  const before = standing();
  const order = { ...ORDER, price: '3000', baseSize: '0.1' };
  expect(await desk.refused('/isolated/place-order', { ...order, symbol: 'ETHUSDT' })).toContain(
    'symbol ETHUSDT has no isolated margin',
  );
  const own = { ...order, price: '60000' };
  const place = 'in the isolated margin account of BTCUSDT';
  expect(await desk.refused('/isolated/place-order', own)).toBe(
    `43012 insufficient balance ${place}: 6000 USDT needed, 0 USDT available`,
  );
  const loan = { ...own, loanType: 'autoLoan' };
  expect(await desk.refused('/isolated/place-order', loan)).toMatch(
    new RegExp(`^40712 insufficient margin ${place}: [\\d.]+ USDT needed, -0.025 USDT available$`),
  );
  const repay = { ...PAIR, coin: 'BTC', repayAmount: '1' };
  expect(await desk.refused('/isolated/account/repay', repay)).toContain('is above 0 BTC');
  expect(standing()).toEqual(before);
});
