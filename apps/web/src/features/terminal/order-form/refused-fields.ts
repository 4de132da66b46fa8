/** At which field of an order form a refusal is said. */

import type { Refusal } from '../../../data/rest/error-text.ts';

/** Fields of forms by the names that requests have, where those are others. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  triggerPrice: 'trigger',
  executePrice: 'stopPrice',
  callbackRatio: 'callback',
};

/** Nothing was refused. */
export const NOT_REFUSED: Refusal = { field: '', text: '' };

/**
 * A refusal with its field as the form calls it; '' = the form does not have it.
 * @param labels of its fields
 * @param priced whether the price is one of them
 */
export function inForm({ field, text }: Refusal, labels: object, priced: boolean): Refusal {
  const name = FORM_FIELDS[field] ?? field;
  const there = Object.hasOwn(labels, name) && (priced || name !== 'price');
  return { field: there ? name : '', text };
}
