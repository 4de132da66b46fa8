/** Nothing reaches an account that takes no deposits, by whichever way of the wire. */
import { AccountKind, accountOf, CommandKind, OWN_CHAIN, UserMode } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { ALICE, ALICE_SPOT, BOB, BOB_SPOT, TestRest } from './harness.ts';

const USDT = 1;
const BY = { actor: 'ada', reason: 'test' };

async function opened(mode: UserMode): Promise<TestRest> {
  const rest = await TestRest.open();
  rest.takeNewestRules();
  const set = { kind: CommandKind.setUserMode, user: BOB, mode, keepsMoney: true, ...BY } as const;
  expect(rest.engine.apply(set).code).toBe(0);
  return rest;
}

const total = (rest: TestRest, user: number): bigint =>
  Object.values(AccountKind)
    .flatMap((kind) => rest.views.balances(accountOf(user, kind)))
    .reduce(
      (sum, { asset, available, held }) => (asset === USDT ? sum + available + held : sum),
      0n,
    );

const send = (rest: TestRest, change: object) =>
  rest.alice('POST', '/spot/wallet/withdrawal', {
    ...{ coin: 'USDT', transferType: 'on_chain', chain: 'HALCYON', size: '50' },
    ...change,
  });

describe.each([
  ['closed', UserMode.closed],
  ['frozen for deposits', UserMode.depositsFrozen],
] as const)('an account that is %s', (_name, mode) => {
  it.each([
    ['by address', { address: OWN_CHAIN.addressOf(BOB, USDT) }],
    ['by uid', { transferType: 'internal_transfer', address: String(1_000_000_000 + BOB) }],
  ])('takes no withdrawal %s, and nothing is held', async (_how, change) => {
    const rest = await opened(mode);
    const before = [total(rest, ALICE), total(rest, BOB)];
    const { status, body } = await send(rest, change);
    expect([status, body.reason]).toEqual([400, 'takesNoDeposits']);
    expect([total(rest, ALICE), total(rest, BOB)]).toEqual(before);
  });

  it('returns what waits for an approval when it became so', async () => {
    const rest = await TestRest.open();
    rest.takeNewestRules();
    const before = total(rest, ALICE);
    const held = (): bigint =>
      rest.views.balances(ALICE_SPOT).find(({ asset }) => asset === USDT)?.held ?? 0n;
    const ask = { kind: CommandKind.requestWithdrawal, account: ALICE_SPOT, to: BOB_SPOT } as const;
    const coins = { asset: USDT, amount: 5n, fee: 0n, address: 'x', clientId: '' };
    const terms = { approvals: 1, notBefore: 0, dayMax: 0n };
    expect(rest.engine.apply({ ...ask, ...coins, ...terms }).code).toBe(0);
    expect(held()).toBe(5n);
    const set = {
      kind: CommandKind.setUserMode,
      user: BOB,
      mode,
      keepsMoney: true,
      ...BY,
    } as const;
    expect(rest.engine.apply(set).code).toBe(0);
    expect([held(), total(rest, ALICE)]).toEqual([0n, before]);
  });
});
