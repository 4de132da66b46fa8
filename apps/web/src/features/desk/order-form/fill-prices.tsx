/** What an order would pay in the book as it is now: its average price, and the worst. */

import { toText } from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useBookFill } from './book-fill.ts';
import type { SideName } from './draft.ts';
import type { PartOf } from './order-product.ts';

/** The text. */
export function FillPrices({ model, side }: PartOf & { readonly side: SideName }) {
  const t = useT();
  const { priceScale } = model.market.instrument;
  const fill = useBookFill(model, side);
  // A limit order may rest with what it does not get; a market order loses it.
  if (fill?.complete === false && model.clean.kind === 'market') return t('order.fillPart');
  const text = (tick: bigint | number) => grouped(toText(BigInt(tick), priceScale));
  return fill?.units ? `${text(fill.averageTick)} / ${text(fill.worstTick)}` : '–';
}
