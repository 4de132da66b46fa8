/** What is listed of a product. */

import { CONTRACTS } from './contracts.ts';
import { SPOT, useListing } from './instruments.ts';
import type { ProductName } from './product.ts';

/** Query of all instruments of a product. */
export function useListed(product: ProductName) {
  const spot = useListing(SPOT, product === 'spot');
  const futures = useListing(CONTRACTS, product === 'futures');
  return product === 'spot' ? spot : futures;
}
