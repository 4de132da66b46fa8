/** Fields that requests about contracts share. */
import { choice, coin, symbol } from '../schema/fields.ts';

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

/** The kind of contract that a request is about. */
export const productType = choice('product type, `USDT-FUTURES`', PRODUCT_TYPES);

/** The contract that it is about. */
export const contractSymbol = symbol('contract, `BTCUSDT`');

/** The coin that backs positions. */
export const marginCoin = coin('margin coin, `USDT`');
