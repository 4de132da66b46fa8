/** Fields that requests about contracts share. */
import { choice, coin } from '../schema/fields.ts';

/** Product types of the wire. Only the first has contracts here; lists of the others are empty. */
export const PRODUCT_TYPES = [
  'USDT-FUTURES',
  'COIN-FUTURES',
  'USDC-FUTURES',
  'SUSDT-FUTURES',
  'SCOIN-FUTURES',
  'SUSDC-FUTURES',
] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The product type that has contracts. */
export const USDT_FUTURES: ProductType = 'USDT-FUTURES';

/** Which contracts a request is about. */
export function productType() {
  return choice('product type, `USDT-FUTURES`', PRODUCT_TYPES);
}

/** The coin that backs positions: `USDT`. */
export function marginCoin() {
  return coin('margin coin, `USDT`');
}
