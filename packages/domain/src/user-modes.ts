/** Whether money may come to a user: a root and its sub-accounts have one mode. */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { EventKind, Happened } from './event-kinds.ts';
import type { UserId } from './ids.ts';

export const UserMode = {
  open: 0,
  /** Nothing comes from outside of the family; what it has may move and leave. */
  depositsFrozen: 1,
  /** For good: nothing comes, and what is there leaves by payouts of operators alone. */
  closed: 2,
} as const;
export type UserMode = (typeof UserMode)[keyof typeof UserMode];

/**
 * Sets the mode of a root. Closing is refused while it has money, debts, orders, plans or positions, or
 * withdrawals are on their way from or to it. Withdrawals that wait for an approval and go to who takes
 * nothing any more come back to their senders.
 */
export interface SetUserModeCommand extends Stamped {
  kind: typeof CommandKind.setUserMode;
  user: UserId;
  mode: UserMode;
  /** Closes whatever is still there: of a person who was closed before the core knew of it. */
  keepsMoney?: boolean;
  actor: string;
  reason: string;
}

/** A root and its sub-accounts have this mode from now on. */
export interface UserModeSetEvent extends Happened {
  readonly kind: typeof EventKind.userModeSet;
  readonly user: UserId;
  readonly mode: UserMode;
  readonly actor: string;
  readonly reason: string;
}

/** What keeps an account from being closed, as its owner reads it. */
export type ClosingPart =
  | {
      readonly kind: 'balance';
      readonly coin: string;
      /** Decimal text. */
      readonly amount: string;
    }
  | { readonly kind: 'loan'; readonly coin: string }
  | { readonly kind: 'orders' | 'positions' | 'withdrawals'; readonly count: number }
  /** A deposit that its chain has not confirmed yet. */
  | {
      readonly kind: 'deposit';
      readonly coin: string;
      readonly amount: string;
      /** Blocks that it has, and those that it is credited with. */
      readonly confirmations: number;
      readonly needed: number;
    };
