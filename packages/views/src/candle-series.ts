/**
 * One base series of candles: a row for every interval from its first to its last, without holes,
 * so that a row is found by arithmetic. Time without trades has flat rows at the close before.
 * Longer candles are sums of the shorter: an hour that begins with an empty minute opens at the
 * close before, as that minute does.
 */
import { assert } from '@halcyon/domain';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { DAY_MS, MINUTE_MS } from './intervals.ts';
import { addToLanes, lanesOf, lanesToBigInt } from './lanes.ts';
import type { CandleView, HistorySeries } from './types.ts';

const CAPACITY_MIN = 256;

/** Sums of rows before they become a CandleView; reused, so that summing makes no garbage. */
interface Sum {
  open: number;
  high: number;
  low: number;
  close: number;
  base: bigint;
  quote: bigint;
}

/** Rows of one interval. */
export class CandleSeries {
  readonly intervalMs: number;
  readonly #rowsMax: number;
  /** Open time of row 0. */
  #start = 0;
  #length = 0;
  #trimmed = false;
  #revision = 0;
  #open = new Float64Array(CAPACITY_MIN);
  #high = new Float64Array(CAPACITY_MIN);
  #low = new Float64Array(CAPACITY_MIN);
  #close = new Float64Array(CAPACITY_MIN);
  #baseLow = new Float64Array(CAPACITY_MIN);
  #baseHigh = new Uint32Array(CAPACITY_MIN);
  #quoteLow = new Float64Array(CAPACITY_MIN);
  #quoteHigh = new Uint32Array(CAPACITY_MIN);

  /** @param rowsMax rows kept at least; older ones go in whole days. */
  constructor(intervalMs: number, rowsMax: number) {
    this.intervalMs = intervalMs;
    this.#rowsMax = rowsMax;
  }

  get length(): number {
    return this.#length;
  }

  /** Open time of the first row. */
  get startTime(): number {
    return this.#start;
  }

  /** End of the last row: the first time that has no row yet. */
  get endTime(): number {
    return this.#start + this.#length * this.intervalMs;
  }

  /** Whether older rows existed once and were dropped. */
  get trimmed(): boolean {
    return this.#trimmed;
  }

  /** Grows when a row that had a later one was changed. */
  get revision(): number {
    return this.#revision;
  }

  get lastClose(): number {
    return this.#length === 0 ? 0 : this.#close[this.#length - 1]!;
  }

  /** Row of a time; negative before the first. */
  rowAt(time: number): number {
    return Math.floor((time - this.#start) / this.intervalMs);
  }

  /** Gives an empty series its first price. */
  seed(time: number, price: number): void {
    if (this.#length > 0) return;
    this.#start = Math.floor(time / this.intervalMs) * this.intervalMs;
    this.#append(price);
  }

  /** Adds a trade to the row of its time. */
  trade(time: number, price: number, quantity: number, quote: number): void {
    if (this.#length === 0) this.seed(time, price);
    const row = this.rowAt(time);
    if (row < 0) return;
    if (row >= this.#length) {
      this.extendTo(time);
      this.trade(time, price, quantity, quote);
      return;
    }
    const empty = this.#baseLow[row] === 0 && this.#baseHigh[row] === 0;
    if (empty && (time - this.#start) % this.intervalMs < MINUTE_MS) {
      this.#open[row] = price;
      this.#high[row] = price;
      this.#low[row] = price;
    } else {
      if (price > this.#high[row]!) this.#high[row] = price;
      if (price < this.#low[row]!) this.#low[row] = price;
    }
    this.#close[row] = price;
    addToLanes(this.#baseHigh, this.#baseLow, row, quantity);
    addToLanes(this.#quoteHigh, this.#quoteLow, row, quote);
    if (row < this.#length - 1) this.#late(row, price);
  }

  /** A trade came after later rows were made: the flat ones behind it have a new close before. */
  #late(row: number, price: number): void {
    this.#revision += 1;
    for (let at = row + 1; at < this.#length; at++) {
      if (this.#baseLow[at] !== 0 || this.#baseHigh[at] !== 0) return;
      this.#open[at] = price;
      this.#high[at] = price;
      this.#low[at] = price;
      this.#close[at] = price;
    }
  }

  /** Appends flat rows up to the one that holds `time`; none while the series is empty. */
  extendTo(time: number): void {
    if (this.#length === 0) return;
    const row = this.rowAt(time);
    if (row < this.#length) return;
    const price = this.lastClose;
    if (row - this.#length > this.#rowsMax) {
      // Down for longer than rows are kept: only the flat part that would remain is made.
      this.#start = this.#dayOf(time) - this.#rowsMax * this.intervalMs;
      this.#length = 0;
      this.#trimmed = true;
    }
    while (this.endTime <= time) this.#append(price);
    this.#trim();
  }

  #dayOf(time: number): number {
    return Math.floor(time / DAY_MS) * DAY_MS;
  }

  #append(price: number): void {
    const row = this.#length;
    if (row === this.#open.length) this.#reserve(row + 1);
    this.#open[row] = price;
    this.#high[row] = price;
    this.#low[row] = price;
    this.#close[row] = price;
    this.#baseLow[row] = 0;
    this.#baseHigh[row] = 0;
    this.#quoteLow[row] = 0;
    this.#quoteHigh[row] = 0;
    this.#length = row + 1;
  }

  #trim(): void {
    const slack = Math.max(256, this.#rowsMax >>> 3);
    if (this.#length <= this.#rowsMax + slack) return;
    const oldest = this.#dayOf(this.endTime - this.#rowsMax * this.intervalMs);
    const drop = this.rowAt(oldest);
    if (drop <= 0) return;
    for (const column of this.#columns()) column.copyWithin(0, drop, this.#length);
    this.#start = oldest;
    this.#length -= drop;
    this.#trimmed = true;
  }

  #columns(): (Float64Array | Uint32Array)[] {
    const prices = [this.#open, this.#high, this.#low, this.#close];
    return [...prices, this.#baseLow, this.#baseHigh, this.#quoteLow, this.#quoteHigh];
  }

  #reserve(rows: number): void {
    const slack = Math.max(256, this.#rowsMax >>> 3);
    // The trim lets a series reach rowsMax and the slack, and half a day more before its day ends.
    const most = this.#rowsMax + slack + Math.ceil(DAY_MS / this.intervalMs);
    let capacity = Math.max(rows, this.#open.length * 2);
    if (rows <= most) capacity = Math.min(capacity, most);
    const doubles = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(capacity);
      to.set(from.subarray(0, this.#length));
      return to;
    };
    const words = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
      const to = new Uint32Array(capacity);
      to.set(from.subarray(0, this.#length));
      return to;
    };
    this.#open = doubles(this.#open);
    this.#high = doubles(this.#high);
    this.#low = doubles(this.#low);
    this.#close = doubles(this.#close);
    this.#baseLow = doubles(this.#baseLow);
    this.#quoteLow = doubles(this.#quoteLow);
    this.#baseHigh = words(this.#baseHigh);
    this.#quoteHigh = words(this.#quoteHigh);
  }

  /**
   * Rows `from` to before `to` as one candle. Throws InvariantError for an empty range.
   * @param openTime of the result
   */
  sum(from: number, to: number, openTime: number): CandleView {
    assert(from >= 0 && from < to && to <= this.#length, 'candles: no such rows');
    const total: Sum = {
      open: this.#open[from]!,
      high: this.#high[from]!,
      low: this.#low[from]!,
      close: this.#close[to - 1]!,
      base: 0n,
      quote: 0n,
    };
    this.#addRange(from, to, total);
    return {
      openTime,
      open: total.open,
      high: total.high,
      low: total.low,
      close: total.close,
      baseVolume: total.base,
      quoteVolume: total.quote,
    };
  }

  #addRange(from: number, to: number, total: Sum): void {
    let [baseHigh, baseLow, quoteHigh, quoteLow] = [0, 0, 0, 0];
    for (let row = from; row < to; row++) {
      if (this.#high[row]! > total.high) total.high = this.#high[row]!;
      if (this.#low[row]! < total.low) total.low = this.#low[row]!;
      baseHigh += this.#baseHigh[row]!;
      quoteHigh += this.#quoteHigh[row]!;
      baseLow += this.#baseLow[row]!;
      quoteLow += this.#quoteLow[row]!;
      // One more low lane always fits below 2^53; a carry is rare, so it may be a bigint at once.
      if (baseLow >= 2 ** 52) {
        total.base += BigInt(baseLow);
        baseLow = 0;
      }
      if (quoteLow >= 2 ** 52) {
        total.quote += BigInt(quoteLow);
        quoteLow = 0;
      }
    }
    total.base += lanesToBigInt(baseHigh, baseLow);
    total.quote += lanesToBigInt(quoteHigh, quoteLow);
  }

  /** Takes the rows of history into a new series. */
  load(history: HistorySeries, quoteFactor: number): void {
    const times = history.openTimeMs;
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      assert(time % this.intervalMs === 0, 'history: a time is no multiple of its interval');
      assert(i === 0 || time >= this.endTime, 'history: times do not ascend');
      this.append({
        openTime: time,
        open: history.open[i]!,
        high: history.high[i]!,
        low: history.low[i]!,
        close: history.close[i]!,
        baseVolume: BigInt(history.baseVolume[i]!),
        quoteVolume: history.quoteVolume[i]! * BigInt(quoteFactor),
      });
    }
    this.#trim();
  }

  /** Adds a row at the end, after flat ones where time was left out. */
  append(candle: CandleView): void {
    if (this.#length === 0) this.seed(candle.openTime, candle.open);
    const row = this.rowAt(candle.openTime);
    assert(row >= this.#length - 1, 'candles: a row is appended before the last one');
    const price = this.lastClose;
    while (this.#length <= row) this.#append(price);
    const base = lanesOf(candle.baseVolume);
    const quote = lanesOf(candle.quoteVolume);
    this.#open[row] = candle.open;
    this.#high[row] = candle.high;
    this.#low[row] = candle.low;
    this.#close[row] = candle.close;
    this.#baseHigh[row] = base.high;
    this.#baseLow[row] = base.low;
    this.#quoteHigh[row] = quote.high;
    this.#quoteLow[row] = quote.low;
  }

  /** Forgets what was traded in the rows that begin before `time`; their prices stay. */
  dropVolumes(time: number): void {
    const end = Math.min(this.#length, Math.max(0, Math.ceil(this.#rowsTo(time))));
    for (const column of [this.#baseLow, this.#baseHigh, this.#quoteLow, this.#quoteHigh]) {
      column.fill(0, 0, end);
    }
  }

  /** Rows from the first to a time, parts of one too. */
  #rowsTo(time: number): number {
    return (time - this.#start) / this.intervalMs;
  }

  /** Drops the rows that begin at `time` or later, a multiple of the interval. */
  cutAt(time: number): void {
    this.#length = Math.min(this.#length, Math.max(0, this.rowAt(time)));
  }

  /** Rows from the one that holds `since` on; all when it is before the first. */
  write(to: ByteWriter, since = 0): void {
    const from = Math.min(this.#length, Math.max(0, this.rowAt(since)));
    to.number(this.intervalMs);
    to.number(this.#start + from * this.intervalMs);
    to.number(this.#trimmed || from > 0 ? 1 : 0);
    for (const column of this.#columns()) to.column(column, from, this.#length);
  }

  /**
   * Cuts what it has at the first stored row and appends the stored ones. Returns whether those were
   * longer, as older versions wrote them: each has then all of its trades in its first part.
   */
  read(from: ByteReader): boolean {
    const intervalMs = from.number();
    if (intervalMs === this.intervalMs) {
      this.#readRows(from);
      return false;
    }
    assert(intervalMs % this.intervalMs === 0, 'candles: stored rows have another interval');
    const longer = new CandleSeries(intervalMs, this.#rowsMax);
    longer.#readRows(from);
    if (longer.length > 0) this.#spread(longer);
    return true;
  }

  /** Continues with the rows of a longer interval. */
  #spread(longer: CandleSeries): void {
    const { startTime, endTime, intervalMs, trimmed } = longer;
    if (startTime < this.#start || startTime > this.endTime) {
      this.#length = 0;
      this.#trimmed = trimmed;
    } else this.cutAt(startTime);
    for (let row = 0; row < longer.length; row++) {
      this.append(longer.sum(row, row + 1, startTime + row * intervalMs));
    }
    this.extendTo(endTime - 1);
  }

  #readRows(from: ByteReader): void {
    const start = from.number();
    const wasTrimmed = from.number() === 1;
    const rows = from.columnLength();
    if (rows > 0 && (this.#length === 0 || start < this.#start || start > this.endTime)) {
      this.#start = start;
      this.#trimmed = wasTrimmed;
      this.#length = 0;
    }
    const at = rows === 0 ? this.#length : this.rowAt(start);
    if (at + rows > this.#open.length) this.#reserve(at + rows);
    for (const column of this.#columns()) from.columnInto(column, at, rows);
    if (rows > 0) this.#length = at + rows;
  }
}
