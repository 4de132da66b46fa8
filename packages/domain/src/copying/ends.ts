/** How a follower's portfolio ended. The numbers are stored. */
export const CopyEnd = {
  /** Closed by its owner. */
  closed: 1,
  /** Its owner took the positions over. */
  takenOver: 2,
  /** An own exit of the portfolio was reached. */
  exit: 3,
  /** The trader was gone: closed, or positions taken over, as it was set. */
  traderClosed: 4,
  traderTakenOver: 5,
  /** The trader was gone, and what the book did not take is still open: not ended. */
  traderLeftOpen: 6,
  /** The trader let it go: closed, taken over as it was set, or with something open that the book did not take. */
  letGoClosed: 7,
  letGoTakenOver: 8,
  letGoLeftOpen: 9,
} as const;
export type CopyEnd = (typeof CopyEnd)[keyof typeof CopyEnd];
