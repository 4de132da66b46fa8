/** The table of what rates of fees follow from. */
import type { TableSpec } from '../sql/migrate.ts';

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
export const FEE_TERMS_TABLE = {
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
