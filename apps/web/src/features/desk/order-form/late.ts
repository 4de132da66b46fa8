/** What the order form shows later than its fields: fetched at once, when the first of it is wanted. */

import { lazyPart } from '../../../components/lazy-part.tsx';

const load = () => import('./late-parts.ts');

/** See algo-form.tsx. */
export const AlgoForm = lazyPart(async () => (await load()).AlgoForm, 4);
/** See crossing-note.tsx. */
export const CrossingNote = lazyPart(async () => (await load()).CrossingNote, 0);
/** See fill-prices.tsx. */
export const FillPrices = lazyPart(async () => (await load()).FillPrices, '–');
/** See order-confirm.tsx. */
export const OrderConfirm = lazyPart(async () => (await load()).OrderConfirm, 0);
/** See pause-note.tsx. */
export const PauseNote = lazyPart(async () => (await load()).PauseNote, 0);
/** See plan-fields.tsx. */
export const PlanFields = lazyPart(async () => (await load()).PlanFields, 0);
