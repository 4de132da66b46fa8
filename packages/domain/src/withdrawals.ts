/**
 * Withdrawals: money that leaves an account in steps, each a command of its own. What is on its way is
 * held; in the end it has left once or is available again (INV-18).
 */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { EventKind, Happened } from './event-kinds.ts';
import type { AccountId, AssetId } from './ids.ts';

/** Where a withdrawal stands. Those from `confirmed` on are ends. */
export const WithdrawalStatus = {
  /** Its money is held; operators have to approve it. */
  requested: 1,
  /** Nothing stands in its way; the chain has not been given it yet. */
  approved: 2,
  /** On the chain, with a transaction; its owner cannot take it back. */
  sent: 3,
  confirmed: 4,
  cancelled: 5,
  refused: 6,
  /** The chain said that nothing of it can ever leave. */
  failed: 7,
} as const;
export type WithdrawalStatus = (typeof WithdrawalStatus)[keyof typeof WithdrawalStatus];

/** What a user may have on the way at a time. */
export const WITHDRAWALS_OPEN_MAX = 20;
/** The most operators that a withdrawal can need. */
export const APPROVALS_MAX = 2;
/** Span over which what leaves is summed up, ms. */
export const WITHDRAWAL_DAY_MS = 24 * 60 * 60 * 1000;

/** Asks for a withdrawal and holds its money. A repeated client id returns the first result. */
export interface RequestWithdrawalCommand extends Stamped {
  kind: typeof CommandKind.requestWithdrawal;
  account: AccountId;
  /** An account of this exchange, or the outside world. */
  to: AccountId;
  asset: AssetId;
  /** Received by the other side. */
  amount: bigint;
  /** On top of the amount, to the fees account. */
  fee: bigint;
  address: string;
  clientId: string;
  /** How many operators must approve it, 0 to APPROVALS_MAX. */
  approvals: number;
  /** Refused before this, Unix ms: when its address has cooled. 0 = at any time. */
  notBefore: number;
  /** The most of the asset that may leave in a day, this one included; 0 = no limit. */
  dayMax: bigint;
}

/** An operator's word about a withdrawal that waits for one. */
export interface ApproveWithdrawalCommand extends Stamped {
  kind: typeof CommandKind.approveWithdrawal;
  withdrawal: number;
  actor: string;
  reason: string;
}

/** Ends a withdrawal that is not on the chain; its money is available again. */
export interface RefuseWithdrawalCommand extends Stamped {
  kind: typeof CommandKind.refuseWithdrawal;
  withdrawal: number;
  actor: string;
  reason: string;
}

/** The owner takes back a withdrawal that is not on the chain. */
export interface CancelWithdrawalCommand extends Stamped {
  kind: typeof CommandKind.cancelWithdrawal;
  account: AccountId;
  withdrawal: number;
}

/**
 * What the chain did with an approved withdrawal: took it, then confirmed it, or failed it for good. To
 * be sent once more says that another transaction has taken the place of the one before.
 */
export interface AdvanceWithdrawalCommand extends Stamped {
  kind: typeof CommandKind.advanceWithdrawal;
  withdrawal: number;
  status:
    | typeof WithdrawalStatus.sent
    | typeof WithdrawalStatus.confirmed
    | typeof WithdrawalStatus.failed;
  /** Of the chain; an end names the one that the withdrawal has. */
  transaction: string;
  /** Why it failed; of other steps there is none. */
  reason?: string;
}

/**
 * An operator asks to pay out what a closed account has, to an open one or the outside world. It counts
 * as his approval: another one has to give the second.
 */
export interface RequestPayoutCommand extends Stamped {
  kind: typeof CommandKind.requestPayout;
  /** Spot or funding account of a closed user. */
  account: AccountId;
  to: AccountId;
  asset: AssetId;
  amount: bigint;
  address: string;
  actor: string;
  reason: string;
}

export type WithdrawalCommand =
  | RequestPayoutCommand
  | RequestWithdrawalCommand
  | ApproveWithdrawalCommand
  | RefuseWithdrawalCommand
  | CancelWithdrawalCommand
  | AdvanceWithdrawalCommand;

/** All that a withdrawal is; amounts are units below UNITS_MAX. */
export interface Withdrawal {
  readonly id: number;
  readonly account: AccountId;
  readonly to: AccountId;
  readonly asset: AssetId;
  readonly amount: number;
  readonly fee: number;
  readonly address: string;
  readonly clientId: string;
  readonly requestedAt: number;
  /** How many operators must approve it, and who did. */
  readonly approvals: number;
  readonly approvedBy: readonly string[];
  readonly status: WithdrawalStatus;
  /** Of the chain; '' = none. */
  readonly transaction: string;
  /** Whether operators pay it out of a closed account. Absent: its owner asked for it. */
  readonly payout?: true;
}

/** A withdrawal is now this. */
export interface WithdrawalEvent extends Happened {
  readonly kind: typeof EventKind.withdrawal;
  readonly withdrawal: Withdrawal;
  /** Operator who brought it here, and why; '' = nobody. Where it failed the reason is the chain's. */
  readonly actor: string;
  readonly reason: string;
}
