/**
 * A kind of record: one table, declared once. The columns on disk, the rows that the projection writes,
 * the records that queries give and the types of all of them follow from the declaration.
 */
import { sql } from 'kysely';
import { int64Text } from '../sql/int64.ts';
import type { TableSpec } from '../sql/migrate.ts';
import { rowReader } from '../sql/row-maker.ts';
import { type Column, type Columns, READS, type Since, type Stored, WRITES } from './columns.ts';

/** `order_id` as `orderId`. */
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What a record calls a column: its name on disk in camel case, where nothing else is said. */
type FieldOf<Name, Fields> = Name extends keyof Fields
  ? Fields[Name] & string
  : Camel<Name & string>;

type ValueOf<C> = C extends Column<infer Value, unknown> ? Value : never;
type SelectedOf<C> = C extends Column<unknown, infer Selected> ? Selected : never;

/** How a kind is declared. */
interface Declaration<Table, C, Fields, Mutable, Unread> {
  readonly table: Table;
  readonly columns: C;
  /** Primary key; on SQLite the rows are stored in its order. */
  readonly key: readonly (keyof C & string)[];
  /** What records call columns, where it is not the name on disk in camel case. */
  readonly fields?: Fields;
  /** Columns that a row written again may change; none = a row is written once. */
  readonly mutable?: readonly Mutable[];
  /** Columns that no record has. */
  readonly unread?: readonly Unread[];
}

type RowOfColumns<C, Fields> = {
  readonly [Name in keyof C as FieldOf<Name, Fields>]: ValueOf<C[Name]>;
};

type Writable<Row, Names extends keyof Row> = Omit<Row, Names> & {
  -readonly [Name in Names]: Row[Name];
};

/** A declared kind. `types` are types alone: nothing has them. */
export interface Kind<Disk = object, Row = object, State = Row, Read = Row> {
  /** The table as it is after all migrations. */
  readonly table: TableSpec & { readonly columns: Readonly<Record<keyof Disk, 'int' | 'text'>> };
  readonly columns: Columns;
  /** Columns that a row written again may change. */
  readonly mutable: readonly string[];
  /** What a record calls each column that it has. */
  readonly read: ReadonlyMap<string, string>;
  /** A row's values, in the order of the columns. */
  readonly valuesOf: (row: Row) => Stored[];
  readonly types?: {
    readonly disk: Disk;
    readonly row: Row;
    readonly state: State;
    readonly read: Read;
  };
}

/** What a kind is whatever its columns. */
export type AnyKind = Pick<Kind, 'table' | 'columns' | 'read'> & {
  readonly types?: Readonly<Record<'disk' | 'row' | 'state' | 'read', object>>;
};
type TypesOf<K extends AnyKind> = NonNullable<K['types']>;

/** The table as Kysely sees it. */
export type DiskOf<K extends AnyKind> = TypesOf<K>['disk'];
/** A row as the projection makes it. */
export type RowOf<K extends AnyKind> = TypesOf<K>['row'];
/** A row that the projection keeps: what a row written again may change can be set. */
export type StateOf<K extends AnyKind> = TypesOf<K>['state'];
/** What queries give. */
export type RecordOf<K extends AnyKind> = TypesOf<K>['read'];

/** Declares a kind: see the head of the file. */
export function recordKind<
  const Table extends string,
  const C extends Columns,
  const Fields extends { readonly [Name in keyof C]?: string } = Record<never, string>,
  const Mutable extends keyof C & string = never,
  const Unread extends keyof C & string = never,
>(
  declared: Declaration<Table, C, Fields, Mutable, Unread>,
): Kind<
  { [Name in keyof C]: SelectedOf<C[Name]> },
  RowOfColumns<C, Fields>,
  Writable<RowOfColumns<C, Fields>, FieldOf<Mutable, Fields> & keyof RowOfColumns<C, Fields>>,
  RowOfColumns<Omit<C, Unread>, Fields>
> {
  const { table, columns, key, mutable = [], unread = [] } = declared;
  const names = Object.keys(columns);
  const given: Readonly<Record<string, string | undefined>> = declared.fields ?? {};
  const fieldOf = (name: string) => given[name] ?? camel(name);
  const isRead = (name: string) => !unread.some((one) => one === name);
  const stored = names.map((name) => [name, columns[name]?.stored] as const);
  return {
    table: { name: table, columns: Object.fromEntries(stored) as never, key },
    columns,
    mutable,
    read: new Map(names.filter(isRead).map((name) => [name, fieldOf(name)])),
    valuesOf: rowReader(names.map((name) => [fieldOf(name), WRITES[formOf(columns, name)]])),
  };
}

function camel(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function formOf(columns: Columns, name: string): Column['form'] {
  return columns[name]?.form ?? 'plain';
}

/** A table as it was before any migration added columns to it. */
export function firstTable(kind: AnyKind): TableSpec {
  const { name, key } = kind.table;
  return { name, key, columns: columnsOf(kind, undefined) };
}

/** The columns that a migration added to a table. */
export function columnsOf({ columns }: AnyKind, since: Since | undefined): TableSpec['columns'] {
  const own = Object.entries(columns).filter(([, column]) => column.since === since);
  return Object.fromEntries(own.map(([name, { stored }]) => [name, stored]));
}

/** The columns that records of a kind have, as a query selects them. */
export function selected({ columns, read }: AnyKind) {
  const each = [...read].map(([name, field]) => {
    const is64 = formOf(columns, name) === 'int64';
    return sql`${is64 ? int64Text(name) : sql.ref(name)} as ${sql.id(field)}`;
  });
  return sql.join(each);
}

/** Makes records of selected rows, in place. */
export function recordReader(kind: AnyKind): (row: Record<string, Stored>) => object {
  const reads = [...kind.read].flatMap(([name, field]) => {
    const read = READS[formOf(kind.columns, name)];
    return read === null ? [] : [{ field, read }];
  });
  return (row) => {
    const made: Record<string, unknown> = row;
    for (const { field, read } of reads) made[field] = read(row[field] ?? 0);
    return made;
  };
}

/** A record of a row that is told as text: what a row of before does not have is 0 or ''. */
export function recordOfTexts<K extends AnyKind>(
  kind: K,
  texts: Readonly<Record<string, string>>,
): StateOf<K> {
  const stored = [...kind.read].map(([name, field]) => {
    const { stored: type, form } = kind.columns[name] ?? { stored: 'int', form: 'plain' };
    if (type === 'text') return [field, texts[name] ?? ''] as const;
    const written = texts[name] ?? '0';
    return [field, form === 'int64' ? written : Number(written)] as const;
  });
  return recordReader(kind)(Object.fromEntries(stored)) as StateOf<K>;
}
