/**
 * Lists of flat rows on their way back from the worker. Cloning a hundred row objects costs more than
 * reading them from SQLite; columns of numbers in one buffer cost a sixth of it.
 */
import {
  type ColumnCopier,
  columnCopier,
  isRowName,
  type RowMaker,
  rowMaker,
} from '../sql/row-maker.ts';

/** A list of uniform rows by column: number columns in `numbers`, the others as arrays. */
export interface PackedRows {
  readonly packed: true;
  readonly length: number;
  readonly names: readonly string[];
  /** The number columns one after another, each `length` long. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** For each name: its values, or null when they are in `numbers`. */
  readonly others: readonly (readonly unknown[] | null)[];
}

/** Fewer rows than this are not worth packing. */
const ROWS_MIN = 8;
/** Functions of one kind that are kept; so many names exist only when something is wrong. */
const CACHED_MAX = 256;

type Row = Record<string, unknown>;

/** `value` packed when it is a list of flat rows, else as it is. */
export function pack(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < ROWS_MIN) return value;
  const rows = value as readonly unknown[];
  const first = rows[0];
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return value;
  const names = Object.keys(first);
  if (!names.every(isRowName)) return value;
  const numbers = new Float64Array(names.length * rows.length);
  let filled = 0;
  const others = names.map((name) => {
    if (!copierOf(name)(rows as readonly Row[], numbers, filled)) {
      return (rows as readonly Row[]).map((row) => row[name]);
    }
    filled += rows.length;
    return null;
  });
  const used = filled === numbers.length ? numbers : numbers.slice(0, filled);
  const packed: PackedRows = { packed: true, length: rows.length, names, numbers: used, others };
  return packed;
}

/** Copiers by name of column; there are as many as columns. */
const COPIERS = new Map<string, ColumnCopier>();

function copierOf(name: string): ColumnCopier {
  const known = COPIERS.get(name);
  if (known !== undefined) return known;
  if (COPIERS.size >= CACHED_MAX) COPIERS.clear();
  const made = columnCopier(name);
  COPIERS.set(name, made);
  return made;
}

/** The inverse of `pack`. */
export function unpack(value: unknown): unknown {
  if (!isPacked(value)) return value;
  const { length, names, numbers, others } = value;
  const make = makerOf(names.filter((_name, n) => others[n] === null));
  const rows = new Array<Row>(length);
  for (let i = 0; i < length; i++) rows[i] = make(numbers, i, length);
  for (const [n, name] of names.entries()) {
    const other = others[n];
    if (other === null || other === undefined) continue;
    for (let i = 0; i < length; i++) (rows[i] as Row)[name] = other[i];
  }
  return rows;
}

/** Makers by their names; there are as many as kinds of list. */
const MAKERS = new Map<string, RowMaker<Float64Array>>();

function makerOf(names: readonly string[]): RowMaker<Float64Array> {
  const key = names.join();
  const known = MAKERS.get(key);
  if (known !== undefined) return known;
  if (MAKERS.size >= CACHED_MAX) MAKERS.clear();
  const made = rowMaker<Float64Array>(names);
  MAKERS.set(key, made);
  return made;
}

/** Whether `value` was packed; its buffer can then be transferred. */
export function isPacked(value: unknown): value is PackedRows {
  return typeof value === 'object' && value !== null && (value as PackedRows).packed === true;
}
