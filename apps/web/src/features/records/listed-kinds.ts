/** Kinds of lists, out of the domain's table; the build puts values in its place. */

import {
  ORDER_KIND_NAMES,
  ORDER_TYPE_KINDS,
  type OrderKindName,
  planTypesWhere,
} from '@halcyon/domain';

/** Kinds that stand in the book. */
export const BOOK_KINDS: readonly OrderKindName[] = Object.values(ORDER_TYPE_KINDS);

/** Kinds of plans that contracts have. */
export const CONTRACT_PLAN_KINDS = ORDER_KIND_NAMES.filter(
  (name) => planTypesWhere(({ kind, contract }) => kind === name && contract !== null).length > 0,
);
