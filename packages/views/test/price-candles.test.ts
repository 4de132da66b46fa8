/** Candles of the index and the mark: those of the trades before there were such prices. */
import { INTERVALS } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../src/bytes.ts';
import { Candles } from '../src/candles.ts';
import { type CandleView, candleOpenTime, DAY_MS, HOUR_MS, MINUTE_MS } from '../src/index.ts';
import { PriceCandles } from '../src/price-candles.ts';

/** In the middle of an hour, a day and a month. */
const BEGIN = Date.UTC(2024, 7, 9, 13, 37);
const NOW = BEGIN + 5 * HOUR_MS + 20_000;
const EVERYTHING = { limit: 100_000 };

/** Trades at prices around 100 until prices come around 500; then trades go on around 900. */
function sample(): { readonly trades: Candles; readonly prices: PriceCandles } {
  const trades = new Candles();
  const prices = new PriceCandles(trades);
  for (let time = BEGIN - 20 * DAY_MS; time < BEGIN; time += 7 * MINUTE_MS) {
    trades.add(time, 100 + ((time / MINUTE_MS) % 11), 3, 300);
  }
  for (let time = BEGIN; time <= NOW; time += 90_000) {
    prices.add(time, 500 + ((time / 1_000) % 13));
    trades.add(time, 900, 1, 900);
  }
  return { trades, prices };
}

/** The plain way: minutes summed by the start of their row. */
function summed(minutes: readonly CandleView[], bucket: (time: number) => number): CandleView[] {
  const rows = Map.groupBy(minutes, ({ openTime }) => bucket(openTime));
  return [...rows].map(([openTime, parts]) => ({
    ...parts[0]!,
    openTime,
    high: Math.max(...parts.map(({ high }) => high)),
    low: Math.min(...parts.map(({ low }) => low)),
    close: parts.at(-1)!.close,
  }));
}

describe('candles of a price', () => {
  it('are those of trades before the first price, without their volume, and none after it', () => {
    const { trades, prices } = sample();
    const minutes = prices.query('1m', EVERYTHING, NOW);
    const traded = trades
      .query('1m', { ...EVERYTHING, endTime: BEGIN - 1 }, NOW)
      .map((row) => ({ ...row, baseVolume: 0n, quoteVolume: 0n }));
    expect(minutes.slice(0, traded.length)).toEqual(traded);
    const own = minutes.slice(traded.length);
    expect(own[0]?.openTime).toBe(BEGIN);
    expect(own.every(({ low, high }) => low >= 500 && high < 513)).toBe(true);
    expect(minutes.every(({ baseVolume, quoteVolume }) => baseVolume + quoteVolume === 0n)).toBe(
      true,
    );
  });

  it.each(INTERVALS)(
    '%s are the sums of minutes, also the row that holds the first price',
    (name) => {
      const { prices } = sample();
      const minutes = prices.query('1m', EVERYTHING, NOW);
      const rows = prices.query(name, EVERYTHING, NOW);
      expect(rows).toEqual(summed(minutes, (time) => candleOpenTime(name, time)));
    },
  );

  it.each(INTERVALS)('%s by page and window are parts of the whole list', (name) => {
    const { prices } = sample();
    const all = prices.query(name, EVERYTHING, NOW);
    for (const limit of [1, 2, 3, 7]) {
      expect(prices.query(name, { limit }, NOW)).toEqual(all.slice(-limit));
    }
    for (const at of [BEGIN - DAY_MS, BEGIN - 1, BEGIN, BEGIN + HOUR_MS]) {
      const until = all.filter(({ openTime }) => openTime <= at);
      expect(prices.query(name, { endTime: at, limit: 4 }, NOW)).toEqual(until.slice(-4));
      const since = all.filter(({ openTime }) => openTime >= at);
      expect(prices.query(name, { startTime: at, ...EVERYTHING }, NOW)).toEqual(since);
    }
  });

  it('are of trades alone where no price came, and of prices alone where nothing was traded', () => {
    const { trades } = sample();
    const none = new PriceCandles(trades).query('1h', EVERYTHING, NOW);
    expect(none.map(({ close }) => close)).toEqual(
      trades.query('1h', EVERYTHING, NOW).map(({ close }) => close),
    );
    const alone = new PriceCandles(new Candles());
    alone.add(BEGIN, 500);
    expect(alone.query('1d', EVERYTHING, BEGIN)).toMatchObject([{ open: 500, close: 500 }]);
    expect(new PriceCandles(new Candles()).query('1d', EVERYTHING, BEGIN)).toEqual([]);
  });

  it('are the same after a snapshot', () => {
    const { trades, prices } = sample();
    const to = new ByteWriter(1 << 16);
    prices.write(to);
    const copy = new PriceCandles(trades);
    copy.read(new ByteReader(to.finish()));
    for (const name of INTERVALS) {
      expect(copy.query(name, EVERYTHING, NOW)).toEqual(prices.query(name, EVERYTHING, NOW));
    }
  });

  it('that lost their first minutes still follow on those of trades', () => {
    const { prices } = sample();
    const later = BEGIN + 50 * DAY_MS;
    prices.add(later, 700);
    const days = prices.query('1Dutc', EVERYTHING, later);
    expect(days[0]?.open).toBeLessThan(200);
    expect(days.at(-1)).toMatchObject({ close: 700 });
    const steps = days.slice(1).map(({ openTime }, i) => openTime - days[i]!.openTime);
    expect(new Set(steps)).toEqual(new Set([DAY_MS]));
    expect(prices.query('1m', { endTime: BEGIN, limit: 5 }, later)).toEqual([]);
  });
});
