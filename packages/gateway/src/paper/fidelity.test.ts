import {
  DoneReason,
  type Instrument,
  InstrumentState,
  OrderType,
  Product,
  Side,
} from '@halcyon/domain';
import { type FillRecord, Liquidity, type OrderRecord, StoredOrderStatus } from '@halcyon/records';
import { describe, expect, it } from 'vitest';
import { type Average, fidelityOf, slippageUnits } from './fidelity.ts';

/** Prices with 2 decimals, sizes with 4, quote with 8: a tick times a lot is 100 quote units. */
const INSTRUMENT = {
  id: 3,
  product: Product.spot,
  symbol: 'BTCUSDT',
  priceScale: 2,
  quantityScale: 4,
  quoteFactor: 100,
  state: InstrumentState.open,
} as Instrument;

const LIVE: Average = { quote: 10_000_00n * 100n * 50n, lots: 50n };

type Fill = readonly [price: number, lots: number, liquidity: Liquidity, atMs: number];

let lastId = 0;

/** An ended order of `lots` that was placed at 1,000 ms, with its fills. */
function order(side: Side, lots: number, fills: readonly Fill[]) {
  lastId += 10;
  const id = lastId;
  const rows = fills.map(([price, quantity, liquidity, time], index) => ({
    trade: id + index,
    order: id,
    instrument: INSTRUMENT.id,
    side,
    type: OrderType.limit,
    liquidity,
    price,
    quantity,
    quote: price * quantity * INSTRUMENT.quoteFactor,
    fee: 0,
    feeAsset: 0,
    time,
    options: 0,
    profit: 0,
    origin: 0 as const,
  }));
  const filledQuantity = rows.reduce((sum, row) => sum + row.quantity, 0);
  const record = {
    id,
    instrument: INSTRUMENT.id,
    side,
    quantity: lots,
    filledQuantity,
    filledQuote: rows.reduce((sum, row) => sum + BigInt(row.quote), 0n),
    trades: rows.length,
    remaining: lots - filledQuantity,
    status: filledQuantity === lots ? StoredOrderStatus.filled : StoredOrderStatus.cancelled,
    doneReason: DoneReason.filled,
    createdAt: 1_000,
  } as OrderRecord;
  return { record, rows };
}

function measured(orders: readonly { record: OrderRecord; rows: readonly FillRecord[] }[]) {
  return fidelityOf({
    orders: orders.map(({ record }) => record),
    fills: orders.flatMap(({ rows }) => rows),
    instrument: () => INSTRUMENT,
    live: () => LIVE,
  });
}

describe('slippage', () => {
  const average = (ticks: bigint): Average => ({ quote: ticks * 700n, lots: 7n });

  it.each([
    ['a buy above the tape costs', Side.buy, 10_001_00n, 100n],
    ['a buy below it gains', Side.buy, 9_999_00n, -100n],
    ['a sell below the tape costs', Side.sell, 9_999_00n, 100n],
    ['a sell above it gains', Side.sell, 10_001_00n, -100n],
    ['the same price is none', Side.buy, 10_000_00n, 0n],
  ])('%s', (_name, side, ticks, units) => {
    expect(slippageUnits(side, average(ticks), LIVE)).toBe(units);
  });

  it('is cut to hundredths of a basis point', () => {
    const little: Average = { quote: LIVE.quote + 1n, lots: LIVE.lots };
    expect(slippageUnits(Side.buy, little, LIVE)).toBe(0n);
    expect(slippageUnits(Side.sell, little, LIVE)).toBe(0n);
  });

  it('of a tape without a price is none', () => {
    expect(slippageUnits(Side.buy, average(1n), { quote: 0n, lots: 1n })).toBe(0n);
  });
});

describe('fidelityOf', () => {
  const { maker, taker } = Liquidity;

  it('of no orders says so', () => {
    expect(measured([])).toEqual({
      orders: 0,
      filled: 0,
      partly: 0,
      slippage: null,
      queue: null,
      rows: [],
    });
  });

  it('counts what was filled whole, in part and not at all', () => {
    const result = measured([
      order(Side.buy, 10, [[10_000_00, 10, taker, 1_000]]),
      order(Side.buy, 10, [[10_000_00, 4, taker, 1_000]]),
      order(Side.sell, 10, []),
    ]);
    expect(result).toMatchObject({ orders: 3, filled: 1, partly: 1 });
    expect(result.rows).toHaveLength(2);
  });

  it('averages the slippage of those that took, and times those that waited', () => {
    const result = measured([
      order(Side.buy, 2, [
        [10_001_00, 1, taker, 1_000],
        [10_003_00, 1, taker, 1_000],
      ]),
      order(Side.sell, 1, [[10_001_00, 1, taker, 1_000]]),
      order(Side.buy, 1, [[9_000_00, 1, maker, 4_000]]),
      order(Side.buy, 1, [[9_000_00, 1, maker, 1_500]]),
      order(Side.sell, 1, [[11_000_00, 1, maker, 61_000]]),
    ]);
    expect(result.slippage).toEqual({ orders: 2, averageBp: '0.50', worstBp: '2.00' });
    expect(result.queue).toEqual({ orders: 3, medianMs: 3_000, longestMs: 60_000 });
    expect(result.rows[0]).toMatchObject({
      product: 'spot',
      side: 'buy',
      price: '10002.00',
      livePrice: '10000.00',
      slippageBp: '2.00',
      queuedMs: null,
    });
  });

  it('goes by the first fill of an order that took and then waited', () => {
    const [row] = measured([
      order(Side.buy, 2, [
        [10_000_00, 1, taker, 1_000],
        [10_000_00, 1, maker, 9_000],
      ]),
    ]).rows;
    expect(row).toMatchObject({ time: 1_000, queuedMs: null });
  });

  it('measures no order whose fills are not all there, nor one whose minute is not kept', () => {
    const one = order(Side.buy, 2, [
      [10_000_00, 1, taker, 1_000],
      [10_000_00, 1, taker, 1_000],
    ]);
    const cut = measured([{ record: one.record, rows: one.rows.slice(1) }]);
    expect(cut).toMatchObject({ orders: 1, filled: 1, slippage: null, rows: [] });
    const late = fidelityOf({
      orders: [one.record],
      fills: one.rows,
      instrument: () => INSTRUMENT,
      live: () => null,
    });
    expect(late).toMatchObject({ orders: 1, filled: 1, slippage: null, rows: [] });
  });
});
