/** Withdrawals as operators see and decide them. Two operators are four eyes. */
import {
  CommandKind,
  formatDecimal,
  ownerOf,
  parseWireId,
  Reject,
  upperAscii,
  type Withdrawal,
  WithdrawalStatus,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { DEFAULT_LOCALE } from '@halcyon/domain/web';
import { LIVE_PEOPLE, targetOf, withdrawalsFrozenUntil } from '@halcyon/gateway';
import { type OperationArgs, quoted, rowsOf } from './operation-args.ts';
import { operatorIn } from './operators.ts';
import type { PeopleContext } from './people.ts';

const STATUS_NAMES = {
  [WithdrawalStatus.requested]: 'requested',
  [WithdrawalStatus.approved]: 'approved',
  [WithdrawalStatus.sent]: 'sent',
  [WithdrawalStatus.confirmed]: 'confirmed',
  [WithdrawalStatus.cancelled]: 'cancelled',
  [WithdrawalStatus.refused]: 'refused',
  [WithdrawalStatus.failed]: 'failed',
} as const;

const REFUSALS: Readonly<Record<number, string>> = {
  [Reject.withdrawalNotFound]: 'no withdrawal with this id is on its way',
  [Reject.withdrawalStatus]: 'the withdrawal is past this step',
  [Reject.operatorUnknown]: 'there is no operator of this name',
  [Reject.approvedBefore]: 'this operator approved it before: another one must',
  [Reject.balanceRange]: 'the receiving balance would become larger than balances can be',
};

type Context = Pick<PeopleContext, 'engine' | 'views' | 'records' | 'withdrawals' | 'chainTerms'>;

/** `withdrawal list [--after ID] [--limit N]`: those on their way, oldest first. */
export function listWithdrawals({ views, withdrawals }: Context, args: OperationArgs): unknown {
  const most = rowsOf(args);
  const after = args['after'] === undefined ? 0 : parseWireId(String(args['after']));
  if (after === null) throw new Error('--after is not an id');
  const chosen: Withdrawal[] = [];
  for (const one of withdrawals()) {
    if (one.id > after) chosen.push(one);
    if (chosen.length === most) break;
  }
  return chosen.map((one) => {
    const asset = views.asset(one.asset);
    const write = (units: number): string => formatDecimal(units, asset?.scale ?? 0);
    const { requestedAt, approvals, approvedBy, address, transaction, payout = false } = one;
    return {
      id: wireId(one.id),
      uid: wireUserId(ownerOf(one.account)),
      status: STATUS_NAMES[one.status],
      coin: asset?.code ?? '',
      ...{ amount: write(one.amount), fee: write(one.fee), address, requestedAt },
      ...{ approvals, approvedBy, transaction, ...(payout ? { payout } : {}) },
    };
  });
}

/** `withdrawal approve --id ID --operator NAME --reason TEXT`; but for payouts not while its owner is frozen. */
export async function approveWithdrawal(context: Context, args: OperationArgs): Promise<unknown> {
  const found = withdrawalOf(context, args);
  if (found.payout === true) return decide(context, CommandKind.approveWithdrawal, found, args);
  const user = await context.records.identity.userByUid({ uid: ownerOf(found.account) });
  const until = withdrawalsFrozenUntil(user, Date.now());
  if (until !== null) {
    const time = new Date(until).toISOString();
    throw new Error(`withdrawals of this user are frozen until ${time}: its security was changed`);
  }
  if (user !== null && user.status !== 'active') {
    throw new Error(`the account of this user is ${user.status}`);
  }
  return decide(context, CommandKind.approveWithdrawal, found, args);
}

/** `withdrawal refuse --id ID --operator NAME --reason TEXT`: its money is available again. */
export function refuseWithdrawal(context: Context, args: OperationArgs): Promise<unknown> {
  const found = withdrawalOf(context, args);
  return decide(context, CommandKind.refuseWithdrawal, found, args);
}

/** `withdrawal allow --email E --coin C --address A`: an address that need not cool. */
export async function allowAddress(context: Context, args: OperationArgs): Promise<unknown> {
  const { views, records, chainTerms } = context;
  const reason = required(args, 'reason');
  const operator = operatorOf(args);
  const email = required(args, 'email');
  const user = await records.identity.userByEmail({ email });
  if (user === null) throw new Error(`nobody is registered as ${email}`);
  const asset = views.assetByCode(upperAscii(required(args, 'coin')));
  if (asset === undefined) throw new Error(`--coin: there is no asset ${quoted(args['coin'])}`);
  const parts = { views, people: LIVE_PEOPLE, chainTerms };
  const { address } = targetOf(parts, user.uid, asset, required(args, 'address'));
  const name = { uid: user.uid, coin: asset.code, chain: chainTerms.name, address };
  const origin = { address: '', language: DEFAULT_LOCALE };
  const label = String(args['label'] ?? '');
  await records.identity.addAddress({ ...name, label, cooled: true, origin });
  return { uid: wireUserId(user.uid), coin: asset.code, address, operator, reason };
}

async function decide(
  { engine }: Context,
  kind: typeof CommandKind.approveWithdrawal | typeof CommandKind.refuseWithdrawal,
  { id: withdrawal }: Withdrawal,
  args: OperationArgs,
): Promise<unknown> {
  const actor = operatorOf(args);
  const reason = required(args, 'reason');
  const { code } = await engine.submit({ kind, withdrawal, actor, reason });
  if (code !== 0) throw new Error(REFUSALS[code] ?? `refused with code ${code}`);
  const done = kind === CommandKind.approveWithdrawal ? 'approved' : 'refused';
  return { id: wireId(withdrawal), operator: actor, reason, done };
}

function withdrawalOf({ withdrawals }: Context, args: OperationArgs): Withdrawal {
  const id = parseWireId(required(args, 'id'));
  for (const one of withdrawals()) if (one.id === id) return one;
  throw new Error('no withdrawal with this id is on its way');
}

/** Who decides; it has shown its secret (control/operator-proof.ts). */
export function operatorOf(args: OperationArgs): string {
  return operatorIn(args, 'operator');
}

function required(args: OperationArgs, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing`);
  return value;
}
