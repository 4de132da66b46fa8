/** What columns of records are: how they are stored, and what is read from them. */

/** The migration that added a column to a table that was there; its rows of before have 0 or ''. */
export type Since =
  | 'contracts'
  | 'loans'
  | 'withdrawals'
  | 'ownTrades'
  | 'closings'
  | 'twap'
  | 'parentQuote';

/** How a column is read: as it is stored, a 64-bit integer as bigint, or a number that is stored as text. */
type Form = 'plain' | 'int64' | 'flag' | 'numberText';

/** A column that reads as a `Value`, and gives a `Selected` to a query that names it. */
export interface Column<Value = unknown, Selected = unknown> {
  readonly stored: 'int' | 'text';
  readonly form: Form;
  readonly since?: Since | undefined;
  /** Types alone: nothing has them. */
  readonly value?: Value;
  readonly selected?: Selected;
}

/** Columns by their names on disk, in the order in which rows have them. */
export type Columns = Readonly<Record<string, Column>>;

/** An integer below 2^53: an id, a time, ticks, lots, or a value of an enumeration. */
export function int<Value extends number = number>(since?: Since): Column<Value, Value> {
  return { stored: 'int', form: 'plain', since };
}

/** An integer that may be above 2^53: money, or a sum of lots. */
export function int64(since?: Since): Column<bigint, number> {
  return { stored: 'int', form: 'int64', since };
}

/** Yes or no, stored as 1 or 0. */
export function flag(since?: Since): Column<boolean, number> {
  return { stored: 'int', form: 'flag', since };
}

/** Text. */
export function text(since?: Since): Column<string, string> {
  return { stored: 'text', form: 'plain', since };
}

/** A number as the core reports it, which above 2^53 is a double: stored as text. */
export function numberText(since?: Since): Column<number, string> {
  return { stored: 'text', form: 'numberText', since };
}

/** What stands in a row for a value of a column. */
export type Stored = string | number | bigint;

/** What rows are made of, from what is read: see `Form`. */
export const READS: Readonly<Record<Form, ((stored: Stored) => unknown) | null>> = {
  plain: null,
  int64: BigInt,
  flag: (stored) => stored === 1,
  numberText: Number,
};

/** What stands in a row for what is read, as an expression of `value`. */
export const WRITES: Readonly<Record<Form, string>> = {
  plain: 'value',
  int64: 'value',
  flag: '(value ? 1 : 0)',
  numberText: 'String(value)',
};
