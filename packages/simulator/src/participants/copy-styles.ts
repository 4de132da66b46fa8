/**
 * How simulated traders who are copied decide: each style says from prices of the last hour and the funding rate how
 * much of its largest position it wants. Two of them are bad on purpose, so that lists have who loses, too.
 */
import type { Random } from '../random.ts';

/** What a style sees of one contract. */
export interface StyleView {
  /** Samples, oldest first; at least `SAMPLES_MIN`. */
  readonly prices: readonly number[];
  /** Expected rate of the round that runs, above 0 = longs pay. */
  readonly fundingRate: number;
  /** What it has of its largest position now, −1 to 1. */
  readonly now: number;
  readonly random: Random;
}

/** Samples before anybody decides, and how many are kept. */
export const SAMPLES_MIN = 4;
export const SAMPLES_MAX = 240;

/** How somebody trades. */
export interface CopyStyle {
  /** Mean time between two looks at a contract, ms. */
  readonly everyMs: number;
  /** Largest position by the money that was put in. */
  readonly boldness: number;
  /** Part of its largest position that it wants, −1 to 1. */
  readonly wants: (view: StyleView) => number;
}

const MINUTE_MS = 60_000;
/** A price this far from its mean is far, as a part of it. */
const FAR = 0.0015;

function mean(prices: readonly number[], last: number): number {
  const some = prices.slice(-last);
  return some.reduce((sum, price) => sum + price, 0) / some.length;
}

/** How far the last price is from the mean of the last so many, −1 to 1. */
function distance({ prices }: StyleView, last: number): number {
  const middle = mean(prices, last);
  return Math.max(-1, Math.min(1, (prices.at(-1)! / middle - 1) / FAR));
}

function breakout({ prices, now }: StyleView): number {
  const before = prices.slice(-40, -1);
  const last = prices.at(-1)!;
  if (last > Math.max(...before)) return 1;
  return last < Math.min(...before) ? -1 : now;
}

/** Steps of a quarter against the distance from the mean of an hour. */
function grid(view: StyleView): number {
  return -Math.round(distance(view, SAMPLES_MAX) * 4) / 4;
}

/** Buys at random and adds to what loses. */
function stubborn({ prices, now, random }: StyleView): number {
  if (now === 0) return random.chance(0.5) ? 0.3 : -0.3;
  const moved = prices.at(-1)! - prices.at(-SAMPLES_MIN)!;
  if (moved * now < 0) return Math.max(-1, Math.min(1, now * 1.5));
  return random.chance(0.3) ? 0 : now;
}

/** In the order of the traders. */
export const COPY_STYLES = {
  trend: { everyMs: 2 * MINUTE_MS, boldness: 1, wants: (view) => Math.sign(distance(view, 40)) },
  slowTrend: {
    everyMs: 8 * MINUTE_MS,
    boldness: 1.5,
    wants: (view) => distance(view, SAMPLES_MAX),
  },
  reversion: { everyMs: 2 * MINUTE_MS, boldness: 1, wants: (view) => -distance(view, 40) },
  breakout: { everyMs: MINUTE_MS, boldness: 1, wants: breakout },
  carry: {
    everyMs: 10 * MINUTE_MS,
    boldness: 0.5,
    wants: ({ fundingRate }) => -Math.sign(fundingRate) * 0.8,
  },
  scalper: { everyMs: 40_000, boldness: 0.5, wants: (view) => -distance(view, SAMPLES_MIN) },
  swing: {
    everyMs: 15 * MINUTE_MS,
    boldness: 1,
    wants: (view) => (distance(view, SAMPLES_MAX) < 0 ? 0.7 : -0.4),
  },
  grid: { everyMs: MINUTE_MS, boldness: 1, wants: grid },
  momentum: { everyMs: 3 * MINUTE_MS, boldness: 0.8, wants: (view) => distance(view, 12) },
  steady: { everyMs: 20 * MINUTE_MS, boldness: 0.6, wants: () => 1 },
  /** Bad: follows each last move at once, with much, and pays a fee for each. */
  chaser: {
    everyMs: MINUTE_MS,
    boldness: 3,
    wants: ({ prices }) => Math.sign(prices.at(-1)! - prices.at(-2)!),
  },
  /** Bad: as it says. */
  stubborn: { everyMs: 2 * MINUTE_MS, boldness: 4, wants: stubborn },
} as const satisfies Readonly<Record<string, CopyStyle>>;
