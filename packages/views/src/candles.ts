import { assert, type Interval } from '@halcyon/domain';
import { ByteReader, ByteWriter } from './bytes.ts';
import { CandleSeries } from './candle-series.ts';
import { DAY_MS, HOUR_MS, INTERVAL_RULES, MINUTE_MS, THIRD_DAY_MS } from './intervals.ts';
import type { PublicTrade } from './trade-ring.ts';
import type { CandleHistory, CandleQuery, CandleView, HistoryFile, PriceRange } from './types.ts';

/** Candles of a query that names no limit. */
export const LIMIT_DEFAULT = 100;
const MINUTE_ROWS = 30 * 24 * 60;
const HOUR_ROWS = 731 * 24;
/** Sixty years: no limit that anybody meets. */
const THIRD_DAY_ROWS = 60 * 366 * 3;
const FILE_FORM = 1;

/** All candles of one instrument: three base series, everything else summed when asked for. */
export class Candles {
  #m1 = new CandleSeries(MINUTE_MS, MINUTE_ROWS);
  #h1 = new CandleSeries(HOUR_MS, HOUR_ROWS);
  #h8 = new CandleSeries(THIRD_DAY_MS, THIRD_DAY_ROWS);
  /** Rows that begin before this are in a saved history file. */
  #saved = 0;
  /** Trades before this are in the loaded file already: a replay from the beginning skips them. */
  #skipBefore = 0;

  /** The one-minute series, for rolling windows. */
  get minutes(): CandleSeries {
    return this.#m1;
  }

  #all(): CandleSeries[] {
    return [this.#m1, this.#h1, this.#h8];
  }

  /** Adds a trade to the candles of its time. */
  trade(event: PublicTrade): void {
    this.add(event.time, event.price, event.quantity, event.quote);
  }

  /** Adds what was traded at a time. @param quantity > 0: a row of nothing is a flat one */
  add(time: number, price: number, quantity: number, quote: number): void {
    if (time < this.#skipBefore) return;
    this.#m1.trade(time, price, quantity, quote);
    this.#h1.trade(time, price, quantity, quote);
    this.#h8.trade(time, price, quantity, quote);
  }

  /** The price before the first trade; only where nothing is known yet. */
  seed(time: number, price: number): void {
    for (const series of this.#all()) series.seed(time, price);
  }

  /** Flat candles up to `now`. */
  extendTo(now: number): void {
    for (const series of this.#all()) series.extendTo(now);
  }

  /** Price at the start of the UTC day that holds `now`; 0 = none. */
  openUtc(now: number): number {
    this.#h8.extendTo(now);
    const row = Math.max(0, this.#h8.rowAt(Math.floor(now / DAY_MS) * DAY_MS));
    if (row >= this.#h8.length) return this.#h8.lastClose;
    return this.#h8.sum(row, row + 1, 0).open;
  }

  /** When the first price came, to the minute, or as near as is still known; Infinity = none came. */
  get beginning(): number {
    if (this.#m1.length === 0) return Number.POSITIVE_INFINITY;
    const known = this.#all().find(({ trimmed }) => !trimmed) ?? this.#h8;
    return known.startTime;
  }

  /** What is known between two minutes, in as few rows as there are; null: nothing. */
  part(from: number, to: number): CandleView | null {
    const whole = from % HOUR_MS === 0 ? Math.max(from, Math.floor(to / HOUR_MS) * HOUR_MS) : from;
    const parts = [...rowsOf(this.#h1, from, whole), ...rowsOf(this.#m1, whole, to)];
    const [first] = parts;
    if (first === undefined) return null;
    return {
      ...first,
      openTime: from,
      high: Math.max(...parts.map(({ high }) => high)),
      low: Math.min(...parts.map(({ low }) => low)),
      close: parts.at(-1)!.close,
      baseVolume: parts.reduce((sum, { baseVolume }) => sum + baseVolume, 0n),
      quoteVolume: parts.reduce((sum, { quoteVolume }) => sum + quoteVolume, 0n),
    };
  }

  /** Lowest and highest price of the whole minutes from `from` on, as far back as they are kept; null = nothing. */
  range(from: number, to: number): PriceRange | null {
    const minute = Math.ceil(from / MINUTE_MS) * MINUTE_MS;
    const hour = Math.min(to, Math.ceil(minute / HOUR_MS) * HOUR_MS);
    const parts = [this.part(minute, hour), this.part(hour, to)].filter((part) => part !== null);
    if (parts.length === 0) return null;
    return {
      low: Math.min(...parts.map(({ low }) => low)),
      high: Math.max(...parts.map(({ high }) => high)),
    };
  }

  /** Ascending; see CandleQuery. */
  query(interval: Interval, query: CandleQuery, now: number): CandleView[] {
    const { base, bucket } = INTERVAL_RULES[interval];
    const series = { m1: this.#m1, h1: this.#h1, h8: this.#h8 }[base];
    series.extendTo(now);
    const limit = query.limit ?? LIMIT_DEFAULT;
    if (series.length === 0 || limit < 1) return [];
    const last = Math.min(query.endTime ?? Number.MAX_SAFE_INTEGER, series.endTime - 1);
    const first = Math.max(query.startTime ?? 0, 0);
    const starts: number[] = [];
    let start = bucket(last);
    while (starts.length < limit && start >= first) {
      // A candle whose beginning is no longer kept would be wrong: it is left out.
      const whole = start >= series.startTime;
      if (!whole && (series.trimmed || bucket(series.startTime) !== start)) break;
      starts.push(start);
      if (!whole) break;
      start = bucket(start - 1);
    }
    return this.#sums(series, starts.reverse(), bucket);
  }

  #sums(
    series: CandleSeries,
    starts: readonly number[],
    bucket: (time: number) => number,
  ): CandleView[] {
    const result: CandleView[] = new Array(starts.length);
    for (let i = 0; i < starts.length; i++) {
      const from = Math.max(0, series.rowAt(starts[i]!));
      const next = starts[i + 1];
      const to = next === undefined ? endOf(series, from, starts[i]!, bucket) : series.rowAt(next);
      result[i] = series.sum(from, to, starts[i]!);
    }
    return result;
  }

  /** Past candles; where their minutes end, the live ones go on. */
  load(history: CandleHistory, quoteFactor: number): void {
    const live = this.#replaceAll();
    this.#m1.load(history.m1, quoteFactor);
    this.#h1.load(history.h1, quoteFactor);
    this.#h8.load(history.h8, quoteFactor);
    this.#saved = 0;
    this.#continueBy(live, this.#m1.endTime);
  }

  /** Empty series for history to be loaded into; returns the minutes there were. */
  #replaceAll(): CandleSeries {
    const live = this.#m1;
    this.#m1 = new CandleSeries(MINUTE_MS, MINUTE_ROWS);
    this.#h1 = new CandleSeries(HOUR_MS, HOUR_ROWS);
    this.#h8 = new CandleSeries(THIRD_DAY_MS, THIRD_DAY_ROWS);
    return live;
  }

  /** Minutes from `mark` on are the live ones; longer ones from there are their sums. */
  #continueBy(live: CandleSeries, mark: number): void {
    if (live.endTime <= mark) return;
    this.#m1.cutAt(mark);
    for (let row = Math.max(0, live.rowAt(mark)); row < live.length; row++) {
      this.#m1.append(live.sum(row, row + 1, live.startTime + row * MINUTE_MS));
    }
    sumInto(this.#h1, this.#m1, mark);
    sumInto(this.#h8, this.#h1, mark);
  }

  /**
   * Forgets what was traded before a minute; prices stay. Longer rows that hold the minute are sums of
   * what was traded from it on, where the shorter ones are still kept.
   */
  dropVolumes(until: number): void {
    for (const series of this.#all()) series.dropVolumes(until);
    if (this.#m1.startTime <= startOf(this.#h1, until)) sumInto(this.#h1, this.#m1, until);
    if (this.#h1.startTime <= startOf(this.#h8, until)) sumInto(this.#h8, this.#h1, until);
  }

  /** All rows, and the time up to which they can no longer change. */
  file(): HistoryFile {
    const to = new ByteWriter(1 << 20);
    to.number(FILE_FORM);
    const mark = this.#m1.length === 0 ? 0 : this.#m1.endTime - MINUTE_MS;
    to.number(mark);
    for (const series of this.#all()) series.write(to);
    return { bytes: to.finish(), mark };
  }

  /** Later snapshots leave out what the file up to `mark` has. */
  saved(mark: number): void {
    this.#saved = mark;
  }

  /** The rows of a file up to its mark; from there the live ones go on. */
  loadFile(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    assert(from.number() === FILE_FORM, 'history file: unknown form');
    const live = this.#replaceAll();
    this.#saved = from.number();
    this.#skipBefore = this.#saved;
    this.#readAll(from);
    this.#m1.cutAt(this.#saved);
    sumInto(this.#h1, this.#m1, this.#saved);
    sumInto(this.#h8, this.#h1, this.#saved);
    this.#continueBy(live, this.#saved);
  }

  #readAll(from: ByteReader): void {
    this.#m1.read(from);
    this.#h1.read(from);
    const days = this.#h8.read(from);
    if (!days || this.#h1.length === 0) return;
    // Within a day that was one row only the hours know when it traded.
    this.#h8.cutAt(Math.floor(this.#h1.startTime / DAY_MS) * DAY_MS);
    sumInto(this.#h8, this.#h1, this.#h1.startTime);
  }

  /** The rows that are in no saved file; at least the last ones, so that a newer file is cut. */
  write(to: ByteWriter): void {
    const present = Math.max(0, this.#m1.endTime - MINUTE_MS);
    to.number(this.#saved);
    for (const series of this.#all()) series.write(to, Math.min(this.#saved, present));
  }

  /** Cuts the loaded rows where the stored ones begin, and appends those. */
  read(from: ByteReader): void {
    const saved = from.number();
    this.#readAll(from);
    this.#saved = Math.max(this.#saved, saved);
    this.#skipBefore = 0;
  }
}

/** The rows of a series between two times as one; nothing where it has none. */
function rowsOf(series: CandleSeries, from: number, to: number): CandleView[] {
  if (from >= to || series.length === 0) return [];
  series.extendTo(to - 1);
  const first = Math.max(0, series.rowAt(from));
  const end = Math.min(series.length, series.rowAt(to));
  return first < end ? [series.sum(first, end, from)] : [];
}

/** First row after the last candle: its rows are those of the same bucket. */
function endOf(
  series: CandleSeries,
  from: number,
  start: number,
  bucket: (time: number) => number,
): number {
  let to = from + 1;
  while (to < series.length && bucket(series.startTime + to * series.intervalMs) === start) to++;
  return to;
}

/** When the row that holds a time begins. */
function startOf({ intervalMs }: CandleSeries, time: number): number {
  return Math.floor(time / intervalMs) * intervalMs;
}

/** Makes the rows of `long` anew from the one that holds `mark`, as sums of shorter rows. */
function sumInto(long: CandleSeries, short: CandleSeries, mark: number): void {
  const length = long.intervalMs;
  const first = Math.max(mark, short.startTime);
  let start = Math.floor(first / length) * length;
  long.cutAt(start);
  for (; start < short.endTime; start += length) {
    const from = Math.max(0, short.rowAt(start));
    const to = Math.min(short.length, short.rowAt(start + length));
    long.append(short.sum(from, to, start));
  }
}
