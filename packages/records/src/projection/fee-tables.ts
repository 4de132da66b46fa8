/** The tables of fees: levels and discounts with what each follows from, and what rates follow from. */
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

/** What a row of terms is of. */
export const FeeTerms = {
  /** Tiers and discounts, as JSON. */
  schedule: 0,
  /** The tier of a user. */
  tier: 1,
  /** Rates of a contract, as JSON. */
  contract: 2,
  /** No terms: up to this sequence they were not kept. */
  keptSince: 3,
} as const;
export type FeeTerms = (typeof FeeTerms)[keyof typeof FeeTerms];

/** What the rate of a fill follows from: the newest row of each kind up to its sequence. */
const FEE_TERMS = {
  name: 'fee_terms',
  columns: {
    kind: 'int',
    /** User or instrument; 0 = everybody's. */
    subject: 'int',
    seq: 'int',
    terms: 'text',
  },
  key: ['kind', 'subject', 'seq'],
} as const satisfies TableSpec;

/** Those of the migration of levels. */
export const LEVEL_TABLES = { fee_changes: FEE_CHANGES } as const;

/** All of them, by name. */
export const FEE_TABLES = { ...LEVEL_TABLES, fee_terms: FEE_TERMS } as const;
