/** What margin accounts are refused: each by the field and its limit, and nothing has changed. Real core. */
import { snapshotCore } from '@halcyon/core';
import { AccountKind, accountOf, CommandKind, SystemAccount } from '@halcyon/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, type TestRest } from './harness.ts';
import { MarginDesk, openMargin } from './margin-desk.ts';

const PAIR = { symbol: 'BTCUSDT' };
const ORDER = { ...PAIR, side: 'buy', orderType: 'limit', force: 'gtc', loanType: 'normal' };
const KINDS = [
  ['crossed', {}],
  ['isolated', PAIR],
] as const;
/** What a request names as its coin where it is not about one that is lent there. */
const NOT_LENT = { crossed: 'GOLD', isolated: 'ETH' } as const;

let rest: TestRest;
let desk: MarginDesk;

beforeEach(async () => {
  rest = await openMargin();
  desk = new MarginDesk(rest);
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
    ['borrow', { borrowAmount: '9.8' }, 'may owe 10 BTC'],
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
      'borrowAmount 0.6 BTC is above 0.5 BTC, all that can be lent now',
    );
    expect(standing()).toEqual(before);
  });

  it('keeps what its debts need', async () => {
    const before = standing();
    const request = { fromType: account, toType: 'spot', coin: 'USDT', amount: '9900', ...pair };
    const { body } = await rest.alice('POST', '/spot/wallet/transfer', request);
    expect(body.msg).toMatch(/^9900 USDT asked for, [\d.]+ USDT is not needed by open positions/);
    expect(standing()).toEqual(before);
  });

  it('places no order beyond what it has and may borrow', async () => {
    const before = standing();
    const place = (more: object) => desk.refused(path('place-order'), { ...ORDER, ...more });
    const large = { price: '60000', baseSize: '0.2' };
    expect(await place(large)).toContain('insufficient balance: 12000 USDT needed, 10000 USDT');
    const loan = { loanType: 'autoLoan', price: '60000', baseSize: '4' };
    expect(await place(loan)).toMatch(/borrowAmount|insufficient margin: .* needed, .* available/);
    expect(await place({ ...large, loanType: 'perhaps' })).toContain('loanType');
    expect(standing()).toEqual(before);
  });
});

it('a pair that has no isolated margin, and one where nothing was brought', async () => {
  const before = standing();
  const order = { ...ORDER, price: '3000', baseSize: '0.1' };
  expect(await desk.refused('/isolated/place-order', { ...order, symbol: 'ETHUSDT' })).toContain(
    'symbol ETHUSDT has no isolated margin',
  );
  const own = { ...order, price: '60000' };
  expect(await desk.refused('/isolated/place-order', own)).toContain(
    'insufficient balance: 6000 USDT needed, 0 USDT available',
  );
  const loan = { ...own, loanType: 'autoLoan' };
  expect(await desk.refused('/isolated/place-order', loan)).toMatch(
    /borrowAmount|insufficient margin/,
  );
  const repay = { ...PAIR, coin: 'BTC', repayAmount: '1' };
  expect(await desk.refused('/isolated/account/repay', repay)).toContain('is above 0 BTC');
  expect(standing()).toEqual(before);
});
