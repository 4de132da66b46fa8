/** Seeded random numbers of one stream; who owns the simulated sources brings them. */
export interface Chance {
  /** In (0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

/** A whole number from `low` to `high`. */
export function between(chance: Chance, low: number, high: number): number {
  return low + Math.floor(chance.uniform() * (high - low + 1));
}
