/**
 * The tables that tell what accounts were worth at each full hour. A row has what was so at the end of its
 * hour and is there only where something changed; before the first row there is nothing.
 */
import type { TableSpec } from '../sql/migrate.ts';

/** What a price is. */
export const PriceKind = {
  /** The last trade of a pair. */
  last: 0,
  /** The index of a pair, or the mark of a contract. */
  index: 1,
} as const;
export type PriceKind = (typeof PriceKind)[keyof typeof PriceKind];

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;

/** What accounts of people have of a coin, and what they owe of it. */
const HOLDING_HOURS = {
  name: 'holding_hours',
  columns: {
    account: 'int',
    /** As `pocketOf` has it. */
    pocket: 'int',
    asset: 'int',
    /** 1 = what is owed, interest included. */
    owed: 'int',
    /** Since 1970. */
    hour: 'int',
    units: 'int',
  },
  key: ['account', 'pocket', 'asset', 'owed', 'hour'],
} as const satisfies TableSpec;

/** Positions of people; lots 0 = closed. */
const POSITION_HOURS = {
  name: 'position_hours',
  columns: {
    account: 'int',
    instrument: 'int',
    leg: 'int',
    hour: 'int',
    /** Signed. */
    lots: 'int',
    /** Tick-lots. */
    cost: 'int',
  },
  key: ['account', 'instrument', 'leg', 'hour'],
} as const satisfies TableSpec;

/** The first price of each hour, ticks: what is worth something at the full hour is worth this. */
const PRICE_HOURS = {
  name: 'price_hours',
  columns: { instrument: 'int', hour: 'int', source: 'int', price: 'int' },
  key: ['instrument', 'hour', 'source'],
} as const satisfies TableSpec;

/** All of them, by name. */
export const HOUR_TABLES = {
  holding_hours: HOLDING_HOURS,
  position_hours: POSITION_HOURS,
  price_hours: PRICE_HOURS,
} as const;

/** The hour that a time is in. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}
