/** What an index price is made of, and by which rules. */
import { type InstrumentId, SCALE_MAX } from '@halcyon/domain';

/** One who quotes prices of a contract. */
export interface SourceTerms {
  readonly name: string;
  /** 1 = the index is made of it; 0 = it is watched and nothing else, as our own book is. */
  readonly weight: 0 | 1;
  /** Most digits after the point of its prices; what is finer than a tick is rounded. */
  readonly scale: number;
}

/** A contract and who quotes its price. */
export interface IndexTerms {
  readonly instrument: InstrumentId;
  readonly symbol: string;
  /** Digits of a tick after the point. */
  readonly priceScale: number;
  readonly sources: readonly SourceTerms[];
}

/** The figures that the rules of decision 0030 go by. */
export interface IndexRules {
  /** A price that is older is not used, ms. */
  readonly freshMs: number;
  /** A source whose price is older counts as stopped, ms. */
  readonly stoppedMs: number;
  /**
   * How far others may move from where they were when a source's price last changed: once all have gone
   * further, a price that stood still for `stoppedMs` is as old as its last change, ppm of their prices.
   */
  readonly stillPpm: number;
  /** How far a source's clock may be ahead of ours, ms. */
  readonly aheadMs: number;
  /** A source that is further from the median is left out, ppm of the median. */
  readonly apartPpm: number;
  /** How long it must have agreed before it counts again, ms. */
  readonly returnMs: number;
  /** How far apart two indices may be that are less than a second apart, ppm of the lower one. */
  readonly pacePpm: number;
  /** Sources that count without which there is no index. */
  readonly sourcesMin: number;
}

/** What is used where nothing else is said. */
export const INDEX_RULES: IndexRules = {
  freshMs: 5_000,
  stoppedMs: 60_000,
  stillPpm: 5_000,
  aheadMs: 1_000,
  apartPpm: 30_000,
  returnMs: 5_000,
  pacePpm: 50_000,
  sourcesMin: 2,
};

/** Of fewer sources nobody can say which one is wrong. */
export const JUDGES_MIN = 3;

/** Refuses rules that make no index. @throws RangeError naming the field and its limit */
export function checkRules(rules: IndexRules): void {
  within('freshMs', rules.freshMs, 1, rules.stoppedMs);
  within('stoppedMs', rules.stoppedMs, 1, Number.MAX_SAFE_INTEGER);
  within('stillPpm', rules.stillPpm, 1, rules.apartPpm);
  within('aheadMs', rules.aheadMs, 0, rules.freshMs);
  within('apartPpm', rules.apartPpm, 1, 500_000);
  within('returnMs', rules.returnMs, 0, Number.MAX_SAFE_INTEGER);
  within('pacePpm', rules.pacePpm, 1, 1_000_000);
  within('sourcesMin', rules.sourcesMin, 2, Number.MAX_SAFE_INTEGER);
}

/** Refuses a contract without an index. @throws RangeError naming the field and its limit */
export function checkTerms(terms: IndexTerms, rules: IndexRules): void {
  const { symbol, priceScale, sources } = terms;
  within(`${symbol}: priceScale`, priceScale, 0, SCALE_MAX);
  const names = new Set(sources.map(({ name }) => name));
  within(`${symbol}: sources of one name`, sources.length - names.size, 0, 0);
  const counting = sources.filter(({ weight }) => weight === 1).length;
  const least = Math.max(JUDGES_MIN, rules.sourcesMin);
  within(`${symbol}: sources that count`, counting, least, Number.MAX_SAFE_INTEGER);
  for (const { name, scale } of sources) within(`${symbol}: scale of ${name}`, scale, 0, SCALE_MAX);
}

function within(field: string, value: number, low: number, high: number): void {
  if (Number.isSafeInteger(value) && value >= low && value <= high) return;
  throw new RangeError(`${field} is ${value}; it must be a whole number from ${low} to ${high}`);
}
