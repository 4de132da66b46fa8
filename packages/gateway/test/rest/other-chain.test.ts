/** A chain of another kind in the place of the exchange's own: coins, addresses and withdrawals go by it. */
import { type ChainTerms, SystemAccount } from '@halcyon/domain';
import { beforeAll, expect, it } from 'vitest';
import { listOf, TestRest } from './harness.ts';

/** Letter case counts in its addresses, one is for all coins, and most of them are nobody's here. */
const OTHER: ChainTerms = {
  name: 'OTHER',
  confirmationsNeeded: 12,
  explorer: 'https://explorer.example/tx/',
  costOf: (coin) => (coin === 'USDT' ? { fee: '0.5', min: '2' } : null),
  addressOf: (user) => `X${user}`,
  readAddress(text) {
    const [address] = /^X[0-9A-Za-z]+$/.exec(text.trim()) ?? [];
    if (address === undefined) return { problem: 'it begins with no X' };
    return { address, owner: null };
  },
};

let rest: TestRest;

beforeAll(async () => {
  rest = await TestRest.open((one) => {
    one.chainTerms = OTHER;
  });
  rest.takeNewestRules();
});

function send(change: object = {}) {
  return rest.alice('POST', '/spot/wallet/withdrawal', {
    ...{ coin: 'USDT', transferType: 'on_chain', chain: 'other', size: '2', address: ' XaB9 ' },
    ...change,
  });
}

it('coins have its name, costs, confirmations and where to look', async () => {
  const { body } = await rest.alice('GET', '/spot/public/coins', { coin: 'USDT' });
  expect(listOf(body.data)[0]?.['chains']).toMatchObject([
    {
      ...{ chain: 'OTHER', withdrawFee: '0.5', minWithdrawAmount: '2' },
      ...{ depositConfirm: '12', withdrawConfirm: '12', browserUrl: OTHER.explorer },
    },
  ]);
});

it('addresses are its own, and another chain is refused by name', async () => {
  const ask = (chain: string) =>
    rest.alice('GET', '/spot/wallet/deposit-address', { coin: 'USDT', chain });
  const { body } = await ask('OTHER');
  expect(body.data).toMatchObject({ chain: 'OTHER', address: expect.stringMatching(/^X\d+$/) });
  expect((await ask('HALCYON')).body.msg).toContain('coins move on chain OTHER');
  expect((await send({ chain: 'HALCYON' })).body.msg).toContain('coins move on chain OTHER');
});

it('a withdrawal costs what it asks for, and keeps its address as the chain writes it', async () => {
  expect((await send({ size: '1.99' })).body.msg).toContain('below the minimum 2 USDT');
  expect((await send({ address: 'hal1' })).body.msg).toContain('it begins with no X');
  expect((await send()).body.code).toBe('00000');
  const [open] = rest.engine.core.state.withdrawals.open.values();
  expect(open).toMatchObject({ address: 'XaB9', fee: 50_000_000, to: SystemAccount.external });
});
