/** The index of one contract: the median of the sources that may be believed, at a bounded pace. */
import { ppmFloor } from '@halcyon/domain';
import { Pace } from './pace.ts';
import { PriceSource } from './price-source.ts';
import type { IndexReport, IndexState } from './reports.ts';
import { type IndexRules, type IndexTerms, JUDGES_MIN } from './terms.ts';

/** A move that is further does not wait for its turn, ppm of what was told last. */
const MOVE_PPM = 500;
const SECOND_MS = 1_000;

export class ContractIndex {
  readonly terms: IndexTerms;
  /** The index; 0 = there is none now. */
  ticks = 0;
  readonly #rules: IndexRules;
  readonly #sources: ReadonlyMap<string, PriceSource>;
  /** Those that the index is made of. */
  readonly #counting: readonly PriceSource[];
  readonly #pace: Pace;
  #state: IndexState = 'none';
  #toldTicks = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(terms: IndexTerms, rules: IndexRules) {
    this.terms = terms;
    this.#rules = rules;
    const sources = terms.sources.map((one) => new PriceSource(one, terms.priceScale, rules));
    this.#sources = new Map(sources.map((one) => [one.terms.name, one]));
    this.#counting = sources.filter((one) => one.terms.weight === 1);
    this.#pace = new Pace(rules.pacePpm);
  }

  source(name: string): PriceSource | undefined {
    return this.#sources.get(name);
  }

  /** Makes the index anew from what the sources have told. */
  make(now: number): void {
    const told = this.#counting.filter((one) => one.isFresh(now));
    for (const source of this.#counting) source.compare(told, now);
    const fresh = told.filter((one) => one.isFresh(now));
    if (fresh.length > 0) {
      const median = medianTicks(fresh);
      const canReturn = fresh.length >= JUDGES_MIN;
      const isMajority = 2 * fresh.filter((one) => one.isNear(median)).length > fresh.length;
      for (const source of this.#sources.values()) {
        source.judge(median, now, canReturn, isMajority);
      }
    }
    const believed = fresh.filter((one) => one.counts(now));
    if (believed.length < this.#rules.sourcesMin) {
      this.ticks = 0;
      this.#state = 'none';
      return;
    }
    const wanted = medianTicks(believed);
    this.ticks = this.#pace.move(wanted, now);
    this.#state = this.ticks === wanted ? 'sound' : 'held';
  }

  /**
   * Whether the core must hear of it now: at a turn what is new, and each second at least once, as
   * the core takes its samples by the second; between turns what moved far.
   */
  isDue(now: number, isTurn: boolean): boolean {
    if (this.ticks === 0) return false;
    if (isTurn && secondOf(now) !== secondOf(this.#toldAt)) return true;
    const moved = Math.abs(this.ticks - this.#toldTicks);
    return isTurn ? moved !== 0 : moved > ppmFloor(this.#toldTicks, MOVE_PPM);
  }

  markTold(now: number): void {
    this.#toldTicks = this.ticks;
    this.#toldAt = now;
  }

  /** How it is, for operators. */
  report(now: number): IndexReport {
    const { instrument, symbol } = this.terms;
    const sources = [...this.#sources.values()].map((one) => one.report(now));
    const counted = this.#counting.filter((one) => one.counts(now)).length;
    const toldAgeMs = this.#toldTicks === 0 ? null : now - this.#toldAt;
    const { ticks } = this;
    return { instrument, symbol, state: this.#state, ticks, toldAgeMs, counted, sources };
  }
}

/** The middle price; of two in the middle their mean, down. */
function medianTicks(sources: readonly PriceSource[]): number {
  const sorted = sources.map(({ ticks }) => ticks).sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)]!;
  const high = sorted[Math.floor(sorted.length / 2)]!;
  return low + Math.floor((high - low) / 2);
}

function secondOf(time: number): number {
  return Math.floor(time / SECOND_MS);
}
