/** What the core answers to a command; `code` 0 = accepted. */
export interface Outcome {
  seq: number;
  /** Unix ms the command was stamped with. */
  time: number;
  /** A Reject code. */
  code: number;
  /** Limit and value that explain a refusal; see Refusal. */
  limit: number;
  value: number;
  /** The order, plan, transfer, user, asset or instrument that came of it; 0 = none. */
  id: number;
  /**
   * A second one: the stop of an OCO, the order that a replace cancelled, the second plan of a pair, of a
   * repeated movement of money the first one. Of a refused pair 1 or 2: which of its plans was.
   */
  otherId: number;
}
