/** How events of copy trading become rows; see copy-tables.ts. */
import {
  AccountKind,
  type ContractTradeEvent,
  type CopyBatchTradedEvent,
  CopyEnd,
  type CopyExitReachedEvent,
  type CopyFilledEvent,
  type CopyOrderBasisEvent,
  type CopyOrderGatheredEvent,
  type CopyPortfolioSetEvent,
  type CopySettings,
  type CopyShareSettledEvent,
  type DailyNotice,
  EventKind,
  isDaily,
  kindOf,
  noticeKinds,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderOpenedEvent,
  OrderType,
  ownerOf,
  type PostingEvent,
  PostingReason,
  type ShareBooks,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import type { PositionState } from '../kinds/positions.ts';
import type { SqlValue } from '../sql/row-writer.ts';
import { dayKey } from './copy-days.ts';
import { CopySide, CopySubject } from './copy-tables.ts';
import type { CopiedBy, CopyTotal } from './facts.ts';
import { hourOf } from './hour-tables.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

const DAILY = noticeKinds(isDaily) as readonly DailyNotice[];

/** A portfolio was opened, is now this, or has ended. */
export function foldPortfolio(event: CopyPortfolioSetEvent, known: Known, out: WriteSet): void {
  const { portfolio, ended, time } = event;
  const { user, root, paidIn } = portfolio;
  out.copyPortfolios.set(user, portfolioRow(event));
  if (portfolio.trader !== null) putBooks(user, portfolio.share, out);
  if (!known.copies.has(user) && !ended) {
    const copy = copiedBy(user, portfolio.trader ?? 0, root);
    known.copies.set(user, copy);
    // Its first money came before it was told of.
    add(copy, CopySubject.money, [paidIn, paidIn], time, known, out);
  }
  noteState(user, portfolio.trader === null ? portfolio : portfolio.settings, known);
  if (!ended) return;
  if (portfolio.trader !== null) noteEnd(event, known, out);
  known.copies.delete(user);
  known.copyClosing.delete(user);
  known.copyPaused.delete(user);
  for (const kind of DAILY) known.copyDays.delete(dayKey(kind, user));
  // A trader ends after the last follower: nothing comes after it on either side.
  if (portfolio.trader === null) known.copyTotals.delete(user);
}

/** Whether a trader is gone, or a follower pauses. */
function noteState(
  user: number,
  state: { readonly closing: boolean } | { readonly paused: number },
  { copyClosing, copyPaused }: Known,
): void {
  if ('closing' in state) {
    if (state.closing) copyClosing.add(user);
  } else if (state.paused !== 0) copyPaused.add(user);
  else copyPaused.delete(user);
}

/** How it ended. An exit that was reached is told after it, in the same command. */
function noteEnd(
  { portfolio: { user, trader }, seq }: CopyPortfolioSetEvent,
  known: Known,
  out: WriteSet,
): void {
  const { takenOver, ended, letGo } = leavingIn(seq, known);
  const gone = known.copyClosing.has(trader ?? 0);
  const took = takenOver.has(user);
  const alone = took ? CopyEnd.takenOver : CopyEnd.closed;
  const left = took ? CopyEnd.traderTakenOver : CopyEnd.traderClosed;
  const sent = took ? CopyEnd.letGoTakenOver : CopyEnd.letGoClosed;
  const how = gone ? left : alone;
  out.copyEnds.set(user, [user, letGo.has(user) ? sent : how, seq]);
  ended.set(user, known.copies.get(user)!);
}

/** What the command of `seq` did so far. */
export function leavingIn(seq: number, { copyLeaving }: Known): Known['copyLeaving'] {
  if (copyLeaving.seq !== seq) {
    copyLeaving.takenOver.clear();
    copyLeaving.ended.clear();
    copyLeaving.letGo.clear();
  }
  copyLeaving.seq = seq;
  return copyLeaving;
}

/** @param trader the portfolio that it follows, 0 = it is a trader's */
function copiedBy(user: number, trader: number, root: number): CopiedBy {
  if (trader === 0) return { trader: user, side: CopySide.trader, root };
  return { trader, side: CopySide.followers, root };
}

/** Reads a row of a portfolio that has not ended. */
export function knowCopy(
  row: {
    readonly id: number;
    readonly trader: number;
    readonly root: number;
    readonly closing: number;
    readonly settings: string;
  },
  known: Known,
): void {
  const { id, trader, root, closing } = row;
  known.copies.set(id, copiedBy(id, trader, root));
  const settings = JSON.parse(row.settings) as CopySettings & { readonly shareMaxPpm?: number };
  if (settings.shareMaxPpm !== undefined) known.copyShareMax.set(id, settings.shareMaxPpm);
  noteState(id, trader === 0 ? { closing: closing !== 0 } : settings, known);
}

function portfolioRow({ portfolio, ended, time, seq }: CopyPortfolioSetEvent): SqlValue[] {
  const { user, root, trader, asset, openedAt, paidIn } = portfolio;
  const isTrader = trader === null;
  return [
    ...[user, root, trader ?? 0, asset, openedAt, ended ? time : 0],
    ...[isTrader && portfolio.closing ? 1 : 0, paidIn],
    ...[isTrader ? portfolio.terms.sharePpm : portfolio.sharePpm],
    isTrader && portfolio.terms.code !== '' ? 1 : 0,
    JSON.stringify(
      isTrader ? { ...portfolio.terms, shareMaxPpm: portfolio.shareMaxPpm } : portfolio.settings,
    ),
    seq,
  ];
}

/** A batch has begun, or one that rested has ended. When it began stays. */
export function foldBatch(event: CopyBatchTradedEvent, out: WriteSet): void {
  const { batch, trader, instrument, leg, side, lots, filled, cost, owners, leftOut } = event;
  const row = [batch, trader, instrument, side, lots, filled, cost, owners, leftOut];
  const before = out.copyBatches.get(batch)?.slice(0, -1);
  const began = firstOf(before, [event.time, event.seq, leg]);
  out.copyBatches.set(batch, [...row, ...began, event.seq]);
}

/** What happens to the one order of a batch. */
type BatchOrderEvent = OrderOpenedEvent | OrderAmendedEvent | OrderDoneEvent;

/** Whether an event is about such an order, which is no person's. */
export function isOfBatch({ account }: Pick<BatchOrderEvent, 'account'>): boolean {
  return account === SystemAccount.copying;
}

/** The one order of a batch enters, changes its price, or ends. */
export function foldBatchOrder(event: BatchOrderEvent, out: WriteSet): void {
  const { order, seq, time } = event;
  if (event.kind === EventKind.orderDone) {
    out.copyOrderEnds.set(order, [order, event.reason, seq, time]);
    return;
  }
  const { price } = event;
  // Of one that was written before, an amendment changes the price alone.
  const [type, timeInForce] =
    event.kind === EventKind.orderOpened
      ? [event.type, event.timeInForce]
      : (out.copyOrders.get(order)?.slice(1, 3) ?? [OrderType.limit, TimeInForce.gtc]);
  const began = firstOf(out.copyOrders.get(order), [time]);
  const isMarket = type === OrderType.market;
  out.copyOrders.set(order, [order, type!, timeInForce!, isMarket ? 0 : price, ...began]);
}

/** A trade within one root: of each side that is a batch it is one with the trader's own account. */
export function foldOwnTrade(event: ContractTradeEvent, out: WriteSet): void {
  const { makerAccount, makerOrder, takerAccount, takerOrder } = event;
  const { trade, quantity, price, time, seq } = event;
  const { copying } = SystemAccount;
  for (const [account, batch] of [
    [makerAccount, makerOrder],
    [takerAccount, takerOrder],
  ] as const) {
    if (account === copying) out.copyOwnTrades.push([batch, trade, quantity, price, time, seq]);
  }
}

/** What followers' parts of a batch were sized by. */
export function foldBasis(event: CopyOrderBasisEvent, out: WriteSet): void {
  const { batch, trader, instrument, side, closes, opens, lots, mark, best, price } = event;
  const { leverage, isolated, equity, taken, takenCost, time, seq, leg } = event;
  out.copyBases.push([
    ...[batch, trader, instrument, side, closes, opens, lots, mark, best, price],
    ...[leverage, isolated, equity, taken, takenCost, time, seq, leg],
  ]);
}

/** What an owner has of a batch so far. */
export function foldCopyFill(event: CopyFilledEvent, out: WriteSet): void {
  const { batch, portfolio, leftOut, lots, filled, cost, fee, time, seq } = event;
  const key = [batch, portfolio].join();
  const row = [batch, portfolio, leftOut, lots, filled, cost, fee];
  out.copyFills.set(key, [...row, ...firstOf(out.copyFills.get(key), [time, seq])]);
}

/** Time and place of a row, and what else stays: the last values of one that is written already. */
function firstOf(
  row: readonly SqlValue[] | undefined,
  own: readonly [time: number, ...more: readonly number[]],
): readonly SqlValue[] {
  return row?.slice(-own.length) ?? own;
}

/** A follower's own exit was reached, and something was closed for it. */
export function foldExit(event: CopyExitReachedEvent, out: WriteSet): void {
  const { portfolio, seq, instrument, trader, reason, equity, base, peak } = event;
  const { mark, lots, cost, left, time } = event;
  out.copyExits.set([portfolio, seq, instrument].join(), [
    ...[portfolio, seq, instrument, trader, reason, equity, base, peak],
    ...[mark, lots, cost, left, time],
  ]);
  const ended = out.copyEnds.get(portfolio);
  if (ended?.[2] === seq) out.copyEnds.set(portfolio, [portfolio, CopyEnd.exit, seq]);
}

/** A trader's order waits for its followers, or has ended before it traded. When it began stays. */
export function foldGathered(event: CopyOrderGatheredEvent, out: WriteSet): void {
  const { batch, trader, instrument, side, lots, followers, ended, reason, code } = event;
  const { limit, value, time, seq, leg, type, timeInForce, price } = event;
  const row = [batch, trader, instrument, side, lots, followers, ended, reason, code, limit, value];
  const own = [time, seq, leg, type, timeInForce, price] as const;
  const began = firstOf(out.copyGathered.get(batch), own);
  out.copyGathered.set(batch, [...row, ...began]);
}

/** A share was settled. What the portfolio has paid and owes is told by this alone. */
export function foldShare(event: CopyShareSettledEvent, out: WriteSet): void {
  const { portfolio, seq, trader, asset, realised, unrealised, sharePpm, free, time } = event;
  const { markBefore, profit, fresh, due, paid, books } = event;
  out.copyShares.push([
    ...[portfolio, seq, trader, asset, realised, unrealised, sharePpm, free],
    ...[markBefore, profit, fresh, due, paid, books.owed, time],
  ]);
  putBooks(portfolio, books, out);
}

function putBooks(portfolio: number, { mark, owed, shared }: ShareBooks, out: WriteSet): void {
  out.copyBooks.set(portfolio, [portfolio, mark, owed, shared]);
}

const MOVED: readonly PostingReason[] = [PostingReason.transferIn, PostingReason.transferOut];

/** A portfolio's money changed. */
export function noteCopyMoney(event: PostingEvent, change: bigint, known: Known, out: WriteSet) {
  const copy = known.copies.get(ownerOf(event.account));
  if (copy === undefined || kindOf(event.account) !== AccountKind.usdtFutures) return;
  const paidIn = MOVED.includes(event.reason) ? change : 0n;
  add(copy, CopySubject.money, [change, paidIn], event.time, known, out);
  if (paidIn < 0n) add(copy, CopySubject.takenOut, [-paidIn, 0n], event.time, known, out);
}

/** A portfolio's position changed. @param before lots and cost without a sign */
export function noteCopyPosition(
  position: PositionState,
  before: { readonly lots: number; readonly cost: number; readonly closed: boolean },
  time: number,
  known: Known,
  out: WriteSet,
): void {
  const copy = known.copies.get(ownerOf(position.account));
  if (copy === undefined) return;
  const lots = BigInt(position.lots - before.lots);
  const cost = BigInt(signedCost(position) - signedCost(before));
  if (lots !== 0n || cost !== 0n) add(copy, position.instrument, [lots, cost], time, known, out);
  noteOpen(copy, Number(position.lots !== 0) - Number(before.lots !== 0), time, known, out);
  if (before.closed || position.closedId === 0) return;
  const { profit, fees, funding } = position;
  const won = profit - fees + funding > 0 ? 1n : 0n;
  add(copy, CopySubject.trades, [1n, won], time, known, out);
}

/** So many positions more are open, or fewer. */
function noteOpen(copy: CopiedBy, more: number, time: number, known: Known, out: WriteSet): void {
  if (more === 0) return;
  const { open } = CopySubject;
  const [, before] = known.copyTotals.get(copy.trader)?.get(totalKey(copy.side, open)) ?? [0n, 0n];
  // What was open before this was counted is not in it.
  if (before === 0n && more < 0) return;
  const after = before + BigInt(more);
  const [begins, ends] = [before === 0n, after === 0n];
  const turned = begins ? -time : ends ? time : 0;
  add(copy, open, [BigInt(turned), BigInt(more)], time, known, out);
}

function signedCost({ lots, cost }: { readonly lots: number; readonly cost: number }): number {
  return lots < 0 ? -cost : cost;
}

/** Notes the newest total of a subject of a trader's side. */
export function putCopyTotal(
  { trader, side }: Pick<CopiedBy, 'trader' | 'side'>,
  subject: number,
  total: CopyTotal,
  known: Known,
): void {
  const totals = known.copyTotals.get(trader) ?? new Map<string, CopyTotal>();
  known.copyTotals.set(trader, totals.set(totalKey(side, subject), total));
}

function totalKey(side: number, subject: number): string {
  return `${side},${subject}`;
}

/** Of several changes in an hour the last one counts. */
function add(
  copy: CopiedBy,
  subject: number,
  [amount, cost]: CopyTotal,
  time: number,
  known: Known,
  out: WriteSet,
): void {
  const { trader, side } = copy;
  const had = known.copyTotals.get(trader)?.get(totalKey(side, subject));
  const [hadAmount, hadCost] = had ?? [0n, 0n];
  const total: CopyTotal = [hadAmount + amount, hadCost + cost];
  putCopyTotal(copy, subject, total, known);
  const hour = hourOf(time);
  const key = [trader, side, subject, hour];
  out.copyHours.set(key.join(), [...key, ...total]);
}
