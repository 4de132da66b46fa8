/** The parts of the spot terminal for margin accounts: fetched when their tab is chosen. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';

const load = async () => (await Promise.all([import('./margin-terminal.ts'), moreMessages()]))[0];

/** See the parts of a product in terminal/product-parts.ts. */
export const MarginForm = lazyPart(async () => (await load()).MarginForm, 8);
export const MarginBox = lazyPart(async () => (await load()).MarginBox, 4);
export const MarginLines = lazyPart(async () => (await load()).MarginLines, 0);
export const MarginDesk = lazyPart(async () => (await load()).MarginDesk, 0);
export const MarginLists = lazyPart(async () => (await load()).MarginLists, 4);
