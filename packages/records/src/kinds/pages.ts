/**
 * Pagination of any kind of record, newest first: a cursor (`idLessThan`), a window of time and filters. A
 * filter is declared beside the columns; the type of the query follows from it.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { AnyDatabase } from '../sql/built-query.ts';
import { rowsOf } from '../sql/built-query.ts';
import type { Stored } from './columns.ts';
import { type AnyKind, type DiskOf, type RecordOf, recordReader, selected } from './kind.ts';
import { type IdRange, idRange, type MarkColumn, type PageRequest } from './window.ts';

type Condition = RawBuilder<boolean>;

/** What a filter's condition may depend on beside its own value. */
interface FilterContext {
  readonly db: AnyDatabase;
  readonly query: Readonly<Record<string, unknown>>;
  readonly range: IdRange;
}

/** A filter with a condition of its own. */
interface OwnFilter<Value> {
  /** null = there is nothing to add. */
  readonly where: (value: Value, context: FilterContext) => Condition | null;
  /** The value where a query has none; absent = no condition then. */
  readonly otherwise?: Value;
}

/** One that needs no condition of its own: a column is what the query says. */
interface EqualFilter<Name> {
  readonly is: Name;
}

/** Filters by their names in a query, whatever the types of their values. */
type Filters<Name> = Readonly<
  Record<
    string,
    EqualFilter<Name> | (Pick<OwnFilter<never>, 'where'> & { readonly otherwise?: unknown })
  >
>;

/** A column is what the query says. */
export function is<const Name extends string>(column: Name): EqualFilter<Name> {
  return { is: column };
}

/** A condition of its own for a value. */
export function where<Value>(
  condition: (value: Value, context: FilterContext) => Condition | null,
  otherwise?: Value,
): OwnFilter<Value> {
  return { where: condition, ...(otherwise === undefined ? {} : { otherwise }) };
}

/** How the pages of a kind are read. */
export interface Paging<Disk, Owner, F> {
  /** Whose rows a page has; absent = everybody's. */
  readonly owner?: Owner;
  /** Rows are in its order, and a page begins below one. */
  readonly id: keyof Disk & string;
  /** Unix ms, by which a window narrows them. */
  readonly time: keyof Disk & string;
  /** Absent: there are few rows in a window, or none has one. */
  readonly mark?: MarkColumn;
  /** Rows with one id are told apart by this column, and stay on one page: see `wholeGroups`. */
  readonly within?: keyof Disk & string;
  /** What is so of all rows. */
  readonly always?: string;
  readonly filters: F;
}

type ValueOf<Disk, Filter> =
  Filter extends OwnFilter<infer Value>
    ? Value
    : Filter extends EqualFilter<infer Name>
      ? Disk[Name & keyof Disk]
      : never;

/** The query of a page: whose, which, and what narrows them. */
export type QueryOf<Disk, Owner, F> = PageRequest & {
  readonly [Name in Owner & string]: number;
} & { readonly [Name in keyof F]?: ValueOf<Disk, F[Name]> | undefined };

/** A page of records, newest first. Throws `badRequest` for a request outside its limits. */
export type PageReader<K extends AnyKind, Query> = (
  db: AnyDatabase,
  query: Query,
) => Promise<RecordOf<K>[]>;

/** The query that pages are read by. */
export type QueryOfPages<P> = P extends PageReader<infer _K, infer Query> ? Query : never;

/** How pages of a kind are read: see `Paging`. */
export function pagesOf<
  K extends AnyKind,
  const F extends Filters<keyof DiskOf<K> & string>,
  const Owner extends keyof DiskOf<K> & string = never,
>(kind: K, paging: Paging<DiskOf<K>, Owner, F>): PageReader<K, QueryOf<DiskOf<K>, Owner, F>> {
  const { id, within, mark } = paging;
  const head = sql`select ${selected(kind)} from ${sql.table(kind.table.name)}`;
  const order = within === undefined ? sql`` : sql`, ${sql.ref(within)} desc`;
  const tail = sql`order by ${sql.ref(id)} desc${order}`;
  const read = recordReader(kind);
  const idField = kind.read.get(id) ?? id;
  return async (db, asked) => {
    const query: Readonly<Record<string, unknown>> = asked;
    const range = await idRange(db, mark, asked);
    const { conditions, parameters, shape } = narrowed(db, paging, query, range);
    const limit = within === undefined ? asked.limit : asked.limit + 1;
    const build = () =>
      sql<Record<string, Stored>>`${head} where ${sql.join(conditions, sql` and `)}
        ${tail} limit ${limit}`;
    const rows =
      shape === null
        ? (await build().execute(db)).rows
        : await rowsOf(db, `${kind.table.name} ${shape}`, [...parameters, limit], () =>
            build().compile(db),
          );
    const records = rows.map(read) as RecordOf<K>[];
    return within === undefined ? records : wholeGroups(records, idField, asked.limit);
  };
}

interface Narrowed {
  readonly conditions: readonly Condition[];
  readonly parameters: readonly unknown[];
  /** What distinguishes the text from others; null where a condition of its own is in it. */
  readonly shape: string | null;
}

/** The conditions of a query, in their order, and their parameters where no filter has its own. */
function narrowed<Disk>(
  db: AnyDatabase,
  { owner, id, time, always, filters }: Paging<Disk, string, Filters<string>>,
  query: Readonly<Record<string, unknown>>,
  range: IdRange,
): Narrowed {
  const conditions: Condition[] = [];
  const parameters: unknown[] = [];
  const compare = (column: string, operator: string, value: unknown) => {
    parameters.push(value);
    conditions.push(sql<boolean>`${sql.ref(column)} ${sql.raw(operator)} ${value}`);
  };
  if (owner !== undefined) compare(owner, '=', query[owner]);
  compare(id, '>=', range.from);
  compare(id, '<', range.to);
  if (always !== undefined) conditions.push(sql<boolean>`${sql.raw(always)}`);
  let shape: string | null = `${owner ?? ''} ${id} ${always ?? ''}`;
  for (const [name, filter] of Object.entries(filters)) {
    if ('is' in filter) {
      if (query[name] === undefined) continue;
      compare(filter.is, '=', query[name]);
      if (shape !== null) shape += ` ${name}`;
    } else {
      const value = query[name] ?? filter.otherwise;
      if (value === undefined) continue;
      const condition = filter.where(value as never, { db, query, range });
      if (condition === null) continue;
      conditions.push(condition);
      shape = null;
    }
  }
  for (const [name, operator] of [
    ['startTime', '>='],
    ['endTime', '<='],
  ] as const) {
    if (query[name] === undefined) continue;
    compare(time, operator, query[name]);
    if (shape !== null) shape += ` ${name}`;
  }
  return { conditions, parameters, shape };
}

/**
 * A page whose last id is whole, of rows of which one more was read: it may have one row less than asked
 * (never none) or, for a limit of 1, one more.
 */
function wholeGroups<Row extends object>(rows: Row[], id: string, limit: number): Row[] {
  if (rows.length <= limit) return rows;
  const idOf = (row: Row | undefined) => (row as Record<string, unknown> | undefined)?.[id];
  if (idOf(rows[limit]) !== idOf(rows[limit - 1])) return rows.slice(0, limit);
  return limit === 1 ? rows : rows.slice(0, limit - 1);
}

/** The query for what `find` finds. */
export function selectWhere(kind: AnyKind, condition: RawBuilder<unknown>) {
  return sql<Record<string, Stored>>`select ${selected(kind)}
    from ${sql.table(kind.table.name)} where ${condition}`;
}

/** Records of a kind for which a condition holds; what comes behind it in the text may order them. */
export async function find<K extends AnyKind>(
  db: AnyDatabase,
  kind: K,
  condition: RawBuilder<unknown>,
): Promise<RecordOf<K>[]> {
  const { rows } = await selectWhere(kind, condition).execute(db);
  return rows.map(recordReader(kind)) as RecordOf<K>[];
}
