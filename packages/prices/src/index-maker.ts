/**
 * Makes the index prices of all contracts of what their sources tell. Time is an argument: whoever
 * owns it hands over prices as they come and asks, several times a second, what the core must hear.
 */
import { CommandKind, type InstrumentId, type PricesCommand } from '@halcyon/domain';
import { ContractIndex } from './contract-index.ts';
import type { PriceFault } from './price-text.ts';
import type { IndexReport } from './reports.ts';
import { checkRules, checkTerms, INDEX_RULES, type IndexRules, type IndexTerms } from './terms.ts';

/** A price as it came from outside. */
export interface SourceQuote {
  readonly source: string;
  readonly instrument: InstrumentId;
  /** Decimal text; anything else is refused. */
  readonly price: unknown;
  /** When it was the price, by the source's clock, Unix ms. */
  readonly time: number;
}

/** A prices command before the engine has given it its place. */
export type PricesInput = Omit<PricesCommand, 'seq' | 'time'>;

/** Between two turns only moves that do not wait are told, ms. */
const TURN_MS = 250;

/** See the head of the file. Times are Unix ms; one that goes back counts as the one before. */
export class IndexMaker {
  readonly #indices = new Map<InstrumentId, ContractIndex>();
  readonly #rules: IndexRules;
  #now = 0;
  #turnAt = Number.NEGATIVE_INFINITY;
  #unknown = 0;

  /** @throws RangeError when terms or rules allow no index, naming the field and its limit */
  constructor(contracts: readonly IndexTerms[], rules: IndexRules = INDEX_RULES) {
    checkRules(rules);
    this.#rules = rules;
    this.add(contracts);
  }

  /**
   * Makes these too; those that it makes already go on where they are.
   * @throws RangeError when terms allow no index, naming the field and its limit
   */
  add(contracts: readonly IndexTerms[]): void {
    for (const terms of contracts) {
      checkTerms(terms, this.#rules);
      if (this.#indices.has(terms.instrument)) continue;
      this.#indices.set(terms.instrument, new ContractIndex(terms, this.#rules));
    }
  }

  /** Takes a price, or says why not. Whether it is believed is decided when indices are made. */
  take(quote: SourceQuote, now: number): PriceFault | 'unknown' | null {
    const source = this.#indices.get(quote.instrument)?.source(quote.source);
    if (source === undefined) {
      this.#unknown += 1;
      return 'unknown';
    }
    return source.take(quote.price, quote.time, this.#advance(now));
  }

  /** Prices of contracts or sources that nobody named. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Makes all indices anew; the command that the core must hear now, or null. */
  make(now: number): PricesInput | null {
    const time = this.#advance(now);
    const isTurn = time - this.#turnAt >= TURN_MS;
    if (isTurn) this.#turnAt = time;
    const entries: number[] = [];
    for (const index of this.#indices.values()) {
      index.make(time);
      if (!index.isDue(time, isTurn)) continue;
      entries.push(index.terms.instrument, index.ticks);
      index.markTold(time);
    }
    return entries.length === 0 ? null : { kind: CommandKind.prices, entries };
  }

  /** How each index and its sources are. */
  reports(now: number): IndexReport[] {
    const time = Math.max(this.#now, now);
    return [...this.#indices.values()].map((index) => index.report(time));
  }

  #advance(now: number): number {
    this.#now = Math.max(this.#now, now);
    return this.#now;
  }
}
