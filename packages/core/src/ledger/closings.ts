/**
 * Closing of accounts, in one step with the look at what they have: nothing can come in between. And
 * accounts that take no deposits for a time.
 */
import {
  AccountKind,
  accountOf,
  CommandKind,
  EventKind,
  FIRST_USER_ID,
  isMargin,
  ownerOf,
  Reject,
  type SetOperatorCommand,
  type SetUserModeCommand,
  UserMode,
  type WithdrawalCommand,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { State } from '../state/state.ts';
import { checkActor, setOperator } from './operators.ts';
import { applyWithdrawal, returnIncoming } from './withdrawals.ts';

const NONE = -1;
const { ghost: _, ...KINDS } = AccountKind;

/** Carries out what opens and closes accounts, who decides about withdrawals, or one step of a withdrawal. */
export function applyAccounts(
  state: State,
  out: CommandOutcome,
  command: SetUserModeCommand | SetOperatorCommand | WithdrawalCommand,
): boolean {
  if (command.kind === CommandKind.setUserMode) return setUserMode(state, out, command);
  if (command.kind === CommandKind.setOperator) return setOperator(state, out, command);
  return applyWithdrawal(state, out, command);
}

/** Sets whether money may come to a root and its sub-accounts. A mode that it has already is no change. */
function setUserMode(state: State, out: CommandOutcome, command: SetUserModeCommand): boolean {
  const { user, mode, keepsMoney = false, actor, reason } = command;
  const { users, rules } = state;
  if (rules < Rules.closings) return out.refuse(Reject.parameterRange, Rules.closings, rules);
  if (!checkActor(out, command)) return false;
  const known = Number.isSafeInteger(user) && user >= FIRST_USER_ID && user < users.count;
  if (!known || users.rootOf(user) !== user) {
    return out.refuse(Reject.unknownUser, users.count - 1, user);
  }
  if (!Object.values(UserMode).includes(mode)) {
    return out.refuse(Reject.parameterRange, UserMode.closed, mode);
  }
  const before = users.mode(user);
  if (before === mode) return true;
  if (before === UserMode.closed) return out.refuse(Reject.accountClosed, 0, user);
  if (mode === UserMode.closed && !keepsMoney) {
    const coming = comingTo(state, user);
    const left = leftIn(state, user) + coming;
    if (left > 0) return out.refuse(Reject.accountNotEmpty, coming, left);
  }
  users.setMode(user, mode);
  const { seq, time } = state;
  state.log.push({ kind: EventKind.userModeSet, seq, time, user, mode, actor, reason });
  if (mode !== UserMode.open) returnIncoming(state, user);
  return true;
}

/** How many withdrawals are on their way to a root and its sub-accounts. */
function comingTo({ users, withdrawals }: State, root: number): number {
  const open = [...withdrawals.open.values()];
  return open.filter(({ to }) => users.rootOf(ownerOf(to)) === root).length;
}

/** How many things a root and its sub-accounts still have: balances, what is held included, debts, orders. */
function leftIn(state: State, root: number): number {
  let left = 0;
  const family = state.users.family(root) ?? [root];
  for (const user of family)
    left += balances(state, user) + tradesOf(state, user) + loans(state, user);
  return left + portfolios(state, root);
}

/** Copy portfolios that have not ended. */
function portfolios({ copies }: State, root: number): number {
  return [...copies.portfolios.values()].filter((one) => one.root === root).length;
}

/** Balances outside of margin accounts. */
function balances({ assets, ledger }: State, user: number): number {
  let count = 0;
  for (const kind of Object.values(KINDS)) {
    const account = accountOf(user, kind);
    if (isMargin(account)) continue;
    for (const { id } of assets) {
      const slot = ledger.index.find(account, id);
      if (slot !== NONE && (ledger.available(slot) !== 0n || ledger.held(slot) !== 0n)) count += 1;
    }
  }
  return count;
}

/** How many orders, parts of copied orders, parent orders, plans and positions a user has. */
export function tradesOf(
  { users, planCounts, parents, positions, riskAccounts, copies }: State,
  user: number,
): number {
  let count = users.restingCount(user) + parents.countOf(user);
  if (copies.active) count += copies.restingOf(user);
  for (const kind of Object.values(KINDS)) count += planCounts.get(accountOf(user, kind)) ?? 0;
  const risk = users.futuresAccount(user);
  let at = risk === NONE ? NONE : riskAccounts.first(risk);
  for (; at !== NONE; at = positions.after(at)) if (positions.lots(at) !== 0) count += 1;
  return count;
}

/** What margin accounts have and owe: every coin that they ever had has a record. */
function loans({ ledger, loans: { records } }: State, user: number): number {
  let count = 0;
  for (let at = records.first(user); at !== NONE; at = records.next(at)) {
    if (records.debt(at) > 0 || ledger.ownedApprox(records.balance(at)) !== 0) count += 1;
  }
  return count;
}
