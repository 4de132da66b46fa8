/** The tables of the protection fund and the loan pools that everyone may see: they name no account. */
import type { TableSpec } from '../sql/migrate.ts';

/**
 * What is kept by hour. All but the balance are totals since they began to be kept. Of an asset unless said
 * otherwise, and then in units of it.
 */
export const FundMeasure = {
  /** What the fund has. */
  balance: 0,
  /** Fees of liquidations to the fund, losses that it made good, and what operators moved, + to it. */
  fees: 1,
  losses: 2,
  moved: 3,
  /** Losses that it made good for margin accounts: a part of `losses`. */
  marginLosses: 4,
  /** Losses that it made good for a contract, settle units. The subject is the instrument. */
  contractLosses: 5,
  /** Interest that a pool was paid. */
  interest: 6,
  /** Debts that were written off. */
  writtenOff: 7,
  /** Margin units that the fund paid for all margin accounts, and that all pools lost. The subject is 0. */
  marginPaid: 8,
  poolsLost: 9,
} as const;
export type FundMeasure = (typeof FundMeasure)[keyof typeof FundMeasure];

/** A row has what was so at the end of its hour and is there only where something changed. */
const FUND_HOURS = {
  name: 'fund_hours',
  columns: {
    measure: 'int',
    subject: 'int',
    /** Since 1970. */
    hour: 'int',
    units: 'int',
  },
  key: ['measure', 'subject', 'hour'],
} as const satisfies TableSpec;

/** One row for all positions of a contract and side that one command deleveraged. */
const DELEVERAGINGS = {
  name: 'deleveragings',
  columns: {
    /** The first of them. */
    trade: 'int',
    instrument: 'int',
    /** Positions that were closed: 0 = long, 1 = short. */
    side: 'int',
    /** How many of them. */
    positions: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['trade'],
} as const satisfies TableSpec;

/** All of them, by name. */
export const FUND_TABLES = { fund_hours: FUND_HOURS, deleveragings: DELEVERAGINGS } as const;
