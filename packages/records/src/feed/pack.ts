/**
 * Lists of flat rows on their way back from the worker. Cloning a hundred row objects costs more than
 * reading them from SQLite; columns of numbers in one buffer cost a sixth of it.
 */

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

type Row = Record<string, unknown>;

/** `value` packed when it is a list of flat rows, else as it is. */
export function pack(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < ROWS_MIN) return value;
  const rows = value as readonly unknown[];
  const first = rows[0];
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return value;
  const names = Object.keys(first);
  const numbers = new Float64Array(names.length * rows.length);
  let filled = 0;
  const others = names.map((name) => {
    if (!copyNumbers(rows as readonly Row[], name, numbers, filled)) {
      return (rows as readonly Row[]).map((row) => row[name]);
    }
    filled += rows.length;
    return null;
  });
  const used = filled === numbers.length ? numbers : numbers.slice(0, filled);
  const packed: PackedRows = { packed: true, length: rows.length, names, numbers: used, others };
  return packed;
}

/** Copies a column when all of it are numbers; whether they are. */
function copyNumbers(
  rows: readonly Row[],
  name: string,
  numbers: Float64Array,
  offset: number,
): boolean {
  for (let i = 0; i < rows.length; i++) {
    const cell = (rows[i] as Row)[name];
    if (typeof cell !== 'number') return false;
    numbers[offset + i] = cell;
  }
  return true;
}

/** The inverse of `pack`. */
export function unpack(value: unknown): unknown {
  if (!isPacked(value)) return value;
  const { length, names, numbers, others } = value;
  const rows: Row[] = Array.from({ length }, () => ({}));
  let offset = 0;
  for (const [at, name] of names.entries()) {
    const other = others[at];
    if (other === null || other === undefined) {
      for (let i = 0; i < length; i++) (rows[i] as Row)[name] = numbers[offset + i];
      offset += length;
    } else {
      for (let i = 0; i < length; i++) (rows[i] as Row)[name] = other[i];
    }
  }
  return rows;
}

/** Whether `value` was packed; its buffer can then be transferred. */
export function isPacked(value: unknown): value is PackedRows {
  return typeof value === 'object' && value !== null && (value as PackedRows).packed === true;
}
