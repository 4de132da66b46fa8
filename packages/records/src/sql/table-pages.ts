/** Reads whole tables in key order, a bounded number of rows at a time, alike on both databases. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { int64Text } from './int64.ts';
import type { TableSpec } from './migrate.ts';

/** Rows read at a time. */
const PAGE_ROWS = 2_000;

/** A row: each column as text, integers in decimal, in the order of the table's columns. */
export type TextRow = readonly string[];

/** Pages of a table's rows; call it inside a repeatable-read transaction to see one moment. */
export async function* tablePages(db: unknown, spec: TableSpec): AsyncGenerator<TextRow[]> {
  const names = Object.keys(spec.columns);
  const isInteger = names.map((name) => spec.columns[name] === 'int');
  const list = names.map((name, i) => {
    const value = isInteger[i] === true ? int64Text(name) : sql.ref(name);
    return sql`${value} as ${sql.id(`c${i}`)}`;
  });
  const key = sql.join(spec.key.map((column) => sql.ref(column)));
  const keyAt = spec.key.map((column) => names.indexOf(column));
  let last: readonly (string | bigint)[] | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> =
      last === null ? sql`` : sql`where (${key}) > (${sql.join(last)})`;
    const page: { rows: Record<string, string>[] } = await sql<Record<string, string>>`
      select ${sql.join(list)} from ${sql.table(spec.name)} ${after}
      order by ${key} limit ${PAGE_ROWS}`.execute(db as Kysely<unknown>);
    const rows = page.rows.map((row) => names.map((_, i) => row[`c${i}`] ?? ''));
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE_ROWS) return;
    last = keyAt.map((at) => (isInteger[at] === true ? BigInt(end[at] ?? '') : (end[at] ?? '')));
  }
}
