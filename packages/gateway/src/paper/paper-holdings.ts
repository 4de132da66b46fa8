/** What of each coin a paper user has beside the spot account, and what its sub-accounts have. */
import {
  type AccountId,
  AccountKind,
  type AssetId,
  accountOf,
  ownerOf,
  type UserId,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';

type Units = Map<AssetId, bigint>;

/** Units by coin. Accounts that owe more of a coin than they have of it count as nothing. */
export function unitsElsewhere(views: Views, spot: AccountId): ReadonlyMap<AssetId, bigint> {
  const root = ownerOf(spot);
  const all: Units = new Map();
  addOther(views, all, root);
  for (const user of views.subAccounts(root)) {
    addPositive(all, balancesOf(views, [accountOf(user, AccountKind.spot)]));
    addOther(views, all, user);
  }
  return all;
}

/** Adds what a user has beside the spot account. */
function addOther(views: Views, all: Units, user: UserId): void {
  const account = (kind: AccountKind): AccountId => accountOf(user, kind);
  addPositive(all, balancesOf(views, [account(AccountKind.funding)]));
  addPositive(all, balancesOf(views, [account(AccountKind.usdtFutures)]));
  const margin = [account(AccountKind.crossMargin), account(AccountKind.isolatedMargin)];
  const units = balancesOf(views, margin);
  for (const { asset, principal, interest } of margin.flatMap((one) => views.loans.debts(one))) {
    units.set(asset, (units.get(asset) ?? 0n) - BigInt(principal + interest));
  }
  addPositive(all, units);
}

function balancesOf(views: Views, accounts: readonly AccountId[]): Units {
  const units: Units = new Map();
  for (const { asset, available, held } of accounts.flatMap((one) => views.balances(one))) {
    units.set(asset, (units.get(asset) ?? 0n) + available + held);
  }
  return units;
}

function addPositive(all: Units, units: Units): void {
  for (const [asset, amount] of units) {
    if (amount > 0n) all.set(asset, (all.get(asset) ?? 0n) + amount);
  }
}
