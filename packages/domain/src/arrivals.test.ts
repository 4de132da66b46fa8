import { expect, it } from 'vitest';
import { arrivalId, depositReference, transactionOfDeposit } from './arrivals.ts';

const TRANSACTION = '0123456789abcdef'.repeat(4);

it('the reference of a deposit names its transaction; that of an operator names none', () => {
  expect(transactionOfDeposit(depositReference('HALCYON', TRANSACTION))).toBe(TRANSACTION);
  for (const id of ['5'.repeat(88), `${TRANSACTION}:1`, `0x${TRANSACTION}`]) {
    expect(transactionOfDeposit(depositReference('OTHER', id))).toBe(id);
  }
  for (const reference of ['', 'HALCYON', 'HALCYON 12', `bonus ${TRANSACTION}`, TRANSACTION]) {
    expect([reference, transactionOfDeposit(reference)]).toEqual([reference, '']);
  }
});

it('what is on its way is called the same by every process, the later the higher', () => {
  const of = (seenAt: number, transaction = TRANSACTION) => arrivalId({ seenAt, transaction });
  const now = 1_790_000_000_000;
  expect(of(now)).toBe(of(now));
  expect(of(now + 1, 'ff')).toBeGreaterThan(of(now, TRANSACTION));
  expect(of(now, 'ab')).not.toBe(of(now, 'cd'));
  expect(of(0, '')).toBe(2 ** 52);
  expect(Number.isSafeInteger(of(4_000_000_000_000))).toBe(true);
});
