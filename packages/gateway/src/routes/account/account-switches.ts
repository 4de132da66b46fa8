/** Switches of an account that have one position here. */
import { specs, WireError } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../http/context.ts';

/** Fees are never paid in a platform coin: there is none. */
export const deductInfo = signedRoute(specs.account.deductInfo, () => ({ deduct: 'off' as const }));

/** Off is what it is already; on is refused. */
export const switchDeduct = signedRoute(specs.account.switchDeduct, (_context, { deduct }) => {
  if (deduct === 'off') return true;
  throw notHere('fees in a platform coin', specs.account.switchDeduct.path);
});

/** No account was ever upgraded. */
export const upgradeStatus = signedRoute(specs.account.upgradeStatus, () => ({
  status: 'fail' as const,
  reason: 'unified accounts do not exist on this exchange',
}));

/** Refused for everybody. */
export const upgrade = signedRoute(specs.account.upgrade, () => {
  throw notHere('unified accounts', specs.account.upgrade.path);
});

/** Deposits go to the spot account. */
export const modifyDepositAccount = signedRoute(
  specs.account.modifyDepositAccount,
  ({ views }, { accountType, coin }) => {
    assetOf(views, coin);
    if (accountType === 'spot') return 'success' as const;
    const area = `deposits to the account ${accountType}`;
    throw notHere(area, specs.account.modifyDepositAccount.path);
  },
);

function notHere(area: string, path: string): WireError {
  return new WireError('notHere', { area, path });
}
