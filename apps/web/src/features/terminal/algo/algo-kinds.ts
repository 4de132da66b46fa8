/**
 * Kinds of parent orders, out of the domain's table, and their limits. The build replaces this module by its values
 * (build/evaluated-modules.ts): it exports nothing that is no JSON.
 */

import {
  ICEBERG_PARTS_MAX,
  PARENT_KINDS,
  type ParentField,
  type ParentWord,
  TWAP_MS_MAX,
  TWAP_MS_MIN,
  TWAP_SLIPPAGE_PPM_MAX,
} from '@halcyon/domain';

const ROWS = Object.values(PARENT_KINDS);

type Fields = readonly ParentField[];

function byWord(of: (row: (typeof ROWS)[number]) => Fields): Readonly<Record<ParentWord, Fields>> {
  const fields = ROWS.map((row) => [row.word, of(row)] as const);
  return Object.fromEntries(fields) as Record<ParentWord, Fields>;
}

/** In the order of their tabs. */
export const ALGO_KINDS: readonly ParentWord[] = ROWS.map(({ word }) => word);

/** Fields of each beside its size: those that it needs first. */
export const ALGO_FIELDS = byWord(({ needs, takes }) => [...needs, ...takes]);

/** Those that may be left empty. */
export const ALGO_OPTIONAL = byWord(({ takes }) => takes);

/** Kinds whose orders may be told only to rest. */
export const ALGO_MAY_REST: readonly ParentWord[] = ROWS.filter(
  ({ forces }) => forces.length > 1,
).map(({ word }) => word);

/** Visible parts of an iceberg; how long TWAP works, s; how far its slices trade, percent. */
export const ALGO_LIMITS = {
  pieces: ICEBERG_PARTS_MAX,
  least: TWAP_MS_MIN / 1_000,
  most: TWAP_MS_MAX / 1_000,
  slippage: TWAP_SLIPPAGE_PPM_MAX / 10_000,
};
