/**
 * Candles of a price that nobody traded at: the index, the mark. They begin when the exchange learns the
 * first such price; before it they are those of the trades, of which the seed gives years.
 */
import type { Interval } from '@halcyon/domain';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { Candles, LIMIT_DEFAULT } from './candles.ts';
import type { CandleQuery, CandleView, PriceRange } from './types.ts';

export class PriceCandles {
  readonly #candles = new Candles();
  readonly #trades: Candles;

  /** @param trades of the same contract */
  constructor(trades: Candles) {
    this.#trades = trades;
  }

  add(time: number, price: number): void {
    // Each price counts as one: a row without any has the close before.
    this.#candles.add(time, price, 1, 0);
  }

  /** Of own prices alone; see Candles. */
  range(from: number, to: number): PriceRange | null {
    return this.#candles.range(from, to);
  }

  /** Ascending, without volumes; see CandleQuery. */
  query(interval: Interval, query: CandleQuery, now: number): CandleView[] {
    const own = this.#candles.query(interval, query, now);
    const rows = this.#withPast(own, interval, query, now);
    return rows.map((row) => ({ ...row, baseVolume: 0n, quoteVolume: 0n }));
  }

  /** Rows with what was before the first price: the rest of the row that holds it, and older ones. */
  #withPast(
    rows: CandleView[],
    interval: Interval,
    { startTime = 0, endTime = Number.MAX_SAFE_INTEGER, limit = LIMIT_DEFAULT }: CandleQuery,
    now: number,
  ): CandleView[] {
    const { beginning } = this.#candles;
    const [first, ...later] = rows;
    if (first !== undefined && first.openTime >= beginning && rows.length >= limit) return rows;
    const part =
      first === undefined ? null : this.#trades.part(first.openTime, Math.min(beginning, now));
    const own = first === undefined || part === null ? rows : [joined(part, first), ...later];
    const before = Math.min(endTime, beginning - 1, (first?.openTime ?? beginning) - 1);
    const older = { startTime, endTime: before, limit: limit - rows.length };
    return before < startTime ? own : [...this.#trades.query(interval, older, now), ...own];
  }

  write(to: ByteWriter): void {
    this.#candles.write(to);
  }

  read(from: ByteReader): void {
    this.#candles.read(from);
  }
}

function joined(part: CandleView, rest: CandleView): CandleView {
  const { openTime, open } = part;
  const high = Math.max(part.high, rest.high);
  return { ...rest, openTime, open, high, low: Math.min(part.low, rest.low) };
}
