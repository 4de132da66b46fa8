/** How events of copy trading become rows; see copy-tables.ts. */
import {
  AccountKind,
  type CopyBatchTradedEvent,
  type CopyFilledEvent,
  type CopyOrderBasisEvent,
  type CopyPortfolioSetEvent,
  type CopyShareSettledEvent,
  kindOf,
  ownerOf,
  type PostingEvent,
  PostingReason,
  type ShareBooks,
} from '@halcyon/domain';
import type { PositionState } from '../kinds/positions.ts';
import type { SqlValue } from '../sql/row-writer.ts';
import { CopySide, CopySubject } from './copy-tables.ts';
import type { CopiedBy, CopyTotal } from './facts.ts';
import { hourOf } from './hour-tables.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** A portfolio was opened, is now this, or has ended. */
export function foldPortfolio(event: CopyPortfolioSetEvent, known: Known, out: WriteSet): void {
  const { portfolio, ended, time } = event;
  const { user, paidIn } = portfolio;
  out.copyPortfolios.set(user, portfolioRow(event));
  if (portfolio.trader !== null) putBooks(user, portfolio.share, out);
  if (!known.copies.has(user) && !ended) {
    const copy = copiedBy(user, portfolio.trader ?? 0);
    known.copies.set(user, copy);
    // Its first money came before it was told of.
    add(copy, CopySubject.money, [paidIn, paidIn], time, known, out);
  }
  if (!ended) return;
  known.copies.delete(user);
  // A trader ends after the last follower: nothing comes after it on either side.
  if (portfolio.trader === null) known.copyTotals.delete(user);
}

/** @param trader the portfolio that it follows, 0 = it is a trader's */
export function copiedBy(user: number, trader: number): CopiedBy {
  const own = { trader: user, side: CopySide.trader };
  return trader === 0 ? own : { trader, side: CopySide.followers };
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
  const { batch, trader, instrument, side, lots, filled, cost, owners, leftOut, time, seq } = event;
  const row = [batch, trader, instrument, side, lots, filled, cost, owners, leftOut];
  out.copyBatches.set(batch, [...row, ...firstOf(out.copyBatches.get(batch), [time, seq])]);
}

/** What followers' parts of a batch were sized by. */
export function foldBasis(event: CopyOrderBasisEvent, out: WriteSet): void {
  const { batch, trader, instrument, side, closes, opens, lots, mark, best, price } = event;
  const { leverage, isolated, equity, taken, takenCost, time, seq } = event;
  out.copyBases.push([
    ...[batch, trader, instrument, side, closes, opens, lots, mark, best, price],
    ...[leverage, isolated, equity, taken, takenCost, time, seq],
  ]);
}

/** What an owner has of a batch so far. */
export function foldCopyFill(event: CopyFilledEvent, out: WriteSet): void {
  const { batch, portfolio, leftOut, lots, filled, cost, fee, time, seq } = event;
  const key = [batch, portfolio].join();
  const row = [batch, portfolio, leftOut, lots, filled, cost, fee];
  out.copyFills.set(key, [...row, ...firstOf(out.copyFills.get(key), [time, seq])]);
}

/** Time and place of a row: the last two of one that is written already. */
function firstOf(
  row: readonly SqlValue[] | undefined,
  own: readonly [time: number, seq: number],
): readonly SqlValue[] {
  return row?.slice(-2) ?? own;
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
  if (before.closed || position.closedId === 0) return;
  const { profit, fees, funding } = position;
  const won = profit - fees + funding > 0 ? 1n : 0n;
  add(copy, CopySubject.trades, [1n, won], time, known, out);
}

function signedCost({ lots, cost }: { readonly lots: number; readonly cost: number }): number {
  return lots < 0 ? -cost : cost;
}

/** Notes the newest total of a subject of a trader's side. */
export function putCopyTotal(
  { trader, side }: CopiedBy,
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
