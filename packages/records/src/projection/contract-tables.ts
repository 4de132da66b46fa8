/** The tables of contracts. Money is in units of the settle coin, prices in ticks, rates in 10^-8. */
import type { TableSpec } from '../sql/migrate.ts';

/**
 * One row a position from its opening to its close. Sizes in lots, their values in tick-lots: the
 * quotient is the average price. `closed_id` 0 = it is open.
 */
const POSITIONS = {
  name: 'positions',
  columns: {
    account: 'int',
    instrument: 'int',
    leg: 'int',
    /** The trade that opened it. */
    opened: 'int',
    /** 0 = long, 1 = short. */
    side: 'int',
    margin_mode: 'int',
    leverage: 'int',
    /** What is open now: signed lots, their cost in tick-lots, margin of its own. */
    lots: 'int',
    cost: 'int',
    margin: 'int',
    opened_lots: 'int',
    opened_value: 'int',
    closed_lots: 'int',
    closed_value: 'int',
    profit: 'int',
    fees: 'int',
    /** The part of the fees that its openings cost. */
    opening_fees: 'int',
    funding: 'int',
    closed_id: 'int',
    opened_at: 'int',
    closed_at: 'int',
    updated_at: 'int',
    seq: 'int',
  },
  key: ['account', 'instrument', 'leg', 'opened'],
} as const satisfies TableSpec;

/** What positions of people paid (negative) or received. The id is that of the bill. */
const FUNDINGS = {
  name: 'fundings',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    leg: 'int',
    round: 'int',
    rate: 'int',
    mark: 'int',
    lots: 'int',
    asset: 'int',
    amount: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

/** The rates at which contracts settled; everyone may see them. */
const FUNDING_ROUNDS = {
  name: 'funding_rounds',
  columns: {
    instrument: 'int',
    round: 'int',
    rate: 'int',
    mark: 'int',
    index_price: 'int',
    due: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['instrument', 'round'],
} as const satisfies TableSpec;

/** Steps of liquidations of people. */
const LIQUIDATIONS = {
  name: 'liquidations',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    leg: 'int',
    margin_mode: 'int',
    closed: 'int',
    deleveraged: 'int',
    mark: 'int',
    /** Margin units. */
    excess: 'int',
    limit_price: 'int',
    fee: 'int',
    paid_by_fund: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

/** What went into the protection fund and out of it; everyone may see it, so it names no account. */
const FUND_ENTRIES = {
  name: 'fund_entries',
  columns: {
    asset: 'int',
    id: 'int',
    reason: 'int',
    amount: 'int',
    balance: 'int',
    instrument: 'int',
    reference: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['asset', 'id'],
} as const satisfies TableSpec;

/** All of them, by name. */
export const CONTRACT_TABLES = {
  positions: POSITIONS,
  fundings: FUNDINGS,
  funding_rounds: FUNDING_ROUNDS,
  liquidations: LIQUIDATIONS,
  fund_entries: FUND_ENTRIES,
} as const;
