/**
 * What the page last knew of the market, kept in the client cache so that a reload shows something
 * at once: always by venue, never for long, and shown as stale until live data come.
 */

import { cacheOf } from '../../platform/cache/client-cache.ts';
import { VENUE } from '../../platform/simulation/venue.ts';

const HOUR_MS = 3_600_000;

/** How long each kind is worth showing, ms. */
const LIFETIMES_MS = {
  instruments: 7 * 24 * HOUR_MS,
  contracts: 7 * 24 * HOUR_MS,
  tickers: HOUR_MS,
  contractTickers: HOUR_MS,
  book: HOUR_MS,
} as const;

/** Kinds of snapshot. */
export type SnapshotKind = keyof typeof LIFETIMES_MS;

/** A page has better to do in its first moments than to keep what it shows, ms. */
const FIRST_KEEP_MS = 3_000;

const cache = cacheOf('default');
const firstKeep = new Promise((resolve) => setTimeout(resolve, FIRST_KEEP_MS));

function keyOf(kind: SnapshotKind, symbol: string): string {
  return symbol === '' ? `${kind}:${VENUE}` : `${kind}:${VENUE}:${symbol}`;
}

/** Keeps a snapshot; `symbol` is '' for all instruments. */
export async function keepKnown(kind: SnapshotKind, symbol: string, value: unknown): Promise<void> {
  await firstKeep;
  await cache.set(keyOf(kind, symbol), value, LIFETIMES_MS[kind]);
}

/** The snapshot of an earlier visit; null when there is none. */
export function lastKnown<T>(
  kind: SnapshotKind,
  symbol: string,
  isValid: (value: unknown) => value is T,
): Promise<T | null> {
  return cache.get(keyOf(kind, symbol), isValid);
}

/** True for an object that has text under each name. */
export function hasTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}
