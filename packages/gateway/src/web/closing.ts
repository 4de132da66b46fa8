/** Closing an account: only one that has nothing open, so that nobody's money is in a closed account. */
import {
  AccountKind,
  type ArrivalPort,
  accountOf,
  type ChainTerms,
  type ClosingPart,
  CommandKind,
  type CommandPort,
  formatDecimal,
  InvariantError,
  ownerOf,
  Reject,
  type UserId,
  UserMode,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { IdentityApi, MailOrigin } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { RevocationBus } from '../auth/revocations.ts';
import { rejectError } from '../refusals/rejects.ts';

/** Where it is seen what an account has. */
export interface AccountClosingReads {
  readonly views: Views;
  /** null = nothing comes over it. */
  readonly chain: Pick<ArrivalPort, 'arriving'> | null;
  readonly chainTerms: Pick<ChainTerms, 'confirmationsNeeded'>;
}

/** What closing needs. */
export interface AccountClosingParts extends AccountClosingReads {
  readonly identity: Pick<IdentityApi, 'closeAccount'>;
  readonly commands: Pick<CommandPort, 'submit'>;
  /** null when nothing is served. */
  readonly revocations: Pick<RevocationBus, 'user'> | null;
}

/** What an account and its sub-accounts have open, and what comes to them; empty = it may be closed. */
export function openParts(venueContext: AccountClosingReads, user: UserId): ClosingPart[] {
  const { views } = venueContext;
  const { ghost: _, ...kinds } = AccountKind;
  const family = [user, ...views.subAccounts(user)];
  const accounts = family.flatMap((one) =>
    Object.values(kinds).map((kind) => accountOf(one, kind)),
  );
  const held = new Map<number, bigint>();
  const owed = new Set<number>();
  let orders = 0;
  let positions = 0;
  for (const account of accounts) {
    for (const { asset, available, held: bound } of views.balances(account)) {
      held.set(asset, (held.get(asset) ?? 0n) + available + bound);
    }
    orders += views.openOrderCount(account) + views.plans(account).length;
    positions += views.contracts.positions(account).length;
    for (const { asset } of views.loans.debts(account)) owed.add(asset);
  }
  return [
    ...[...held].flatMap(([asset, amount]): ClosingPart[] =>
      amount === 0n ? [] : [{ kind: 'balance', ...worded(views, asset, amount) }],
    ),
    ...[...owed].map((asset): ClosingPart => ({ kind: 'loan', coin: worded(views, asset).coin })),
    ...counted('orders', orders),
    ...counted('positions', positions),
    ...arriving(venueContext, family),
  ];
}

/** Deposits that no balance has yet. */
function arriving(
  { views, chain, chainTerms }: AccountClosingReads,
  family: UserId[],
): ClosingPart[] {
  const own = chain?.arriving().filter(({ account }) => family.includes(ownerOf(account)));
  const needed = chainTerms.confirmationsNeeded;
  return (own ?? []).map(({ asset, amount, confirmations }) => {
    return { kind: 'deposit', ...worded(views, asset, amount), confirmations, needed };
  });
}

function counted(kind: 'orders' | 'positions' | 'withdrawals', count: number): ClosingPart[] {
  return count === 0 ? [] : [{ kind, count }];
}

function worded(views: Views, id: number, units = 0n): { coin: string; amount: string } {
  const asset = views.asset(id);
  if (asset === undefined) throw new InvariantError(`a balance of unknown asset ${id}`);
  return { coin: asset.code, amount: formatDecimal(units, asset.scale) };
}

/** One part as operators and programs read it. */
function textOf(part: ClosingPart): string {
  switch (part.kind) {
    case 'balance':
      return `${part.amount} ${part.coin}`;
    case 'loan':
      return `a loan of ${part.coin}`;
    case 'deposit': {
      const blocks = `${part.confirmations} of ${part.needed} confirmations`;
      return `a deposit of ${part.amount} ${part.coin} on its way (${blocks})`;
    }
    case 'withdrawals':
      return `withdrawals of others on their way to it: ${part.count}`;
    default:
      return `open ${part.kind}: ${part.count}`;
  }
}

function notEmpty(parts: readonly ClosingPart[]): WireError {
  const open = parts.map(textOf).join(', ');
  const sentence = `The account cannot be closed while it has ${open}.`;
  return new WireError('accountNotEmpty', { sentence });
}

/** @throws WireError accountNotEmpty naming all that is open */
export async function checkEmpty(venueContext: AccountClosingReads, uid: UserId): Promise<void> {
  const open = openParts(venueContext, uid);
  if (open.length > 0) throw notEmpty(open);
}

/**
 * Closes the account of somebody who has proved who they are, or at the operator's word. The core looks
 * once more, in the step that closes: from then on nothing comes to it. A crash before the person is
 * closed too leaves somebody who can sign in and close once more.
 * @throws WireError, of which accountNotEmpty names all that is open; RecordsError
 */
export async function closePerson(
  parts: AccountClosingParts,
  {
    uid,
    origin,
    ...by
  }: {
    readonly uid: UserId;
    readonly origin: MailOrigin;
    readonly actor: string;
    readonly reason: string;
  },
): Promise<void> {
  await checkEmpty(parts, uid);
  const close = { kind: CommandKind.setUserMode, user: uid, mode: UserMode.closed, ...by } as const;
  const outcome = await parts.commands.submit(close);
  if (outcome.code === Reject.accountNotEmpty) {
    const now = [...openParts(parts, uid), ...counted('withdrawals', outcome.limit)];
    if (now.length > 0) throw notEmpty(now);
  }
  if (outcome.code !== 0) throw rejectError(outcome, {}, close);
  await parts.identity.closeAccount({ uid, origin });
  for (const user of [uid, ...parts.views.subAccounts(uid)]) parts.revocations?.user(user);
}
