/** The book bands: a recorder that follows level changes, samples each second, and measures. */
import type { Measurements } from './report.ts';
import { autocorrelation, correlation, mean, slope, standardDeviation } from './statistics.ts';

/** Which side of the book a level is on. */
export type BidOrAsk = 'bid' | 'ask';

/** The book at one whole second. Quantities in lots, depths in ticks times lots, one side each. */
export interface BookSnapshot {
  readonly mid: number;
  readonly bestBidQuantity: number;
  readonly bestAskQuantity: number;
  /** Mean over both sides of the value resting within each distance of `DEPTH_BP`. */
  readonly depth: readonly number[];
  /** Mean over both sides of occupied levels within 10 bp. */
  readonly levels: number;
  /** Value within 10 bp of each side, bid first. */
  readonly tenBp: readonly [number, number];
  /** Value at the best level of each side, bid first. */
  readonly best: readonly [number, number];
}

/** Distances from mid, in basis points, at which depth is sampled. */
export const DEPTH_BP = [1, 2, 5, 10, 20, 50, 100] as const;
const TEN_BP = DEPTH_BP.indexOf(10);

/** Sorted price levels of one side, best at the end. */
export class SideLevels {
  readonly prices: number[] = [];
  readonly quantities: number[] = [];
  readonly #sign: 1 | -1;

  constructor(side: BidOrAsk) {
    this.#sign = side === 'bid' ? 1 : -1;
  }

  /** Sets the quantity at a price; 0 removes the level. */
  set(price: number, quantity: number): void {
    let low = 0;
    let high = this.prices.length;
    const key = price * this.#sign;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.prices[middle]! * this.#sign < key) low = middle + 1;
      else high = middle;
    }
    const found = this.prices[low] === price;
    if (quantity > 0 && found) this.quantities[low] = quantity;
    else if (quantity > 0) {
      this.prices.splice(low, 0, price);
      this.quantities.splice(low, 0, quantity);
    } else if (found) {
      this.prices.splice(low, 1);
      this.quantities.splice(low, 1);
    }
  }

  /** Best price, undefined when the side is empty. */
  get best(): number | undefined {
    return this.prices.at(-1);
  }

  /** Quantity at the best price, 0 when the side is empty. */
  get bestQuantity(): number {
    return this.quantities.at(-1) ?? 0;
  }

  /** Adds value by distance to `depth` and gives the number of levels within 10 bp. */
  accumulate(mid: number, depth: number[]): number {
    let levels = 0;
    for (let index = this.prices.length - 1; index >= 0; index -= 1) {
      const price = this.prices[index]!;
      const distance = (Math.abs(price - mid) / mid) * 1e4;
      if (distance > DEPTH_BP[DEPTH_BP.length - 1]!) break;
      if (distance <= 10) levels += 1;
      const value = price * this.quantities[index]!;
      for (let step = DEPTH_BP.length - 1; step >= 0 && distance <= DEPTH_BP[step]!; step -= 1) {
        depth[step] = depth[step]! + value;
      }
    }
    return levels;
  }
}

/** Follows one book through level changes; call `endEvent` after each consistent group of them. */
export class BookRecorder {
  readonly snapshots: BookSnapshot[] = [];
  readonly #bids = new SideLevels('bid');
  readonly #asks = new SideLevels('ask');
  readonly #tick: number;
  #firstMs = Number.NaN;
  #lastMs = Number.NaN;
  #nextSampleMs = 0;
  #oneTickMs = 0;
  #updates = 0;
  #crossed = 0;

  /** @param tick the price tick in the unit of the prices given (1 for integer ticks). */
  constructor(tick = 1) {
    this.#tick = tick;
  }

  /** Sets one level's quantity; 0 removes it. `count` is false for a first snapshot's levels. */
  set(side: BidOrAsk, price: number, quantity: number, count = true): void {
    (side === 'bid' ? this.#bids : this.#asks).set(price, quantity);
    if (count) this.#updates += 1;
  }

  /** Call before the changes of an event at `timeMs`: samples whole seconds that have passed. */
  advance(timeMs: number): void {
    if (Number.isNaN(this.#firstMs)) {
      this.#firstMs = timeMs;
      this.#nextSampleMs = (Math.floor(timeMs / 1000) + 1) * 1000;
      this.#lastMs = timeMs;
      return;
    }
    while (this.#nextSampleMs <= timeMs) {
      this.#sample();
      this.#nextSampleMs += 1000;
    }
    const bid = this.#bids.best;
    const ask = this.#asks.best;
    if (bid !== undefined && ask !== undefined) {
      if (ask - bid < 1.5 * this.#tick) this.#oneTickMs += timeMs - this.#lastMs;
      if (ask <= bid) this.#crossed += 1;
    }
    this.#lastMs = timeMs;
  }

  /** Events at which the best bid was not below the best ask: 0 in a correct replay. */
  get crossed(): number {
    return this.#crossed;
  }

  /** Every book band over the time recorded so far. */
  measure(): Measurements {
    const seconds = (this.#lastMs - this.#firstMs) / 1000;
    return {
      'book.1tick': this.#oneTickMs / 1000 / seconds,
      ...measureBook(this.snapshots),
      'book.updates': this.#updates / seconds,
    };
  }

  #sample(): void {
    const bid = this.#bids.best;
    const ask = this.#asks.best;
    if (bid === undefined || ask === undefined) return;
    const mid = (bid + ask) / 2;
    const bids = DEPTH_BP.map(() => 0);
    const asks = DEPTH_BP.map(() => 0);
    const levels = this.#bids.accumulate(mid, bids) + this.#asks.accumulate(mid, asks);
    const bestBidQuantity = this.#bids.bestQuantity;
    const bestAskQuantity = this.#asks.bestQuantity;
    this.snapshots.push({
      mid,
      bestBidQuantity,
      bestAskQuantity,
      depth: bids.map((value, at) => (value + asks[at]!) / 2),
      levels: levels / 2,
      tenBp: [bids[TEN_BP]!, asks[TEN_BP]!],
      best: [bid * bestBidQuantity, ask * bestAskQuantity],
    });
  }
}

function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The book bands that one-second snapshots carry. */
export function measureBook(snapshots: readonly BookSnapshot[]): Measurements {
  const depth = DEPTH_BP.map((_, at) => mean(snapshots.map((one) => one.depth[at]!)));
  const fitted = DEPTH_BP.flatMap((bp, at) => (bp >= 2 && bp <= 50 ? [at] : []));
  const persistence = (side: 0 | 1): number =>
    autocorrelation(
      snapshots.map((one) => one.tenBp[side]),
      1,
    );
  const moves = snapshots.slice(1).map((one, at) => Math.log(one.mid / snapshots[at]!.mid));
  const imbalance = snapshots.slice(0, -1).map((one) => {
    const { bestBidQuantity: bid, bestAskQuantity: ask } = one;
    return (bid - ask) / (bid + ask);
  });
  return {
    'book.exponent': slope(
      fitted.map((at) => Math.log(DEPTH_BP[at]!)),
      fitted.map((at) => Math.log(depth[at]!)),
    ),
    'book.best': median(snapshots.flatMap((one) => one.best)) / depth[TEN_BP]!,
    'book.depth50to10': depth[DEPTH_BP.indexOf(50)]! / depth[TEN_BP]!,
    'book.levels10': mean(snapshots.map((one) => one.levels)),
    'book.acf1': (persistence(0) + persistence(1)) / 2,
    'book.imb': correlation(imbalance, moves),
    'book.vol1s': standardDeviation(moves) * 1e4,
  };
}
