import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RecordingError } from '@halcyon/flow';
import { describe, expect, it } from 'vitest';
import { parseBookFeed } from './book-feed.ts';
import { parseCandles, parseTrades } from './csv.ts';
import { loadRecording } from './load.ts';
import { RecordedPath } from './recorded-path.ts';

const TRADES = `market,trade_time_ms,price,qty
spot,1000,100.5,2
usdm,1500,101,1
spot,2000,99.5,4
spot,4000,102,1
`;
const CANDLES = `open_time_ms,open,high,low,close,volume
60000,10,14,9,12,8
120000,12,13,8,9,4
`;
const DATA = new URL('../../../../../shared/data/', import.meta.url);
const present = existsSync(DATA);
if (!present) console.warn('skipped: ../shared/data absent, loaders not tried on real files');

describe('recorded CSV', () => {
  it('reads trades by column name and keeps the rows that match the filter', () => {
    const points = parseTrades(TRADES, { market: 'spot' });
    expect([...points.timeMs]).toEqual([1000, 2000, 4000]);
    expect([...points.price]).toEqual([100.5, 99.5, 102]);
    expect([...points.volume]).toEqual([2, 4, 1]);
  });

  it('visits open, the nearer extreme, the other extreme and close of a candle', () => {
    const points = parseCandles(CANDLES);
    expect([...points.price]).toEqual([10, 9, 14, 12, 12, 13, 8, 9]);
    expect([...points.timeMs.subarray(0, 4)]).toEqual([60000, 75000, 90000, 105000]);
    expect([...points.volume.subarray(4)]).toEqual([1, 1, 1, 1]);
  });

  it('names the line and the field of what is wrong', () => {
    const broken = (text: string, problem: RegExp): void => {
      expect(() => parseTrades(text)).toThrow(RecordingError);
      expect(() => parseTrades(text)).toThrow(problem);
    };
    broken('price,qty\n1,2\n', /line 1: the header has none of: trade_time_ms/);
    broken('time,price,qty\n1,abc,2\n', /line 2: price is "abc"/);
    broken('time,price,qty\n1,1\n', /line 2: 2 fields, the header has 3/);
    broken('time,price,qty\n5,1,1\n4,1,1\n', /line 3: time goes backwards/);
    broken('time,price,qty\n5,0,1\n', /line 2: the price is not above 0/);
    broken('time,price,qty\n', /no rows/);
    expect(() => parseTrades(TRADES, { market: 'moon' })).toThrow(/no row matches/);
    expect(() => parseCandles('open_time_ms,open,high,low,close,volume\n1,1,1,1,1,1\n')).toThrow(
      /no interval/,
    );
  });
});

describe('a recorded book feed', () => {
  const snapshot =
    '1700000000000000000 {"lastUpdateId":10,"bids":[["99","1"]],"asks":[["101","2"]]}';
  const frame = (seconds: number, data: object): string =>
    `${1_700_000_000 + seconds}000000000 ${JSON.stringify({ stream: 's', data })}`;

  it('follows the middle of the book and counts the trades in between', () => {
    const text = [
      snapshot,
      frame(1, { e: 'trade', p: '101', q: '0.5' }),
      frame(2, { e: 'depthUpdate', U: 11, u: 12, b: [['100', '3']], a: [] }),
      frame(3, { e: 'depthUpdate', U: 13, u: 13, b: [['100', '0']], a: [['101', '1']] }),
    ].join('\n');
    const points = parseBookFeed(text);
    expect([...points.price]).toEqual([100, 100.5, 100]);
    expect([...points.volume]).toEqual([0, 0.5, 0]);
  });

  it('refuses a sequence gap and a feed without a snapshot, naming the line', () => {
    const late = frame(2, { e: 'depthUpdate', U: 14, u: 15, b: [], a: [] });
    expect(() => parseBookFeed([snapshot, late].join('\n'))).toThrow(/line 2: update 14/);
    expect(() => parseBookFeed(late)).toThrow(/line 1: the feed has no snapshot/);
    expect(() => parseBookFeed('abc {}')).toThrow(/line 1: does not begin with a receive time/);
  });
});

describe('a recorded path', () => {
  const points = parseTrades(TRADES, { market: 'spot' });

  it('plays from its start time, holds each price until the next and stands still at its end', () => {
    const path = new RecordedPath({ points, startMs: 50_000 });
    expect(path.priceAt(49_000)).toBe(100.5);
    expect(path.priceAt(50_999)).toBe(100.5);
    expect(path.priceAt(51_000)).toBe(99.5);
    expect(path.priceAt(53_000)).toBe(102);
    expect(path.priceAt(99_000)).toBe(102);
  });

  it('scales to a start price, plays faster, and repeats without a jump', () => {
    const path = new RecordedPath({ points, startMs: 0, startPrice: 201, speed: 2, repeat: true });
    expect(path.priceAt(0)).toBeCloseTo(201, 9);
    expect(path.priceAt(500)).toBeCloseTo(199, 9);
    expect(path.priceAt(1_500)).toBeCloseTo(204, 9);
    expect(path.priceAt(2_000)).toBeCloseTo((99.5 * 204) / 100.5, 9);
    expect(() => new RecordedPath({ points, startMs: 0, speed: 0 })).toThrow(/speed/);
  });

  it('shows more activity where more was traded', () => {
    const busy = parseCandles(
      `open_time_ms,open,high,low,close,volume\n0,1,1,1,1,1\n60000,1,1,1,1,1\n120000,1,1,1,1,10\n`,
    );
    const path = new RecordedPath({ points: busy, startMs: 0 });
    const quiet = path.activityAt(90_000);
    expect(path.activityAt(170_000)).toBeGreaterThan(quiet * 4);
  });
});

describe.skipIf(!present)('loaders on real files', () => {
  it('read the gzip files of trades and of candles', () => {
    const file = (name: string): string => fileURLToPath(new URL(name, DATA));
    const trades = loadRecording(file('trades/binance-btcusdt-trades.csv.gz'), {
      market: 'spot',
      session: '20240808',
    });
    expect(trades.price.length).toBe(9_757);
    const candles = loadRecording(file('candles/binance-spot-btcusdt-1m-20240402-07.csv.gz'));
    expect(candles.price.length).toBe(7_207 * 4);
    const feed = loadRecording(file('books/binance-spot-btcusdt-20240808-09.feed.gz'));
    expect(feed.timeMs.at(-1)! - feed.timeMs[0]!).toBeGreaterThan(600_000);
    expect(Math.min(...feed.price)).toBeGreaterThan(61_000);
    expect(Math.max(...feed.price)).toBeLessThan(63_000);
    expect(() => loadRecording(file('flow/normal.bin.gz'))).toThrow(/normal\.bin\.gz: line 1/);
  });
});
