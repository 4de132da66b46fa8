/**
 * Commands: everything that can change money or an order. The engine stamps `seq` and `time`; the
 * rest comes from the gateway. Prices are ticks, quantities lots, amounts asset units; 0 means "not
 * given" for every number where it cannot be a value.
 */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { ContractTerms, MarginMode, PositionLeg, PositionMode } from './contracts.ts';
import type { CopyCommand } from './copying/portfolios.ts';
import type { GrantFeesCommand, LevelUsersCommand } from './fee-levels.ts';
import type { FlowSourceName } from './flow.ts';
import type { AccountId, AssetId, InstrumentId, OrderId, UserId } from './ids.ts';
import type { FeeTier, GivenLimits } from './instruments.ts';
import type {
  BorrowCommand,
  FlashRepayCommand,
  RepayCommand,
  SetLoanTermsCommand,
  SetPairTermsCommand,
} from './loan-commands.ts';
import type { SetOperatorCommand } from './operators.ts';
import type { PlanType } from './order-kinds.ts';
import type {
  AttachedPrices,
  OrderType,
  SelfTrade,
  Side,
  TimeInForce,
  TriggerBy,
} from './orders.ts';
import type { ParentCommand } from './parent-orders.ts';
import type { SetUserModeCommand } from './user-modes.ts';
import type { WithdrawalCommand } from './withdrawals.ts';

/** Take profit and stop loss attached to an entry: ticks; 0 = not set; execute price 0 = market. */
export interface Attached {
  takeProfitTrigger: number;
  takeProfitPrice: number;
  stopLossTrigger: number;
  stopLossPrice: number;
}

/** A limit or market order. A market buy gives either `quantity` or `quoteAmount`. */
export interface PlaceCommand extends Stamped, Attached {
  kind: typeof CommandKind.place;
  account: AccountId;
  instrument: InstrumentId;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  /** Ticks; 0 for market. */
  price: number;
  /** Lots; 0 for a market buy by quote amount. */
  quantity: number;
  /** Quote units; 0 unless a market buy by quote amount. */
  quoteAmount: number;
  /** '' = none. */
  clientId: string;
  /** Contracts: bits of OrderOption; margin accounts: of LoanOption. Absent: none. */
  options?: number;
}

/** An order named by id, or by client id where `order` is 0. */
interface NamesOrder {
  account: AccountId;
  order: OrderId;
  clientId: string;
}

export interface CancelCommand extends Stamped, NamesOrder {
  kind: typeof CommandKind.cancel;
}

/** Less quantity at the same price keeps the queue place; anything else loses it. 0 = unchanged. */
export interface AmendCommand extends Stamped, NamesOrder {
  kind: typeof CommandKind.amend;
  price: number;
  /** New original quantity, filled part included. */
  quantity: number;
}

/** Cancels one order and places another in one step; when the cancel fails nothing is placed. */
export interface ReplaceCommand extends Stamped, NamesOrder, Attached {
  kind: typeof CommandKind.replace;
  price: number;
  /** Of a contract, 0 = what remains of the first. */
  quantity: number;
  newClientId: string;
}

/** What a command names that means all instruments of its account. */
export const EVERY_INSTRUMENT: InstrumentId = -1;

/** Cancels every open order of the account, in one instrument or in EVERY_INSTRUMENT. */
export interface CancelAllCommand extends Stamped {
  kind: typeof CommandKind.cancelAll;
  account: AccountId;
  instrument: InstrumentId;
}

/** Dead-man's switch: cancels all after `timeoutMs` unless renewed; 0 switches it off. */
export interface CountdownCommand extends Stamped {
  kind: typeof CommandKind.countdown;
  account: AccountId;
  timeoutMs: number;
}

/** A plan order. `price` 0 executes as market; a market buy plan gives `quoteAmount` or `quantity`. */
export interface PlacePlanCommand extends Stamped {
  kind: typeof CommandKind.placePlan;
  account: AccountId;
  instrument: InstrumentId;
  side: Side;
  planType: PlanType;
  triggerBy: TriggerBy;
  selfTrade: SelfTrade;
  /** Ticks; for trailing: the activation price, 0 = at once. */
  triggerPrice: number;
  price: number;
  quantity: number;
  quoteAmount: number;
  /** Trailing only: how far the price must come back from its extreme, ppm. */
  callbackPpm: number;
  clientId: string;
  /** Contracts: bits of OrderOption; absent: none. */
  options?: number;
  /** Contracts: what is attached to the order that it becomes; absent: nothing. */
  attached?: AttachedPrices;
}

/** What a plan is, beside whose it is and in which instrument. */
export type PlanTerms = Omit<PlacePlanCommand, 'kind' | 'seq' | 'time' | 'account' | 'instrument'>;

/** Two plans, as the take profit and the stop loss of a position; refused or accepted together. */
export interface PlacePlanPairCommand extends Stamped {
  kind: typeof CommandKind.placePlanPair;
  account: AccountId;
  instrument: InstrumentId;
  plans: readonly [PlanTerms, PlanTerms];
}

export interface CancelPlanCommand extends Stamped, NamesOrder {
  kind: typeof CommandKind.cancelPlan;
}

export interface AmendPlanCommand extends Stamped, NamesOrder {
  kind: typeof CommandKind.amendPlan;
  triggerPrice: number;
  /** -1 = unchanged, 0 = market. */
  price: number;
  quantity: number;
  quoteAmount: number;
  /** How far a trailing stop lets the price come back, ppm; absent: unchanged. */
  callbackPpm?: number;
  /** Absent: unchanged. */
  triggerBy?: TriggerBy;
  /** Contracts: absent: unchanged. */
  attached?: AttachedPrices;
}

/** A limit order and a stop that cancel each other. The limit leg holds the money. */
export interface PlaceOcoCommand extends Stamped {
  kind: typeof CommandKind.placeOco;
  account: AccountId;
  instrument: InstrumentId;
  side: Side;
  selfTrade: SelfTrade;
  /** Limit leg, ticks. */
  price: number;
  quantity: number;
  stopTrigger: number;
  /** 0 = market. */
  stopPrice: number;
  clientId: string;
  stopClientId: string;
}

/** Cancels every pending plan of the account, in one instrument or in EVERY_INSTRUMENT. */
export interface CancelAllPlansCommand extends Stamped {
  kind: typeof CommandKind.cancelAllPlans;
  account: AccountId;
  instrument: InstrumentId;
}

/** Time passes: fires countdowns that are due. */
export interface TickCommand extends Stamped {
  kind: typeof CommandKind.tick;
}

/** Written by the engine now and then: replay must arrive here with the same rolling hash. */
export interface CheckpointCommand extends Stamped {
  kind: typeof CommandKind.checkpoint;
  /** `EventLog.chain` before this command. */
  chain: number;
}

/**
 * In a paper venue: what one command did in the market that it follows. Only a paper venue's host
 * makes them; see ghost-steps.ts for the steps.
 */
export interface GhostCommand extends Stamped {
  kind: typeof CommandKind.ghost;
  /** Sequence reached in the market that is followed. */
  liveSeq: number;
  /** Unix ms at which it happened there. */
  liveTime: number;
  steps: readonly number[];
}

/** Opens the next user. `simulated` users' orders and fills are not projected to SQL. */
export interface OpenUserCommand extends Stamped {
  kind: typeof CommandKind.openUser;
  simulated: boolean;
  /** Paper venue: whom the user belongs to. An owner has one: opening it again answers with it. */
  owner?: number;
  /** With an owner that has no user: takes over the one that this owner has. */
  inherits?: number;
  /** Whose sub-account it is: an open user that is none itself. */
  root?: UserId;
}

export interface SetFeeTierCommand extends Stamped {
  kind: typeof CommandKind.setFeeTier;
  user: UserId;
  tier: number;
  actor: string;
  reason: string;
}

export interface SetFeeScheduleCommand extends Stamped {
  kind: typeof CommandKind.setFeeSchedule;
  tiers: readonly FeeTier[];
  /** Per cent, the lowest first; absent: those that there are. */
  discounts?: readonly number[];
  actor: string;
  reason: string;
}

/** Credits an account from a named system account. The same `reference` credits once. */
export interface DepositCommand extends Stamped {
  kind: typeof CommandKind.deposit;
  account: AccountId;
  /** A SystemAccount. */
  from: AccountId;
  asset: AssetId;
  amount: bigint;
  actor: string;
  reason: string;
  /** '' = none. */
  reference: string;
  /** Takes in what came to a closed account, for a payout, and to no other. */
  toClosed?: boolean;
}

/** Sends money to another account's address on the internal chain; settles at once. */
export interface WithdrawCommand extends Stamped {
  kind: typeof CommandKind.withdraw;
  account: AccountId;
  to: AccountId;
  asset: AssetId;
  /** Received by the other side. */
  amount: bigint;
  /** On top of the amount, to the fees account. */
  fee: bigint;
  address: string;
  clientId: string;
}

/** Moves money between two accounts of one root. A repeated client id returns the first result. */
export interface TransferCommand extends Stamped {
  kind: typeof CommandKind.transfer;
  from: AccountId;
  to: AccountId;
  asset: AssetId;
  amount: bigint;
  clientId: string;
  /** Where one of the accounts is of isolated margin: the pair whose pocket it is. */
  instrument?: InstrumentId;
}

export interface ListAssetCommand extends Stamped {
  kind: typeof CommandKind.listAsset;
  code: string;
  name: string;
  scale: number;
}

/** Index prices of contracts and of coins that are lent, as the sources have them now: instrument, ticks, … */
export interface PricesCommand extends Stamped {
  kind: typeof CommandKind.prices;
  entries: readonly number[];
}

/**
 * Leverage of an account in a contract, or in EVERY_INSTRUMENT; of one leg, or another one of each,
 * where its margin is isolated in hedge mode. Refused for one position, it is for all.
 */
export interface SetLeverageCommand extends Stamped {
  kind: typeof CommandKind.setLeverage;
  account: AccountId;
  instrument: InstrumentId;
  /** net = the position, or both legs. */
  leg: PositionLeg;
  leverage: number;
  /** Of the short leg, where `leverage` is of the long one; absent: `leverage` is of all that `leg` says. */
  shortLeverage?: number;
}

/** Cross or isolated margin in a contract. */
export interface SetMarginModeCommand extends Stamped {
  kind: typeof CommandKind.setMarginMode;
  account: AccountId;
  instrument: InstrumentId;
  mode: MarginMode;
}

/** One position a contract, or a long and a short one, in all contracts. */
export interface SetPositionModeCommand extends Stamped {
  kind: typeof CommandKind.setPositionMode;
  account: AccountId;
  mode: PositionMode;
}

/** Adds margin to an isolated position, or takes some from it. */
export interface ChangeMarginCommand extends Stamped {
  kind: typeof CommandKind.changeMargin;
  account: AccountId;
  instrument: InstrumentId;
  leg: PositionLeg;
  /** Settle units; negative = taken. */
  amount: number;
}

/** Whether margin is added to an isolated position by itself before it would be liquidated. */
export interface SetAutoMarginCommand extends Stamped {
  kind: typeof CommandKind.setAutoMargin;
  account: AccountId;
  instrument: InstrumentId;
  leg: PositionLeg;
  /** 1 = yes, 0 = no. */
  on: number;
}

/** Lists a perpetual contract, settled in its quote asset. */
export interface ListContractCommand extends Stamped, GivenLimits {
  kind: typeof CommandKind.listContract;
  symbol: string;
  base: AssetId;
  quote: AssetId;
  priceScale: number;
  quantityScale: number;
  contract: ContractTerms;
}

/** Replaces the terms of a contract. Positions that the new terms would not allow stay. */
export interface SetContractCommand extends Stamped {
  kind: typeof CommandKind.setContract;
  instrument: InstrumentId;
  contract: ContractTerms;
  actor: string;
  reason: string;
}

export interface ListInstrumentCommand extends Stamped, GivenLimits {
  kind: typeof CommandKind.listInstrument;
  symbol: string;
  base: AssetId;
  quote: AssetId;
  priceScale: number;
  quantityScale: number;
}

/** Replaces all changeable parameters of an instrument. */
export interface SetInstrumentCommand extends Stamped, GivenLimits {
  kind: typeof CommandKind.setInstrument;
  instrument: InstrumentId;
  actor: string;
  reason: string;
}

/** Gives a newly listed instrument the price its band is measured from until the first trade. */
export interface SeedLastPriceCommand extends Stamped {
  kind: typeof CommandKind.seedLastPrice;
  instrument: InstrumentId;
  price: number;
}

/**
 * A paper venue follows something else from now on: all orders and plans end, prices are unknown, and
 * every instrument waits for its feed unless the source is the live venue.
 */
export interface FollowCommand extends Stamped {
  kind: typeof CommandKind.follow;
  source: FlowSourceName;
  /** What of that source, as its host wrote it: the same text means the same flow. */
  detail: string;
  actor: string;
  reason: string;
}

/** How fast a recording is played. */
export interface SetPaceCommand extends Stamped {
  kind: typeof CommandKind.setPace;
  paused: boolean;
  /** Per cent of the recorded speed, PACE_PERCENT_MIN to PACE_PERCENT_MAX. */
  speedPercent: number;
  actor: string;
  reason: string;
}

/** A venue trades by newer rules from now on; see Rules in the core. */
export interface SetRulesCommand extends Stamped {
  kind: typeof CommandKind.setRules;
  version: number;
}

export type Command =
  | PlaceCommand
  | CancelCommand
  | AmendCommand
  | ReplaceCommand
  | CancelAllCommand
  | CountdownCommand
  | PlacePlanCommand
  | PlacePlanPairCommand
  | CancelPlanCommand
  | AmendPlanCommand
  | PlaceOcoCommand
  | CancelAllPlansCommand
  | TickCommand
  | CheckpointCommand
  | GhostCommand
  | OpenUserCommand
  | SetFeeTierCommand
  | SetFeeScheduleCommand
  | DepositCommand
  | WithdrawCommand
  | TransferCommand
  | ListAssetCommand
  | ListInstrumentCommand
  | SetInstrumentCommand
  | SeedLastPriceCommand
  | FollowCommand
  | SetPaceCommand
  | SetRulesCommand
  | PricesCommand
  | SetLeverageCommand
  | SetMarginModeCommand
  | SetPositionModeCommand
  | ChangeMarginCommand
  | SetAutoMarginCommand
  | ListContractCommand
  | SetContractCommand
  | BorrowCommand
  | RepayCommand
  | FlashRepayCommand
  | SetLoanTermsCommand
  | SetPairTermsCommand
  | LevelUsersCommand
  | GrantFeesCommand
  | SetUserModeCommand
  | SetOperatorCommand
  | WithdrawalCommand
  | CopyCommand
  | ParentCommand;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A command before the engine has given it its place in the log. */
export type CommandInput = DistributiveOmit<Command, 'seq' | 'time'>;
