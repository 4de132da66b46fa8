/** How busy and how deep each instrument's market is, by rate. */
import { referencePriceOf, type SeedInstrument, seedInstrument } from '../instruments.ts';

/**
 * `real` gives BTCUSDT and ETHUSDT the pace of a real venue; `default` keeps every instrument alive
 * for a few percent of a core, with everyone acting in shared ticks.
 */
export type SimulatorRate = 'default' | 'real';

/** Everything that shapes one instrument's participants. Times in milliseconds, values in USDT. */
export interface MarketParameters {
  /** USDT value of one lot at one tick. */
  readonly tickLotUsdt: number;
  /** Reference price in ticks. */
  readonly referenceTicks: number;
  readonly minimumLots: number;
  /**
   * How far the reference may leave the quotes before they follow: a multiple of its present
   * one-second volatility, which starts at `secondTicks` ticks.
   */
  readonly followSpread: number;
  readonly secondTicks: number;
  /** Mean hesitation of the makers before they follow; 0 = none. */
  readonly followDelayMs: number;
  readonly touchOrders: number;
  readonly touchValue: number;
  /** Spread of the logarithm of touch order sizes. */
  readonly touchSigma: number;
  readonly touchLifeMs: number;
  readonly refillMs: number;
  readonly nearOrders: number;
  readonly nearTicks: number;
  readonly nearValue: number;
  readonly nearLifeMs: number;
  readonly farOrders: number;
  readonly farTicks: number;
  readonly farValue: number;
  readonly farLifeMs: number;
  readonly makers: number;
  /** Between two looks of the makers. */
  readonly makerEveryMs: number;
  /** Reaction of makers to a fill or a sweep; 0 = in the same tick. */
  readonly reactionMs: number;
  readonly takers: TakerParameters;
}

/** The takers' arrivals and sizes. */
export interface TakerParameters {
  /** Orders a second at activity 1. */
  readonly ordersPerSecond: number;
  /** Children of one order within milliseconds, within a second, within several seconds. */
  readonly branching: readonly [fast: number, middle: number, slow: number];
  readonly fastMs: number;
  readonly middleMs: number;
  readonly slowMs: number;
  /** Parent orders worked at the same time, and the exponent of their number of children. */
  readonly parents: number;
  readonly parentExponent: number;
  /** Share of orders of the smallest usual size, and of round sizes. */
  readonly smallestShare: number;
  readonly roundShare: number;
  readonly bodyValue: number;
  readonly bodySigma: number;
  readonly tailShare: number;
  readonly tailValue: number;
  readonly tailExponent: number;
  readonly largestValue: number;
  /** Sizes grow with activity to this power. */
  readonly sizeActivity: number;
  /** Arrivals grow with activity to this power. */
  readonly arrivalActivity: number;
  /** Chance that informed takers sweep the touch before quotes follow the reference. */
  readonly sweepChance: number;
}

interface RateShape {
  readonly orders: number;
  readonly followSpread: number;
  readonly followDelayMs: number;
  readonly touch: readonly [orders: number, lifeMs: number, refillMs: number];
  readonly near: readonly [orders: number, lifeMs: number];
  readonly far: readonly [orders: number, lifeMs: number];
  readonly makers: number;
  readonly makerEveryMs: number;
  readonly reactionMs: number;
}

const REAL_MAJOR: RateShape = {
  orders: 10,
  followSpread: 0.95,
  followDelayMs: 220,
  touch: [14, 1_800, 60],
  near: [150, 1_900],
  far: [160, 12_000],
  makers: 2,
  makerEveryMs: 25,
  reactionMs: 4,
};

const REAL_MINOR: RateShape = {
  orders: 2,
  followSpread: 1.3,
  followDelayMs: 250,
  touch: [4, 3_000, 200],
  near: [30, 12_000],
  far: [20, 30_000],
  makers: 1,
  makerEveryMs: 50,
  reactionMs: 5,
};

const DEFAULT_MAJOR: RateShape = {
  orders: 0.9,
  followSpread: 1.5,
  followDelayMs: 0,
  touch: [2, 9_000, 0],
  near: [24, 100_000],
  far: [14, 240_000],
  makers: 1,
  makerEveryMs: 100,
  reactionMs: 0,
};

const DEFAULT_MINOR: RateShape = {
  orders: 0.35,
  followSpread: 2.2,
  followDelayMs: 0,
  touch: [2, 20_000, 0],
  near: [16, 150_000],
  far: [8, 300_000],
  makers: 1,
  makerEveryMs: 200,
  reactionMs: 0,
};

/** Contracts beside those of the majors: a book to trade against, at little cost. */
const DEFAULT_QUIET: RateShape = {
  ...DEFAULT_MINOR,
  orders: 0.2,
  near: [12, 240_000],
  far: [6, 480_000],
  makerEveryMs: 500,
};

const MAJORS = new Set(['BTCUSDT', 'ETHUSDT']);
const NEAR_BP = 10;
const FAR_BP = 60;
/** Value within 10 bp of one side at BTCUSDT. */
const NEAR_DEPTH = 2_600_000;
/** Depth between 10 and 60 bp grows a little slower than in proportion to distance. */
const FAR_DENSITY = 0.85;
/** One-second volatility of BTCUSDT, in basis points, before it has been watched. */
const SECOND_BP = 0.7;
const TOUCH_SHARE = 0.03;

/** Depth of quiet contracts: makers may hold no more than the contract's largest position. */
const QUIET_DEPTH = 0.5;

function shapeOf(instrument: SeedInstrument, rate: SimulatorRate, isContract: boolean): RateShape {
  const major = MAJORS.has(instrument.symbol);
  if (rate === 'real') return major ? REAL_MAJOR : REAL_MINOR;
  if (major) return DEFAULT_MAJOR;
  return isContract ? DEFAULT_QUIET : DEFAULT_MINOR;
}

function takersOf(
  instrument: SeedInstrument,
  rate: SimulatorRate,
  shape: RateShape,
): TakerParameters {
  const major = MAJORS.has(instrument.symbol);
  // Value traded follows the activity: partly as more orders, the rest as larger ones.
  const orders = shape.orders * (major ? instrument.activity ** 0.25 : 1);
  const busiest = rate === 'real' ? REAL_MAJOR : DEFAULT_MAJOR;
  const scale = Math.min(1, instrument.activity / (orders / busiest.orders));
  const real = rate === 'real';
  return {
    ordersPerSecond: orders,
    branching: real ? [0.36, 0.28, 0.2] : [0, 0.2, 0.4],
    fastMs: 4,
    middleMs: 300,
    slowMs: real ? 4_000 : 5_000,
    parents: real ? 3 : 4,
    parentExponent: 1.46,
    smallestShare: 0.2,
    roundShare: 0.12,
    bodyValue: (real ? 170 : 700) * scale,
    bodySigma: real ? 1.9 : 1.2,
    tailShare: 0.085,
    tailValue: (real ? 4_000 : 6_000) * scale,
    tailExponent: real ? 1.15 : 1.5,
    largestValue: (real ? 300_000 : 40_000) * scale,
    sizeActivity: real ? 0.3 : 0.8,
    arrivalActivity: real ? 0.4 : 1,
    sweepChance: real ? 0.85 : 0,
  };
}

/** The parameters of one instrument, or contract, at one rate. */
export function parametersOf(
  instrument: SeedInstrument,
  rate: SimulatorRate,
  isContract = false,
): MarketParameters {
  const shape = shapeOf(instrument, rate, isContract);
  const price = referencePriceOf(instrument);
  const quoteUsdt = instrument.quote === 'BTC' ? referencePriceOf(seedInstrument('BTCUSDT')) : 1;
  const referenceTicks = price * 10 ** instrument.pricePrecision;
  const lotUsdt = (price * quoteUsdt) / 10 ** instrument.quantityPrecision;
  const bp = referenceTicks / 10_000;
  const share = isContract && !MAJORS.has(instrument.symbol) ? QUIET_DEPTH : 1;
  const depth = NEAR_DEPTH * share * Math.sqrt(Math.min(1, instrument.activity));
  const [touchOrders, touchLifeMs, refillMs] = shape.touch;
  const [nearOrders, nearLifeMs] = shape.near;
  const [farOrders, farLifeMs] = shape.far;
  const width = Math.max(0.1, instrument.volatility);
  return {
    tickLotUsdt: lotUsdt / referenceTicks,
    referenceTicks,
    // The exchange refuses less than the minimum notional; 10 % spare for price moves within a tick.
    minimumLots: Math.max(
      1,
      Math.ceil((Number(instrument.minNotional) * quoteUsdt * 1.1) / lotUsdt),
    ),
    followSpread: shape.followSpread,
    secondTicks: SECOND_BP * width * bp,
    followDelayMs: shape.followDelayMs,
    touchOrders,
    touchValue: (TOUCH_SHARE * depth) / touchOrders,
    touchSigma: 1.3,
    touchLifeMs,
    refillMs,
    nearOrders,
    nearTicks: Math.max(nearOrders * 1.5, NEAR_BP * Math.max(0.5, width) ** 0.25 * bp),
    nearValue: depth / nearOrders,
    nearLifeMs,
    farOrders,
    farTicks: Math.max(nearOrders * 4, FAR_BP * Math.max(0.5, width) ** 0.25 * bp),
    farValue: (FAR_DENSITY * depth * (FAR_BP - NEAR_BP)) / NEAR_BP / farOrders,
    farLifeMs,
    makers: shape.makers,
    makerEveryMs: shape.makerEveryMs,
    reactionMs: shape.reactionMs,
    takers: takersOf(instrument, rate, shape),
  };
}
