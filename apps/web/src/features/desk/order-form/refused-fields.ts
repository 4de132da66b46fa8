/** At which field of an order form a refusal is said. */

import type { Refusal } from '../../../data/rest/api-error.ts';

/** Nothing was refused. */
export const NOT_REFUSED: Refusal = { field: '', text: '' };

/**
 * A refusal whose field is '' where the form does not have it.
 * @param labels of its fields
 * @param priced whether the price is one of them
 */
export function inForm({ field, text }: Refusal, labels: object, priced: boolean): Refusal {
  const there = field in labels && (priced || field !== 'price');
  return { field: there ? field : '', text };
}
