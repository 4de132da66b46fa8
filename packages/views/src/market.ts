import {
  type Instrument,
  type InstrumentId,
  type LastPriceSeededEvent,
  type LevelEvent,
  PPM,
  type Product,
} from '@halcyon/domain';
import { PublicBook } from './book.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { Candles } from './candles.ts';
import { ContractMarket } from './contract-market.ts';
import { DAY_MS, MINUTE_MS } from './intervals.ts';
import { type PublicTrade, TradeRing } from './trade-ring.ts';
import type { CandleView, TickerView } from './types.ts';

/** Everything public about one instrument. */
export class PublicMarket {
  readonly instrument: InstrumentId;
  readonly product: Product;
  readonly book: PublicBook;
  readonly trades: TradeRing;
  readonly candles = new Candles();
  /** null = it is a spot pair's. */
  readonly contract: ContractMarket | null;
  #seeded = 0;
  /** Sum of the window's closed minutes, found again only when a minute begins. */
  #window: CandleView | null = null;
  #windowTime = -1;
  #windowRevision = 0;

  /** @param scale of the quote asset */
  constructor(instrument: Instrument, scale: number) {
    const { contract } = instrument;
    this.instrument = instrument.id;
    this.product = instrument.product;
    this.contract =
      contract === null ? null : new ContractMarket(instrument, contract, scale, this.candles);
    this.book = new PublicBook(instrument.id);
    this.trades = new TradeRing(instrument.id, instrument.quoteFactor);
  }

  trade(event: PublicTrade): void {
    this.trades.push(event);
    // Between accounts of one owner nothing was found out about the price.
    if (!event.own) this.candles.trade(event);
  }

  level(event: LevelEvent): void {
    this.book.apply(event);
  }

  seed(event: LastPriceSeededEvent): void {
    this.#seeded = event.price;
    this.candles.seed(event.time, event.price);
  }

  /** The closed minutes changed behind its back: history was loaded. */
  forgetWindow(): void {
    this.#windowTime = -1;
  }

  /** @param now the views' clock */
  ticker(now: number): TickerView {
    const { bestBid, bestAsk, bestBidTotal, bestAskTotal } = this.book;
    const last = this.trades.lastPrice || this.#seeded || this.candles.minutes.lastClose;
    const day = this.#day(now);
    const open = day?.open ?? last;
    const openUtc = this.candles.openUtc(now) || last;
    return {
      instrument: this.instrument,
      last,
      lastQuantity: this.trades.lastQuantity,
      open,
      high: day?.high ?? last,
      low: day?.low ?? last,
      baseVolume: day?.baseVolume ?? 0n,
      quoteVolume: day?.quoteVolume ?? 0n,
      bidPrice: bestBid,
      bidSize: bestBidTotal,
      askPrice: bestAsk,
      askSize: bestAskTotal,
      mark: this.contract === null ? median(last, bestBid, bestAsk) : this.contract.mark,
      openUtc,
      changePpm: changePpm(open, last),
      changeUtcPpm: changePpm(openUtc, last),
      time: now,
    };
  }

  /** The present minute and the 1,439 before it; null when there are no candles. */
  #day(now: number): CandleView | null {
    const { minutes } = this.candles;
    minutes.extendTo(now);
    if (minutes.length === 0) return null;
    const current = minutes.length - 1;
    if (this.#windowTime !== minutes.endTime || this.#windowRevision !== minutes.revision) {
      const from = Math.max(0, current + 1 - DAY_MS / MINUTE_MS);
      this.#window = from < current ? minutes.sum(from, current, 0) : null;
      this.#windowTime = minutes.endTime;
      this.#windowRevision = minutes.revision;
    }
    const present = minutes.sum(current, current + 1, 0);
    const past = this.#window;
    if (past === null) return present;
    return {
      openTime: 0,
      open: past.open,
      high: Math.max(past.high, present.high),
      low: Math.min(past.low, present.low),
      close: present.close,
      baseVolume: past.baseVolume + present.baseVolume,
      quoteVolume: past.quoteVolume + present.quoteVolume,
    };
  }

  write(to: ByteWriter): void {
    // The ring may hold no trade any more that made a price.
    to.number(this.trades.lastPrice || this.#seeded);
    this.book.write(to);
    this.trades.write(to);
    this.candles.write(to);
    this.contract?.write(to);
  }

  /** Into a new market, whose saved history may be loaded already. */
  read(from: ByteReader): void {
    this.#seeded = from.number();
    this.book.read(from);
    this.trades.read(from);
    this.candles.read(from);
    this.contract?.read(from);
    this.forgetWindow();
  }
}

/** The middle one of three prices; of those that are not 0. */
function median(last: number, bid: number, ask: number): number {
  const prices = [last, bid, ask].filter((price) => price > 0).sort((a, b) => a - b);
  if (prices.length === 2 && last > 0) return last;
  return prices[prices.length >> 1] ?? 0;
}

/** (last − open) / open in ppm, to nearest; halves go away from zero. */
function changePpm(open: number, last: number): number {
  if (open === 0) return 0;
  const difference = BigInt(Math.abs(last - open)) * BigInt(PPM) * 2n + BigInt(open);
  const ppm = Number(difference / (BigInt(open) * 2n));
  return last < open ? -ppm : ppm;
}
