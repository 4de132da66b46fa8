/** What the small exchange of random commands is: who trades there, and within which limits. */
import type { GivenLimits } from '@halcyon/domain';

export const USERS = 10;
export const FIRST_USER = 16;

/** Sub-accounts, and whose they are: a root of two, and a root of one. */
export const ROOTS: ReadonlyMap<number, number> = new Map([
  [FIRST_USER + 2, FIRST_USER + 1],
  [FIRST_USER + 3, FIRST_USER + 1],
  [FIRST_USER + 5, FIRST_USER],
]);

/** Who can be nobody's root: the exchange itself, a sub-account, those that do not exist. */
export const NO_ROOTS = [4, FIRST_USER + 2, 1_000, -1, 16.5];

/** Of the two instruments. */
export const LIMITS: readonly GivenLimits[] = [
  {
    state: 0,
    quantityMin: 2,
    quantityMax: 90,
    notionalMin: 400_000,
    bandPpm: 150_000,
    openOrdersMax: 24,
  },
  {
    state: 0,
    quantityMin: 1,
    quantityMax: 1_000,
    notionalMin: 0,
    bandPpm: 300_000,
    openOrdersMax: 20,
  },
];
