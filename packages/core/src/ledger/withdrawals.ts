/**
 * The steps of a withdrawal: requested, approved, sent, confirmed; or cancelled or refused before it is
 * sent, or failed by the chain after it. Its money is held from the first step to the last, so it leaves
 * once or comes back (INV-18).
 */
import {
  AccountKind,
  type AdvanceWithdrawalCommand,
  APPROVALS_MAX,
  type ApproveWithdrawalCommand,
  assert,
  assertNever,
  type CancelWithdrawalCommand,
  CommandKind,
  EventKind,
  FIRST_USER_ID,
  kindOf,
  NO_PAIR,
  ownerOf,
  PostingReason,
  type RefuseWithdrawalCommand,
  Reject,
  type RequestPayoutCommand,
  type RequestWithdrawalCommand,
  SystemAccount,
  sameOperator,
  UNITS_MAX,
  UserMode,
  WITHDRAWALS_OPEN_MAX,
  type Withdrawal,
  type WithdrawalCommand,
  WithdrawalStatus,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { State } from '../state/state.ts';
import {
  checkIncoming,
  checkMovement,
  checkNotClosed,
  nextMovement,
  repeatedMovement,
  sidesOf,
} from './movements.ts';
import { checkOperator } from './operators.ts';

/** Carries out one step. */
export function applyWithdrawal(
  state: State,
  out: CommandOutcome,
  command: WithdrawalCommand,
): boolean {
  switch (command.kind) {
    case CommandKind.requestWithdrawal:
      return request(state, out, command);
    case CommandKind.requestPayout:
      return requestPayout(state, out, command);
    case CommandKind.approveWithdrawal:
      return approve(state, out, command);
    case CommandKind.refuseWithdrawal:
      return refuse(state, out, command);
    case CommandKind.cancelWithdrawal:
      return cancel(state, out, command);
    case CommandKind.advanceWithdrawal:
      return advance(state, out, command);
    default:
      return assertNever(command);
  }
}

function request(state: State, out: CommandOutcome, command: RequestWithdrawalCommand): boolean {
  const { account, to, asset, clientId, address, approvals } = command;
  if (state.rules < Rules.withdrawals) {
    return out.refuse(Reject.parameterRange, Rules.withdrawals, state.rules);
  }
  if (repeatedMovement(state, out, account, 'withdrawal', clientId)) return true;
  if (!checkRequest(state, out, command)) return false;
  const { amount, fee } = command;
  const withdrawal: Withdrawal = {
    id: nextMovement(state, out, account, 'withdrawal', clientId),
    ...{ account, to, asset, amount: Number(amount), fee: Number(fee), address, clientId },
    ...{ requestedAt: state.time, approvals, approvedBy: [] },
    ...{ status: WithdrawalStatus.requested, transaction: '' },
  };
  begin(state, withdrawal);
  if (approvals === 0) release(state, withdrawal);
  return true;
}

/** Holds its money. */
function begin(state: State, withdrawal: Withdrawal, actor = '', reason = ''): void {
  const { amount, fee } = withdrawal;
  const held = amount + fee;
  assert(
    amount > 0 && fee >= 0,
    'INV-18: a withdrawal of nothing, or one that is paid for leaving',
  );
  assert(!state.withdrawals.open.has(withdrawal.id), 'INV-18: a withdrawal begins twice');
  post(state, withdrawal, withdrawal.account, PostingReason.hold, -held, held);
  state.withdrawals.count(withdrawal, 1);
  change(state, withdrawal, actor, reason);
}

/** What a closed account has is paid out by two operators: who asks is the first. */
function requestPayout(state: State, out: CommandOutcome, command: RequestPayoutCommand): boolean {
  const { account, to, asset, amount, address, actor, reason } = command;
  if (state.rules < Rules.closings) {
    return out.refuse(Reject.parameterRange, Rules.closings, state.rules);
  }
  if (!checkOperator(state, out, command)) return false;
  if (!checkMovement(state, out, sidesOf(account, to, asset), asset, amount)) return false;
  if (!checkWallets(out, account, to)) return false;
  if (state.users.mode(ownerOf(account)) !== UserMode.closed) {
    return out.refuse(Reject.accountNotClosed, 0, account);
  }
  if (!checkIncoming(state, out, to) || !checkOpenCount(state, out, ownerOf(account))) return false;
  const withdrawal: Withdrawal = {
    id: nextMovement(state, out, account, 'withdrawal', ''),
    ...{ account, to, asset, amount: Number(amount), fee: 0, address, clientId: '' },
    ...{ requestedAt: state.time, approvals: APPROVALS_MAX, approvedBy: [actor] },
    ...{ status: WithdrawalStatus.requested, transaction: '', payout: true },
  };
  begin(state, withdrawal, actor, reason);
  return true;
}

/** What goes to the accounts of a root, and waits, is at its sender's again. */
export function returnIncoming(state: State, root: number): void {
  const failure = 'the account that it goes to takes no deposits';
  for (const one of [...state.withdrawals.open.values()]) {
    if (state.users.rootOf(ownerOf(one.to)) !== root) continue;
    giveBack(state, one, WithdrawalStatus.failed, '', failure);
  }
}

function checkRequest(
  state: State,
  out: CommandOutcome,
  command: RequestWithdrawalCommand,
): boolean {
  const { account, to, asset, amount, fee, approvals, notBefore, dayMax } = command;
  if (!checkMovement(state, out, sidesOf(account, to, asset), asset, amount + fee)) return false;
  if (!checkWallets(out, account, to)) return false;
  if (!checkNotClosed(state, out, account) || !checkIncoming(state, out, to)) return false;
  if (ownerOf(account) === ownerOf(to)) return out.refuse(Reject.sameAccount, 0, to);
  if (fee < 0n || amount <= 0n) return out.refuse(Reject.amountRange, UNITS_MAX, Number(amount));
  if (!Number.isInteger(approvals) || approvals < 0 || approvals > APPROVALS_MAX) {
    return out.refuse(Reject.parameterRange, APPROVALS_MAX, approvals);
  }
  if (state.time < notBefore) return out.refuse(Reject.withdrawalTooEarly, notBefore, state.time);
  const user = ownerOf(account);
  const leaving = state.withdrawals.leaving(user, asset, state.time) + amount;
  if (dayMax > 0n && leaving > dayMax) {
    return out.refuse(Reject.withdrawalDayLimit, Number(dayMax), Number(leaving));
  }
  return checkOpenCount(state, out, user);
}

/** Not too many of a user on their way at a time. */
function checkOpenCount(state: State, out: CommandOutcome, user: number): boolean {
  const open = state.withdrawals.openOf(user);
  if (open < WITHDRAWALS_OPEN_MAX) return true;
  return out.refuse(Reject.withdrawalsOpen, WITHDRAWALS_OPEN_MAX, open + 1);
}

/** From a wallet of somebody, to another one or the outside world. */
function checkWallets(out: CommandOutcome, account: number, to: number): boolean {
  if (!isWallet(account)) return out.refuse(Reject.unknownAccount, 0, account);
  if (to === SystemAccount.external || isWallet(to)) return true;
  return out.refuse(Reject.unknownAccount, 0, to);
}

/** Spot and funding accounts of people; nothing leaves from, or comes to, others. */
function isWallet(account: number): boolean {
  const kind = kindOf(account);
  const wallet = kind === AccountKind.spot || kind === AccountKind.funding;
  return wallet && ownerOf(account) >= FIRST_USER_ID;
}

function approve(state: State, out: CommandOutcome, command: ApproveWithdrawalCommand): boolean {
  const { actor, reason } = command;
  const found = find(state, out, command.withdrawal, WithdrawalStatus.requested);
  if (found === null || !checkOperator(state, out, command)) return false;
  if (approvedBefore(state, found, actor)) {
    return out.refuse(Reject.approvedBefore, found.approvals, found.approvedBy.length);
  }
  if (!checkCapacity(state, out, found)) return false;
  const approved = { ...found, approvedBy: [...found.approvedBy, actor] };
  change(state, approved, actor, reason);
  if (approved.approvedBy.length >= approved.approvals) release(state, approved, actor, reason);
  return true;
}

/** Whether the other side still has room for it. */
function checkCapacity(
  { ledger }: State,
  out: CommandOutcome,
  { to, asset, amount }: Withdrawal,
): boolean {
  const after = ledger.available(ledger.slot(to, asset)) + BigInt(amount);
  return after < 1n << 62n || out.refuse(Reject.balanceRange, UNITS_MAX, amount);
}

function refuse(state: State, out: CommandOutcome, command: RefuseWithdrawalCommand): boolean {
  const found = find(state, out, command.withdrawal, WithdrawalStatus.approved);
  if (found === null || !checkOperator(state, out, command)) return false;
  giveBack(state, found, WithdrawalStatus.refused, command.actor, command.reason);
  return true;
}

/** Names of journals before rules 13 were kept as they were typed: `Ada` is `ada`. */
function approvedBefore({ rules }: State, { approvedBy }: Withdrawal, actor: string): boolean {
  if (rules < Rules.operators) return approvedBy.includes(actor);
  return approvedBy.some((name) => sameOperator(name, actor));
}

function cancel(state: State, out: CommandOutcome, command: CancelWithdrawalCommand): boolean {
  const { account, withdrawal } = command;
  if (state.withdrawals.open.get(withdrawal)?.account !== account) {
    return out.refuse(Reject.withdrawalNotFound, 0, withdrawal);
  }
  const found = find(state, out, withdrawal, WithdrawalStatus.approved);
  if (found === null) return false;
  giveBack(state, found, WithdrawalStatus.cancelled, '', '');
  return true;
}

function advance(state: State, out: CommandOutcome, command: AdvanceWithdrawalCommand): boolean {
  const { withdrawal, status, transaction, reason = '' } = command;
  const { sent, approved, failed } = WithdrawalStatus;
  const found = state.withdrawals.open.get(withdrawal);
  if (found === undefined) return out.refuse(Reject.withdrawalNotFound, 0, withdrawal);
  out.id = found.id;
  if (!mayFollow(state.rules, found, command)) {
    const before = status === sent ? approved : sent;
    return out.refuse(Reject.withdrawalStatus, before, found.status);
  }
  if (transaction === '' || (status === failed && reason === '')) {
    return out.refuse(Reject.parameterRange, 1, 0);
  }
  if (status === sent) change(state, { ...found, status, transaction });
  else if (status === failed) giveBack(state, found, failed, '', reason);
  else settle(state, found, '', '');
  return true;
}

/**
 * Whether what the chain says is the step after. An end has to name the transaction that the withdrawal
 * has now: what is said of one that was replaced comes too late.
 */
function mayFollow(
  rules: number,
  found: Withdrawal,
  { status, transaction }: AdvanceWithdrawalCommand,
): boolean {
  const { approved, sent, confirmed, failed } = WithdrawalStatus;
  const answers = rules >= Rules.chainAnswers;
  const same = transaction === found.transaction;
  switch (status) {
    case sent:
      return found.status === approved || (answers && found.status === sent && !same);
    case confirmed:
      return found.status === sent && same;
    case failed:
      return answers && found.status === sent && same;
    default:
      return false;
  }
}

/** The withdrawal, if it has come no further than `latest`; refuses otherwise. */
function find(
  state: State,
  out: CommandOutcome,
  id: number,
  latest: WithdrawalStatus,
): Withdrawal | null {
  const found = state.withdrawals.open.get(id);
  if (found === undefined) {
    out.refuse(Reject.withdrawalNotFound, 0, id);
    return null;
  }
  out.id = id;
  if (found.status <= latest) return found;
  out.refuse(Reject.withdrawalStatus, latest, found.status);
  return null;
}

/** Nothing stands in its way: inside of the exchange it arrives at once, else the chain is next. */
function release(state: State, withdrawal: Withdrawal, actor = '', reason = ''): void {
  const approved = { ...withdrawal, status: WithdrawalStatus.approved };
  if (withdrawal.to === SystemAccount.external) change(state, approved, actor, reason);
  else settle(state, approved, actor, reason);
}

/** What is held leaves. */
function settle(state: State, withdrawal: Withdrawal, actor: string, reason: string): void {
  const { account, to, amount, fee, approvals, approvedBy } = withdrawal;
  assertOpen(state, withdrawal);
  assert(approvedBy.length >= approvals, 'INV-18: a withdrawal leaves that is not approved');
  post(state, withdrawal, account, PostingReason.withdraw, 0, -amount);
  post(state, withdrawal, to, PostingReason.deposit, amount, 0);
  if (fee > 0) {
    post(state, withdrawal, account, PostingReason.withdrawFee, 0, -fee);
    post(state, withdrawal, SystemAccount.fees, PostingReason.feeIn, fee, 0);
  }
  change(state, { ...withdrawal, status: WithdrawalStatus.confirmed }, actor, reason);
}

/** What is held is available again. */
function giveBack(
  state: State,
  withdrawal: Withdrawal,
  status: Withdrawal['status'],
  actor: string,
  reason: string,
): void {
  const held = withdrawal.amount + withdrawal.fee;
  assertOpen(state, withdrawal);
  post(state, withdrawal, withdrawal.account, PostingReason.release, held, -held);
  state.withdrawals.count(withdrawal, -1);
  change(state, { ...withdrawal, status }, actor, reason);
}

/** Its money leaves once or comes back once. */
function assertOpen({ withdrawals }: State, { id, amount, fee }: Withdrawal): void {
  const open = withdrawals.open.get(id);
  const same = open !== undefined && open.amount === amount && open.fee === fee;
  assert(same, 'INV-18: a withdrawal ends twice, or with other money than it held');
}

function post(
  { ledger }: State,
  { id, asset }: Withdrawal,
  account: number,
  why: PostingReason,
  available: number,
  held: number,
): void {
  const slot = ledger.slot(account, asset);
  ledger.post(slot, account, asset, why, id, available, held, NO_PAIR);
}

/** The withdrawal is now this. */
function change(state: State, withdrawal: Withdrawal, actor = '', reason = ''): void {
  state.withdrawals.put(withdrawal);
  const { seq, time } = state;
  state.log.push({ kind: EventKind.withdrawal, seq, time, withdrawal, actor, reason });
}
