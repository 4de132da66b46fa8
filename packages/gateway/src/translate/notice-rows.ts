/** Notices as the web app shows them; shapes: domain/web/notices.ts. */
import {
  accountWord,
  NO_PAIR,
  NoticeKind,
  type UserId,
  WithdrawalStatus,
  wireId,
} from '@halcyon/domain';
import { NOTICE_WORDS, type NoticeRow, type NoticeWord } from '@halcyon/domain/web';
import type { NoticeRecord, SecurityNotice } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

/** A notice without its place in a list, and whether it was read. */
export type ToldNotice = Omit<NoticeRow, 'id' | 'entry' | 'unread'>;

const PPM = 1_000_000n;

const NOTHING = {
  ...{ subAccount: '', symbol: '', coin: '', side: '', size: '', price: '', to: '' },
  ...{ record: '', status: '', topic: '' },
} as const satisfies Partial<ToldNotice>;

/** The word of a kind. */
export function noticeWord(kind: NoticeKind): NoticeWord {
  return NOTICE_WORDS[kind] ?? 'security';
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

/** What a kind has of sizes and prices. */
function figuresOf(views: Views, row: NoticeRecord): Partial<ToldNotice> {
  const instrument = views.instrument(row.instrument);
  const base = instrument === undefined ? '' : (views.asset(instrument.base)?.code ?? '');
  if (row.kind === NoticeKind.marginCall) return { size: marginRatioText(row) };
  if (row.asset !== -1) {
    const asset = views.asset(row.asset);
    return { coin: asset?.code ?? '', size: amountText(asset, row.amount) };
  }
  if (instrument === undefined) return {};
  const side = row.side === -1 ? '' : sideWord(row.side as 0 | 1);
  const size = row.quantity === 0n ? '' : sizeText(instrument, row.quantity);
  const price =
    row.kind === NoticeKind.filled
      ? averagePriceText(instrument, row.quantity, row.amount)
      : row.price === 0
        ? ''
        : priceText(instrument, row.price);
  return { side, size, price, coin: base };
}

/** @param names of sub-accounts, by user of the venue */
export function noticeOf(
  views: Views,
  row: NoticeRecord,
  names: ReadonlyMap<UserId, string>,
): ToldNotice {
  const { kind, time, account, instrument, other, reference, status } = row;
  return {
    ...NOTHING,
    kind: noticeWord(kind),
    time,
    account: accountWord(account) || 'spot',
    subAccount: names.get(row.user) ?? '',
    symbol: instrument === NO_PAIR ? '' : (views.instrument(instrument)?.symbol ?? ''),
    ...figuresOf(views, row),
    to: other === 0 ? '' : accountWord(other),
    record: reference === 0 ? '' : wireId(reference),
    status: kind === NoticeKind.withdrawal ? statusWord(status) : '',
  };
}

/** A notice about security. */
export function securityNoticeOf({ at: time, topic }: SecurityNotice): ToldNotice {
  return { ...NOTHING, kind: 'security', account: 'spot', time, topic };
}
