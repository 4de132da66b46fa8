import { EventKind, INTERVALS, Side, type TradeEvent } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { ByteReader, ByteWriter } from '../src/bytes.ts';
import { CandleSeries } from '../src/candle-series.ts';
import { Candles } from '../src/candles.ts';
import {
  type CandleHistory,
  type CandleView,
  candleOpenTime,
  DAY_MS,
  type HistorySeries,
  HOUR_MS,
  MINUTE_MS,
} from '../src/index.ts';
import { THIRD_DAY_MS } from '../src/intervals.ts';

/** Friday 9 August 2024, 00:00 UTC. */
const FRIDAY = 1_723_161_600_000;

let trades = 0;
function trade(candles: Candles, time: number, price: number, quantity = 1): void {
  const event: TradeEvent = {
    kind: EventKind.trade,
    seq: 1,
    time,
    instrument: 0,
    trade: ++trades,
    price,
    quantity,
    quote: price * quantity,
    takerSide: Side.buy,
    makerOrder: 1,
    takerOrder: 2,
    makerAccount: 128,
    takerAccount: 136,
    makerFee: 0,
    takerFee: 0,
    makerRemaining: 0,
    takerRemaining: 0,
    own: false,
  };
  candles.trade(event);
}

/** The plain way: candles in order, summed by the start of their bucket. */
function sumBy(rows: readonly CandleView[], bucket: (time: number) => number): CandleView[] {
  const result: CandleView[] = [];
  for (const row of rows) {
    const openTime = bucket(row.openTime);
    const last = result.at(-1);
    if (last?.openTime !== openTime) {
      result.push({ ...row, openTime });
      continue;
    }
    result[result.length - 1] = {
      ...last,
      high: Math.max(last.high, row.high),
      low: Math.min(last.low, row.low),
      close: row.close,
      baseVolume: last.baseVolume + row.baseVolume,
      quoteVolume: last.quoteVolume + row.quoteVolume,
    };
  }
  return result;
}

function row(
  openTime: number,
  prices: [number, number, number, number],
  base: bigint,
  quote: bigint,
) {
  const [open, high, low, close] = prices;
  return { openTime, open, high, low, close, baseVolume: base, quoteVolume: quote };
}

describe('where candles begin', () => {
  it('a trade at exactly the open time belongs to the new candle', () => {
    expect(candleOpenTime('5m', FRIDAY - 1)).toBe(1_723_161_300_000);
    expect(candleOpenTime('5m', FRIDAY)).toBe(FRIDAY);
    const candles = new Candles();
    trade(candles, FRIDAY - 1, 10);
    trade(candles, FRIDAY, 12);
    expect(candles.query('5m', {}, FRIDAY)).toEqual([
      row(1_723_161_300_000, [10, 10, 10, 10], 1n, 10n),
      row(FRIDAY, [12, 12, 12, 12], 1n, 12n),
    ]);
  });

  it('weeks open on Monday, months on the 1st, in UTC and in UTC+8', () => {
    expect(candleOpenTime('1Wutc', FRIDAY)).toBe(1_722_816_000_000);
    expect(candleOpenTime('1w', FRIDAY)).toBe(1_722_816_000_000 - 8 * HOUR_MS);
    expect(candleOpenTime('1w', 1_722_816_000_000 - 8 * HOUR_MS)).toBe(
      1_722_816_000_000 - 8 * HOUR_MS,
    );
    const august = Date.UTC(2024, 7, 1);
    expect(candleOpenTime('1Mutc', FRIDAY)).toBe(august);
    expect(candleOpenTime('1Mutc', august - 1)).toBe(Date.UTC(2024, 6, 1));
    expect(candleOpenTime('1M', august - 1)).toBe(august - 8 * HOUR_MS);
    expect(candleOpenTime('1M', august - 8 * HOUR_MS - 1)).toBe(Date.UTC(2024, 5, 30, 16));
    expect(candleOpenTime('1Mutc', Date.UTC(2024, 2, 1) - 1)).toBe(Date.UTC(2024, 1, 1));
  });

  it('days and parts of days without utc follow midnight UTC+8', () => {
    expect(candleOpenTime('1d', FRIDAY)).toBe(1_723_132_800_000);
    expect(candleOpenTime('1Dutc', FRIDAY)).toBe(FRIDAY);
    expect(candleOpenTime('6h', FRIDAY)).toBe(FRIDAY - 2 * HOUR_MS);
    expect(candleOpenTime('12h', FRIDAY)).toBe(FRIDAY - 8 * HOUR_MS);
    expect(candleOpenTime('6Hutc', FRIDAY)).toBe(FRIDAY);
    expect(candleOpenTime('12Hutc', FRIDAY + 13 * HOUR_MS)).toBe(FRIDAY + 12 * HOUR_MS);
    expect(candleOpenTime('4h', FRIDAY + 5 * HOUR_MS)).toBe(FRIDAY + 4 * HOUR_MS);
    const candles = new Candles();
    trade(candles, FRIDAY + 15 * HOUR_MS, 5);
    trade(candles, FRIDAY + 16 * HOUR_MS, 9);
    expect(candles.query('1d', {}, FRIDAY + 17 * HOUR_MS)).toEqual([
      row(FRIDAY - 8 * HOUR_MS, [5, 5, 5, 5], 1n, 5n),
      row(FRIDAY + 16 * HOUR_MS, [9, 9, 9, 9], 1n, 9n),
    ]);
    expect(candles.query('1Dutc', {}, FRIDAY + 17 * HOUR_MS)).toEqual([
      row(FRIDAY, [5, 9, 5, 9], 2n, 14n),
    ]);
  });
});

describe('what candles show', () => {
  it('time without trades is flat at the close before, with no volume', () => {
    const candles = new Candles();
    trade(candles, FRIDAY + 1, 700, 3);
    trade(candles, FRIDAY + 2, 650);
    expect(candles.query('1m', {}, FRIDAY + 2 * MINUTE_MS)).toEqual([
      row(FRIDAY, [700, 700, 650, 650], 4n, 2750n),
      row(FRIDAY + MINUTE_MS, [650, 650, 650, 650], 0n, 0n),
      row(FRIDAY + 2 * MINUTE_MS, [650, 650, 650, 650], 0n, 0n),
    ]);
  });

  it('open and close follow the order of trades at equal times', () => {
    const candles = new Candles();
    for (const price of [5, 9, 2, 7]) trade(candles, FRIDAY, price);
    expect(candles.query('1m', {}, FRIDAY)).toEqual([row(FRIDAY, [5, 9, 2, 7], 4n, 23n)]);
  });

  it('a late trade changes its own candle', () => {
    const candles = new Candles();
    trade(candles, FRIDAY, 5);
    trade(candles, FRIDAY + MINUTE_MS, 6);
    trade(candles, FRIDAY + 10, 9);
    const [first, second] = candles.query('1m', {}, FRIDAY + MINUTE_MS);
    expect(first).toEqual(row(FRIDAY, [5, 9, 5, 9], 2n, 14n));
    expect(second).toEqual(row(FRIDAY + MINUTE_MS, [6, 6, 6, 6], 1n, 6n));
  });

  it('a trade behind the clock moves the flat candles after it', () => {
    const candles = new Candles();
    trade(candles, FRIDAY, 5);
    candles.extendTo(FRIDAY + 3 * MINUTE_MS);
    trade(candles, FRIDAY + MINUTE_MS, 8);
    expect(candles.query('1m', {}, FRIDAY).map((candle) => candle.open)).toEqual([5, 8, 8, 8]);
  });

  it('a seeded price gives flat candles until the first trade', () => {
    const candles = new Candles();
    expect(candles.query('1h', {}, FRIDAY)).toEqual([]);
    candles.seed(FRIDAY, 42);
    trade(candles, FRIDAY + 90_000, 50);
    expect(candles.query('1m', {}, FRIDAY + 90_000)).toEqual([
      row(FRIDAY, [42, 42, 42, 42], 0n, 0n),
      row(FRIDAY + MINUTE_MS, [50, 50, 50, 50], 1n, 50n),
    ]);
    expect(candles.query('1h', {}, FRIDAY)).toEqual([row(FRIDAY, [42, 50, 42, 50], 1n, 50n)]);
  });

  it('windows and limits: the latest of those inside', () => {
    const candles = new Candles();
    for (let i = 0; i < 50; i++) trade(candles, FRIDAY + i * MINUTE_MS, 100 + i);
    const now = FRIDAY + 49 * MINUTE_MS;
    const times = (query: object): number[] =>
      candles.query('1m', query, now).map((c) => (c.openTime - FRIDAY) / MINUTE_MS);
    expect(times({ limit: 2 })).toEqual([48, 49]);
    const [startTime, endTime] = [FRIDAY + 10 * MINUTE_MS, FRIDAY + 12 * MINUTE_MS];
    expect(times({ startTime, endTime })).toEqual([10, 11, 12]);
    expect(times({ startTime: startTime + 1, endTime: endTime - 1 })).toEqual([11]);
    expect(times({ startTime, endTime, limit: 1 })).toEqual([12]);
    expect(times({ endTime: FRIDAY - 1 })).toEqual([]);
    expect(times({ startTime: now + 1 })).toEqual([]);
    expect(times({ limit: 0 })).toEqual([]);
  });
});

const steps = fc.array(
  fc.record({
    gap: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 * DAY_MS }) },
    ),
    price: fc.integer({ min: 1, max: 1000 }),
    quantity: fc.integer({ min: 1, max: 1e12 }),
  }),
  { minLength: 1, maxLength: 120 },
);

describe('one series for all intervals', () => {
  it('every interval is the exact sum of the minutes, and minutes are the trades', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: DAY_MS }), (all, offset) => {
        const candles = new Candles();
        let time = FRIDAY + offset;
        const model: CandleView[] = [];
        for (const { gap, price, quantity } of all) {
          time += gap;
          if (time > FRIDAY + 29 * DAY_MS) break;
          trade(candles, time, price, quantity);
          const quote = BigInt(price) * BigInt(quantity);
          model.push(row(time, [price, price, price, price], BigInt(quantity), quote));
        }
        const now = model.at(-1)!.openTime;
        const minutes = candles.query('1m', { limit: 1e6 }, now);
        const traded = minutes.filter((candle) => candle.baseVolume > 0n);
        expect(traded).toEqual(sumBy(model, (at) => candleOpenTime('1m', at)));
        minutes.forEach((candle, i) => {
          expect(candle.openTime).toBe(minutes[0]!.openTime + i * MINUTE_MS);
          if (candle.baseVolume > 0n) return;
          expect([candle.open, candle.high, candle.low]).toEqual(Array(3).fill(candle.close));
          expect(candle.close).toBe(minutes[i - 1]!.close);
        });
        for (const interval of INTERVALS) {
          expect(candles.query(interval, { limit: 1e6 }, now)).toEqual(
            sumBy(minutes, (at) => candleOpenTime(interval, at)),
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it('sums stay exact beyond 2^53', () => {
    const candles = new Candles();
    const most = Number.MAX_SAFE_INTEGER;
    for (let i = 0; i < 3000; i++) trade(candles, FRIDAY + i * 20_000, 1, most);
    const now = FRIDAY + 3000 * 20_000;
    for (const interval of ['1m', '1h', '1Dutc', '1M'] as const) {
      const total = candles
        .query(interval, { limit: 1e5 }, now)
        .reduce((sum, candle) => sum + candle.baseVolume, 0n);
      expect(total).toBe(3000n * BigInt(most));
    }
  });

  it('keeps 30 days of minutes and 2 years of hours, and leaves out cut candles', () => {
    const candles = new Candles();
    const end = FRIDAY + 900 * DAY_MS;
    for (let time = FRIDAY + HOUR_MS / 2; time < end; time += 7 * HOUR_MS) {
      trade(candles, time, 1 + (time % 977), 1 + (time % 13));
    }
    const minutes = candles.query('1m', { limit: 1e6 }, end);
    expect(minutes.length).toBeGreaterThanOrEqual(30 * 1440);
    expect(minutes.length).toBeLessThan(40 * 1440);
    const hours = candles.query('1h', { limit: 1e6 }, end);
    expect(hours.length).toBeGreaterThanOrEqual(730 * 24);
    expect(hours.length).toBeLessThan(830 * 24);
    const days = candles.query('1Dutc', { limit: 1e6 }, end);
    expect(days).toHaveLength(901);
    const recent = days.filter((day) => day.openTime >= hours[0]!.openTime);
    expect(sumBy(hours, (at) => candleOpenTime('1Dutc', at))).toEqual(recent);
    const halves = candles.query('12h', { limit: 1e6 }, end);
    expect(halves[0]!.openTime).toBeGreaterThanOrEqual(hours[0]!.openTime);
    const local = candles.query('1d', { limit: 1e6 }, end);
    expect(local).toHaveLength(901);
    const recentLocal = local.filter((day) => day.openTime >= hours[0]!.openTime);
    const ofHours = sumBy(hours, (at) => candleOpenTime('1d', at));
    expect(ofHours.slice(-recentLocal.length)).toEqual(recentLocal);
    expect(candles.query('1w', { limit: 1e6 }, end)[0]!.openTime).toBeLessThan(FRIDAY);
    expect(candles.query('1Mutc', { limit: 1e6 }, end)[0]!.openTime).toBe(Date.UTC(2024, 7, 1));
  });

  it('an exchange that was down for years comes back with flat candles', () => {
    const candles = new Candles();
    trade(candles, FRIDAY, 5);
    const end = FRIDAY + 3000 * DAY_MS;
    trade(candles, end, 6);
    const minutes = candles.query('1m', { limit: 1e6 }, end);
    expect(minutes.length).toBeGreaterThanOrEqual(30 * 1440);
    expect(minutes[0]).toMatchObject({ open: 5, close: 5, baseVolume: 0n });
    expect(minutes.at(-1)).toEqual(row(end, [6, 6, 6, 6], 1n, 6n));
    const days = candles.query('1Dutc', { limit: 1e6 }, end);
    expect(days).toHaveLength(3001);
    expect(days[0]).toMatchObject({ open: 5, baseVolume: 1n });
  });
});

/** A history that ends at `end`: `days` of minutes, and hours and days that begin earlier. */
function historyUntil(end: number, days: number): CandleHistory {
  const start = Math.floor(end / DAY_MS) * DAY_MS - days * DAY_MS;
  const minutes: CandleView[] = [];
  for (let time = start; time < end; time += MINUTE_MS) {
    const close = 500 + ((time / MINUTE_MS) % 37);
    minutes.push(row(time, [500, close + 2, 499, close], 3n, 1500n));
  }
  const early = (length: number, count: number): CandleView[] =>
    Array.from({ length: count }, (_, i) =>
      row(start - (count - i) * length, [400, 410, 390, 405], 7n, 2800n),
    );
  const third = (at: number): number => Math.floor(at / THIRD_DAY_MS) * THIRD_DAY_MS;
  const hours = [...early(HOUR_MS, 48), ...sumBy(minutes, (at) => candleOpenTime('1h', at))];
  const long = early(THIRD_DAY_MS, 90).slice(0, 84);
  return {
    m1: columns(minutes),
    h1: columns(hours),
    h8: columns([...long, ...sumBy(hours, third)]),
  };
}

function columns(rows: readonly CandleView[]): HistorySeries {
  return {
    openTimeMs: Float64Array.from(rows, (r) => r.openTime),
    open: Float64Array.from(rows, (r) => r.open),
    high: Float64Array.from(rows, (r) => r.high),
    low: Float64Array.from(rows, (r) => r.low),
    close: Float64Array.from(rows, (r) => r.close),
    baseVolume: Float64Array.from(rows, (r) => Number(r.baseVolume)),
    quoteVolume: BigInt64Array.from(rows, (r) => r.quoteVolume),
  };
}

function everything(candles: Candles, now: number): CandleView[][] {
  return INTERVALS.map((interval) => candles.query(interval, { limit: 1e6 }, now));
}

describe('history', () => {
  const end = FRIDAY + 10 * HOUR_MS + 17 * MINUTE_MS;
  const later = (candles: Candles, from: number, count: number): number => {
    for (let i = 0; i < count; i++) {
      trade(candles, from + i * 41_000, 520 + (i % 9), 1 + i);
    }
    return from + count * 41_000;
  };

  it('trades continue it, whether they came before it was loaded or after', () => {
    const [first, second] = [new Candles(), new Candles()];
    first.load(historyUntil(end, 3), 1);
    const now = later(first, end + 5, 300);
    second.seed(end + 1, 511);
    trades -= 300;
    later(second, end + 5, 300);
    second.load(historyUntil(end, 3), 1);
    expect(everything(second, now)).toEqual(everything(first, now));
    const minutes = first.query('1m', { limit: 1e6 }, now);
    const hours = first.query('1h', { limit: 1e6 }, now);
    const covered = hours.filter((hour) => hour.openTime >= minutes[0]!.openTime);
    expect(sumBy(minutes, (at) => candleOpenTime('1h', at))).toEqual(covered);
    expect(first.query('1Dutc', { limit: 1e6 }, now)).toHaveLength(34);
  });

  it('takes quote volumes in ticks × lots', () => {
    const candles = new Candles();
    candles.load(historyUntil(end, 1), 100);
    expect(candles.query('1m', { limit: 1 }, end - 1)[0]!.quoteVolume).toBe(150_000n);
  });

  it('comes back from its file, and a snapshot needs only what is later', () => {
    const candles = new Candles();
    candles.load(historyUntil(end, 3), 1);
    let now = later(candles, end + 5, 50);
    const file = candles.file();
    candles.saved(file.mark);
    now = later(candles, now, 200);
    const bytes = snapshotOf(candles);
    expect(bytes.length).toBeLessThan(file.bytes.length / 5);
    const newer = candles.file().bytes;
    for (const history of [file.bytes, newer]) {
      const copy = new Candles();
      copy.loadFile(history);
      restore(copy, bytes);
      expect(everything(copy, now)).toEqual(everything(candles, now));
      const then = later(copy, now, 20);
      const same = new Candles();
      restore(same, snapshotOf(copy));
      const recent = { limit: 5 };
      expect(same.query('1m', recent, then)).toEqual(copy.query('1m', recent, then));
    }
  });

  it.each([0, 5 * HOUR_MS])('takes the days of older versions, begun %i ms into one', (late) => {
    const minutes = new CandleSeries(MINUTE_MS, 1e5);
    const hours = new CandleSeries(HOUR_MS, 1e5);
    const days = new CandleSeries(DAY_MS, 1e5);
    const live = new Candles();
    const from = FRIDAY + 3 * DAY_MS + late;
    // An hour alone, one in the middle, and the last minute, which the file leaves to the journal.
    const times = [0, 7 * HOUR_MS, 7 * HOUR_MS + 1, 33 * HOUR_MS, 33 * HOUR_MS + 90_000];
    for (const [n, after] of times.entries()) {
      for (const series of [minutes, hours, days]) series.trade(from + after, 40 + n, 1, 40 + n);
      trade(live, from + after, 40 + n);
    }
    const now = from + 33 * HOUR_MS + 90_000;
    const writer = new ByteWriter();
    writer.number(1);
    writer.number(minutes.endTime);
    for (const series of [minutes, hours, days]) series.write(writer);
    const copy = new Candles();
    copy.loadFile(writer.finish());
    expect(everything(copy, now)).toEqual(everything(live, now));
    const snapshot = new ByteWriter();
    snapshot.number(0);
    for (const series of [minutes, hours, days]) series.write(snapshot);
    const restored = new Candles();
    restore(restored, snapshot.finish());
    expect(everything(restored, now)).toEqual(everything(live, now));
  });

  it('a file that is newer than the replayed trades is not counted twice', () => {
    const candles = new Candles();
    candles.load(historyUntil(end, 2), 1);
    const now = later(candles, end + 5, 100);
    const file = candles.file();
    const replayed = new Candles();
    later(replayed, end + 5, 100);
    replayed.loadFile(file.bytes);
    expect(everything(replayed, now)).toEqual(everything(candles, now));
  });

  it('a file is read wherever in memory it lies, and not with columns of unequal length', () => {
    const candles = new Candles();
    candles.load(historyUntil(end, 1), 1);
    const { bytes } = candles.file();
    const sound = new Candles();
    sound.loadFile(bytes.slice());
    for (let at = 1; at < 8; at++) {
      const lying = new Uint8Array(bytes.length + 8).subarray(at, at + bytes.length);
      lying.set(bytes);
      const copy = new Candles();
      copy.loadFile(lying);
      expect(everything(copy, end)).toEqual(everything(sound, end));
    }
    const uneven = new ByteWriter();
    for (const head of [1, end, MINUTE_MS, end - 2 * MINUTE_MS, 0]) uneven.number(head);
    for (const rows of [2, 3]) uneven.column(new Float64Array(3), 0, rows);
    expect(() => new Candles().loadFile(uneven.finish())).toThrow('another length');
  });

  it('refuses columns out of order and bytes of another form', () => {
    const history = historyUntil(end, 1);
    const swapped = history.m1.openTimeMs.slice().reverse();
    const bad = { ...history, m1: { ...history.m1, openTimeMs: swapped } };
    expect(() => new Candles().load(bad, 1)).toThrow('do not ascend');
    expect(() => new Candles().loadFile(new Uint8Array(64))).toThrow('unknown form');
    expect(() => new Candles().loadFile(new Uint8Array(3))).toThrow('too short');
  });
});

function snapshotOf(candles: Candles): Uint8Array {
  const writer = new ByteWriter();
  candles.write(writer);
  return writer.finish();
}

function restore(candles: Candles, bytes: Uint8Array): void {
  candles.read(new ByteReader(bytes));
}

describe('volumes that are forgotten', () => {
  const volumeOf = (candles: Candles, interval: '1m' | '1h' | '1Dutc', now: number): bigint =>
    candles.query(interval, { limit: 1_000 }, now).reduce((sum, row) => sum + row.baseVolume, 0n);

  it('are those before a minute, in candles of all lengths; prices stay', () => {
    const candles = new Candles();
    const until = FRIDAY + 5 * HOUR_MS + 10 * MINUTE_MS;
    for (let i = 0; i < 600; i++) trade(candles, FRIDAY + i * MINUTE_MS, 100 + (i % 7), 3);
    const now = FRIDAY + 600 * MINUTE_MS;
    const before = candles.query('1h', { limit: 100 }, now);
    candles.dropVolumes(until);
    const traded = BigInt((600 - 310) * 3);
    for (const interval of ['1m', '1h', '1Dutc'] as const) {
      expect([interval, volumeOf(candles, interval, now)]).toEqual([interval, traded]);
    }
    const prices = (rows: readonly CandleView[]) =>
      rows.map(({ openTime, open, high, low, close }) => [openTime, open, high, low, close]);
    expect(prices(candles.query('1h', { limit: 100 }, now))).toEqual(prices(before));
    candles.dropVolumes(until);
    expect(volumeOf(candles, '1h', now)).toBe(traded);
  });

  it('of nothing are none', () => {
    const candles = new Candles();
    candles.dropVolumes(FRIDAY);
    trade(candles, FRIDAY, 100, 3);
    expect(volumeOf(candles, '1m', FRIDAY)).toBe(3n);
  });
});
