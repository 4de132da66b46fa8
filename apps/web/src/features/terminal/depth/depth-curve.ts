/** The sums of an order book by price, as a depth chart draws them: numbers are exact enough for pixels and no more. */

import type { OrderBook, OrderBookSide } from '../../../data/state/order-book.ts';

/** Widths that the chart has, as shares of the middle price to either side, the narrowest first. */
export const SPANS: readonly number[] = [
  ...[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025],
  ...[0.05, 0.1, 0.25, 0.5],
];

/** From a price on outwards, so much lies between it and the best price. */
export interface DepthStep {
  readonly tick: number;
  /** Units of the smallest quantity. */
  readonly total: number;
}

/** What is drawn of a book. */
export interface DepthCurve {
  /** Ticks; may lie between two. */
  readonly middle: number;
  /** Ticks from the middle to either edge. */
  readonly reach: number;
  /** Best price first. */
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
  /** The greatest sum of both sides. */
  readonly highest: number;
}

/** The middle of the best prices, or the best of the only side, ticks; null where there is no order. */
export function middleOf(book: OrderBook): number | null {
  const bid = book.bids.at(0) ?? book.asks.at(0);
  const ask = book.asks.at(0) ?? bid;
  return bid === undefined || ask === undefined ? null : (bid.tick + ask.tick) / 2;
}

/** The sums within a share of the middle price; null where there is no order. */
export function depthCurve(book: OrderBook, span: number): DepthCurve | null {
  const middle = middleOf(book);
  if (middle === null) return null;
  const reach = Math.max(1, middle * span);
  const bids = stepsOf(book.bids, middle, reach);
  const asks = stepsOf(book.asks, middle, reach);
  const highest = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0);
  return { middle, reach, bids, asks, highest };
}

function stepsOf(side: OrderBookSide, middle: number, reach: number): DepthStep[] {
  const steps: DepthStep[] = [];
  let total = 0;
  for (let index = 0; index < side.size; index += 1) {
    const level = side.at(index);
    if (level === undefined || Math.abs(level.tick - middle) > reach) break;
    total += Number(level.units);
    steps.push({ tick: level.tick, total });
  }
  return steps;
}

/** The narrowest width, as its index, that shows half of the levels of both sides. */
export function usualSpan(book: OrderBook): number {
  const middle = middleOf(book);
  if (middle === null) return SPANS.length - 1;
  const far = Math.max(...[book.bids, book.asks].map((side) => halfwayOf(side, middle)));
  const index = SPANS.findIndex((span) => middle * span >= far);
  return index === -1 ? SPANS.length - 1 : index;
}

/** How far from the middle the level lies that as many are nearer than as are further, ticks. */
function halfwayOf(side: OrderBookSide, middle: number): number {
  return Math.abs((side.at((side.size - 1) >> 1)?.tick ?? middle) - middle);
}
