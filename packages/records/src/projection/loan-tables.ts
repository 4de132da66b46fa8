/** The tables of margin accounts. Amounts are units of the coin, rates ppm a year. */
import type { TableSpec } from '../sql/migrate.ts';

/** Every change of what people owe: borrowed, repaid, an hour's interest, lost. */
const LOANS = {
  name: 'loans',
  columns: {
    account: 'int',
    id: 'int',
    /** -1 with cross margin. */
    instrument: 'int',
    asset: 'int',
    cause: 'int',
    /** Of the loan or repayment, of its order; 0 = an hour's interest. */
    reference: 'int',
    /** What is owed since, and by how much that is more. */
    principal: 'int',
    interest: 'int',
    principal_delta: 'int',
    interest_delta: 'int',
    rate: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

/** Steps of liquidations of people's margin accounts. Money in margin units. */
const MARGIN_LIQUIDATIONS = {
  name: 'margin_liquidations',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    equity: 'int',
    keeps: 'int',
    assets: 'int',
    debts: 'int',
    fee: 'int',
    paid_by_fund: 'int',
    lost_by_pools: 'int',
    ended: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

/** All of them, by name. */
export const LOAN_TABLES = { loans: LOANS, margin_liquidations: MARGIN_LIQUIDATIONS } as const;
