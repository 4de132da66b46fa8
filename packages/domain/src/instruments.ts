import { type ContractTerms, Product } from './contracts.ts';
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
  /** A paper venue, by itself: nothing new is heard of the market that it follows. */
  feedStale: 5,
  /** Contracts: orders that open or enlarge a position are refused. */
  reduceOnly: 6,
} as const;
export type InstrumentState = (typeof InstrumentState)[keyof typeof InstrumentState];

/**
 * What new prices and quantities must be multiples of. Each is a power of ten from 1 to a whole coin;
 * orders that rest already stay where they are.
 */
export interface InstrumentSteps {
  /** Ticks. */
  readonly priceStep: number;
  /** Lots. */
  readonly quantityStep: number;
}

/** Parameters of an instrument that commands may change while it trades. */
export interface InstrumentLimits extends InstrumentSteps {
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
 * An instrument: a spot pair or a contract. Prices are integers of `10^-priceScale` (ticks), quantities integers of
 * `10^-quantityScale` (lots): these units never change, the steps above them do; `quoteFactor` =
 * 10^(quote scale − price scale − quantity scale) makes ticks × lots × factor an exact amount of quote
 * units, so no trade is ever rounded.
 */
export interface Instrument extends InstrumentLimits {
  readonly id: InstrumentId;
  readonly product: Product;
  /** Upper-case symbol, `BTCUSDT`: one instrument of each product. */
  readonly symbol: string;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly quoteFactor: number;
  /** Base units in a lot: 10^(base scale − quantity scale). */
  readonly lotUnits: number;
  /** Of a contract, which is settled in its quote asset; null = spot. */
  readonly contract: ContractTerms | null;
}

/** Parameters as a command brings them; one from before there were steps has none: they are 1. */
export type GivenLimits = Omit<InstrumentLimits, keyof InstrumentSteps> & Partial<InstrumentSteps>;

/** An instrument as a snapshot has it. */
export type SavedInstrument = Omit<Instrument, keyof Later> & Partial<Later>;
/** What came after the first snapshots. */
type Later = Pick<Instrument, 'priceStep' | 'quantityStep' | 'product' | 'contract'>;

/** A saved instrument, whole. The fields keep their order, which hashes of states tell. */
export function wholeInstrument(saved: SavedInstrument): Instrument {
  return {
    ...saved,
    priceStep: saved.priceStep ?? 1,
    quantityStep: saved.quantityStep ?? 1,
    product: saved.product ?? Product.spot,
    contract: saved.contract ?? null,
  };
}

/** An instrument as snapshots save it: of a spot pair what the first ones had, so that hashes stay. */
export function savedInstrument(instrument: Instrument): SavedInstrument {
  if (instrument.contract !== null) return instrument;
  const { product: _product, contract: _contract, ...saved } = instrument;
  return saved;
}

/** What names an instrument among those of all products. */
export function instrumentKey(product: Product, symbol: string): string {
  return `${product}:${symbol}`;
}

/** Whether a step may be this: 1, 10, 100, … up to 2^53. */
export function isPowerOfTen(value: number): boolean {
  return Number.isSafeInteger(value) && /^10*$/.test(String(value));
}

/** The smallest multiple of `step` that is not below `value`; for minima. */
export function ceilToStep(value: number, step: number): number {
  return value + ((step - (value % step)) % step);
}

/** The largest multiple of `step` that is not above `value`; for maxima. */
export function floorToStep(value: number, step: number): number {
  return value - (value % step);
}

/** Digits after the point that multiples of `step` need, where one unit has `scale` of them. */
export function stepDigits(scale: number, step: number): number {
  return scale - Math.round(Math.log10(step));
}

/** One tier of the fee schedule, rates in ppm of what is received, or of a contract fill's value. */
export interface FeeTier {
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** Contracts, where they are below a contract's own; absent: the contract's own. */
  readonly contractMakerPpm?: number;
  readonly contractTakerPpm?: number;
  /** Margin accounts; absent: as spot ones. */
  readonly marginMakerPpm?: number;
  readonly marginTakerPpm?: number;
  /** Value traded in 30 days that the tier is for, whole USDT; absent: none is named. */
  readonly volumeFrom?: number;
  /** Likewise with contracts, and what an owner has. */
  readonly contractVolumeFrom?: number;
  readonly assetsFrom?: number;
  /** What may be withdrawn in a day, whole USDT; absent: the limits of coins hold alone. */
  readonly withdrawalDay?: number;
}
