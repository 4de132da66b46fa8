import { expect, test } from 'vitest';
import { AccountKind, accountOf, balanceAccount, FIRST_USER_ID, SystemAccount } from './ids.ts';

test('ghosts use the balances of their common account, all others their own', () => {
  const ghost = accountOf(FIRST_USER_ID, AccountKind.ghost);
  expect(balanceAccount(ghost)).toBe(SystemAccount.ghosts);
  const spot = accountOf(FIRST_USER_ID, AccountKind.spot);
  // Clearing has the kind of a ghost, as a number.
  for (const own of [spot, ...Object.values(SystemAccount)]) expect(balanceAccount(own)).toBe(own);
});
