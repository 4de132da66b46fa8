/**
 * What the read models show. Every number is an integer: prices are ticks, quantities lots, amounts
 * asset units, times Unix ms UTC. Sums that can pass 2^53 are bigint. Values are copies: what was
 * returned never changes afterwards.
 */
import {
  type AccountId,
  type AssetId,
  type AttachedPrices,
  type DoneReason,
  type InstrumentId,
  type OrderId,
  type OrderType,
  type ParentOrderSetEvent,
  PlanEnd,
  type PlanType,
  type SelfTrade,
  type Side,
  type TimeInForce,
  type TradeId,
  type TriggerBy,
} from '@halcyon/domain';

/** One price level. */
export interface LevelView {
  /** Ticks. */
  readonly price: number;
  /** Lots waiting at this price, > 0. */
  readonly total: number;
  /** Orders waiting at this price. */
  readonly orders: number;
}

/** Both sides merged into steps of several ticks. */
export interface MergedDepth {
  readonly bids: readonly LevelView[];
  readonly asks: readonly LevelView[];
}

/** The order book of one instrument. A live object: it always shows the present state. */
export interface BookView {
  readonly instrument: InstrumentId;
  /** Grows by one with every level change of this book; 0 = nothing ever happened. */
  readonly seq: number;
  /** Time of the last level change, Unix ms; 0 = never. */
  readonly time: number;
  /** Levels on each side. */
  readonly bidLevels: number;
  readonly askLevels: number;
  /** Best prices in ticks, 0 = side is empty. */
  readonly bestBid: number;
  readonly bestAsk: number;
  /** Best first; all levels when `limit` is left out. */
  bids(limit?: number): LevelView[];
  asks(limit?: number): LevelView[];
  /** Lots waiting at a price now, 0 = no such level. For pushes of changed levels. */
  total(side: Side, price: number): number;
  /**
   * Depth in steps of `step` ticks (≥ 1), best first, at most `limit` steps a side: bids are rounded
   * down, asks up, so that no step looks better than its orders are.
   */
  merged(step: number, limit?: number): MergedDepth;
}

/** Rolling 24 h statistics, in whole minutes: the present one and the 1,439 before it. */
export interface TickerView {
  readonly instrument: InstrumentId;
  /** Ticks; 0 = never traded and no price seeded. */
  readonly last: number;
  /** Quantity of the last trade, lots; 0 = none. */
  readonly lastQuantity: number;
  /** Price 24 h ago, highest and lowest since, ticks; 0 while `last` is 0. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Lots. */
  readonly baseVolume: bigint;
  /** Quote units. */
  readonly quoteVolume: bigint;
  /** Best price (ticks) and lots there, 0 = side is empty. */
  readonly bidPrice: number;
  readonly bidSize: number;
  readonly askPrice: number;
  readonly askSize: number;
  /** Median of last, best bid and best ask (of those that exist), ticks; of a contract its mark price. */
  readonly mark: number;
  /** Price at the start of the UTC day, ticks. */
  readonly openUtc: number;
  /** (last − open) / open in ppm, rounded to nearest; 0 without an open. */
  readonly changePpm: number;
  /** Same against `openUtc`. */
  readonly changeUtcPpm: number;
  /** What the views' clock showed, Unix ms. */
  readonly time: number;
}

/** A public trade. */
export interface TradeView {
  readonly trade: TradeId;
  readonly instrument: InstrumentId;
  /** Ticks. */
  readonly price: number;
  /** Lots. */
  readonly quantity: number;
  /** Quote units. */
  readonly quote: number;
  readonly takerSide: Side;
  readonly time: number;
}

/** Which public trades are wanted; bounds of time are inclusive. */
export interface TradeQuery {
  /** Only trades with a smaller id. */
  readonly before?: TradeId | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** One candle; without trades all prices are the close before. */
export interface CandleView {
  /** Unix ms of its start. The candle is closed when a later one exists. */
  readonly openTime: number;
  /** Ticks. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Lots. */
  readonly baseVolume: bigint;
  /** Quote units. */
  readonly quoteVolume: bigint;
}

/** Lowest and highest price of a time, ticks. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** Which candles are wanted: `startTime ≤ openTime ≤ endTime`, the latest `limit` of them. */
export interface CandleQuery {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** Default 100. */
  readonly limit?: number | undefined;
}

/** A balance. */
export interface BalanceView {
  readonly account: AccountId;
  /** The pair in whose pocket it is, of an isolated margin account; else NO_PAIR. */
  readonly instrument: InstrumentId;
  readonly asset: AssetId;
  readonly available: bigint;
  readonly held: bigint;
  /** Unix ms of the last change; 0 = never touched. */
  readonly updatedTime: number;
}

export type OrderStatus = 'live' | 'partially_filled' | 'filled' | 'canceled';

/** The latest fill of an order. */
export interface LastFill {
  readonly trade: TradeId;
  readonly price: number;
  readonly quantity: number;
  /** Units of the received asset. */
  readonly fee: number;
  readonly time: number;
  readonly maker: boolean;
}

/** An order as it is at the views' sequence. */
export interface OrderView {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  /** Ticks; 0 for market. */
  readonly price: number;
  /** Lots, as amended; 0 for a market buy by quote amount. */
  readonly quantity: number;
  /** Lots as placed, before any amendment. */
  readonly originalQuantity: number;
  /** Quote units of a market buy by quote amount, else 0. */
  readonly quoteAmount: number;
  /** '' = none. */
  readonly clientId: string;
  /**
   * Contracts: bits of OrderOption, LIQUIDATION_OPTION too; margin accounts: of LoanOption and MARGIN_OPTION;
   * 0 for spot.
   */
  readonly options: number;
  /** Contracts: what its fills realised before fees, units of `feeAsset`; 0 for spot. */
  readonly profit: number;
  /** The plan that set it off, 0 = none. */
  readonly plan: OrderId;
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
  /** Lots not traded (quote units for a market buy by quote amount). */
  readonly remaining: number;
  /** Lots traded. */
  readonly filledBase: number;
  /** Quote units traded. */
  readonly filledQuote: bigint;
  /** Fees paid, units of `feeAsset`. */
  readonly fee: number;
  /** The received asset: base of a buy, quote of a sell; of a contract the one that it settles in. */
  readonly feeAsset: AssetId;
  readonly status: OrderStatus;
  /** null while it is open. */
  readonly doneReason: DoneReason | null;
  /** Whether it waits in the book. */
  readonly resting: boolean;
  readonly createdTime: number;
  readonly updatedTime: number;
  readonly lastFill: LastFill | null;
}

export type PlanStatus = 'live' | 'executed' | 'cancelled' | 'failed';

/** The status that an end gives. */
export const STATUS_OF_PLAN_END: Readonly<Record<PlanEnd, PlanStatus>> = {
  [PlanEnd.executed]: 'executed',
  [PlanEnd.cancelled]: 'cancelled',
  [PlanEnd.failed]: 'failed',
};

/** A plan order as it is at the views' sequence. */
export interface PlanView {
  readonly plan: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly planType: PlanType;
  readonly triggerBy: TriggerBy;
  readonly triggerPrice: number;
  /** Ticks; 0 = executes as market. */
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly callbackPpm: number;
  readonly clientId: string;
  readonly parent: OrderId;
  /** Contracts: bits of OrderOption of the order that it becomes; 0 for spot. */
  readonly options: number;
  /** Contracts: what is attached to that order; null = nothing. */
  readonly attached: AttachedPrices | null;
  readonly status: PlanStatus;
  /** The order it became, 0 = none. */
  readonly order: OrderId;
  /** Reject code of a failed plan, else 0. */
  readonly code: number;
  readonly createdTime: number;
  readonly updatedTime: number;
}

/** A parent order; `filled` counts what children that ended have traded, as it was told last. */
export type ParentView = Omit<ParentOrderSetEvent, 'kind' | 'seq' | 'time'> & {
  readonly createdTime: number;
  readonly updatedTime: number;
  /** Lots and quote units that children that ended have traded, as they ended. */
  readonly endedLots: number;
  /** null = not known: some ended before it was kept. */
  readonly endedQuote: bigint | null;
};

/** Filter of the lists by account: newest first, ids below `before`. */
export interface ListQuery {
  readonly instrument?: InstrumentId | undefined;
  readonly before?: OrderId | undefined;
  /** No limit when left out. */
  readonly limit?: number | undefined;
}

/**
 * Columns of past candles in time order, one interval each; shaped like the simulator's series.
 * Missing rows become flat empty candles.
 */
export interface HistorySeries {
  /** Multiples of the interval, ascending. */
  readonly openTimeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Lots. */
  readonly baseVolume: Float64Array;
  /** Ticks × lots: times the instrument's quoteFactor it is quote units. */
  readonly quoteVolume: BigInt64Array;
}

/** Past candles of an instrument: minutes, hours and thirds of UTC days. */
export interface CandleHistory {
  readonly m1: HistorySeries;
  readonly h1: HistorySeries;
  readonly h8: HistorySeries;
}

/** History in its file form, and the time up to which it is complete. */
export interface HistoryFile {
  readonly bytes: Uint8Array;
  /** Unix ms; to be handed to `historySaved` once the file is durable. */
  readonly mark: number;
}
