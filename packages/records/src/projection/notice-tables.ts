/** The table of what people are told of their accounts: see the notices of the domain. */
import { NoticeKind } from '@halcyon/domain';
import type { TableSpec } from '../sql/migrate.ts';

const NOTICES = {
  name: 'notices',
  columns: {
    user: 'int',
    id: 'int',
    /** A NoticeKind. */
    kind: 'int',
    account: 'int',
    /** -1 = none, as of assets. */
    instrument: 'int',
    asset: 'int',
    side: 'int',
    /** Lots; of a margin call what has to be kept, margin units. */
    quantity: 'int',
    /** Quote units of fills, else units of the asset; of a margin call the equity, margin units. */
    amount: 'int',
    /** Ticks; 0 = none. */
    price: 'int',
    /** Order, plan, movement, bill, trade or step of a liquidation. */
    reference: 'int',
    /** Of a transfer the account that got it, 0 = none. */
    other: 'int',
    /** Of a withdrawal its WithdrawalStatus, of a plan that failed the code; 0 = none. */
    status: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['user', 'id'],
} as const satisfies TableSpec;

/** By name. */
export const NOTICE_TABLES = { notices: NOTICES } as const;

/** Columns of the first tables that came with it, each 0 in a row from before. */
export const NOTICE_COLUMNS = {
  /** How many there are so far. */
  state: { notices: 'int' },
  marks: { notice_id: 'int' },
} as const satisfies Readonly<Record<string, TableSpec['columns']>>;

/** The urgent ones, which have small indexes: it stands in queries as it stands there. */
export const URGENT_NOTICES = `kind <= ${NoticeKind.deleveraged}`;
