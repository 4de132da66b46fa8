/**
 * Turns events into rows, in memory: one function an event kind. It reads only what the projection
 * already holds (`Known`) and writes only into the write set; nothing here waits.
 */
import type {
  AccountId,
  Event,
  Instrument,
  MovedEvent,
  OrderAmendedEvent,
  OrderDoneEvent,
  OrderOpenedEvent,
  PlanAmendedEvent,
  PlanEndedEvent,
  PlanOpenedEvent,
  PostingEvent,
  SelfTradePreventedEvent,
  WithdrawalEvent,
} from '@halcyon/domain';
import {
  assert,
  assertNever,
  CopyOrderFailed,
  EventKind,
  NO_PAIR,
  ownerOf,
  PlanEnd,
  PostingReason,
  Side,
  SystemAccount,
  WithdrawalStatus,
} from '@halcyon/domain';
import { NO_SIDE } from '../kinds/bills.ts';
import { MovementKind } from '../kinds/movements.ts';
import { type PlanState, StoredPlanStatus } from '../kinds/plans.ts';
import {
  foldFundEntry,
  foldFundingSet,
  foldLiquidation,
  foldPosition,
  takeHalf,
} from './fold-contracts.ts';
import {
  noteTakeOver,
  notifyExit,
  notifyLeftOut,
  notifyOrderFailed,
  notifyPortfolio,
  notifyShare,
} from './fold-copy-notices.ts';
import {
  foldBasis,
  foldBatch,
  foldBatchOrder,
  foldCopyFill,
  foldExit,
  foldGathered,
  foldOwnTrade,
  foldPortfolio,
  foldShare,
  isOfBatch,
  leavingIn,
  noteCopyMoney,
} from './fold-copying.ts';
import { foldContractTerms, foldGrant, foldLevels, foldSchedule, foldTier } from './fold-fees.ts';
import {
  isDeleveraging,
  isPublicPosting,
  isWrittenOff,
  noteContractLoss,
  noteDeleveraging,
  noteMarginLoss,
  notePublicPosting,
  noteWrittenOff,
} from './fold-fund.ts';
import { noteBalance, notePrice } from './fold-hours.ts';
import { foldLoan, foldMarginLiquidation } from './fold-loans.ts';
import {
  notifyMarginCall,
  notifyMoved,
  notifyOrder,
  notifyPlan,
  notifyWithdrawal,
} from './fold-notices.ts';
import { foldChildEnd, foldParent } from './fold-parents.ts';
import { foldRefusal } from './fold-refusals.ts';
import { foldTrade } from './fold-trades.ts';
import { PriceKind } from './hour-tables.ts';
import type { Known } from './known.ts';
import { instrumentOf, mark, orderOf } from './known.ts';
import { endedStatus, newOrder, newPlan, wholeAttached } from './rows.ts';
import type { WriteSet } from './write-set.ts';

const MOVEMENT_KINDS = {
  deposit: MovementKind.deposit,
  withdrawal: MovementKind.withdrawal,
  transfer: MovementKind.transfer,
} as const;

/** What a movement that has no steps has of them. */
const DONE_AT_ONCE = {
  status: 0,
  updatedAt: 0,
  approvals: 0,
  approvedBy: '',
  transaction: '',
} as const;

const PLAN_ENDS: Readonly<Record<PlanEnd, StoredPlanStatus>> = {
  [PlanEnd.executed]: StoredPlanStatus.executed,
  [PlanEnd.cancelled]: StoredPlanStatus.cancelled,
  [PlanEnd.failed]: StoredPlanStatus.failed,
};

/** Applies one event. Throws InvariantError for one that contradicts what came before. */
export function fold(event: Event, known: Known, out: WriteSet): void {
  switch (event.kind) {
    case EventKind.orderOpened:
      if (isOfBatch(event)) foldBatchOrder(event, out);
      else foldOrderOpened(event, known, out);
      return;
    case EventKind.trade:
      if (!event.own) notePrice(event, PriceKind.last, event.price, known, out);
      foldTrade(event, known, out);
      return;
    case EventKind.contractTrade:
      if (isDeleveraging(event)) noteDeleveraging(event, out);
      if (event.own) foldOwnTrade(event, out);
      foldTrade(event, known, out);
      return;
    case EventKind.orderDone:
      if (isOfBatch(event)) foldBatchOrder(event, out);
      else foldOrderDone(event, known, out);
      return;
    case EventKind.orderAmended:
      if (isOfBatch(event)) foldBatchOrder(event, out);
      else foldOrderAmended(event, known, out);
      return;
    case EventKind.posting:
      foldPosting(event, known, out);
      return;
    case EventKind.planOpened:
      foldPlanOpened(event, known, out);
      return;
    case EventKind.planAmended:
      foldPlanAmended(event, known, out);
      return;
    case EventKind.planEnded:
      foldPlanEnded(event, known, out);
      return;
    case EventKind.moved:
      foldMoved(event, known, out);
      return;
    case EventKind.withdrawal:
      foldWithdrawal(event, known, out);
      return;
    case EventKind.selfTradePrevented:
      foldPrevented(event, known, out);
      return;
    case EventKind.userOpened:
      known.people.learn(event.user, event.simulated);
      out.users.set(event.user, { ...event, id: event.user });
      return;
    case EventKind.assetListed:
      out.assets.set(event.asset.id, event.asset);
      return;
    case EventKind.instrumentSet:
      foldInstrument(event.instrument, known, out);
      foldContractTerms(event, out);
      return;
    case EventKind.position:
      foldPosition(event, known, out);
      return;
    case EventKind.fundingSet:
      foldFundingSet(event, known, out);
      return;
    case EventKind.liquidation:
      noteContractLoss(event, known, out);
      foldLiquidation(event, known, out);
      return;
    case EventKind.loan:
      if (isWrittenOff(event)) noteWrittenOff(event, known, out);
      foldLoan(event, known, out);
      return;
    case EventKind.marginLiquidation:
      noteMarginLoss(event, known, out);
      foldMarginLiquidation(event, known, out);
      return;
    case EventKind.marginCall:
      notifyMarginCall(event, known, out);
      return;
    case EventKind.orderRefused:
      foldRefusal(event, known, out);
      return;
    case EventKind.copyPortfolioSet:
      notifyPortfolio(event, known, out);
      foldPortfolio(event, known, out);
      return;
    case EventKind.copyShareSettled:
      foldShare(event, out);
      notifyShare(event, known, out);
      return;
    case EventKind.copyExitReached:
      foldExit(event, out);
      notifyExit(event, known, out);
      return;
    case EventKind.copyOrderGathered:
      foldGathered(event, out);
      if (event.ended === 1 && event.code !== 0) {
        notifyOrderFailed(event, CopyOrderFailed.order, known, out);
      }
      return;
    case EventKind.copyAmendRefused:
      // The order is as it was.
      notifyOrderFailed(event, CopyOrderFailed.change, known, out);
      return;
    case EventKind.copyFollowerRemoved:
      leavingIn(event.seq, known).letGo.add(event.portfolio);
      return;
    case EventKind.copyBatchTraded:
      foldBatch(event, out);
      return;
    case EventKind.copyOrderBasis:
      foldBasis(event, out);
      return;
    case EventKind.copyFilled:
      foldCopyFill(event, out);
      notifyLeftOut(event, known, out);
      return;
    case EventKind.levelsEarned:
      foldLevels(event, known, out);
      return;
    case EventKind.feeGrantGiven:
    case EventKind.feeGrantEnded:
      foldGrant(event, known, out);
      return;
    case EventKind.feeScheduleSet:
      foldSchedule(event, out);
      return;
    case EventKind.feeTierSet:
      foldTier(event, known, out);
      return;
    case EventKind.lastPriceSeeded:
      notePrice(event, PriceKind.last, event.price, known, out);
      return;
    case EventKind.marks:
      notePrice(event, PriceKind.index, event.mark, known, out);
      return;
    case EventKind.coinIndex:
      notePrice(event, PriceKind.index, event.index, known, out);
      return;
    case EventKind.parentOrderSet:
      foldParent(event, known, out);
      return;
    case EventKind.orderRested:
    case EventKind.level:
    case EventKind.countdownSet:
    case EventKind.flowSet:
    case EventKind.contractAccountSet:
    case EventKind.loanTermsSet:
    case EventKind.pairTermsSet:
    case EventKind.interestHour:
    case EventKind.flashRepaid:
    case EventKind.operatorSet:
    case EventKind.userModeSet:
      return;
    default:
      assertNever(event);
  }
}

function planOf(id: number, known: Known): PlanState {
  const plan = known.plans.get(id);
  assert(plan !== undefined, `records: plan ${id} is not known`);
  return plan;
}

function foldOrderOpened(event: OrderOpenedEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  assert(!known.orders.has(event.order), `records: order ${event.order} opens twice`);
  const order = newOrder(event, instrumentOf(event.instrument, known));
  known.orders.set(order.id, order);
  out.orders.add(order);
  known.counters.maxOrder = Math.max(known.counters.maxOrder, order.id);
}

function foldOrderDone(event: OrderDoneEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  const order = orderOf(event.order, known);
  order.doneReason = event.reason;
  order.status = endedStatus(event.reason, order.trades);
  order.remaining = event.remaining;
  order.updatedAt = event.time;
  out.orders.add(order);
  foldChildEnd(order, known, out);
  notifyOrder(event, order, known, out);
}

function foldOrderAmended(event: OrderAmendedEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  const order = orderOf(event.order, known);
  order.price = event.price;
  order.quantity = event.quantity;
  order.remaining = event.remaining;
  order.updatedAt = event.time;
  out.orders.add(order);
}

function foldPosting(event: PostingEvent, known: Known, out: WriteSet): void {
  const change = event.availableDelta + event.heldDelta;
  // Holds and releases move money inside the account: its total, which a bill tells, stays.
  if (change === 0n) return;
  if (isPublicPosting(event)) notePublicPosting(event, known, out);
  if (event.account === SystemAccount.insurance) foldFundEntry(event, known, out);
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  const id = known.counters.nextBill;
  const { account, asset, instrument, reference } = event;
  const half = event.reason === PostingReason.contractTrade ? takeHalf(event, change, known) : null;
  if (event.reason === PostingReason.funding) {
    known.funding = { id, account, instrument, asset, round: reference, amount: change };
  }
  out.bills.push({
    account: event.account,
    id,
    asset: event.asset,
    reason: event.reason,
    side: half?.side ?? sideOf(event, change, known),
    amount: change,
    fee: BigInt(half?.fee ?? event.fee),
    balance: event.available + event.held,
    instrument: event.instrument,
    reference: event.reference,
    time: event.time,
    seq: event.seq,
  });
  known.counters.nextBill += 1;
  noteBalance(event, out);
  noteCopyMoney(event, change, known, out);
}

/** Whether a balance change came of buying or selling; NO_SIDE for what is not a trade. */
function sideOf(event: PostingEvent, change: bigint, known: Known): Side | typeof NO_SIDE {
  const { tradeIn, tradeOut } = PostingReason;
  // What is lent, transferred or charged in the pocket of a pair names the pair too.
  if (event.reason !== tradeIn && event.reason !== tradeOut) return NO_SIDE;
  const { base, quote } = instrumentOf(event.instrument, known);
  if (event.asset === base) return change > 0n ? Side.buy : Side.sell;
  if (event.asset === quote) return change < 0n ? Side.buy : Side.sell;
  return NO_SIDE;
}

function foldPlanOpened(event: PlanOpenedEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  assert(!known.plans.has(event.plan), `records: plan ${event.plan} opens twice`);
  const plan = newPlan(event);
  known.plans.set(plan.id, plan);
  out.plans.add(plan);
  known.counters.maxPlan = Math.max(known.counters.maxPlan, plan.id);
}

function foldPlanAmended(event: PlanAmendedEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  const plan = planOf(event.plan, known);
  plan.triggerPrice = event.triggerPrice;
  plan.price = event.price;
  plan.quantity = event.quantity;
  plan.quoteAmount = event.quoteAmount;
  plan.callbackPpm = event.callbackPpm ?? plan.callbackPpm;
  plan.triggerBy = event.triggerBy ?? plan.triggerBy;
  if (event.attached !== undefined) Object.assign(plan, wholeAttached(event.attached));
  plan.updatedAt = event.time;
  out.plans.add(plan);
}

function foldPlanEnded(event: PlanEndedEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  const plan = planOf(event.plan, known);
  plan.status = PLAN_ENDS[event.end];
  plan.order = event.order;
  plan.code = event.code;
  if (event.end === PlanEnd.failed) out.planFailures.push(event);
  plan.updatedAt = event.time;
  out.plans.add(plan);
  notifyPlan(event, plan, known, out);
}

function foldMoved(event: MovedEvent, known: Known, out: WriteSet): void {
  const { from, to, people } = { ...event, people: known.people };
  if (!people.ownsAccount(from) && !people.ownsAccount(to)) return;
  mark(event.time, known, out);
  out.movements.set(event.id, {
    id: event.id,
    kind: MOVEMENT_KINDS[event.movement],
    ...partiesOf(from, to),
    asset: event.asset,
    amount: event.amount,
    fee: event.fee,
    clientId: event.clientId,
    address: event.address,
    actor: event.actor,
    reason: event.reason,
    time: event.time,
    seq: event.seq,
    pocket: (event.instrument ?? NO_PAIR) + 1,
    ...DONE_AT_ONCE,
  });
  known.counters.maxMovement = Math.max(known.counters.maxMovement, event.id);
  noteTakeOver(event, known);
  notifyMoved(event, known, out);
}

function partiesOf(fromAccount: AccountId, toAccount: AccountId) {
  return {
    fromUser: ownerOf(fromAccount),
    toUser: ownerOf(toAccount),
    fromAccount,
    toAccount,
  };
}

function foldWithdrawal(event: WithdrawalEvent, known: Known, out: WriteSet): void {
  const { id, account, to, asset, ...rest } = event.withdrawal;
  const [amount, fee] = [BigInt(rest.amount), BigInt(rest.fee)];
  if (!known.people.ownsAccount(account) && !known.people.ownsAccount(to)) return;
  const { status, clientId, address, requestedAt, approvals, approvedBy, transaction } = rest;
  if (status === WithdrawalStatus.requested) mark(event.time, known, out);
  const { actor, reason, time: updatedAt, seq } = event;
  out.movements.set(id, {
    ...{ id, kind: MovementKind.withdrawal, ...partiesOf(account, to), asset, amount, fee },
    ...{ clientId, address, actor, reason, time: requestedAt, seq, pocket: NO_PAIR + 1 },
    ...{ status, updatedAt, approvals, approvedBy: approvedBy.join('\n'), transaction },
  });
  known.counters.maxMovement = Math.max(known.counters.maxMovement, id);
  notifyWithdrawal(event, known, out);
}

function foldPrevented(event: SelfTradePreventedEvent, known: Known, out: WriteSet): void {
  // The event names no account; the taker is of this very command, so it is known if a person's.
  const taker = known.orders.get(event.takerOrder);
  if (taker === undefined) return;
  out.prevented.push({ ...event, account: taker.account, id: known.counters.nextPrevented });
  known.counters.nextPrevented += 1;
}

function foldInstrument(instrument: Instrument, known: Known, out: WriteSet): void {
  const { product, base, quote, quoteFactor } = instrument;
  known.instruments.set(instrument.id, { product, base, quote, quoteFactor });
  out.instruments.set(instrument.id, instrument);
}
