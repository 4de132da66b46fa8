/**
 * What the web app is told of fee levels. The routes lie below `/api/web/v1` and are of the live venue:
 * on paper everybody pays as live. Rates are fractions as text, amounts and ids text, times Unix ms.
 */
import type { LevelReceipt } from '../level-receipt.ts';

/** Rates of one product. */
export interface FeeRatePair {
  readonly maker: string;
  readonly taker: string;
}

/** Rates of all products. */
export interface FeeRateRow {
  readonly spot: FeeRatePair;
  readonly margin: FeeRatePair;
  /** The most in any contract. */
  readonly futures: FeeRatePair;
}

/** A level of the schedule. */
export interface FeeLevelRow extends FeeRateRow {
  readonly level: number;
  /** Whole USDT; null = one does not come to it so. */
  readonly spotVolume: number | null;
  readonly futuresVolume: number | null;
  readonly assets: number | null;
  /** What may be withdrawn in a day, whole USDT; null = no level says. */
  readonly withdrawalDay: number | null;
  /** So many times as many requests a second as everybody has. */
  readonly requests: number;
}

/** `GET /fees`: everybody's. */
export interface FeeScheduleInfo {
  readonly levels: readonly FeeLevelRow[];
}

/** What an operator gives: a level and no other, at least a level, per cent off. */
export const FEE_GRANT_NAMES = ['fixed', 'level', 'discount'] as const;
export type FeeGrantName = (typeof FEE_GRANT_NAMES)[number];

/** A level or a discount that was given. */
export interface FeeGrantInfo {
  readonly id: number;
  readonly kind: FeeGrantName;
  readonly value: number;
  /** 0 = until it is taken back. */
  readonly until: number;
}

/** `GET /fees/own`: of who is signed in; a sub-account's are its owner's. */
export interface OwnFees {
  readonly level: number;
  /** Per cent. */
  readonly discount: number;
  /** Level by the last day that was worked out, days since 1970; 0 = none was. */
  readonly earned: number;
  readonly earnedDay: number;
  readonly rates: FeeRateRow;
  readonly grants: readonly FeeGrantInfo[];
  /** As it would be worked out now. */
  readonly now: LevelReceipt;
}

/** A change of somebody's fees. */
export interface FeeChangeInfo {
  readonly id: string;
  readonly change: 'earned' | 'given' | 'ended';
  /** null = a level that was earned. */
  readonly grant: FeeGrantInfo | null;
  readonly level: number;
  /** null = of a grant. */
  readonly receipt: LevelReceipt | null;
  readonly reason: string;
  readonly time: number;
}

/** `GET /fees/changes?before=&limit=`: newest first; `next` goes into `before`, null = no more. */
export interface FeeChanges {
  readonly rows: readonly FeeChangeInfo[];
  readonly next: string | null;
}

/** Most rows of an answer. */
export const FEE_CHANGES_MAX = 100;
