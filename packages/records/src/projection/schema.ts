/**
 * The tables of the records database: those of the kinds of records, and what is kept beside them. All of
 * them follow from the journal alone. Integers are 64-bit; money may be above 2^53: see kinds/columns.ts.
 */
import type { Kysely } from 'kysely';
import { RECORD_KINDS } from '../kinds/all.ts';
import { columnsOf, type DiskOf, firstTable } from '../kinds/kind.ts';
import type { DatabaseKind } from '../sql/connect.ts';
import type { TableSpec } from '../sql/migrate.ts';
import { COPY_TABLES } from './copy-tables.ts';
import { FEE_TERMS_TABLE } from './fee-tables.ts';
import { FUND_TABLES } from './fund-tables.ts';
import { HOUR_TABLES } from './hour-tables.ts';

const STATE = {
  name: 'state',
  columns: {
    id: 'int',
    last_seq: 'int',
    next_bill: 'int',
    next_prevented: 'int',
    max_order: 'int',
    max_plan: 'int',
    max_trade: 'int',
    max_movement: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

const MARKS = {
  name: 'marks',
  columns: {
    minute: 'int',
    order_id: 'int',
    plan_id: 'int',
    trade_id: 'int',
    bill_id: 'int',
    movement_id: 'int',
  },
  key: ['minute'],
} as const satisfies TableSpec;

const { users, assets, instruments, orders, fills, bills, plans, movements } = RECORD_KINDS;
const { prevented_matches, plan_failures, positions, fundings, funding_rounds } = RECORD_KINDS;
const { liquidations, fund_entries, loans, margin_liquidations, fee_changes } = RECORD_KINDS;
const { refusals, notices, parent_orders } = RECORD_KINDS;

/** The tables as the first migration makes them. */
export const FIRST_TABLES: readonly TableSpec[] = [
  STATE,
  MARKS,
  ...[users, assets, instruments, orders, fills, bills].map(firstTable),
  ...[plans, movements, prevented_matches].map(firstTable),
];

/** Tables that came later. */
export const CONTRACT_TABLES = [
  positions.table,
  fundings.table,
  funding_rounds.table,
  liquidations.table,
  fund_entries.table,
];
export const LOAN_TABLES = [loans.table, margin_liquidations.table];

type Added = Readonly<Record<string, TableSpec['columns']>>;

/** Columns that came with contracts, each 0 in a row from before them. */
const COUNTED_CONTRACTS = {
  /** How many there are so far; the next one's number is one more. */
  state: { closed_positions: 'int', liquidations: 'int', fund_entries: 'int' },
  marks: { closed_id: 'int', liquidation_id: 'int', fund_id: 'int' },
} as const satisfies Added;
export const CONTRACT_COLUMNS: Added = {
  ...COUNTED_CONTRACTS,
  instruments: columnsOf(instruments, 'contracts'),
  orders: columnsOf(orders, 'contracts'),
  plans: columnsOf(plans, 'contracts'),
  fills: columnsOf(fills, 'contracts'),
};

/** Columns that came with margin accounts, each 0 in a row from before them. */
const COUNTED_LOANS = {
  state: { loans: 'int', margin_liquidations: 'int' },
  marks: { loan_id: 'int', margin_liquidation_id: 'int' },
} as const satisfies Added;
export const LOAN_COLUMNS: Added = {
  ...COUNTED_LOANS,
  movements: columnsOf(movements, 'loans'),
};

/** Columns that came with withdrawals in steps; 0 and '' in rows that were done at once. */
export const WITHDRAWAL_COLUMNS: Added = { movements: columnsOf(movements, 'withdrawals') };
/** Columns that came with refused orders. */
export const REFUSAL_COLUMNS = {
  state: { refusals: 'int' },
  marks: { refusal_id: 'int' },
} as const satisfies Added;
/** Columns that came with trades within one owner, which are marked from then on. */
export const OWN_TRADE_COLUMNS: Added = { fills: columnsOf(fills, 'ownTrades') };
/** Columns that came with the entry of what orders closed. */
export const CLOSING_COLUMNS: Added = { orders: columnsOf(orders, 'closings') };
/** Columns that came with TWAP orders. */
export const TWAP_COLUMNS: Added = { parent_orders: columnsOf(parent_orders, 'twap') };
/** What parent orders traded for. */
export const PARENT_QUOTE_COLUMNS: Added = {
  parent_orders: columnsOf(parent_orders, 'parentQuote'),
};
/** Parent orders as the first of them were. */
export const PARENTS_TABLE = firstTable(parent_orders);
/** Columns that came with notices. */
export const NOTICE_COLUMNS = {
  state: { notices: 'int' },
  marks: { notice_id: 'int' },
} as const satisfies Added;

/** The tables that no kind declares, as they are after all migrations. */
const OTHER_TABLES = {
  state: {
    ...STATE,
    columns: {
      ...STATE.columns,
      ...COUNTED_CONTRACTS.state,
      ...COUNTED_LOANS.state,
      ...REFUSAL_COLUMNS.state,
      ...NOTICE_COLUMNS.state,
    },
  },
  marks: {
    ...MARKS,
    columns: {
      ...MARKS.columns,
      ...COUNTED_CONTRACTS.marks,
      ...COUNTED_LOANS.marks,
      ...REFUSAL_COLUMNS.marks,
      ...NOTICE_COLUMNS.marks,
    },
  },
  fee_terms: FEE_TERMS_TABLE,
  ...HOUR_TABLES,
  ...FUND_TABLES,
  ...COPY_TABLES,
} as const;

/** Every table by name, as it is after all migrations, in the order of the digest: see dump.ts. */
export const RECORDS_TABLES = {
  state: OTHER_TABLES.state,
  marks: OTHER_TABLES.marks,
  users: users.table,
  assets: assets.table,
  instruments: instruments.table,
  orders: orders.table,
  fills: fills.table,
  bills: bills.table,
  plans: plans.table,
  movements: movements.table,
  prevented_matches: prevented_matches.table,
  plan_failures: plan_failures.table,
  positions: positions.table,
  fundings: fundings.table,
  funding_rounds: funding_rounds.table,
  liquidations: liquidations.table,
  fund_entries: fund_entries.table,
  loans: loans.table,
  margin_liquidations: margin_liquidations.table,
  fee_changes: fee_changes.table,
  fee_terms: OTHER_TABLES.fee_terms,
  ...HOUR_TABLES,
  ...FUND_TABLES,
  refusals: refusals.table,
  notices: notices.table,
  parent_orders: parent_orders.table,
  ...COPY_TABLES,
} as const;

/** Rows that the database refuses: text of the row, its table and key, and why. See dead-letters.ts. */
export const DEAD_LETTER_TABLE = {
  name: 'set_aside',
  columns: { name: 'text', row_key: 'text', row_text: 'text', reason: 'text', seq: 'int' },
  key: ['name', 'row_key'],
} as const satisfies TableSpec;

/** `int` columns take a number or a bigint and give a number; `text` is text. */
type RowOf<Spec extends TableSpec> = {
  [Column in keyof Spec['columns']]: Spec['columns'][Column] extends 'int' ? number : string;
};

/** The records database as Kysely sees it. */
export type RecordsTables = {
  [Name in keyof typeof RECORD_KINDS]: DiskOf<(typeof RECORD_KINDS)[Name]>;
} & {
  [Name in keyof typeof OTHER_TABLES]: RowOf<(typeof OTHER_TABLES)[Name]>;
} & { readonly set_aside: RowOf<typeof DEAD_LETTER_TABLE> };

/** An open records database. */
export interface RecordsDatabase {
  readonly kind: DatabaseKind;
  readonly db: Kysely<RecordsTables>;
}
