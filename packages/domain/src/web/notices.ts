/**
 * `GET /notices?group=&startTime=&endTime=&before=&limit=`: what happened on all accounts of a person, the newest
 * first; while acting as a sub-account on those of the sub-account. `GET /notices/unread` counts what was
 * not read, `POST /notices/read` says what was: all up to a place of the list (`upTo`), or one of its entries (`entry`).
 */
import type { AccountName } from '../account-words.ts';
import type { NoticeName } from '../notice-kinds.ts';
import type { ParentWord } from '../order-kinds.ts';
import type { AlertRow } from './alerts.ts';

/** What a notice is about, as the pages name it: what the records have, security, and alerts of one's own. */
export type NoticeWord = NoticeName | 'security' | 'alert';

/** What the list can be narrowed to; `security` is about the person, all others about accounts. */
export const NOTICE_GROUPS = ['trading', 'risk', 'money', 'alerts', 'security'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** What of an account's security a notice is about. */
export const SECURITY_TOPICS = [
  'login',
  'password',
  'email',
  'authenticator',
  'passkeys',
  'apiKeys',
  'addresses',
  'frozen',
] as const;
export type SecurityTopic = (typeof SECURITY_TOPICS)[number];

/** Exits of a follower, in the order of their numbers. */
export const COPY_EXIT_WORDS = [
  'none',
  'portfolioLoss',
  'drawdown',
  'portfolioProfit',
  'stopLoss',
  'takeProfit',
] as const;
export type CopyExitWord = (typeof COPY_EXIT_WORDS)[number];
/** How a follower's portfolio ended, or what became of it when its trader was gone, in the order of their numbers. */
export const COPY_END_WORDS = [
  'none',
  'closed',
  'takenOver',
  'exit',
  'traderClosed',
  'traderTakenOver',
  'traderLeftOpen',
  'letGoClosed',
  'letGoTakenOver',
  'letGoLeftOpen',
] as const;
export type CopyEndWord = (typeof COPY_END_WORDS)[number];
/** What of a trader's order was not made, in the order of the numbers of CopyOrderFailed. */
export const COPY_FAILED_WORDS = ['order', 'change'] as const;
export type CopyFailedWord = (typeof COPY_FAILED_WORDS)[number];

/** Rows of a page at most. */
export const NOTICES_MAX = 100;
/** More unread ones are not counted. */
export const UNREAD_MAX = 100;
/** Name of the setting that switches mails about urgent notices off: `false`. */
export const RISK_MAILS_SETTING = 'riskMails';
/** The channel of the web app's socket that tells of notices; no API key has it. */
export const NOTICES_CHANNEL = 'notices';

/** A notice. What a kind does not have is ''. Amounts and prices are decimals. */
export interface NoticeRow {
  /** The list goes on below it: `before`. */
  readonly id: string;
  /** What it alone is read by: `entry`. */
  readonly entry: string;
  /** Unix ms. */
  readonly time: number;
  readonly unread: boolean;
  readonly kind: NoticeWord;
  readonly account: AccountName;
  /** Name of the sub-account whose it is; '' = it is of who asks. */
  readonly subAccount: string;
  readonly symbol: string;
  /** Of amounts. */
  readonly coin: string;
  readonly side: 'buy' | 'sell' | '';
  /**
   * Of the base coin, or of what `coin` names; of a funding below zero where it was paid; how often of what of copying
   * is told once a day.
   */
  readonly size: string;
  readonly price: string;
  /** Of a transfer: the other account; '' = it came from `portfolio`. */
  readonly to: AccountName | '';
  /** Order, plan, parent order, movement or step that it is about, as its record names it. */
  readonly record: string;
  /** Of a withdrawal how it ended. */
  readonly status: 'confirmed' | 'refused' | 'failed' | '';
  readonly topic: SecurityTopic | '';
  /** The copy portfolio that it is about; '' = none. */
  readonly portfolio: string;
  /** Of an exit of copying which it was, of an end how, of what was not made which. */
  readonly copying: CopyExitWord | CopyEndWord | CopyFailedWord | '';
  /** Of a parent order which kind it is. */
  readonly parent: ParentWord | '';
  /** Of an alert which it is; null = it is of none. */
  readonly alert: AlertRow | null;
}

/** What the channel tells of: that there is something new, of which the list tells more. */
export interface NoticePush {
  /** `changed`: what is about security is new, or some were read, in this browser or another. */
  readonly kind: NoticeWord | 'changed';
  readonly account: AccountName;
  /** Pair or contract; '' = none. */
  readonly symbol: string;
  /** Whether it is of a sub-account of who listens. */
  readonly ofSub: boolean;
}

/** What the list gives. */
export interface NoticePage {
  readonly rows: readonly NoticeRow[];
  /** What to say is read when all that there is was, of any group: `upTo`. */
  readonly newest: string;
}

/** How many are not read, `UNREAD_MAX` at most. */
export interface UnreadNotices {
  readonly unread: number;
}
