/** Deposits, withdrawals and transfers: money moving between accounts outside of trading. */
import {
  AccountKind,
  assert,
  balanceNumber,
  type DepositCommand,
  EventKind,
  FIRST_USER_ID,
  isMargin,
  kindOf,
  MAIN_POCKET,
  mayBeNegative,
  NO_PAIR,
  ownerOf,
  PostingReason,
  pocketOf,
  pocketOfNumber,
  Reject,
  SystemAccount,
  type TransferCommand,
  UNITS_MAX,
  UserMode,
  type WithdrawCommand,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';

/** Credits an account from a system account. */
export function deposit(state: State, out: CommandOutcome, command: DepositCommand): boolean {
  const { account, from, asset, amount, reference, actor, reason } = command;
  if (repeatedMovement(state, out, account, 'deposit', reference)) return true;
  const sides = sidesOf(from, account, asset);
  if (!checkMovement(state, out, sides, asset, amount)) return false;
  if (!checkOutside(out, sides)) return false;
  if (!isSystem(from)) return out.refuse(Reject.unknownAccount, 0, from);
  if (!checkIncoming(state, out, account, command.toClosed)) return false;
  const id = nextMovement(state, out, account, 'deposit', reference);
  move(state, sides, asset, amount, 0n, id, 'deposit');
  logMoved(state, {
    movement: 'deposit',
    id,
    from,
    to: account,
    asset,
    amount,
    fee: 0n,
    clientId: reference,
    address: '',
    actor,
    reason,
  });
  return true;
}

/** Sends money to another account on the internal chain; fee on top, to the fees account. */
export function withdraw(state: State, out: CommandOutcome, command: WithdrawCommand): boolean {
  const { account, to, asset, amount, fee, clientId, address } = command;
  if (repeatedMovement(state, out, account, 'withdrawal', clientId)) return true;
  const sides = sidesOf(account, to, asset);
  if (!checkMovement(state, out, sides, asset, amount + fee)) return false;
  if (!checkOutside(out, sides)) return false;
  if (isSystem(account)) return out.refuse(Reject.unknownAccount, 0, account);
  if (fee < 0n || amount <= 0n) return out.refuse(Reject.amountRange, UNITS_MAX, Number(amount));
  if (!checkNotClosed(state, out, account) || !checkIncoming(state, out, to)) return false;
  const id = nextMovement(state, out, account, 'withdrawal', clientId);
  move(state, sides, asset, amount, fee, id, 'withdrawal');
  logMoved(state, {
    movement: 'withdrawal',
    id,
    from: account,
    to,
    asset,
    amount,
    fee,
    clientId,
    address,
    actor: '',
    reason: '',
  });
  return true;
}

/** Moves money between two accounts of one root. */
export function transfer(
  state: State,
  out: CommandOutcome,
  command: TransferCommand,
  margin: Withdrawable,
  loans: Lending,
): boolean {
  const { from, to, asset, amount, clientId, instrument } = command;
  if (repeatedMovement(state, out, from, 'transfer', clientId)) return true;
  const sides = sidesOf(from, to, asset, instrument);
  if (!checkMovement(state, out, sides, asset, amount)) return false;
  if (rootOf(state, from) !== rootOf(state, to)) return out.refuse(Reject.unknownAccount, 0, to);
  if (!checkFutures(state, out, from, to, asset, amount, margin)) return false;
  if (!loans.checkTransfer(command)) return false;
  const id = nextMovement(state, out, from, 'transfer', clientId);
  move(state, sides, asset, amount, 0n, id, 'transfer');
  for (const account of [from, to]) {
    if (isMargin(account)) loans.onMoved(account, instrument ?? NO_PAIR, asset);
  }
  logMoved(state, {
    movement: 'transfer',
    id,
    from,
    to,
    asset,
    amount,
    fee: 0n,
    ...(isPocket(sides) ? { instrument: sides.instrument } : {}),
    clientId,
    address: '',
    actor: '',
    reason: '',
  });
  return true;
}

function rootOf(state: State, account: number): number {
  return state.users.rootOf(ownerOf(account));
}

/** The accounts that money moves between, with their numbers of the ledger. */
export interface Sides {
  readonly from: number;
  readonly to: number;
  readonly source: number;
  readonly target: number;
  readonly instrument: number;
}

/** The sides of a movement. @param instrument the pair whose pocket an isolated margin account has */
export function sidesOf(
  from: number,
  to: number,
  asset: number,
  instrument: number = NO_PAIR,
): Sides {
  const source = balanceNumber(asset, pocketOf(from, instrument));
  const target = balanceNumber(asset, pocketOf(to, instrument));
  return { from, to, source, target, instrument };
}

/** Whether one of the accounts has its money in the pocket of a pair. */
function isPocket({ source, target }: Sides): boolean {
  return pocketOfNumber(source) !== MAIN_POCKET || pocketOfNumber(target) !== MAIN_POCKET;
}

/** What margin accounts take, and give. */
interface Lending {
  /** Refuses what they do not. */
  checkTransfer(command: TransferCommand): boolean;
  onMoved(account: number, instrument: number, asset: number): void;
}

/** What of a futures wallet its positions and orders do not need. */
interface Withdrawable {
  /** Settle units. @param risk slot of the account at risk */
  withdrawable(risk: number): number;
}

/** Futures accounts take settle assets alone, and give what nothing open needs. */
function checkFutures(
  state: State,
  out: CommandOutcome,
  from: number,
  to: number,
  asset: number,
  amount: bigint,
  margin: Withdrawable,
): boolean {
  if (kindOf(to) === AccountKind.usdtFutures) {
    const settles = state.markets.some(
      ({ contract, instrument }) => contract !== null && instrument.quote === asset,
    );
    if (!settles) return out.refuse(Reject.unknownAsset, 0, asset);
  }
  if (kindOf(from) !== AccountKind.usdtFutures) return true;
  const risk = state.users.futuresAccount(ownerOf(from));
  const slot = state.ledger.slot(from, asset);
  const spare = risk === -1 ? state.ledger.availableApprox(slot) : margin.withdrawable(risk);
  return amount <= BigInt(spare) || out.refuse(Reject.notWithdrawable, spare, Number(amount));
}

/** Refuses what the ledger or the accounts could not take. */
export function checkMovement(
  state: State,
  out: CommandOutcome,
  { from, to, source, target, instrument }: Sides,
  asset: number,
  amount: bigint,
): boolean {
  if (!accountExists(state, from)) return out.refuse(Reject.unknownAccount, 0, from);
  if (!accountExists(state, to)) return out.refuse(Reject.unknownAccount, 0, to);
  if (state.assets[asset] === undefined) return out.refuse(Reject.unknownAsset, 0, asset);
  if (from === to) return out.refuse(Reject.sameAccount, 0, to);
  if (amount <= 0n || amount > BigInt(UNITS_MAX)) {
    return out.refuse(Reject.amountRange, UNITS_MAX, Number(amount));
  }
  const { ledger } = state;
  if (!pocketExists(state, from, instrument) || !pocketExists(state, to, instrument)) {
    return out.refuse(Reject.unknownInstrument, 0, instrument);
  }
  const slot = ledger.slot(from, source);
  if (!mayBeNegative(from) && ledger.available(slot) < amount) {
    const available = ledger.availableApprox(slot);
    return out.refuse(Reject.insufficientBalance, available, Number(amount));
  }
  const top = 1n << 62n;
  const before = ledger.available(ledger.slot(to, target));
  const lowest = ledger.available(slot) - amount;
  if (before + amount < top && lowest > -top) return true;
  return out.refuse(Reject.balanceRange, UNITS_MAX, Number(amount));
}

/** Margin accounts have money of transfers alone, which are checked. */
function checkOutside(out: CommandOutcome, { from, to }: Sides): boolean {
  if (isMargin(from)) return out.refuse(Reject.unknownAccount, 0, from);
  return !isMargin(to) || out.refuse(Reject.unknownAccount, 0, to);
}

/**
 * Refuses what comes to an account that takes nothing. Between accounts of one root everything moves:
 * all of them have one mode.
 * @param toClosed whether it is taken in for a payout, and only for that
 */
export function checkIncoming(
  { users }: State,
  out: CommandOutcome,
  to: number,
  toClosed = false,
): boolean {
  const mode = users.mode(ownerOf(to));
  if (toClosed) {
    return mode === UserMode.closed || out.refuse(Reject.accountNotClosed, 0, to);
  }
  return mode === UserMode.open || out.refuse(Reject.takesNoDeposits, mode, to);
}

/** Refuses what is asked for in the name of a closed account: what it has leaves by payouts alone. */
export function checkNotClosed({ users }: State, out: CommandOutcome, account: number): boolean {
  const closed = users.mode(ownerOf(account)) === UserMode.closed;
  return !closed || out.refuse(Reject.accountClosed, 0, account);
}

function isSystem(account: number): boolean {
  return ownerOf(account) < FIRST_USER_ID;
}

function accountExists(state: State, account: number): boolean {
  if (!Number.isSafeInteger(account) || account < 0) return false;
  if (isSystem(account)) {
    const pool = account === SystemAccount.loans && state.loans.active;
    return account <= SystemAccount.insurance || pool;
  }
  const kind = kindOf(account);
  const futures = kind === AccountKind.usdtFutures && state.contracts > 0;
  const margin = isMargin(account) && state.loans.active;
  const usable = kind === AccountKind.spot || kind === AccountKind.funding || futures || margin;
  return usable && ownerOf(account) < state.users.count;
}

/** Whether an account has a pocket for a pair, where it needs one. */
function pocketExists(state: State, account: number, instrument: number): boolean {
  if (kindOf(account) !== AccountKind.isolatedMargin || isSystem(account)) return true;
  return state.loans.pairs.has(instrument);
}

type Movement = 'deposit' | 'withdrawal' | 'transfer';
/** What has ids, and client ids that name it once. */
type Named = Movement | 'loan' | 'repayment' | 'copy';

const OUT_REASON = {
  deposit: PostingReason.deposit,
  withdrawal: PostingReason.withdraw,
  transfer: PostingReason.transferOut,
} as const;
const IN_REASON = {
  deposit: PostingReason.deposit,
  withdrawal: PostingReason.deposit,
  transfer: PostingReason.transferIn,
} as const;

function move(
  state: State,
  { from, to, source, target, instrument }: Sides,
  asset: number,
  amount: bigint,
  fee: bigint,
  id: number,
  movement: Movement,
): void {
  const { ledger } = state;
  const units = Number(amount);
  const feeUnits = Number(fee);
  assert(units > 0 && feeUnits >= 0, 'a movement moves nothing');
  assert(from !== to, 'a movement goes nowhere');
  const payer = ledger.slot(from, source);
  ledger.post(payer, from, asset, OUT_REASON[movement], id, -units, 0, instrument);
  const payee = ledger.slot(to, target);
  ledger.post(payee, to, asset, IN_REASON[movement], id, units, 0, instrument);
  if (feeUnits === 0) return;
  ledger.post(payer, from, asset, PostingReason.withdrawFee, id, -feeUnits, 0, instrument);
  const fees = ledger.slot(SystemAccount.fees, asset);
  ledger.post(fees, SystemAccount.fees, asset, PostingReason.feeIn, id, feeUnits, 0, instrument);
}

/** INV-19: a reference that was used before returns its first result and moves nothing. */
export function repeatedMovement(
  state: State,
  out: CommandOutcome,
  account: number,
  movement: Named,
  reference: string,
): boolean {
  if (reference === '') return false;
  const id = state.movementIds.get(`${movement}:${account}:${reference}`);
  if (id === undefined) return false;
  out.id = id;
  out.otherId = id;
  return true;
}

export function nextMovement(
  state: State,
  out: CommandOutcome,
  account: number,
  movement: Named,
  reference: string,
): number {
  const id = state.nextMovement;
  state.nextMovement += 1;
  if (reference !== '') state.movementIds.set(`${movement}:${account}:${reference}`, id);
  out.id = id;
  return id;
}

interface Moved {
  readonly movement: Movement;
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly asset: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly instrument?: number;
  readonly clientId: string;
  readonly address: string;
  readonly actor: string;
  readonly reason: string;
}

function logMoved(state: State, moved: Moved): void {
  state.log.push({ kind: EventKind.moved, seq: state.seq, time: state.time, ...moved });
}
