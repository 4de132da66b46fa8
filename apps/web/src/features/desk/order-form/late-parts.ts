/** The parts of late.ts, in one file. */

import { lazyPart } from '../../../components/lazy-part.tsx';
import { algoMessages, moreMessages } from '../../../platform/locale/locale.ts';

export { CrossingNote } from '../../terminal/crossing-note.tsx';
export { FillPrices } from './fill-prices.tsx';
export { OrderConfirm } from './order-confirm.tsx';
export { PlanFields } from './plan-fields.tsx';

/** In a file of its own: few place parent orders. */
export const AlgoForm = lazyPart(async () => {
  const words = [moreMessages(), algoMessages()];
  const [part] = await Promise.all([import('../../terminal/algo/algo-form.tsx'), ...words]);
  return part.AlgoForm;
}, 4);

/** In practice alone. */
export const PauseNote = lazyPart(async () => {
  const [part] = await Promise.all([import('../../simulation/pause-note.tsx'), moreMessages()]);
  return part.PauseNote;
}, 0);
