/** Mixes of random commands. */

/** How often each kind of command comes, relative to the others. */
export interface Weights {
  place: number;
  market: number;
  cancel: number;
  amend: number;
  replace: number;
  cancelAll: number;
  countdown: number;
  plan: number;
  oco: number;
  planChange: number;
  move: number;
  operator: number;
  odd: number;
}

/** Orders alone: what a book oracle needs. */
export const BOOK_WEIGHTS: Weights = {
  place: 60,
  market: 8,
  cancel: 18,
  amend: 8,
  replace: 4,
  cancelAll: 0.2,
  countdown: 0,
  plan: 0,
  oco: 0,
  planChange: 0,
  move: 0,
  operator: 1,
  odd: 0.5,
};

/** Everything. */
export const ALL_WEIGHTS: Weights = {
  place: 40,
  market: 8,
  cancel: 12,
  amend: 7,
  replace: 4,
  cancelAll: 0.5,
  countdown: 0.5,
  plan: 6,
  oco: 3,
  planChange: 3,
  move: 5,
  operator: 1.5,
  odd: 1.5,
};
