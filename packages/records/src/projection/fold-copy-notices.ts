/** How people are told of what copying did: their roots are. See fold-notices.ts. */
import {
  AccountKind,
  accountOf,
  type CopyAmendRefusedEvent,
  CopyEnd,
  type CopyExitReachedEvent,
  type CopyFilledEvent,
  type CopyOrderGatheredEvent,
  type CopyPortfolioSetEvent,
  type CopyShareSettledEvent,
  CopyTransfer,
  EVERY_INSTRUMENT,
  type FollowerPortfolio,
  kindOf,
  type MovedEvent,
  NO_PAIR,
  NoticeKind,
  ownerOf,
  type TraderPortfolio,
} from '@halcyon/domain';
import { countOfDay } from './copy-days.ts';
import { leavingIn } from './fold-copying.ts';
import { type NoticeContents, notify } from './fold-notices.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** Says it to who owns a portfolio. */
function notifyRoot(
  event: Parameters<typeof notify>[0],
  root: number,
  told: Omit<NoticeContents, 'account'>,
  known: Known,
  out: WriteSet,
): void {
  notify(event, { ...told, account: accountOf(root, AccountKind.spot) }, known, out);
}

/** Money of a portfolio goes to the root's futures account: its positions do, too. */
export function noteTakeOver({ from, to, seq }: MovedEvent, known: Known): void {
  const copy = known.copies.get(ownerOf(from));
  if (copy === undefined || ownerOf(to) !== copy.root) return;
  if (kindOf(to) !== AccountKind.usdtFutures) return;
  leavingIn(seq, known).takenOver.add(ownerOf(from));
}

/** Somebody follows, or the trader of somebody is gone. Before the portfolio is known as it is now. */
export function notifyPortfolio(event: CopyPortfolioSetEvent, known: Known, out: WriteSet): void {
  const { portfolio, ended } = event;
  if (!known.copies.has(portfolio.user)) nameFirstTransfer(event, out);
  if (portfolio.trader === null) {
    notifyShareMax(event, portfolio, known, out);
    return;
  }
  const letGo = leavingIn(event.seq, known).letGo.has(portfolio.user);
  if (!known.copies.has(portfolio.user)) notifyJoined(event, portfolio, known, out);
  else if (letGo || known.copyClosing.has(portfolio.trader)) {
    notifyGone(event, portfolio, ended, known, out);
  }
}

/** The highest share of a trader is another than before. */
function notifyShareMax(
  event: CopyPortfolioSetEvent,
  { user, root, shareMaxPpm: status }: TraderPortfolio,
  known: Known,
  out: WriteSet,
): void {
  const before = known.copyShareMax.get(user);
  known.copyShareMax.set(user, status);
  if (event.ended) known.copyShareMax.delete(user);
  if (before === undefined || before === status) return;
  notifyRoot(event, root, { kind: NoticeKind.copyShareMax, reference: user, status }, known, out);
}

/** An order of a trader, or a change of one, was not made when all followers had been asked. */
export function notifyOrderFailed(
  event: CopyOrderGatheredEvent | CopyAmendRefusedEvent,
  status: number,
  known: Known,
  out: WriteSet,
): void {
  const { trader, instrument, side } = event;
  const copy = known.copies.get(trader);
  if (copy === undefined) return;
  const about = { kind: NoticeKind.copyOrderFailed, reference: trader, instrument, side, status };
  notifyRoot(event, copy.root, about, known, out);
}

/** The first money of a portfolio came in the same command, before it was told what it goes to. */
function nameFirstTransfer({ portfolio, seq }: CopyPortfolioSetEvent, out: WriteSet): void {
  const { notices } = out;
  for (let i = notices.length - 1; notices[i]?.seq === seq; i--) {
    const row = notices[i]!;
    if (row.kind !== NoticeKind.transfer || ownerOf(row.other) !== portfolio.user) continue;
    if (row.user === portfolio.root) notices[i] = { ...row, status: CopyTransfer.toPortfolio };
  }
}

function notifyJoined(
  event: CopyPortfolioSetEvent,
  { user, root, trader, asset, paidIn: amount }: FollowerPortfolio,
  known: Known,
  out: WriteSet,
): void {
  const joined = { kind: NoticeKind.copyJoined, reference: user, asset, amount };
  notifyRoot(event, root, joined, known, out);
  const kind = NoticeKind.copyFollowed;
  const traders = known.copies.get(trader);
  const of = { kind, portfolio: trader, time: event.time, units: amount };
  if (traders === undefined || !countOfDay(of, known, out)) return;
  notifyRoot(event, traders.root, { kind, reference: trader, asset }, known, out);
}

/** Closed, taken over, with something still open. */
const GONE = [CopyEnd.traderClosed, CopyEnd.traderTakenOver, CopyEnd.traderLeftOpen] as const;
const LET_GO = [CopyEnd.letGoClosed, CopyEnd.letGoTakenOver, CopyEnd.letGoLeftOpen] as const;

/** What became of a follower whose trader is gone, or who was let go. Who has something open that the book did not take is paused. */
function notifyGone(
  event: CopyPortfolioSetEvent,
  { user, root, settings }: FollowerPortfolio,
  ended: boolean,
  known: Known,
  out: WriteSet,
): void {
  if (!ended && (settings.paused === 0 || known.copyPaused.has(user))) return;
  const { takenOver, letGo } = leavingIn(event.seq, known);
  const took = takenOver.has(user);
  const [closed, over, open] = letGo.has(user) ? LET_GO : GONE;
  const status = ended ? (took ? over : closed) : open;
  notifyRoot(event, root, { kind: NoticeKind.copyEnded, reference: user, status }, known, out);
}

/** A follower was left out of an order, in whole or in part. */
export function notifyLeftOut(event: CopyFilledEvent, known: Known, out: WriteSet): void {
  const { portfolio, leftOut, batch, time } = event;
  const copy = known.copies.get(portfolio);
  const kind = NoticeKind.copyLeftOut;
  if (leftOut === 0 || copy === undefined) return;
  if (!countOfDay({ kind, portfolio, time, batch }, known, out)) return;
  notifyRoot(event, copy.root, { kind, reference: portfolio }, known, out);
}

/** A share was paid: to the follower each, to the trader once a day. */
export function notifyShare(event: CopyShareSettledEvent, known: Known, out: WriteSet): void {
  const { portfolio, trader, asset, paid, time } = event;
  if (paid === 0n) return;
  const [own, traders] = [known.copies.get(portfolio), known.copies.get(trader)];
  const about = { kind: NoticeKind.copySharePaid, reference: portfolio, asset, amount: paid };
  if (own !== undefined) notifyRoot(event, own.root, about, known, out);
  const kind = NoticeKind.copyShareReceived;
  const of = { kind, portfolio: trader, time, units: paid };
  if (traders === undefined || !countOfDay(of, known, out)) return;
  notifyRoot(event, traders.root, { kind, reference: trader, asset }, known, out);
}

/** An own exit was reached, and something was closed for it. */
export function notifyExit(event: CopyExitReachedEvent, known: Known, out: WriteSet): void {
  const { portfolio, reason: status, instrument, mark: price, seq } = event;
  const copy = known.copies.get(portfolio) ?? leavingIn(seq, known).ended.get(portfolio);
  if (copy === undefined) return;
  const of = instrument === EVERY_INSTRUMENT ? NO_PAIR : instrument;
  const told = { kind: NoticeKind.copyExit, reference: portfolio, instrument: of, price, status };
  notifyRoot(event, copy.root, told, known, out);
}
