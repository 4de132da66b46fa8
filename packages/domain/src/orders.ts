/** Order vocabulary shared by commands, events and the wire translation. */

export const Side = { buy: 0, sell: 1 } as const;
export type Side = (typeof Side)[keyof typeof Side];

export const OrderType = { limit: 0, market: 1 } as const;
export type OrderType = (typeof OrderType)[keyof typeof OrderType];

export const TimeInForce = { gtc: 0, ioc: 1, fok: 2, postOnly: 3 } as const;
export type TimeInForce = (typeof TimeInForce)[keyof typeof TimeInForce];

/** Self-trade prevention between accounts of one user; the taker's mode decides. */
export const SelfTrade = { none: 0, cancelTaker: 1, cancelMaker: 2, cancelBoth: 3 } as const;
export type SelfTrade = (typeof SelfTrade)[keyof typeof SelfTrade];

/** Why an order ended. `filled` alone means that nothing remained. */
export const DoneReason = {
  filled: 0,
  cancelled: 1,
  iocRemainder: 2,
  noLiquidity: 3,
  selfTrade: 4,
  replaced: 5,
  countdown: 6,
  ocoOther: 7,
  bandReached: 8,
  budgetSpent: 9,
  /** Reduce-only: the position it was to make smaller is not that large any more. */
  positionReduced: 10,
  /** The account is being liquidated. */
  liquidation: 11,
  /** A contract's, met at a price worse than the mark: what backs it could not bear the loss. */
  marginUsed: 12,
} as const;
export type DoneReason = (typeof DoneReason)[keyof typeof DoneReason];

/**
 * Which price a plan watches. Mark of a spot pair = median of last, best bid and best ask; `index` is of
 * contracts alone.
 */
export const TriggerBy = { last: 0, mark: 1, index: 2 } as const;
export type TriggerBy = (typeof TriggerBy)[keyof typeof TriggerBy];

/** How a plan ended. */
export const PlanEnd = { executed: 0, cancelled: 1, failed: 2 } as const;
export type PlanEnd = (typeof PlanEnd)[keyof typeof PlanEnd];

/** An attached take profit and stop loss: four prices, ticks, and which price sets each off. */
export interface AttachedPrices {
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
  /** Absent: the last price. */
  readonly takeProfitBy?: TriggerBy;
  readonly stopLossBy?: TriggerBy;
}
