/** Runs the painters: at most ten times a second, only when the book changed and can be seen. */

import { parseTruncated, pow10, rescaleFloor, toText, WIDE_SCALE } from '../../../data/decimal.ts';
import { grouped, signedPercent } from '../../../data/format.ts';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { DepthRow, OrderBook } from '../../../data/state/order-book.ts';
import type { OwnOrder, OwnPrices } from '../use-own-orders.ts';
import type { BookPainter, PaintStyle } from './book-painter.ts';
import type { GroupSize } from './group-sizes.ts';

/** Which sides are shown. */
export type ShownSides = 'both' | 'bids' | 'asks';

/** What `runBook` needs. */
export interface BookRun {
  readonly frame: HTMLElement;
  readonly spread: HTMLElement;
  readonly ratio: HTMLElement | null;
  readonly painters: { readonly asks: BookPainter; readonly bids: BookPainter };
  readonly feed: LiveBook;
  readonly instrument: InstrumentInfo;
  readonly view: ShownSides;
  readonly size: GroupSize;
  /** What it has of own orders when it paints. */
  readonly own: { readonly current: OwnPrices };
}

const FLUSH_MS = 100;
const ROW_PX = 20;
const MID_PX = 30;
const RATIO_LEVELS = 20;

/** A book that is painted. */
export interface RunningBook {
  /** Paints what has changed now, not at the next turn. */
  readonly paint: () => void;
  /** Ends it and lets go of everything. */
  readonly stop: () => void;
}

/** Starts painting. */
export function runBook(run: BookRun): RunningBook {
  let painted = -1;
  let paintedOwn: OwnPrices | null = null;
  let visible = true;
  const paint = () => {
    const { version } = run.feed.book;
    const own = run.own.current;
    if (!visible || document.hidden || (version === painted && own === paintedOwn)) return;
    painted = version;
    paintedOwn = own;
    paintBook(run, own);
  };
  const layout = () => {
    const height = run.frame.clientHeight - MID_PX;
    const rows = Math.max(1, Math.floor(height / ROW_PX / (run.view === 'both' ? 2 : 1)));
    run.painters.asks.resize(run.view === 'bids' ? 0 : rows);
    run.painters.bids.resize(run.view === 'asks' ? 0 : rows);
    painted = -1;
    paint();
  };
  const sizes = new ResizeObserver(layout);
  sizes.observe(run.frame);
  const seen = new IntersectionObserver((entries) => {
    visible = entries.at(-1)?.isIntersecting ?? true;
    paint();
  });
  seen.observe(run.frame);
  const timer = window.setInterval(paint, FLUSH_MS);
  layout();
  const stop = () => {
    clearInterval(timer);
    sizes.disconnect();
    seen.disconnect();
  };
  return { paint, stop };
}

function ownUnits(
  orders: readonly OwnOrder[],
  run: BookRun,
  sign: 1 | -1,
): ReadonlyMap<number, bigint> {
  const { priceScale, sizeScale } = run.instrument;
  const group = run.size.ticks;
  const units = new Map<number, bigint>();
  for (const { price, open } of orders) {
    const exact = Number(parseTruncated(price, priceScale) ?? 0n);
    const tick = (sign < 0 ? Math.floor(exact / group) : Math.ceil(exact / group)) * group;
    units.set(tick, (units.get(tick) ?? 0n) + rescaleFloor(open, WIDE_SCALE, sizeScale));
  }
  return units;
}

function lastTotal(rows: readonly DepthRow[]): bigint {
  return rows.at(-1)?.total ?? 0n;
}

function paintBook(run: BookRun, own: OwnPrices) {
  const { book } = run.feed;
  const asks = book.asks.rows(run.painters.asks.count, run.size.ticks);
  const bids = book.bids.rows(run.painters.bids.count, run.size.ticks);
  const askTotal = lastTotal(asks);
  const bidTotal = lastTotal(bids);
  const style: Omit<PaintStyle, 'own'> = {
    priceScale: run.instrument.priceScale,
    priceDecimals: run.size.decimals,
    sizeScale: run.instrument.sizeScale,
    fullTotal: askTotal > bidTotal ? askTotal : bidTotal,
  };
  run.painters.asks.paint(asks, { ...style, own: ownUnits(own.asks, run, 1) });
  run.painters.bids.paint(bids, { ...style, own: ownUnits(own.bids, run, -1) });
  paintSpread(run, book);
  paintRatio(run, book);
}

function paintSpread(run: BookRun, book: OrderBook): void {
  const ask = book.asks.at(0);
  const bid = book.bids.at(0);
  if (ask === undefined || bid === undefined) {
    run.spread.textContent = '';
    return;
  }
  const spread = BigInt(ask.tick - bid.tick);
  const fraction = (spread * pow10(WIDE_SCALE)) / BigInt(ask.tick || 1);
  const percent = signedPercent(toText(fraction, WIDE_SCALE)).replace('+', '');
  run.spread.textContent = `${grouped(toText(spread, run.instrument.priceScale))} (${percent})`;
}

function paintRatio(run: BookRun, book: OrderBook): void {
  if (run.ratio === null) return;
  const bids = lastTotal(book.bids.rows(RATIO_LEVELS, 1));
  const asks = lastTotal(book.asks.rows(RATIO_LEVELS, 1));
  const sum = bids + asks;
  if (sum === 0n) return;
  const share = Number((bids * 100n) / sum);
  const [buy, sell] = run.ratio.children;
  if (!(buy instanceof HTMLElement) || !(sell instanceof HTMLElement)) return;
  if (buy.textContent === `${share}%`) return;
  buy.textContent = `${share}%`;
  sell.textContent = `${100 - share}%`;
  run.ratio.style.setProperty('--share', `${share}%`);
}
