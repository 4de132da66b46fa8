/** Kinds of event, and what all events have. */

export const EventKind = {
  trade: 1,
  orderOpened: 2,
  orderDone: 3,
  orderAmended: 4,
  level: 5,
  posting: 6,
  selfTradePrevented: 7,
  planOpened: 8,
  planEnded: 9,
  planAmended: 10,
  orderRested: 11,
  contractTrade: 12,
  position: 13,
  marks: 14,
  loan: 15,
  coinIndex: 16,
  userOpened: 32,
  feeTierSet: 33,
  feeScheduleSet: 34,
  moved: 35,
  assetListed: 36,
  instrumentSet: 37,
  countdownSet: 38,
  lastPriceSeeded: 39,
  flowSet: 40,
  fundingSet: 41,
  liquidation: 42,
  contractAccountSet: 43,
  loanTermsSet: 44,
  pairTermsSet: 45,
  interestHour: 46,
  marginLiquidation: 47,
  flashRepaid: 48,
  marginCall: 49,
  levelsEarned: 52,
  feeGrantGiven: 53,
  feeGrantEnded: 54,
  withdrawal: 60,
  orderRefused: 61,
  operatorSet: 70,
  userModeSet: 64,
  copyPortfolioSet: 80,
  copyShareSettled: 81,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

export interface Happened {
  readonly seq: number;
  readonly time: number;
}
