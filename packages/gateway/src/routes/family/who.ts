/** Whose sub-accounts a request is about. */
import { parseWireUserId, type UserId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import type { Member } from '../../family/family.ts';
import type { RestContext } from '../../http/context.ts';

/** The caller, who must be no sub-account, nor a key of a copy portfolio. @throws WireError subAccountCannot */
export function rootOf({ views }: RestContext, { person, user, portfolio }: Caller): UserId {
  if (portfolio !== undefined || views.rootOf(user) !== user)
    throw new WireError('subAccountCannot');
  return person;
}

/** The sub-account that a request names, whether or not it is one. */
export function memberOf(root: UserId, uid: string): Member {
  return { root, uid: parseWireUserId(uid) ?? 0 };
}

/** The API key that asks; absent: a person does, who was at the page. */
export function keyOf({ via, id }: Caller): string | undefined {
  return via === 'key' ? id : undefined;
}
