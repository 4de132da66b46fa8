/** Withdrawals over the wire: to the address book alone, held, cancelled, approved, told by mail. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  parseWireId,
  WithdrawalStatus,
} from '@halcyon/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/translate/addresses.ts';
import { ALICE, BOB, TestRest, textOf } from './harness.ts';

const USDT = 1;
const HOUR = 60 * 60 * 1000;
const OUTSIDE = addressOf(900_000, USDT);

let rest: TestRest;
beforeAll(async () => {
  rest = await TestRest.open();
  rest.takeNewestRules();
});

function send(change: object = {}) {
  return rest.alice('POST', '/spot/wallet/withdrawal', {
    ...{ coin: 'USDT', transferType: 'on_chain', chain: 'HALCYON', size: '50' },
    ...{ address: addressOf(BOB, USDT), ...change },
  });
}

function cancel(orderId: unknown) {
  return rest.alice('POST', '/spot/wallet/cancel-withdrawal', { orderId });
}

/** What Alice has of USDT, and what of it is held, units of 10^-8. */
function purse() {
  const held = rest.views.balances(accountOf(ALICE, AccountKind.spot));
  const { available, held: bound } = held.find(({ asset }) => asset === USDT)!;
  return { all: available + bound, held: bound };
}

describe('the address book', () => {
  it('S11 is the only way out, and a new address cools first', async () => {
    const before = rest.engine.submitted.length;
    rest.usableAt = null;
    expect((await send()).body).toMatchObject({ code: '43111' });
    rest.usableAt = rest.now + HOUR;
    const cooling = await send();
    expect(cooling.body.code).toBe('43111');
    expect(cooling.body.msg).toContain(new Date(rest.usableAt).toISOString());
    const byUid = { transferType: 'internal_transfer', address: String(1_000_000_000 + BOB) };
    expect((await send(byUid)).body.code).toBe('43111');
    expect(rest.engine.submitted.length).toBe(before);
    rest.usableAt = 0;
    expect((await send(byUid)).body.code).toBe('00000');
  });
});

describe('a withdrawal', () => {
  it('inside the exchange arrives at once; its owner has a mail with amount and address', async () => {
    const { all } = purse();
    rest.mails.length = 0;
    expect((await send()).body.code).toBe('00000');
    expect(purse()).toEqual({ all: all - 51_00000000n, held: 0n });
    expect(rest.mails).toEqual([`50 USDT > ${addressOf(BOB, USDT)}`]);
  });

  it('outside is held until it is cancelled', async () => {
    const { all } = purse();
    const sent = await send({ address: OUTSIDE.toUpperCase().replace('HAL1', 'hal1') });
    expect(sent.body.code).toBe('00000');
    expect(purse()).toEqual({ all, held: 51_00000000n });
    const orderId = textOf(sent.body.data['orderId']);
    const foreign = await rest.bob('POST', '/spot/wallet/cancel-withdrawal', { orderId });
    expect(foreign.body.code).toBe('43001');
    expect((await cancel(orderId)).body).toMatchObject({ code: '00000', data: 'success' });
    expect(purse()).toEqual({ all, held: 0n });
    expect((await cancel(orderId)).body.code).not.toBe('00000');
    expect((await cancel('1')).body.code).toBe('43001');
  });

  it('outside leaves when the chain has confirmed it, and cannot be cancelled before', async () => {
    const { all } = purse();
    const { body } = await send({ address: OUTSIDE, clientOid: 'outside' });
    const orderId = textOf(body.data['orderId']);
    const withdrawal = parseWireId(orderId) ?? 0;
    const step = (status: typeof WithdrawalStatus.sent | typeof WithdrawalStatus.confirmed) => {
      const kind = CommandKind.advanceWithdrawal;
      rest.engine.apply({ kind, withdrawal, status, transaction: 'ab' });
    };
    step(WithdrawalStatus.sent);
    expect((await cancel(orderId)).body.code).toBe('45055');
    step(WithdrawalStatus.confirmed);
    expect(purse()).toEqual({ all: all - 51_00000000n, held: 0n });
    const again = await send({ address: OUTSIDE, clientOid: 'outside' });
    expect(again.body.data).toMatchObject({ orderId });
    expect(purse().all).toBe(all - 51_00000000n);
  });

  it('above a limit waits for operators, and no more than a day allows leaves', async () => {
    const { all } = purse();
    const waiting = async (size: string): Promise<number> => {
      const orderId = textOf((await send({ size })).body.data['orderId']);
      const found = rest.engine.core.state.withdrawals.open.get(parseWireId(orderId) ?? 0);
      expect((await cancel(orderId)).body.code).toBe('00000');
      return found?.approvals ?? 0;
    };
    expect(await waiting('100000.00000001')).toBe(1);
    expect(await waiting('500000.00000001')).toBe(2);
    expect(purse().all).toBe(all);
    const over = await send({ coin: 'BTC', size: '20.00000001', address: addressOf(BOB, 0) });
    expect(over.body.code).toBe('40812');
    expect(over.body.msg).toContain(
      '20.00000001 BTC would leave in a day, and the limit is 20 BTC',
    );
  });
});
