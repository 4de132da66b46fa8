/** What an order would pay in the book as it is now: its average price, and the worst. */

import { rescaleFloor, toText, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useBook } from '../../terminal/book/book-context.ts';
import { estimateFill, type Taken } from '../../terminal/book/fill-estimate.ts';
import type { Side } from './draft.ts';
import type { PartOf } from './order-product.ts';

/** What would be taken, in the book's units; null where no size is typed. */
function takenBy({ sumsOf, market }: PartOf['model'], side: Side): Taken | null {
  const { priceScale, sizeScale } = market.instrument;
  const { coins, value } = sumsOf(side);
  if (coins === null) {
    if (value === null) return null;
    return { value: rescaleFloor(value, WIDE_SCALE, priceScale + sizeScale) };
  }
  return coins > 0n ? { units: rescaleFloor(coins, WIDE_SCALE, sizeScale) } : null;
}

/** The text. */
export function FillPrices({ model, side }: PartOf & { readonly side: Side }) {
  const t = useT();
  const book = useBook();
  const { kind, price } = model.clean;
  const { priceScale } = model.market.instrument;
  const taken = takenBy(model, side);
  const buys = side === 'buy';
  const limit =
    kind === 'market' ? null : Number(rescaleFloor(wide(price), WIDE_SCALE, priceScale));
  const fill = book && taken && estimateFill(buys ? book.asks : book.bids, taken, limit, buys);
  // A limit order may rest with what it does not get; a market order loses it.
  if (fill?.complete === false && kind === 'market') return t('order.fillPart');
  const text = (tick: bigint | number) => grouped(toText(BigInt(tick), priceScale));
  return fill?.units ? `${text(fill.averageTick)} / ${text(fill.worstTick)}` : '–';
}
