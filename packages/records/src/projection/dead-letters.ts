/**
 * Dead letters: rows that the database refuses for good. They go into a table of their own, in the transaction of
 * the rows beside them: the rest goes on, and a restart neither loses nor doubles any. A row that was
 * set aside stays aside: what changes it later changes it there.
 */
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { isRefusal } from '../sql/refusal.ts';
import type { RowWriter, SqlValue } from '../sql/row-writer.ts';
import type { RecordsTables } from './schema.ts';
import { DEAD_LETTER_TABLE } from './schema.ts';

type Row = readonly SqlValue[];
type Db = Transaction<RecordsTables>;

/** A row of the tables as text: column → value. */
export type RowTexts = Readonly<Record<string, string>>;

/** Longest reason that is kept. */
const REASON_MAX = 500;

/** Rows of one transaction that are told by name. */
const NEWS_MAX = 5;

/** What is set aside in one database. */
export class DeadLetters {
  readonly #keys = new Set<string>();
  /** What was set aside since the last look, in words. */
  #news: string[] = [];

  /** Rows that are set aside. */
  get count(): number {
    return this.#keys.size;
  }

  /** What was newly set aside, in words, once; of many rows the first few by name. */
  takeNews(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    if (news.length <= NEWS_MAX) return news;
    const rest = `${news.length - NEWS_MAX} more rows are refused and set aside`;
    return [...news.slice(0, NEWS_MAX), rest];
  }

  /** Reads what is there; to be called after every transaction that failed. */
  async reload(db: Kysely<RecordsTables>): Promise<void> {
    const rows = await db.selectFrom('set_aside').select(['name', 'row_key']).execute();
    this.#keys.clear();
    this.#news = [];
    for (const { name, row_key } of rows) this.#keys.add(`${name} ${row_key}`);
  }

  /** The rows of a table that are set aside; `keys` = only these. */
  async read(
    db: Kysely<RecordsTables>,
    table: string,
    keys?: readonly string[],
  ): Promise<RowTexts[]> {
    if (this.#keys.size === 0) return [];
    const wanted = keys?.filter((key) => this.#keys.has(`${table} ${key}`));
    if (wanted?.length === 0) return [];
    const rows = await db.selectFrom('set_aside').selectAll().where('name', '=', table).execute();
    return rows
      .filter(({ row_key }) => wanted === undefined || wanted.includes(row_key))
      .map(({ row_text }) => JSON.parse(row_text) as RowTexts);
  }

  /**
   * Writes rows of one table, and sets aside those that are aside already.
   * @param seq last command of the transaction
   * @param refusing whether the database may refuse some, which are then set aside too
   */
  async write(
    db: Db,
    writer: RowWriter,
    rows: readonly Row[],
    { seq, refusing }: { readonly seq: number; readonly refusing: boolean },
  ): Promise<void> {
    let rest = rows;
    if (this.#keys.size > 0) {
      const isAside = (row: Row): boolean => this.#keys.has(nameOf(writer, row));
      for (const row of rows) if (isAside(row)) await this.#put(db, writer, row, seq, null);
      rest = rows.filter((row) => !isAside(row));
    }
    if (refusing) await this.#writeParts(db, writer, rest, seq);
    else await writer.write(db, rest);
  }

  /** Writes what can be written; halves what is refused until single rows are left. */
  async #writeParts(db: Db, writer: RowWriter, rows: readonly Row[], seq: number): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    await sql`savepoint part`.execute(db);
    try {
      await writer.write(db, rows);
      await sql`release savepoint part`.execute(db);
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await sql`rollback to savepoint part`.execute(db);
      await sql`release savepoint part`.execute(db);
      if (rows.length === 1) {
        await this.#put(db, writer, first, seq, error);
        return;
      }
    }
    const middle = rows.length >> 1;
    await this.#writeParts(db, writer, rows.slice(0, middle), seq);
    await this.#writeParts(db, writer, rows.slice(middle), seq);
  }

  /** @param error why it was refused, null = it is aside already */
  async #put(db: Db, writer: RowWriter, row: Row, seq: number, error: unknown): Promise<void> {
    const { name, columns } = writer.table;
    const key = keyText(writer, row);
    const text = JSON.stringify(
      Object.fromEntries(columns.map((column, i) => [column, String(row[i])])),
    );
    const reason = error instanceof Error ? error.message.slice(0, REASON_MAX) : String(error);
    const changed = { row_text: text, seq };
    await db
      .insertInto(DEAD_LETTER_TABLE.name)
      .values({ name, row_key: key, reason, ...changed })
      .onConflict((conflict) => conflict.columns(['name', 'row_key']).doUpdateSet(changed))
      .execute();
    if (error === null) return;
    this.#keys.add(`${name} ${key}`);
    this.#news.push(`a row of ${name}, key ${key}, is refused and set aside: ${reason}`);
  }
}

/** The primary key of a row as the table of rows set aside has it. */
export function keyTextOf(values: readonly SqlValue[]): string {
  return values.map(String).join(',');
}

function keyText(writer: RowWriter, row: Row): string {
  const { key, columns } = writer.table;
  return keyTextOf(key.map((column) => row[columns.indexOf(column)] ?? ''));
}

function nameOf(writer: RowWriter, row: Row): string {
  return `${writer.table.name} ${keyText(writer, row)}`;
}
