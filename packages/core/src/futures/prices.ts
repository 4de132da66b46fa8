/**
 * Index and mark prices. Sources are the engine's surroundings' business; what they agreed on comes as
 * a command. The mark is the median of three: the index with the expected funding of the rest of the
 * round, the index with the mean distance of the book, and the last price; and no further from the index
 * than the contract allows. Books and trades count as far as they are of the contract's impact size.
 */
import {
  boundedMark,
  fundingRate,
  medianOf,
  type PricesCommand,
  RATE_SCALE,
  Reject,
  ratioTrunc,
  type Side,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import { Lateness } from '../state/index-price.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Contract, ContractImage } from './contract.ts';

/** The mean distance is kept in this part of a tick. */
const BASIS_SCALE = 1_024;
/** Each second's distance counts for this part of the mean. */
const BASIS_WEIGHT = 64;
const SECOND_MS = 1_000;

/** Prices of a contract as the market has them that a paper venue follows. */
export type FollowedContractPrices = Pick<
  ContractImage,
  'index' | 'mark' | 'fundingRate' | 'fundingTime' | 'late'
>;

export class Prices {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;

  constructor(state: State, out: CommandOutcome) {
    this.state = state;
    this.out = out;
  }

  /** Takes new index prices; the markets that they changed, or null when the command was refused. */
  apply(command: PricesCommand): Market[] | null {
    const { entries } = command;
    const { markets, loans, log, time } = this.state;
    if (entries.length % 2 !== 0) return this.refuse(Reject.parameterRange, 2, entries.length);
    for (let i = 0; i < entries.length; i += 2) {
      if (!markets[entries[i]!]?.contract && loans.pricedBy(entries[i]!) === undefined) {
        return this.refuse(Reject.unknownInstrument, 0, entries[i]!);
      }
      if (!(entries[i + 1]! >= 1)) return this.refuse(Reject.priceRange, 1, entries[i + 1]!);
    }
    const moved: Market[] = [];
    for (let i = 0; i < entries.length; i += 2) {
      const market = markets[entries[i]!]!;
      const { contract } = market;
      if (contract === null) {
        loans.pricedBy(entries[i]!)!.setIndex(entries[i + 1]!, time);
        log.coinIndex(entries[i]!, entries[i + 1]!);
        continue;
      }
      // Plans may watch the index, or have waited for it.
      const news = contract.closed || contract.index !== entries[i + 1]!;
      contract.setIndex(entries[i + 1]!, time);
      if (contract.fundingTime === 0) contract.fundingTime = nextFunding(contract, time);
      this.sample(market, contract);
      const changed = this.setMark(market, contract, this.fairMark(market, contract));
      if (changed || news) moved.push(market);
    }
    return moved;
  }

  /** Paper venue: takes the prices there; whether they changed. */
  follow(market: Market, contract: Contract, prices: FollowedContractPrices): boolean {
    const { index, mark, fundingRate: rate, fundingTime, late } = prices;
    const sound = late === Lateness.sound;
    // That an index has become old is seen here too, by the time that passes.
    if (!sound && contract.late === late && contract.mark === mark) return false;
    const news = contract.index !== index || (sound && contract.closed);
    contract.index = index;
    contract.late = late;
    if (sound) contract.indexTime = this.state.time;
    contract.fundingRate = rate;
    contract.fundingTime = fundingTime;
    const changed = this.setMark(market, contract, mark);
    return changed || news;
  }

  /** Takes note of indices that have become old; the markets whose mark changed by it. */
  passTime(): Market[] {
    const { markets, time } = this.state;
    const moved: Market[] = [];
    for (const market of markets) {
      const { contract } = market;
      if (contract === null || !contract.age(time)) continue;
      if (this.setMark(market, contract, contract.index)) moved.push(market);
    }
    return moved;
  }

  /** When the next index becomes old, Unix ms; Infinity = never. */
  get deadline(): number {
    let deadline = Number.POSITIVE_INFINITY;
    for (const { contract } of this.state.markets) {
      if (contract !== null) deadline = Math.min(deadline, contract.ages);
    }
    return deadline;
  }

  /** Once a second: how far the book is from the index, for the mean distance and the premium. */
  private sample(market: Market, contract: Contract): void {
    const second = Math.floor(this.state.time / SECOND_MS);
    if (second === contract.sampled) return;
    contract.sampled = second;
    const bid = this.bookPrice(market, contract, 0);
    const ask = this.bookPrice(market, contract, 1);
    const { index } = contract;
    if (bid !== 0 && ask !== 0) {
      const distance = this.counted(Math.floor((bid + ask) / 2), contract) - index;
      contract.basis += Math.trunc((distance * BASIS_SCALE - contract.basis) / BASIS_WEIGHT);
    } else if (this.state.rules >= Rules.boundedMarks) {
      // What the book said while it had two sides is true for less and less.
      contract.basis -= Math.trunc(contract.basis / BASIS_WEIGHT);
    }
    const above = bid === 0 ? 0 : Math.max(0, this.counted(bid, contract) - index);
    const below = ask === 0 ? 0 : Math.max(0, index - this.counted(ask, contract));
    contract.premiumSum += ratioTrunc(above - below, RATE_SCALE, index);
    contract.premiumCount += 1;
    const premium = Math.trunc(contract.premiumSum / contract.premiumCount);
    contract.fundingRate = fundingRate(premium, contract.terms);
  }

  /** What a side of the book counts at, ticks; 0 where it has not enough to count. */
  private bookPrice({ book }: Market, contract: Contract, side: Side): number {
    if (this.state.rules < Rules.impactSizes) return book.best(side);
    return book.impactPrice(side, contract.impact);
  }

  private fairMark(market: Market, contract: Contract): number {
    const { index, basis, fundingTime, terms } = contract;
    const left = Math.max(0, Math.min(terms.fundingIntervalMs, fundingTime - this.state.time));
    const expected = ratioTrunc(contract.fundingRate, left, terms.fundingIntervalMs);
    const byFunding = Math.max(1, index + ratioTrunc(expected, index, RATE_SCALE));
    const byBasis = Math.max(1, index + Math.trunc(basis / BASIS_SCALE));
    const last = this.state.rules < Rules.impactSizes ? market.lastPrice : contract.counted;
    return this.counted(medianOf(byFunding, byBasis, last === 0 ? index : last), contract);
  }

  /** A price that people made, as far as it counts. */
  private counted(price: number, { index, terms }: Contract): number {
    return this.state.rules < Rules.boundedMarks ? price : boundedMark(price, index, terms);
  }

  /** Sets and reports the mark; whether it changed. */
  private setMark(market: Market, contract: Contract, mark: number): boolean {
    const changed = contract.mark !== mark;
    contract.mark = mark;
    const { index, fundingRate: rate, fundingTime } = contract;
    this.state.log.marks(market.instrument.id, index, mark, rate, fundingTime);
    return changed;
  }

  private refuse(code: Reject, limit: number, value: number): null {
    this.out.refuse(code, limit, value);
    return null;
  }
}

/** The first whole interval of the day (UTC) after `time`. */
function nextFunding(contract: Contract, time: number): number {
  const { fundingIntervalMs } = contract.terms;
  return (Math.floor(time / fundingIntervalMs) + 1) * fundingIntervalMs;
}
