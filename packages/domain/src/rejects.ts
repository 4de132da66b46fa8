/**
 * Why the core says no. Codes are numbered by area and, inside a command, checked in ascending order
 * of `precedence`: the first that applies is the answer, so the same command always gets the same
 * answer. `retryable` says whether the same request can succeed later without being changed.
 */
export const Reject = {
  none: 0,
  // 1xx: who and what
  unknownUser: 101,
  unknownAccount: 102,
  unknownAsset: 103,
  unknownInstrument: 104,
  unknownCommand: 105,
  accountClosed: 106,
  takesNoDeposits: 107,
  /** Limit: withdrawals of others on their way to it; value: they and all that it has. */
  accountNotEmpty: 108,
  accountNotClosed: 109,
  // 2xx: instrument state
  instrumentHalted: 201,
  instrumentCancelOnly: 202,
  instrumentPostOnly: 203,
  instrumentPaused: 204,
  feedStale: 205,
  instrumentReduceOnly: 206,
  indexStale: 207,
  // 3xx: the order itself
  clientIdDuplicate: 301,
  priceRange: 302,
  quantityTooSmall: 303,
  quantityTooLarge: 304,
  notionalTooSmall: 305,
  notionalTooLarge: 306,
  priceBandHigh: 307,
  priceBandLow: 308,
  openOrdersInstrument: 309,
  openOrdersAccount: 310,
  plansAccount: 311,
  triggerPriceRange: 312,
  triggerWouldFireNow: 313,
  callbackRange: 314,
  ocoPrices: 315,
  noLastPrice: 316,
  priceStep: 317,
  quantityStep: 318,
  reduceOnlyNothing: 319,
  positionLegMissing: 320,
  positionLegUnexpected: 321,
  positionTier: 322,
  openInterest: 323,
  leverageRange: 324,
  optionsUnknown: 325,
  planSizeBeyondPosition: 326,
  parentsUser: 327,
  parentParts: 328,
  // 4xx: at the book
  postOnlyWouldTake: 401,
  fokNotFillable: 402,
  noLiquidity: 403,
  // 5xx: money
  insufficientBalance: 501,
  amountRange: 502,
  balanceRange: 503,
  sameAccount: 504,
  insufficientMargin: 505,
  closeBeyondBankruptcy: 506,
  notWithdrawable: 507,
  marginBelowNeeded: 508,
  loanTooSmall: 509,
  debtLimit: 510,
  poolLimit: 511,
  borrowBeyondMargin: 512,
  // 6xx: existing orders
  orderNotFound: 601,
  orderNotOwned: 602,
  amendNothing: 603,
  amendBelowFilled: 604,
  planNotFound: 605,
  countdownRange: 606,
  positionNotFound: 607,
  positionOpen: 608,
  ordersOpen: 609,
  plansOpen: 610,
  notIsolated: 611,
  settingUnchanged: 612,
  repayBeyondDebt: 613,
  nothingOwed: 614,
  parentNotFound: 615,
  /** An order is not changed by itself. Value: the parent order whose child it is. */
  childOfParent: 616,
  // 7xx: operator commands
  assetExists: 701,
  instrumentExists: 702,
  parameterRange: 703,
  feeTierUnknown: 704,
  // 8xx: withdrawals
  withdrawalNotFound: 801,
  withdrawalStatus: 802,
  withdrawalTooEarly: 803,
  withdrawalDayLimit: 804,
  withdrawalsOpen: 805,
  approvedBefore: 806,
  // … and who decides about them
  operatorUnknown: 807,
  operatorExists: 808,
  operatorSelf: 809,
  // 9xx: copy trading
  copyPortfolioNotFound: 901,
  copyPortfoliosMax: 902,
  copyTooLittle: 903,
  copyTooMuch: 904,
  copyOwnPortfolio: 905,
  copyClosing: 906,
  /** Value: the portfolio by which it is followed. */
  copyFollowedAlready: 907,
  copyFollowersMax: 908,
  copyCircle: 909,
  copyFollowersLeft: 910,
  copyStillOpen: 911,
  /** Value: owners of the batch whose part is not worked out, or positions that followers have yet to close. */
  copyUnderWay: 912,
  /** Positions of a portfolio are one-way, and the account that would take them over is in hedge mode. */
  copyTakeOverMode: 913,
  /** A value of terms or settings; which one, `copyTermsFault` and `copySettingsFault` say. */
  copyTermsRange: 914,
  copySettingsRange: 915,
  copyExitRange: 916,
  copyTimeInForce: 917,
  /** Orders of a trader's portfolio in the book. */
  copyOrdersMax: 918,
  /** What the trader has free, or backs what closes, against the average of the whole batch: settle units. */
  copyAverageMargin: 919,
  copyAverageLoss: 920,
  /** An exit of new settings is reached already: by the equity, or by the price of a position. */
  copyExitEquity: 921,
  copyExitPrice: 922,
  /** The mark price went against an order while followers were asked. */
  copyPriceMoved: 923,
  /** The trader's position changed while followers were asked: lots that the order would close from, before and now. */
  copyPositionMoved: 924,
  /** The terms of the trader's portfolio leave this contract out. */
  copyContractLeftOut: 925,
  /** Who takes positions over has less free than the share that is due: settle units. */
  copyShareUnpaid: 930,
} as const;
export type Reject = (typeof Reject)[keyof typeof Reject];

/** A refusal with the numbers that explain it, in the units the code implies. */
export interface Refusal {
  readonly code: Reject;
  /** The limit that was broken (ticks, lots, units or a count). */
  readonly limit: number;
  /** The value that broke it, or the id of what stands in the way. */
  readonly value: number;
}
