/**
 * The tables of the records database. All of them follow from the journal alone. Integers are 64-bit;
 * `amount`-like columns may be above 2^53 and are selected as text (see sql/int64.ts).
 */
import { CONVERT_PREFIX } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../sql/connect.ts';
import type { TableSpec } from '../sql/migrate.ts';
import { CONTRACT_TABLES } from './contract-tables.ts';
import { COPY_TABLES } from './copy-tables.ts';
import { FEE_TABLES } from './fee-tables.ts';
import { FUND_TABLES } from './fund-tables.ts';
import { HOUR_TABLES } from './hour-tables.ts';
import { LOAN_TABLES } from './loan-tables.ts';
import { NOTICE_COLUMNS, NOTICE_TABLES } from './notice-tables.ts';
import { REFUSAL_COLUMNS, REFUSAL_TABLES } from './refusal-tables.ts';

/** How an order stands. Status sets are named once: OPEN_STATUSES, ENDED_STATUSES. */
export const OrderStatus = { live: 0, partiallyFilled: 1, filled: 2, cancelled: 3 } as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

/** Statuses from this one on are final. */
export const FIRST_ENDED_STATUS: OrderStatus = OrderStatus.filled;

/** How a plan stands. */
export const PlanStatus = { pending: 0, executed: 1, cancelled: 2, failed: 3 } as const;
export type PlanStatus = (typeof PlanStatus)[keyof typeof PlanStatus];

/** What kind of movement a row is. */
export const MovementKind = { deposit: 0, withdrawal: 1, transfer: 2 } as const;
export type MovementKind = (typeof MovementKind)[keyof typeof MovementKind];

/** Whether a fill added liquidity or took it. */
export const Liquidity = { maker: 0, taker: 1 } as const;
export type Liquidity = (typeof Liquidity)[keyof typeof Liquidity];

/** The side of a bill that has none. */
export const NO_SIDE = -1;
/** The done reason of an order that is still open. */
export const NOT_DONE = -1;

/**
 * The bills that have a small index: neither of trades nor of fundings, which come to every open
 * position several times a day. It stands in queries as it stands in the index, else none is used.
 */
export const RARE_BILLS = 'reason >= 5 and reason <> 10 and reason <> 11';

/** The orders that converted: see CONVERT_PREFIX. */
export const CONVERTED_ORDERS = `substr(client_id, 1, ${CONVERT_PREFIX.length}) = '${CONVERT_PREFIX}'`;

/** The changes of debts that have a small index: all but the interest of each hour. */
export const RARE_LOANS = 'cause <> 2';

/** Whether the small index has the bills with this reason. */
export function isRareReason(reason: number): boolean {
  return reason >= 5 && reason !== 10 && reason !== 11;
}

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

const USERS = {
  name: 'users',
  columns: { id: 'int', simulated: 'int', seq: 'int', time: 'int' },
  key: ['id'],
} as const satisfies TableSpec;

const ASSETS = {
  name: 'assets',
  columns: { id: 'int', code: 'text', name: 'text', scale: 'int' },
  key: ['id'],
} as const satisfies TableSpec;

const INSTRUMENTS = {
  name: 'instruments',
  columns: {
    id: 'int',
    symbol: 'text',
    base: 'int',
    quote: 'int',
    price_scale: 'int',
    quantity_scale: 'int',
    quote_factor: 'int',
    lot_units: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

const ORDERS = {
  name: 'orders',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    side: 'int',
    type: 'int',
    time_in_force: 'int',
    self_trade: 'int',
    price: 'int',
    quantity: 'int',
    quote_amount: 'int',
    client_id: 'text',
    plan: 'int',
    take_profit_trigger: 'int',
    take_profit_price: 'int',
    stop_loss_trigger: 'int',
    stop_loss_price: 'int',
    filled_quantity: 'int',
    filled_quote: 'int',
    fee: 'int',
    fee_asset: 'int',
    trades: 'int',
    remaining: 'int',
    status: 'int',
    done_reason: 'int',
    created_at: 'int',
    updated_at: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

const FILLS = {
  name: 'fills',
  columns: {
    account: 'int',
    trade: 'int',
    liquidity: 'int',
    order_id: 'int',
    instrument: 'int',
    side: 'int',
    type: 'int',
    price: 'int',
    quantity: 'int',
    quote: 'int',
    fee: 'int',
    fee_asset: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'trade', 'liquidity'],
} as const satisfies TableSpec;

const BILLS = {
  name: 'bills',
  columns: {
    account: 'int',
    id: 'int',
    asset: 'int',
    reason: 'int',
    side: 'int',
    amount: 'int',
    fee: 'int',
    balance: 'int',
    instrument: 'int',
    reference: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

const PLANS = {
  name: 'plans',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    side: 'int',
    plan_type: 'int',
    trigger_by: 'int',
    trigger_price: 'int',
    price: 'int',
    quantity: 'int',
    quote_amount: 'int',
    callback_ppm: 'int',
    client_id: 'text',
    parent: 'int',
    status: 'int',
    order_id: 'int',
    code: 'int',
    created_at: 'int',
    updated_at: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

const MOVEMENTS = {
  name: 'movements',
  columns: {
    id: 'int',
    kind: 'int',
    from_user: 'int',
    to_user: 'int',
    from_account: 'int',
    to_account: 'int',
    asset: 'int',
    amount: 'int',
    fee: 'int',
    client_id: 'text',
    address: 'text',
    actor: 'text',
    reason: 'text',
    time: 'int',
    seq: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

const PREVENTED = {
  name: 'prevented_matches',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    maker_order: 'int',
    taker_order: 'int',
    price: 'int',
    quantity: 'int',
    mode: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

/** Where in the journal plans were refused; their rows tell the rest. */
export const PLAN_FAILURES = {
  name: 'plan_failures',
  columns: { account: 'int', plan: 'int', seq: 'int' },
  key: ['account', 'plan'],
} as const satisfies TableSpec;

/** The tables as the first migration makes them. */
export const FIRST_TABLES = {
  state: STATE,
  marks: MARKS,
  users: USERS,
  assets: ASSETS,
  instruments: INSTRUMENTS,
  orders: ORDERS,
  fills: FILLS,
  bills: BILLS,
  plans: PLANS,
  movements: MOVEMENTS,
  prevented_matches: PREVENTED,
} as const;

/** Columns of the first tables that came with contracts, each 0 in a row from before them. */
export const CONTRACT_COLUMNS = {
  /** How many there are so far; the next one's number is one more. */
  state: { closed_positions: 'int', liquidations: 'int', fund_entries: 'int' },
  marks: { closed_id: 'int', liquidation_id: 'int', fund_id: 'int' },
  instruments: { product: 'int' },
  /** Bits of OrderOption; sum of what its fills realised, settle units. */
  orders: { options: 'int', profit: 'int' },
  /** What is attached to the order that a plan becomes, as AttachedPrices names it. */
  plans: {
    options: 'int',
    take_profit_trigger: 'int',
    take_profit_price: 'int',
    take_profit_by: 'int',
    stop_loss_trigger: 'int',
    stop_loss_price: 'int',
    stop_loss_by: 'int',
  },
  /** Of a fill off the book, `options` names the leg alone. */
  fills: { options: 'int', profit: 'int', origin: 'int' },
} as const satisfies Partial<Record<keyof typeof FIRST_TABLES, TableSpec['columns']>>;

/** Columns of fills that came with trades within one owner, which are marked from then on; 0 before. */
export const OWN_TRADE_COLUMNS = { own: 'int' } as const satisfies TableSpec['columns'];

/** Columns of the first tables that came with margin accounts, each 0 in a row from before them. */
export const LOAN_COLUMNS = {
  /** How many there are so far. */
  state: { loans: 'int', margin_liquidations: 'int' },
  marks: { loan_id: 'int', margin_liquidation_id: 'int' },
  /** Of an isolated margin account that takes part, as `pocketOf` has it. */
  movements: { pocket: 'int' },
} as const satisfies Partial<Record<keyof typeof FIRST_TABLES, TableSpec['columns']>>;

/** Columns of orders that came with the entry of what they closed; 0 in rows from before. */
export const CLOSING_COLUMNS = {
  /** Lots of a position that it closed. */
  closed_lots: 'int',
  /** Sum of these lots, each times the average entry price then, in hundredths of a tick. */
  closed_entry: 'int',
} as const satisfies TableSpec['columns'];

/** Columns of movements that came with withdrawals in steps; 0 and '' in rows that were done at once. */
export const WITHDRAWAL_COLUMNS = {
  /** A WithdrawalStatus. */
  status: 'int',
  updated_at: 'int',
  /** Operators that have to approve it, and who did, one a line. */
  approvals: 'int',
  approved_by: 'text',
  /** Of the chain. */
  tx: 'text',
} as const satisfies TableSpec['columns'];

/** Every table of the projection, by name, as it is after all migrations. */
export const RECORDS_TABLES = {
  ...FIRST_TABLES,
  state: {
    ...STATE,
    columns: {
      ...STATE.columns,
      ...CONTRACT_COLUMNS.state,
      ...LOAN_COLUMNS.state,
      ...REFUSAL_COLUMNS.state,
      ...NOTICE_COLUMNS.state,
    },
  },
  marks: {
    ...MARKS,
    columns: {
      ...MARKS.columns,
      ...CONTRACT_COLUMNS.marks,
      ...LOAN_COLUMNS.marks,
      ...REFUSAL_COLUMNS.marks,
      ...NOTICE_COLUMNS.marks,
    },
  },
  movements: {
    ...MOVEMENTS,
    columns: { ...MOVEMENTS.columns, ...LOAN_COLUMNS.movements, ...WITHDRAWAL_COLUMNS },
  },
  instruments: {
    ...INSTRUMENTS,
    columns: { ...INSTRUMENTS.columns, ...CONTRACT_COLUMNS.instruments },
  },
  orders: {
    ...ORDERS,
    columns: { ...ORDERS.columns, ...CONTRACT_COLUMNS.orders, ...CLOSING_COLUMNS },
  },
  plans: { ...PLANS, columns: { ...PLANS.columns, ...CONTRACT_COLUMNS.plans } },
  fills: {
    ...FILLS,
    columns: { ...FILLS.columns, ...CONTRACT_COLUMNS.fills, ...OWN_TRADE_COLUMNS },
  },
  plan_failures: PLAN_FAILURES,
  ...CONTRACT_TABLES,
  ...LOAN_TABLES,
  ...FEE_TABLES,
  ...HOUR_TABLES,
  ...FUND_TABLES,
  ...REFUSAL_TABLES,
  ...NOTICE_TABLES,
  ...COPY_TABLES,
} as const;

/** Rows that the database refuses: text of the row, its table and key, and why. See set-aside.ts. */
export const SET_ASIDE_TABLE = {
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
  [Name in keyof typeof RECORDS_TABLES]: RowOf<(typeof RECORDS_TABLES)[Name]>;
} & { readonly set_aside: RowOf<typeof SET_ASIDE_TABLE> };

/** An open records database. */
export interface RecordsDatabase {
  readonly kind: DatabaseKind;
  readonly db: Kysely<RecordsTables>;
}
