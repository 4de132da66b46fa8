/** Reads of the wire contract about perpetual contracts. */

import { get } from './http.ts';

/** What the wire calls the contracts that are margined in USDT. */
export const USDT_FUTURES = 'USDT-FUTURES';

/** A contract and the limits that the engine enforces. */
export interface ContractRow {
  symbol: string;
  baseCoin: string;
  quoteCoin: string;
  minTradeNum: string;
  maxOrderQty: string;
  takerFeeRate: string;
  makerFeeRate: string;
  pricePlace: string;
  volumePlace: string;
  symbolStatus: string;
  minTradeUSDT: string;
  buyLimitPriceRatio: string;
  sellLimitPriceRatio: string;
  maxSymbolOrderNum: string;
}

/** All contracts. */
export function fetchContracts(signal?: AbortSignal): Promise<ContractRow[]> {
  const query = { productType: USDT_FUTURES };
  return get<ContractRow[]>('/api/v2/mix/market/contracts', query, signal);
}
