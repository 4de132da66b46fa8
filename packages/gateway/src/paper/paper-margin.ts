/** Margin accounts of a paper user whose funds are set back: orders end, debts are paid, money goes to spot. */
import {
  type AccountId,
  AccountKind,
  type AssetId,
  accountOf,
  type CommandInput,
  CommandKind,
  EVERY_INSTRUMENT,
  ownerOf,
} from '@halcyon/domain';
import type { BalanceView, DebtView, Views } from '@halcyon/views';

/** Cross and isolated margin of the owner of a spot account. */
function accountsOf(spot: AccountId): AccountId[] {
  const { crossMargin, isolatedMargin } = AccountKind;
  return [crossMargin, isolatedMargin].map((kind) => accountOf(ownerOf(spot), kind));
}

function balancesOf(views: Views, spot: AccountId): BalanceView[] {
  return accountsOf(spot).flatMap((account) => views.balances(account));
}

function debtsOf(views: Views, spot: AccountId): DebtView[] {
  return accountsOf(spot).flatMap((account) => views.loans.debts(account));
}

/** About how many commands it takes to empty them: each debt is paid by three, once more after an hour's interest. */
export function marginResetCost(views: Views, spot: AccountId): number {
  const { length: ends } = marginEndings(views, spot);
  return ends + 6 * debtsOf(views, spot).length + balancesOf(views, spot).length;
}

/** Commands that end all orders; none where margin was never used. */
export function marginEndings(views: Views, spot: AccountId): CommandInput[] {
  return accountsOf(spot).flatMap((account): CommandInput[] => {
    if (views.balances(account).length === 0) return [];
    return [{ kind: CommandKind.cancelAll, account, instrument: EVERY_INSTRUMENT }];
  });
}

/**
 * Commands that pay every debt with money that is given for it, whatever the market takes: all of it is taken
 * back with the rest. @param give puts units of a coin into the spot account
 */
export function debtPayments(
  views: Views,
  spot: AccountId,
  give: (asset: AssetId, units: bigint) => CommandInput,
): CommandInput[] {
  return debtsOf(views, spot).flatMap(({ account, instrument, asset, principal, interest }) => {
    const amount = principal + interest;
    const moved = { from: spot, to: account, asset, amount: BigInt(amount), clientId: '' };
    const place = { account, instrument, asset };
    return [
      give(asset, BigInt(amount)),
      { kind: CommandKind.transfer, ...moved, instrument },
      { kind: CommandKind.repay, ...place, amount, clientId: '' },
    ];
  });
}

/** Commands that take all that is available into the spot account. */
export function marginTransfers(views: Views, spot: AccountId): CommandInput[] {
  return balancesOf(views, spot).flatMap(
    ({ account: from, instrument, asset, available: amount }): CommandInput[] => {
      if (amount <= 0n) return [];
      const moved = { from, to: spot, asset, amount, instrument, clientId: '' };
      return [{ kind: CommandKind.transfer, ...moved }];
    },
  );
}
