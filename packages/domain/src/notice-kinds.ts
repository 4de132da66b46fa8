/**
 * The kinds of notice that the records keep, in one table: their numbers, the group of the list that each
 * belongs to, whom else it is told to, and which mail tells it. Lists, bells, mails and queries follow from it.
 */

/** What a row of the table says. */
interface Kind {
  /** Stored; a new kind has the next number. */
  readonly number: number;
  readonly group: 'trading' | 'risk' | 'money';
  /** Told of a sub-account to its root, too. */
  readonly urgent?: true;
  /** Told of a portfolio once a day (UTC) at most, with how often it happened on that day. */
  readonly daily?: true;
  /** About a copy portfolio, told to the root: `reference` is the portfolio. */
  readonly copying?: true;
  /** Which mail tells it; absent = none does. */
  readonly mail?: MailOfNotice;
}

/** Mails that tell notices, with whose budget they spend. */
export const MAIL_BUDGETS = {
  marginCall: 'risk',
  liquidation: 'risk',
  deleveraging: 'risk',
  copyJoined: 'copy',
  copyLeftOut: 'copy',
  copyStopped: 'copy',
  copyShares: 'copy',
} as const;
export type MailOfNotice = keyof typeof MAIL_BUDGETS;

/** See the head of the file. */
export const NOTICE_KINDS = {
  marginCall: { number: 0, group: 'risk', urgent: true, mail: 'marginCall' },
  liquidation: { number: 1, group: 'risk', urgent: true, mail: 'liquidation' },
  marginLiquidation: { number: 2, group: 'risk', urgent: true, mail: 'liquidation' },
  deleveraged: { number: 3, group: 'risk', urgent: true, mail: 'deleveraging' },
  filled: { number: 4, group: 'trading' },
  /** An order ended without a fill, not by an act of its owner. */
  cancelled: { number: 5, group: 'trading' },
  triggered: { number: 6, group: 'trading' },
  triggerFailed: { number: 7, group: 'trading' },
  funding: { number: 8, group: 'money' },
  deposit: { number: 9, group: 'money' },
  withdrawal: { number: 10, group: 'money' },
  transfer: { number: 11, group: 'money' },
  /** A root follows somebody; was left out of orders; an own exit was reached. */
  copyJoined: { number: 12, group: 'trading', copying: true, mail: 'copyJoined' },
  copyLeftOut: { number: 13, group: 'trading', copying: true, daily: true, mail: 'copyLeftOut' },
  copyExit: { number: 14, group: 'trading', copying: true, mail: 'copyStopped' },
  /** Its portfolio has ended, or its trader is gone; `status` is a CopyEnd. */
  copyEnded: { number: 15, group: 'trading', copying: true, mail: 'copyStopped' },
  copySharePaid: { number: 16, group: 'money', copying: true, mail: 'copyShares' },
  copyShareReceived: { number: 17, group: 'money', copying: true, daily: true, mail: 'copyShares' },
  /** Of a trader: somebody follows. */
  copyFollowed: { number: 18, group: 'trading', copying: true, daily: true, mail: 'copyJoined' },
  /** … an order, or a change of one, was not made when its followers had been asked; `status` is which. */
  copyOrderFailed: { number: 19, group: 'trading', copying: true },
  /** … the highest share that followers' results allow is another; `status` is ppm. */
  copyShareMax: { number: 20, group: 'money', copying: true },
  /** A parent order: something that is no act of its owner paused it; `status` is its kind. */
  parentPaused: { number: 21, group: 'trading' },
  /** … ended having traded, or at its time. */
  parentEnded: { number: 22, group: 'trading' },
} as const satisfies Readonly<Record<string, Kind>>;

type Kinds = typeof NOTICE_KINDS;

/** What a notice is about, by its word. */
export type NoticeName = keyof Kinds;
/** Names whose row says something, as `daily`. */
type NamesWith<Mark extends keyof Kind> = {
  [Name in NoticeName]: Kinds[Name] extends Readonly<Record<Mark, true>> ? Name : never;
}[NoticeName];

/** Numbers of the kinds, as they are stored. */
export type NoticeKind = Kinds[NoticeName]['number'];
export const NoticeKind = Object.fromEntries(
  Object.entries(NOTICE_KINDS).map(([name, { number }]) => [name, number]),
) as { readonly [Name in NoticeName]: Kinds[Name]['number'] };

const ROWS = new Map<NoticeKind, Kind & { readonly name: NoticeName }>(
  (Object.keys(NOTICE_KINDS) as NoticeName[]).map((name) => {
    const row: Kind = NOTICE_KINDS[name];
    return [row.number as NoticeKind, { ...row, name }];
  }),
);

/** The word of a kind; undefined for a number that none has. */
export function noticeName(kind: NoticeKind): NoticeName | undefined {
  return ROWS.get(kind)?.name;
}

/** Whether a kind is told of a sub-account to its root, too. */
export function isUrgent(kind: NoticeKind): boolean {
  return ROWS.get(kind)?.urgent === true;
}

/** Whether a kind is about a copy portfolio, which is its `reference`. */
export function isOfCopying(kind: NoticeKind): boolean {
  return ROWS.get(kind)?.copying === true;
}

/** Kinds that are told once a day at most. */
export type DailyNotice = Kinds[NamesWith<'daily'>]['number'];

/** Whether a kind is told of a portfolio once a day at most. */
export function isDaily(kind: NoticeKind): kind is DailyNotice {
  return ROWS.get(kind)?.daily === true;
}

/** The mail that tells a kind; undefined = none does. */
export function mailOfNotice(kind: NoticeKind): MailOfNotice | undefined {
  return ROWS.get(kind)?.mail;
}

/** Kinds that something is true of, in the order of their numbers. */
export function noticeKinds(isWanted: (kind: NoticeKind) => boolean): readonly NoticeKind[] {
  return [...ROWS.keys()].filter(isWanted);
}
