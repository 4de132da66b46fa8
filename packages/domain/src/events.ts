/**
 * Events: what the core says happened. Each carries absolute after-values (balance, level, remaining)
 * so that a reader which applies events in order never has to compute money itself.
 */

import type { MarginMode, PositionLeg, PositionMode } from './contracts.ts';
import type {
  CopyAmendRefusedEvent,
  CopyBatchTradedEvent,
  CopyExitReachedEvent,
  CopyFilledEvent,
  CopyFollowerRemovedEvent,
  CopyOrderBasisEvent,
  CopyOrderGatheredEvent,
  CopyPortfolioSetEvent,
  CopyShareSettledEvent,
} from './copying/portfolios.ts';
import type { EventKind, Happened } from './event-kinds.ts';
import type { FeeGrantEndedEvent, FeeGrantGivenEvent, LevelsEarnedEvent } from './fee-levels.ts';
import type { FlowSourceName } from './flow.ts';
import type { AccountId, AssetId, InstrumentId, OrderId, TradeId, UserId } from './ids.ts';
import type { Asset, FeeTier, Instrument } from './instruments.ts';
import type {
  CoinIndexEvent,
  FlashRepaidEvent,
  InterestHourEvent,
  LoanEvent,
  LoanTermsSetEvent,
  MarginCallEvent,
  MarginLiquidationEvent,
  PairTermsSetEvent,
} from './loan-events.ts';
import type { OperatorSetEvent } from './operators.ts';
import type { PlanType } from './order-kinds.ts';
import type {
  AttachedPrices,
  DoneReason,
  OrderType,
  PlanEnd,
  SelfTrade,
  Side,
  TimeInForce,
  TriggerBy,
} from './orders.ts';
import type { ParentOrderSetEvent } from './parent-orders.ts';
import type { OrderRefusedEvent } from './refusals.ts';
import type { UserModeSetEvent } from './user-modes.ts';
import type { WithdrawalEvent } from './withdrawals.ts';

/** Two orders met. Fees are in the received asset: base for the buyer, quote for the seller. */
export interface TradeEvent extends Happened {
  readonly kind: typeof EventKind.trade;
  readonly instrument: InstrumentId;
  readonly trade: TradeId;
  readonly price: number;
  readonly quantity: number;
  /** Quote units = price × quantity × quoteFactor. */
  readonly quote: number;
  readonly takerSide: Side;
  readonly makerOrder: OrderId;
  readonly takerOrder: OrderId;
  readonly makerAccount: AccountId;
  readonly takerAccount: AccountId;
  readonly makerFee: number;
  readonly takerFee: number;
  /** Lots left of the maker after this trade. */
  readonly makerRemaining: number;
  /** Lots left of the taker after this trade; of a market buy by quote amount: quote units left. */
  readonly takerRemaining: number;
  /** Both sides are of one root owner: it is told, and counts in no price, candle, volume or statistic. */
  readonly own: boolean;
}

/** How a contract's trade came about. */
export const TradeOrigin = {
  book: 0,
  /** A profitable position was closed for one that went bankrupt; off the book. */
  deleveraging: 1,
  /** The long and the short position of one account were closed against each other; off the book. */
  offset: 2,
} as const;
export type TradeOrigin = (typeof TradeOrigin)[keyof typeof TradeOrigin];

/**
 * Two orders of a contract met. Fees and profits are settle units. Off the book both orders are 0, the
 * account that is deleveraged is the maker.
 */
export interface ContractTradeEvent extends Happened {
  readonly kind: typeof EventKind.contractTrade;
  readonly instrument: InstrumentId;
  readonly trade: TradeId;
  readonly price: number;
  readonly quantity: number;
  /** Settle units = price × quantity × quoteFactor. */
  readonly quote: number;
  readonly takerSide: Side;
  readonly makerOrder: OrderId;
  readonly takerOrder: OrderId;
  readonly makerAccount: AccountId;
  readonly takerAccount: AccountId;
  readonly makerFee: number;
  readonly takerFee: number;
  /** Realised by what the fill closed of the maker's position, before the fee. */
  readonly makerProfit: number;
  readonly takerProfit: number;
  readonly makerRemaining: number;
  readonly takerRemaining: number;
  readonly origin: TradeOrigin;
  /** As `TradeEvent.own`. */
  readonly own: boolean;
}

/** A position is now this; `lots` 0 = it is closed. All sums are since it was opened. */
export interface PositionEvent extends Happened {
  readonly kind: typeof EventKind.position;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoMargin: boolean;
  /** Signed: + long. */
  readonly lots: number;
  /** Tick-lots. */
  readonly cost: number;
  /** Isolated: settle units of its own. */
  readonly margin: number;
  /** Trade that opened it; names the position within its account. 0 before the first. */
  readonly opened: TradeId;
  /** Settle units: realised profit before fees, fees paid, funding (+ received). */
  readonly profit: number;
  readonly fees: number;
  readonly funding: number;
}

/** Prices of a contract. */
export interface MarksEvent extends Happened {
  readonly kind: typeof EventKind.marks;
  readonly instrument: InstrumentId;
  /** Ticks. */
  readonly index: number;
  readonly mark: number;
  /** Expected rate of the next funding, 10^-8, and when it is, Unix ms. */
  readonly fundingRate: number;
  readonly fundingTime: number;
}

/** A funding round began: all positions of the contract as they are now settle at this. */
export interface FundingSetEvent extends Happened {
  readonly kind: typeof EventKind.fundingSet;
  readonly instrument: InstrumentId;
  readonly round: number;
  /** 10^-8. */
  readonly rate: number;
  readonly mark: number;
  readonly index: number;
  /** When it was due, Unix ms. */
  readonly due: number;
}

/** What befell an account whose margin did not suffice; see the rules of liquidation. */
export interface LiquidationEvent extends Happened {
  readonly kind: typeof EventKind.liquidation;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  readonly marginMode: MarginMode;
  /** Lots closed in the book and off it; what could not be closed yet is left. */
  readonly closed: number;
  readonly deleveraged: number;
  /** What the predicate saw: mark in ticks, excess in margin units (negative). */
  readonly mark: number;
  readonly excess: number;
  /** Worst price that the order could trade at, ticks. */
  readonly limit: number;
  /** Settle units to the protection fund, and out of it. */
  readonly fee: number;
  readonly paidByFund: number;
}

/** Settings of a futures account, or of one contract of it. */
export interface ContractAccountSetEvent extends Happened {
  readonly kind: typeof EventKind.contractAccountSet;
  readonly account: AccountId;
  readonly positionMode: PositionMode;
}

/** An order was accepted (before its fills, if any). */
export interface OrderOpenedEvent extends Happened {
  readonly kind: typeof EventKind.orderOpened;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  /** Contracts: bits of OrderOption, and LIQUIDATION_OPTION; margin accounts: of LoanOption, and MARGIN_OPTION. */
  readonly options: number;
  readonly clientId: string;
  /** The plan that set it off, 0 = none. */
  readonly plan: OrderId;
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
}

/** An order, or what is left of it, now waits in the book. */
export interface OrderRestedEvent extends Happened {
  readonly kind: typeof EventKind.orderRested;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly remaining: number;
}

/** An order ended. `remaining`: lots (quote units for a market buy by amount) that never traded. */
export interface OrderDoneEvent extends Happened {
  readonly kind: typeof EventKind.orderDone;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly reason: DoneReason;
  readonly remaining: number;
}

/** An order changed price or quantity; `remaining` is after the change. */
export interface OrderAmendedEvent extends Happened {
  readonly kind: typeof EventKind.orderAmended;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
  readonly keptPlace: boolean;
}

/** The total of a price level is now this; 0 = the level is gone. */
export interface LevelEvent extends Happened {
  readonly kind: typeof EventKind.level;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly price: number;
  readonly total: number;
  readonly orders: number;
}

/** Why money moved. */
export const PostingReason = {
  hold: 0,
  release: 1,
  tradeIn: 2,
  tradeOut: 3,
  feeIn: 4,
  deposit: 5,
  withdraw: 6,
  withdrawFee: 7,
  transferIn: 8,
  transferOut: 9,
  /** A contract's fill: profit or loss of what it closed, less its fee. */
  contractTrade: 10,
  funding: 11,
  liquidationFee: 12,
  /** The protection fund pays what a liquidated account could not. */
  protection: 13,
  /** Margin of an isolated position: between what is available and what is held. */
  margin: 14,
  /** A loan: out of the pool, or back to it. */
  loan: 15,
  /** Interest on a loan, to the pool. */
  interest: 16,
  /** In a liquidation a pool takes coins of a margin account for what it owes of another. */
  takenOver: 17,
  /** A trader's share of a follower's profit. */
  copyShare: 18,
} as const;
export type PostingReason = (typeof PostingReason)[keyof typeof PostingReason];

/** One balance changed. `available` and `held` are after the change; the deltas say by how much. */
export interface PostingEvent extends Happened {
  readonly kind: typeof EventKind.posting;
  readonly account: AccountId;
  readonly asset: AssetId;
  readonly reason: PostingReason;
  /** Order, trade or movement id. */
  readonly reference: number;
  readonly availableDelta: bigint;
  readonly heldDelta: bigint;
  readonly available: bigint;
  readonly held: bigint;
  /** Fee already taken off a trade's income, units of the same asset; 0 otherwise. */
  readonly fee: number;
  /** -1 = none. */
  readonly instrument: InstrumentId;
}

/** Two orders of one user would have met; `quantity` lots were kept from trading. */
export interface SelfTradePreventedEvent extends Happened {
  readonly kind: typeof EventKind.selfTradePrevented;
  readonly instrument: InstrumentId;
  readonly makerOrder: OrderId;
  readonly takerOrder: OrderId;
  readonly price: number;
  readonly quantity: number;
  readonly mode: SelfTrade;
}

export interface PlanOpenedEvent extends Happened {
  readonly kind: typeof EventKind.planOpened;
  readonly plan: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly planType: PlanType;
  readonly triggerBy: TriggerBy;
  readonly triggerPrice: number;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly callbackPpm: number;
  readonly clientId: string;
  /** The entry order or OCO limit leg it belongs to, 0 = none. */
  readonly parent: OrderId;
  /** Contracts: bits of OrderOption of the order that it becomes; absent: none. */
  readonly options?: number;
  /** Contracts: what is attached to that order; absent: nothing. */
  readonly attached?: AttachedPrices;
}

export interface PlanAmendedEvent extends Happened {
  readonly kind: typeof EventKind.planAmended;
  readonly plan: OrderId;
  readonly account: AccountId;
  readonly triggerPrice: number;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  /** Where the command changed them. */
  readonly callbackPpm?: number;
  readonly triggerBy?: TriggerBy;
  readonly attached?: AttachedPrices;
}

/** A plan ended; `order` is the order it became, 0 = none; `code` the Reject code when it failed. */
export interface PlanEndedEvent extends Happened {
  readonly kind: typeof EventKind.planEnded;
  readonly plan: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly end: PlanEnd;
  readonly order: OrderId;
  readonly code: number;
}

export interface UserOpenedEvent extends Happened {
  readonly kind: typeof EventKind.userOpened;
  readonly user: UserId;
  readonly simulated: boolean;
  /** Paper venue: whom it belongs to from now on. */
  readonly owner?: number;
  /** Whose sub-account it is. Absent where it is none. */
  readonly root?: UserId;
}

export interface FeeTierSetEvent extends Happened {
  readonly kind: typeof EventKind.feeTierSet;
  readonly user: UserId;
  readonly tier: number;
}

export interface FeeScheduleSetEvent extends Happened {
  readonly kind: typeof EventKind.feeScheduleSet;
  readonly tiers: readonly FeeTier[];
  /** Absent where there are none. */
  readonly discounts?: readonly number[];
}

/** A deposit, withdrawal or transfer was carried out. */
export interface MovedEvent extends Happened {
  readonly kind: typeof EventKind.moved;
  readonly movement: 'deposit' | 'withdrawal' | 'transfer';
  readonly id: number;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly asset: AssetId;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Where one of the accounts is of isolated margin: the pair whose pocket it is. */
  readonly instrument?: InstrumentId;
  readonly clientId: string;
  readonly address: string;
  readonly actor: string;
  readonly reason: string;
}

export interface AssetListedEvent extends Happened {
  readonly kind: typeof EventKind.assetListed;
  readonly asset: Asset;
}

/** An instrument was listed or its parameters changed; `instrument` is all of it as it is now. */
export interface InstrumentSetEvent extends Happened {
  readonly kind: typeof EventKind.instrumentSet;
  readonly instrument: Instrument;
}

export interface CountdownSetEvent extends Happened {
  readonly kind: typeof EventKind.countdownSet;
  readonly account: AccountId;
  /** Unix ms at which all orders go; 0 = off. */
  readonly deadline: number;
}

export interface LastPriceSeededEvent extends Happened {
  readonly kind: typeof EventKind.lastPriceSeeded;
  readonly instrument: InstrumentId;
  readonly price: number;
}

/** A paper venue follows something else, or at another pace. */
export interface FlowSetEvent extends Happened {
  readonly kind: typeof EventKind.flowSet;
  readonly source: FlowSourceName;
  /** Whether the recording stands still. */
  readonly paused: boolean;
  readonly speedPercent: number;
  readonly actor: string;
  readonly reason: string;
}

export type Event =
  | TradeEvent
  | OrderOpenedEvent
  | OrderRestedEvent
  | OrderDoneEvent
  | OrderAmendedEvent
  | LevelEvent
  | PostingEvent
  | SelfTradePreventedEvent
  | PlanOpenedEvent
  | PlanAmendedEvent
  | PlanEndedEvent
  | UserOpenedEvent
  | FeeTierSetEvent
  | FeeScheduleSetEvent
  | MovedEvent
  | AssetListedEvent
  | InstrumentSetEvent
  | CountdownSetEvent
  | LastPriceSeededEvent
  | FlowSetEvent
  | ContractTradeEvent
  | PositionEvent
  | MarksEvent
  | FundingSetEvent
  | LiquidationEvent
  | ContractAccountSetEvent
  | LoanEvent
  | CoinIndexEvent
  | LoanTermsSetEvent
  | PairTermsSetEvent
  | InterestHourEvent
  | MarginLiquidationEvent
  | FlashRepaidEvent
  | MarginCallEvent
  | LevelsEarnedEvent
  | FeeGrantGivenEvent
  | FeeGrantEndedEvent
  | UserModeSetEvent
  | WithdrawalEvent
  | OrderRefusedEvent
  | OperatorSetEvent
  | CopyPortfolioSetEvent
  | CopyShareSettledEvent
  | CopyBatchTradedEvent
  | CopyFilledEvent
  | CopyFollowerRemovedEvent
  | CopyOrderBasisEvent
  | CopyExitReachedEvent
  | CopyOrderGatheredEvent
  | CopyAmendRefusedEvent
  | ParentOrderSetEvent;
