/** Whose accounts are told of: people's, and not the exchange's own, simulated traders' or ghosts'. */
import { type AccountId, AccountKind, FIRST_USER_ID, kindOf, ownerOf } from '@halcyon/domain';
import type { State } from './state.ts';

/** Whether an account is a person's, of this venue: of a user that exists. */
export function isPersons({ users }: State, account: AccountId): boolean {
  const user = ownerOf(account);
  if (user < FIRST_USER_ID || user >= users.count) return false;
  return kindOf(account) !== AccountKind.ghost && !users.simulated(user);
}
