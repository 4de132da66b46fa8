/** What one chunk of events changes, gathered in memory and written in one transaction. */
import type { Transaction } from 'kysely';
import type { SqlValue } from '../sql/row-writer.ts';
import { RowWriter } from '../sql/row-writer.ts';
import type { OrderState, PlanState } from './rows.ts';
import { orderRow, planRow } from './rows.ts';
import type { RecordsTables } from './schema.ts';
import { RECORDS_TABLES } from './schema.ts';

type TableName = keyof typeof RECORDS_TABLES;

function writerFor(name: TableName, upsert: boolean): RowWriter {
  const { columns, key } = RECORDS_TABLES[name];
  return new RowWriter({ name, columns: Object.keys(columns), key, upsert });
}

/** The writers of one database; they keep statements in its dialect, so each database has its own. */
export function makeWriters() {
  return {
    marks: writerFor('marks', false),
    users: writerFor('users', true),
    assets: writerFor('assets', true),
    instruments: writerFor('instruments', true),
    orders: writerFor('orders', true),
    plans: writerFor('plans', true),
    fills: writerFor('fills', false),
    bills: writerFor('bills', false),
    movements: writerFor('movements', false),
    prevented: writerFor('prevented_matches', false),
  };
}

/** One writer a table. */
export type Writers = ReturnType<typeof makeWriters>;

type Row = readonly SqlValue[];

/** Rows to write: orders, plans, users, assets and instruments replace, the others are new. */
export class WriteSet {
  readonly marks: Row[] = [];
  readonly users = new Map<number, Row>();
  readonly assets = new Map<number, Row>();
  readonly instruments = new Map<number, Row>();
  readonly orders = new Set<OrderState>();
  readonly plans = new Set<PlanState>();
  readonly fills: Row[] = [];
  readonly bills: Row[] = [];
  readonly movements: Row[] = [];
  readonly prevented: Row[] = [];

  /** Rows that will be written. */
  get size(): number {
    return (
      this.marks.length +
      this.users.size +
      this.assets.size +
      this.instruments.size +
      this.orders.size +
      this.plans.size +
      this.fills.length +
      this.bills.length +
      this.movements.length +
      this.prevented.length
    );
  }

  /** Writes everything through `db`, which must be a transaction. */
  async write(db: Transaction<RecordsTables>, writers: Writers): Promise<void> {
    await writers.users.write(db, [...this.users.values()]);
    await writers.assets.write(db, [...this.assets.values()]);
    await writers.instruments.write(db, [...this.instruments.values()]);
    await writers.marks.write(db, this.marks);
    await writers.orders.write(db, Array.from(this.orders, orderRow));
    await writers.plans.write(db, Array.from(this.plans, planRow));
    await writers.fills.write(db, this.fills);
    await writers.bills.write(db, this.bills);
    await writers.movements.write(db, this.movements);
    await writers.prevented.write(db, this.prevented);
  }
}
