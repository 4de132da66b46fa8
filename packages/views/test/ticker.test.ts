import { EventKind, type LevelEvent, Side } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../src/bytes.ts';
import { DAY_MS, MINUTE_MS } from '../src/index.ts';
import { PublicMarket } from '../src/market.ts';
import { instrumentOf, randomOf } from './event-stream.ts';

const START = Date.UTC(2026, 0, 1, 5, 30);

function tradeAt(
  market: PublicMarket,
  time: number,
  price: number,
  quantity: number,
  own = false,
): void {
  market.trade({
    time,
    trade: time,
    price,
    quantity,
    quote: price * quantity * 100,
    takerSide: Side.buy,
    own,
  });
}

function level(market: PublicMarket, side: Side, price: number, total: number): void {
  const event: LevelEvent = {
    kind: EventKind.level,
    seq: 1,
    time: START,
    instrument: 0,
    side,
    price,
    total,
    orders: 1,
  };
  market.level(event);
}

describe('ticker', () => {
  it('is empty before anything happened, and shows a seeded price', () => {
    const market = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    expect(market.ticker(START)).toMatchObject({ last: 0, open: 0, high: 0, mark: 0 });
    market.seed({
      kind: EventKind.lastPriceSeeded,
      seq: 1,
      time: START,
      instrument: 0,
      price: 900,
    });
    expect(market.ticker(START)).toMatchObject({ last: 900, open: 900, low: 900, openUtc: 900 });
    expect(market.ticker(START).baseVolume).toBe(0n);
  });

  it('has nothing of trades within one owner, which are on the tape', () => {
    const market = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    tradeAt(market, START, 900, 3);
    const before = market.ticker(START);
    tradeAt(market, START, 5_000, 7, true);
    expect(market.ticker(START)).toEqual(before);
    expect(market.candles.query('1m', {}, START)).toHaveLength(1);
    expect(market.trades.query(10, {}).map(({ price }) => price)).toEqual([5_000, 900]);
    // Also where no other trade is kept any more.
    for (let i = 1; i <= 10_000; i++) tradeAt(market, START + i, 5_000, 7, true);
    const written = new ByteWriter();
    market.write(written);
    const restored = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    restored.read(new ByteReader(written.finish()));
    expect(restored.ticker(START)).toMatchObject({ last: 900, high: 900, baseVolume: 3n });
    expect(restored.trades.query(1, {})).toEqual(market.trades.query(1, {}));
  });

  it('rolls: the present minute and the 1,439 before it, against the trades themselves', () => {
    const market = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    const random = randomOf(5);
    const trades: { time: number; price: number; quantity: number }[] = [];
    let time = START;
    for (let i = 0; i < 4000; i++) {
      time += random(100) === 0 ? random(3_600_000) : random(90_000);
      const seen = { time, price: 1000 + random(200), quantity: 1 + random(1e6) };
      trades.push(seen);
      tradeAt(market, time, seen.price, seen.quantity);
      if (i % 7 !== 0) continue;
      const now = time + random(MINUTE_MS * 3);
      const from = Math.floor(now / MINUTE_MS) * MINUTE_MS - 1439 * MINUTE_MS;
      const inside = trades.filter((trade) => trade.time >= from);
      const before = trades.filter((trade) => trade.time < from).at(-1);
      const first = inside[0]!;
      const atStart = first.time < from + MINUTE_MS || before === undefined;
      const open = atStart ? first.price : before.price;
      const prices = [open, ...inside.map((trade) => trade.price)];
      const base = inside.reduce((sum, trade) => sum + trade.quantity, 0);
      const quote = inside.reduce((sum, trade) => sum + trade.quantity * trade.price * 100, 0);
      const last = trades.at(-1)!;
      expect(market.ticker(now)).toMatchObject({
        last: last.price,
        lastQuantity: last.quantity,
        open,
        high: Math.max(...prices),
        low: Math.min(...prices),
        baseVolume: BigInt(base),
        quoteVolume: BigInt(quote),
        changePpm:
          Math.sign(last.price - open) * Math.round((Math.abs(last.price - open) / open) * 1e6),
        time: now,
      });
    }
    expect(trades.at(-1)!.time - START).toBeGreaterThan(2 * DAY_MS);
  });

  it('goes on with the clock alone', () => {
    const market = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    tradeAt(market, START, 1000, 5);
    tradeAt(market, START + MINUTE_MS, 1100, 6);
    expect(market.ticker(START + DAY_MS - 1)).toMatchObject({ baseVolume: 11n, open: 1000 });
    expect(market.ticker(START + DAY_MS)).toMatchObject({ baseVolume: 6n, low: 1100 });
    expect(market.ticker(START + 2 * DAY_MS)).toMatchObject({
      baseVolume: 0n,
      open: 1100,
      last: 1100,
      changePpm: 0,
    });
  });

  it('opens the UTC day at its first price', () => {
    const market = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    const midnight = Date.UTC(2026, 0, 2);
    tradeAt(market, midnight - 1, 1000, 1);
    tradeAt(market, midnight, 1050, 1);
    tradeAt(market, midnight + 1, 1260, 1);
    const ticker = market.ticker(midnight + 1);
    expect(ticker).toMatchObject({ openUtc: 1050, changeUtcPpm: 200_000, changePpm: 260_000 });
  });

  it('shows the best of the book, and the median as mark', () => {
    const market = new PublicMarket(instrumentOf(0, 'BTCUSDT', 1), 8);
    tradeAt(market, START, 1000, 1);
    expect(market.ticker(START).mark).toBe(1000);
    level(market, Side.buy, 1004, 7);
    level(market, Side.sell, 1010, 9);
    expect(market.ticker(START)).toMatchObject({
      bidPrice: 1004,
      bidSize: 7,
      askPrice: 1010,
      askSize: 9,
      mark: 1004,
    });
  });
});
