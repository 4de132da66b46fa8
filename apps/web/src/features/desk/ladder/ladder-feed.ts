/** What a ladder knows besides the book: what was traded at each price since it was opened, and own places in queues. */

import { parseTruncated, rescaleFloor, WIDE_SCALE } from '../../../data/decimal.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { OrderBook } from '../../../data/state/order-book.ts';
import { INST_TYPES } from '../../../data/state/product.ts';
import type { TradeRow } from '../../../data/state/trades-feed.ts';
import { publicLink } from '../../../data/ws/links.ts';
import type { DeskOrder } from '../keys/desk-product.ts';
import type { SideName } from '../order-form/draft.ts';
import { QueueAhead, type UnitsAt } from './queue-ahead.ts';

/** Prices that are counted; of more, the ones that were traded first are dropped. */
const PRICES_MAX = 5_000;

/** See the head of the file. */
export class LadderFeed {
  /** Units by tick. */
  readonly traded = new Map<number, bigint>();
  readonly queue = new QueueAhead();
  /** The tick of the last trade; null before the first. */
  last: number | null = null;
  /** Grows with every change. */
  version = 0;
  private readonly instrument: InstrumentInfo;
  private readonly book: OrderBook;
  /** The newest trade that was counted. */
  private newest = 0n;

  constructor(instrument: InstrumentInfo, book: OrderBook) {
    this.instrument = instrument;
    this.book = book;
  }

  /** Starts listening; the returned function stops. */
  start(): () => void {
    const { product, symbol } = this.instrument;
    const arg = { instType: INST_TYPES[product], channel: 'trade', instId: symbol } as const;
    return publicLink.subscribe(arg, {
      onPush: ({ data, action }) => this.receive(data, action === 'snapshot'),
    });
  }

  /** Units at a price. */
  readonly unitsAt: UnitsAt = (side, tick) => {
    const levels = side === 'buy' ? this.book.bids : this.book.asks;
    for (let index = 0; index < levels.size; index += 1) {
      const level = levels.at(index)!;
      if (level.tick === tick) return level.units;
      if (side === 'buy' ? level.tick < tick : level.tick > tick) break;
    }
    return 0n;
  };

  /** An own order in the book's whole numbers. */
  queued({ id, side, price, open }: DeskOrder) {
    const { priceScale, sizeScale } = this.instrument;
    const tick = Number(parseTruncated(price, priceScale) ?? 0n);
    return { id, side, tick, units: rescaleFloor(open, WIDE_SCALE, sizeScale) };
  }

  /** Own orders of the instrument, as they are now. */
  follow(orders: readonly DeskOrder[]): void {
    this.queue.follow(
      orders.map((order) => this.queued(order)),
      this.unitsAt,
    );
    this.version += 1;
  }

  /** Trades, newest first. A snapshot was traded before own orders were looked at. */
  private receive(trades: readonly TradeRow[], isOld: boolean): void {
    for (const trade of trades.toReversed()) {
      const id = BigInt(trade.tradeId);
      if (id <= this.newest) continue;
      this.newest = id;
      this.count(trade, isOld);
    }
    this.version += 1;
  }

  private count({ price, size, side }: TradeRow, isOld: boolean): void {
    const { priceScale, sizeScale } = this.instrument;
    const tick = Number(parseTruncated(price, priceScale) ?? 0n);
    const units = parseTruncated(size, sizeScale) ?? 0n;
    this.last = tick;
    this.traded.set(tick, (this.traded.get(tick) ?? 0n) + units);
    if (!isOld) this.queue.traded(side as SideName, tick, units);
    if (this.traded.size <= PRICES_MAX) return;
    const [first] = this.traded.keys();
    if (first !== undefined) this.traded.delete(first);
  }
}
