/** What the read models show of contracts. See types.ts for the units. */
import type {
  AccountId,
  AssetId,
  InstrumentId,
  MarginMode,
  PositionLeg,
  TradeId,
} from '@halcyon/domain';

/** A funding round. */
export interface FundingView {
  readonly instrument: InstrumentId;
  /** Counts up from 1 in each contract. */
  readonly round: number;
  /** 10^-8 of a position's value; longs pay where it is above zero. */
  readonly rate: number;
  /** Ticks. */
  readonly mark: number;
  readonly index: number;
  /** When it was due, Unix ms. */
  readonly due: number;
}

/** Prices and sums of a contract. */
export interface ContractView {
  readonly instrument: InstrumentId;
  /** Ticks; 0 before the first index. */
  readonly index: number;
  readonly mark: number;
  /** Expected rate of the next funding, 10^-8, and when it is, Unix ms; 0 before the first index. */
  readonly fundingRate: number;
  readonly fundingTime: number;
  /** null before the first. */
  readonly lastFunding: FundingView | null;
  /** Lots of all long positions. */
  readonly openInterest: number;
  /** When the prices came, Unix ms; 0 = never. */
  readonly time: number;
}

/** What an account chose for a contract, or what is so until it chooses. */
export interface ContractAccountSettings {
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** Isolated: whether margin is added before a liquidation. */
  readonly autoMargin: boolean;
}

/** A position. All sums are since it was opened, settle units. */
export interface PositionView extends ContractAccountSettings {
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  /** Signed: + long; 0 = closed. */
  readonly lots: number;
  /** Ticks × lots. */
  readonly cost: number;
  /** Isolated: settle units of its own. */
  readonly margin: number;
  /** Trade that opened it, 0 = it was never open. */
  readonly opened: TradeId;
  /** Realised before fees. */
  readonly profit: number;
  readonly fees: number;
  /** + received. */
  readonly funding: number;
  /** Unix ms; 0 = it was never open. */
  readonly openedTime: number;
  readonly updatedTime: number;
}

/** An open position and its place in the order of deleveraging. */
export interface RankedPosition
  extends Pick<PositionView, 'account' | 'instrument' | 'leg' | 'lots'> {
  /** 5 = of the first fifth of its direction, 1 = of the last. */
  readonly rank: number;
}

/** What a position is worth now. Amounts are margin units (10^-4 settle coins) unless said otherwise. */
export interface PositionFigures {
  /** Ticks. */
  readonly mark: number;
  /** At the mark, up. */
  readonly value: number;
  /** At the mark, down. */
  readonly unrealised: number;
  /** Unrealised profit of the margin that the cost needs at its leverage, ppm. */
  readonly returnPpm: number;
  /** Margin that opening it at the mark would need, up. */
  readonly initial: number;
  /** Maintenance margin and the fee of a liquidation. */
  readonly maintenance: number;
  /** What backs it: its margin and profit where isolated, else the wallet with all cross profits. */
  readonly equity: number;
  /** Of what backs it, ppm: above a million if and only if it is liquidated; may be Infinity. */
  readonly marginRatioPpm: number;
  /** Last mark price, ticks, at which it is kept; null = no price liquidates it. */
  readonly liquidationPrice: number | null;
  /** Ticks, with fees and fundings so far and the fee of closing. */
  readonly breakEvenPrice: number;
  /** Isolated: settle units that may be taken out; 0 with cross margin. */
  readonly removable: number;
}

/** What an account has and needs now. Amounts are margin units unless said otherwise. */
export interface AccountFigures {
  readonly account: AccountId;
  readonly settle: AssetId;
  /** Settle units available, before unrealised profit; may be below zero. */
  readonly wallet: bigint;
  /** Wallet, margins of isolated positions, and unrealised profit of all. */
  readonly equity: number;
  readonly unrealised: number;
  /** Wallet and unrealised profit of the cross positions, and what those must keep. */
  readonly crossEquity: number;
  readonly maintenance: number;
  /** Of the cross equity, ppm: above a million if and only if it is liquidated; may be Infinity. */
  readonly marginRatioPpm: number;
  /** Initial margin of positions and resting orders out of the wallet. */
  readonly needed: number;
  /** What new orders may use. */
  readonly free: number;
  /** Settle units that may leave the wallet. */
  readonly withdrawable: number;
}

/** An order to be estimated. */
export interface OrderQuestion {
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  /** Signed: + buys. */
  readonly lots: number;
  /** Ticks at which it trades or rests. */
  readonly price: number;
  readonly reduceOnly: boolean;
}

/** Which fundings are wanted; bounds of time are inclusive. */
export interface FundingQuery {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}
