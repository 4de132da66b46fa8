/** The perpetual contracts, as the page works with them. */

import { venueKey } from '../../platform/simulation/venue.ts';
import { type ContractRow, fetchContracts } from '../rest/contracts.ts';
import { type InstrumentInfo, type InstrumentSource, scale, useListing } from './instruments.ts';
import { hasTexts } from './last-known.ts';

const TEXTS = [
  'symbol',
  'baseCoin',
  'quoteCoin',
  'minTradeNum',
  'maxOrderQty',
  'takerFeeRate',
  'makerFeeRate',
  'pricePlace',
  'volumePlace',
  'symbolStatus',
  'minTradeUSDT',
  'buyLimitPriceRatio',
  'sellLimitPriceRatio',
  'maxSymbolOrderNum',
] as const satisfies readonly (keyof ContractRow)[];

/** Decimals of values in the quote coin as they are shown. */
const QUOTE_SCALE = 4;

/** Parses a row of contracts. */
export function toContract(row: ContractRow): InstrumentInfo {
  const [priceScale, sizeScale] = [scale(row.pricePlace), scale(row.volumePlace)];
  return {
    product: 'futures',
    symbol: row.symbol,
    base: row.baseCoin,
    quote: row.quoteCoin,
    priceScale,
    sizeScale,
    priceDigits: priceScale,
    sizeDigits: sizeScale,
    quoteScale: QUOTE_SCALE,
    minSize: row.minTradeNum,
    maxSize: row.maxOrderQty,
    minNotional: row.minTradeUSDT,
    makerFee: row.makerFeeRate,
    takerFee: row.takerFeeRate,
    buyBand: row.buyLimitPriceRatio,
    sellBand: row.sellLimitPriceRatio,
    status: row.symbolStatus,
    maxOpenOrders: Number.parseInt(row.maxSymbolOrderNum, 10) || 0,
  };
}

function isContractRows(value: unknown): value is ContractRow[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => hasTexts(row, TEXTS));
}

/** Where the contracts come from. */
export const CONTRACTS: InstrumentSource<ContractRow> = {
  key: venueKey('instruments', 'futures'),
  kept: 'contracts',
  fetch: fetchContracts,
  to: toContract,
  isKept: isContractRows,
};

/** Query of all contracts. */
export function useContracts() {
  return useListing(CONTRACTS);
}
