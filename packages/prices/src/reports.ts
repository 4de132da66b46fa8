/** How sources and indices are, as plain values for health, metrics and pages. */
import { INDEX_LATE_MS, type InstrumentId, PART_OK, type PartReport } from '@halcyon/domain';
import type { PriceFault } from './price-text.ts';

/**
 * `late` = its last price is too old to be used; `stopped` = much too old, or there was none;
 * `lying` = too far from the others, or not long enough back among them; `disagree` = apart from the others
 * while no majority agrees, as of two: nobody knows who is right.
 */
export type SourceState = 'fresh' | 'late' | 'stopped' | 'lying' | 'disagree';

export interface SourceReport {
  readonly name: string;
  /** 0 = it is watched and not used. */
  readonly weight: 0 | 1;
  readonly state: SourceState;
  /** Its last price; 0 = none. */
  readonly ticks: number;
  /** Age of that price; null = none. */
  readonly ageMs: number | null;
  /** How far its price was above (+) or below the median when both were last fresh. */
  readonly apartTicks: number;
  /** Prices that were refused, by reason. */
  readonly refused: Readonly<Record<PriceFault, number>>;
}

/** `held` = it follows its sources no faster than it may; `none` = too few can be believed. */
export type IndexState = 'sound' | 'held' | 'none';

export interface IndexReport {
  readonly instrument: InstrumentId;
  readonly symbol: string;
  readonly state: IndexState;
  /** 0 = none. */
  readonly ticks: number;
  /** How long ago it was last told to the core; null = never. */
  readonly toldAgeMs: number | null;
  /** Sources that it is made of now. */
  readonly counted: number;
  readonly sources: readonly SourceReport[];
}

/** All indices as one part of the exchange: well while the core hears of each in time. */
export function pricesHealth(indices: readonly IndexReport[]): PartReport {
  const late = indices.filter(({ toldAgeMs }) => toldAgeMs !== null && toldAgeMs >= INDEX_LATE_MS);
  if (late.length > 0) return { state: 'degraded', detail: `no index price: ${symbols(late)}` };
  const waiting = indices.filter(({ toldAgeMs }) => toldAgeMs === null);
  if (waiting.length === 0) return PART_OK;
  return { state: 'starting', detail: `no index price yet: ${symbols(waiting)}` };
}

function symbols(indices: readonly IndexReport[]): string {
  return indices.map(({ symbol }) => symbol).join(', ');
}
