/** Notices as the web app shows them; shapes: domain/web/notices.ts. */
import {
  accountWord,
  CopyTransfer,
  isDaily,
  isOfCopying,
  NO_PAIR,
  NoticeKind,
  noticeName,
  ownerOf,
  PARENT_KINDS,
  type ParentKind,
  type UserId,
  WithdrawalStatus,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import {
  COPY_END_WORDS,
  COPY_EXIT_WORDS,
  COPY_FAILED_WORDS,
  type NoticeRow,
  type NoticeWord,
} from '@halcyon/domain/web';
import type {
  AlertRecord,
  CopyDayName,
  CopyDayRecord,
  NoticeRecord,
  SecurityNotice,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { alertRow } from './alert-rows.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

/** A notice without its place in a list, and whether it was read. */
export type NoticeContent = Omit<NoticeRow, 'id' | 'entry' | 'unread'>;

const PPM = 1_000_000n;

const NOTHING = {
  ...{ subAccount: '', symbol: '', coin: '', side: '', size: '', price: '', to: '' },
  ...{ record: '', status: '', topic: '', portfolio: '', copying: '', parent: '', alert: null },
} as const satisfies Partial<NoticeContent>;

/** The word of a kind. */
export function noticeWord(kind: NoticeKind): NoticeWord {
  return noticeName(kind) ?? 'security';
}

function statusWord(status: number): NoticeRow['status'] {
  switch (status) {
    case WithdrawalStatus.refused:
      return 'refused';
    case WithdrawalStatus.failed:
      return 'failed';
    default:
      return 'confirmed';
  }
}

/** Part of the equity that has to be kept, in percent; '' where there is no equity. */
export function marginRatioText({ quantity: keeps, amount: equity }: NoticeRecord): string {
  return equity > 0n ? percentText(Number((keeps * PPM) / equity)) : '';
}

const DAY_MS = 24 * 3_600_000;

/** What is told once a day stands for all of its day. */
export function dayOfNotice({
  kind,
  reference: portfolio,
  time,
}: NoticeRecord): CopyDayName | null {
  return isDaily(kind) ? { kind, portfolio, day: Math.floor(time / DAY_MS) } : null;
}

/** Days by their names. */
export type NoticeDays = ReadonlyMap<string, CopyDayRecord>;

export function dayKey({ kind, portfolio, day }: CopyDayName): string {
  return `${kind} ${portfolio} ${day}`;
}

/** The copy portfolio that a notice is about; '' = none. */
export function portfolioOf(row: NoticeRecord): string {
  const { kind, account, user, reference, other, status } = row;
  if (isOfCopying(kind)) return wireUserId(reference);
  if (kind === NoticeKind.transfer) return status === 0 ? '' : wireUserId(ownerOf(other));
  // What is urgent of a portfolio is told to its root.
  return ownerOf(account) === user ? '' : wireUserId(ownerOf(account));
}

/** Of a transfer from a portfolio `account` is where it went. */
function cameFromPortfolio({ kind, status }: NoticeRecord): boolean {
  return kind === NoticeKind.transfer && status === CopyTransfer.fromPortfolio;
}

function copyingOf({ kind, status }: NoticeRecord): NoticeRow['copying'] {
  if (kind === NoticeKind.copyExit) return COPY_EXIT_WORDS[status] ?? '';
  if (kind === NoticeKind.copyOrderFailed) return COPY_FAILED_WORDS[status] ?? '';
  return kind === NoticeKind.copyEnded ? (COPY_END_WORDS[status] ?? '') : '';
}

/** Kinds of notices whose status is a kind of parent order. */
function isOfParent({ kind }: NoticeRecord): boolean {
  return kind === NoticeKind.parentPaused || kind === NoticeKind.parentEnded;
}

function parentOfNotice(row: NoticeRecord): NoticeRow['parent'] {
  return isOfParent(row) ? PARENT_KINDS[row.status as ParentKind].word : '';
}

/** Of what is told once a day: how often, or of shares how much in all. */
function dailyFigures(views: Views, row: NoticeRecord, of: CopyDayRecord): Partial<NoticeContent> {
  if (row.kind !== NoticeKind.copyShareReceived) return { size: String(of.times) };
  const asset = views.asset(row.asset);
  return { coin: asset?.code ?? '', size: amountText(asset, of.units) };
}

/** What a kind has of sizes and prices. */
function figuresOf(views: Views, row: NoticeRecord, days: NoticeDays): Partial<NoticeContent> {
  const name = dayOfNotice(row);
  if (name !== null) {
    const day = days.get(dayKey(name));
    return day === undefined ? {} : dailyFigures(views, row, day);
  }
  const instrument = views.instrument(row.instrument);
  const base = instrument === undefined ? '' : (views.asset(instrument.base)?.code ?? '');
  if (row.kind === NoticeKind.copyShareMax) return { size: percentText(row.status) };
  if (row.kind === NoticeKind.marginCall) return { size: marginRatioText(row) };
  if (row.asset !== -1) {
    const asset = views.asset(row.asset);
    return { coin: asset?.code ?? '', size: amountText(asset, row.amount) };
  }
  if (instrument === undefined) return {};
  const side = row.side === -1 ? '' : sideWord(row.side as 0 | 1);
  const hasSize = row.quantity !== 0n || isOfParent(row);
  const size = hasSize ? sizeText(instrument, row.quantity) : '';
  const price =
    row.kind === NoticeKind.filled || isOfParent(row)
      ? averagePriceText(instrument, row.quantity, row.amount)
      : row.price === 0
        ? ''
        : priceText(instrument, row.price);
  return { side, size, price, coin: base };
}

/** @param names of sub-accounts, by user of the venue; @param days of what is told once a day */
export function noticeOf(
  views: Views,
  row: NoticeRecord,
  names: ReadonlyMap<UserId, string>,
  days: NoticeDays,
): NoticeContent {
  const { kind, time, account, instrument, other, reference, status } = row;
  return {
    ...NOTHING,
    kind: noticeWord(kind),
    time,
    account: accountWord(account) || 'spot',
    subAccount: names.get(row.user) ?? '',
    symbol: instrument === NO_PAIR ? '' : (views.instrument(instrument)?.symbol ?? ''),
    ...figuresOf(views, row, days),
    to: other === 0 || cameFromPortfolio(row) ? '' : accountWord(other),
    record: reference === 0 || isOfCopying(kind) ? '' : wireId(reference),
    ...{ portfolio: portfolioOf(row), copying: copyingOf(row), parent: parentOfNotice(row) },
    status: kind === NoticeKind.withdrawal ? statusWord(status) : '',
  };
}

/** A notice of an alert. */
export function alertNoticeOf(views: Views, alert: AlertRecord): NoticeContent {
  const row = alertRow(views, alert);
  const { product: account, symbol, firedPrice: price, firedAt: time } = row;
  return { ...NOTHING, kind: 'alert', account, symbol, price, time, alert: row };
}

/** A notice about security. */
export function securityNoticeOf({ at: time, topic }: SecurityNotice): NoticeContent {
  return { ...NOTHING, kind: 'security', account: 'spot', time, topic };
}
