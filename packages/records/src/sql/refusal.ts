/** Tells rows that a database will never take from faults that pass. */

/** SQLite's result codes TOOBIG, CONSTRAINT and MISMATCH, without what refines them. */
const SQLITE_REFUSALS: ReadonlySet<number> = new Set([18, 19, 20]);
/** PostgreSQL's classes 22 (data), 23 (integrity) and 54 (limits of the program). */
const POSTGRES_REFUSALS = /^(22|23|54)/;
/** A value that cannot be bound at all. */
const BINDING_REFUSALS = /^ERR_(INVALID_ARG|OUT_OF_RANGE)/;

/** Whether the same row would be refused again, however often it is tried. */
export function isRefusal(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === 'number') return SQLITE_REFUSALS.has(errcode & 0xff);
  return typeof code === 'string' && (POSTGRES_REFUSALS.test(code) || BINDING_REFUSALS.test(code));
}
