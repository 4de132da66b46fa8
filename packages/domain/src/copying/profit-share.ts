/**
 * What a follower owes a trader: a share of new profit, which is profit above the highest that a share was
 * reckoned at before, the mark. All in units of the portfolio's coin, exact.
 */
import { assert } from '../assert.ts';
import { PPM } from '../ppm.ts';

/** How long a trader's share takes up the mark of a follower who comes back, ms. */
export const COPY_MARK_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Time from one settlement of all followers to the next, ms; they are Mondays, 0:00 UTC. */
export const COPY_SHARE_INTERVAL_MS = 7 * 24 * 60 * 60 * 1000;
/** Portfolios that one command settles at most. */
export const COPY_SHARES_PER_COMMAND = 250;

/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * 24 * 60 * 60 * 1000;

/** What a follower's portfolio has of its trader's share, units. */
export interface ShareBooks {
  /** The highest profit of which a share was reckoned. */
  readonly mark: bigint;
  /** Reckoned and not paid yet. */
  readonly owed: bigint;
  /** Paid. */
  readonly shared: bigint;
}

/** What a share is reckoned from. */
export interface ShareBasis {
  /** Profit that was realised, net of fees and funding, before shares; below zero = lost. */
  readonly realised: bigint;
  /** Of all that is open, by the mark price; only a loss counts. */
  readonly unrealised: bigint;
  readonly sharePpm: number;
  /** What the portfolio can pay now. */
  readonly free: bigint;
}

/** The arithmetic of a settlement. */
export interface SettledShare {
  /** Realised, less what is lost in what is open. */
  readonly profit: bigint;
  /** Profit above the mark, and the share of it. */
  readonly fresh: bigint;
  readonly due: bigint;
  readonly paid: bigint;
  readonly books: ShareBooks;
}

/** Settles a share. The mark never falls (INV-30); what cannot be paid is owed. */
export function settleShare(books: ShareBooks, basis: ShareBasis): SettledShare {
  const { realised, unrealised, sharePpm, free } = basis;
  const profit = realised + (unrealised < 0n ? unrealised : 0n);
  const fresh = profit > books.mark ? profit - books.mark : 0n;
  const due = (fresh * BigInt(sharePpm)) / BigInt(PPM);
  const owed = books.owed + due;
  const can = free > 0n ? free : 0n;
  const paid = owed < can ? owed : can;
  const mark = books.mark + fresh;
  assert(mark >= books.mark, 'INV-30: the mark of a share falls');
  assert(paid >= 0n && due <= fresh, 'a share is above the profit that it is of');
  const after = { mark, owed: owed - paid, shared: books.shared + paid };
  return { profit, fresh, due, paid, books: after };
}

/** Books that begin with what a follower who left lately still has to make good, units ≥ 0. */
export function newShareBooks(short: bigint): ShareBooks {
  assert(short >= 0n, 'INV-30: a mark begins below zero');
  return { mark: short, owed: 0n, shared: 0n };
}

/** When the first settlement after `time` is due, Unix ms. */
export function shareDueAfter(time: number): number {
  const weeks = Math.floor((time - FIRST_MONDAY_MS) / COPY_SHARE_INTERVAL_MS) + 1;
  return FIRST_MONDAY_MS + weeks * COPY_SHARE_INTERVAL_MS;
}
