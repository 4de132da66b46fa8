/** Closing an account: only one that has nothing open, so that nobody's money is behind a closed door. */
import {
  AccountKind,
  accountOf,
  formatDecimal,
  InvariantError,
  type UserId,
} from '@halcyon/domain';
import type { IdentityApi, MailOrigin } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { RevocationHub } from './revocations.ts';
import { WebError } from './web-error.ts';

/** What closing needs. */
export interface ClosingParts {
  readonly identity: IdentityApi;
  readonly views: Views;
  /** null when nothing is served. */
  readonly revocations: RevocationHub | null;
}

/** What an account and its sub-accounts have open, in words; empty = it may be closed. */
export function openParts(views: Views, user: UserId): string[] {
  const { ghost: _, ...kinds } = AccountKind;
  const accounts = [user, ...views.subAccounts(user)].flatMap((one) =>
    Object.values(kinds).map((kind) => accountOf(one, kind)),
  );
  const held = new Map<number, bigint>();
  const owed = new Set<string>();
  let orders = 0;
  let positions = 0;
  for (const account of accounts) {
    for (const { asset, available, held: bound } of views.balances(account)) {
      held.set(asset, (held.get(asset) ?? 0n) + available + bound);
    }
    orders += views.openOrderCount(account) + views.plans(account).length;
    positions += views.contracts.positions(account).length;
    for (const { asset } of views.loans.debts(account)) owed.add(views.asset(asset)?.code ?? '');
  }
  const balances = [...held]
    .filter(([, amount]) => amount !== 0n)
    .map(([id, amount]) => {
      const asset = views.asset(id);
      if (asset === undefined) throw new InvariantError(`a balance of unknown asset ${id}`);
      return `${formatDecimal(amount, asset.scale)} ${asset.code}`;
    });
  return [
    ...balances,
    ...(owed.size === 0 ? [] : [`loans: ${[...owed].join(', ')}`]),
    ...(orders === 0 ? [] : [`open orders: ${orders}`]),
    ...(positions === 0 ? [] : [`positions: ${positions}`]),
  ];
}

/**
 * Closes the account of somebody who has proved who they are, or at the operator's word.
 * @throws WebError accountNotEmpty naming all that is open; RecordsError
 */
export async function closePerson(
  { identity, revocations, views }: ClosingParts,
  { uid, origin }: { readonly uid: UserId; readonly origin: MailOrigin },
): Promise<void> {
  const open = openParts(views, uid);
  if (open.length > 0) {
    const message = `The account cannot be closed while it has ${open.join(', ')}.`;
    throw new WebError('accountNotEmpty', 400, '40020', message);
  }
  await identity.closeAccount({ uid, origin });
  revocations?.user(uid);
}
