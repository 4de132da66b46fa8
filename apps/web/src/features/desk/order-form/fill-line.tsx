/** The line of what an order would pay in the book as it is now. */

import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import type { SideName } from './draft.ts';
import { FillPrices } from './late.ts';
import type { PartOf } from './order-product.ts';

/** The line of the kinds that may trade at once. */
export function FillLine({ model, side }: PartOf & { readonly side: SideName }) {
  const t = useT();
  const { kind, size, price, force } = model.clean;
  if (kind !== 'market' && kind !== 'limit') return null;
  const rests = kind === 'limit' && (price === '' || force === 'post_only');
  const value = size === '' || rests ? '–' : <FillPrices model={model} side={side} />;
  return <FigureLine label={t('order.fill')} value={value} />;
}
