/** At which fields of a form an order may be refused. */

/** Fields of forms by the names that requests have, where those are others. */
export const WIRE_FIELDS: Readonly<Record<string, string>> = {
  trigger: 'triggerPrice',
  stopPrice: 'executePrice',
  callback: 'callbackRatio',
};

const FIELDS: readonly string[] = [
  'size',
  'triggerPrice',
  'callbackRatio',
  'takeProfit',
  'stopLoss',
];

/** By the names of requests. @param priced whether the form has a price */
export function refusable(priced: boolean): readonly string[] {
  return priced ? [...FIELDS, 'price'] : FIELDS;
}
