/** What can be traded: the same symbol may name an instrument of each product. */

/** Products. */
export type ProductName = 'spot' | 'futures';

/** What names an instrument. */
export interface ListedInstrument {
  readonly product: ProductName;
  readonly symbol: string;
}

/** How the stream calls the products. */
export const INST_TYPES = { spot: 'SPOT', futures: 'USDT-FUTURES' } as const;

/** Under which something is kept of an instrument: of a spot pair its symbol. */
export function listedKey({ product, symbol }: ListedInstrument): string {
  return product === 'spot' ? symbol : `${symbol}.${product}`;
}
