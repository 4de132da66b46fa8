/** Instruments as the page works with them: wire strings parsed once. */

import { useQuery } from '@tanstack/react-query';
import { venueKey } from '../../platform/simulation/venue.ts';
import { parseTruncated } from '../decimal.ts';
import { fetchSymbols } from '../rest/market.ts';
import type { SymbolRow } from '../rest/types.ts';

/** An instrument with its limits; scales are numbers of decimals. */
export interface Instrument {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly priceScale: number;
  readonly sizeScale: number;
  readonly quoteScale: number;
  readonly minSize: string;
  readonly maxSize: string;
  readonly minNotional: string;
  readonly makerFee: string;
  readonly takerFee: string;
  /** Highest buy price is last * (1 + ratio); absent ratios do not limit. */
  readonly buyBand: string;
  readonly sellBand: string;
  readonly status: string;
  readonly maxOpenOrders: number;
}

/** Parses a symbols row; precisions out of range count as 8. */
export function toInstrument(row: SymbolRow): Instrument {
  return {
    symbol: row.symbol,
    base: row.baseCoin,
    quote: row.quoteCoin,
    priceScale: scale(row.pricePrecision),
    sizeScale: scale(row.quantityPrecision),
    quoteScale: scale(row.quotePrecision),
    minSize: row.minTradeAmount,
    maxSize: row.maxTradeAmount,
    minNotional: row.minTradeUSDT,
    makerFee: row.makerFeeRate,
    takerFee: row.takerFeeRate,
    buyBand: row.buyLimitPriceRatio,
    sellBand: row.sellLimitPriceRatio,
    status: row.status,
    maxOpenOrders: Number.parseInt(row.orderQuantity, 10) || 0,
  };
}

function scale(text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 18 ? value : 8;
}

/** Units of the smallest quantity; "0" where the wire sends none. */
export function minSizeUnits(instrument: Instrument): bigint {
  return parseTruncated(instrument.minSize, instrument.sizeScale) ?? 0n;
}

/** Query of all instruments by symbol, in the server's order. */
export function useInstruments() {
  return useQuery({
    queryKey: venueKey('instruments'),
    queryFn: async ({ signal }) => {
      const rows = await fetchSymbols(signal);
      return new Map(rows.map((row) => [row.symbol, toInstrument(row)]));
    },
    staleTime: 5 * 60_000,
  });
}
