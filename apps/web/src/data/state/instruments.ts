/** Instruments as the page works with them: wire strings parsed once. */

import { useCallback } from 'react';
import { venueKey } from '../../platform/simulation/venue.ts';
import type { QueryClient } from '../query/query-client.ts';
import { useQuery, useQueryClient } from '../query/use-query.ts';
import { RequestError } from '../rest/api-error.ts';
import { fetchSymbols } from '../rest/market.ts';
import type { SymbolRow } from '../rest/types.ts';
import { hasTexts, keepKnown, lastKnown, type SnapshotKind } from './last-known.ts';
import type { ListedInstrument } from './product.ts';

/** An instrument with its limits; scales and digits are numbers of decimals. */
export interface InstrumentInfo extends ListedInstrument {
  readonly base: string;
  readonly quote: string;
  /** What prices and sizes are counted in. */
  readonly priceScale: number;
  readonly sizeScale: number;
  /** What those of new orders may have, at most the scales. */
  readonly priceDigits: number;
  readonly sizeDigits: number;
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
export function toInstrument(row: SymbolRow): InstrumentInfo {
  return {
    product: 'spot',
    symbol: row.symbol,
    base: row.baseCoin,
    quote: row.quoteCoin,
    priceScale: scale(row.priceScale),
    sizeScale: scale(row.quantityScale),
    priceDigits: scale(row.pricePrecision),
    sizeDigits: scale(row.quantityPrecision),
    quoteScale: scale(row.quotePrecision),
    minSize: row.minTradeAmount,
    maxSize: row.maxTradeAmount,
    minNotional: row.minTradeQuote,
    makerFee: row.makerFeeRate,
    takerFee: row.takerFeeRate,
    buyBand: row.buyLimitPriceRatio,
    sellBand: row.sellLimitPriceRatio,
    status: row.status,
    maxOpenOrders: Number.parseInt(row.orderQuantity, 10) || 0,
  };
}

/** Decimals that a row says; such that are out of range count as 8. */
export function scale(text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 18 ? value : 8;
}

/** Instruments by symbol, in the server's order. */
export type Instruments = ReadonlyMap<string, InstrumentInfo>;

const QUERY_KEY = venueKey('instruments');

/** Where the instruments of a product come from. */
export interface InstrumentSource<Row> {
  readonly key: readonly unknown[];
  readonly kept: SnapshotKind;
  readonly fetch: (signal: AbortSignal) => Promise<readonly Row[]>;
  readonly to: (row: Row) => InstrumentInfo;
  readonly isKept: (value: unknown) => value is Row[];
}

/** Where the spot pairs come from. */
export const SPOT: InstrumentSource<SymbolRow> = {
  key: [...QUERY_KEY, 'spot'],
  kept: 'instruments',
  fetch: fetchSymbols,
  to: toInstrument,
  isKept: isSymbolRows,
};

/** Query of all instruments of a product. */
export function useListing<Row>(listing: InstrumentSource<Row>, enabled = true) {
  return useQuery({
    queryKey: listing.key,
    queryFn: async ({ signal }) => {
      const rows = await listing.fetch(signal);
      void keepKnown(listing.kept, '', rows);
      return byId(rows, listing);
    },
    // Who holds an instrument, a book for one, is not disturbed when the same comes again.
    structuralSharing: (before, next) => keepSame(before as Instruments, next as Instruments),
    staleTime: 5 * 60_000,
    enabled,
  });
}

/** Query of all spot pairs. */
export function useInstruments() {
  return useListing(SPOT);
}

/** Refusals by a limit of an instrument, which may have changed since it was read. */
const LIMIT_REASONS: ReadonlySet<string> = new Set([
  'priceTick',
  'quantityLot',
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooSmall',
]);

/** What to call with the error of an order: reads the instruments again where a limit refused it. */
export function useLimitsAfter(): (error: unknown) => void {
  const client = useQueryClient();
  return useCallback(
    (error) => {
      if (!(error instanceof RequestError) || !LIMIT_REASONS.has(error.reason)) return;
      void client.invalidateQueries({ queryKey: QUERY_KEY });
    },
    [client],
  );
}

/** Shows the instruments of an earlier visit until the server has answered. */
export async function restoreListing<Row>(
  client: QueryClient,
  listing: InstrumentSource<Row>,
): Promise<void> {
  const rows = await lastKnown(listing.kept, '', listing.isKept);
  if (rows === null || client.getQueryData(listing.key) !== undefined) return;
  client.setQueryData(listing.key, byId(rows, listing), { updatedAt: 0 });
}

/** The same of the spot pairs. */
export function restoreInstruments(client: QueryClient): Promise<void> {
  return restoreListing(client, SPOT);
}

function byId<Row>(rows: readonly Row[], { to }: InstrumentSource<Row>): Instruments {
  return new Map(rows.map(to).map((instrument) => [instrument.symbol, instrument]));
}

/** `next`, with every instrument that did not change as the object it was before. */
export function keepSame(before: Instruments | undefined, next: Instruments): Instruments {
  if (before === undefined) return next;
  const merged = new Map<string, InstrumentInfo>();
  for (const [symbol, instrument] of next) {
    const known = before.get(symbol);
    const same = JSON.stringify(known) === JSON.stringify(instrument);
    merged.set(symbol, known !== undefined && same ? known : instrument);
  }
  const old = [...before.values()];
  const unchanged = [...merged.values()].every((value, index) => value === old[index]);
  return unchanged && old.length === merged.size ? before : merged;
}

const TEXTS = [
  'symbol',
  'baseCoin',
  'quoteCoin',
  'minTradeAmount',
  'maxTradeAmount',
  'takerFeeRate',
  'makerFeeRate',
  'pricePrecision',
  'quantityPrecision',
  'priceScale',
  'quantityScale',
  'quotePrecision',
  'status',
  'minTradeQuote',
  'buyLimitPriceRatio',
  'sellLimitPriceRatio',
  'orderQuantity',
] as const satisfies readonly (keyof SymbolRow)[];

function isSymbolRows(value: unknown): value is SymbolRow[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => hasTexts(row, TEXTS));
}
