/** What keys of a sub-account may not do, and whom its money can go to. */
import { AccountKind, accountOf, CommandKind, wireUserId } from '@halcyon/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALICE, ALICE_SPOT, BOB, BOB_SPOT, TestRest, textOf } from './harness.ts';

const KEY = 'sub-key-001';

let rest: TestRest;
let sub: number;

beforeEach(async () => {
  rest = await TestRest.open();
  rest.engine.apply({ kind: CommandKind.setRules, version: 7 });
  const open = { kind: CommandKind.openUser, simulated: false, root: ALICE } as const;
  sub = rest.engine.apply(open).id;
  rest.addKey(KEY, sub);
});

afterEach(() => rest.app.close());

const moved = (from: number, to: number): number =>
  rest.engine.apply({
    kind: CommandKind.transfer,
    ...{ from, to, asset: 1, amount: 10_00000000n, clientId: '' },
  }).code;

it('money comes from the root and goes nowhere else, least of all out', async () => {
  const own = accountOf(sub, AccountKind.spot);
  expect(moved(ALICE_SPOT, own)).toBe(0);
  expect(moved(own, BOB_SPOT)).not.toBe(0);
  const address = await rest.bob('GET', '/spot/wallet/deposit-address', { coin: 'USDT' });
  for (const target of [
    { transferType: 'on_chain', address: textOf(address.body.data['address']), chain: 'HALCYON' },
    { transferType: 'internal_transfer', innerToType: 'uid', address: wireUserId(BOB) },
    { transferType: 'internal_transfer', innerToType: 'uid', address: wireUserId(ALICE) },
  ]) {
    const body = { coin: 'USDT', size: '5', ...target };
    const answer = await rest.call(KEY, 'POST', '/api/v2/spot/wallet/withdrawal', { body });
    expect(answer.body).toMatchObject({ code: '40068', data: null });
  }
  expect(rest.views.balance(own, 1).available).toBe(10_00000000n);
  expect(moved(own, ALICE_SPOT)).toBe(0);
});
