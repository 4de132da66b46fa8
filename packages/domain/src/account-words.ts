/** Accounts of a person by names that people read. */
import type { AccountId, UserId } from './ids.ts';
import { AccountKind, accountOf, kindOf } from './ids.ts';

/** Accounts of a person, by their names in files. */
export const ACCOUNT_WORDS = ['spot', 'funding', 'futures', 'crossed', 'isolated'] as const;
export type AccountName = (typeof ACCOUNT_WORDS)[number];

const KINDS: Readonly<Record<AccountName, AccountKind>> = {
  spot: AccountKind.spot,
  funding: AccountKind.funding,
  futures: AccountKind.usdtFutures,
  crossed: AccountKind.crossMargin,
  isolated: AccountKind.isolatedMargin,
};

/** An account of a person. */
export function namedAccount(user: UserId, word: AccountName): AccountId {
  return accountOf(user, KINDS[word]);
}

/** What an account is called; '' = it is none of a person's. */
export function accountWord(account: AccountId): AccountName | '' {
  const kind = kindOf(account);
  const found = Object.entries(KINDS).find(([, one]) => one === kind);
  return (found?.[0] ?? '') as AccountName | '';
}
