/** Accounts of a person by their names in files. */
import { type AccountId, AccountKind, accountOf, kindOf, type UserId } from '@halcyon/domain';
import type { ExportAccount } from '@halcyon/domain/web';

const KINDS: Readonly<Record<ExportAccount, AccountKind>> = {
  spot: AccountKind.spot,
  funding: AccountKind.funding,
  futures: AccountKind.usdtFutures,
  crossed: AccountKind.crossMargin,
  isolated: AccountKind.isolatedMargin,
};

/** An account of a person. */
export function namedAccount(user: UserId, word: ExportAccount): AccountId {
  return accountOf(user, KINDS[word]);
}

/** What an account is called; '' = it is none of a person's. */
export function accountWord(account: AccountId): string {
  const kind = kindOf(account);
  return Object.entries(KINDS).find(([, one]) => one === kind)?.[0] ?? '';
}
