/** How many requests a fee level allows: so many times as the API guide says of an endpoint. */
import { levelOf, type UserId } from '@halcyon/domain';
import type { Views } from '@halcyon/views';

/** What the limits of a venue follow from. */
export interface LimitParts {
  readonly views: Pick<Views, 'feeTier'>;
  /** By level; absent, and of levels that it does not have: 1. */
  readonly requestFactors?: readonly number[];
}

/** The factor of a level. */
export function factorOfLevel(factors: readonly number[], level: number): number {
  return factors[level] ?? 1;
}

/** The factor of a user; sub-accounts have the tier of their owner. */
export function requestFactor({ views, requestFactors }: LimitParts, user: UserId): number {
  if (requestFactors === undefined) return 1;
  return factorOfLevel(requestFactors, levelOf(views.feeTier(user)));
}
