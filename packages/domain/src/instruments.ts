import type { AssetId, InstrumentId } from './ids.ts';

/** An asset: amounts of it are integers of `10^-scale`. */
export interface Asset {
  readonly id: AssetId;
  /** Upper-case code, `BTC`. */
  readonly code: string;
  /** Full name, `Bitcoin`. */
  readonly name: string;
  /** Decimals of one unit, 0..12. */
  readonly scale: number;
}

/** What an instrument accepts at present. */
export const InstrumentState = {
  open: 0,
  postOnly: 1,
  cancelOnly: 2,
  halted: 3,
  /** A paper venue alone, by itself: its price is far from the market's. */
  paused: 4,
  /** A paper venue alone, by itself: nothing new is heard of the market that it follows. */
  feedStale: 5,
} as const;
export type InstrumentState = (typeof InstrumentState)[keyof typeof InstrumentState];

/** Parameters of an instrument that commands may change while it trades. */
export interface InstrumentLimits {
  readonly state: InstrumentState;
  /** Lots, ≥ 1. */
  readonly quantityMin: number;
  /** Lots. */
  readonly quantityMax: number;
  /** Quote units (at the quote asset's scale). */
  readonly notionalMin: number;
  /** How far a buy may be above, or a sell below, the last price, ppm of it. */
  readonly bandPpm: number;
  /** Open orders of one account here. */
  readonly openOrdersMax: number;
}

/**
 * A spot instrument. Prices are integers of `10^-priceScale` (ticks), quantities integers of
 * `10^-quantityScale` (lots); `quoteFactor` = 10^(quote scale − price scale − quantity scale) makes
 * ticks × lots × factor an exact amount of quote units, so no trade is ever rounded.
 */
export interface Instrument extends InstrumentLimits {
  readonly id: InstrumentId;
  /** Upper-case symbol, `BTCUSDT`. */
  readonly symbol: string;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly quoteFactor: number;
  /** Base units in a lot: 10^(base scale − quantity scale). */
  readonly lotUnits: number;
}

/** One tier of the spot fee schedule, rates in ppm of the received amount. */
export interface FeeTier {
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** Value traded in 30 days that the tier is for, whole USDT; absent: none is named. */
  readonly volumeFrom?: number;
}
