/**
 * What operators do about money that cannot reach its owner: deposits that were refused, and what closed
 * accounts have. One operator asks to pay it out, another one approves it as a withdrawal.
 */
import {
  AccountKind,
  type Asset,
  accountOf,
  accountWord,
  CommandKind,
  formatDecimal,
  namedAccount,
  ownerOf,
  parseDecimal,
  parseWireUserId,
  Reject,
  UNITS_MAX,
  UserMode,
  upperAscii,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { LIVE_PEOPLE, targetOf } from '@halcyon/gateway';
import type { OperationArgs } from './operation-args.ts';
import { type PeopleContext, personOf, required } from './people.ts';
import { operatorOf } from './withdrawals.ts';

type Context = Pick<PeopleContext, 'engine' | 'views' | 'records' | 'chainTerms' | 'deposits'>;
type Closed = Pick<PeopleContext, 'views' | 'closedRoots'>;

const WHY: Readonly<Record<number, string>> = {
  [Reject.takesNoDeposits]: 'its account is closed, or its deposits are frozen',
  [Reject.balanceRange]: 'the balance would become larger than balances can be',
};

const REFUSALS: Readonly<Record<number, string>> = {
  [Reject.accountNotClosed]: 'the account is not closed: its owner moves what it has',
  [Reject.insufficientBalance]: 'the account has less than that',
  [Reject.withdrawalsOpen]: 'too many payouts of this account wait: approve or refuse them first',
  [Reject.takesNoDeposits]: 'the account that it goes to takes no deposits',
  [Reject.unknownAccount]: 'only spot and funding accounts are paid out',
};

/** `deposit list`: those on their way, and why those that were refused wait; oldest first. */
export async function listDeposits({ views, deposits }: Context): Promise<unknown> {
  return (await deposits().list()).map((one) => {
    const { transaction, account, confirmations, seenAt, refused } = one;
    const asset = views.asset(one.asset);
    const coins = { coin: asset?.code ?? '', amount: formatDecimal(one.amount, asset?.scale ?? 0) };
    const why = refused === 0 ? {} : { refused: WHY[refused] ?? `code ${refused}` };
    const uid = wireUserId(ownerOf(account));
    return { transaction, uid, ...coins, confirmations, seenAt, ...why };
  });
}

/** `deposit retry`: what was refused is asked for once more. */
export async function retryDeposits(context: Context): Promise<unknown> {
  await context.deposits().retry();
  return listDeposits(context);
}

/** `user deposits --email E --state frozen|open`: whether anything comes to a person's accounts. */
export async function setDeposits(context: Context, args: OperationArgs): Promise<unknown> {
  const { uid, email } = await personOf(context, args);
  const reason = required(args, 'reason');
  const state = required(args, 'state');
  if (state !== 'frozen' && state !== 'open') {
    throw new Error(`--state: "${state}" is none of frozen, open`);
  }
  const mode = state === 'frozen' ? UserMode.depositsFrozen : UserMode.open;
  const by = { actor: 'command line', reason };
  const command = { kind: CommandKind.setUserMode, user: uid, mode, ...by } as const;
  const { code } = await context.engine.submit(command);
  if (code === Reject.accountClosed) throw new Error(`the account of ${email} is closed`);
  if (code !== 0) throw new Error(`refused with code ${code}`);
  if (mode === UserMode.open) await context.deposits().retry();
  return { uid: wireUserId(uid), email, deposits: state };
}

/** `payout list`: what closed accounts have. */
export function listStranded({ views, closedRoots }: Closed): unknown {
  const { ghost: _, ...kinds } = AccountKind;
  return [...closedRoots()]
    .flatMap((root) => [root, ...views.subAccounts(root)])
    .flatMap((user) => Object.values(kinds).map((kind) => accountOf(user, kind)))
    .flatMap((account) =>
      views.balances(account).map(({ asset: id, available, held }) => {
        const { code, scale } = views.asset(id) as Asset;
        const amounts = {
          available: formatDecimal(available, scale),
          held: formatDecimal(held, scale),
        };
        const uid = wireUserId(ownerOf(account));
        return { uid, account: accountWord(account), coin: code, ...amounts };
      }),
    )
    .filter(({ available, held }) => available !== '0' || held !== '0');
}

/** What is to be paid out. */
interface Payout {
  readonly account: number;
  readonly asset: Asset;
  readonly amount: bigint;
}

/**
 * `payout request (--from UID [--account funding] --coin C --amount A | --transaction T) --address A
 * --operator NAME --reason TEXT`: waits for another operator, who approves it as a withdrawal.
 */
export async function requestPayout(context: Context, args: OperationArgs): Promise<unknown> {
  const { engine, views, chainTerms } = context;
  const actor = operatorOf(args);
  const reason = required(args, 'reason');
  const address = required(args, 'address');
  const parts = { views, people: LIVE_PEOPLE, chainTerms };
  const target = ({ account, asset }: Pick<Payout, 'account' | 'asset'>) =>
    targetOf(parts, ownerOf(account), asset, address);
  const { account, asset, amount } = await payoutOf(context, args, { actor, reason }, target);
  const { to, address: known } = target({ account, asset });
  const { id, code } = await engine.submit({
    ...{ kind: CommandKind.requestPayout, account, to, asset: asset.id, amount },
    ...{ address: known, actor, reason },
  });
  if (code !== 0) throw new Error(REFUSALS[code] ?? `refused with code ${code}`);
  const coins = { coin: asset.code, amount: formatDecimal(amount, asset.scale) };
  const from = wireUserId(ownerOf(account));
  return { id: wireId(id), from, ...coins, address, operator: actor, reason };
}

/** @param check of where it goes, before a deposit is taken in */
async function payoutOf(
  context: Context,
  args: OperationArgs,
  by: { readonly actor: string; readonly reason: string },
  check: (payout: Pick<Payout, 'account' | 'asset'>) => unknown,
): Promise<Payout> {
  const { views, deposits } = context;
  if (args['transaction'] === undefined) return namedPayout(context, args);
  const transaction = required(args, 'transaction');
  const found = (await deposits().list()).find((one) => one.transaction === transaction);
  const asset = found && views.asset(found.asset);
  if (found === undefined || asset === undefined) {
    throw new Error('no deposit of this transaction is on its way');
  }
  check({ account: found.account, asset });
  const { account, amount } = await deposits().takeIn(transaction, by);
  return { account, asset, amount };
}

function namedPayout({ views }: Context, args: OperationArgs): Payout {
  const user = parseWireUserId(required(args, 'from'));
  if (user === null || !views.hasUser(user))
    throw new Error('--from: there is no user of this uid');
  const word = args['account'] ?? 'spot';
  if (word !== 'spot' && word !== 'funding') {
    throw new Error(`--account: "${String(word)}" is none of spot, funding`);
  }
  const asset = views.assetByCode(upperAscii(required(args, 'coin')));
  if (asset === undefined) throw new Error(`--coin: there is no asset "${String(args['coin'])}"`);
  const amount = parseDecimal(required(args, 'amount'), asset.scale);
  if (amount === null || amount <= 0n || amount > BigInt(UNITS_MAX)) {
    const limits = `with up to ${asset.scale} places, at most`;
    const most = formatDecimal(UNITS_MAX, asset.scale);
    throw new Error(`--amount: it must be above 0, ${limits} ${most}`);
  }
  return { account: namedAccount(user, word), asset, amount };
}
