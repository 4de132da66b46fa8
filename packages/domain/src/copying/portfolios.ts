/**
 * Copy portfolios: a trader's own, and those of who follows. Each is a user with a root, of which no list of
 * users or sub-accounts knows, and has money of one coin in its futures account, or with spot in its spot account.
 */
import type { CommandKind, Stamped } from '../command-kinds.ts';
import type { MarginMode, PositionLeg, PositionMode } from '../contracts.ts';
import type { EventKind, Happened } from '../event-kinds.ts';
import type { AssetId, InstrumentId, OrderId, UserId } from '../ids.ts';
import type { PlanType } from '../order-kinds.ts';
import type { DoneReason, OrderType, Side, TimeInForce, TriggerBy } from '../orders.ts';
import type { CopyLeftOut } from './admission.ts';
import type { CopyExitReason, ExitBasis } from './exits.ts';
import type { SettledShare, ShareBasis, ShareBooks } from './profit-share.ts';
import type { CopyExit, CopySettings, CopyTerms } from './settings.ts';

/** What a portfolio trades. Absent = contracts. */
export const CopyProduct = { contracts: 0, spot: 1 } as const;
export type CopyProduct = (typeof CopyProduct)[keyof typeof CopyProduct];

interface Portfolio {
  readonly user: UserId;
  /** Of a follower's that of its trader; for good. */
  readonly product?: CopyProduct;
  /** Whose it is. */
  readonly root: UserId;
  readonly asset: AssetId;
  /** Unix ms. */
  readonly openedAt: number;
  /** Units paid in, less those given back. */
  readonly paidIn: bigint;
}

export interface TraderPortfolio extends Portfolio {
  readonly trader: null;
  readonly terms: CopyTerms;
  /** The highest share that it may ask for, ppm; see COPY_TIERS. */
  readonly shareMaxPpm: number;
  /** Nobody joins any more. */
  readonly closing: boolean;
}

export interface FollowerPortfolio extends Portfolio {
  /** The portfolio that it follows. */
  readonly trader: UserId;
  readonly settings: CopySettings;
  /** As it was at joining, ppm. */
  readonly sharePpm: number;
  readonly share: ShareBooks;
}

export type CopyPortfolio = TraderPortfolio | FollowerPortfolio;

/** Opens a trader's portfolio with money of the root's spot account. The answer's id is its user. */
export interface OpenCopyPortfolioCommand extends Stamped {
  kind: typeof CommandKind.openCopyPortfolio;
  user: UserId;
  asset: AssetId;
  amount: bigint;
  terms: CopyTerms;
  /** For good: that of all who follow, too. With spot `oneWay`. */
  positionMode: PositionMode;
  /** Absent = contracts. */
  product?: CopyProduct;
}

/** Sets what a trader offers from now on. */
export interface SetCopyTermsCommand extends Stamped {
  kind: typeof CommandKind.setCopyTerms;
  user: UserId;
  portfolio: UserId;
  terms: CopyTerms;
}

/** Opens a portfolio that follows a trader's, with money of the root's spot account. The answer's id is its user. */
export interface FollowTraderCommand extends Stamped {
  kind: typeof CommandKind.followTrader;
  user: UserId;
  trader: UserId;
  amount: bigint;
  /** The trader's invitation code; '' = none. */
  code: string;
  settings: CopySettings;
}

export interface SetCopySettingsCommand extends Stamped {
  kind: typeof CommandKind.setCopySettings;
  user: UserId;
  portfolio: UserId;
  settings: CopySettings;
}

/** Moves money between the root's spot account and a portfolio. */
export interface MoveCopyMoneyCommand extends Stamped {
  kind: typeof CommandKind.moveCopyMoney;
  user: UserId;
  portfolio: UserId;
  /** Units into the portfolio; below zero: out of what is free in it. */
  amount: bigint;
  /** '' = none. A repeated one moves nothing and returns the first result. */
  clientId: string;
}

/**
 * Ends a portfolio in which nothing is open: the share is settled, what is left goes to the root's spot
 * account. A trader's that has followers takes no more of them; they leave as their settings say, in portions
 * after this command, and it ends after the last where nothing is open in it.
 */
export interface EndCopyPortfolioCommand extends Stamped {
  kind: typeof CommandKind.endCopyPortfolio;
  user: UserId;
  portfolio: UserId;
}

/**
 * A follower leaves at once: what is open is closed at the market, or taken over into the root's futures account
 * with the money. What the book did not take stays open, nothing more is copied, and the command may be
 * repeated.
 */
export interface StopCopyingCommand extends Stamped {
  kind: typeof CommandKind.stopCopying;
  user: UserId;
  portfolio: UserId;
  exit: CopyExit;
}

/**
 * A trader's order and those of all who follow, as one: what the book does not give at once ends or rests. The answer's
 * id is the batch, which is the aggregate's order.
 */
export interface PlaceCopyOrderCommand extends Stamped {
  kind: typeof CommandKind.placeCopyOrder;
  user: UserId;
  portfolio: UserId;
  instrument: InstrumentId;
  side: Side;
  type: OrderType;
  /** Not read for a market order. */
  timeInForce: TimeInForce;
  /** Ticks; not read for a market order. */
  price: number;
  /** The trader's lots. */
  quantity: number;
  /** 1 = it only makes the trader's position smaller; not read in hedge mode, where that follows from leg and side. */
  reduceOnly: number;
  /** Of which position in hedge mode; in one-way mode `net`. */
  leg: PositionLeg;
}

/** Takes a trader's order, and with it those of all who follow, out of the book. */
export interface CancelCopyOrderCommand extends Stamped {
  kind: typeof CommandKind.cancelCopyOrder;
  user: UserId;
  portfolio: UserId;
  /** The batch. */
  order: OrderId;
}

/**
 * Gives a trader's order in the book another price or size, and with it those of all who are in it: each part changes as
 * the trader's does.
 */
export interface AmendCopyOrderCommand extends Stamped {
  kind: typeof CommandKind.amendCopyOrder;
  user: UserId;
  portfolio: UserId;
  /** The batch. */
  order: OrderId;
  /** Ticks; 0 = as it is. */
  price: number;
  /** All lots of the trader's, with those that were traded; 0 = as it is. */
  quantity: number;
}

/**
 * Closes all that a trader has in a contract at the market, and all that followers have, as one order: the answer's id
 * is the batch. Of a follower's portfolio its own position alone, as an order of its own; copying goes on.
 */
export interface CloseCopyPositionCommand extends Stamped {
  kind: typeof CommandKind.closeCopyPosition;
  user: UserId;
  portfolio: UserId;
  instrument: InstrumentId;
  /** 1 = the trader opens as much on the other side with it; followers as their settings say. In one-way mode alone. */
  reverses: number;
  /** Of which position in hedge mode; in one-way mode `net`. */
  leg: PositionLeg;
}

/**
 * A trader's order that waits outside the book until its trigger is reached, and is then one of all who follow: a trigger,
 * a trailing stop, or take profit and stop loss of the trader's position. The answer's id is the plan.
 */
export interface PlaceCopyPlanCommand extends Stamped {
  kind: typeof CommandKind.placeCopyPlan;
  user: UserId;
  portfolio: UserId;
  instrument: InstrumentId;
  side: Side;
  planType: PlanType;
  triggerBy: TriggerBy;
  /** Ticks; of a trailing stop where it begins to follow, 0 = at once. */
  triggerPrice: number;
  /** Ticks, 0 = at the market. */
  price: number;
  /** The trader's lots; 0 = all of the position, for a plan of the position. */
  quantity: number;
  /** Trailing only, ppm. */
  callbackPpm: number;
  /** 1 = it only makes the trader's position smaller; not read in hedge mode. */
  reduceOnly: number;
  /** Of which position in hedge mode; in one-way mode `net`. */
  leg: PositionLeg;
}

export interface CancelCopyPlanCommand extends Stamped {
  kind: typeof CommandKind.cancelCopyPlan;
  user: UserId;
  portfolio: UserId;
  plan: OrderId;
}

/**
 * Take profit and stop loss of a trader's position, by the mark price: of each kind there is one, and a new one takes
 * the place of the old. Both are refused or accepted together. The answer's id is the plan that was placed last. Of a
 * follower's portfolio they close its own position alone; copying goes on.
 */
export interface SetCopyStopsCommand extends Stamped {
  kind: typeof CommandKind.setCopyStops;
  user: UserId;
  portfolio: UserId;
  instrument: InstrumentId;
  /** Of the order that closes the position. */
  side: Side;
  /** Ticks; 0 = there is none any more, -1 = it stays as it is. */
  takeProfitTrigger: number;
  stopLossTrigger: number;
}

/** Leverage of a trader's position in a contract; what followers use of it follows from their settings. */
export interface SetCopyLeverageCommand extends Stamped {
  kind: typeof CommandKind.setCopyLeverage;
  user: UserId;
  portfolio: UserId;
  instrument: InstrumentId;
  /** As of `setLeverage`. */
  leg: PositionLeg;
  leverage: number;
  shortLeverage?: number;
}

/** Cross or isolated margin of a trader's portfolio in a contract, with nothing open there. */
export interface SetCopyMarginModeCommand extends Stamped {
  kind: typeof CommandKind.setCopyMarginMode;
  user: UserId;
  portfolio: UserId;
  instrument: InstrumentId;
  mode: MarginMode;
}

/** A trader lets a follower go, who leaves at once as its settings say for when the trader is gone. */
export interface RemoveCopyFollowerCommand extends Stamped {
  kind: typeof CommandKind.removeCopyFollower;
  user: UserId;
  /** The trader's. */
  portfolio: UserId;
  follower: UserId;
}

export type CopyCommand =
  | SetCopyStopsCommand
  | SetCopyLeverageCommand
  | SetCopyMarginModeCommand
  | RemoveCopyFollowerCommand
  | CloseCopyPositionCommand
  | PlaceCopyPlanCommand
  | CancelCopyPlanCommand
  | OpenCopyPortfolioCommand
  | SetCopyTermsCommand
  | FollowTraderCommand
  | SetCopySettingsCommand
  | MoveCopyMoneyCommand
  | EndCopyPortfolioCommand
  | PlaceCopyOrderCommand
  | StopCopyingCommand
  | CancelCopyOrderCommand
  | AmendCopyOrderCommand;

/** A portfolio was opened, is now this, or has ended. */
export interface CopyPortfolioSetEvent extends Happened {
  readonly kind: typeof EventKind.copyPortfolioSet;
  readonly portfolio: CopyPortfolio;
  readonly ended: boolean;
}

/** A profit share was settled, with all that it was reckoned from. */
export interface CopyShareSettledEvent extends Happened, ShareBasis, SettledShare {
  readonly kind: typeof EventKind.copyShareSettled;
  readonly portfolio: UserId;
  readonly trader: UserId;
  readonly asset: AssetId;
  /** The mark before. */
  readonly markBefore: bigint;
}

/**
 * A batch has begun, with what it traded at once; what its owners have of it follows in portions. Told again when one
 * that was in the book has ended, with all that it traded.
 */
export interface CopyBatchTradedEvent extends Happened {
  readonly kind: typeof EventKind.copyBatchTraded;
  readonly batch: OrderId;
  /** The trader's portfolio. */
  readonly trader: UserId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly leg: PositionLeg;
  /** Lots of all owners, and what the book gave of them. */
  readonly lots: number;
  readonly filled: number;
  /** Tick-lots. */
  readonly cost: number;
  /** Owners, the trader included where it is the trader's order, and followers who have nothing in it. */
  readonly owners: number;
  readonly leftOut: number;
}

/** What followers' parts of a trader's order were sized by. It is told with the batch, and not again. */
export interface CopyOrderBasisEvent extends Happened {
  readonly kind: typeof EventKind.copyOrderBasis;
  readonly batch: OrderId;
  /** The trader's portfolio. */
  readonly trader: UserId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly leg: PositionLeg;
  /** The trader's lots of the order that close, and that open. */
  readonly closes: number;
  readonly opens: number;
  /** The trader's lots before it, signed: with what rested before it. */
  readonly lots: number;
  /** Ticks: the mark price, the best price of the other side, and where it rests, 0 = nowhere. */
  readonly mark: number;
  readonly best: number;
  readonly price: number;
  /** Of the trader's position; 1 = isolated. */
  readonly leverage: number;
  readonly isolated: number;
  /** Of the trader, units. */
  readonly equity: bigint;
  /** What all together traded at once: lots and tick-lots. */
  readonly taken: number;
  readonly takenCost: number;
}

/**
 * What an owner has of a batch so far, and why it closes, or opens, nothing where the trader does, or has less in it than
 * it had. Told again with each change.
 */
export interface CopyFilledEvent extends Happened {
  readonly kind: typeof EventKind.copyFilled;
  readonly batch: OrderId;
  readonly portfolio: UserId;
  readonly leftOut: CopyLeftOut;
  readonly lots: number;
  readonly filled: number;
  /** Units of the settle coin: what the lots cost at the batch's price, and the fee; with spot it is in what the owner gets. */
  readonly cost: number;
  readonly fee: number;
}

/**
 * A follower has reached an own exit, and what was open is closed as far as the book takes it. Told again where more
 * of it is closed later.
 */
export interface CopyExitReachedEvent extends Happened, ExitBasis {
  readonly kind: typeof EventKind.copyExitReached;
  readonly portfolio: UserId;
  readonly trader: UserId;
  readonly reason: CopyExitReason;
  /** Of the portfolio when the exit was reached, units. */
  readonly equity: bigint;
  /** Of which position; -1 = all, and copying has stopped. */
  readonly instrument: InstrumentId;
  /** Of that position when the exit was reached: mark in ticks, lots signed, cost in tick-lots; else 0. */
  readonly mark: number;
  readonly lots: number;
  readonly cost: number;
  /** Lots that are still open; of a portfolio how many positions, parts of orders and plans. */
  readonly left: number;
}

/** A trader's order waits until its many followers have been asked, or has ended before it traded. */
export interface CopyOrderGatheredEvent extends Happened {
  readonly kind: typeof EventKind.copyOrderGathered;
  readonly batch: OrderId;
  readonly trader: UserId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly leg: PositionLeg;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Ticks; 0 of a market order. */
  readonly price: number;
  /** The trader's. */
  readonly lots: number;
  readonly followers: number;
  /** 1 = it has ended, and nothing is traded. */
  readonly ended: number;
  /** Why it has, as of an order that was in the book. */
  readonly reason: DoneReason;
  /** The reject code of what refused it when all were asked, with its limit and value; 0 = nothing did. */
  readonly code: number;
  readonly limit: number;
  readonly value: number;
}

/** An amendment that many owners were asked about is not made: the order is as it was. */
export interface CopyAmendRefusedEvent extends Happened {
  readonly kind: typeof EventKind.copyAmendRefused;
  readonly batch: OrderId;
  readonly trader: UserId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  /** Ticks and lots of the trader's, as they were to be. */
  readonly price: number;
  readonly quantity: number;
  /** What refused it when all were asked, with its limit and value. */
  readonly code: number;
  readonly limit: number;
  readonly value: number;
}

/** A trader lets a follower go, who leaves with the same command. */
export interface CopyFollowerRemovedEvent extends Happened {
  readonly kind: typeof EventKind.copyFollowerRemoved;
  readonly portfolio: UserId;
  readonly trader: UserId;
}
