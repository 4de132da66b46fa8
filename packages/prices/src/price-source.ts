/** One source of a contract: its last price, whether it may be believed, what was refused of it. */
import { ppmFloor } from '@halcyon/domain';
import { PRICE_FAULTS, type PriceFault, readTicks } from './price-text.ts';
import type { SourceReport, SourceState } from './reports.ts';
import { type IndexRules, JUDGES_MIN, type SourceTerms } from './terms.ts';

export class PriceSource {
  readonly terms: SourceTerms;
  /** Its last price; 0 = it has told none. */
  ticks = 0;
  readonly #priceScale: number;
  readonly #rules: IndexRules;
  readonly #refused: Record<PriceFault, number>;
  #time = 0;
  /** When it told this price first, and where the others were then; null = not yet looked at. */
  #since = 0;
  #othersThen: ReadonlyMap<PriceSource, number> | null = null;
  /** Whether its clock goes on and its price does not, while all others have moved. */
  #stands = false;
  /** How far it was from the median when that was last known; the sign says on which side. */
  #apart = 0;
  /** Why it is not used although it is fresh; null = it is. */
  #leftOut: 'lying' | 'disagree' | null = null;
  /** When it counts again if it agrees until then. */
  #returnAt = 0;

  constructor(terms: SourceTerms, priceScale: number, rules: IndexRules) {
    this.terms = terms;
    this.#priceScale = priceScale;
    this.#rules = rules;
    const none = PRICE_FAULTS.map((fault) => [fault, 0]);
    this.#refused = Object.fromEntries(none) as Record<PriceFault, number>;
  }

  /** Takes its newest price, or says why not. */
  take(price: unknown, time: number, now: number): PriceFault | null {
    const ticks = readTicks(price, this.terms.scale, this.#priceScale);
    if (typeof ticks === 'string') return this.#refuse(ticks);
    const fault = this.#timeFault(time, now);
    if (fault !== null) return this.#refuse(fault);
    // One that was silent told nothing meanwhile: that its price is the same says nothing of it.
    if (ticks !== this.ticks || time - this.#time > this.#rules.freshMs) {
      this.#since = time;
      this.#othersThen = null;
      this.#stands = false;
    }
    this.ticks = ticks;
    this.#time = time;
    return null;
  }

  isFresh(now: number): boolean {
    return this.ticks !== 0 && this.#age(now) <= this.#rules.freshMs;
  }

  /** Whether its price may be used. */
  counts(now: number): boolean {
    return this.isFresh(now) && this.#leftOut === null;
  }

  /** Whether its price is near enough to another. One tick always is: a price of few ticks has no finer steps. */
  isNear(ticks: number): boolean {
    return Math.abs(this.ticks - ticks) <= Math.max(1, ppmFloor(ticks, this.#rules.apartPpm));
  }

  /**
   * Compares it with the median of all that are fresh. One that a majority found lying needs enough of them
   * to be believed again; those who only disagreed agree again.
   * @param canReturn whether enough are fresh to say that it is right again
   * @param isMajority whether most of them are near the median, so that one who is not is wrong
   */
  judge(median: number, now: number, canReturn: boolean, isMajority: boolean): void {
    const isFresh = this.isFresh(now);
    if (isFresh) this.#apart = this.ticks - median;
    const agrees = isFresh && this.isNear(median);
    if (isFresh && !agrees) this.#leftOut = isMajority ? 'lying' : (this.#leftOut ?? 'disagree');
    if (this.#leftOut === null) return;
    const mayReturn = agrees && (this.#leftOut === 'lying' ? canReturn : isMajority);
    if (!mayReturn) this.#returnAt = now + this.#rules.returnMs;
    else if (now >= this.#returnAt) this.#leftOut = null;
  }

  /**
   * Sees whether its price stood still while the others moved on. All of them, each from where it was:
   * a few who lie could move the median alone, and so have honest ones of a quiet market left out.
   */
  compare(fresh: readonly PriceSource[], now: number): void {
    const others = fresh.filter((one) => one !== this);
    this.#othersThen ??= new Map(others.map((one) => [one, one.ticks]));
    const known = others.filter((one) => this.#othersThen?.has(one));
    this.#stands =
      now - this.#since > this.#rules.stoppedMs &&
      known.length >= JUDGES_MIN - 1 &&
      known.every((one) => this.#hasLeft(this.#othersThen?.get(one) ?? 0, one.ticks));
  }

  #hasLeft(before: number, ticks: number): boolean {
    return Math.abs(ticks - before) > Math.max(1, ppmFloor(before, this.#rules.stillPpm));
  }

  /** How it is, for operators. */
  report(now: number): SourceReport {
    const { name, weight } = this.terms;
    const ageMs = this.ticks === 0 ? null : Math.max(0, this.#age(now));
    const told = { ticks: this.ticks, ageMs, apartTicks: this.#apart };
    return { name, weight, state: this.#stateAt(now), ...told, refused: { ...this.#refused } };
  }

  /** Of its price: of one that stands since it was told first. */
  #age(now: number): number {
    return now - (this.#stands ? this.#since : this.#time);
  }

  #refuse(fault: PriceFault): PriceFault {
    this.#refused[fault] += 1;
    return fault;
  }

  #stateAt(now: number): SourceState {
    if (this.isFresh(now)) return this.#leftOut ?? 'fresh';
    return this.ticks !== 0 && this.#age(now) <= this.#rules.stoppedMs ? 'late' : 'stopped';
  }

  #timeFault(time: number, now: number): PriceFault | null {
    if (!Number.isSafeInteger(time) || time <= 0) return 'time';
    if (time > now + this.#rules.aheadMs) return 'future';
    return time < this.#time ? 'back' : null;
  }
}
