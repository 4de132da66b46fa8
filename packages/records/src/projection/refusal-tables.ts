/** The table of people's orders that were refused when they were placed. */
import type { TableSpec } from '../sql/migrate.ts';

const REFUSALS = {
  name: 'refusals',
  columns: {
    account: 'int',
    id: 'int',
    instrument: 'int',
    /** A RefusedForm. */
    form: 'int',
    side: 'int',
    type: 'int',
    /** Ticks, lots and quote units; 0 = none. */
    trigger_price: 'int',
    price: 'int',
    quantity: 'int',
    quote_amount: 'int',
    client_id: 'text',
    code: 'int',
    /** Numbers as the core tells them: above 2^53 they are doubles. */
    limit_number: 'text',
    value_number: 'text',
    time: 'int',
    seq: 'int',
  },
  key: ['account', 'id'],
} as const satisfies TableSpec;

/** By name. */
export const REFUSAL_TABLES = { refusals: REFUSALS } as const;

/** Columns of the first tables that came with it, each 0 in a row from before. */
export const REFUSAL_COLUMNS = {
  /** How many there are so far. */
  state: { refusals: 'int' },
  marks: { refusal_id: 'int' },
} as const satisfies Readonly<Record<string, TableSpec['columns']>>;
