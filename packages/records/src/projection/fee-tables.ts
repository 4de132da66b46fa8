/** The table of fee levels and discounts: what each follows from, for those whose fees they are. */
import type { TableSpec } from '../sql/migrate.ts';

/** What a row tells of. */
export const FeeChange = { earned: 0, given: 1, ended: 2 } as const;
export type FeeChange = (typeof FeeChange)[keyof typeof FeeChange];

const FEE_CHANGES = {
  name: 'fee_changes',
  columns: {
    user_id: 'int',
    seq: 'int',
    change: 'int',
    /** The grant; 0 = a level that was earned. */
    grant_id: 'int',
    grant_kind: 'int',
    /** Level, or per cent. */
    value: 'int',
    /** Unix ms at which a grant ends; 0 = when it is taken back. */
    until: 'int',
    /** Last day whose volume counts, days since 1970; 0 of a grant. */
    day: 'int',
    /** What an earned level was worked out from, as JSON. */
    receipt: 'text',
    actor: 'text',
    reason: 'text',
    time: 'int',
  },
  key: ['user_id', 'seq', 'change', 'grant_id'],
} as const satisfies TableSpec;

/** All of them, by name. */
export const FEE_TABLES = { fee_changes: FEE_CHANGES } as const;
