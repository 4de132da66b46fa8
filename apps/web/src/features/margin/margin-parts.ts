/** The parts of the spot terminal for margin accounts: fetched when their tab is chosen. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';

function part<P extends object>(load: () => Promise<React.ComponentType<P>>, rows: number) {
  return lazyPart<P>(async () => (await Promise.all([load(), moreMessages()]))[0], rows);
}

/** See the parts of a product in terminal/product-parts.ts. */
export const MarginForm = part(async () => (await import('./form/margin-form.tsx')).MarginForm, 8);
export const MarginBox = part(async () => (await import('./account/margin-box.tsx')).MarginBox, 4);
export const MarginLists = part(
  async () => (await import('./lists/margin-lists.tsx')).MarginLists,
  4,
);
