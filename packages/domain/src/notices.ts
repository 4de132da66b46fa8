/**
 * Notices: what somebody is told of its accounts. Which events can make one is said here alone, so that
 * the list, the number on the bell and the socket never differ.
 */
import { EventKind } from './event-kinds.ts';
import { type Event, type OrderDoneEvent, PostingReason, TradeOrigin } from './events.ts';
import { type AccountId, AccountKind, accountOf } from './ids.ts';
import { NoticeKind } from './notice-kinds.ts';
import { DoneReason, PlanEnd, TimeInForce } from './orders.ts';
import { type ParentOrderSetEvent, ParentState } from './parent-orders.ts';
import { type Withdrawal, WithdrawalStatus } from './withdrawals.ts';

/** Status of the notice of a transfer whose other side is a copy portfolio. */
export const CopyTransfer = { fromPortfolio: 1, toPortfolio: 2 } as const;

/** Status of the notice that an order of a trader was not made: the order itself, or a change of it. */
export const CopyOrderFailed = { order: 0, change: 1 } as const;

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

/**
 * How the end of a parent's order is told; null = not at all: its parent tells what was traded, and a slice that
 * found nothing is one of many.
 */
export function childNotice(
  { reason }: OrderDoneEvent,
  trades: number,
  timeInForce: TimeInForce,
): NoticeKind | null {
  if (trades > 0 || timeInForce === TimeInForce.ioc || OWN_ENDS.has(reason)) return null;
  return NoticeKind.cancelled;
}

/**
 * What a parent order that is now so tells; null = nothing.
 * @param before how it was told last; undefined = it is new
 */
export function parentNotice(
  { state, code, filled, time, duration = 0 }: ParentOrderSetEvent,
  before: { readonly state: ParentState; readonly createdAt: number } | undefined,
): NoticeKind | null {
  if (state === ParentState.paused) {
    return code !== 0 && before?.state !== state ? NoticeKind.parentPaused : null;
  }
  if (state === ParentState.working) return null;
  const timeIsOver = duration > 0 && time >= (before?.createdAt ?? time) + duration;
  return filled > 0 || timeIsOver ? NoticeKind.parentEnded : null;
}

/** Whether a withdrawal in steps has come to an end that its owner did not bring. */
export function isNotifiedWithdrawal({ status }: Pick<Withdrawal, 'status'>): boolean {
  const { confirmed, refused, failed } = WithdrawalStatus;
  return status === confirmed || status === refused || status === failed;
}

/**
 * What an event may tell, of which accounts, those of the exchange too. Of an order it is not known here
 * whether it had fills or a parent, of a parent how it was before: the records leave out what tells nothing.
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
    case EventKind.parentOrderSet: {
      if (event.state === ParentState.working) return NONE;
      const { parentPaused, parentEnded } = NoticeKind;
      const isPaused = event.state === ParentState.paused;
      return of(isPaused ? parentPaused : parentEnded, event.account);
    }
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
      return isNotifiedWithdrawal(event.withdrawal) ? of(NoticeKind.withdrawal, account, to) : NONE;
    }
    default:
      return NONE;
  }
}
