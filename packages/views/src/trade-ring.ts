import type { InstrumentId, Side, TradeEvent } from '@halcyon/domain';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { PriceRange, TradeQuery, TradeView } from './types.ts';

/** What the public is told of a trade, of a spot pair or a contract. */
export type PublicTrade = Pick<
  TradeEvent,
  'trade' | 'price' | 'quantity' | 'quote' | 'takerSide' | 'time' | 'own'
>;

/** Public trades kept for each instrument. */
export const TRADES_KEPT = 10_000;
const CAPACITY_MIN = 256;
/** Beside a side: the trade was within one owner. */
const OWN = 2;

/** The last public trades of one instrument. Ids and times ascend. */
export class TradeRing {
  declare private readonly instrument: InstrumentId;
  declare private readonly quoteFactor: number;
  #capacity = CAPACITY_MIN;
  #ids = new Float64Array(CAPACITY_MIN);
  #prices = new Float64Array(CAPACITY_MIN);
  #quantities = new Float64Array(CAPACITY_MIN);
  #times = new Float64Array(CAPACITY_MIN);
  /** Side of the taker, and OWN. */
  #sides = new Uint8Array(CAPACITY_MIN);
  /** Position of the oldest, and how many there are. */
  #first = 0;
  #length = 0;
  #lastPrice = 0;
  #lastQuantity = 0;

  constructor(instrument: InstrumentId, quoteFactor: number) {
    this.instrument = instrument;
    this.quoteFactor = quoteFactor;
  }

  get length(): number {
    return this.#length;
  }

  /** Price and lots of the latest trade that was not within one owner, 0 = none. */
  get lastPrice(): number {
    return this.#lastPrice;
  }
  get lastQuantity(): number {
    return this.#lastQuantity;
  }

  /** Adds the next trade; the oldest leaves when the ring is full. */
  push(event: PublicTrade): void {
    const side = event.own ? event.takerSide | OWN : event.takerSide;
    this.#append(event.trade, event.price, event.quantity, event.time, side);
  }

  #append(id: number, price: number, quantity: number, time: number, side: number): void {
    if (this.#length === this.#capacity && this.#capacity < TRADES_KEPT) this.#grow();
    let at: number;
    if (this.#length === this.#capacity) {
      at = this.#first;
      this.#first = at + 1 === this.#capacity ? 0 : at + 1;
    } else {
      at = this.#position(this.#length);
      this.#length += 1;
    }
    this.#ids[at] = id;
    this.#prices[at] = price;
    this.#quantities[at] = quantity;
    this.#times[at] = time;
    this.#sides[at] = side;
    if ((side & OWN) !== 0) return;
    this.#lastPrice = price;
    this.#lastQuantity = quantity;
  }

  /** Newest first. */
  query(limit: number, query: TradeQuery): TradeView[] {
    let end = this.#length;
    if (query.before !== undefined) end = this.#lowerBound(this.#ids, query.before);
    if (query.endTime !== undefined) {
      end = Math.min(end, this.#lowerBound(this.#times, query.endTime + 1));
    }
    let start = query.startTime === undefined ? 0 : this.#lowerBound(this.#times, query.startTime);
    start = Math.max(start, end - limit);
    const result: TradeView[] = [];
    for (let index = end - 1; index >= start; index--) result.push(this.#view(index));
    return result;
  }

  /** Lowest and highest price of trades between two times, those within one owner left out; null = none. */
  range(from: number, to: number): PriceRange | null {
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    for (let i = this.#lowerBound(this.#times, from); i < this.#length; i++) {
      const at = this.#position(i);
      if (this.#times[at]! >= to) break;
      if ((this.#sides[at]! & OWN) !== 0) continue;
      low = Math.min(low, this.#prices[at]!);
      high = Math.max(high, this.#prices[at]!);
    }
    return high === 0 ? null : { low, high };
  }

  #view(index: number): TradeView {
    const at = this.#position(index);
    const price = this.#prices[at]!;
    const quantity = this.#quantities[at]!;
    return {
      trade: this.#ids[at]!,
      instrument: this.instrument,
      price,
      quantity,
      // Exact: the core takes no trade whose quote amount is not a safe integer.
      quote: price * quantity * this.quoteFactor,
      takerSide: (this.#sides[at]! & 1) as Side,
      time: this.#times[at]!,
    };
  }

  #position(index: number): number {
    const at = this.#first + index;
    return at >= this.#capacity ? at - this.#capacity : at;
  }

  /** Index of the first trade whose value in the column is not below `bound`. */
  #lowerBound(column: Float64Array, bound: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (column[this.#position(middle)]! < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Only while nothing was dropped yet, so that the oldest is at 0. */
  #grow(): void {
    const capacity = Math.min(this.#capacity * 2, TRADES_KEPT);
    const grow = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(capacity);
      to.set(from);
      return to;
    };
    this.#ids = grow(this.#ids);
    this.#prices = grow(this.#prices);
    this.#quantities = grow(this.#quantities);
    this.#times = grow(this.#times);
    const sides = new Uint8Array(capacity);
    sides.set(this.#sides);
    this.#sides = sides;
    this.#capacity = capacity;
  }

  write(to: ByteWriter): void {
    const ordered = (column: Float64Array | Uint8Array): void => {
      const values = Float64Array.from(
        { length: this.#length },
        (_, i) => column[this.#position(i)]!,
      );
      to.column(values, 0, values.length);
    };
    ordered(this.#ids);
    ordered(this.#prices);
    ordered(this.#quantities);
    ordered(this.#times);
    ordered(this.#sides);
  }

  /** Into a new ring. */
  read(from: ByteReader): void {
    const [ids, prices, quantities] = [from.column(), from.column(), from.column()];
    const [times, sides] = [from.column(), from.column()];
    for (let i = 0; i < ids.length; i++) {
      this.#append(ids[i]!, prices[i]!, quantities[i]!, times[i]!, sides[i]!);
    }
  }
}
