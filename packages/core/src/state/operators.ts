/** What the exchange knows of operators. Plain data; no rules here. */

/** Somebody who decides about withdrawals. */
export interface Operator {
  /** SHA-256 of the secret, hexadecimal. */
  readonly verifier: string;
  /** Operator who added it, or gave it this secret; '' = it was the first. */
  readonly by: string;
  /** Unix ms at which it got this secret. */
  readonly since: number;
}

/** By their canonical names, in the order in which they were added. */
export type Operators = Map<string, Operator>;
