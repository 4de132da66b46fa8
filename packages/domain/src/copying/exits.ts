/**
 * When a follower's own exits are reached: of a position by the mark price against its entry, of the portfolio by its
 * equity. All exact; the same for the exchange, a dry run and whoever checks what was told.
 */
import { assert } from '../assert.ts';
import { PPM } from '../ppm.ts';
import type { CopySettings } from './settings.ts';

/** Followers whose exits one command looks at, and closes something for, at most. */
export const COPY_EXITS_LOOKED_AT = 500;
export const COPY_OWN_EXITS_PER_COMMAND = 50;
/** A new highest equity is noted where it is this much above the last one, ppm. */
export const COPY_PEAK_STEP_PPM = 1_000;

/** Which exit is reached. */
export const CopyExitReason = {
  none: 0,
  /** The equity has fallen so far from what was paid in. */
  portfolioLoss: 1,
  /** … from its highest. */
  drawdown: 2,
  /** It has risen so far above what was paid in. */
  portfolioProfit: 3,
  /** The price of a position has gone so far against it. */
  stopLoss: 4,
  /** … so far in its favour. */
  takeProfit: 5,
} as const;
export type CopyExitReason = (typeof CopyExitReason)[keyof typeof CopyExitReason];

/** What the exits of a portfolio are measured from, units. What is paid in or out changes both in proportion. */
export interface ExitBasis {
  /** What was paid in. */
  readonly base: bigint;
  /** Its highest equity since the drawdown was set. */
  readonly peak: bigint;
}

/** Units: the exits of a portfolio are reached at `low` and below, at `high` and above; null = there is none. */
export interface EquityBounds {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

/** Ticks: the exits of a position are reached at `below` and below, at `above` and above. */
export interface PriceBounds {
  /** 0 = none. */
  readonly below: number;
  /** Infinity = none. */
  readonly above: number;
}

type PortfolioExits = Pick<CopySettings, 'portfolioProfitPpm' | 'portfolioLossPpm' | 'drawdownPpm'>;
type PositionExits = Pick<CopySettings, 'takeProfitPpm' | 'stopLossPpm'>;

/** A position: lots signed, cost in tick-lots. */
interface Open {
  readonly lots: number;
  readonly cost: number;
}

const WHOLE = BigInt(PPM);

/** Whether any exit is set. */
export function hasExits(settings: PortfolioExits & PositionExits): boolean {
  const { takeProfitPpm, stopLossPpm } = settings;
  return takeProfitPpm + stopLossPpm > 0 || hasPortfolioExits(settings);
}

function hasPortfolioExits(settings: PortfolioExits): boolean {
  return settings.portfolioProfitPpm + settings.portfolioLossPpm + settings.drawdownPpm > 0;
}

/** Which exit of the portfolio is reached: the first that is. */
export function portfolioExit(
  { portfolioProfitPpm, portfolioLossPpm, drawdownPpm }: PortfolioExits,
  { base, peak }: ExitBasis,
  equity: bigint,
): CopyExitReason {
  const { none, portfolioLoss, drawdown, portfolioProfit } = CopyExitReason;
  if (portfolioLossPpm > 0 && equity <= part(base, -portfolioLossPpm)) return portfolioLoss;
  if (drawdownPpm > 0 && equity <= part(peak, -drawdownPpm)) return drawdown;
  if (portfolioProfitPpm > 0 && equity >= partUp(base, portfolioProfitPpm)) return portfolioProfit;
  return none;
}

/** Equities at which a portfolio has to be looked at: an exit is reached, or a new highest is to be noted. */
export function equityBounds(settings: PortfolioExits, { base, peak }: ExitBasis): EquityBounds {
  const { portfolioProfitPpm, portfolioLossPpm, drawdownPpm } = settings;
  let [low, high]: [bigint | null, bigint | null] = [null, null];
  if (portfolioLossPpm > 0) low = part(base, -portfolioLossPpm);
  if (portfolioProfitPpm > 0) high = partUp(base, portfolioProfitPpm);
  if (drawdownPpm === 0) return { low, high };
  const [fallen, risen] = [part(peak, -drawdownPpm), partUp(peak, COPY_PEAK_STEP_PPM)];
  return {
    low: low === null || fallen > low ? fallen : low,
    high: high === null || risen < high ? risen : high,
  };
}

/** The highest equity after one that was seen. */
export function peakAfter(peak: bigint, equity: bigint): bigint {
  return equity >= partUp(peak, COPY_PEAK_STEP_PPM) ? equity : peak;
}

/** What exits are measured from, after money has come in or gone out: as far away from the equity as before. */
export function movedBasis({ base, peak }: ExitBasis, before: bigint, after: bigint): ExitBasis {
  const moved = (from: bigint): bigint => {
    if (after <= 0n) return from;
    return before > 0n ? (from * after) / before : after;
  };
  return { base: moved(base), peak: moved(peak) };
}

/** Which exit of a position is reached at a mark price. */
export function positionExit(
  settings: PositionExits,
  position: Open,
  mark: number,
): CopyExitReason {
  const { below, above } = priceBounds(settings, position);
  const long = position.lots > 0;
  const { none, takeProfit, stopLoss } = CopyExitReason;
  if (mark <= below) return long ? stopLoss : takeProfit;
  if (mark >= above) return long ? takeProfit : stopLoss;
  return none;
}

/** Prices at which the exits of a position are reached. */
export function priceBounds(
  { takeProfitPpm, stopLossPpm }: PositionExits,
  { lots, cost }: Open,
): PriceBounds {
  assert(lots !== 0 && cost > 0, 'exits are asked of what is not open');
  const [fall, rise] = lots > 0 ? [stopLossPpm, takeProfitPpm] : [takeProfitPpm, stopLossPpm];
  const [paid, all] = [BigInt(cost), BigInt(Math.abs(lots)) * WHOLE];
  const below = fall > 0 && fall < PPM ? Number((paid * BigInt(PPM - fall)) / all) : 0;
  const above = rise > 0 ? Number((paid * BigInt(PPM + rise) + all - 1n) / all) : Infinity;
  return { below, above };
}

/** An amount and so much of it more, down; of nothing or less nothing. */
function part(amount: bigint, ppm: number): bigint {
  return amount <= 0n ? 0n : (amount * BigInt(PPM + ppm)) / WHOLE;
}

/** The same, up, and more than nothing. */
function partUp(amount: bigint, ppm: number): bigint {
  return amount <= 0n ? 1n : (amount * BigInt(PPM + ppm) + WHOLE - 1n) / WHOLE;
}
