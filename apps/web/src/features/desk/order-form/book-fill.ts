/** What the book as it is now gives of an order. */

import { rescaleFloor, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import { useBook } from '../../terminal/book/book-context.ts';
import { estimateFill, type FillEstimate, type Taken } from '../../terminal/book/fill-estimate.ts';
import type { SideName } from './draft.ts';
import type { PartOf } from './order-product.ts';

/** What would be taken, in the book's units; null where no size is typed. */
function takenBy({ sumsOf, market }: PartOf['model'], side: SideName): Taken | null {
  const { priceScale, sizeScale } = market.instrument;
  const { coins, value } = sumsOf(side);
  if (coins === null) {
    if (value === null) return null;
    return { value: rescaleFloor(value, WIDE_SCALE, priceScale + sizeScale) };
  }
  return coins > 0n ? { units: rescaleFloor(coins, WIDE_SCALE, sizeScale) } : null;
}

/** What a market or limit order would take at once; null without a book, or a size. */
export function useBookFill(model: PartOf['model'], side: SideName): FillEstimate | null {
  const book = useBook();
  const { kind, price } = model.clean;
  const { priceScale } = model.market.instrument;
  const taken = takenBy(model, side);
  if (book === null || taken === null) return null;
  const buys = side === 'buy';
  const limit =
    kind === 'market' ? null : Number(rescaleFloor(wide(price), WIDE_SCALE, priceScale));
  return estimateFill(buys ? book.asks : book.bids, taken, limit, buys);
}
