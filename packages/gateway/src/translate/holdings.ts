/** What users have by coin, read from the views. */
import { AccountKind, type Asset, accountOf, type UserId } from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { equityUnits } from './position-texts.ts';

/** Kinds of account whose balances are coins of their owner. */
const HOLDING = [
  AccountKind.spot,
  AccountKind.funding,
  AccountKind.crossMargin,
  AccountKind.isolatedMargin,
] as const;

/** Units by coin: what all accounts hold, less what they owe, and the equity of futures accounts. */
export function holdingsOf(views: Views, users: readonly UserId[]): Map<Asset, bigint> {
  const units = new Map<Asset, bigint>();
  const add = (id: number | undefined, amount: bigint) => {
    const asset = id === undefined ? undefined : views.asset(id);
    if (asset !== undefined) units.set(asset, (units.get(asset) ?? 0n) + amount);
  };
  for (const user of users) {
    for (const kind of HOLDING) {
      const account = accountOf(user, kind);
      for (const { asset, available, held } of views.balances(account))
        add(asset, available + held);
      for (const { asset, principal, interest } of views.loans.debts(account)) {
        add(asset, -BigInt(principal + interest));
      }
    }
    const { settleAsset } = views.contracts;
    if (settleAsset === undefined) continue;
    const margin = views.contracts.marginAccount(accountOf(user, AccountKind.usdtFutures));
    add(settleAsset, equityUnits(margin));
  }
  return units;
}
