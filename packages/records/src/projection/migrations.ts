import { AccountKind, OrderType, PostingReason, Product } from '@halcyon/domain';
import { sql } from 'kysely';
import { RECORD_KINDS } from '../kinds/all.ts';
import { RARE_BILLS } from '../kinds/bills.ts';
import { RARE_LOANS } from '../kinds/loans.ts';
import { MAILED_INDEX, URGENT_INDEX } from '../kinds/notices.ts';
import { CONVERTED_ORDERS, FIRST_ENDED_STATUS, OF_PLANS } from '../kinds/orders.ts';
import { StoredPlanStatus } from '../kinds/plans.ts';
import { FACTS } from '../sql/facts.ts';
import type { Migration, MigrationContext, TableSpec } from '../sql/migrate.ts';
import {
  COPY_LEG_COLUMNS,
  COPY_TABLES,
  COPY_TERMS_COLUMNS,
  LEFT_OUT_FILLS,
} from './copy-tables.ts';
import { FEE_TERMS_TABLE, FeeTerms } from './fee-tables.ts';
import { FUND_TABLES, FundMeasure } from './fund-tables.ts';
import { HOUR_MS, HOUR_TABLES } from './hour-tables.ts';
import {
  CLOSING_COLUMNS,
  CONTRACT_COLUMNS,
  CONTRACT_TABLES,
  DEAD_LETTER_TABLE,
  FIRST_TABLES,
  LOAN_COLUMNS,
  LOAN_TABLES,
  NOTICE_COLUMNS,
  OWN_TRADE_COLUMNS,
  PARENT_QUOTE_COLUMNS,
  PARENTS_TABLE,
  REFUSAL_COLUMNS,
  TWAP_COLUMNS,
  WITHDRAWAL_COLUMNS,
} from './schema.ts';

/**
 * What accounts had, owed and had open when hours began to be kept. Prices of before are not known, so
 * that no worth is told of a time before.
 */
const POCKET = `case when account % 8 = ${AccountKind.isolatedMargin} then instrument + 1 else 0 end`;
const LAST_STATES: readonly string[] = [
  `insert into holding_hours
    select account, ${POCKET}, asset, 0, time / ${HOUR_MS}, balance from bills where (account, id) in
      (select account, max(id) from bills group by account, ${POCKET}, asset)`,
  `insert into holding_hours
    select account, instrument + 1, asset, 1, time / ${HOUR_MS}, principal + interest from loans
      where (account, id) in
        (select account, max(id) from loans group by account, instrument, asset)`,
  `insert into position_hours
    select account, instrument, leg, updated_at / ${HOUR_MS}, lots, cost from positions
      where closed_id = 0`,
];

/** A total of entries of the fund at the end of each hour that has such an entry. */
const fundTotal = (measure: FundMeasure, units: string, which: string) =>
  `insert into fund_hours
    select ${measure}, asset, hour, sum(units) over (partition by asset order by hour) from
      (select asset, time / ${HOUR_MS} as hour, sum(${units}) as units from fund_entries
        where ${which} group by asset, time / ${HOUR_MS}) as hours`;

/** What the entries of the fund say of hours that are over. Of pools and deleveragings nothing was kept. */
const { liquidationFee, protection } = PostingReason;
const FUND_HISTORY: readonly string[] = [
  `insert into fund_hours
    select ${FundMeasure.balance}, asset, time / ${HOUR_MS}, balance from fund_entries
      where (asset, id) in
        (select asset, max(id) from fund_entries group by asset, time / ${HOUR_MS})`,
  fundTotal(FundMeasure.fees, 'amount', `reason = ${liquidationFee}`),
  fundTotal(FundMeasure.losses, '-amount', `reason = ${protection}`),
  fundTotal(FundMeasure.moved, 'amount', `reason not in (${liquidationFee}, ${protection})`),
  fundTotal(
    FundMeasure.marginLosses,
    '-amount',
    `reason = ${protection} and instrument not in
      (select id from instruments where product <> ${Product.spot})`,
  ),
];

/** What the orders of parent orders traded for before it was kept. */
const PARENT_QUOTES = `update parent_orders set filled_quote = coalesce(
  (select sum(o.filled_quote) from orders o where o.account = parent_orders.account
    and o.plan = parent_orders.id and o.${OF_PLANS} and o.status >= ${FIRST_ENDED_STATUS}), 0)`;

/** Adds columns to tables that are there, by table. */
async function addColumns(
  added: Readonly<Record<string, TableSpec['columns']>>,
  { addInteger, addText }: MigrationContext,
): Promise<void> {
  for (const [table, columns] of Object.entries(added)) {
    for (const [column, type] of Object.entries(columns)) {
      await (type === 'int' ? addInteger : addText)(table, column);
    }
  }
}

/** A table of copied orders as it was before they had legs, and terms. */
function withoutLeg(table: TableSpec): TableSpec {
  const added: Readonly<Record<string, object>> = COPY_TERMS_COLUMNS;
  const later = new Set(['leg', ...Object.keys(added[table.name] ?? {})]);
  const kept = Object.entries(table.columns).filter(([name]) => !later.has(name));
  return { ...table, columns: Object.fromEntries(kept) };
}

/** The schema of the records database, oldest step first; a step that was released never changes. */
export const RECORDS_MIGRATIONS: readonly Migration[] = [
  {
    name: 'first tables',
    async up({ db, createTable, createIndex }) {
      for (const table of FIRST_TABLES) await createTable(table);
      const byInstrument = ['account', 'instrument'];
      await createIndex('orders_instrument', 'orders', [...byInstrument, 'id']);
      await createIndex('orders_client', 'orders', ['account', 'client_id'], `client_id <> ''`);
      await createIndex('plans_instrument', 'plans', [...byInstrument, 'id']);
      await createIndex('plans_client', 'plans', ['account', 'client_id'], `client_id <> ''`);
      await createIndex('fills_instrument', 'fills', [...byInstrument, 'trade', 'liquidity']);
      // The order first: new orders are neighbours here, whoever placed them.
      await createIndex('fills_order', 'fills', ['order_id', 'account', 'trade', 'liquidity']);
      await createIndex('bills_asset', 'bills', ['account', 'asset', 'id']);
      await createIndex('bills_rare', 'bills', ['account', 'reason', 'id'], 'reason >= 5');
      await createIndex('movements_from', 'movements', ['from_user', 'kind', 'id']);
      await createIndex('movements_to', 'movements', ['to_user', 'kind', 'id']);
      const named = `client_id <> ''`;
      await createIndex('movements_client', 'movements', ['from_user', 'client_id'], named);
      await sql`insert into state values (1, 0, 1, 1, 0, 0, 0, 0)`.execute(db);
    },
  },
  {
    name: 'rows set aside',
    up: ({ createTable }) => createTable(DEAD_LETTER_TABLE),
  },
  { name: 'facts about the whole', up: ({ createTable }) => createTable(FACTS) },
  {
    // What is rare among the orders and plans of a busy account is found without reading all of it.
    name: 'filters of history',
    async up({ createIndex }) {
      const market = `type = ${OrderType.market}`;
      await createIndex('orders_market', 'orders', ['account', 'type', 'id'], market);
      const failed = `status = ${StoredPlanStatus.failed}`;
      await createIndex('plans_failed', 'plans', ['account', 'status', 'id'], failed);
    },
  },
  {
    name: 'contracts',
    async up(context) {
      const { db, createTable, createIndex } = context;
      await addColumns(CONTRACT_COLUMNS, context);
      for (const table of CONTRACT_TABLES) await createTable(table);
      const closed = 'closed_id > 0';
      const byInstrument = ['account', 'instrument'];
      await createIndex('positions_closed', 'positions', ['account', 'closed_id'], closed);
      await createIndex('positions_open', 'positions', ['account', 'opened'], 'closed_id = 0');
      await createIndex('fundings_instrument', 'fundings', [...byInstrument, 'id']);
      await createIndex('fills_off_book', 'fills', ['account', 'trade'], 'origin > 0');
      await sql`drop index bills_rare`.execute(db);
      await createIndex('bills_rare', 'bills', ['account', 'reason', 'id'], RARE_BILLS);
    },
  },
  {
    name: 'margin accounts',
    async up(context) {
      const { createTable, createIndex } = context;
      await addColumns(LOAN_COLUMNS, context);
      for (const table of LOAN_TABLES) await createTable(table);
      await createIndex('loans_asset', 'loans', ['account', 'asset', 'id']);
      await createIndex('loans_instrument', 'loans', ['account', 'instrument', 'id']);
      await createIndex('loans_rare', 'loans', ['account', 'id'], RARE_LOANS);
    },
  },
  {
    name: 'fee levels',
    up: ({ createTable }) => createTable(RECORD_KINDS.fee_changes.table),
  },
  {
    name: 'withdrawals in steps',
    up: (context) => addColumns(WITHDRAWAL_COLUMNS, context),
  },
  {
    name: 'conversions',
    up: ({ createIndex }) =>
      createIndex('orders_converted', 'orders', ['account', 'id'], CONVERTED_ORDERS),
  },
  {
    name: 'worth by hour',
    async up({ db, createTable }) {
      for (const table of Object.values(HOUR_TABLES)) await createTable(table);
      for (const rows of LAST_STATES) await sql.raw(rows).execute(db);
    },
  },
  {
    // Of what was before, the rates are not known: receipts of then say so.
    name: 'what receipts need',
    async up({ db, createTable }) {
      await createTable(RECORD_KINDS.plan_failures.table);
      await createTable(FEE_TERMS_TABLE);
      const { keptSince } = FeeTerms;
      const since = sql.lit(keptSince);
      await sql`insert into fee_terms select ${since}, 0, last_seq, '' from state`.execute(db);
    },
  },
  {
    name: 'refused orders',
    async up(context) {
      await addColumns(REFUSAL_COLUMNS, context);
      await context.createTable(RECORD_KINDS.refusals.table);
    },
  },
  {
    name: 'trades within one owner',
    up: (context) => addColumns(OWN_TRADE_COLUMNS, context),
  },
  {
    name: 'entries of what orders closed',
    up: (context) => addColumns(CLOSING_COLUMNS, context),
  },
  {
    name: 'what people are told',
    async up(context) {
      const { createTable, createIndex } = context;
      await addColumns(NOTICE_COLUMNS, context);
      await createTable(RECORD_KINDS.notices.table);
      await createIndex('notices_urgent', 'notices', ['seq'], URGENT_INDEX);
      await createIndex('notices_of_subs', 'notices', ['user', 'id'], URGENT_INDEX);
    },
  },
  {
    name: 'what people are told, by kind',
    async up({ db, createIndex }) {
      // Who looked for a kind went through all of a user: nothing chose the partial index over the key.
      await sql`drop index notices_of_subs`.execute(db);
      await createIndex('notices_kind', 'notices', ['user', 'kind', 'id']);
    },
  },
  {
    name: 'the protection fund and the pools by hour',
    async up({ db, createTable }) {
      for (const table of Object.values(FUND_TABLES)) await createTable(table);
      for (const rows of FUND_HISTORY) await sql.raw(rows).execute(db);
    },
  },
  {
    name: 'copy trading',
    async up({ createTable, createIndex }) {
      const { copy_portfolios, copy_books, copy_batches, copy_fills } = COPY_TABLES;
      const { copy_shares, copy_hours } = COPY_TABLES;
      const batches = withoutLeg(copy_batches);
      for (const table of [copy_portfolios, copy_books, batches, copy_fills]) {
        await createTable(table);
      }
      for (const table of [copy_shares, copy_hours]) await createTable(table);
      await createIndex('copy_portfolios_root', 'copy_portfolios', ['root', 'id']);
      await createIndex('copy_portfolios_trader', 'copy_portfolios', ['trader', 'id']);
      await createIndex('copy_batches_trader', 'copy_batches', ['trader', 'id']);
      await createIndex('copy_fills_portfolio', 'copy_fills', ['portfolio', 'batch']);
      const leftOut = ['portfolio', 'batch'];
      await createIndex('copy_fills_left_out', 'copy_fills', leftOut, LEFT_OUT_FILLS);
      await createIndex('copy_shares_trader', 'copy_shares', ['trader', 'seq', 'portfolio']);
    },
  },
  {
    name: 'what copied orders were sized by',
    async up({ createTable, createIndex }) {
      await createTable(withoutLeg(COPY_TABLES.copy_bases));
      await createIndex('copy_bases_trader', 'copy_bases', ['trader', 'batch']);
    },
  },
  {
    name: 'copied orders by time',
    async up({ db, createIndex }) {
      // Where few orders are in a window, all that were before it would be read.
      await sql`drop index copy_bases_trader`.execute(db);
      await createIndex('copy_bases_time', 'copy_bases', ['trader', 'time', 'batch']);
    },
  },
  {
    name: 'what of copying is told',
    async up({ db, createTable, createIndex }) {
      const { copy_exits, copy_ends, copy_gathered, copy_days } = COPY_TABLES;
      for (const table of [copy_exits, copy_ends, withoutLeg(copy_gathered), copy_days]) {
        await createTable(table);
      }
      await createIndex('copy_gathered_trader', 'copy_gathered', ['trader', 'batch']);
      await sql`drop index notices_urgent`.execute(db);
      await createIndex('notices_mailed', 'notices', ['seq'], MAILED_INDEX);
    },
  },
  {
    name: 'parent orders',
    up: ({ createTable }) => createTable(PARENTS_TABLE),
  },
  {
    name: 'legs of copied orders',
    up: (context) => addColumns(COPY_LEG_COLUMNS, context),
  },
  {
    name: 'parent orders that follow the time',
    up: (context) => addColumns(TWAP_COLUMNS, context),
  },
  {
    name: 'terms of copied orders',
    async up(context) {
      await addColumns(COPY_TERMS_COLUMNS, context);
      await context.createTable(COPY_TABLES.copy_orders);
      await context.createTable(COPY_TABLES.copy_order_ends);
    },
  },
  {
    name: 'trades of copied orders with their own root',
    up: ({ createTable }) => createTable(COPY_TABLES.copy_own_trades),
  },
  {
    name: 'orders of parent orders',
    async up(context) {
      await context.createIndex('orders_plan', 'orders', ['account', 'plan', 'id'], OF_PLANS);
      await addColumns(PARENT_QUOTE_COLUMNS, context);
      await sql.raw(PARENT_QUOTES).execute(context.db);
    },
  },
];
