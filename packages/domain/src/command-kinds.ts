/** Kinds of command, and what all commands have. */

/** Command kinds; below 32 they have a fixed binary layout, above they are stored as JSON. */
export const CommandKind = {
  place: 1,
  cancel: 2,
  amend: 3,
  replace: 4,
  cancelAll: 5,
  countdown: 6,
  placePlan: 7,
  cancelPlan: 8,
  amendPlan: 9,
  placeOco: 10,
  cancelAllPlans: 11,
  tick: 12,
  checkpoint: 13,
  ghost: 14,
  prices: 15,
  setLeverage: 16,
  setMarginMode: 17,
  setPositionMode: 18,
  changeMargin: 19,
  setAutoMargin: 20,
  borrow: 21,
  repay: 22,
  flashRepay: 23,
  openUser: 32,
  setFeeTier: 33,
  setFeeSchedule: 34,
  deposit: 35,
  withdraw: 36,
  transfer: 37,
  listAsset: 38,
  listInstrument: 39,
  setInstrument: 40,
  seedLastPrice: 41,
  follow: 42,
  setPace: 43,
  setRules: 44,
  listContract: 45,
  setContract: 46,
  placePlanPair: 47,
  setLoanTerms: 48,
  setPairTerms: 49,
  levelUsers: 52,
  grantFees: 53,
  requestWithdrawal: 55,
  approveWithdrawal: 56,
  refuseWithdrawal: 57,
  cancelWithdrawal: 58,
  advanceWithdrawal: 59,
  setOperator: 70,
  setUserMode: 64,
  requestPayout: 65,
} as const;
export type CommandKind = (typeof CommandKind)[keyof typeof CommandKind];

export interface Stamped {
  /** Dense from 1. */
  seq: number;
  /** Unix ms; never less than the command before. */
  time: number;
}
