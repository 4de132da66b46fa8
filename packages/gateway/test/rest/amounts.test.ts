/** Amounts in refusals: in coins, each with its code, and every digit right however many there are. */
import { CommandKind, Reject } from '@halcyon/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { rejectError } from '../../src/translate/rejects.ts';
import { ALICE_SPOT, TestRest } from './harness.ts';

const USDT = 1;
/** What USDT amounts are at most: 2^53 - 1 units. */
const MOST = '90071992.54740991';
const DIGITS_40 = '12345678901234567890123456789012345678.9';

let rest: TestRest;

beforeEach(async () => {
  rest = await TestRest.open();
  rest.takeNewestRules();
});

async function refusal(path: string, params: object): Promise<string> {
  const { body } = await rest.alice('POST', path, { ...params });
  expect(body.data).toBeNull();
  return body.msg;
}

describe('the amount of a refusal', () => {
  const transfer = { fromType: 'spot', toType: 'p2p', coin: 'USDT' };

  it('has all its digits, as many as a request may have', async () => {
    expect(await refusal('/spot/wallet/transfer', { ...transfer, amount: DIGITS_40 })).toBe(
      `amount ${DIGITS_40} USDT is not above 0 and at most ${MOST} USDT`,
    );
    const address = await rest.bob('GET', '/spot/wallet/deposit-address', { coin: 'USDT' });
    const withdrawal = { coin: 'USDT', transferType: 'on_chain', size: DIGITS_40 };
    const to = { address: address.body.data['address'] };
    expect(await refusal('/spot/wallet/withdrawal', { ...withdrawal, ...to })).toBe(
      `amount ${DIGITS_40} USDT is not above 0 and at most ${MOST} USDT`,
    );
  });

  it('tells the value of an order above 2^53 units to the last one', async () => {
    const order = { symbol: 'BTCUSDT', orderType: 'limit', side: 'buy' };
    expect(
      await refusal('/spot/trade/place-order', {
        ...order,
        price: '987654.33',
        size: '99.999999',
      }),
    ).toBe(`order value 98765432.01234567 USDT is above the maximum ${MOST} USDT`);
  });

  it('is never in units: what a command was about is in the command', () => {
    const command = {
      kind: CommandKind.withdraw,
      account: ALICE_SPOT,
      to: 1,
      asset: USDT,
      amount: 2_000_000_00000001n,
      fee: 0n,
      address: '',
      clientId: '',
    } as const;
    const outcome = { ...rest.engine.apply(command) };
    expect(outcome.code).toBe(Reject.insufficientBalance);
    expect(rejectError(outcome, {}, command, rest.views).message).toBe(
      'insufficient balance: 2000000.00000001 USDT needed, 1000000 USDT available',
    );
  });
});
