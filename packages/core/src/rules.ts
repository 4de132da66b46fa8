/**
 * The rules that a venue trades by. A journal replays by the rules it was written under: they change
 * by a command in it, and never back.
 */
export const Rules = {
  /** Plans fire in every state of their instrument but a pause, and fail where it takes no orders. */
  first: 1,
  /** Plans wait while their instrument is not open. */
  plansWait: 2,
  /** Instruments may have steps above 1. */
  steps: 3,
  /** A plan fires at every price that traded after it was placed, whatever followed in the command. */
  everyPrint: 4,
  /**
   * Perpetual contracts; the hash of events covers what rare ones say; a trailing stop that wakes in
   * a sweep counts from the print that woke it.
   */
  contracts: 5,
  /** Margin accounts. */
  margin: 6,
  /** Users may have a root: sub-accounts. */
  subAccounts: 7,
  /** Withdrawals in steps. */
  withdrawals: 8,
  /** Money moves between an account of cross margin and a pocket of isolated margin. */
  marginTransfers: 9,
  /** A chain fails a withdrawal that it was given, or has another transaction in the place of the first. */
  chainAnswers: 10,
  /** An order of a person that is refused when it is placed has an event. */
  refusals: 11,
  /** The mark of a contract stays near its index; the mean distance of a book that is not there fades. */
  boundedMarks: 12,
  /** The mark counts books and trades of the impact size alone; trades of one owner move no price. */
  impactSizes: 13,
  /** Liquidations of contracts: bankruptcy price, the fund's hourly limit, deleveraging. */
  fundLimits: 13,
  /** Owners of contracts are called before they are liquidated, as those of margin accounts are. */
  contractCalls: 13,
  /** Liquidations of margin accounts sell no lower than what the account is worth. */
  loanFloors: 13,
  /** Accounts are closed in the core; nothing comes to a closed one. */
  closings: 13,
  /** What a plan enters has the plan's id for its client id. */
  planIds: 13,
  /** An order that gives an amount to spend has no part of a lot beside it. */
  wholeLots: 13,
  /** Operators are known: who approves or refuses is one of them, whatever the case of the name. */
  operators: 13,
  /** Copy portfolios. */
  copying: 13,
  /** Parent orders. */
  parents: 14,
  /** Parent orders that follow the time or the book: TWAP and chase; parents of contracts and margin accounts. */
  workedParents: 15,
  /** What a trader closes for followers trades half as far from the mark as a liquidation. */
  copyClosing: 15,
  /** Copy portfolios of spot. */
  spotCopying: 15,
} as const;

/** The newest that this code knows. */
export const NEWEST_RULES = Rules.spotCopying;
