/** How people are told of what happened: one row each; see fold.ts and the notices of the domain. */
import type {
  ContractTradeEvent,
  Happened,
  LiquidationEvent,
  MarginCallEvent,
  MarginLiquidationEvent,
  MovedEvent,
  OrderDoneEvent,
  ParentOrderSetEvent,
  PlanEndedEvent,
  WithdrawalEvent,
} from '@halcyon/domain';
import {
  CopyTransfer,
  childNotice,
  isMargin,
  isNotifiedWithdrawal,
  isUrgent,
  LIQUIDATION_OPTION,
  LOAN_LIQUIDATION_OPTION,
  MARGIN_OPTION,
  MarginMode,
  NO_PAIR,
  NoticeKind,
  orderNotice,
  ownerOf,
  PlanEnd,
  parentNotice,
  parentOfOrder,
  Side,
  TradeOrigin,
  WithdrawalStatus,
} from '@halcyon/domain';
import { NO_SIDE } from '../kinds/bills.ts';
import type { OrderState } from '../kinds/orders.ts';
import type { ParentRowState } from '../kinds/parents.ts';
import type { PlanState } from '../kinds/plans.ts';
import type { FundingBill } from './facts.ts';
import type { Known } from './known.ts';
import { mark } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** What a notice says; what is left out is nothing. */
export interface NoticeContents {
  readonly kind: NoticeKind;
  readonly account: number;
  readonly instrument?: number;
  readonly asset?: number;
  readonly side?: number;
  readonly quantity?: number;
  readonly amount?: number | bigint;
  readonly price?: number;
  readonly reference?: number;
  readonly other?: number;
  readonly status?: number;
}

/** Tells the owner of the account, if records are kept for it; what is urgent of a copy portfolio its root. */
export function notify(
  { time, seq }: Happened,
  told: NoticeContents,
  known: Known,
  out: WriteSet,
): void {
  const { kind, account, instrument = NO_PAIR, asset = -1, side = NO_SIDE } = told;
  const { quantity = 0, amount = 0, price = 0, reference = 0, other = 0, status = 0 } = told;
  if (!known.people.ownsAccount(account)) return;
  mark(time, known, out);
  known.counters.notices += 1;
  out.notices.push({
    ...{
      user: readerOf(kind, account, known),
      id: known.counters.notices,
      kind,
      account,
      instrument,
      asset,
    },
    ...{ side, quantity: BigInt(quantity), amount: BigInt(amount), price, reference, other },
    ...{ status, time, seq },
  });
}

function readerOf(kind: NoticeKind, account: number, { copies }: Known): number {
  const owner = ownerOf(account);
  return isUrgent(kind) ? (copies.get(owner)?.root ?? owner) : owner;
}

/** Whether the exchange placed it to liquidate the account: the liquidation tells of it. */
function liquidates({ account, options }: OrderState): boolean {
  const bits = isMargin(account) ? MARGIN_OPTION | LOAN_LIQUIDATION_OPTION : LIQUIDATION_OPTION;
  return (options & bits) === bits;
}

/** A person's order ended. */
export function notifyOrder(
  event: OrderDoneEvent,
  order: OrderState,
  known: Known,
  out: WriteSet,
): void {
  const ofParent = parentOfOrder(order) !== 0;
  const kind = ofParent
    ? childNotice(event, order.trades, order.timeInForce)
    : orderNotice(event, order.trades);
  if (kind === null || liquidates(order)) return;
  const { account, instrument, side, filledQuantity, filledQuote, id } = order;
  const filled = { quantity: filledQuantity, amount: filledQuote };
  notify(event, { kind, account, instrument, side, ...filled, reference: id }, known, out);
}

/** A person's parent order is now this. @param before how it was */
export function notifyParent(
  event: ParentOrderSetEvent,
  now: ParentRowState,
  before: Parameters<typeof parentNotice>[1],
  known: Known,
  out: WriteSet,
): void {
  const kind = parentNotice(event, before);
  if (kind === null) return;
  const { account, instrument, side, id: reference, filled, filledQuote, parentKind } = now;
  const traded = { quantity: filled, amount: filledQuote };
  const about = { account, instrument, side, reference, status: parentKind };
  notify(event, { kind, ...about, ...traded }, known, out);
}

/** A person's plan ended. */
export function notifyPlan(
  event: PlanEndedEvent,
  plan: PlanState,
  known: Known,
  out: WriteSet,
): void {
  if (event.end === PlanEnd.cancelled) return;
  const kind = event.end === PlanEnd.failed ? NoticeKind.triggerFailed : NoticeKind.triggered;
  const { account, instrument, side, quantity, triggerPrice: price, id } = plan;
  const { code: status } = event;
  notify(
    event,
    { kind, account, instrument, side, quantity, price, reference: id, status },
    known,
    out,
  );
}

/** What is called, and liquidated, as one: an account, or of isolated margin a contract or pair of it. */
function callKey(account: number, instrument: number): string {
  return `${account} ${instrument}`;
}

function noteLiquidated(seq: number, key: string, { liquidated }: Known): void {
  if (liquidated.seq !== seq) liquidated.keys.clear();
  liquidated.seq = seq;
  liquidated.keys.add(key);
}

/**
 * The margin ratio of an account, or of an isolated position, is high. Where the same command has liquidated a
 * part of it, that is told already.
 */
export function notifyMarginCall(event: MarginCallEvent, known: Known, out: WriteSet): void {
  const { account, instrument, keeps: quantity, equity: amount, seq } = event;
  const { liquidated } = known;
  if (liquidated.seq === seq && liquidated.keys.has(callKey(account, instrument))) return;
  notify(event, { kind: NoticeKind.marginCall, account, instrument, quantity, amount }, known, out);
}

/** A step of a liquidation closed something. @param reference its number */
export function notifyLiquidation(
  event: LiquidationEvent,
  reference: number,
  known: Known,
  out: WriteSet,
): void {
  const { account, instrument, mark: price, marginMode, seq } = event;
  const quantity = event.closed + event.deleveraged;
  if (quantity === 0) return;
  const called = marginMode === MarginMode.isolated ? instrument : NO_PAIR;
  noteLiquidated(seq, callKey(account, called), known);
  const kind = NoticeKind.liquidation;
  notify(event, { kind, account, instrument, quantity, price, reference }, known, out);
}

/** A step of the liquidation of a margin account. @param reference its number */
export function notifyMarginLiquidation(
  event: MarginLiquidationEvent,
  reference: number,
  known: Known,
  out: WriteSet,
): void {
  const { account, instrument, seq } = event;
  noteLiquidated(seq, callKey(account, instrument), known);
  notify(event, { kind: NoticeKind.marginLiquidation, account, instrument, reference }, known, out);
}

/** A position was closed against one that went bankrupt. */
export function notifyDeleveraging(event: ContractTradeEvent, known: Known, out: WriteSet): void {
  if (event.origin !== TradeOrigin.deleveraging) return;
  const { makerAccount: account, instrument, quantity, price, trade: reference } = event;
  const side = event.takerSide === Side.buy ? Side.sell : Side.buy;
  const kind = NoticeKind.deleveraged;
  notify(event, { kind, account, instrument, side, quantity, price, reference }, known, out);
}

/** A position paid or got funding. */
export function notifyFunding(
  event: Happened,
  { account, instrument, asset, amount, id: reference }: FundingBill,
  known: Known,
  out: WriteSet,
): void {
  notify(
    event,
    { kind: NoticeKind.funding, account, instrument, asset, amount, reference },
    known,
    out,
  );
}

/** Money came, went or moved at once: a transfer within one user is one notice. */
export function notifyMoved(event: MovedEvent, known: Known, out: WriteSet): void {
  const { from, to, asset, amount, id: reference, movement } = event;
  const moved = { asset, amount, reference, instrument: event.instrument ?? NO_PAIR };
  const kind = NoticeKind[movement];
  if (movement === 'transfer') {
    const between = { kind, ...moved, account: from, other: to };
    const { fromPortfolio, toPortfolio } = CopyTransfer;
    if (known.copies.has(ownerOf(from))) {
      const back = { ...between, account: to, other: from, status: fromPortfolio };
      notify(event, back, known, out);
      return;
    }
    if (known.copies.has(ownerOf(to))) {
      notify(event, { ...between, status: toPortfolio }, known, out);
      return;
    }
    notify(event, between, known, out);
    if (ownerOf(from) !== ownerOf(to)) notify(event, { ...between, account: to }, known, out);
  } else {
    if (movement === 'withdrawal') notify(event, { kind, ...moved, account: from }, known, out);
    notify(event, { ...moved, kind: NoticeKind.deposit, account: to }, known, out);
  }
}

/** A withdrawal in steps has come to its end. */
export function notifyWithdrawal(event: WithdrawalEvent, known: Known, out: WriteSet): void {
  const { account, to, asset, amount, id: reference, status } = event.withdrawal;
  if (!isNotifiedWithdrawal(event.withdrawal)) return;
  const moved = { asset, amount, reference };
  notify(event, { ...moved, kind: NoticeKind.withdrawal, account, status }, known, out);
  if (status === WithdrawalStatus.confirmed) {
    notify(event, { ...moved, kind: NoticeKind.deposit, account: to }, known, out);
  }
}
