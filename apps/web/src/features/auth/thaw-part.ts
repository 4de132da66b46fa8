/** The form that offers a link that thaws, which few people need: it comes with its texts when it is shown. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';

/** See `thaw-offer.tsx`. */
export const ThawOffer = lazyPart(async () => {
  const [offer] = await Promise.all([import('./thaw-offer.tsx'), moreMessages()]);
  return offer.ThawOffer;
}, 0);
