/**
 * Notices: what somebody is told of its accounts. Which events can make one is said here alone, so that
 * the list, the number on the bell and the socket never differ.
 */
import { EventKind } from './event-kinds.ts';
import { type Event, type OrderDoneEvent, PostingReason, TradeOrigin } from './events.ts';
import { type AccountId, AccountKind, accountOf } from './ids.ts';
import { DoneReason, PlanEnd } from './orders.ts';
import { type Withdrawal, WithdrawalStatus } from './withdrawals.ts';

/** What a notice is about. The numbers are stored; the urgent ones come first, a new kind last. */
export const NoticeKind = {
  marginCall: 0,
  liquidation: 1,
  marginLiquidation: 2,
  deleveraged: 3,
  filled: 4,
  /** An order ended without a fill, not by an act of its owner. */
  cancelled: 5,
  triggered: 6,
  triggerFailed: 7,
  funding: 8,
  deposit: 9,
  withdrawal: 10,
  transfer: 11,
  /** Of copy trading, told to the root: it follows somebody; was left out of orders; an own exit was reached. */
  copyJoined: 12,
  copyLeftOut: 13,
  copyExit: 14,
  /** Its portfolio has ended, or its trader is gone; `status` is a CopyEnd. */
  copyEnded: 15,
  copySharePaid: 16,
  copyShareReceived: 17,
  /** Of a trader: somebody follows. */
  copyFollowed: 18,
} as const;
export type NoticeKind = (typeof NoticeKind)[keyof typeof NoticeKind];

/** Whether a kind is told of a sub-account to its root, too. */
export function isUrgent(kind: NoticeKind): boolean {
  return kind <= NoticeKind.deleveraged;
}

/** Status of the notice of a transfer whose other side is a copy portfolio. */
export const CopyTransfer = { fromPortfolio: 1, toPortfolio: 2 } as const;

/** Kinds that are told of a portfolio once a day (UTC) at most, with how often it happened on that day. */
export const DAILY_NOTICES = [
  NoticeKind.copyLeftOut,
  NoticeKind.copyShareReceived,
  NoticeKind.copyFollowed,
] as const;
export type DailyNotice = (typeof DAILY_NOTICES)[number];

export function isDaily(kind: NoticeKind): kind is DailyNotice {
  return (DAILY_NOTICES as readonly NoticeKind[]).includes(kind);
}

/** An event tells somebody something. */
export interface NoticeSign {
  readonly account: AccountId;
  readonly kind: NoticeKind;
}

const NONE: readonly NoticeSign[] = [];

function of(kind: NoticeKind, ...accounts: readonly AccountId[]): NoticeSign[] {
  return accounts.map((account) => ({ account, kind }));
}

/** Ends that an owner's own act brings: told only where there were fills before. */
const OWN_ENDS: ReadonlySet<DoneReason> = new Set([
  DoneReason.cancelled,
  DoneReason.replaced,
  DoneReason.ocoOther,
]);

/**
 * How an order's end is told; null = not at all.
 * @param trades how many it had
 */
export function orderNotice({ reason }: OrderDoneEvent, trades: number): NoticeKind | null {
  if (trades > 0) return NoticeKind.filled;
  return OWN_ENDS.has(reason) ? null : NoticeKind.cancelled;
}

/** Whether a withdrawal in steps has come to an end that its owner did not bring. */
export function isToldWithdrawal({ status }: Pick<Withdrawal, 'status'>): boolean {
  const { confirmed, refused, failed } = WithdrawalStatus;
  return status === confirmed || status === refused || status === failed;
}

/**
 * What an event may tell, of which accounts, those of the exchange too. Of an order it is not known here
 * whether it had fills: the records leave out what tells nothing.
 */
export function noticesIn(event: Event): readonly NoticeSign[] {
  switch (event.kind) {
    case EventKind.orderDone:
      return of(NoticeKind.filled, event.account);
    case EventKind.planEnded:
      if (event.end === PlanEnd.cancelled) return NONE;
      return of(
        event.end === PlanEnd.failed ? NoticeKind.triggerFailed : NoticeKind.triggered,
        event.account,
      );
    case EventKind.marginCall:
      return of(NoticeKind.marginCall, event.account);
    case EventKind.liquidation:
      return of(NoticeKind.liquidation, event.account);
    case EventKind.marginLiquidation:
      return of(NoticeKind.marginLiquidation, event.account);
    case EventKind.contractTrade:
      if (event.origin !== TradeOrigin.deleveraging) return NONE;
      return of(NoticeKind.deleveraged, event.makerAccount);
    case EventKind.posting:
      return event.reason === PostingReason.funding ? of(NoticeKind.funding, event.account) : NONE;
    case EventKind.moved:
      return of(NoticeKind[event.movement], event.from, event.to);
    case EventKind.copyPortfolioSet: {
      const { root, trader } = event.portfolio;
      const kind = event.ended ? NoticeKind.copyEnded : NoticeKind.copyJoined;
      return trader === null ? NONE : of(kind, accountOf(root, AccountKind.spot));
    }
    case EventKind.withdrawal: {
      const { account, to } = event.withdrawal;
      return isToldWithdrawal(event.withdrawal) ? of(NoticeKind.withdrawal, account, to) : NONE;
    }
    default:
      return NONE;
  }
}
